"""Nobody is told what is hidden from them: every byte of hundreds of matches, held against what its reader may know.

What a message says of a match is made again from the table's log (see `truth.py`), with the true state and with others
that its reader cannot tell from it. It must be the same each time: then it says nothing that the reader may not know.
All the rest of a message has a known shape, and no piece of a secret is in any of it, in any address, in any log.
"""

import asyncio
import re
from base64 import b64encode, urlsafe_b64encode
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, redirect_stderr
from dataclasses import replace
from io import StringIO
from logging import WARNING, getLogger
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from pasch.engine.errors import Refused
from pasch.engine.fair import seal
from pasch.engine.game import Seat
from pasch.engine.language import Text, one_line
from pasch.engine.record import Record
from pasch.games import GAMES
from pasch.server.http import bodies
from pasch.server.http.identity import COOKIE, stored
from pasch.server.live import mine_info, narration, updates
from pasch.server.live.hints import Teller
from pasch.server.live.messages import Chatted, Outgoing, RefusedInfo, TableInfo, encode
from pasch.server.logs import set_up_logs
from pasch.server.store.storage import Storage
from pasch.server.table import permissions, refusals
from pasch.server.table import table as tables
from pasch.server.table.seats import chair_info
from pasch.server.table.steps import BESIDE
from tests.scale import only_in_the_proof, scaled
from tests.server.nodes import laid_out, node
from tests.server.parties import CAST, Party, Witness
from tests.server.truth import Truth
from tests.services import Postgres, Redis

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

PIECE = 12
"""So many characters in a row of a secret, however it is written, are a leak."""
WORD = re.compile(rf"[\w+/-]{{{PIECE},}}", re.ASCII)
SENTENCES = {text.en for text in vars(refusals).values() if isinstance(text, Text)}
BODIES: dict[str, Any] = {
    r"/me": bodies.Me | None,
    r"/me/restore": bodies.Restored,
    r"/me/devices": list[bodies.DeviceInfo],
    r"/me/link": bodies.Link,
    r"/me/code": bodies.NewCode,
    r"/me/code/scan": bodies.Scanned,
    r"/me/export": bodies.MyData,
    r"/me/nudges": bodies.NudgeInfo,
    r"/me/tables": list[mine_info.Mine],
    r"/me/matches": mine_info.FinishedMatches,
    r"/me/statistics": mine_info.Statistics,
    r"/tables/open": mine_info.OpenTablesInfo,
    r"/tables(/[^/]+(/seats/\d(/dice)?|/begin|/close|/rematch|/sit)?)?": TableInfo,
    r"/tables/[^/]+/chat": list[Chatted],
    r"/tables/[^/]+/record": Record,
    r"/tables/[^/]+/story": bodies.Story,
}
"""What each address answers."""
CLIENTS = ("httpx", "httpcore", "websockets.client")
"""These write down what the players do, not what the server does."""


def has_only(kind: Any, data: bytes) -> None:
    """Nothing is in it that does not belong to this type: written again, it is the same."""
    again = encode(msgspec.json.decode(data, type=kind)), encode(msgspec.json.decode(data))
    assert again == (data, data), f"shape: {data.decode()[:500]}"


class Proof:
    """Holds all that the witnesses of some parties were told against the truth."""

    def __init__(self, storage: Storage, parties: list[Party]) -> None:
        self.storage, self.parties = storage, parties
        self.counts: Counter[str] = Counter()
        self.truths: dict[str, Truth] = {}
        self.pieces: dict[str, str] = {}
        """Of secrets, and what they are pieces of."""

    async def learn(self) -> None:
        storage = self.storage
        self._hide("key", await storage.setting("cookie_key", ""))
        for table in [table for party in self.parties for table in party.tables]:
            secret = await storage.secret(table)
            assert secret is not None
            self.truths[table] = Truth(table, secret, await storage.entries(table), self.counts)
            written = secret.hex(), secret.hex().upper(), b64encode(secret).decode(), urlsafe_b64encode(secret).decode()
            for one in written:
                self._hide(table, one)
        for witness in [witness for party in self.parties for witness in party.all]:
            self._hide(f"cookie of {witness.person}", witness.http.cookies.get(COOKIE) or "")
            for answer in witness.answers:
                if answer.url.path.endswith(("/me/link", "/me/code")):
                    self._hide(f"link of {witness.person}", answer.json()["token"])
                    self._hide("stored link", stored(answer.json()["token"]))

    def _hide(self, what: str, secret: str) -> None:
        self.pieces |= {secret[at : at + PIECE]: what for at in range(len(secret) - PIECE + 1)}

    def has_no_secret(self, text: str, but: str = "") -> None:
        for word in WORD.findall(text):
            for at in range(len(word) - PIECE + 1):
                found = self.pieces.get(word[at : at + PIECE], but)
                assert found == but, f"secret: {found} in {text[:500]}"

    def holds(self) -> None:
        for witness in [witness for party in self.parties for witness in party.all]:
            for answer in witness.answers:
                self._answer(witness, answer)
            for handshake in witness.handshakes:
                self.has_no_secret(handshake)
            for text in witness.bytes:
                told = msgspec.json.decode(text)
                if isinstance(told, dict) and "type" in told:
                    self._message(witness, text, told)

    def _answer(self, witness: Witness, answer: httpx.Response) -> None:
        self.counts["answers"] += 1
        path = answer.url.path.removeprefix("/api/v1")
        kind = next(kind for pattern, kind in BODIES.items() if re.fullmatch(pattern, path))
        has_only(kind if answer.is_success else RefusedInfo, answer.content)
        assert answer.is_success or answer.json()["reason"] in SENTENCES, f"refusal: {answer.text}"
        opened = re.fullmatch("/tables/([^/]+)/record", path)
        own_link = f"link of {witness.person}" if path in ("/me/link", "/me/code") else ""
        if path == "/me/export" and answer.is_success:
            self._export(answer.json())
        else:
            self.has_no_secret(answer.text, opened[1] if opened else own_link)
        self.has_no_secret(f"{answer.url}")
        names_me = answer.request.method == "POST" and path in ("/me", "/me/restore")
        self.has_no_secret(f"{answer.headers.raw}", f"cookie of {witness.person}" if names_me else "")
        if answer.is_success and (told := re.fullmatch("/tables/([^/]+)/story", path)):
            self._story(witness, told[1], answer)

    def _export(self, told: Any) -> None:
        """Matches that are over, with their secrets, and nothing else that is secret."""
        for match in told.pop("matches"):
            self.counts["exported"] += 1
            self.has_no_secret(f"{match}", match["table"])
        self.has_no_secret(f"{told}")

    def _story(self, witness: Witness, table: str, answer: httpx.Response) -> None:
        self.counts["stories"] += 1
        asked, told, truth = answer.url.params, answer.json(), self.truths[table]
        moment = truth.moments[told["version"]]
        seat = Seat(int(asked["seat"])) if "seat" in asked else None
        is_played = not moment.is_closed and moment.turn is not None and told["result"] is None
        assert seat is None or not is_played or seat in truth.seats_of(told["version"], witness.person), "eyes"
        lang: Any = witness.tell or "en"
        assert told == truth.story(told["version"], seat, lang, views=asked["views"] == "true"), "story"

    def _message(self, witness: Witness, text: str, told: dict[str, Any]) -> None:
        self.counts[told["type"]] += 1
        self.has_no_secret(text)
        assert not any(truth.secret.decode("latin-1") in text for truth in self.truths.values()), "secret"
        has_only(Outgoing, text.encode())
        match told["type"]:
            case "update":
                self._update(witness, told)
            case "refused":
                self._refusal(witness, told)
            case "ack":
                assert told["id"] in witness.asked, "ack"
            case "hint":
                self._hint(witness, told)
            case "chat":
                assert told["text"] == "Hm.", "chat"
            case "present":
                assert all(re.fullmatch(r"|Ann|Sue|P\d", name) for name in told["watching"]), "present"

    def _update(self, witness: Witness, told: dict[str, Any]) -> None:
        truth, version = self.truths.get(told["table"]), told["version"]
        if truth is None or truth.moments[version].turn is None:
            assert (told["seats"], told["waiting"], told.get("result")) == ([], [], None), "lobby"
            return
        seats: list[Seat | None] = [*truth.seats_of(version, witness.person)]
        assert [news["seat"] for news in told["seats"]] == (seats or [None]), "seats"
        assert told.get("ack") in {None, *witness.asked}, "ack"
        for news in told["seats"]:
            known = truth.known(version, news["seat"])
            assert news.keys() <= {"seat", "events", "view", "moves", "effects", "undo", "scenes"}, "keys"
            assert news["view"] == known["view"], "view"
            assert news["moves"] in ([], known["moves"]), "moves"
            assert news.get("effects", []) in ([], known["effects"]), "effects"
            expected = [truth.event(event["n"], version, news["seat"]) for event in news["events"]]
            assert news["events"] == expected, "events"
            assert all(told.get(name) == known[name] for name in ("rule", "waiting", "result")), "turn"
            self._scenes(witness, truth, version, news)
        if "info" in told:
            assert (told["info"]["seal"], told["info"]["yours"]) == (seal(truth.secret), seats), "info"

    def _scenes(self, witness: Witness, truth: Truth, version: int, news: dict[str, Any]) -> None:
        """Whoever did not ask for scenes is shown none; whoever did, only events that they are told of."""
        assert ("scenes" in news) == (witness.tell is not None), "scenes"
        shown, events = news.get("scenes", []), [event["n"] for event in news["events"]]
        lang: Any = witness.tell
        assert [one["n"] for one in shown] == events[len(events) - len(shown) :], "scenes"
        assert shown == [truth.scene(one["n"], version, news["seat"], lang) for one in shown], "scenes"

    def _hint(self, witness: Witness, told: dict[str, Any]) -> None:
        """Only whoever asked is told, about their own seat, what its view alone says."""
        truth, seat = self.truths[told["table"]], Seat(told["seat"])
        sent = next(one for one in witness.asked[told["id"]] if one["type"] == "hint" or "ask" in one)
        assert seat in truth.seats_of(sent["version"], witness.person), "hint"
        move = sent.get("move")
        meant = None if move is None else msgspec.convert(move, truth.game.moves)
        truth.hint(sent["version"], seat, told, meant, sent.get("lang") or sent["ask"])

    def _refusal(self, witness: Witness, told: dict[str, Any]) -> None:
        if told["reason"] in SENTENCES:
            return
        assert any(self._said(told, sent) for sent in witness.asked[told["id"]] if "move" in sent), "refusal"

    def _said(self, told: dict[str, Any], sent: dict[str, Any]) -> bool:
        """Whether this refusal answers this move."""
        truth = self.truths[sent["table"]]
        try:
            move = msgspec.convert(sent["move"], truth.game.moves)
        except msgspec.ValidationError as error:
            return bool(told["reason"] == f"There is no such move: {one_line(str(error))}")
        self.counts["refused by the rules"] += 1
        since = range(sent["version"], len(truth.moments))
        said = (truth.refusal(version, Seat(sent["seat"]), move) for version in since)
        return (told["rule"], told["reason"]) in said


# The logs, as the server writes them, with everything that it can write


@pytest.fixture
def log() -> Iterator[StringIO]:
    root, written = getLogger(), StringIO()
    before, level = list(root.handlers), root.level
    with redirect_stderr(written):
        set_up_logs("json", "debug")
    for name in CLIENTS:
        getLogger(name).setLevel(WARNING)
    yield written
    root.handlers[:] = before
    root.setLevel(level)
    for name in CLIENTS:
        getLogger(name).setLevel(0)


def log_is_clean(written: StringIO, proof: Proof) -> None:
    lines = [msgspec.json.decode(line) for line in written.getvalue().splitlines()]
    assert any(line["logger"] == "pasch.access" for line in lines), "log"
    # The proof itself takes long, in the same loop: that the node slept meanwhile is no fault of the server.
    faults = [line for line in lines if line["level"] in ("warning", "error", "critical")]
    assert [line for line in faults if line["logger"] != "pasch.clock"] == [], "log"
    proof.has_no_secret(written.getvalue())


# The proof, and that it can fail


Plan = dict[str, tuple[int, int, int]]
"""For each game: how many parties play it, how many matches each of them, and after how many turns they stop."""


async def prove(
    database: str, log: StringIO, plan: Plan, cast: tuple[str, ...] = CAST, redis: str | None = None
) -> Counter[str]:
    """Let parties play at the same time, on two nodes if there is a Redis between them."""
    async with AsyncExitStack() as open_nodes:
        nodes = [await open_nodes.enter_async_context(node(database, redis=redis)) for _ in range(2 if redis else 1)]
        parties = [Party(nodes, game, f"{game}/{number}", cast) for game in plan for number in range(plan[game][0])]
        proof = Proof(nodes[0].node.storage, parties)
        try:
            async with asyncio.TaskGroup() as together:
                for party in parties:
                    together.create_task(party.play(*plan[party.game][1:]))
            await proof.learn()
            await asyncio.to_thread(proof.holds)  # the node goes on meanwhile
        except ExceptionGroup as group:
            raise group.exceptions[0] from group
        finally:
            for witness in [witness for party in parties for witness in party.all]:
                await witness.gone()
    log_is_clean(log, proof)
    proof.counts["matches"] = len(proof.truths)
    return proof.counts


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'pasch.db'}"


async def test_no_byte_tells_what_is_hidden(database: str, log: StringIO) -> None:
    parties, long, short = scaled(1, 5), scaled(5, 15), scaled(2, 5)
    plan = {"hilo": (2 * parties, long, 99), "twentyone": (parties, short, 30), "kniffel": (parties, short, 24)}
    counts, matches = await prove(database, log, plan), parties * 2 * (long + short)
    assert counts["matches"] >= matches
    assert counts["update"] > 25 * matches
    assert counts["other worlds"] > 25 * matches, "most of what is told was told of a state with something hidden"
    assert min(counts["other falls"], counts["concealed"]) > 2.5 * matches
    assert counts["refused by the rules"] > 0.1 * matches
    assert counts["scenes"] > 25 * matches
    assert counts["stories"] > 2.5 * matches
    assert counts["hints"] > 0.1 * matches


async def test_no_byte_tells_what_is_hidden_where_another_node_wrote_it(
    postgres: Postgres, redis: Redis, log: StringIO
) -> None:
    rounds = scaled(1, 2)
    plan = {"hilo": (3, scaled(3, 5), 99), "twentyone": (1, rounds, 24), "kniffel": (1, rounds, 16)}
    counts = await prove(laid_out(postgres), log, plan, redis=redis.url)
    assert min(counts["other worlds"], counts["concealed"], counts["scenes"]) > 100


# Planted faults: each is in what one reader or another is told, and the proof finds it

Fault = Callable[[pytest.MonkeyPatch], None]
seen, view = narration.seen, GAMES["hilo"].view
make_news = updates.Updates._make_news  # noqa: SLF001 it is put back around it


def _other_view(self: Any, seat: Any) -> msgspec.Raw:
    table = self._table
    return msgspec.Raw(encode(table.game.view(table.playing.state, Seat(1 if seat == 0 else 0))))


def _others_news(self: Any, seat: Any, extras: Any) -> msgspec.Raw:
    news = msgspec.json.decode(make_news(self, seat, extras))
    match = self._table.playing
    return msgspec.Raw(encode(news | {"moves": [move for one in self._table.waiting for move in match.moves(one)]}))


def _unmasked(step: Any, seat: Any, table: Any) -> dict[str, Any]:
    return {"n": step.n, **msgspec.to_builtins(step.event.what)} if step.event.seat is None else seen(step, seat, table)


def _unconcealed(step: Any, seat: Any, table: Any) -> dict[str, Any]:
    return seen(step, step.event.seat if step.event.seat is not None else seat, table)


sentences = narration.Scenes._sentences  # noqa: SLF001 it is put back around it


def _untold(self: Any, step: Any, event: Any, seat: Any, names: Any) -> list[str]:
    """Told as it was, not as the seat may know it."""
    if isinstance(step.event.what, BESIDE):
        return sentences(self, step, event, seat, names)
    views = [self._views.of(state, seat) for state in (step.before, step.after)]
    return self._tell(step.event, *views, names, self._lang)  # type: ignore[no-any-return]


def _gossip(patch: pytest.MonkeyPatch) -> None:
    """A game that tells all it knows is not shown what is concealed; unless the table shows it."""
    patch.setattr(narration.Scenes, "_sentences", _untold)
    patch.setitem(narration.TELL, "hilo", lambda event, *_: [f"{event.what}"])


def _through_others(self: Any, state: Any, seat: Any) -> msgspec.Raw:
    return msgspec.Raw(encode(self._table.game.view(state, Seat(1 if seat == 0 else 0))))


def _latest_view(self: Any, state: Any, seat: Any) -> msgspec.Raw:
    table = self._table
    return msgspec.Raw(encode(table.game.view(table.playing.state, seat)))


def _any_eyes(table: Any, person: Any, seat: Any) -> Any:
    return seat


def _identified(chair: Any) -> Any:
    return msgspec.structs.replace(chair_info(chair), name=getattr(chair.sitter, "id", ""))


def _talkative(state: Any, *_: Any) -> Refused:
    return Refused("K2", "", f"Not against {state.hands}.")


def _open_view(state: Any, seat: Any) -> Any:
    return msgspec.structs.replace(view(state, seat), cards=state.cards)


def _hasty_view(state: Any, seat: Any) -> Any:
    return msgspec.structs.replace(view(state, seat), said=state.said)


def _noted(message: Any) -> bytes:
    return encode(message)[:-1] + b',"note":1}'


def _all_hands(self: Any, sentence: str) -> list[str]:
    """The coach looks into everybody's hand."""
    return [f"{sentence} {self._state.hands}"]


def _logged(secret: bytes) -> str:
    getLogger("pasch").debug("sealed %s", secret.hex())
    return seal(secret)


def _put(where: Any, name: str, fault: Any) -> Fault:
    return lambda patch: patch.setattr(where, name, fault)


def _game(game: str, **changes: Any) -> Fault:
    return lambda patch: patch.setitem(GAMES, game, replace(GAMES[game], **changes))


FAULTS: dict[str, tuple[Fault, str]] = {
    "another seat's view": (_put(updates.Updates, "_view", _other_view), "view"),
    "moves of somebody else": (_put(updates.Updates, "_make_news", _others_news), "moves"),
    "the whole deal": (_put(updates, "seen", _unmasked), "events"),
    "a choice too early": (_put(updates, "seen", _unconcealed), "events"),
    "a talkative refusal": (_game("kniffel", explain=_talkative), "refusal"),
    "a game that shows cards": (_game("hilo", view=_open_view), "what falls unseen"),
    "a game that shows choices": (_game("hilo", view=_hasty_view), "what is chosen unseen"),
    "a record in the middle": (_put(permissions, "check_record", lambda _: None), "200"),
    "people's ids": (_put(tables, "chair_info", _identified), "secret"),
    "the secret": (_put(updates, "seal", bytes.hex), "secret"),
    "the secret in the log": (_put(updates, "seal", _logged), "secret"),
    "one field more": (_put(updates, "encode", _noted), "shape"),
    "gossip about a choice": (_gossip, "scenes|story"),
    "all hands in sentences": (_put(narration.Scenes, "_sentences", _untold), "scenes|story"),
    "scenes for other eyes": (_put(narration.Scenes, "view", _through_others), "scenes|story"),
    "scenes of a later time": (_put(narration.Scenes, "view", _latest_view), "scenes|story"),
    "a hint that shows cards": (_put(Teller, "_pieces", _all_hands), "hint"),
    "a story for other eyes": (_put(permissions, "eyes", _any_eyes), "eyes"),
}
OF_KNIFFEL = ("a hint that shows cards", "a talkative refusal", "all hands in sentences")


@pytest.mark.parametrize(
    "fault", [pytest.param(fault, marks=only_in_the_proof(unless=n % 6 == 0)) for n, fault in enumerate(FAULTS)]
)
async def test_the_proof_can_fail(database: str, log: StringIO, monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    plant, found = FAULTS[fault]
    plant(monkeypatch)
    with pytest.raises(AssertionError, match=found):
        await prove(
            database, log, {"kniffel": (1, 1, 60)} if fault in OF_KNIFFEL else {"hilo": (1, 8, 99)}, ("person",)
        )
