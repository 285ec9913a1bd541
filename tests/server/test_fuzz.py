"""Anything may be sent: no answer is a 500, no socket is broken off, no table is stuck.

HTTP is fuzzed from the server's own schema; the socket with messages that are almost those of the protocol.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from itertools import count
from random import Random
from threading import Thread
from typing import Any, get_args

import msgspec
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode, checks
from schemathesis.core.result import Ok
from websockets.sync.client import connect

from pasch.games import GAMES
from pasch.games.weights import is_learned
from pasch.server.http import bodies, circle_bodies
from pasch.server.http.app import create_app
from pasch.server.http.identity import COOKIE
from pasch.server.live import messages
from pasch.server.settings import Settings
from pasch.server.table.seats import Setup
from tests.scale import scaled
from tests.server.nodes import Node, node
from tests.server.scenes import KINDS, database_for

pytestmark = [
    pytest.mark.filterwarnings(f"ignore:{said}")
    for said in (
        "Do not use the `random` module:hypothesis.errors.HypothesisDeprecationWarning",
        "Generating overly large repr:hypothesis.errors.HypothesisWarning",
    )
]
"""It is the server that does, at the same time, in its own thread; and to say so, the strategy is written out."""

AnyCase = Case[Any]
SCHEMA = schemathesis.openapi.from_dict(
    msgspec.json.decode(
        msgspec.json.encode(create_app(Settings(database="sqlite:///unused.db")).openapi_schema.to_schema())
    )
)
OPERATIONS = {found.ok().label: found.ok() for found in SCHEMA.get_all_operations() if isinstance(found, Ok)}
CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
    checks.response_headers_conformance,
]
TIMEOUT = 30
MOST_ROUNDS = 2000


def tries(here: Node, examples: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """So many of them over SQLite; over PostgreSQL, where only the storage differs, some."""
    share = 1 if here.node.settings.database.startswith("sqlite") else 4
    every = list(HealthCheck)
    return settings(max_examples=max(1, examples // share), deadline=None, database=None, suppress_health_check=every)


# A server in a thread of its own


@contextmanager
def running(database: str) -> Iterator[Node]:
    ready: Future[tuple[Node, Callable[[], object]]] = Future()

    async def serve() -> None:
        loop, end = asyncio.get_running_loop(), asyncio.Event()
        async with node(database, contact="mailto:host@example.org") as here:
            ready.set_result((here, lambda: loop.call_soon_threadsafe(end.set)))
            await end.wait()

    thread = Thread(target=asyncio.run, args=[serve()])
    thread.start()
    here, end = ready.result(TIMEOUT)
    try:
        yield here
    finally:
        end()
        thread.join(TIMEOUT)


@pytest.fixture(scope="module", params=KINDS)
def here(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    with running(database_for(request, tmp_path_factory.mktemp("fuzz"))) as one:
        yield one


@pytest.fixture(autouse=True)
def complaints(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Whatever comes, the server has nothing to complain about."""
    with caplog.at_level(logging.WARNING):
        yield
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []


numbers = count()


class Person:
    """Somebody with a name, who plays at tables."""

    def __init__(self, here: Node, name: str, open_things: ExitStack) -> None:
        self.base = here.base
        self.session = open_things.enter_context(requests.Session())
        self.post("/me", {"name": name})
        cookie = {"Cookie": f"{COOKIE}={self.session.cookies[COOKIE]}"}
        address = self.base.replace("http", "ws", 1) + "/api/v1/socket"
        self.socket = open_things.enter_context(
            connect(address, additional_headers=cookie, compression=None, max_size=None)
        )
        self.told: dict[str, Any] = {}

    def post(self, path: str, body: Any = None) -> Any:
        answer = self.session.post(f"{self.base}/api/v1{path}", json=body, timeout=TIMEOUT)
        assert answer.ok, answer.text
        return answer.json()

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def settle(self) -> None:
        """Hear everything that was told by now. A socket that was broken off has no answer."""
        nowhere = f"nowhere {next(numbers)}"
        self.say(type="watch", table=nowhere)
        told: dict[str, Any] = {}
        while told.get("table") != nowhere:
            told = json.loads(self.socket.recv(TIMEOUT))
            if told["type"] == "update" and told["seats"]:
                self.told[told["table"]] = told


@pytest.fixture(scope="module")
def people(here: Node) -> Iterator[list[Person]]:
    with ExitStack() as open_things:
        yield [Person(here, name, open_things) for name in ("Ann", "Ben")]


def begun(game: str, people: list[Person]) -> str:
    """A match that both watch."""
    ann, ben = people
    hints = {"hints": "ask", "tutor": True} if is_learned(GAMES[game]) else {}
    table: str = ann.post("/tables", {"game": game, "seats": 2, **hints})["id"]
    ben.post(f"/tables/{table}/seats/1", {"type": "me"})
    ann.post(f"/tables/{table}/begin")
    for person in people:
        person.say(type="watch", table=table)
        person.settle()
    return table


def play_out(people: list[Person], table: str, choice: Random) -> None:
    """The table is not stuck: the match can be played to its end by what is offered."""
    for _ in range(MOST_ROUNDS):
        if people[0].told[table].get("result"):
            return
        for person in people:
            person.settle()
            told = person.told[table]
            for news in told["seats"]:
                offered = [move for move in news["moves"] if move["type"] == "score"] or news["moves"]
                if offered:
                    where = {"table": table, "seat": news["seat"], "version": told["version"]}
                    person.say(type="move", id=f"end{next(numbers)}", move=choice.choice(offered), **where)
    raise AssertionError(f"no end: {people[0].told[table]}")


# HTTP


UNKNOWN = st.sampled_from([True, False, False, False])
"""Most requests come from somebody who has a name."""
FIELDS = {
    field.encode_name
    for body in (
        *(bodies.NewMe, bodies.Restore, bodies.SignOut, bodies.NewTable, bodies.TakeSeat, bodies.SeatBot, Setup),
        *(bodies.Confirm, bodies.UseCode, bodies.Erase, bodies.NewNudges, bodies.Subscribe, bodies.UsePasskey),
        *(circle_bodies.NewCircle, circle_bodies.NewEvening, circle_bodies.Coming, circle_bodies.NewClub),
        *(circle_bodies.Pause, circle_bodies.NewRound, circle_bodies.NewHook),
    )
    for field in msgspec.structs.fields(body)
}


LOCAL = {"Host": "localhost", "Origin": "http://localhost"}


def lobby_of(ann: Person) -> str:
    """A table that could begin."""
    table: str = ann.post("/tables", {"game": "hilo", "seats": 3})["id"]
    ann.post(f"/tables/{table}/seats/1", {"type": "guest", "name": "Opa"})
    return table


@pytest.fixture(scope="module")
def tables(people: list[Person]) -> list[str]:
    """Tables that somebody can meet: closed, over, foreign, begun."""
    ann, ben = people
    closed, over = lobby_of(ann), begun("hilo", people)
    ann.post(f"/tables/{closed}/close")
    play_out(people, over, Random(1))
    return [closed, over, lobby_of(ben), begun("kniffel", people)]


@pytest.fixture(scope="module")
def doors(people: list[Person]) -> dict[str, str]:
    """A circle that both are in, with a club evening; and a calendar."""
    ann, ben = people
    made: dict[str, str] = ann.post("/circles", {"name": "Sunday", "felt": "hilo"})
    ben.post(f"/invitations/{made['link']}")
    ann.post(f"/circles/{made['id']}/club", {"rounds": 2})
    return {"circle": made["id"], "link": made["link"], "token": ann.post("/me/calendar")["token"]}


def mended(case: AnyCase, table: str, game: str, doors: dict[str, str]) -> None:
    """Make a request meet a real table, a real circle and a real game, on a page that may know passkeys."""
    case.headers.update(LOCAL)
    for name, value in {"table": table, **doors}.items():
        if name in (case.path_parameters or {}):
            case.path_parameters[name] = value
    if isinstance(case.body, dict):
        case.body = {name: value for name, value in case.body.items() if name in {"type", *FIELDS}}
        if "game" in case.body:
            case.body |= {"game": game, "seats": 3, "options": {}, "stand_in": "greedy"}
            case.body.pop("bots", None)


VALID, INVALID = GenerationMode.POSITIVE, GenerationMode.NEGATIVE
EXAMPLES = {VALID: scaled(3, 40), INVALID: scaled(2, 24)}


@pytest.mark.parametrize(
    ("label", "mode"),
    [
        (label, mode)
        for label, operation in OPERATIONS.items()
        for mode in (VALID, INVALID)
        if mode is VALID or operation.path_parameters or operation.body
    ],
)
def test_every_answer_is_one_that_the_schema_knows(
    here: Node, people: list[Person], tables: list[str], doors: dict[str, str], label: str, mode: GenerationMode
) -> None:
    met = [lobby_of(people[0]), *tables]

    @tries(here, EXAMPLES[mode])
    @given(OPERATIONS[label].as_strategy(generation_mode=mode), st.integers(0, 5), st.sampled_from([*GAMES]), UNKNOWN)
    def ask(case: AnyCase, at: int, game: str, is_unknown: bool) -> None:
        if at < len(met):
            mended(case, met[at], game, doors)
        session = None if is_unknown else people[0].session
        case.call_and_validate(base_url=here.base, session=session, checks=CHECKS, timeout=TIMEOUT)

    ask()


# The socket

NOT_MUCH = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda some: st.lists(some, max_size=4) | st.dictionaries(st.text(max_size=8), some, max_size=4),
    max_leaves=8,
)
NASTY: st.SearchStrategy[Any] = st.sampled_from(
    ["\0", "", "x" * 41, "\ud800", -1, 2**31, 2**63, 2**64, 1e308, True, None, {}, []]
)
HERE, ELSEWHERE, NOW, OFFERED = "{here}", "{elsewhere}", "{now}", "{offered %d}"
"""Stand for what is known only when the message is sent."""
RIGHT: dict[str, st.SearchStrategy[Any]] = {
    "id": st.sampled_from(["a", "b"]) | st.text(min_size=1, max_size=40),
    "table": st.sampled_from([HERE, HERE, HERE, ELSEWHERE, "NOWHERE"]),
    "seat": st.integers(0, 2),
    "version": st.just(NOW) | st.integers(0, 30),
    "move": st.integers(0, 9).map(lambda at: OFFERED % at) | NOT_MUCH,
    "text": st.text(max_size=320),
    "protocol": st.just(messages.PROTOCOL) | st.integers(),
    "lang": st.sampled_from(["de", "en", "fr"]),
    "effects": st.booleans(),
    "people": st.booleans(),
    "on": st.booleans(),
    "word": st.sampled_from([*get_args(messages.Word), "no such word"]),
    "tell": st.sampled_from(["de", "en", None, "fr"]),
    "ask": st.sampled_from(["de", "en", None, "fr"]),
    "kind": st.sampled_from(["three", "rank", "tip", "question"]),
}


def almost(kind: Any) -> st.SearchStrategy[str]:
    """Messages of one kind: most of them right, some with a value or a field that is not."""
    tag = {"type": st.just(kind.tag)}
    right = {field.encode_name: RIGHT[field.encode_name] for field in kind.fields}
    wrong = {name: values | NASTY | NOT_MUCH for name, values in right.items()}
    most = [st.fixed_dictionaries(tag | right)] * 3
    odd = [st.fixed_dictionaries(tag | wrong), st.fixed_dictionaries(tag, optional={**wrong, "more": NOT_MUCH})]
    return st.one_of(*most, *odd).map(json.dumps)


KINDS_OF_MESSAGE = msgspec.inspect.type_info(messages.Incoming)
assert isinstance(KINDS_OF_MESSAGE, msgspec.inspect.UnionType)
ANYTHING: st.SearchStrategy[Any] = st.one_of(
    *map(almost, KINDS_OF_MESSAGE.types), NOT_MUCH.map(json.dumps), st.binary(), st.text()
)


def sendable(message: Any, person: Person, table: str, elsewhere: str) -> Any:
    """A message with the names, versions and moves of the moment."""
    if isinstance(message, bytes):
        return message
    told = person.told[table]
    moves = [move for news in told["seats"] for move in news["moves"]] or [None]
    for at in range(10):
        message = message.replace(json.dumps(OFFERED % at), json.dumps(moves[at % len(moves)]))
    message = message.replace(json.dumps(NOW), str(told["version"]))
    return (
        message.replace(HERE, table)
        .replace(ELSEWHERE, elsewhere)
        .encode(errors="surrogatepass")
        .decode(errors="replace")
    )


@pytest.mark.parametrize(
    ("game", "examples"),
    [("hilo", scaled(20, 40)), ("twentyone", scaled(3, 6)), ("sack", scaled(2, 4)), ("kniffel", scaled(2, 3))],
)
def test_whatever_is_said_the_match_can_be_played_to_its_end(
    here: Node, people: list[Person], game: str, examples: int
) -> None:
    elsewhere = people[0].post("/tables", {"game": game, "seats": 2})["id"]

    @tries(here, examples)
    @given(st.lists(st.tuples(st.integers(0, 1), ANYTHING), max_size=25), st.integers(0, 999))
    def talk(said: list[tuple[int, Any]], seed: int) -> None:
        table = begun(game, people)
        for who, message in said:
            people[who].socket.send(sendable(message, people[who], table, elsewhere))
            people[who].settle()
        for person in people:
            person.say(type="watch", table=table)
            person.settle()
        play_out(people, table, Random(seed))
        for person in people:
            person.say(type="leave", table=table)

    talk()
