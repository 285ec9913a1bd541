"""The page about fairness: all its examples are a verifier's inputs, read from it and computed without the engine."""

import hmac
import json
import re
import shlex
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from pasch.checking import Wanted, check_files
from pasch.engine.fair import check
from pasch.engine.record import Part, Proof1, Proof2, decode
from pasch.games import GAMES
from pasch.games.sack.model import DECK, Card
from pasch.server.http.bodies import Commit, Reveal
from tests.test_fair import PAGE
from tests.test_fair_parts import stranger

BLOCKS = re.findall(r"^ *```\w*\n(.*?)^ *```", PAGE, flags=re.DOTALL | re.MULTILINE)
KINDS = {
    "kniffel": {"deal", "swap", "score", "draw", "trim"},
    "sack": {"deal", "roll", "place", "refill"},
    "twentyone": {"roll", "keep", "reroll", "mark"},
}


def only(begin: str) -> str:
    (block,) = [one for one in BLOCKS if one.lstrip().startswith(begin)]
    return str(block)


RECORDS = [json.loads(one) for one in BLOCKS if one.startswith('{"pasch"')]
LAST = RECORDS[-1]
TERMS = only('{"commitments"').strip()
PURPOSES = {b"pasch dice 1\n", b"pasch dice 2\n"}


def steps_of(block: str) -> dict[str, str]:
    return {name.strip(): digits for name, digits in re.findall(r"^(.{16})([0-9a-f]{64})$", block, flags=re.MULTILINE)}


def block_of(purpose: bytes, mixed: str, name: str) -> str:
    """The first block of a stream, by the name that it has on the page: `lot`, `lot 1`, `draw 0`."""
    label, _, n = name.partition(" ")
    assert purpose in PURPOSES
    message = purpose + label.ljust(4).encode() + bytes.fromhex(mixed) + int(n or 0).to_bytes(8, "big") + bytes(4)
    return hmac.digest(bytes(range(32)), message, "sha256").hex()


# One reader for each kind of block


def read_record(block: str) -> None:
    record = json.loads(block)
    assert list(stranger(record)) == []
    assert isinstance(decode(block).proof, Proof2)
    check(decode(block), GAMES)
    assert {event["type"] for event in record["events"]} == KINDS[record["game"]]
    for at, event in enumerate(record["events"]):
        if "seat" not in event:
            forged = json.loads(block)
            forged["events"][at] = json.loads(re.sub(r"\d(?=[],}])|most|sum|last(?=-)", "9", json.dumps(event)))
            assert forged["events"][at] != event
            assert "was " in next(stranger(forged)), event


def read_terms(block: str) -> None:
    told, proof = json.loads(block), LAST["proof"]
    assert json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=False) == block.strip()
    assert told["commitments"] == [seat.get("commitment", "") for seat in proof["seats"]]
    assert {key: told[key] for key in ("scheme", "table", "lot", "lots", "seal")}.items() <= proof.items()
    assert {key: told[key] for key in ("game", "players")}.items() <= LAST.items()
    assert told["options"] == {key: LAST["options"][key] for key in LAST["options"] if key not in ("first", "sheets")}


def read_steps(block: str) -> None:
    """Hash after hash of what the page prints."""
    steps, secret = steps_of(block), bytes(range(32))
    assert (steps["secret"], steps["seal"]) == (secret.hex(), sha256(secret).hexdigest())
    if "said" in steps:
        words = ["Glück", "", "alea iacta est"]
        said = b"".join(len(one.encode()).to_bytes(4, "big") + one.encode() for one in words)
        assert steps["said"] == sha256(said).hexdigest()
    else:
        first = LAST["proof"]["seats"][0]
        revealed = bytes.fromhex(first["random"]) + first["words"].encode()
        hashed = b"pasch commitment 2\n" + bytes.fromhex(steps["seal"]) + b"\0" + revealed
        assert steps["commitment"] == sha256(hashed).hexdigest() == first["commitment"]
        assert steps["terms"] == sha256(TERMS.encode()).hexdigest()
        mixed = bytes.fromhex(steps["terms"]) + len(revealed).to_bytes(4, "big") + revealed + bytes(4)
        assert steps["mixed"] == sha256(mixed).hexdigest()
    purpose, mix = (b"pasch dice 1\n", steps["said"]) if "said" in steps else (b"pasch dice 2\n", steps["mixed"])
    streams = [name for name in steps if "block 0" in name]
    assert len(streams) == 3
    for name in streams:
        assert steps[name] == block_of(purpose, mix, name.removesuffix(", block 0")), name


def read_stream(block: str) -> None:
    parts = re.findall(
        r'key = (\w+), message = "(.*?)" \+ (\w+) \+ (\w+) \+ n as (\d) bytes \+ block as (\d) bytes', block
    )
    assert parts == [("secret", r"pasch dice 2\n", "label", "mixed", "8", "4")]


def read_first_proof(block: str) -> None:
    """Its digits are cut off: with those of the steps of the first scheme it is a proof."""
    steps = steps_of(next(one for one in BLOCKS if "\nsaid " in one))
    proof = json.loads(block)
    for key in ("seal", "secret"):
        assert steps[key].startswith(proof[key].rstrip("…"))
        proof[key] = steps[key]
    assert isinstance(msgspec.convert(proof, Proof1 | Proof2), Proof1)
    assert proof["words"] == ["Glück", "", "alea iacta est"]


def read_deck(block: str) -> None:
    assert block.split() == [card.id for card in DECK]


READERS: dict[str, Callable[[str], None]] = {
    '{"pasch"': read_record,
    '{"commitments"': read_terms,
    '{"scheme"': read_first_proof,
    "secret ": read_steps,
    "HMAC-SHA256(": read_stream,
    "most-1 ": read_deck,
}


def reader_of(block: str) -> Callable[[str], None] | None:
    return next((read for begin, read in READERS.items() if block.lstrip().startswith(begin)), None)


@pytest.mark.parametrize(
    "block", [one for one in BLOCKS if not one.startswith("$ ")], ids=lambda block: block.split()[0]
)
def test_an_example_on_the_page_is_what_it_says(block: str) -> None:
    read = reader_of(block)
    assert read is not None, "no test reads this example"
    read(block)


def test_the_records_on_the_page_are_of_every_kind() -> None:
    assert [record["game"] for record in RECORDS] == ["kniffel", "sack", "sack", "twentyone"]
    assert {card["sacks"] for card in RECORDS[2]["options"]["deck"]} == {1, 2}


@pytest.mark.parametrize("block", [one for one in BLOCKS if one.startswith("$ ")], ids=lambda block: block.split()[1])
def test_what_a_command_on_the_page_prints(block: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Run on the page's last record, with the seal and the terms of its steps."""
    command, printed = block.removeprefix("$ ").split("\n", 1)
    steps = steps_of(next(one for one in BLOCKS if "\nmixed " in one))
    noted = [steps[key] for key in ("seal", "terms")]
    shown = [word.rstrip("…") for word in shlex.split(command) if word.endswith("…")]
    assert [digits[: len(cut)] for digits, cut in zip(noted, shown, strict=True)] == shown
    if command.startswith("pasch verify"):
        (tmp_path / "record").write_text(json.dumps(LAST), encoding="utf-8")
        assert check_files([str(tmp_path / "record")], "en", Wanted(True, (noted[0],), (noted[1],))) == 0
        assert capsys.readouterr().out == printed
    else:
        assert ("\n".join(stranger(LAST, *noted)) or "every draw is what the secret says\n") == printed


def test_what_devices_send_is_what_the_page_says() -> None:
    first = LAST["proof"]["seats"][0]
    commit, reveal = (json.loads(one) for one in re.findall(r'`(\{"type": .*?\})`', PAGE))
    for sent, kind, keys in ((commit, Commit, {"commitment"}), (reveal, Reveal, {"random", "words"})):
        assert all(first[key].startswith(sent[key].rstrip("…")) for key in keys)
        msgspec.convert({**sent, **{key: first[key] for key in keys}}, kind)
    (card,) = re.findall(r'`(\{"id": "most-1".*?\})`', PAGE)
    assert msgspec.json.decode(card, type=Card) == Card("most-1", 2)


def test_the_reckoning_under_the_steps() -> None:
    steps = steps_of(next(one for one in BLOCKS if "\nmixed " in one))
    lot, sheets, roll = (bytes.fromhex(steps[f"{name}, block 0"]) for name in ("lot", "lot 1", "draw 0"))
    first, number, dice = lot[0] % 2, sheets[0] % 32, int.from_bytes(roll[:2], "big")
    assert (first, number < 30, dice < 6**6) == (LAST["options"]["first"], True, True)
    letters = list("ABCDEF")
    drawn = [letters.pop(number % 6), letters.pop(number // 6 % 5)]
    assert drawn == LAST["options"]["sheets"]
    text = " ".join(PAGE.split())
    fallen = LAST["events"][0]["dice"]
    for sentence in (
        f"`{lot[:1].hex()}` is odd, seat {first} begins",
        f"`{sheets[:1].hex()}` gives {number}. {number} = {number // 6} × 6 + {number % 6}: the sheet in place",
        f"{number // 6} = 0 × 5 + {number // 6}: of A B C E F, the one in place {number // 6} is {drawn[1]}.",
        f"`{roll[:2].hex()}` is {dice}. {dice} = {dice // 6} × 6 + {dice % 6}: the red die shows {fallen['red']}.",
        f"{dice // 6} = {dice // 36} × 6 + {dice // 6 % 6}: the yellow one shows {fallen['yellow']}.",
    ):
        assert sentence in text, sentence
    assert (fallen["red"], fallen["yellow"]) == (dice % 6 + 1, dice // 6 % 6 + 1)


def test_the_page_knows_every_key() -> None:
    for key in {*Proof1.__struct_fields__, *Proof2.__struct_fields__, *Part.__struct_fields__}:
        assert f"| `{key}` |" in PAGE
