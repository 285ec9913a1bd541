"""Who may be told that it is their turn, and who may have them told. No I/O."""

from collections.abc import Collection, Sequence

from pasch.engine.game import AnyGame
from pasch.engine.language import Lang, Text
from pasch.server.table import refusals as no
from pasch.server.table.clocks import HOUR, PATIENCE
from pasch.server.table.conditions import chair_at, must_be_seated
from pasch.server.table.refusals import NotAllowed
from pasch.server.table.seats import ChairInfo, Person, called
from pasch.server.table.table import Table

YOUR_TURN = Text("Du bist dran", "Your turn")
POKED = Text("{who} stupst dich an", "{who} nudges you")
WITH = Text("{game} mit {others}.", "{game} with {others}.")
ALONE = Text("{game}.", "{game}.")
AND = Text(" und ", " and ")
LEFT = Text("Noch {hours} Std. Zeit.", "{hours} h left.")
LESS = Text("Die Zeit ist gleich um.", "Your time is nearly up.")


def steps(table: Table, seat: int, now: float) -> int:
    """How often somebody should have been told by now that this seat is asked."""
    if table.deadline(seat) is None:
        return 0
    return sum(at <= now for at in table.clocks.reminders(table.clocks.since[seat]))


def check_poke(table: Table, person: str, seat: int, now: float) -> str:
    """Who is to be told, because somebody at the table wants it; raise where that is not for them, or too early."""
    must_be_seated(table, person)
    sitter = chair_at(table, seat).sitter
    is_asked = seat in table.waiting and isinstance(sitter, Person) and sitter.presence == "here"
    if not is_asked or not isinstance(sitter, Person) or sitter.id == person:
        raise NotAllowed(no.NOT_ASKED)
    if now - table.clocks.since[seat] < PATIENCE:
        raise NotAllowed(no.STILL_THINKING)
    return sitter.id


def told(table: Table, seat: int, lang: Lang, now: float, by: int | None = None) -> tuple[str, str]:
    """What somebody who is asked is told, perhaps because another seat wants it."""
    sitter, end = table.chairs[seat].sitter, table.deadline(seat)
    mine = table.seats_of(sitter.id) if isinstance(sitter, Person) else ()
    return words(table.game, table.chair_infos(), mine, None if end is None else end - now, lang, by)


def words(
    game: AnyGame,
    chairs: Sequence[ChairInfo],
    mine: Collection[int],
    left: float | None,
    lang: Lang,
    by: int | None = None,
) -> tuple[str, str]:
    """Title and text: which game, with whom, and how much time is left. Nothing of the match itself."""
    names = called(chairs, lang)
    others = [name for at, name in enumerate(names) if at not in mine]
    listed = AND.to(lang).join(filter(None, [", ".join(others[:-1]), *others[-1:]]))
    body = (WITH if listed else ALONE).to(lang).format(game=game.title.to(lang), others=listed)
    if left is not None:
        hours = round(left / HOUR)
        body += " " + (LEFT.to(lang).format(hours=hours) if hours else LESS.to(lang))
    return (YOUR_TURN if by is None else POKED).to(lang).format(who="" if by is None else names[by]), body
