"""Verifiable dice of the first scheme: what follows from a secret, how uniform it is, what does not pass the check.

`test_fair_parts.py` has the second scheme. `python -m tests.test_fair` regenerates the vectors.
"""

import hmac
import json
from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import count, islice
from math import comb, exp, lgamma, log, perm, prod
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pasch.bots.levels import bot
from pasch.engine.draws import Cards, Dice, Draw, chance
from pasch.engine.fair import Drawn, Sealed, check, described, listed, seal
from pasch.engine.game import AnyGame, Chance, Decision, Over
from pasch.engine.match import Match
from pasch.engine.record import Invalid, Proof1, Record, decode, encode, options_from_json, verify
from pasch.games import GAMES

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8")
VECTORS = ROOT / "tests" / "vectors" / "fair.json"
TABLES = [(game, players) for game in GAMES.values() for players in game.seats]
IDS = [f"{game.id}-{players}" for game, players in TABLES]
MATCHES = {"kniffel": 2, "sack": 3, "twentyone": 2}
"""The matches among the vectors."""


def secret_of(name: str) -> bytes:
    return sha256(name.encode()).digest()


# The page once more, as plainly as it can be written: numbers are cut from a string of ones and zeros


def plain_stream(secret: bytes, words: tuple[str, ...], label: bytes, n: int) -> Iterator[str]:
    said = sha256()
    for one in words:
        said.update(bytes([0, 0, *divmod(len(one.encode()), 256)]))
        said.update(one.encode())
    for block in count():
        message = b"pasch dice 1\n" + label + said.digest() + bytes.fromhex(f"{n:016x}{block:08x}")
        yield from (f"{byte:08b}" for byte in hmac.new(secret, message, "sha256").digest())


def plain_number(stream: Iterator[str], ways: int) -> int:
    bits = len(f"{ways - 1:b}") if ways > 1 else 0
    if not bits:
        return 0
    while True:
        number = int("".join(islice(stream, -(-bits // 8)))[-bits:], 2)
        if number < ways:
            return number


# The vectors


def numbers() -> Iterator[dict[str, Any]]:
    """Numbers that cannot be written exactly by every JSON program are strings."""
    words = [("", ""), ("Glück",), ("alea", "iacta", "est"), ("", "🎲", ""), ("x" * 300, "a\nb")]
    ways = [1, 2, 3, 6, 7, 36, 129, 255, 256, 257, 1296, 46656, 65537, perm(108, 25), 2**256, 2**256 + 1, 3**200]
    for at, (said, many) in enumerate((said, many) for said in words for many in ways):
        name, n = f"vector {at}", [0, 1, at, 255, 2**32, 2**53 - 1][at % 6]
        number = plain_number(plain_stream(secret_of(name), said, b"draw", n), many)
        yield {
            "secret": secret_of(name).hex(),
            "words": said,
            "label": "draw",
            "n": n,
            "ways": str(many),
            "number": str(number),
        }
    for players in range(1, 7):
        lot = plain_number(plain_stream(secret_of("lot"), ("Ada", "Bo"), b"lot ", 0), players)
        yield {
            "secret": secret_of("lot").hex(),
            "words": ("Ada", "Bo"),
            "label": "lot ",
            "n": 0,
            "ways": str(players),
            "number": str(lot),
        }


def played(game: AnyGame, players: int, sealed: Sealed, level: str = "greedy", **agreed: Any) -> Match:
    drawn = {"first": sealed.lot(players), **sealed.lots(game.lots, players)}
    match = Match(game, players, options_from_json(game, {**agreed, **drawn}))
    player, choices, draws = bot(game, level), chance("choices"), count()
    while not isinstance(match.turn, Over):
        if isinstance(match.turn, Decision):
            seat = match.turn.seats[0]
            match.play(seat, player.choose(game.view(match.state, seat), seat, match.moves(seat), choices))
        else:
            match.draw(sealed.below(next(draws)))
    return match


def proved(game: AnyGame, players: int, name: str = "proved") -> Record:
    """The record of a match with its proof."""
    secret, words = secret_of(name), ("", "Glück", "🎲", "alea iacta est", " ", "x" * 80)[:players]
    record = Record.of(played(game, players, Sealed.with_words(secret, words)))
    return msgspec.structs.replace(record, proof=proof_of(secret, words, game.lots))


def proof_of(secret: bytes, words: tuple[str, ...], lots: Any = None, *, lot: bool = True) -> Proof1:
    return Proof1(seal=seal(secret), words=words, lot=lot, lots=lots or msgspec.UNSET, secret=secret.hex())


def write_vectors() -> None:
    records = [proved(GAMES[game], players, "vectors") for game, players in MATCHES.items()]
    matches = [{"record": record, "draws": listed(record, GAMES)} for record in records]
    parts = [
        f'"{key}": [\n' + ",\n".join(msgspec.json.encode(one).decode() for one in some) + "\n]"
        for key, some in (("numbers", list(numbers())), ("matches", matches))
    ]
    VECTORS.write_text("{" + ",\n".join(parts) + "}\n", encoding="utf-8")


if __name__ == "__main__":
    write_vectors()

STORED = json.loads(VECTORS.read_text(encoding="utf-8"))


def test_the_vectors_are_what_the_page_says() -> None:
    assert json.loads(json.dumps(list(numbers()))) == STORED["numbers"]


def test_the_vectors_are_what_the_engine_draws() -> None:
    for one in STORED["numbers"]:
        sealed = Sealed.with_words(bytes.fromhex(one["secret"]), tuple(one["words"]))
        ways = int(one["ways"])
        number = sealed.lot(ways) if one["label"] == "lot " else sealed.below(one["n"])(ways)
        assert number == int(one["number"])


@pytest.mark.parametrize("at", range(len(MATCHES)), ids=list(MATCHES))
def test_the_matches_among_the_vectors_are_what_the_engine_draws(at: int) -> None:
    stored = STORED["matches"][at]
    record = decode(json.dumps(stored["record"]))
    assert record.game == list(MATCHES)[at]
    assert isinstance(check(record, GAMES).turn, Over)
    assert json.loads(msgspec.json.encode(listed(record, GAMES))) == stored["draws"]


def test_the_vectors_show_every_kind_of_draw() -> None:
    draws = [drawn["draw"] for match in STORED["matches"] for drawn in match["draws"]]
    assert any(draw.get("taken") for draw in draws), "a pile that runs out"
    assert any(0 < draw.get("held", []).count(0) < 6 for draw in draws), "dice that are held"
    assert {draw["sorted"] for draw in draws} > {1, 2, 5}
    assert {(draw["type"], draw.get("count")) for draw in draws} >= {("dice", None), ("cards", 1), ("cards", 10)}


# Numbers

secrets = st.binary(min_size=32, max_size=32)
all_words = st.lists(st.text(max_size=9), max_size=6).map(tuple)
ways = st.integers(1, 300) | st.integers(1, 2**600) | st.integers(0, 600).map(lambda bits: 2**bits)


@settings(max_examples=300, deadline=None)
@given(secrets, all_words, st.integers(0, 2**64 - 1), st.lists(ways, max_size=4))
def test_numbers_are_what_the_page_says(secret: bytes, words: tuple[str, ...], n: int, several: list[int]) -> None:
    below, stream = Sealed.with_words(secret, words).below(n), plain_stream(secret, words, b"draw", n)
    for some in several:
        number = below(some)
        assert 0 <= number < some
        assert number == plain_number(stream, some)


@given(secrets, all_words, st.integers(1, 6))
def test_the_lot_is_what_the_page_says(secret: bytes, words: tuple[str, ...], players: int) -> None:
    lot = Sealed.with_words(secret, words).lot(players)
    assert lot == plain_number(plain_stream(secret, words, b"lot ", 0), players)


def test_a_draw_that_falls_in_one_way_reads_nothing() -> None:
    sealed = Sealed.with_words(secret_of("one way"), ())
    below = sealed.below(0)
    assert [below(1), below(1), below(256)] == [0, 0, sealed.below(0)(256)]


def test_there_is_no_number_below_nothing() -> None:
    with pytest.raises(ValueError, match="no number below 0"):
        Sealed.with_words(secret_of("nothing"), ()).below(0)(0)


def test_every_draw_and_the_lot_and_all_words_have_numbers_of_their_own() -> None:
    secret, many = secret_of("own"), 2**128
    one = Sealed.with_words(secret, ("ab", "c"))
    others = [
        Sealed.with_words(secret, words) for words in [("a", "bc"), ("c", "ab"), ("ab", "c", ""), ("", "ab", "c"), ()]
    ]
    found = [one.lot(many), one.below(0)(many), one.below(1)(many), *(other.below(0)(many) for other in others)]
    assert len(set(found)) == len(found)
    assert one.below(7)(many) == one.below(7)(many)


def test_a_secret_has_32_bytes() -> None:
    for secret in (b"", b"x" * 31, b"x" * 33):
        with pytest.raises(ValueError, match="a secret has 32 bytes"):
            Sealed.with_words(secret, ())


def test_a_secret_is_not_shown_by_accident() -> None:
    secret = secret_of("hush")
    sealed = Sealed.with_words(secret, ("open",))
    assert secret.hex() not in repr(sealed)
    assert repr(secret) not in repr(sealed)
    assert sealed == Sealed.with_words(secret, ("open",)) != Sealed.with_words(secret_of("other"), ("open",))
    with pytest.raises(AttributeError):
        sealed.mixed = b""  # type: ignore[misc]


def test_the_seal_says_nothing_but_fits() -> None:
    assert seal(bytes(32)) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"


# How evenly it falls: of each kind a hundred thousand, and a million in the long proof

each_number = pytest.mark.parametrize("number", [100_000, pytest.param(1_000_000, marks=pytest.mark.proof)])


def share_below(chi_square: float, freedom: int) -> float:
    """How often a chi-square of so many degrees of freedom is smaller than this."""
    half, at = freedom / 2, chi_square / 2
    term, total = exp(half * log(at) - at - lgamma(half + 1)), 0.0
    for step in count(1):
        total += term
        term *= at / (half + step)
        if step > at and term < 1e-15:
            break
    return total


def assert_even(counts: Counter[Any], weights: dict[Any, int]) -> None:
    total = sum(weights.values())
    assert set(counts) <= set(weights)
    expected = {what: counts.total() * weight / total for what, weight in weights.items()}
    assert min(expected.values()) > 5
    chi_square = sum((counts[what] - share) ** 2 / share for what, share in expected.items())
    assert 0.001 < share_below(chi_square, len(weights) - 1) < 0.999


def falls(draw: Draw[Any], name: str, number: int) -> Iterator[Any]:
    sealed, ways, fall = Sealed.with_words(secret_of(name), ("even", "odd")), draw.ways, draw.fall
    return (fall(sealed.below(n)(ways)) for n in range(number))


def identity_dice(*held: int) -> Dice[Any]:
    return Dice(held, tuple, tuple, tuple)


@pytest.mark.parametrize(
    ("chi_square", "freedom", "share"),
    [(3.841, 1, 0.95), (20.515, 5, 0.999), (66.619, 35, 0.999), (14.688, 35, 0.001), (1143.917, 999, 0.999)],
)
def test_chi_square_is_that_of_the_tables(chi_square: float, freedom: int, share: float) -> None:
    assert share_below(chi_square, freedom) == pytest.approx(share, abs=1e-4)


@pytest.mark.slow
@each_number
@pytest.mark.parametrize("many", [7, 1000])
def test_many_numbers_are_even(many: int, number: int) -> None:
    sealed = Sealed.with_words(secret_of(f"numbers {many}"), ())
    assert_even(Counter(sealed.below(n)(many) for n in range(number)), dict.fromkeys(range(many), 1))


@pytest.mark.slow
@each_number
def test_many_rolls_of_two_dice_are_even(number: int) -> None:
    draw = identity_dice(0, 0)
    assert_even(Counter(falls(draw, "two dice", number)), {draw.fall(way): 1 for way in range(36)})


@pytest.mark.slow
@each_number
def test_many_rolls_of_six_dice_with_two_held_are_even(number: int) -> None:
    draw = identity_dice(0, 1, 0, 0, 1, 0)
    weights = {draw.fall(way): 1 for way in range(6**4)}
    assert all(dice[1] == dice[4] == 1 for dice in weights)
    assert_even(Counter(falls(draw, "six dice", number)), weights)


@pytest.mark.slow
@each_number
def test_many_cards_from_a_pool_are_even(number: int) -> None:
    draw: Cards[Any, int] = Cards(tuple(range(27)), 1, tuple, tuple, tuple)
    assert_even(Counter(falls(draw, "a card", number)), {(card,): 1 for card in range(27)})


@pytest.mark.slow
@each_number
def test_many_deals_of_hands_are_even(number: int) -> None:
    """All 252 hands of five cards, each as often as it should come, in the hand that is dealt last."""
    pool, players = tuple(value for value in range(1, 7) for _ in range(18)), 2
    draw: Cards[Any, int] = Cards(pool, 5 * players, tuple, lambda cards: tuple(sorted(cards[-5:])), tuple)
    hands = {tuple(sorted(hand)) for hand in _multisets(5, 6)}
    weights = {hand: prod(comb(18, number) for number in Counter(hand).values()) for hand in hands}
    assert (len(hands), sum(weights.values())) == (252, comb(108, 5))
    assert_even(Counter(falls(draw, "hands", number)), weights)


def _multisets(size: int, highest: int) -> Iterator[tuple[int, ...]]:
    if size == 0:
        yield ()
        return
    for value in range(1, highest + 1):
        yield from ((value, *rest) for rest in _multisets(size - 1, value))


# Records


def changed(record: Record, **changes: Any) -> Record:
    return msgspec.structs.replace(record, **changes)


def with_proof(record: Record, **changes: Any) -> Record:
    assert isinstance(record.proof, Proof1)
    return changed(record, proof=msgspec.structs.replace(record.proof, **changes))


def fault(record: Record) -> Invalid:
    with pytest.raises(Invalid) as invalid:
        check(record, GAMES)
    assert invalid.value.reason.de != invalid.value.reason.en
    return invalid.value


@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
def test_what_was_drawn_from_the_secret_passes(game: AnyGame, players: int) -> None:
    record = decode(encode(proved(game, players)))
    assert isinstance(check(record, GAMES).turn, Over)
    assert encode(Record.of(check(record, GAMES))) == encode(changed(record, proof=msgspec.UNSET))


def test_a_record_without_a_proof_is_checked_by_the_rules() -> None:
    record = changed(proved(GAMES["hilo"], 2), proof=msgspec.UNSET)
    assert isinstance(check(record, GAMES).turn, Over)
    assert fault(changed(record, events=record.events[1:])).rule == "H1"


def test_a_match_that_is_not_over_may_be_sealed_or_opened() -> None:
    record = proved(GAMES["hilo"], 3)
    for end in range(len(record.events)):
        unfinished = changed(record, events=record.events[:end], result=msgspec.UNSET)
        assert check(unfinished, GAMES).count == end
        still_sealed = with_proof(unfinished, secret=msgspec.UNSET)
        assert not still_sealed.proof.is_open  # type: ignore[union-attr]
        assert "secret" not in json.loads(encode(still_sealed))["proof"]
        assert check(decode(encode(still_sealed)), GAMES).count == end


def test_a_match_that_is_over_must_be_opened() -> None:
    record = proved(GAMES["hilo"], 2)
    found = fault(with_proof(record, secret=msgspec.UNSET))
    assert (found.event, found.rule, found.reason.en) == (4, "proof", "The secret is missing.")


def test_who_begins_need_not_be_drawn() -> None:
    secret, words = secret_of("host begins"), ("", "")
    other = 1 - Sealed.with_words(secret, words).lot(2)
    record = Record(pasch=1, game="hilo", players=2, options={"first": other}, events=[])
    check(changed(record, proof=proof_of(secret, words, lot=False)), GAMES)
    found = fault(changed(record, proof=proof_of(secret, words)))
    assert (found.event, found.rule) == (0, "proof")
    assert found.reason.en == f"The lot fell on seat {1 - other}, in the record seat {other} begins."


def test_T1_sheets_that_the_lot_did_not_give_are_found() -> None:
    record = proved(GAMES["twentyone"], 2)
    right = record.options["sheets"]
    wrong = list(reversed(right))
    found = fault(changed(record, options={**record.options, "sheets": wrong}))
    assert (found.event, found.rule) == (0, "proof")
    assert found.reason.en == f"By lot sheets was {' '.join(right)}, the record says {' '.join(wrong)}."


def test_T1_sheets_are_drawn_from_all_six() -> None:
    record = proved(GAMES["twentyone"], 2)
    found = fault(with_proof(record, lots={"sheets": ("A", "B")}))
    assert (found.event, found.rule, found.reason.en) == (0, "proof", "No lots are drawn from that here.")
    drawn = {
        Sealed.with_words(secret_of(f"{n}"), ("", "")).lots(GAMES["twentyone"].lots, 2)["sheets"] for n in range(300)
    }
    assert len(drawn) == 6 * 5, "two players see any two of the six"


def test_T1_a_record_whose_sheets_were_chosen_has_no_lot_for_them() -> None:
    secret, words = secret_of("sheets chosen"), ("", "")
    options = {"first": Sealed.with_words(secret, words).lot(2), "sheets": ["F", "A"]}
    record = Record(pasch=1, game="twentyone", players=2, options=options, events=[])
    proof = proof_of(secret, words)
    assert "lots" not in msgspec.to_builtins(proof)
    check(changed(record, proof=proof), GAMES)


@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
def test_no_draw_can_be_changed_into_another_legal_one(game: AnyGame, players: int) -> None:
    """The record breaks off after the change, so that nothing but the proof speaks against it."""
    record = proved(game, players)
    for match in _before_chance(record):
        assert isinstance(match.turn, Chance)
        at, draw = match.count, match.turn.draw
        told = msgspec.convert(record.events[at], game.outcomes)
        others = {draw.fall(way) for way in range(min(draw.ways, 50))} - {told}
        if not others:
            continue
        match.settle(others.pop())
        tampered = changed(Record.of(match), proof=record.proof)
        verify(tampered, GAMES)
        found = fault(tampered)
        assert (found.event, found.rule) == (at, "proof")
        assert msgspec.json.encode(told).decode() in found.reason.en


def _before_chance(record: Record) -> Iterator[Match]:
    drawn = [one.event for one in listed(record, GAMES)]
    for at in drawn[:2] + drawn[2::7]:
        yield verify(changed(record, events=record.events[:at], result=msgspec.UNSET), GAMES)


@pytest.mark.parametrize("at", range(len(MATCHES)), ids=list(MATCHES))
def test_draws_cannot_change_places(at: int) -> None:
    record = decode(json.dumps(STORED["matches"][at]["record"]))
    drawn = [one for one in listed(record, GAMES) if one.draw["type"] == "dice" or one.draw["count"] < 4]
    pairs = [(one, other) for one in drawn for other in drawn if one.n < other.n and one.outcome != other.outcome]
    pairs = [(one, other) for one, other in pairs if one.draw == other.draw or one.draw["type"] == "cards"]
    rejected: Counter[str] = Counter()
    for one, other in pairs[:40]:
        events = list(record.events)
        events[one.event], events[other.event] = events[other.event], events[one.event]
        found = fault(changed(record, events=events))
        rejected[found.rule] += 1
        assert found.event <= other.event
    assert rejected["proof"] > 5


def _new_seal(record: Record) -> Record:
    return with_proof(record, seal=seal(secret_of("other")), secret=secret_of("other").hex())


def _next_begins(record: Record) -> Record:
    return changed(record, options={**record.options, "first": (record.options["first"] + 1) % record.players})


TAMPERED: dict[str, tuple[Callable[[Any], Record], str]] = {
    "the words": (lambda record: with_proof(record, words=("other", *record.proof.words[1:])), ""),
    "words at other seats": (lambda record: with_proof(record, words=record.proof.words[::-1]), ""),
    "secret and seal": (_new_seal, ""),
    "the secret": (lambda record: with_proof(record, secret=secret_of("other").hex()), "does not fit the seal"),
    "the seal": (lambda record: with_proof(record, seal=secret_of("other").hex()), "does not fit the seal"),
    "fewer words": (lambda record: with_proof(record, words=()), "not for 0"),
    "more words": (lambda record: with_proof(record, words=("",) * 9), "not for 9"),
    "a short secret": (lambda record: with_proof(record, secret=8 * "00"), "64 digits"),
    "a secret in capitals": (lambda record: with_proof(record, secret=record.proof.secret.upper()), "64 digits"),
    "a secret with a line end": (lambda record: with_proof(record, secret=record.proof.secret + "\n"), "64 digits"),
    "a secret with spaces": (lambda record: with_proof(record, secret="00 " * 21 + "0"), "64 digits"),
    "a seal that is none": (lambda record: with_proof(record, seal="sealed"), "64 digits"),
    "a seal that is none, unopened": (
        lambda record: with_proof(record, seal="sealed", secret=msgspec.UNSET),
        "64 digits",
    ),
    "who begins": (_next_begins, "The lot fell on seat"),
}


@pytest.mark.parametrize("what", TAMPERED)
@pytest.mark.parametrize("at", range(len(MATCHES)), ids=list(MATCHES))
def test_nothing_else_can_be_changed(at: int, what: str) -> None:
    change, says = TAMPERED[what]
    record = decode(json.dumps(STORED["matches"][at]["record"]))
    tampered = change(record)
    verify(changed(tampered, options=record.options), GAMES)
    found = fault(tampered)
    assert (found.event, found.rule) == (0, "proof")
    assert says in found.reason.en


@pytest.mark.parametrize(
    "proof",
    [
        {"scheme": "pasch-dice-2"},
        {"scheme": "pasch-dice-3"},
        {"secret": None},
        {"words": ["a", 2]},
        {"words": "ab"},
        {"lot": "yes"},
        {"note": "more than there is"},
        {"seal": 7},
    ],
    ids=str,
)
def test_a_proof_that_is_badly_written_is_no_record(proof: dict[str, Any]) -> None:
    record = json.loads(encode(proved(GAMES["hilo"], 2)))
    record["proof"].update(proof)
    with pytest.raises(Exception, match="format: Badly written"):
        decode(json.dumps(record))


# Draws as JSON


def test_draws_are_described_as_json() -> None:
    assert described(identity_dice(0, 1, 0)) == {"type": "dice", "held": [0, 1, 0], "sorted": 1}
    draw: Cards[Any, str] = Cards(("x", "y"), 1, tuple, lambda cards: tuple(sorted(cards)), tuple, taken=("z",))
    assert described(draw) == {"type": "cards", "pool": ["x", "y"], "count": 1, "taken": ["z"], "sorted": 2}


def test_draws_are_listed_with_number_event_and_outcome() -> None:
    record = proved(GAMES["hilo"], 2)
    deal, roll = listed(record, GAMES)
    assert deal == Drawn(0, 0, described(_chance(record, 0).draw), record.events[0])
    assert roll == Drawn(1, 3, {"type": "dice", "held": [0], "sorted": 1}, record.events[3])


def _chance(record: Record, at: int) -> Chance[Any]:
    turn = verify(changed(record, events=record.events[:at], result=msgspec.UNSET), GAMES).turn
    assert isinstance(turn, Chance)
    return turn


# The page

SECRET, WORDS = bytes(range(32)), ("Glück", "", "alea iacta est")
DECK = tuple(value for value in range(1, 7) for _ in range(18))
EXAMPLES: list[tuple[str, Draw[Any]]] = [
    ("draw 0, two dice", identity_dice(0, 0)),
    ("draw 1, six dice, the second and the fifth held at 1", identity_dice(0, 1, 0, 0, 1, 0)),
    ("draw 2, one of a b c d e", Cards(tuple("abcde"), 1, tuple, tuple, tuple)),
    ("draw 3, three of 1 2 2 3 3 3", Cards((1, 2, 2, 3, 3, 3), 3, tuple, tuple, tuple)),
    ("draw 4, 25 of 108 cards", Cards(DECK, 25, tuple, tuple, tuple)),
]


def test_the_example_on_the_page() -> None:
    sealed = Sealed.with_words(SECRET, WORDS)
    rows = [f"| lot | 3 | {sealed.lot(3)} | seat {sealed.lot(3)} |"]
    sheets = Sealed.with_words(SECRET, WORDS).lots({"sheets": "ABCDEF"}, 3)["sheets"]
    rows.append(f"| lot 1, one of A B C D E F for each seat | 120 | 62 | {' '.join(sheets)} |")
    for n, (what, draw) in enumerate(EXAMPLES):
        number = sealed.below(n)(draw.ways)
        rows.append(f"| {what} | {draw.ways} | {number} | {' '.join(map(str, draw.fall(number)))} |")
    for row in rows:
        assert row in PAGE, row


def test_the_steps_of_the_example_on_the_page() -> None:
    said = sha256(b"".join(bytes([0, 0, 0, len(one.encode())]) + one.encode() for one in WORDS)).hexdigest()
    lines = [f"{'secret':<16}{SECRET.hex()}", f"{'seal':<16}{seal(SECRET)}", f"{'said':<16}{said}"]
    for name, label, n in (("lot", b"lot ", 0), ("draw 0", b"draw", 0), ("draw 1", b"draw", 1)):
        block = [int(bits, 2) for bits in islice(plain_stream(SECRET, WORDS, label, n), 32)]
        lines.append(f"{f'{name}, block 0':<16}{bytes(block).hex()}")
    assert "\n".join(lines) in PAGE
