"""People, guests, bots and onlookers who play match after match, with all sorts of mischief, and keep all they hear."""

import asyncio
from collections.abc import Callable
from itertools import cycle
from random import Random
from typing import Any

import httpx
import msgspec

from pasch.engine.fair import check
from pasch.engine.record import Record
from pasch.games import GAMES
from pasch.games.weights import is_learned
from pasch.server.http.identity import COOKIE
from tests.server.client import TLS, Player
from tests.server.nodes import Node

ODD_MOVES: list[dict[str, Any]] = [
    {"type": "say", "word": "high"},
    {"type": "say", "word": "maybe"},
    {"type": "keep"},
    {"type": "mark", "colours": ["red", "red"]},
    {"type": "swap", "discard": [6, 6, 6, 6, 6], "draw": 5},
    {"type": "trim", "discard": [1]},
    {"type": "score", "field": "kniffel", "cards": [6, 6, 6, 6, 6]},
]
MISCHIEF = (1, 3)
"""In these of five turns somebody who is asked for a move does something else."""
CAST = ("person", "person", "guest", "bot")
"""Who may sit on a seat."""
TELLS = (None, "de", "en")
"""What people want to be shown scenes in."""


def _is_known(move: dict[str, Any], moves: Any) -> bool:
    try:
        msgspec.convert(move, moves)
    except msgspec.ValidationError:
        return False
    return True


class Witness(Player):
    """A player who keeps every answer with its address and headers, and knows what they asked for."""

    def __init__(self, base: str, tell: str | None = None) -> None:
        super().__init__(base)
        self.tell = tell
        """The language in which this player wants to be shown scenes."""
        self.http = httpx.AsyncClient(base_url=base, timeout=60, verify=TLS, limits=httpx.Limits(keepalive_expiry=1))
        self.answers: list[httpx.Response] = []
        self.asked: dict[str, list[dict[str, Any]]] = {}
        self.handshakes: list[str] = []
        self.http.event_hooks = {"response": [self._keep]}
        self._now: dict[str, dict[str, Any]] = {}
        self._read_to = 0

    async def _keep(self, response: httpx.Response) -> None:
        await response.aread()
        self.answers.append(response)

    async def plug_in(self, **headers: str) -> "Witness":
        await super().plug_in(**headers)
        assert self.socket is not None
        self.handshakes.append(str(self.socket.response and self.socket.response.headers))
        return self

    async def watch(self, table: str, **more: Any) -> dict[str, Any]:
        return await super().watch(table, **more, **({} if self.tell is None else {"tell": self.tell}))

    async def say(self, message: dict[str, Any]) -> None:
        self.asked.setdefault(message.get("id", ""), []).append(message)
        await super().say(message)

    @property
    def person(self) -> str | None:
        return (self.http.cookies.get(COOKIE) or "").partition(".")[0] or None

    async def attempt(self, path: str, body: Any = None) -> httpx.Response:
        """Ask for something that may be refused."""
        return await self.http.post(f"/api/v1{path}", json=body)

    async def attempt_story(self, table: str, seat: int | None, *, views: bool) -> httpx.Response:
        """Ask for what happened as a seat saw it, perhaps somebody else's."""
        asked = {
            "lang": self.tell or "en",
            "views": f"{views}".lower(),
            **({} if seat is None else {"seat": f"{seat}"}),
        }
        return await self.http.get(f"/api/v1/tables/{table}/story", params=asked)

    def now(self, table: str) -> dict[str, Any] | None:
        for told in self.heard[self._read_to :]:
            if told["type"] == "update":
                self._now[told["table"]] = told
        self._read_to = len(self.heard)
        return self._now.get(table)

    async def reached(self, table: str, version: int) -> dict[str, Any]:
        """How it stands, once this player knows of a version."""
        return await self.until(table, lambda told: bool(told["version"] >= version))

    async def until(self, table: str, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while (told := self.now(table)) is None or not wanted(told):
            await asyncio.wait_for(self.expect(lambda told: told["type"] == "update"), 60)
        return told


class Party:
    """Some people, their guests and bots, those who look on, and the matches they play one after the other."""

    def __init__(self, nodes: list[Node], game: str, seed: str, cast: tuple[str, ...] = CAST) -> None:
        self.nodes, self.game, self.choice, self.cast = nodes, game, Random(seed), cast
        self._turns, self._kinds = cycle(range(5)), cycle(self.choice.sample(range(11), 11))
        self._odd = [move for move in ODD_MOVES if _is_known(move, GAMES[game].moves)]
        self.all: list[Witness] = []
        self.people: list[Witness] = []
        self.others: list[Witness] = []
        self._tells = cycle(self.choice.sample(TELLS, len(TELLS)))
        self.device = Witness(nodes[-1].base, next(self._tells))
        """Whoever has the latest link."""
        self.tables: list[str] = []

    async def come(self, name: str) -> Witness:
        witness = Witness(self.choice.choice(self.nodes).base, next(self._tells))
        self.all.append(witness)
        if name:
            await witness.name(name)
        await witness.plug_in()
        return witness

    async def play(self, matches: int, patience: int) -> None:
        seats = self.choice.choice([seats for seats in GAMES[self.game].seats if seats <= 4])
        host = await self.come("Ann")
        self.people, self.others = [host], [await self.come("Sue"), await self.come("")]
        hints = self.choice.choice(["ask", "rank"]) if is_learned(GAMES[self.game]) else "off"
        table = await host.open_table(self.game, seats, hints=hints)
        for seat in range(1, seats):
            await self._fill(table, seat, self.choice.choice(self.cast))
        for _ in range(matches):
            await self._match(table, self.choice.randint(patience // 2, patience))
            for one in self.people:
                await one.attempt(f"/tables/{table}/rematch")
            table = (await self.people[-1].get(f"/tables/{table}"))["next"]

    async def _whoever_may(self, path: str) -> httpx.Response:
        """Somebody may have lost their seat to a bot."""
        for one in self.people:
            answer = await one.attempt(path)
            if answer.is_success:
                break
        return answer

    async def _fill(self, table: str, seat: int, who: str) -> None:
        if who == "person":
            self.people.append(await self.come(f"P{seat}"))
            await self.people[-1].sit(table, seat)
        elif who == "guest":
            await self.people[-1].post(f"/tables/{table}/seats/{seat}", {"type": "guest", "name": f"G{seat}"})
        else:
            await self.people[0].post(f"/tables/{table}/seats/{seat}", {"type": "bot", "level": "random"})

    async def _match(self, table: str, patience: int) -> None:
        self.tables.append(table)
        await self.others[0].watch(table)
        await self._whoever_may(f"/tables/{table}/begin")
        for one in (*self.people, *self.others[1:]):
            await one.watch(table, effects=self.choice.random() < 0.5)
        turns = 0
        while not (told := await self._level(table)).get("result"):
            if turns > patience:
                await self._whoever_may(f"/tables/{table}/close")
                for one in (*self.people, *self.others):
                    await one.until(table, lambda told: "info" in told and told["info"]["stage"] == "closed")
                break
            asked = [(one, news) for one in self.people for news in (one.now(table) or told)["seats"] if news["moves"]]
            if asked:
                turns += 1
                await self._turn(table, *self.choice.choice(asked))
            else:
                await self.people[0].reached(table, told["version"] + 1)
        record = await self.choice.choice([*self.people, *self.others]).get(f"/tables/{table}/record")
        check(msgspec.convert(record, Record), GAMES)
        for one in (*self.people, *self.others):
            await one.attempt_story(table, self.choice.choice([None, 0, 1, 2]), views=self.choice.random() < 0.5)

    async def _level(self, table: str) -> dict[str, Any]:
        """Everybody has heard of the latest version that anybody has heard of."""
        here = (*self.people, *self.others)
        version = max(told["version"] for one in here if (told := one.now(table)) is not None)
        return (await asyncio.gather(*(one.reached(table, version) for one in here)))[0]

    async def _turn(self, table: str, one: Witness, news: dict[str, Any]) -> None:
        told = one.now(table)
        assert told is not None
        if next(self._turns) in MISCHIEF:
            await self._mischief(table, one, news["seat"], told["version"])
            return
        moves = [move for move in news["moves"] if move["type"] == "score"] or news["moves"]
        ask = {"ask": self.choice.choice(["de", "en"])} if self.choice.random() < 0.3 else {}
        answer = await one.move(table, news["seat"], told["version"], self.choice.choice(moves), **ask)
        if answer.get("ack") and self.choice.random() < 0.3 and any(mine.get("undo") for mine in answer["seats"]):
            await one.undo(table, news["seat"], answer["version"])

    async def _mischief(self, table: str, one: Witness, seat: int, version: int) -> None:
        """What people do besides moving: mistakes, curiosity, bad lines, bad faith."""
        stranger = self.choice.choice([other for other in (*self.people, *self.others) if other is not one])
        match next(self._kinds):
            case 0:
                await one.move(table, seat, 0, self.choice.choice(ODD_MOVES))
            case 1:
                await one.move(table, seat, version, self.choice.choice(ODD_MOVES), key="once")
            case 2:
                await one.move(table, seat, version, self.choice.choice(self._odd))
            case 3:
                await stranger.move(table, seat, version, self.choice.choice(self._odd))
                await stranger.undo(table, seat, version)
            case 4:
                await self._elsewhere(table, one)
            case kind:
                await self._curiosity(kind, table, one, stranger, seat, version)

    async def _curiosity(self, kind: int, table: str, one: Witness, stranger: Witness, seat: int, version: int) -> None:
        path = f"/tables/{table}"
        match kind:
            case 5:
                await one.unplug()
                await one.plug_in()
                await one.watch(table, version=self.choice.randrange(version), effects=True, people=True)
            case 10:
                for who in (stranger, one):
                    await self._take_hint(table, who, seat, version)
            case 6:
                await one.ask({"type": "say", "id": "c", "table": table, "text": "Hm."}, lambda told: "id" in told)
                await one.say({"type": "react", "table": table, "word": "ouch"})
                await stranger.get(f"{path}/chat")
            case 7:
                await one.get(f"{path}/record", expect=403)
                await stranger.get(f"{path}/record", expect=403)
                await stranger.get(path)
                await stranger.attempt("/me/code/scan", {"token": (await one.post("/me/code"))["token"]})
                await one.http.get("/api/v1/me/export")
                await stranger.get("/tables/open")
                for list_of_mine in ("tables", "matches", "statistics", "nudges"):
                    await one.get(f"/me/{list_of_mine}")
            case 8:
                await self.choice.choice(self.others).post(f"{path}/seats/{seat}", {"type": "me"}, expect=403)
                for body in ({"type": "bot", "level": "random"}, {"type": "me"}, {"type": "guest", "name": "Back"}):
                    await one.attempt(f"{path}/seats/{seat}", body)
            case _:
                for who in (one, stranger):
                    await who.attempt_story(table, None, views=True)
                    await who.attempt_story(table, seat, views=True)

    async def _take_hint(self, table: str, one: Witness, seat: int, version: int) -> None:
        """A hint, and a move that is asked back or played."""
        where = {"table": table, "seat": seat, "version": version}
        key = f"hint {version}"
        for message in (
            {"type": "hint", "kind": "rank", "lang": "en"},
            {"type": "move", "move": self.choice.choice(self._odd), "ask": "de"},
        ):
            await one.ask({**message, **where, "id": key}, lambda told: key in (told.get("id"), told.get("ack")))

    async def _elsewhere(self, table: str, one: Witness) -> None:
        """Look at the whole match from another device."""
        if self.device.person not in (None, one.person):
            return
        if self.device not in self.all:
            self.all.append(self.device)
        await self.device.post("/me/restore", {"token": (await one.post("/me/link"))["token"], "replace": True})
        await self.device.get("/me/devices")
        await self.device.plug_in()
        await self.device.watch(table, version=0)
        await self.device.unplug()
