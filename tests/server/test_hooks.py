"""Webhooks of circles: word arrives where the operator allows it, and nowhere else; nobody is told their addresses."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pasch.server.live.hooks import MOST_FAILED, MOST_SENT, Hooks, harmless
from pasch.server.live.webhooks import way_to
from pasch.server.people import telling
from pasch.server.settings import Settings
from pasch.server.store.database import engine_for
from pasch.server.store.hooking import Hooking
from tests.server.client import players
from tests.server.nodes import Node, StoppedClock, node
from tests.server.test_circles import founded, play, played
from tests.server.test_secrets import log  # noqa: F401 a fixture

pytestmark = pytest.mark.anyio
HOUR = 3600.0
SECRET = "geheimes-thema"  # noqa: S105 not a password of ours


class Service:
    """A place where word arrives: as ntfy takes it, or as plain JSON."""

    def __init__(self) -> None:
        self.origin = ""
        self.answer = "200 OK"
        self.arrived: asyncio.Queue[tuple[str, dict[str, Any]]] = asyncio.Queue()

    async def next(self) -> tuple[str, dict[str, Any]]:
        return await asyncio.wait_for(self.arrived.get(), 100)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        fields = dict(line.lower().split(": ", 1) for line in head.splitlines()[1:] if line)
        body = await reader.readexactly(int(fields.get("content-length", 0)))
        self.arrived.put_nowait((head.split()[1], msgspec.json.decode(body) if body else {}))
        to = f"location: {self.origin}/elsewhere\r\n" if self.answer.startswith("3") else ""
        writer.write(f"HTTP/1.1 {self.answer}\r\n{to}content-length: 0\r\nconnection: close\r\n\r\n".encode())
        await writer.drain()
        writer.close()


@asynccontextmanager
async def service() -> AsyncIterator[Service]:
    made = Service()
    server = await asyncio.start_server(made.serve, "127.0.0.1", 0)
    made.origin = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server:
        yield made


def to(there: Service, scheme: str, path: str, lang: str = "de") -> dict[str, str]:
    return {"url": f"{scheme}://{there.origin.removeprefix('http://')}/{path}", "lang": lang, "zone": "Europe/Berlin"}


@asynccontextmanager
async def serving(folder: Path, clock: StoppedClock, *allowed: Service) -> AsyncIterator[Node]:
    origins = tuple(one.origin for one in allowed)
    async with node(f"sqlite:///{folder / 'pasch.db'}", clock, webhooks=origins, hook_rate=1e6) as here:
        yield here


async def test_word_of_evenings_matches_and_rounds_arrives_and_its_address_is_told_to_nobody(
    tmp_path: Path,
    log: StringIO,  # noqa: F811
) -> None:
    clock = StoppedClock()
    async with (
        service() as there,
        serving(tmp_path, clock, there) as here,
        players(here.base, "Ann", "@everyone") as (ann, ben),
    ):
        circle = await founded(ann, ben)
        path = f"/circles/{circle['id']}"
        assert (circle["hooks"], circle["hooks_to"]) == ([], [there.origin])
        await ben.post(f"{path}/hooks", to(there, "ntfy", SECRET), expect=403)
        told = await ann.post(f"{path}/hooks", to(there, "ntfy", SECRET))
        assert (await there.next()) == (
            "/",
            {"topic": SECRET, "title": "Sonntagsrunde", "message": telling.GREETING.de},
        )
        assert [(one["service"], one["origin"], one["works"]) for one in told["hooks"]] == [
            ("ntfy", there.origin, True)
        ]

        await ann.post(f"{path}/evenings", {"at": clock() + 24 * HOUR})
        said = "Ann hat einen Abend eingetragen: Mittwoch, 15.11., 23:13 Uhr."
        assert (await there.next())[1]["message"] == said
        await ann.post(f"{path}/evenings", {"at": clock() + 24 * HOUR})

        await played(circle["id"], ann, bots=1)
        await played(circle["id"], ann, ben)
        over = (await there.next())[1]["message"]
        assert over.startswith("Hoch oder tief ist zu Ende: 1. "), "the match with a bot does not count here"
        assert harmless("@everyone") in over
        assert "@everyone" not in over

        await ann.post(f"{path}/club", {"rounds": 1})
        club = await ann.post(f"{path}/club/rounds", {"round": 1, "game": "hilo", "size": 2})
        first, second = (await there.next())[1]["message"].splitlines()
        assert first == "Runde 1, Hoch oder tief."
        assert second.startswith("Tisch 1: ")
        await play(club["drawn"][0]["tables"][0]["table"], [ann, ben])
        assert (await there.next())[1]["message"].startswith("Hoch oder tief ist zu Ende")

        for one in (ann, ben):
            await one.get(path)
            await one.get("/me/export")
            assert SECRET not in "".join(one.bytes)
        assert SECRET not in log.getvalue()
        hook = told["hooks"][0]["id"]
        await ben.post(f"{path}/hooks/{hook}/remove", expect=403)
        assert (await ann.post(f"{path}/hooks/{hook}/remove"))["hooks"] == []
        await ann.post(f"{path}/hooks/{hook}/remove", expect=404)
        await ann.post(f"{path}/evenings", {"at": clock() + 48 * HOUR})
        assert there.arrived.empty()


async def test_a_dead_webhook_is_told_and_whoever_leaves_takes_theirs_along(tmp_path: Path) -> None:
    clock = StoppedClock()
    async with (
        service() as there,
        service() as elsewhere,
        serving(tmp_path, clock, there) as here,
        players(here.base, "Ann", "Ben") as (ann, ben),
    ):
        circle = await founded(ann, ben)
        path = f"/circles/{circle['id']}"
        await ann.post(f"{path}/hooks", to(elsewhere, "json", "x"), expect=403)
        assert elsewhere.arrived.empty(), "the operator has not allowed it"
        there.answer = "302 Found"
        refused = await ann.post(f"{path}/hooks", to(there, "json", "x"), expect=403)
        assert "Nothing has arrived there" in refused["reason"]
        assert ((await there.next())[0], there.arrived.empty()) == ("/x", True), "nobody is led elsewhere"
        there.answer = "200 OK"
        assert (await ann.post(f"{path}/hooks", to(there, "json", "x", "en")))["hooks"][0]["works"]
        assert (await there.next())[1]["message"] == telling.GREETING.en

        there.answer = "404 Gone"
        for day in range(1, MOST_FAILED + 1):
            await ann.post(f"{path}/evenings", {"at": clock() + day * 24 * HOUR})
            await there.next()
            while [one.failed for one in await Hooking(here.node.engine).of(circle["id"])] != [day]:
                pass  # the answer has just been sent
        assert not (await ben.get(path))["hooks"][0]["works"]
        await ann.post(f"{path}/evenings", {"at": clock() + 99 * HOUR})
        await ann.post(f"{path}/leave")
        assert (await ben.get(path))["hooks"] == []
        assert there.arrived.empty()


def test_a_circle_sends_word_only_so_often() -> None:
    clock = StoppedClock()
    hooks = Hooks(Settings(database=""), Hooking(engine_for("sqlite:///unused.db")), clock, lambda work: work.close())
    assert [hooks.may_send("one") for _ in range(MOST_SENT + 2)].count(True) == MOST_SENT
    assert hooks.may_send("another")
    clock.ahead = HOUR
    assert hooks.may_send("one")


ADDRESSES: dict[str, str | None] = {
    "https://discord.com/api/webhooks/123/AbC-_d": "https://discord.com",
    "https://hooks.slack.com/services/T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ": "https://hooks.slack.com",
    "https://ntfy.sh/evening": "https://ntfy.sh",
    "ntfys://ntfy.example.org/evening": "https://ntfy.example.org",
    "matrixs://token@matrix.example.org/#evening:example.org": "https://matrix.example.org",
    "matrixs://token@matrix.example.org:8448/!abc:example.org": "https://matrix.example.org:8448",
    "slack://xoxb-1234-1234-abc/#x": "",
    "https://169.254.169.254/latest": None,
    "ntfys://example.org/one/two": None,
    "jsons://example.org/x?redirect=yes": None,
    "file:///etc/passwd": None,
    "json://\0": None,
    "nothing": None,
}


@pytest.mark.parametrize(("url", "origin"), ADDRESSES.items())
def test_an_address_leads_to_one_place_that_is_known_before(url: str, origin: str | None) -> None:
    way = way_to(url)
    assert (None if way is None else way.origin) == origin
