"""What is told of a count: a server tells every game that it serves."""

from collections.abc import Sequence
from typing import Any

from pasch.engine.language import Lang, Text
from pasch.engine.match import Event


def tell(event: Event, before: Any, after: Any, names: Sequence[str], lang: Lang) -> list[str]:  # noqa: ARG001 the contract's
    assert event.seat is not None
    return [Text(f"{names[event.seat]} zählt.", f"{names[event.seat]} counts.").to(lang)]
