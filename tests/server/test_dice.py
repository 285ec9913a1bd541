"""How a match begins: every device commits to something of its own, and reveals it when all have."""

from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pasch.engine.fair import Terms, check, commitment
from pasch.engine.record import Part, Proof2, Record
from pasch.games import GAMES
from pasch.server.table import dice, permissions, seating
from pasch.server.table import refusals as no
from pasch.server.table.log import Entry, decode_what, encode_what
from pasch.server.table.records import record_of
from pasch.server.table.refusals import NotAllowed
from pasch.server.table.seats import Bot, Setup
from tests.server.client import Player, players
from tests.server.nodes import StoppedClock, node
from tests.server.scenes import Log, facts, person

pytestmark = pytest.mark.anyio

ANN, BEN = person("ann"), person("ben")
WAIT = 10.0
RANDOM = sha256(b"ann").hexdigest()


def begun(*sitters: Any, **setup: Any) -> Log:
    log = Log(Setup(**{"game": "twentyone", "seats": len(sitters), **setup}), *sitters)
    log.do(permissions.begin(log.table, "ann", WAIT, 0.0))
    return log


def commit(log: Log, who: str, seat: int, random: str = RANDOM, words: str = "", at: float = 1.0) -> None:
    hashed = commitment(log.table.seal, seat, random, words)
    log.do(dice.commit(log.table, who, seat, hashed, at), at=at)


def reveal(log: Log, who: str, seat: int, random: str = RANDOM, words: str = "", at: float = 2.0) -> None:
    log.do(dice.reveal(log.table, who, seat, random, words, at), at=at)


def proof_of(log: Log) -> Proof2:
    """The proof of the match as it stands: checked, after a round through the log."""
    log.fall()
    entries = [Entry(one.n, one.at, decode_what(encode_what(one.what)), one.key) for one in log.entries]
    log.do(permissions.close(log.table, log.table.host))
    record = record_of(log.table.id, log.table.secret, [*entries, log.entries[-1]])
    check(record, GAMES)
    assert isinstance(record.proof, Proof2)
    return record.proof


def test_it_begins_when_the_last_device_has_revealed() -> None:
    log = begun(ANN, BEN, Bot("random"))
    commit(log, "ann", 0, words="Glück")
    assert (log.table.stage, log.table.mixing.is_frozen) == ("lobby", False)  # type: ignore[union-attr]
    commit(log, "ben", 1, random="ab" * 32)
    assert log.table.mixing.is_frozen  # type: ignore[union-attr]
    terms = log.table.terms.digest()
    reveal(log, "ben", 1, random="ab" * 32)
    assert log.table.stage == "lobby"
    reveal(log, "ann", 0, words="Glück")
    assert (log.table.stage, log.table.words) == ("playing", ("Glück", "", ""))
    proof = proof_of(log)
    assert proof.seats == (
        Part(commitment=commitment(proof.seal, 0, RANDOM, "Glück"), random=RANDOM, words="Glück"),
        Part(commitment=commitment(proof.seal, 1, "ab" * 32, ""), random="ab" * 32),
        Part(bot=True),
    )
    assert terms == log.table.terms.digest()


def test_nothing_is_revealed_before_the_list_is_frozen() -> None:
    log = begun(ANN, BEN)
    commit(log, "ann", 0)
    reveal(log, "ann", 0)
    assert log.table.mixing.added() == ["committed", "nothing"]  # type: ignore[union-attr]


def test_a_table_of_bots_begins_at_once() -> None:
    log = Log(Setup(game="twentyone", seats=2), Bot("random"), Bot("random"), host="ann")
    log.do(permissions.begin(log.table, "ann", WAIT, 0.0))
    assert log.table.stage == "playing"
    assert proof_of(log).seats == (Part(bot=True), Part(bot=True))


def test_nobody_is_waited_for_longer_than_twice() -> None:
    log = begun(ANN, BEN)
    commit(log, "ann", 0, at=3.0)
    assert log.table.due(3.0, 10.0, 1e6) == WAIT
    log.do(dice.mix(log.table, 9.9), at=9.9)
    assert not log.table.mixing.is_frozen  # type: ignore[union-attr]
    log.do(dice.mix(log.table, 10.0), at=10.0)
    assert log.table.mixing.is_frozen  # type: ignore[union-attr]
    commit(log, "ben", 1, at=11.0)
    assert log.table.mixing.added() == ["committed", "nothing"], "it is too late for Ben"  # type: ignore[union-attr]
    assert log.table.due(11.0, 10.0, 1e6) == 20.0
    log.do(dice.mix(log.table, 20.0), at=20.0)
    assert log.table.stage == "playing"
    reveal(log, "ann", 0, at=21.0)
    assert log.table.mixing.added() == ["committed", "nothing"], "it is too late for Ann"  # type: ignore[union-attr]
    (ann, ben) = proof_of(log).seats
    assert (ann.commitment != "", ann.random, ben) == (True, "", Part())


def test_the_first_commitment_of_a_seat_counts() -> None:
    """Somebody has two devices: each of them offers its own."""
    log = begun(ANN, BEN)
    commit(log, "ann", 0)
    commit(log, "ann", 0, random="cd" * 32)
    commit(log, "ben", 1)
    with pytest.raises(NotAllowed) as refused:
        reveal(log, "ann", 0, random="cd" * 32)
    assert refused.value.reason == no.OTHER_THAN_COMMITTED
    reveal(log, "ann", 0)
    assert log.table.mixing.added() == ["revealed", "committed"]  # type: ignore[union-attr]


def test_only_the_own_seats_count() -> None:
    log = begun(ANN, person("ann", guest=True), BEN)
    for seat, who in ((2, "ann"), (0, "ben"), (0, "cy")):
        with pytest.raises(NotAllowed) as refused:
            commit(log, who, seat)
        assert refused.value.reason == no.NOT_YOURS
    for seat in (0, 1):
        commit(log, "ann", seat, random=f"{seat}" * 64)
    commit(log, "ben", 2)
    for seat in (0, 1):
        reveal(log, "ann", seat, random=f"{seat}" * 64)
    reveal(log, "ben", 2)
    assert [part.random[0] for part in proof_of(log).seats] == ["0", "1", RANDOM[0]], "one device, two seats"
    lobby = Log(Setup(game="twentyone", seats=2), ANN, BEN)
    with pytest.raises(NotAllowed) as refused:
        commit(lobby, "ann", 0)
    assert refused.value.reason == no.NOT_BEGUN


def test_terms_say_how_it_is_played_without_what_the_lot_decides() -> None:
    free = begun(ANN, BEN).table.terms
    assert (free.options, free.lot, free.lots) == ({}, True, {"sheets": tuple("ABCDEF")})
    agreed = begun(ANN, BEN, options={"first": 1, "sheets": ["B", "A"]}).table.terms
    assert (agreed.options, agreed.lot, agreed.lots) == ({"first": 1, "sheets": ("B", "A")}, False, {})
    gap = Log(Setup(game="sack", seats=4, options={"first": 3}), ANN)
    gap.do(seating.sit(gap.table, "ben", 3, "Ben", None, guest=False))
    gap.do(permissions.begin(gap.table, "ann", WAIT, 0.0))
    assert (gap.table.terms.options, gap.table.terms.players, gap.table.seats_of("ben")) == ({"first": 1}, 2, (1,))


def test_the_log_can_be_read_again_at_every_step() -> None:
    log = begun(ANN, BEN)
    for deed in (commit, reveal):
        for who, seat in (("ann", 0), ("ben", 1)):
            before = facts(log.table)
            log.reread()
            assert facts(log.table) == before
            deed(log, who, seat)
    assert log.table.stage == "playing"


# Over HTTP


class Device:
    """What a browser does, written from the page on fairness: it commits, notes the terms, and reveals."""

    def __init__(self, player: Player, seat: int, words: str = "") -> None:
        self.player, self.seat, self.words = player, seat, words
        self.random = sha256(f"{player.base} {seat}".encode()).hexdigest()

    async def commit(self, info: dict[str, Any]) -> Any:
        begin = b"pasch commitment 2\n" + bytes.fromhex(info["seal"]) + bytes([self.seat]) + bytes.fromhex(self.random)
        hashed = sha256(begin + self.words.encode()).hexdigest()
        return await self._add(info, {"type": "commit", "commitment": hashed})

    async def reveal(self, info: dict[str, Any]) -> Any:
        return await self._add(info, {"type": "reveal", "random": self.random, "words": self.words})

    async def _add(self, info: dict[str, Any], what: dict[str, str]) -> Any:
        return await self.player.post(f"/tables/{info['id']}/seats/{self.seat}/dice", what)


async def test_devices_on_two_nodes_add_to_the_dice_and_the_words_are_secret_until_then(
    tmp_path: Path,
) -> None:
    database = f"sqlite:///{tmp_path / 'pasch.db'}"
    async with (
        node(database, dice_wait=60.0) as here,
        node(database, dice_wait=60.0) as there,
        players(here.base, "Ann") as (ann,),
        players(there.base, "Ben") as (ben,),
    ):
        opened = await ann.post("/tables", {"game": "sack", "seats": 2})
        assert len(opened["seal"]) == 64
        assert "dice" not in opened
        await ben.sit(opened["id"], 1)
        info = await ann.post(f"/tables/{opened['id']}/begin")
        assert (info["stage"], info["dice"]["frozen"], info["dice"]["seats"]) == ("lobby", False, ["nothing"] * 2)
        first, second = Device(ann, 0, "Glück"), Device(ben, 1)
        await first.commit(info)
        info = await second.commit(info)
        assert (info["dice"]["frozen"], info["dice"]["seats"]) == (True, ["committed"] * 2)
        noted = msgspec.convert(info["dice"]["terms"], Terms).digest()
        assert "Glück" not in str(info)
        await second.reveal(info)
        info = await first.reveal(info)
        assert (info["stage"], info["dice"]["seats"], info["chairs"][0]["words"]) == (
            "playing",
            ["revealed"] * 2,
            "Glück",
        )
        await ann.post(f"/tables/{opened['id']}/close")
        record = msgspec.convert(await ben.get(f"/tables/{opened['id']}/record"), Record)
        check(record, GAMES)
        assert isinstance(record.proof, Proof2)
        assert (record.proof.seal, Terms.of(record, record.proof).digest()) == (opened["seal"], noted)


async def test_a_device_that_never_reveals_is_named_and_the_match_begins_without_it(tmp_path: Path) -> None:
    clock = StoppedClock()
    async with (
        node(f"sqlite:///{tmp_path / 'pasch.db'}", clock, dice_wait=WAIT, sweep=0.01) as here,
        players(here.base, "Ann", "Ben") as (ann, ben),
    ):
        table = await ann.open_table("hilo", 3, bots=["random"])
        await ben.sit(table, 1)
        await ann.watch(table)
        info = await ann.post(f"/tables/{table}/begin")
        frozen = ann.expect(lambda told: told["type"] == "update" and told["info"]["dice"]["frozen"])
        await Device(ann, 0).commit(info)
        clock.ahead += WAIT
        await frozen
        started = ann.expect(lambda told: told["type"] == "update" and told["info"]["stage"] == "playing")
        clock.ahead += WAIT
        told = (await started)["info"]
        assert told["dice"]["seats"] == ["committed", "nothing", "bot"]


@pytest.mark.parametrize(
    "bad",
    [
        {"type": "commit", "commitment": "AB" * 32},
        {"type": "commit", "commitment": ""},
        {"type": "reveal", "random": "ab" * 31, "words": ""},
        {"type": "reveal", "random": "ab" * 32, "words": "x" * 81},
        {"type": "reveal", "random": "ab" * 32, "words": "two\nlines"},
    ],
    ids=str,
)
async def test_what_is_no_commitment_and_no_revelation_is_refused(tmp_path: Path, bad: dict[str, str]) -> None:
    async with (
        node(f"sqlite:///{tmp_path / 'pasch.db'}", dice_wait=60.0) as here,
        players(here.base, "Ann") as (ann,),
    ):
        table = await ann.open_table("hilo", 2, bots=["random"])
        await ann.post(f"/tables/{table}/begin")
        assert (await ann.post(f"/tables/{table}/seats/0/dice", bad, expect=400))["rule"] == "format"
