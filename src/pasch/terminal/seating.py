"""Who sits where before a match in the terminal begins."""

from collections.abc import Sequence

from pasch.bots.levels import USUAL, check_level
from pasch.bots.naming import bot_name
from pasch.engine.errors import Malformed
from pasch.engine.language import Lang
from pasch.games import GAMES
from pasch.games.palette import SEAT_NAMES
from pasch.terminal.save import Note, Player

PERSON = "person"
"""Where a bot's level could stand: this seat is a person's."""


def check_bots(levels: Sequence[str]) -> None:
    for level in levels:
        if level in GAMES:
            raise Malformed(
                f"Schreib das Spiel vor --bots: pasch play {level}", f"Put the game before --bots: pasch play {level}"
            )
        if level != PERSON:
            check_level(level)


def seated(players: int, bots: Sequence[str] | None, names: Sequence[str], seed: str | None) -> Note:
    """Bots take the last seats; those of the usual level all but the first, where nothing is said about them."""
    bots = [USUAL] * (players - 1) if bots is None else bots
    if len(bots) > players:
        raise Malformed(
            f"{len(bots)} Bots sind zu viele für {players} Plätze.",
            f"There is no room for {len(bots)} bots in {players} seats.",
        )
    levels = [*[PERSON] * (players - len(bots)), *bots]
    given = [*names, *[""] * players]
    seats = [
        Player(name or None, None if level == PERSON else level) for name, level in zip(given, levels, strict=False)
    ]
    return Note(seats, seed)


def called(seats: Sequence[Player], lang: Lang) -> list[str]:
    """What the seats are called: as somebody said, a bot by a name of its own, all others by their colour."""
    names = [player.name or "" for player in seats]
    for seat, player in enumerate(seats):
        if not names[seat]:
            names[seat] = bot_name(player.bot, names) if player.bot else SEAT_NAMES[seat].to(lang)
    return names
