"""Verifiable dice of the second scheme: what devices add, what the page of the scheme says, and planted attacks.

`python -m tests.test_fair_parts` regenerates the vectors.
"""

import json
import re
import runpy
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count, islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pasch.checking import Wanted, check_files
from pasch.engine.draws import Dice
from pasch.engine.fair import Sealed, Terms, check, commitment, listed, seal
from pasch.engine.game import AnyGame, Over
from pasch.engine.match import start
from pasch.engine.record import Invalid, Part, Proof2, Record, decode, encode, options_from_json, verify
from pasch.games import GAMES
from tests.test_fair import ROOT, TABLES, played, secret_of
from tests.test_fair import STORED as FIRST

VERIFIER = ROOT / "docs" / "fairness_verifier.py"
VECTORS = ROOT / "tests" / "vectors" / "fair-parts.json"
CHECKABLE = [(game, players) for game, players in TABLES if game.id != "hilo" and players in (2, game.seats[-1])]
IDS = [f"{game.id}-{players}" for game, players in CHECKABLE]
OWN_CARDS = ("sum-odd", "last-6", "most-4", "last-456", "most-equal", "most-1", "sum", "last-3", "most-123", "last-4")
OWN_DECK: list[dict[str, Any]] = [
    {"id": condition, "sacks": 2 if at % 3 == 1 else 1}
    for at, condition in enumerate((*OWN_CARDS, "sum-even", "most-5"))
]
MATCHES: list[tuple[str, int, dict[str, Any]]] = [
    ("kniffel", 2, {}),
    ("sack", 3, {}),
    ("twentyone", 2, {}),
    ("sack", 2, {"deck": OWN_DECK}),
]
"""The matches among the vectors: a game, its players, what was agreed."""
WORDS = ("Glück", "", " zwei  Lücken ")


def part(secret: bytes, seat: int, name: str, words: str = "") -> Part:
    random = secret_of(f"{name} {seat}").hex()
    return Part(commitment=commitment(seal(secret), seat, random, words), random=random, words=words)


def parts_of(secret: bytes, players: int, name: str) -> tuple[Part, ...]:
    """A device with words or without, one that never reveals, a bot, one that was not there, more devices."""
    silent = Part(commitment=part(secret, 1, name).commitment)
    kinds = [part(secret, 0, name, WORDS[0]), silent, Part(bot=True), Part(), part(secret, 4, name), Part(bot=True)]
    return tuple(kinds[:players])


def settled(game: AnyGame, players: int, secret: bytes, parts: tuple[Part, ...], **agreed: Any) -> Terms:
    """The terms of a match in which the lot decides all that it can."""
    options = msgspec.to_builtins(options_from_json(game, agreed))
    start(game, players, options_from_json(game, agreed))
    return Terms(
        table="WURF-2A3B4",
        game=game.id,
        players=players,
        options={name: value for name, value in options.items() if name not in {"first", *game.lots}},
        lot=True,
        lots=dict(game.lots),
        seal=seal(secret),
        commitments=tuple(one.commitment for one in parts),
    )


@cache
def proved(game: AnyGame, players: int, name: str = "proved", parts: tuple[Part, ...] | None = None) -> Record:
    return written(game, players, name, parts)


def written(
    game: AnyGame, players: int, name: str = "proved", parts: tuple[Part, ...] | None = None, **agreed: Any
) -> Record:
    """The record of a match with its proof."""
    secret = secret_of(name)
    parts = parts_of(secret, players, name) if parts is None else parts
    terms = settled(game, players, secret, parts, **agreed)
    proof = Proof2(
        seal=terms.seal,
        table=terms.table,
        seats=parts,
        lot=True,
        lots=terms.lots or msgspec.UNSET,
        secret=secret.hex(),
    )
    match = played(game, players, Sealed.with_parts(secret, terms, parts), **agreed)
    return msgspec.structs.replace(Record.of(match), proof=proof)


def write_vectors() -> None:
    records = [written(GAMES[game], players, "vectors", **agreed) for game, players, agreed in MATCHES]
    matches = [{"record": one, "terms": terms_of(one), "draws": listed(one, GAMES)} for one in records]
    lines = ",\n".join(msgspec.json.encode(one).decode() for one in matches)
    VECTORS.write_text(f'{{"matches": [\n{lines}\n]}}\n', encoding="utf-8")


def terms_of(record: Record) -> str:
    assert isinstance(record.proof, Proof2)
    return Terms.of(record, record.proof).digest().hex()


if __name__ == "__main__":
    write_vectors()

STORED = json.loads(VECTORS.read_text(encoding="utf-8"))["matches"]


def changed(record: Record, **changes: Any) -> Record:
    return msgspec.structs.replace(record, **changes)


def with_proof(record: Record, **changes: Any) -> Record:
    assert isinstance(record.proof, Proof2)
    return changed(record, proof=msgspec.structs.replace(record.proof, **changes))


def with_part(record: Record, seat: int, **changes: Any) -> Record:
    assert isinstance(record.proof, Proof2)
    seats = list(record.proof.seats)
    seats[seat] = msgspec.structs.replace(seats[seat], **changes)
    return with_proof(record, seats=tuple(seats))


def fault(record: Record) -> Invalid:
    with pytest.raises(Invalid) as invalid:
        check(record, GAMES)
    assert invalid.value.reason.de != invalid.value.reason.en
    return invalid.value


# What passes


@pytest.mark.parametrize(("game", "players"), CHECKABLE, ids=IDS)
def test_what_was_drawn_from_secret_terms_and_parts_passes(game: AnyGame, players: int) -> None:
    record = decode(encode(proved(game, players)))
    assert isinstance(check(record, GAMES).turn, Over)


def test_the_vectors_are_what_the_engine_draws() -> None:
    for stored, (game, players, agreed) in zip(STORED, MATCHES, strict=True):
        record = decode(json.dumps(stored["record"]))
        assert (record.game, record.players, terms_of(record)) == (game, players, stored["terms"])
        assert record.options.items() >= agreed.items()
        assert isinstance(check(record, GAMES).turn, Over)
        assert json.loads(msgspec.json.encode(listed(record, GAMES))) == stored["draws"]


def test_every_part_and_every_term_changes_all_numbers() -> None:
    secret, many = secret_of("own"), 2**128
    parts = (part(secret, 0, "own", "a"), part(secret, 1, "own"))
    terms = settled(GAMES["twentyone"], 2, secret, parts)
    others = [
        (terms, (parts[0], Part())),
        (terms, (parts[1], parts[0])),
        (terms, (msgspec.structs.replace(parts[0], words="b"), parts[1])),
        *[
            (msgspec.structs.replace(terms, **{key: value}), parts)
            for key, value in {
                "table": "WURF-2A3B5",
                "game": "sack",
                "players": 3,
                "options": {"sheets": ["A", "B"]},
                "lot": False,
                "lots": {},
                "seal": "00" * 32,
                "commitments": ("", ""),
            }.items()
        ],
    ]
    assert set(Terms.__struct_fields__) == {
        "table", "game", "players", "options", "lot", "lots", "seal", "commitments",
    }  # fmt: skip
    found = [Sealed.with_parts(secret, *one).below(0)(many) for one in [(terms, parts), *others]]
    assert len(set(found)) == len(others) + 1


# What does not pass


@cache
def two_people(name: str = "attack") -> Record:
    secret = secret_of(name)
    return proved(GAMES["twentyone"], 2, name, (part(secret, 0, name, "Glück"), part(secret, 1, name)))


TAMPERED: dict[str, tuple[Callable[[Record], Record], str]] = {
    "the words": (lambda record: with_part(record, 0, words="Pech"), "What seat 0 revealed"),
    "words of a seat that said nothing": (lambda record: with_part(record, 1, words="Pech"), "What seat 1 revealed"),
    "the random bytes": (lambda record: with_part(record, 0, random="00" * 32), "What seat 0 revealed"),
    "words without random bytes": (lambda record: with_part(record, 0, random=""), "What seat 0 revealed"),
    "a revelation left out": (lambda record: with_part(record, 0, random="", words=""), ""),
    "a part left out": (lambda record: with_part(record, 0, random="", words="", commitment=""), ""),
    "short random bytes": (lambda record: with_part(record, 0, random="00"), "64 digits"),
    "a commitment in capitals": (lambda record: with_part(record, 0, commitment="AB" * 32), "64 digits"),
    "a bot with a commitment": (lambda record: with_part(record, 0, bot=True), "A bot adds nothing"),
    "fewer seats": (lambda record: with_proof(record, seats=record.proof.seats[:1]), "not for 1"),  # type: ignore[union-attr]
    "the table": (lambda record: with_proof(record, table="WURF-99999"), ""),
    "no lot": (lambda record: with_proof(record, lot=False), ""),
    "no other lots": (lambda record: with_proof(record, lots=msgspec.UNSET), ""),
    "the secret": (lambda record: with_proof(record, secret="00" * 32), "does not fit the seal"),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_nothing_in_a_proof_can_be_changed(what: str) -> None:
    change, says = TAMPERED[what]
    tampered = change(two_people())
    verify(tampered, GAMES)
    found = fault(tampered)
    assert (found.event, found.rule) == (0, "proof")
    assert says in found.reason.en


def test_the_seats_of_a_commitment_cannot_change_places() -> None:
    record = two_people()
    assert isinstance(record.proof, Proof2)
    assert "seat 0 revealed" in fault(with_proof(record, seats=record.proof.seats[::-1])).reason.en


# Planted attacks: the server has done all this after the seal, and everything in the record fits together


def run_verify(record: Record, tmp_path: Path, **wanted: Any) -> int:
    (tmp_path / "record").write_bytes(encode(record) + b"\n")
    return check_files([str(tmp_path / "record")], "en", Wanted(**wanted))


def ground(record: Record) -> Record:
    """Bytes for seat 1 that let it begin with a high roll: the same secret, and seat 0 left alone."""
    assert isinstance(record.proof, Proof2)
    secret, game = bytes.fromhex(str(record.proof.secret)), GAMES[record.game]
    for n in count():
        parts = (record.proof.seats[0], part(secret, 1, f"ground {n}"))
        sealed = Sealed.with_parts(secret, settled(game, 2, secret, parts), parts)
        roll = Dice((0,) * 6, tuple, tuple, tuple)
        if sealed.lot(2) == 1 and sum(roll.fall(sealed.below(0)(roll.ways))) > 30:
            return proved(game, 2, "attack", parts)
    raise AssertionError


def test_a_server_that_tries_parts_until_the_dice_please_it_is_noticed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    honest = two_people()
    seen = honest.proof.seal  # type: ignore[union-attr]
    better = ground(honest)
    assert (better.options["first"], sum(better.events[0]["dice"].values()) > 30) == (1, True)
    check(better, GAMES)
    assert run_verify(better, tmp_path, seals=(seen,)) == 0, "the seal alone does not show it"
    assert run_verify(better, tmp_path, terms=(terms_of(honest),)) == 1
    assert "proof: These are not the terms that were noted." in capsys.readouterr().out
    assert list(stranger(better, seen)) == []
    assert list(stranger(better, seen, terms_of(honest))) == ["other terms were noted"]


@pytest.mark.parametrize("what", ["options", "lot"])
def test_changed_options_and_another_lot_are_noticed(what: str, tmp_path: Path) -> None:
    """The server draws with other terms than it had shown: the record fits together, the note does not."""
    honest = two_people()
    assert isinstance(honest.proof, Proof2)
    secret, parts = bytes.fromhex(str(honest.proof.secret)), honest.proof.seats
    shown = Terms.of(honest, honest.proof)
    told = (
        msgspec.structs.replace(shown, lots={}, options={"sheets": ["A", "B"]})
        if what == "options"
        else msgspec.structs.replace(shown, lot=False, options={"first": 1})
    )
    sealed = Sealed.with_parts(secret, told, parts)
    options = told.options | sealed.lots(told.lots, 2) | ({"first": sealed.lot(2)} if told.lot else {})
    proof = msgspec.structs.replace(honest.proof, lot=told.lot, lots=told.lots or msgspec.UNSET)
    forged = Record(pasch=1, game="twentyone", players=2, options=options, events=[], proof=proof)
    check(forged, GAMES)
    assert run_verify(forged, tmp_path) == 0
    assert run_verify(forged, tmp_path, terms=(terms_of(honest),)) == 1
    assert "other terms were noted" in list(stranger(forged, None, terms_of(honest)))


def test_a_proof_that_was_cut_off_is_noticed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = two_people()
    cut = changed(record, proof=msgspec.UNSET)
    assert run_verify(cut, tmp_path) == 0
    assert "without a proof: 1\n1 valid" in capsys.readouterr().out
    for wanted in ({"proof": True}, {"seals": (record.proof.seal,)}, {"terms": (terms_of(record),)}):  # type: ignore[union-attr]
        assert run_verify(cut, tmp_path, **wanted) == 1
        assert "proof: The proof is missing." in capsys.readouterr().out
    assert run_verify(record, tmp_path, proof=True, seals=(record.proof.seal,), terms=(terms_of(record),)) == 0  # type: ignore[union-attr]
    closed = with_proof(changed(record, events=[], result=msgspec.UNSET), secret=msgspec.UNSET)
    assert run_verify(closed, tmp_path) == 0
    assert run_verify(closed, tmp_path, proof=True) == 1


def test_another_seal_than_the_noted_one_is_noticed(tmp_path: Path) -> None:
    assert run_verify(two_people("other"), tmp_path, seals=(seal(secret_of("attack")),)) == 1
    assert list(stranger(two_people("other"), seal(secret_of("attack")))) == ["the secret does not fit the seal"]


def test_a_pool_in_another_order_is_noticed() -> None:
    """The server draws from a deck that it has put into an order of its own."""
    for at, (game, players, _) in enumerate(MATCHES):
        record = decode(json.dumps(STORED[at]["record"]))
        pools = [drawn.draw for drawn in listed(record, GAMES)]
        n, draw = next(((n, draw) for n, draw in enumerate(pools) if len(set(draw.get("pool", ()))) > 1), (0, None))
        if draw is None:
            assert game == "twentyone", "it has no cards"
            continue
        assert isinstance(record.proof, Proof2)
        source = Sealed.with_parts(
            bytes.fromhex(str(record.proof.secret)), Terms.of(record, record.proof), record.proof.seats
        )
        reordered = changed_pool(GAMES[game], players, record, n, source)
        assert fault(reordered).rule == "proof"
        assert f"draw {n} was" in "".join(stranger(reordered))


@pytest.mark.parametrize("what", ["id", "sacks"])
def test_no_card_of_an_own_deck_can_be_changed(what: str) -> None:
    """Everything in the record fits together by the rules; only the deck is not the one that was settled."""
    honest = decode(json.dumps(STORED[-1]["record"]))
    dealt = [card for event in honest.events for card in (event.get("card"), *event.get("cards", ()))]
    deck = [{**card} for card in OWN_DECK]
    (unseen, *_) = [card for card in deck if card["id"] not in dealt]
    unseen[what] = {"id": "last-5", "sacks": 3 - int(str(unseen["sacks"]))}[what]
    forged = changed(honest, options=honest.options | {"deck": deck})
    verify(forged, GAMES)
    assert fault(forged).rule == "proof"
    assert list(stranger(forged))
    assert "other terms were noted" in list(stranger(forged, None, STORED[-1]["terms"]))


def test_other_sheets_to_draw_from_are_noticed() -> None:
    """The server lets the lot fall between the sheets that it likes."""
    secret = secret_of("sheets")
    parts = (part(secret, 0, "sheets"), part(secret, 1, "sheets"))
    terms = msgspec.structs.replace(settled(GAMES["twentyone"], 2, secret, parts), lots={"sheets": ("A", "B")})
    sealed = Sealed.with_parts(secret, terms, parts)
    proof = Proof2(seal=terms.seal, table=terms.table, seats=parts, lot=True, lots=terms.lots, secret=secret.hex())
    options = {"first": sealed.lot(2), **sealed.lots(terms.lots, 2)}
    forged = Record(pasch=1, game="twentyone", players=2, options=options, events=[], proof=proof)
    verify(forged, GAMES)
    assert fault(forged).reason.en == "No lots are drawn from that here."
    assert list(stranger(forged)) == ["no sheets are drawn from ['A', 'B']"]


def changed_pool(game: AnyGame, players: int, record: Record, n: int, source: Sealed) -> Record:
    """The record up to draw `n`, which was made from the pool turned round."""
    at = [drawn.event for drawn in listed(record, GAMES)][n]
    match = verify(changed(record, events=record.events[:at], result=msgspec.UNSET), GAMES)
    draw: Any = match.turn.draw  # type: ignore[union-attr]
    match.settle(msgspec.structs.replace(draw, pool=draw.pool[::-1]).fall(source.below(n)(draw.ways)))
    return changed(Record.of(match), proof=record.proof)


def test_devices_that_never_revealed_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run_verify(proved(GAMES["sack"], 3), tmp_path)
    assert ":1: Seat 1 had committed and never revealed: it added nothing.\n" in capsys.readouterr().out
    run_verify(proved(GAMES["sack"], 2, "alone", (Part(bot=True), Part())), tmp_path)
    assert ":1: No device added anything: the server could choose the dice.\n" in capsys.readouterr().out
    run_verify(two_people(), tmp_path)
    assert capsys.readouterr().out.startswith("dice and cards recomputed: 1")


# For strangers


def stranger(record: Record | dict[str, Any], *noted: str | None) -> Iterator[str]:
    written = json.loads(encode(record)) if isinstance(record, Record) else record
    return runpy.run_path(str(VERIFIER))["faults"](written, *noted)  # type: ignore[no-any-return]


@pytest.mark.parametrize(("game", "players"), CHECKABLE, ids=IDS)
def test_a_stranger_comes_to_the_same_end(game: AnyGame, players: int) -> None:
    """By the record alone: no list of draws is believed."""
    record = json.loads(encode(proved(game, players, "stranger")))
    assert list(stranger(record)) == []
    chance = [at for at, event in enumerate(record["events"]) if "seat" not in event]
    for n, at in ((0, chance[0]), (len(chance) - 1, chance[-1])):
        forged = json.loads(json.dumps(record))
        forged["events"][at] = json.loads(re.sub(r"\d", "9", json.dumps(record["events"][at])))
        assert next(stranger(forged)).startswith(f"draw {n} was ")


def test_a_stranger_finds_what_is_tampered_with() -> None:
    for what, (change, _) in TAMPERED.items():
        if what not in ("short random bytes", "fewer seats", "a bot with a commitment"):
            assert list(islice(stranger(change(two_people())), 1)), what


def test_the_verifier_of_the_page_is_a_short_program(tmp_path: Path) -> None:
    """It also checks matches of the first scheme, and needs nothing but Python."""
    text = VERIFIER.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 200
    assert "pasch." not in "".join(line for line in text.splitlines() if "import" in line)
    for stored in [*FIRST["matches"], *STORED]:
        path = tmp_path / "record.json"
        path.write_text(json.dumps(stored["record"]), encoding="utf-8")
        words = [sys.executable, str(VERIFIER), str(path), stored["record"]["proof"]["seal"]]
        done = subprocess.run(words, capture_output=True, text=True)
        assert (done.returncode, done.stdout) == (0, "every draw is what the secret says\n")
    path.write_text('{"proof": {"scheme": "pasch-dice-3"}}', encoding="utf-8")
    done = subprocess.run(words, capture_output=True, text=True)
    assert (done.returncode, done.stdout.split(":")[0]) == (1, "this cannot be checked")
