"""The socket: what is told, moves and their ids, refusals, rejoining, taking back."""

from typing import Any

import msgspec
import pytest

from pasch import __version__
from pasch.engine.fair import check
from pasch.engine.record import Record
from pasch.games import GAMES
from pasch.server.http.socket import LARGEST_MESSAGE
from pasch.server.live.messages import PROTOCOL
from tests.server.client import Player, players
from tests.server.nodes import Node, node
from tests.server.scenes import HIGH, LOW, match_of, watched

pytestmark = pytest.mark.anyio

KEEP = {"type": "keep"}


def events(told: dict[str, Any], seat: int = 0) -> list[dict[str, Any]]:
    """What the first of a reader's seats, or another, was told to have happened."""
    found: list[dict[str, Any]] = told["seats"][seat]["events"]
    return found


async def answered(player: Player, message: Any) -> dict[str, Any]:
    """The next refusal, or the pong, after a message."""
    assert player.socket is not None
    found = player.expect(lambda told: told["type"] in ("refused", "pong"))
    await player.socket.send(message)
    return await found


# Being told


async def test_everybody_is_welcomed_by_name(here: Node) -> None:
    async with players(here.base, "Ann") as (ann,):
        await ann.ping()
        welcome = {"type": "welcome", "protocol": PROTOCOL, "server": __version__, "name": "Ann"}
        assert ann.heard[0] == welcome
        stranger = await Player(here.base).plug_in()
        await stranger.ping()
        assert stranger.heard[0] == {**welcome, "name": None}
        await stranger.gone()


async def test_a_seat_is_told_the_whole_view_its_moves_and_the_version(here: Node) -> None:
    async with players(here.base, "Ann", "Ben", "Sue") as (ann, ben, sue):
        table = await match_of("hilo", [ann, ben])
        told = await ben.watch(table)
        assert (told["type"], told["version"], told["waiting"], told["rule"]) == ("update", 8, [0, 1], "H2")
        assert (told["info"]["stage"], told["info"]["yours"]) == ("playing", [1])
        (news,) = told["seats"]
        assert (news["seat"], news["moves"], news["events"]) == (1, [HIGH, LOW], [])
        card = news["view"]["cards"][1]
        assert news["view"]["cards"] == [0, card]
        assert card in range(1, 7)
        (spectator,) = (await sue.watch(table))["seats"]
        assert (spectator["seat"], spectator["moves"], spectator["view"]["cards"]) == (None, [], [0, 0])
        (own,) = (await ann.watch(table))["seats"]
        assert own["view"]["cards"][1] == 0


async def test_before_the_match_watchers_see_who_sits_down(here: Node) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        table = await ann.open_table("hilo", 2)
        assert (await ann.watch(table))["seats"] == []
        sat = ann.expect(lambda told: told["type"] == "update")
        await ben.sit(table, 1)
        assert (await sat)["info"]["chairs"][1]["name"] == "Ben"
        begun = ann.expect(lambda told: told["type"] == "update")
        await ben.post(f"/tables/{table}/begin")
        assert [event["type"] for event in events(await begun)] == ["deal"]


async def test_a_move_is_told_to_all_and_acknowledged_to_whoever_made_it(here: Node) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        table, version = await watched("sack", [ann, ben])
        move = ann.latest(table)["seats"][0]["moves"][0]
        told_to_ben = ben.expect(lambda told: told["type"] == "update")
        told = await ann.move(table, 0, version, move, key="mine")
        assert (told["ack"], told["version"]) == ("mine", version + 1)
        assert "info" not in told, "nobody sat down"
        heard = await told_to_ben
        assert "ack" not in heard
        assert events(told) == events(heard) == [{"n": version, "seat": 0, **move}]
        assert told["seats"][0]["view"] == heard["seats"][0]["view"], "all is open in this game"
        assert heard["seats"][0]["moves"] == []


async def test_whoever_does_not_watch_gets_a_bare_acknowledgement(here: Node) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        table, version = await watched("hilo", [ann, ben])
        await ann.say({"type": "leave", "table": table})
        assert await ann.move(table, 0, version, HIGH, "x") == {
            "type": "ack",
            "id": "x",
            "table": table,
            "version": version + 1,
        }


async def test_moves_come_with_what_they_would_bring_where_that_is_wanted(here: Node) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        table, version = await watched("twentyone", [ann, ben])
        assert "effects" not in ann.latest(table)["seats"][0]
        (news,) = (await ann.watch(table, effects=True))["seats"]
        assert len(news["effects"]) == len(news["moves"]) == 2
        (news,) = (await ann.move(table, 0, version, KEEP))["seats"]
        assert len(news["effects"]) == len(news["moves"])
        assert all("row" in effect for effect in news["effects"])


async def test_two_windows_of_one_person_are_told_the_same(here: Node) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        table, version = await watched("hilo", [ann, ben])
        other = await ann.elsewhere(here.base)
        assert (await other.watch(table))["seats"] == ann.latest(table)["seats"]
        heard = other.expect(lambda told: told["type"] == "update")
        told = await ann.move(table, 0, version, HIGH)
        seats = (await heard)["seats"]
        assert (told["seats"], seats[0]["events"][0]["word"]) == (seats, "high")
        assert (await other.move(table, 0, version, LOW))["rule"] == "stale"
        await other.gone()


async def test_one_window_with_two_seats_has_news_for_each(here: Node) -> None:
    async with players(here.base, "Ann") as (ann,):
        table = await ann.open_table("hilo", 2)
        await ann.post(f"/tables/{table}/seats/1", {"type": "guest", "name": "Opa"})
        await ann.post(f"/tables/{table}/begin")
        told = await ann.watch(table)
        assert [news["seat"] for news in told["seats"]] == [0, 1]
        assert [bool(card) for card in told["seats"][0]["view"]["cards"]] == [True, False]
        told = await ann.move(table, 1, told["version"], LOW)
        assert [events(told, seat)[0]["type"] for seat in (0, 1)] == ["concealed", "say"]


# Moves, and what is refused


async def test_a_stale_move_is_refused_with_how_it_stands(here: Node) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        table, version = await watched("sack", [ann, ben])
        first, *_, last = ann.latest(table)["seats"][0]["moves"]
        await ann.move(table, 0, version, first)
        shown = ann.expect(lambda told: told["type"] == "update")
        refused = await ann.move(table, 0, version, last, key="late")
        assert (refused["type"], refused["rule"], refused["id"]) == ("refused", "stale", "late")
        told = await shown
        assert (told["version"], told["seats"][0]["view"]["seat"]) == (version + 1, 0)
        assert "ack" not in told
        assert len(await here.node.storage.entries(table)) == version + 1


async def test_a_repeated_id_is_acknowledged_again_and_not_applied_again(here: Node) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        table, version = await watched("sack", [ann, ben])
        move = ann.latest(table)["seats"][0]["moves"][0]
        await ann.move(table, 0, version, move, key="once")
        for _ in range(2):
            again = await ann.move(table, 0, version, move, key="once")
            assert again == {"type": "ack", "id": "once", "table": table, "version": version + 1}
        assert len(await here.node.storage.entries(table)) == version + 1
        assert (await ben.move(table, 1, version + 1, move, key="once"))["type"] == "refused", "an id is a seat's own"


async def test_a_repeated_id_is_known_after_a_restart(database: str) -> None:
    async with node(database) as here, players(here.base, "Ann", "Ben") as (ann, ben):
        table, version = await watched("hilo", [ann, ben])
        await ann.move(table, 0, version, HIGH, key="once")
    async with node(database) as here:
        ann = await ann.elsewhere(here.base)
        again = await ann.move(table, 0, version, HIGH, key="once")
        assert (again["type"], again["version"]) == ("ack", version + 1)
        assert len(await here.node.storage.entries(table)) == version + 1
        await ann.gone()


async def test_a_refusal_names_the_rule_speaks_the_clients_language_and_changes_nothing(here: Node) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        table, version = await watched("sack", [ann, ben])
        dice = set(ann.latest(table)["seats"][0]["view"]["hand"])
        die = next(face for face in range(1, 7) if face not in dice)
        wrong = {"type": "place", "die": die, "board": 1}
        english = await ann.move(table, 0, version, wrong)
        await ann.say({"type": "hello", "protocol": PROTOCOL, "lang": "de"})
        german = await ann.move(table, 0, version, wrong)
        assert (english["rule"], english["reason"]) == ("S10", f"You have no {die} in hand.")
        assert (german["rule"], german["reason"]) == ("S10", f"Eine {die} hast du nicht in der Hand.")
        assert (await ben.move(table, 1, version, wrong))["reason"] == "Seat 0 decides now, not seat 1."
        german = await ann.move(table, 0, version, {"type": "fly"})
        assert (german["rule"], german["reason"][:25]) == ("format", "Diesen Zug gibt es nicht:")
        assert (await ann.watch("NOWHERE"))["reason"] == "Diesen Tisch gibt es nicht."
        assert len(await here.node.storage.entries(table)) == version


async def test_the_language_comes_from_the_browser_until_the_client_says_it(here: Node) -> None:
    stranger = await Player(here.base).plug_in(**{"Accept-Language": "de-AT,de;q=0.9"})
    assert (await stranger.watch("NOWHERE"))["reason"] == "Diesen Tisch gibt es nicht."
    await stranger.say({"type": "hello", "protocol": PROTOCOL, "lang": "en"})
    assert (await stranger.watch("NOWHERE"))["reason"] == "There is no such table."
    await stranger.gone()


# Rejoining


async def test_rejoining_with_the_last_version_brings_what_was_missed(here: Node) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        table, version = await watched("hilo", [ann, ben])
        await ben.say({"type": "leave", "table": table})
        await ann.move(table, 0, version, HIGH)
        told = await ben.watch(table, version=version)
        assert (told["version"], events(told)) == (version + 1, [{"n": version, "seat": 0, "type": "concealed"}])
        assert events(await ben.watch(table, version=version + 1)) == [], "nothing was missed"
        assert events(await ben.watch(table)) == [], "nothing is known, nothing is missed"
        await ben.say({"type": "leave", "table": table})
        await ben.move(table, 1, version, LOW)
        told = await ben.watch(table, version=version + 1)
        concealed, own, roll = events(told)
        assert concealed == {"n": version, "seat": 0, **HIGH}, "what was concealed comes in full"
        assert (own, roll["type"], roll["n"]) == ({"n": version + 1, "seat": 1, **LOW}, "roll", version + 2)
        dealt = events(await ben.watch(table, version=0))[0]
        assert (dealt["type"], dealt["cards"][0]) == ("deal", 0), "the other's card was never Ben's to see"
        assert told["result"]["places"]


async def test_what_comes_later_than_a_rejoin_comes_as_usual(here: Node) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        table, version = await watched("hilo", [ann, ben])
        await ann.move(table, 0, version, HIGH)
        await ben.unplug()
        await ben.plug_in()
        assert events(await ben.watch(table, version=version + 1)) == []
        told = await ben.move(table, 1, version, HIGH)
        assert [event["type"] for event in events(told)] == ["say", "say", "roll"]


# Taking back


async def test_ones_own_last_choice_is_taken_back_and_all_are_told(here: Node) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        table, version = await watched("sack", [ann, ben])
        before = ann.latest(table)["seats"][0]
        assert (await ann.undo(table, 0, version))["reason"].startswith("That can no longer be taken back")
        told = await ann.move(table, 0, version, before["moves"][0])
        assert told["seats"][0]["undo"] is True
        assert (await ben.undo(table, 0, version + 1))["reason"] == "That is not your seat."
        heard = ben.expect(lambda told: told["type"] == "update")
        told = await ann.undo(table, 0, version + 1, key="back")
        assert (told["ack"], told["version"]) == ("back", version + 2)
        assert events(told) == events(await heard) == [{"n": version + 1, "seat": 0, "type": "undone"}]
        assert (told["seats"][0]["view"], told["seats"][0]["moves"]) == (before["view"], before["moves"])
        assert "undo" not in told["seats"][0]
        assert (await ann.undo(table, 0, version + 2, key="back"))["type"] == "ack", "it was taken back already"
        assert (await ann.move(table, 0, version + 1, before["moves"][0]))["rule"] == "stale"
        assert (await ann.move(table, 0, version + 2, before["moves"][-1]))["type"] == "update"


async def test_a_choice_face_down_is_taken_back_without_being_shown(here: Node) -> None:
    async with players(here.base, "Ann", "Ben") as (ann, ben):
        table, version = await watched("hilo", [ann, ben])
        told = await ann.move(table, 0, version, HIGH)
        assert told["seats"][0]["undo"] is True
        told = await ann.undo(table, 0, version + 1)
        assert (told["waiting"], told["seats"][0]["moves"]) == ([0, 1], [HIGH, LOW])
        assert (await ann.get("/me/tables"))[0]["waiting_for_me"]
        await ann.move(table, 0, version + 2, LOW)
        assert (await ann.undo(table, 0, version + 1))["rule"] == "stale", "this choice was never seen there"
        told = await ben.move(table, 1, version, HIGH)
        assert [event.get("word") for event in events(told)] == ["low", "high", None]
        assert '"seat":0,"type":"say","word":"high"' not in "".join(ben.bytes)
        assert (await ann.undo(table, 0, told["version"]))["type"] == "refused"
        record = msgspec.convert(await ann.get(f"/tables/{table}/record"), Record)
        assert [event.get("word") for event in record.events] == [None, "low", "high", None]
        check(record, GAMES)


# Manners of speaking


async def test_what_is_not_understood_is_refused_and_the_socket_stays(here: Node) -> None:
    async with players(here.base, "Ann") as (ann,):
        for message in (
            "",
            "hello",
            "[]",
            '{"type":"fly"}',
            '{"type":"watch"}',
            '{"type":"watch","table":7}',
            '{"type":"watch","table":"X","version":-1}',
            '{"type":"ping","extra":1}',
            '{"type":"hello","protocol":1,"lang":"fr"}',
            '{"type":"move","id":"","table":"X","seat":0,"version":0,"move":{}}',
            '{"type":"move","id":"a","table":"X","seat":6,"version":0,"move":{}}',
            b"\xff\xfe",
            "[" * 5000,
            " " * (LARGEST_MESSAGE + 1),
        ):
            refused = await answered(ann, message)
            assert (refused["type"], refused["rule"]) == ("refused", "format"), message
        assert (await answered(ann, b'{"type":"ping"}'))["type"] == "pong"


async def test_another_protocol_is_refused_by_number(here: Node) -> None:
    async with players(here.base, "Ann") as (ann,):
        refused = await answered(ann, '{"type":"hello","protocol":99,"lang":"de"}')
        assert (refused["rule"], refused["reason"][:28]) == ("format", "Hier wird Protokoll 1 gespro")
        assert (await answered(ann, '{"type":"ping"}'))["time"] > 0
