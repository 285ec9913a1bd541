"""One more device by a code that works once, for two minutes, and only when the old device says so."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from pasch.server.http.codes import SECONDS
from tests.server.client import Player, players
from tests.server.nodes import Node, StoppedClock, node

pytestmark = pytest.mark.anyio
PHONE = {"user-agent": "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"}


@pytest.fixture(scope="module")
def clock() -> StoppedClock:
    return StoppedClock()


@pytest.fixture(scope="module")
async def here(tmp_path_factory: pytest.TempPathFactory, clock: StoppedClock) -> AsyncIterator[Node]:
    folder: Path = tmp_path_factory.mktemp("codes")
    async with node(f"sqlite:///{folder / 'pasch.db'}", clock) as one:
        yield one


@pytest.fixture
async def phone(here: Node) -> AsyncIterator[Player]:
    one = Player(here.base)
    one.http.headers.update(PHONE)
    yield one
    await one.gone()


async def test_a_device_is_added_when_the_old_one_confirms_it(here: Node, phone: Player) -> None:
    async with players(here.base, "Lena") as (lena,):
        code = await lena.post("/me/code")
        assert code["path"] == f"/#/add/{code['token']}"
        assert (await lena.get("/me/code"))["device"] is None
        scanned = await phone.post("/me/code/scan", {"token": code["token"]})
        assert scanned["me"]["name"] == "Lena"
        mine = {"token": code["token"], "proof": scanned["proof"]}
        assert (await phone.post("/me/code/use", mine))["me"] is None, "nobody has confirmed it yet"
        assert await phone.get("/me") is None
        assert (await lena.get("/me/code"))["device"] == {"kind": "phone", "name": "Firefox, Android"}
        await lena.post("/me/code/confirm", {"yes": True})
        await phone.post("/me/code/use", mine | {"proof": "guessed"}, expect=404)
        assert (await phone.post("/me/code/use", mine))["me"]["name"] == "Lena"
        assert (await phone.get("/me"))["name"] == "Lena"
        assert await lena.get("/me/code") is None
        await phone.post("/me/code/use", mine, expect=404)
        assert [one["kind"] for one in await lena.get("/me/devices")].count("phone") == 1


async def test_a_code_works_once_for_two_minutes_and_until_the_next_one(
    here: Node, phone: Player, clock: StoppedClock
) -> None:
    async with players(here.base, "Lena", "Tobi") as (lena, tobi):
        old, code = await lena.post("/me/code"), await lena.post("/me/code")
        await phone.post("/me/code/scan", {"token": old["token"]}, expect=404)
        asked = await tobi.post("/me/code/scan", {"token": code["token"]})
        assert (asked["instead_of"]["name"], asked["proof"]) == ("Tobi", None), "who would be replaced is asked first"
        scanned = await phone.post("/me/code/scan", {"token": code["token"]})
        await tobi.post("/me/code/scan", {"token": code["token"], "replace": True}, expect=404)
        await lena.post("/me/code/confirm", {"yes": False})
        await phone.post("/me/code/use", {"token": code["token"], "proof": scanned["proof"]}, expect=404)
        code = await lena.post("/me/code")
        clock.ahead += SECONDS
        said = await phone.post("/me/code/scan", {"token": code["token"]}, expect=404)
        assert said["reason"].startswith("Expired.")
        assert await lena.get("/me/code") is None
        await lena.post("/me/code/confirm", {"yes": True}, expect=404)
