"""What happened in a match, in sentences for one onlooker."""

from collections.abc import Sequence

from pasch.engine.game import Seat
from pasch.engine.language import Lang, Text
from pasch.engine.witness import Step, Witness, witnessed
from pasch.games.parts import text_of


def told(witness: Witness, step: Step, seat: Seat | None, names: Sequence[str], lang: Lang) -> list[str]:
    """The game tells what the onlooker has seen; a choice that is concealed from them is not even shown to the game."""
    game, event = witness.match.game, witnessed(step, seat, witness.concealed)
    if event is None:
        assert step.event.seat is not None
        return [chosen(names[step.event.seat]).to(lang)]
    return text_of(game).tell(event, game.view(step.before, seat), game.view(step.after, seat), names, lang)


def chosen(name: str) -> Text:
    """All that is said of a choice that is concealed."""
    return Text(f"{name} hat gewählt.", f"{name} has chosen.")
