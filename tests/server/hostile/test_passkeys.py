"""Passkeys: nobody signs in with what was signed for something else, twice, or by somebody else's key."""

from typing import Any

import pytest

from pasch.server.http import identity, passkeys
from tests.server.authenticator import SITE, Authenticator
from tests.server.client import Player
from tests.server.nodes import node

pytestmark = pytest.mark.anyio
SECURE, SIGN_IN = ("/me/passkeys/begin", "/me/passkeys"), ("/passkeys/begin", "/passkeys/use")


async def call(player: Player, path: str, body: Any = None, expect: int = 200) -> Any:
    return await player.call("POST", path, body, expect=expect, headers=SITE)


async def sent(player: Player, credential: Any, way: tuple[str, str], expect: int = 200) -> Any:
    return await call(player, way[1], {"credential": credential}, expect)


async def test_a_signature_is_worth_one_sign_in_of_its_owner(storage: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passkeys, "MOST", 1)
    monkeypatch.setattr(identity, "MOST_DEVICES", 2)
    async with node(storage, origins=(SITE["origin"],)) as here:
        ann, eve, phone = await Player(here.base).name("Ann"), await Player(here.base).name("Eve"), Player(here.base)
        mine, hers = Authenticator(), Authenticator()
        made = mine.made(await call(ann, SECURE[0]))
        await sent(eve, made, SECURE, 403)
        made = mine.made(await call(ann, SECURE[0]))
        await sent(ann, made, SECURE)
        await sent(ann, made, SECURE, 403)
        await sent(ann, Authenticator().made(await call(ann, SECURE[0])), SECURE, 403)
        (kept,) = (await ann.get("/me/passkeys"))["mine"]
        assert kept["kind"] == "computer", "one more would be too many"
        await call(eve, "/me/passkeys/remove", {"id": kept["id"]})
        assert (await ann.get("/me/passkeys"))["mine"] == [kept], "each removes their own"

        hers.name = mine.name
        await sent(eve, hers.made(await call(eve, SECURE[0])), SECURE, 403)
        await sent(phone, hers.signed(await call(phone, SIGN_IN[0])), SIGN_IN, 403)
        await sent(phone, mine.signed(await call(ann, SECURE[0])), SIGN_IN, 403)
        signed = mine.signed(await call(phone, SIGN_IN[0]))
        assert (await sent(phone, signed, SIGN_IN))["me"]["name"] == "Ann"
        others = [Player(here.base), Player(here.base)]
        for again in others:
            await sent(again, signed, SIGN_IN, 403)
            await sent(again, mine.signed(await call(again, SIGN_IN[0])), SIGN_IN)
            assert len(await again.get("/me/devices")) == 2, "the device that was not used for the longest goes"
        assert await ann.get("/me") is None
        assert (await call(others[-1], "/me/passkeys/remove", {"id": kept["id"]}))["mine"] == []
        await sent(ann, mine.signed(await call(ann, SIGN_IN[0])), SIGN_IN, 403)
        for one in (ann, eve, phone, *others):
            await one.gone()


async def test_nobody_lets_the_node_check_signatures_without_end(storage: str) -> None:
    async with node(storage, origins=(SITE["origin"],), passkey_rate=2 / 60) as here:
        eve = await Player(here.base).name("Eve")
        for path, expected in ((SECURE[0], 200), (SIGN_IN[0], 200), (SIGN_IN[0], 429), (SECURE[0], 429)):
            await call(eve, path, expect=expected)
        assert (await eve.get("/me/passkeys"))["mine"] == []
        await eve.gone()
