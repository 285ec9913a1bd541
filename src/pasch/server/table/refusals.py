"""What the server refuses, in both languages, with a word that a client can act on."""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from pasch.engine.errors import Malformed, PaschError
from pasch.engine.language import Text, one_line

NOT_JSON = (msgspec.DecodeError, RecursionError, UnicodeError)


class Kind(NamedTuple):
    """A kind of refusal: its HTTP status, and what it means."""

    status: int
    means: str


OF_A_RULE = Kind(409, "the game's rule of that number does not allow it")
KINDS = {
    "format": Kind(400, "the message could not be read"),
    "table": Kind(403, "the table does not allow it: not your seat, not your turn to sit, match over"),
    "stale": Kind(409, "something has happened since the version that the move names"),
    "missing": Kind(404, "there is no such table, seat or link"),
    "review": Kind(409, "the match cannot be reviewed: it is not over, or the coach does not know such a match"),
    "limit": Kind(429, "too much at once; `wait` says for how many seconds"),
    "unavailable": Kind(503, "nothing can be stored right now; retry with the same id, under which it counts once"),
    "damaged": Kind(500, "what is stored of the table can no longer be read"),
    "error": Kind(500, "something went wrong; the server's log has it"),
}
"""By the word that a client gets as `rule`. What the rules of a game refuse has the rule's number instead."""


class NotAllowed(PaschError):
    def __init__(self, reason: Text) -> None:
        super().__init__("table", *reason)


class Stale(PaschError):
    def __init__(self) -> None:
        super().__init__("stale", *STALE)


class Missing(PaschError):
    def __init__(self, reason: Text) -> None:
        super().__init__("missing", *reason)


class TooMuch(PaschError):
    def __init__(self, wait: float) -> None:
        super().__init__("limit", *TOO_FAST)
        self.wait = wait


class Unavailable(PaschError):
    def __init__(self) -> None:
        super().__init__("unavailable", *UNAVAILABLE)


class Damaged(PaschError):
    """What is stored, of one table where that is known, is no longer what was written."""

    def __init__(self, table: str | None) -> None:
        super().__init__("damaged", *(DAMAGED if table is None else damaged(table)))


class NotReviewed(PaschError):
    def __init__(self, reason: Text | None = None) -> None:
        super().__init__("review", *(reason or REVIEW_FAILED))


class Repeated(Exception):
    """No refusal: what is asked for is in the log already."""


def understood(decode: Callable[[Any], Any], data: bytes | str, complaint: Text) -> Any:
    """What somebody sent, decoded; a refusal with the decoder's reason where that cannot be."""
    try:
        return decode(data)
    except NOT_JSON as error:
        why = one_line(str(error))
        raise Malformed(f"{complaint.de}: {why}", f"{complaint.en}: {why}") from error


STALE = Text(
    "Inzwischen ist etwas anderes passiert. So steht es jetzt.",
    "Something else has happened since. This is how it stands.",
)
TOO_FAST = Text(
    "Das war zu viel auf einmal. Gleich geht es weiter.", "That was too much at once. Try again in a moment."
)
UNAVAILABLE = Text(
    "Der Server kann gerade nicht speichern. Versuch es gleich noch einmal.",
    "The server cannot store anything right now. Try again in a moment.",
)
DAMAGED = Text(
    "Auf dem Server sind Daten beschädigt. Sag bitte denen Bescheid, die ihn betreiben.",
    "Data on the server is damaged. Please tell whoever runs it.",
)
NO_TABLE = Text("Diesen Tisch gibt es nicht.", "There is no such table.")
NO_SEAT = Text("Diesen Platz gibt es hier nicht.", "There is no such seat here.")
NO_PERSON = Text("Wer bist du? Sag zuerst deinen Namen.", "Who are you? Give your name first.")
NO_LINK = Text("Dieser Link gilt nicht mehr.", "This link is no longer valid.")
NO_CODE = Text(
    "Abgelaufen. Mach auf dem anderen Gerät einen neuen Code.", "Expired. Make a new code on the other device."
)
NOT_YOUR_NAME = Text("So heißt du nicht: Es wurde nichts gelöscht.", "That is not your name: nothing was erased.")
NO_DEVICE = Text("Dieses Gerät ist schon abgemeldet.", "This device is signed out already.")
NOT_YOURS = Text("Das ist nicht dein Platz.", "That is not your seat.")
NOT_HOST = Text("Das darf nur, wer hier Gastgeber ist.", "Only the person who runs the table may do that.")
NOT_SEATED = Text("Das dürfen nur die, die am Tisch sitzen.", "Only those who sit at the table may do that.")
NOT_NOW_BEGUN = Text("Die Partie läuft schon.", "The match has already begun.")
COUNTS = Text(
    "Diese Partie zählt für die Wertung und wird zu Ende gespielt. Musst du weg? Steh auf, dann spielt ein Bot weiter.",
    "This match counts for ratings and is played to its end. If you must go, get up: then a bot plays on.",
)
IS_MIXING = Text("Gleich geht’s los: Die Würfel werden gemischt.", "Just a moment: the dice are being mixed.")
OTHER_THAN_COMMITTED = Text(
    "Das ist nicht das, worauf sich dein Gerät festgelegt hatte.", "That is not what your device had committed to."
)
NOT_BEGUN = Text("Die Partie hat noch nicht begonnen.", "The match has not begun yet.")
IS_OVER = Text("Die Partie ist zu Ende.", "The match is over.")
IS_CLOSED = Text("Dieser Tisch ist geschlossen.", "This table is closed.")
IS_RUNNING = Text("Die Partie läuft noch.", "The match is still being played.")
NOT_OPEN_YET = Text(
    "Das Protokoll zeigt auch, was verdeckt ist: Es wird am Ende der Partie geöffnet.",
    "The record shows what is hidden, too: it is opened when the match is over.",
)
NOT_REVIEWED_YET = Text(
    "Die Partie läuft noch: Eine Durchsicht würde verraten, was verdeckt ist.",
    "The match is still being played: a review would tell what is hidden.",
)
NOT_PLAYED_OUT = Text(
    "Die Partie wurde nicht zu Ende gespielt: Dann gibt es nichts durchzusehen.",
    "The match was not played to its end: then there is nothing to review.",
)
TOO_LONG_TO_REVIEW = Text("Diese Partie war zu lang, um sie durchzusehen.", "This match was too long to be reviewed.")
TOO_MANY_DEVICES = Text(
    "Du hast schon sehr viele Geräte. Melde in den Einstellungen erst eins ab.",
    "You have very many devices already. Sign one of them out in the settings first.",
)
NOT_LOOKED_THROUGH = Text("Diese Partie ist noch nicht durchgesehen.", "This match has not been reviewed yet.")
NOTHING_TO_DECIDE = Text("Hier gab es nichts zu entscheiden.", "There was nothing to decide here.")
REVIEW_FAILED = Text("Die Durchsicht hat nicht geklappt.", "The review did not work out.")
TAKEN = Text("Hier sitzt schon jemand.", "Somebody sits here already.")
SOMEBODY_FASTER = Text("Da war jemand schneller.", "Somebody was faster.")
COLOUR_TAKEN = Text("Diese Farbe hat schon jemand.", "Somebody has this colour already.")
SEATS_STAY = Text(
    "Mitten in der Partie behält jeder seinen Platz: Nur so bleiben alle Karten verdeckt.",
    "In the middle of a match everybody keeps their seat: only so do all cards stay hidden.",
)
STILL_THERE = Text(
    "Wer am Zug ist, hat mindestens eine Minute, bevor ein Bot einspringen kann; wo eine Uhr läuft, entscheidet sie.",
    "Whoever is to move has at least a minute before a bot can stand in; where a clock runs, the clock decides.",
)
SEAT_LOST = Text("Dieser Platz ist verloren: Die Zeit war um.", "This seat is lost: the time was up.")
NO_UNDO = Text(
    "Das lässt sich nicht mehr zurücknehmen: Seitdem wurde gewürfelt oder gezogen, oder jemand anders ist dran.",
    "That can no longer be taken back: dice or cards have fallen since, or it is somebody else’s turn.",
)
NO_TIME = Text(
    "Dafür ist die Zeit um: Zurücknehmen hält die Uhr nicht an.", "The time for it is up: taking back stops no clock."
)
UNDO_OFF = Text("An diesem Tisch wird nichts zurückgenommen.", "At this table nothing is taken back.")
CHAT_OFF = Text("An diesem Tisch ist der Chat aus.", "Chat is off at this table.")
CHAT_EMPTY = Text("Du hast nichts geschrieben.", "You have written nothing.")
NOT_ASKED = Text("Da wartet ihr gerade auf niemanden.", "You are not waiting for anybody there.")
STILL_THINKING = Text("Lass noch etwas Zeit zum Überlegen.", "Leave them a moment to think.")
IS_HERE = Text("Wer gerade da ist, braucht keinen Stups.", "Nobody who is here needs a nudge.")
POKED_ALREADY = Text("Schon angestupst. Einmal je Zug reicht.", "Nudged already. Once a turn is enough.")
NO_PASSKEYS = Text(
    "Passkeys gehen nur auf einer Seite mit https und eigenem Namen.",
    "Passkeys need a page with https and a name of its own.",
)
NOT_SECURED = Text("Das war kein Passkey für diesen Server.", "That was no passkey for this server.")
NO_PUSH = Text("Dieser Server kann niemanden anstupsen.", "This server cannot nudge anybody.")
NO_SUCH_SERVICE = Text(
    "Diesen Nachrichtendienst kennt der Server nicht.", "The server does not know this push service."
)
NO_ZONE = Text("Diese Zeitzone gibt es nicht.", "There is no such time zone.")
NO_HINTS = Text("An diesem Tisch gibt es diesen Tipp nicht.", "There is no such hint at this table.")
NO_CHOICE = Text("Hier gibt es nichts zu überlegen.", "There is nothing to think about here.")
HINT_LATE = Text("Der Tipp käme zu spät. Spiel ruhig weiter.", "The hint would come too late. Just play on.")
NO_SPECTATORS = Text("An diesem Tisch gibt es keine Zuschauer.", "This table has no spectators.")
BOT_PLAYS = Text(
    "Auf diesem Platz spielt gerade ein Bot. Komm erst zurück.", "A bot plays this seat now. Come back first."
)
LOCKED_SETUP = Text("Dafür sitzen hier schon zu viele.", "Too many people sit here already for that.")
NAME_EMPTY = Text("Ein Name braucht mindestens ein sichtbares Zeichen.", "A name needs at least one visible letter.")


def too_few(game: Text, few: int, many: int, sit: int) -> NotAllowed:
    return NotAllowed(
        Text(
            f"{game.de} ist ein Spiel für {few} bis {many}; hier {'sitzt' if sit == 1 else 'sitzen'} {sit}.",
            f"{game.en} is for {few} to {many} players; {sit} {'sits' if sit == 1 else 'sit'} here.",
        )
    )


def damaged(table: str) -> Text:
    return Text(
        f"Der Tisch {table} lässt sich nicht mehr lesen: Seine Daten sind beschädigt. "
        "Sag bitte denen Bescheid, die den Server betreiben; vielleicht haben sie eine Sicherung.",
        f"Table {table} can no longer be read: its data is damaged. "
        "Please tell whoever runs the server; they may have a backup.",
    )
