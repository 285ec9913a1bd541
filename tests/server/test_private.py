"""Nobody is told what belongs to somebody else: circles, calendars, nudges, passkeys. Nor is it written into logs.

All that others and strangers are answered is searched for it, as `test_secrets.py` searches for what is hidden.
"""

import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from pasch.server.http import security
from pasch.server.http.identity import stored
from pasch.server.live.circle_pages import Names
from pasch.server.store.schema import passkeys
from pasch.server.store.securing import Passkey, Securing
from pasch.server.store.wishing import Wish, Wishing
from tests.scale import only_in_the_proof
from tests.server.authenticator import SITE, Authenticator
from tests.server.nodes import node
from tests.server.parties import Witness
from tests.server.push_service import PushService, push_service
from tests.server.scenes import match_of
from tests.server.test_secrets import log  # noqa: F401 a fixture

pytestmark = pytest.mark.anyio
ZONE = "America/Argentina/Ushuaia"


async def look(one: Witness, circle: dict[str, Any], table: str) -> None:
    """All that somebody can ask for."""
    page = f"/circles/{circle['id']}"
    for path in (page, f"{page}/club", "/me/circles", "/me/ratings", "/me/nudges", "/me/passkeys", f"/tables/{table}"):
        await one.http.get(f"/api/v1{path}")
    for path in (f"{page}/leave", "/me/passkeys/begin", "/passkeys/begin", f"/tables/{table}/seats/0/nudge"):
        await one.http.post(f"/api/v1{path}", headers=SITE)
    await one.http.get((await one.post("/me/calendar"))["path"])


async def prove(database: str, written: StringIO) -> None:
    """Ann has everything here that one can have; Ben is in her circle, Eve is not."""
    async with (
        push_service() as service,
        node(
            database, origins=(SITE["origin"],), contact="mailto:x@example.org", push_services=(service.origin,)
        ) as here,
    ):
        people = [Witness(here.base) for _ in range(3)]
        try:
            tokens = await _search(service, people)
        finally:
            for one in people:
                await one.gone()
    found = [what for what, secret in tokens.items() if secret in written.getvalue()]
    assert found == [], f"{found} in the log"


async def _search(service: PushService, people: list[Witness]) -> dict[str, str]:
    """What must not be in the log either."""
    ann, ben, eve = people
    for one, name in zip(people, ("Ann", "Ben", "Eve"), strict=True):
        await one.name(name)
    circle = await ann.post("/circles", {"name": "Sunday", "felt": "hilo"})
    await ben.post(f"/invitations/{circle['link']}")
    await ann.call("PUT", "/me/nudges", {"turn": True, "zone": ZONE})
    await ann.post("/me/nudges/here", {"here": service.subscription()})
    passkey = Authenticator().made(await ann.call("POST", "/me/passkeys/begin", headers=SITE))
    await ann.call("POST", "/me/passkeys", {"credential": passkey}, headers=SITE)
    calendar, table = await ann.post("/me/calendar"), await match_of("hilo", [*people])
    await ann.http.get(calendar["path"])
    _, key, auth, _ = service.subscription().values()
    tokens = {"calendar": calendar["token"], "stored calendar": stored(calendar["token"]), "link": circle["link"]}
    hers = {"person": str(ann.person), "passkey": passkey["id"], "key": key, "auth": auth, "zone": ZONE, **tokens}
    for one, hidden in ((eve, hers | {"circle": circle["id"]}), (ben, {**hers, "link": calendar["token"]})):
        one.answers.clear()
        await look(one, circle, table)
        assert sum(answer.is_success for answer in one.answers) > 5
        for answer in one.answers:
            found = [what for what, secret in hidden.items() if secret in answer.text]
            assert found == [], f"{found} in {answer.url}: {answer.text}"
    return tokens


async def test_nobody_is_told_what_belongs_to_somebody_else(tmp_path: Path, log: StringIO) -> None:  # noqa: F811
    await prove(f"sqlite:///{tmp_path / 'pasch.db'}", log)
    assert "pasch.access" in log.getvalue()


# Planted faults

info = Names._info  # noqa: SLF001 it is put back around it


async def _everybodys(self: Securing, _: str) -> list[Passkey]:
    async with self.engine.connect() as connection:
        return [Passkey(*row) for row in (await connection.execute(sa.select(passkeys))).all()]


async def _latest(*_: object) -> Wish:
    return Wish(True, 0, 0, ZONE)


FAULTS: dict[str, tuple[object, str, Any, str]] = {
    "members by their ids": (Names, "_info", lambda self, one: replace(info(self, one), name=one.person), "person"),
    "everybody's passkeys": (Securing, "of", _everybodys, "passkey"),
    "somebody's wishes": (Wishing, "wish", _latest, "zone"),
    "calendars in the log": (security, "SECRET", re.compile("(^$)"), "calendar.*log"),
}


@pytest.mark.parametrize(
    "fault", [pytest.param(fault, marks=only_in_the_proof(unless=n % 2 == 1)) for n, fault in enumerate(FAULTS)]
)
async def test_the_search_can_fail(
    tmp_path: Path,
    log: StringIO,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
    fault: str,
) -> None:
    *where, found = FAULTS[fault]
    monkeypatch.setattr(*where)
    with pytest.raises(AssertionError, match=found):
        await prove(f"sqlite:///{tmp_path / 'pasch.db'}", log)
