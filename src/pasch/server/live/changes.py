"""What is told of seats and of the table itself, between the events of a match."""

from collections.abc import Sequence

from pasch.engine.language import Text
from pasch.server.table.steps import Change

HOST = Text("Der Gastgeber", "The host")
CLOSED = {
    "idle": Text(
        "Der Tisch ist geschlossen: Lange war niemand da.", "The table is closed: nobody came for a long time."
    ),
    "forfeit": Text(
        "Der Tisch ist geschlossen: Alle anderen haben ihren Platz verloren.",
        "The table is closed: all others have lost their seats.",
    ),
    "standstill": Text(
        "Der Tisch ist geschlossen: Die Partie kam nicht mehr voran, zuletzt wurde nur noch gepasst.",
        "The table is closed: the match did not go on any more, all that happened was passing.",
    ),
}

TOLD = {
    "left": Text("{who} steht auf, ein Bot spielt weiter.", "{who} gets up, a bot plays on."),
    "late": Text("{who} hat keine Zeit mehr, ein Bot springt ein.", "{who} has no time left, a bot stands in."),
    "lost": Text("{who} hat den Platz verloren: Die Zeit war um.", "{who} has lost the seat: the time was up."),
    "back": Text("{who} ist wieder da.", "{who} is back."),
    "named": Text(
        "{who} hat jetzt einen anderen Namen, vorher: {before}.", "{who} has another name now, before: {before}."
    ),
    "coloured": Text("{who} hat jetzt eine andere Farbe.", "{who} has another colour now."),
    "hosted": Text("{who} hat jetzt das Sagen am Tisch.", "{who} runs the table now."),
    "hinted": Text("{who} hat sich einen Tipp geholt.", "{who} took a hint."),
    "tutored": Text("{who} bekommt für jeden Zug einen Tipp.", "{who} gets a tip for each move."),
    "stood": Text(
        "Der Server war eine Weile aus: So lange standen alle Uhren.",
        "The server was off for a while: so long all clocks stood still.",
    ),
    "closed": Text("{who} hat den Tisch geschlossen.", "{who} has closed the table."),
}


def told_of(seat: int | None, change: Change, names: Sequence[str]) -> Text:
    """The sentence about a change, with these names for the seats."""
    who = HOST if seat is None else Text(names[seat], names[seat])
    match change.how:
        case "called":
            by = HOST if change.by is None else Text(names[change.by], names[change.by])
            return Text(
                f"{by.de} lässt einen Bot für {who.de} weiterspielen.", f"{by.en} lets a bot play on for {who.en}."
            )
        case "closed" if change.why in CLOSED:
            return CLOSED[change.why]
        case how:
            de, en = TOLD[how]
            return Text(de.format(who=who.de, before=change.why), en.format(who=who.en, before=change.why))
