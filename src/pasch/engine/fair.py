"""Verifiable dice (commit and reveal): a sealed secret determines all chance of a match, which is checked afterwards.

`docs/fairness.md` specifies the same for those who want to write their own verifier.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import msgspec

from pasch.engine.draws import Below, Cards, Dice, Draw, by_lot
from pasch.engine.errors import PaschError
from pasch.engine.game import AnyGame, Chance, Over, Value
from pasch.engine.match import Match
from pasch.engine.record import Invalid, Part, Proof, Proof1, Proof2, Record, event_to_json, replay

SECRET_BYTES = 32
PURPOSE_1, PURPOSE_2 = b"pasch dice 1\n", b"pasch dice 2\n"
PURPOSE_OF_COMMITMENT = b"pasch commitment 2\n"
DRAW, LOT = b"draw", b"lot "
"""What a stream of bytes is for: the lot says nothing about the draws."""
HEXADECIMAL = re.compile(f"[0-9a-f]{{{2 * SECRET_BYTES}}}")

# Before and during the match


def seal(secret: bytes) -> str:
    """The commitment to a secret, published before the match."""
    return sha256(secret).hexdigest()


def commitment(seal: str, seat: int, random: str, words: str) -> str:
    """What a seat's device says before it reveals. The seal is in it: it was there first."""
    parts = PURPOSE_OF_COMMITMENT, bytes.fromhex(seal), bytes([seat]), bytes.fromhex(random), words.encode()
    return sha256(b"".join(parts)).hexdigest()


class Terms(Value, frozen=True, kw_only=True, tag_field="scheme", tag="pasch-dice-2"):
    """All that is settled before anything is revealed. Devices note the digest: nothing can be exchanged after that."""

    table: str
    game: str
    players: int
    options: dict[str, Any]
    """As in the record, without those that the lot decides."""
    lot: bool
    """Whether the lot decides who begins."""
    lots: dict[str, tuple[str, ...]]
    """The other options that the lot decides, each with the pool from which every seat gets one."""
    seal: str
    commitments: tuple[str, ...]
    """In the order of the seats; empty for a bot, and for a device that was not there."""

    def digest(self) -> bytes:
        """SHA-256 of the JSON with sorted keys and without spaces."""
        return sha256(msgspec.json.encode(self, order="sorted")).digest()

    @staticmethod
    def of(record: Record, proof: Proof2) -> "Terms":
        drawn = {*proof.pools, *(["first"] if proof.lot else [])}
        return Terms(
            table=proof.table,
            game=record.game,
            players=record.players,
            options={name: value for name, value in record.options.items() if name not in drawn},
            lot=proof.lot,
            lots=proof.pools,
            seal=proof.seal,
            commitments=tuple([part.commitment for part in proof.seats]),
        )


@dataclass(frozen=True, slots=True)
class Sealed:
    """All chance of one match: a secret of 32 bytes, and what is mixed in with it."""

    secret: bytes = field(repr=False)
    purpose: bytes
    mixed: bytes
    _draws: Callable[[bytes], bytes] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if len(self.secret) != SECRET_BYTES:
            raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(self.secret)}")
        object.__setattr__(self, "_draws", self._blocks(DRAW))

    @staticmethod
    def with_words(secret: bytes, words: Iterable[str]) -> "Sealed":
        """Scheme 1: the words of the seats in order."""
        return Sealed(secret, PURPOSE_1, _digest(one.encode() for one in words))

    @staticmethod
    def with_parts(secret: bytes, terms: Terms, parts: Iterable[Part]) -> "Sealed":
        """Scheme 2: the terms, and what the seats have revealed."""
        revealed = [bytes.fromhex(part.random) + part.words.encode() for part in parts]
        return Sealed(secret, PURPOSE_2, _digest(revealed, begin=terms.digest()))

    def below(self, n: int) -> Below:
        """The source of the match's draw `n`: draws are counted from 0, without gaps."""
        return _numbers(self._draws, n)

    def lot(self, players: int) -> int:
        """The seat that begins."""
        return _numbers(self._blocks(LOT), 0)(players)

    def lots(self, pools: Mapping[str, Sequence[str]], players: int) -> dict[str, tuple[str, ...]]:
        """What else is drawn before the match: for each option, something from its pool for every seat."""
        blocks = self._blocks(LOT)
        return {name: by_lot(pool, players, _numbers(blocks, n)) for n, (name, pool) in enumerate(pools.items(), 1)}

    def _blocks(self, label: bytes) -> Callable[[bytes], bytes]:
        return _hmac(self.secret, self.purpose + label + self.mixed)


def _digest(parts: Iterable[bytes], begin: bytes = b"") -> bytes:
    """Each part is prefixed with its length, so that the encoding is unambiguous."""
    return sha256(begin + b"".join([len(one).to_bytes(4, "big") + one for one in parts])).digest()


def _hmac(key: bytes, begin: bytes) -> Callable[[bytes], bytes]:
    """HMAC-SHA256 of messages with a common prefix. Hashing the prefix once makes it twice as fast as `hmac`."""
    padded = key.ljust(sha256().block_size, b"\0")
    inner = sha256(bytes(byte ^ 0x36 for byte in padded) + begin)
    outer = sha256(bytes(byte ^ 0x5C for byte in padded))

    def of(rest: bytes) -> bytes:
        inside, outside = inner.copy(), outer.copy()
        inside.update(rest)
        outside.update(inside.digest())
        return outside.digest()

    return of


def _numbers(block: Callable[[bytes], bytes], n: int) -> Below:
    """Numbers from the stream of bytes that belongs to `n`. A draw takes one; more would be read on from there."""
    number_of_draw = n.to_bytes(8, "big")
    blocks = 0
    unread = b""

    def below(ways: int) -> int:
        nonlocal blocks, unread
        if ways < 1:
            raise ValueError(f"there is no number below {ways}")
        bits = (ways - 1).bit_length()
        size = (bits + 7) // 8
        while True:
            while len(unread) < size:
                unread += block(number_of_draw + blocks.to_bytes(4, "big"))
                blocks += 1
            number = int.from_bytes(unread[:size], "big") & ((1 << bits) - 1)
            unread = unread[size:]
            if number < ways:
                return number

    return below


# After the match


def check(record: Record, games: Mapping[str, AnyGame]) -> Match:
    """Replay a record by the rules and, if it carries a proof, by that too; raise `Invalid` at the first fault.

    A proof may lack its secret until the match is over: it is sealed, not revealed yet.
    """
    steps = replay(record, games)
    match = next(steps)
    sealed = _opened(match, record)
    for n, draw in enumerate(_falls(match, steps)):
        if sealed is not None:
            _require_draw(n, draw.fall(sealed.below(n)(draw.ways)), match)
    is_sealed = isinstance(record.proof, Proof) and not record.proof.is_open
    missing = is_sealed and isinstance(match.turn, Over)
    _require(not missing, "Das Geheimnis fehlt.", "The secret is missing.", at=match.count)
    return match


def _falls(match: Match, steps: Iterable[Match]) -> Iterator[Draw[Any]]:
    """For each chance event, right after it, the draw that produced it."""
    turn = match.turn
    for _ in steps:
        if isinstance(turn, Chance):
            yield turn.draw
        turn = match.turn


def _opened(match: Match, record: Record) -> Sealed | None:
    """The chance of a match by its proof; None if there is no proof, or its secret is not revealed yet."""
    proof, players, first = record.proof, match.players, match.options.first
    if not isinstance(proof, Proof):
        return None
    added = len(proof.words if isinstance(proof, Proof1) else proof.seats)
    _require(
        added == players,
        f"Der Beweis sagt für jeden der {players} Plätze, was er dazugegeben hat, nicht für {added}.",
        f"A proof says for each of the {players} seats what it added, not for {added}.",
    )
    _require_digits(proof.seal)
    if isinstance(proof, Proof2):
        for seat, part in enumerate(proof.seats):
            _require_part(proof.seal, seat, part)
    if not isinstance(proof.secret, str):
        return None
    _require_digits(proof.secret)
    secret = bytes.fromhex(proof.secret)
    fits = seal(secret) == proof.seal
    _require(fits, "Das Geheimnis passt nicht zum Siegel.", "The secret does not fit the seal.")
    sealed = (
        Sealed.with_words(secret, proof.words)
        if isinstance(proof, Proof1)
        else Sealed.with_parts(secret, Terms.of(record, proof), proof.seats)
    )
    lot = sealed.lot(players) if proof.lot else first
    _require(
        lot == first,
        f"Das Los fiel auf Platz {lot}, im Protokoll beginnt Platz {first}.",
        f"The lot fell on seat {lot}, in the record seat {first} begins.",
    )
    _require_lots(match, proof.pools, sealed)
    return sealed


def _require_part(seal: str, seat: int, part: Part) -> None:
    """What a seat revealed is what it committed to."""
    if part.commitment:
        _require_digits(part.commitment)
    if part.random:
        _require_digits(part.random)
    fits = not part.random or part.commitment == commitment(seal, seat, part.random, part.words)
    _require(
        fits and (not part.words or bool(part.random)),
        f"Was Platz {seat} aufgedeckt hat, passt nicht zu dem, worauf er sich festgelegt hatte.",
        f"What seat {seat} revealed is not what it had committed to.",
    )
    _require(
        not (part.bot and part.commitment),
        f"Ein Bot gibt nichts dazu, auch nicht auf Platz {seat}.",
        f"A bot adds nothing, nor does it on seat {seat}.",
    )


def _require_lots(match: Match, pools: Mapping[str, tuple[str, ...]], sealed: Sealed) -> None:
    """The options that were drawn are what the secret says, from the pools that the game has."""
    known = [(name, pool) for name, pool in match.game.lots.items() if name in pools]
    _require(list(pools.items()) == known, "Daraus wird hier nicht gelost.", "No lots are drawn from that here.")
    for name, right in sealed.lots(pools, match.players).items():
        told = tuple(getattr(match.options, name) or ())
        _require(
            told == right,
            f"Das Los gab {name} {' '.join(right)}, im Protokoll steht {' '.join(told) or 'nichts'}.",
            f"By lot {name} was {' '.join(right)}, the record says {' '.join(told) or 'nothing'}.",
        )


def _require_digits(found: str) -> None:
    _require(
        HEXADECIMAL.fullmatch(found) is not None,
        f"Siegel, Geheimnis und Zufall haben {2 * SECRET_BYTES} Ziffern von 0 bis f, nicht {found!r:.80}.",
        f"Seal, secret and randomness have {2 * SECRET_BYTES} digits from 0 to f, not {found!r:.80}.",
    )


def _require_draw(n: int, fallen: msgspec.Struct, match: Match) -> None:
    told = match.last.what
    if told != fallen:
        right, wrong = (msgspec.json.encode(outcome).decode() for outcome in (fallen, told))
        german = f"Ziehung {n} war {right}, im Protokoll steht {wrong}."
        raise _fault(german, f"Draw {n} was {right}, the record says {wrong}.", match.count - 1)


def _require(holds: bool, german: str, english: str, at: int = 0) -> None:
    """Raise `Invalid` at this event unless that holds."""
    if not holds:
        raise _fault(german, english, at)


def _fault(german: str, english: str, at: int) -> Invalid:
    return Invalid(at, PaschError("proof", german, english))


# For those who check without knowing the rules


class Drawn(Value, frozen=True):
    """A chance event: the number of the draw, the index of its event, the possible outcomes, and the outcome."""

    n: int
    event: int
    draw: dict[str, Any]
    outcome: dict[str, Any]


def listed(record: Record, games: Mapping[str, AnyGame]) -> list[Drawn]:
    """Every draw of a record. It shows all that the record shows: nothing for seats that still play."""
    steps = replay(record, games)
    match = next(steps)
    return [
        Drawn(n, match.count - 1, described(draw), event_to_json(match.last))
        for n, draw in enumerate(_falls(match, steps))
    ]


def described(draw: Draw[Any]) -> dict[str, Any]:
    """What can fall, as JSON. `sorted`: how many picks at a time are written in ascending order; 1: as they fell."""
    if isinstance(draw, Dice):
        return {"type": "dice", "held": list(draw.held), "sorted": _sorted(draw, draw.values, len(draw.held))}
    assert isinstance(draw, Cards)
    return {
        "type": "cards",
        "pool": list(draw.pool),
        "count": draw.count,
        "taken": list(draw.taken),
        "sorted": _sorted(draw, draw.cards, len(draw.taken) + draw.count),
    }


def _sorted(draw: Draw[Any], written: Callable[[Any], tuple[Any, ...]], size: int) -> int:
    """Let numbers fall in descending order, and see where the first of them, the highest, is written."""
    return written(draw.outcome(tuple(range(size, 0, -1)))).index(size) + 1
