"""Floods: whoever sends as much as they can is left alone after a while, and disturbs nobody else."""

import re
from collections.abc import Iterator

import pytest

from pasch.server.http import limits
from pasch.server.http.socket import TOO_MANY
from pasch.server.table.refusals import TooMuch
from tests.server.client import players, raw
from tests.server.hostile.attackers import CLOSE, NOTHING, PING, SOMEWHERE_ELSE, attacker, frame, rules
from tests.server.hostile.conftest import attacked
from tests.server.nodes import Process, node
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
