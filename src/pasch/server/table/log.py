"""The log of a table: everything that happens there, as entries numbered from 0 without gaps."""

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from pasch.engine.game import Value
from pasch.games import GAMES
from pasch.server.table.seats import Chair, HintKind, Setup


class SetupChosen(Value, frozen=True, tag="setup"):
    """How the table is played: the first entry of every log; the host may choose anew until the match begins."""

    setup: Setup
    host: str


class Sat(Value, frozen=True, tag="sat"):
    """A chair has changed: somebody sat down, stood up, a bot came or went, or a colour was chosen."""

    seat: int
    chair: Chair
    by: str = ""
    """During the match: the person who wanted it; empty where a clock ran out."""


class Agreed(Value, frozen=True, tag="agreed"):
    """Somebody begins: these chairs become the seats 0, 1, 2…, and their devices now add to the dice."""

    chairs: tuple[int, ...]
    options: dict[str, Any]
    """Without those that the lot decides."""
    lot: bool
    lots: tuple[str, ...]
    """The other options that the lot decides, beside the first seat."""
    wait: float
    """Seconds that devices have to commit, and again to reveal."""


class Committed(Value, frozen=True, tag="committed"):
    seat: int
    commitment: str


class Frozen(Value, frozen=True, tag="frozen"):
    """No further commitments: those who gave one now reveal."""


class Revealed(Value, frozen=True, tag="revealed"):
    seat: int
    random: str
    words: str


class Begun(Value, frozen=True, tag="begun"):
    """The match begins on these chairs, which become the seats 0, 1, 2… Without `agreed` before it, its dice follow
    from the secret and the words of the chairs alone: the first scheme."""

    chairs: tuple[int, ...]
    options: dict[str, Any]
    lot: bool
    lots: tuple[str, ...] = ()
    """The other options that were drawn, beside the first seat."""


class Moved(Value, frozen=True, tag="moved"):
    seat: int
    move: msgspec.Raw


class Fell(Value, frozen=True, tag="fell"):
    outcome: msgspec.Raw


class Undone(Value, frozen=True, tag="undone"):
    """The last choice of a seat is taken back."""

    seat: int


class Hinted(Value, frozen=True, tag="hinted"):
    """A seat was given a hint about the choice that it has to make."""

    seat: int
    kind: HintKind


class Stood(Value, frozen=True, tag="stood"):
    """No node ran for so many seconds: no clock counts them."""

    seconds: float


class Hosted(Value, frozen=True, tag="hosted"):
    host: str


Closing = Literal["host", "idle", "forfeit", "standstill"]


class Closed(Value, frozen=True, tag="closed"):
    """The table is closed: by the host, after a long idle time, because all but one have lost their seats, or because
    the match does not go on."""

    why: Closing


class Again(Value, frozen=True, tag="again"):
    """After the match: somebody wants a rematch, or joins it; or does not."""

    person: str
    joins: bool


class Followed(Value, frozen=True, tag="followed"):
    """A rematch is set up at another table."""

    table: str


Beginning = Agreed | Committed | Frozen | Revealed | Begun
What = SetupChosen | Sat | Beginning | Moved | Fell | Undone | Hinted | Stood | Hosted | Closed | Again | Followed


class Entry(Value, frozen=True):
    """One line of a table's log: number, time (seconds since 1970), what, and the id that a client gave it."""

    n: int
    at: float
    what: What
    key: str | None = None


DECODE_MOVE = {code: msgspec.json.Decoder(game.moves).decode for code, game in GAMES.items()}
DECODE_OUTCOME = {code: msgspec.json.Decoder(game.outcomes).decode for code, game in GAMES.items()}
decode_what = msgspec.json.Decoder(What).decode
encode_what = msgspec.json.Encoder().encode

Stored = tuple[int, float, str, str | None]
"""An entry as it is stored: number, time, what as JSON, and its client's id."""


def entries_in(stored: Iterable[Stored]) -> list[Entry]:
    return [Entry(n, at, decode_what(what), key) for n, at, what, key in stored]


def moved(seat: int, move: msgspec.Struct) -> Moved:
    return Moved(seat, msgspec.Raw(encode_what(move)))


OF_CHAIRS = frozenset((SetupChosen, Sat, Agreed, Begun, Closed))
OF_THE_MATCH = frozenset((Moved, Fell, Undone, Hinted))


def changes_chairs(entries: Iterable[Entry]) -> bool:
    return not OF_CHAIRS.isdisjoint([type(entry.what) for entry in entries])


def changes_table(entries: Iterable[Entry]) -> bool:
    """Whether anything but the match has changed."""
    return not OF_THE_MATCH.issuperset([type(entry.what) for entry in entries])


def takes_back(entries: Iterable[Entry]) -> bool:
    return Undone in [type(entry.what) for entry in entries]


def effective(entries: Iterable[Entry]) -> list[tuple[Entry, bool]]:
    """Every entry, and whether it counts: a choice that was undone does not."""
    log = [(entry, True) for entry in entries]
    for at, (entry, _) in enumerate(log):
        if isinstance(entry.what, Undone):
            undone = next(
                back
                for back in range(at - 1, -1, -1)
                if log[back][1] and isinstance(what := log[back][0].what, Moved) and what.seat == entry.what.seat
            )
            log[undone] = log[undone][0], False
    return log
