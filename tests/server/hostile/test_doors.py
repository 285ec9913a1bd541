"""The doors: half requests, foreign names, forged addresses, questions without end."""

from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from pasch.server.settings import Settings
from tests.server.client import players, raw
from tests.server.hostile.attackers import attacker
from tests.server.nodes import Process, node

pytestmark = pytest.mark.anyio

HALF = b"POST /api/v1/me HTTP/1.1\r\nHost: 127.0.0.1\r\n"
HALF_A_BODY = HALF + b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
PAGE = "https://pasch.example"


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'pasch.db'}"


async def test_half_requests_of_one_address_keep_nobody_out(server: Process) -> None:
    most = Settings(database="").connections
    async with AsyncExitStack() as stack:
        crowd = [await stack.enter_async_context(attacker(server.base, "127.0.0.5")) for _ in range(most + 3)]
        for one in crowd:
            await one.pour(HALF)
        assert [await one.answer() for one in crowd[most:]] == [b""] * 3, "one too many is hung up on"
        async with players(server.base, "Ann") as (ann,):
            await ann.ping()


@pytest.mark.parametrize("half", [b"", HALF, HALF_A_BODY], ids=["nothing", "headers", "body"])
async def test_a_request_that_does_not_arrive_is_not_waited_for(sqlite: str, half: bytes) -> None:
    async with node(sqlite, request_seconds=0.2) as here, players(here.base, "Ann") as (ann,):
        async with attacker(here.base) as evil:
            await evil.pour(half)
            assert await evil.answer() == b""
        await ann.ping()
        assert (await ann.get("/me"))["name"] == "Ann", "a socket, and a connection that is kept, are no requests"


async def test_who_is_gone_makes_room(sqlite: str) -> None:
    async with node(sqlite, connections=1) as here:
        for _ in range(3):
            socket = await connect(here.base.replace("http", "ws", 1) + "/api/v1/socket")
            async with attacker(here.base, "127.0.0.1") as second:
                assert await second.answer() == b""
            await socket.close()
            assert (await raw(here.base, "GET", "/health")).status_code == 200


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("evil.example", 421),
        ("pasch.example.evil.example:8421", 421),
        ("127.0.0.1.evil.example", 421),
        ("[::1", 421),
        ("pasch.example", 200),
        ("192.168.1.20:8421", 200),
        ("[fd00::1]:8421", 200),
        ("tisch.local:8421", 200),
        ("tisch", 200),
    ],
)
async def test_a_name_that_is_not_ours_leads_nowhere(sqlite: str, name: str, status: int) -> None:
    async with node(sqlite, origins=(PAGE,)) as here:
        headers = {"host": name, "origin": f"http://{name}"}
        assert (await raw(here.base, "GET", "/api/v1/games", headers=headers)).status_code == status
        if status == 421:
            with pytest.raises(InvalidStatus):
                await connect(here.base.replace("http", "ws", 1) + "/api/v1/socket", additional_headers={"Host": name})


async def test_nobody_becomes_this_machine_by_saying_so_to_a_proxy(sqlite: str) -> None:
    async with node(sqlite, proxies=("127.0.0.1",), newcomers=0.05) as here:
        assert (await raw(here.base, "GET", "/metrics")).status_code == 200
        for said in ("testclient", "127.0.0.1", "::1", "localhost", ""):
            headers = {"x-forwarded-for": said}
            assert (await raw(here.base, "GET", "/metrics", headers=headers)).status_code == 403, said
        lies = [{"x-forwarded-for": f"somebody {n}"} for n in range(4)]
        came = [await raw(here.base, "POST", "/api/v1/me", json={"name": "Ann"}, headers=lie) for lie in lies]
        assert [one.status_code for one in came] == [200, 200, 200, 429], "what is no address is one and the same"


async def test_questions_are_counted_by_address_and_by_person(sqlite: str) -> None:
    async with node(sqlite, door_rate=0.1) as here:
        answers = [await raw(here.base, "GET", "/api/v1/nowhere") for _ in range(3)]
        assert [one.status_code for one in answers] == [404, 404, 429]
        assert answers[-1].headers["connection"] == "close"
    async with node(sqlite, reads=0.2) as here, httpx.AsyncClient(base_url=here.base) as somebody:
        assert [(await somebody.get("/api/v1/games")).status_code for _ in range(3)] == [200, 200, 429]
        cookies = [here.visitors.signer.sign(f"ann.{mark}") for mark in ("one", "two", "three")]
        answers = [await raw(here.base, "GET", "/api/v1/games", headers={"Cookie": f"pasch={one}"}) for one in cookies]
        assert [one.status_code for one in answers] == [200, 200, 429], "however many devices somebody has"
