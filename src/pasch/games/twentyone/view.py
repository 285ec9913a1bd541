"""What each seat may see of twenty one: everything but the choices that others have just made."""

from typing import Any

from msgspec.structs import replace

from pasch.engine.draws import Below
from pasch.engine.game import Seat
from pasch.engine.remembered import remembered
from pasch.games.twentyone.model import Mark, Page, Phase, State, View
from pasch.games.twentyone.rules import fits, hits, legal_moves, locked, result, scores, total, waiting

OPEN = ("first", "active", "phase", "dice", "pages", "news")
"""What everybody sees as it is."""


FEW = 16
"""So many states are remembered: all seats look at one of them, one after the other, and then at the next."""
MANY = 4096
"""So many pages: those of all matches that a server has at once."""


def view(state: State, seat: Seat | None) -> View:
    if seat is None or state.choices[seat] is None:
        return _seen_by_all(state)
    own = tuple([choice if owner == seat else None for owner, choice in enumerate(state.choices)])
    return replace(_seen_by_all(state), choices=own)


def _open_view(state: State) -> View:
    """What whoever has not chosen sees."""
    return View(
        **{name: getattr(state, name) for name in OPEN},
        choices=(None,) * len(state.choices),
        waiting=waiting(state.choices) if state.phase is Phase.MARK else (),
        fits=fits(state),
        locked=locked(state),
        **_standing(state.pages),
        places=result(state).places if state.phase is Phase.OVER else (),
    )


_seen_by_all = remembered(_open_view, FEW)


def _what_pages_say(pages: tuple[Page, ...]) -> dict[str, Any]:
    """All of them stay as they are until everybody has chosen."""
    return {
        "hits": tuple([hits(page) for page in pages]),
        "scores": tuple([scores(page) for page in pages]),
        "totals": tuple([total(page) for page in pages]),
    }


_standing = remembered(_what_pages_say, MANY)


def imagine(view: View, below: Below) -> State:
    """The others' hidden choices, replaced by any that they could have made."""
    state = State(**{name: getattr(view, name) for name in OPEN}, choices=(None,) * len(view.pages))
    if view.phase is not Phase.MARK:
        return state
    choices: list[Mark | None] = []
    for owner, choice in enumerate(view.choices):
        moves = legal_moves(state, Seat(owner))
        guess = moves[below(len(moves))]
        assert isinstance(guess, Mark)
        choices.append(None if owner in view.waiting else choice or guess)
    return State(**{name: getattr(view, name) for name in OPEN}, choices=tuple(choices))
