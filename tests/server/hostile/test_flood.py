"""Floods: whoever sends as much as they can is left alone after a while, and disturbs nobody else."""

import asyncio
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pasch.server.clock import Clock
from pasch.server.http import limits
from pasch.server.http.identity import Visitors
from pasch.server.http.socket import TOO_MANY, Client, serve_socket
from pasch.server.node import Node as Inside
from pasch.server.settings import Settings
from pasch.server.table.refusals import TooMuch
from tests.server.client import players, raw
from tests.server.hostile.attackers import CLOSE, NOTHING, PING, SOMEWHERE_ELSE, attacker, frame, rules
from tests.server.hostile.conftest import attacked
from tests.server.nodes import QUICK, Process, node
from tests.server.scenes import HIGH, watched

pytestmark = pytest.mark.anyio

MANY = 30_000


@pytest.fixture(scope="module")
def unlimited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server that refuses nobody, so that all that is sent is read."""
    with attacked(f"sqlite:///{tmp_path_factory.mktemp('unlimited') / 'pasch.db'}", "--limits", "1000000") as one:
        yield one


async def test_a_socket_that_sends_too_much_is_closed_and_others_play_on(server: Process) -> None:
    async with attacker(server.base) as evil, players(server.base, "Ann", "Ben") as (ann, ben):
        table, version = await watched("hilo", [ann, ben])
        await evil.upgrade()
        await evil.pour(NOTHING * 5000)
        assert (await ann.move(table, 0, version, HIGH))["type"] == "update"
        said = await evil.frames()
        assert (await ben.move(table, 1, version, HIGH))["type"] == "update"
    kind, data = said[-1]
    assert (kind, int.from_bytes(data, "big")) == (CLOSE, TOO_MANY)
    assert {"format", "limit"} == set(rules(said))


async def test_others_come_between_the_messages_of_a_flood(unlimited: Process) -> None:
    async with attacker(unlimited.base) as evil:
        await evil.upgrade()
        await evil.pour(NOTHING * MANY)
        counted = (await raw(unlimited.base, "GET", "/metrics")).text
        (refused,) = re.findall(r'pasch_refusals_total\{rule="format"\} (\S+)', counted) or ["0"]
        assert float(refused) < MANY / 2, "the question was heard when all was answered"


@pytest.mark.parametrize("control", [frame(PING, b""), frame(0x8A, b"")], ids=["pings", "pongs"])
async def test_whoever_sends_only_control_frames_is_cut_off(unlimited: Process, control: bytes) -> None:
    async with attacker(unlimited.base) as evil:
        await evil.upgrade()
        await evil.pour(control * 1000)
        assert len(await evil.frames()) < 500


async def test_the_sockets_of_one_address_share_what_it_may_say(storage: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "monotonic", lambda: 1.0)
    async with (
        node(storage, address_rate=2 / 5) as here,
        attacker(here.base) as one,
        attacker(here.base) as other,
    ):
        for evil in (one, other):
            here.visitors.messages.check(SOMEWHERE_ELSE)
            await evil.upgrade()
            await evil.pour(NOTHING)
            assert rules(await evil.told(2)) == ["format"]
        with pytest.raises(TooMuch):
            here.visitors.messages.check(SOMEWHERE_ELSE)


# What is not read: a loop in which nobody waits, and a client that always has something to say


class Hurried(asyncio.SelectorEventLoop):
    """Where there is nothing to do but to wait, it is later at once."""

    def __init__(self) -> None:
        self.now = 0.0
        super().__init__()
        self._look, self._selector.select = self._selector.select, self._hurry  # type: ignore[attr-defined]

    def time(self) -> float:
        return self.now

    def _hurry(self, timeout: float | None) -> Any:
        assert timeout is not None, "nobody does anything any more"
        self.now += timeout
        return self._look(0)


Read = Callable[..., dict[str, list[float]]]


@pytest.fixture
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Read:
    monkeypatch.setattr(limits, "monotonic", (loop := Hurried()).time)
    return partial(_read, loop, f"sqlite:///{tmp_path / 'pasch.db'}")


def _read(loop: Hurried, database: str, wanted: int, *addresses: str, **rates: float) -> dict[str, list[float]]:
    """Each of these addresses has a socket that says something as soon as it is read, so often: when that was, by
    address, and when something was refused."""
    settings = Settings(database=database, **{**QUICK, **rates})
    told: dict[str, list[float]] = defaultdict(list)

    async def talk(address: str) -> None:
        said = iter(["connect", *["receive"] * wanted, "disconnect"])

        async def receive() -> Any:
            kind = next(said)
            if kind == "receive":
                told[address].append(loop.now)
            return {"type": f"websocket.{kind}", "text": '{"type": "ping"}'}

        async def send(message: Any) -> None:
            if "refused" in message.get("text", ""):
                told["refused"].append(loop.now)

        await serve_socket(receive, send, Client(inside, visitors, None, None, address))

    async def all_talk() -> None:
        await asyncio.gather(*map(talk, addresses))

    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        inside = Inside(settings, Clock(loop.time, loop.time))
        visitors = Visitors(settings, inside.storage, inside.clock, print)
        runner.run(all_talk())
    return told


def test_whoever_is_over_the_limit_is_not_read_for_a_while(read: Read) -> None:
    told = read(16, "here", socket_rate=2.0)
    assert told["here"] == [0.0] * 11 + [0.5, 0.5, 1.0, 1.0, 1.5]
    assert told["refused"] == [0.0, 0.5, 1.0]


def test_the_sockets_of_one_address_wait_for_each_other_and_nobody_else_does(read: Read) -> None:
    told = read(10, *["here"] * 3, "there", address_rate=2.0)
    assert told["there"] == [0.0] * 10
    assert len(told["here"]) == 30
    assert all(number <= 10 + 3 + 2 * at + 1e-6 for number, at in enumerate(told["here"], 1)), "3 are read and wait"
    assert told["refused"] == []
