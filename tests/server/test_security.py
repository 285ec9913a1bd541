"""Who may do what: forged cookies, other pages, floods, oversized messages, nasty text, foreign seats and tables."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from websockets.exceptions import InvalidStatus

from pasch.server.http import socket
from pasch.server.http.app import LARGEST_BODY
from pasch.server.http.identity import COOKIE, Signer, new_key
from pasch.server.http.socket import LARGEST_MESSAGE
from pasch.server.logs import JsonLines, Lines
from pasch.server.store.database import engine_for
from tests.server.client import Player, players, raw
from tests.server.nodes import Node, node
from tests.server.scenes import HIGH, LOW, finished, watched

pytestmark = pytest.mark.anyio

PAGE = "https://pasch.example"


@pytest.fixture(scope="module")
async def here(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Node]:
    folder = tmp_path_factory.mktemp("security")
    async with node(f"sqlite:///{folder / 'pasch.db'}", origins=(PAGE,), proxies=("127.0.0.1",)) as one:
        yield one


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'pasch.db'}"


def refusal(told: dict[str, Any]) -> tuple[str, str]:
    assert told["type"] == "refused", told
    return told["rule"], told["reason"]


# The cookie

FORGERIES: dict[str, Callable[[str, str], str]] = {
    "nothing": lambda _, __: "",
    "a dot": lambda _, __: ".",
    "no signature": lambda person, _: person,
    "an empty signature": lambda person, _: f"{person}.",
    "another person": lambda person, signature: f"{person[:-1]}{'0' if person[-1] != '0' else '1'}.{signature}",
    "another signature": lambda person, signature: f"{person}.{signature[:-2]}AA",
    "half a signature": lambda person, signature: f"{person}.{signature[:20]}",
    "one more sign": lambda person, signature: f"{person}.{signature}A",
    "another key": lambda person, _: Signer(new_key()).sign(person),
    "nobody, well signed elsewhere": lambda _, __: Signer(new_key()).sign(""),
    "very long": lambda person, signature: f"{person * 1000}.{signature * 200}",
    "other letters": lambda person, signature: f"{person}é\xff.{signature}\xfe",
    "quoted": lambda person, signature: f'"{person}".{signature}',
}


@pytest.mark.parametrize("forgery", FORGERIES)
async def test_a_cookie_that_was_not_made_here_names_nobody(here: Node, forgery: str) -> None:
    async with players(here.base, "Ann") as (ann,):
        person, _, signature = ann.http.cookies[COOKIE].partition(".")
        cookie = {"cookie": f"{COOKIE}={FORGERIES[forgery](person, signature)}".encode("latin-1")}
        assert (await raw(here.base, "GET", "/api/v1/me", headers=cookie)).json() is None
        assert (await raw(here.base, "GET", "/api/v1/me/tables", headers=cookie)).json() == []
        answer = await raw(here.base, "POST", "/api/v1/me/link", headers=cookie)
        assert (answer.status_code, refusal(answer.json())[0]) == (403, "table")


async def test_a_well_signed_cookie_of_somebody_unknown_names_nobody(here: Node) -> None:
    cookie = {"cookie": f"{COOKIE}={here.visitors.signer.sign('somebody')}"}
    assert (await raw(here.base, "GET", "/api/v1/me", headers=cookie)).json() is None
    for path in ("/me/link", "/tables"):
        body = {"game": "hilo", "seats": 2}
        assert (await raw(here.base, "POST", f"/api/v1{path}", json=body, headers=cookie)).status_code == 403


@pytest.mark.parametrize("https", [False, True])
async def test_scripts_and_other_sites_do_not_get_the_cookie(sqlite: str, https: bool) -> None:
    async with node(sqlite, https=https) as here:
        answer = await raw(here.base, "POST", "/api/v1/me", json={"name": "Ann"})
        parts = {part.strip().lower() for part in answer.headers["set-cookie"].split(";")[1:]}
        assert {"httponly", "samesite=lax", "path=/"} <= parts
        assert ("secure" in parts) == https
        assert not any(part.startswith("domain") for part in parts)
        assert ("strict-transport-security" in answer.headers) == https


async def test_of_a_private_link_only_a_hash_is_stored(here: Node) -> None:
    async with players(here.base, "Ann") as (ann,):
        token = (await ann.post("/me/link"))["token"]
        async with here.node.engine.connect() as connection:
            rows = (await connection.execute(sa.text("SELECT * FROM people"))).all()
        assert len(token) >= 32
        assert token not in str(rows)
        for wrong in (token[:-1], token.swapcase(), "' OR 1=1 --", "\0", "é"):
            await ann.post("/me/restore", {"token": wrong}, expect=404)


# Other pages

STRANGERS: list[dict[str, str]] = [
    {"origin": "https://evil.example"},
    {"origin": "http://127.0.0.1:1"},
    {"origin": "https://pasch.example.evil.example"},
    {"origin": "http://pasch.example"},
    {"origin": "null"},
    {"origin": ""},
    {"origin": "http://["},
    {"origin": "http://[::1"},
    {"origin": "/"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"origin": "https://evil.example", "sec-fetch-site": "same-origin"},
]


def friends(here: Node) -> list[dict[str, str]]:
    return [{}, {"origin": here.base}, {"origin": PAGE}, {"sec-fetch-site": "same-origin"}, {"sec-fetch-site": "none"}]


@pytest.mark.parametrize("headers", STRANGERS, ids=str)
async def test_another_page_opens_no_socket_and_changes_nothing(here: Node, headers: dict[str, str]) -> None:
    async with players(here.base, "Ann") as (ann,):
        with pytest.raises(InvalidStatus) as refused:
            await Player(here.base).plug_in(**headers)
        assert refused.value.response.status_code == 403
        answer = await ann.http.post("/api/v1/me", json={"name": "Eve"}, headers=headers)
        assert (answer.status_code, answer.json()["type"]) == (403, "refused")
        assert (await ann.get("/me"))["name"] == "Ann"


async def test_our_own_page_and_programs_do(here: Node) -> None:
    async with players(here.base, "Ann") as (ann,):
        for headers in friends(here):
            await ann.unplug()
            await ann.plug_in(**headers)
            await ann.ping()
            assert (await ann.http.post("/api/v1/me", json={"name": "Ann"}, headers=headers)).status_code == 200


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/xml"]
)
async def test_what_a_form_can_send_is_refused(here: Node, kind: str) -> None:
    async with players(here.base, "Ann") as (ann,):
        answer = await ann.http.post("/api/v1/me", content=b'{"name":"Eve"}', headers={"content-type": kind})
        assert answer.status_code in (400, 415)
        assert (await ann.get("/me"))["name"] == "Ann"


# Floods


async def test_whoever_asks_too_much_waits_and_nobody_else(sqlite: str) -> None:
    async with node(sqlite, http_rate=0.3) as here, players(here.base, "Ann", "Ben") as (ann, ben):
        answers = [await ann.http.post("/api/v1/me", json={"name": "Ann"}) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        told = answers[-1].json()
        assert refusal(told)[0] == "limit"
        assert 0 < told["wait"] <= int(answers[-1].headers["retry-after"]) + 1
        assert (await ann.get("/me"))["name"] == "Ann"
        await ben.name("Ben")


async def test_newcomers_are_counted_by_address_and_only_a_proxy_is_believed_about_it(sqlite: str) -> None:
    async def come(here: Node, address: str) -> int:
        headers = {"x-forwarded-for": address}
        return (await raw(here.base, "POST", "/api/v1/me", json={"name": "Ann"}, headers=headers)).status_code

    async with node(sqlite, newcomers=0.05) as here:
        assert [await come(here, f"203.0.113.{n}") for n in range(4)] == [200, 200, 200, 429]
    async with node(sqlite, newcomers=0.05, proxies=("127.0.0.1",)) as here:
        assert [await come(here, f"203.0.113.{n}") for n in range(4)] == [200, 200, 200, 200]
        assert [await come(here, "203.0.113.9") for n in range(4)] == [200, 200, 200, 429]


async def test_tables_and_connections_are_counted_too(sqlite: str) -> None:
    async with node(sqlite, tables_rate=0.05, sockets=2) as here, players(here.base, "Ann", "Ben") as (ann, ben):
        bodies = [await ann.call("POST", "/tables", {"game": "hilo", "seats": 2}, expect=201) for _ in range(3)]
        assert len({body["id"] for body in bodies}) == 3
        await ann.post("/tables", {"game": "hilo", "seats": 2}, expect=429)
        second = await ann.elsewhere(here.base)
        with pytest.raises(InvalidStatus):
            await ann.elsewhere(here.base)
        await (await ben.elsewhere(here.base)).gone()
        await second.gone()
        await (await ann.elsewhere(here.base)).gone()


async def test_lines_of_chat_are_counted_by_person(sqlite: str) -> None:
    async with node(sqlite, chat_rate=0.1) as here, players(here.base, "Ann", "Ben") as (ann, ben):
        table, _ = await watched("hilo", [ann, ben])
        tab = await ann.elsewhere(here.base)
        lines = [(ann, "first"), (tab, "second"), (ben, "third")]
        answers = [one.expect(lambda told: told["type"] in ("ack", "refused")) for one, _ in lines]
        for one, key in lines:
            await one.say({"type": "say", "id": key, "table": table, "text": "Hm."})
        assert sorted([(await answer)["type"] for answer in answers[:2]]) == ["ack", "refused"]
        assert (await answers[2])["type"] == "ack"
        await tab.gone()


async def test_one_socket_watches_so_many_tables(here: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "MOST_TABLES", 2)
    async with players(here.base, "Ann") as (ann,):
        tables = [await ann.open_table("hilo", 2) for _ in range(3)]
        told = [await ann.watch(table) for table in (*tables, tables[0])]
        assert [one["type"] for one in told] == ["update", "update", "refused", "update"]
        await ann.say({"type": "leave", "table": tables[0]})
        assert (await ann.watch(tables[2]))["type"] == "update"


# Sizes


@pytest.mark.parametrize("announced", [True, False])
async def test_a_body_has_a_largest_size(here: Node, announced: bool) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(5):
            yield b" " * (LARGEST_BODY // 4)

    content = b" " * (LARGEST_BODY + 1) if announced else pieces()
    answer = await raw(here.base, "POST", "/api/v1/me", content=content, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["type"]) == (413, "refused")


async def test_a_message_has_a_largest_size(here: Node) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        assert ann.socket is not None
        answer = ann.expect(lambda told: told["type"] == "refused")
        await ann.socket.send(" " * (LARGEST_MESSAGE + 1))
        assert refusal(await answer)[0] == "format"
        await ann.ping()
        await ann.socket.send(" " * (LARGEST_MESSAGE * 4 + 1))
        await ann.socket.wait_closed()
        assert ann.socket.close_code == 1009
        await ben.ping()


async def test_headers_have_a_largest_size(here: Node) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", int(here.base.rpartition(":")[2]))
    writer.write(b"GET /api/v1/me HTTP/1.1\r\nHost: here\r\nX-Long: " + b"x" * 1_000_000 + b"\r\n\r\n")
    try:
        assert re.match(rb"HTTP/1.1 4\d\d ", await reader.read())
    except ConnectionError:
        await raw(here.base, "GET", "/health")
    finally:
        writer.close()


@pytest.mark.parametrize("depth", [100, 1_000, 10_000])
async def test_a_body_may_be_nested_as_deep_as_it_likes(here: Node, depth: int) -> None:
    async with players(here.base, "Ann") as (ann,):
        options = '{"a":' * depth + "1" + "}" * depth
        body = f'{{"game":"hilo","seats":2,"options":{options}}}'
        answer = await ann.http.post("/api/v1/tables", content=body, headers={"content-type": "application/json"})
        assert (answer.status_code, answer.json()["type"]) == (400, "refused")


# Plain text

NASTY = {
    "<b>&\"'</b>": "<b>&\"'</b>",
    "a\u202eb\u2066c": "a b c",
    "a\r\nb\tc": "a b c",
    "a\0b\x1b[31m": "a b [31m",
    "\ufeff\u200b ok": "ok",
    "Zoë 🎲": "Zoë 🎲",
    "{{7*7}}${7*7}": "{{7*7}}${7*7}",
}


@pytest.mark.parametrize("nasty", NASTY, ids=ascii)
async def test_names_and_chat_are_one_line_of_plain_text(here: Node, nasty: str) -> None:
    async with players(here.base, nasty, "Ben") as (ann, ben):
        table = await ann.open_table("hilo", 2)
        await ben.sit(table, 1, name=nasty)
        await ann.watch(table)
        said = ben.expect(lambda told: told["type"] == "chat")
        told = await ben.watch(table)
        await ann.say({"type": "say", "id": "c", "table": table, "text": nasty})
        heard = await said
        (kept,) = await ben.get(f"/tables/{table}/chat")
        chairs = told["info"]["chairs"]
        names = [one["name"].removesuffix(" (Red)") for one in (heard, kept)]  # both have the same
        texts = [*names, heard["text"], kept["text"], (await ann.get("/me"))["name"]]
        texts += [chair["name"] for chair in chairs]
        assert set(texts) == {NASTY[nasty]}


@pytest.mark.parametrize("blank", ["\u200b", "\u3164", "\u2800", "\u115f\u1160", "\u0301"], ids=ascii)
async def test_a_name_can_be_seen(here: Node, blank: str) -> None:
    answer = await raw(here.base, "POST", "/api/v1/me", json={"name": blank})
    assert (answer.status_code, refusal(answer.json())[1][:12]) == (403, "A name needs")


async def test_nobody_forges_a_line_of_the_log(here: Node, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "pasch.access"):
        await raw(here.base, "GET", "/api/v1/tables/x%0d%0aERROR%1b[2J%e2%80%a8")
    (seen,) = (record for record in caplog.records if record.name == "pasch.access")
    assert Lines("%(message)s").format(seen).isprintable()
    assert len(re.split("[\r\n]", JsonLines().format(seen))) == 1


# Foreign seats and tables


async def test_nobody_moves_before_the_match_after_it_or_elsewhere(here: Node) -> None:
    async with players(here.base, "Ann", "Ben", "Sue") as (ann, ben, sue):
        lobby = await sue.open_table("hilo", 2)
        assert refusal(await sue.move(lobby, 0, 0, HIGH))[1] == "The match has not begun yet."
        assert refusal(await ann.undo(lobby, 0, 0))[0] == "table"
        over = await finished([ann, ben])
        assert refusal(await ann.move(over, 0, 99, HIGH))[1] == "The match is over."
        assert refusal(await sue.move(over, 0, 99, HIGH))[1] == "That is not your seat."
        table, version = await watched("hilo", [ann, ben])
        for seat, player in ((1, ann), (0, sue), (5, ann)):
            assert refusal(await player.move(table, seat, version, LOW))[1] == "That is not your seat."
            assert refusal(await player.undo(table, seat, version))[1] == "That is not your seat."
        assert refusal(await ann.move("NOWHERE", 0, version, LOW))[0] == "missing"
        assert here.node.tables.by_id[table].table.version == version


async def test_without_spectators_whoever_waited_in_the_lobby_hears_no_more(here: Node) -> None:
    async with players(here.base, "Ann", "Ben", "Sue") as (ann, ben, sue):
        table = await ann.open_table("hilo", 2, spectators=False)
        await ben.sit(table, 1)
        await sue.watch(table)
        await ann.watch(table)
        await ann.post(f"/tables/{table}/begin")
        await ann.move(table, 0, ann.latest(table)["version"], HIGH)
        await sue.ping()
        assert all(told["info"]["stage"] == "lobby" for told in sue.heard if told["type"] == "update")


async def test_without_spectators_strangers_read_no_record(here: Node) -> None:
    async with players(here.base, "Ann", "Ben", "Sue") as (ann, ben, sue):
        table = await finished([ann, ben], spectators=False)
        await ben.get(f"/tables/{table}/record")
        for part in ("record", "story", "review", "chat"):
            await sue.get(f"/tables/{table}/{part}", expect=403)


# What a database cannot store or must not tell


async def test_a_letter_that_no_database_takes_does_no_harm(database: str) -> None:
    async with node(database) as here, players(here.base, "Ann", "Ben") as (ann, ben):
        await ann.get("/tables/%00", expect=404)
        assert refusal(await ann.watch("a\0b"))[0] == "format"
        table, version = await watched("hilo", [ann, ben])
        assert refusal(await ann.move(table, 0, version, HIGH, key="\0"))[0] == "format"
        assert (await ben.move(table, 1, version, HIGH))["type"] == "update"


async def test_what_goes_wrong_in_the_database_is_told_without_its_values(database: str) -> None:
    engine = engine_for(database)
    with pytest.raises(sa.exc.DBAPIError) as error:
        async with engine.connect() as connection:
            await connection.execute(sa.text("SELECT * FROM nowhere WHERE secret = :secret"), {"secret": "hush"})
    await engine.dispose()
    assert "hush" not in str(error.value)
