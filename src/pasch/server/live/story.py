"""The story of a match: all its scenes from the beginning, through the eyes of one seat or of a spectator."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from pasch.engine.game import Over, Seat
from pasch.engine.language import Lang
from pasch.engine.witness import witnessed
from pasch.server.live.messages import encode
from pasch.server.live.narration import Scenes, Views
from pasch.server.table import permissions
from pasch.server.table.log import Entry
from pasch.server.table.table import Step, Table, TakenBack

LONGEST = 3000
"""The most events that a story contains; of a longer match, the last ones."""


def story(
    code: str,
    secret: bytes,
    log: Iterable[Entry],
    person: str | None,
    seat: int | None,
    lang: Lang,
    *,
    views: bool,
) -> bytes:
    """What the log of a table tells a person who looks through the eyes of a seat: a `Story` as JSON."""
    table = Table(code, secret)
    steps = [step for step in table.read(log) if not isinstance(step.event.what, TakenBack)]
    permissions.check_watcher(table, person)
    match, scenes = table.match, Scenes(table, Views(table), lang)
    told = {
        "version": table.version,
        "names": scenes.names,
        "scenes": []
        if match is None
        else [*_told(table, scenes, steps[-LONGEST:], permissions.eyes(table, person, seat), views)],
        "result": match.turn.result if match is not None and isinstance(match.turn, Over) else None,
    }
    return encode(told)


def _told(
    table: Table, scenes: Scenes, steps: Sequence[Step], seat: Seat | None, views: bool
) -> Iterator[dict[str, Any]]:
    start = steps[0].before if steps else table.playing.state
    yield {"n": None, "seat": None, "event": None, **({"view": scenes.view(start, seat)} if views else {}), "told": []}
    for step in steps:
        event = witnessed(step, seat, table.concealed)
        yield {
            "n": step.n,
            "seat": step.event.seat,
            "event": {"type": "concealed"} if event is None else msgspec.to_builtins(event.what),
            **({"view": scenes.view(step.after, seat)} if views else {}),
            "told": scenes.told(step, seat),
        }
