"""Checks the dice and cards of a Pasch match without Pasch, as docs/fairness.md says.

python fairness_verifier.py RECORD.json [SEAL [TERMS]]     what was noted before the first draw
"""

import hashlib
import hmac
import json
import math
import sys
from pathlib import Path

DECK = (
    "most-1 most-2 most-3 most-4 most-5 most-6 most-not-1 most-not-2 most-not-3 most-not-4 most-not-5 most-not-6 "
    "most-dice most-123 most-456 most-even most-odd most-equal most-different last-1 last-2 last-123 sum sum-even "
    "sum-odd sum-under-10 sum-under-15"
)
COLOURS = ["red", "yellow", "green", "blue", "white", "black"]
POOLS = {"twentyone": {"sheets": list("ABCDEF")}}


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


# What is mixed in with the secret


def terms_of(record):
    proof, lots = record["proof"], record["proof"].get("lots", {})
    drawn = [*lots, *(["first"] if proof["lot"] else [])]
    terms = {"scheme": proof["scheme"], "table": proof["table"], "game": record["game"], "players": record["players"]}
    terms |= {"options": {name: value for name, value in record["options"].items() if name not in drawn}}
    terms |= {"lot": proof["lot"], "lots": lots, "seal": proof["seal"]}
    terms |= {"commitments": [seat.get("commitment", "") for seat in proof["seats"]]}
    return sha(json.dumps(terms, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode())


def revealed(seat):
    return bytes.fromhex(seat.get("random", "")) + seat.get("words", "").encode()


def mixed_in(record):
    """The purpose of the numbers, and 32 bytes."""
    proof, begin = record["proof"], b""
    if proof["scheme"] == "pasch-dice-1":
        parts = [words.encode() for words in proof["words"]]
    else:
        begin, parts = terms_of(record), [revealed(seat) for seat in proof["seats"]]
    if len(parts) != record["players"]:
        raise ValueError("there is not one part for each seat")
    return b"pasch dice %c\n" % proof["scheme"][-1].encode(), sha(
        begin, *[len(p).to_bytes(4, "big") + p for p in parts]
    )


# From the secret to a number, and from a number to dice and cards


def number_below(ways, secret, purpose, mixed, n, label=b"draw"):
    if ways < 1:
        raise ValueError("more cards were drawn than there are")
    bits = (ways - 1).bit_length()
    size = (bits + 7) // 8
    stream, block = b"", 0
    while True:
        while len(stream) < size:
            message = purpose + label + mixed + n.to_bytes(8, "big") + block.to_bytes(4, "big")
            stream += hmac.digest(secret, message, "sha256")
            block += 1
        number = int.from_bytes(stream[:size], "big") % 2**bits
        stream = stream[size:]
        if number < ways:
            return number


def fall(draw, *source):
    """`draw` is a list of held dice (0 is rolled), or the pool, how many are picked, and what is taken before them."""
    if isinstance(draw, list):
        picks, number = list(draw), number_below(6 ** draw.count(0), *source)
        for at in [at for at, held in enumerate(draw) if held == 0]:
            number, picks[at] = number // 6, number % 6 + 1
        return picks
    pool, count, taken = list(draw[0]), draw[1], draw[2]
    picks, number = list(taken), number_below(math.perm(len(pool), count), *source)
    for _ in range(count):
        number, at = divmod(number, len(pool))
        picks.append(pool.pop(at))
    return picks


# The games: for every event of chance, what was drawn from, and how the event must say what fell


def sack(record):
    deck = record["options"].get("deck")
    pile = DECK.split() if deck is None else [card["id"] for card in deck]
    for event in record["events"]:
        if event["type"] == "roll":
            yield event, [0, 0], lambda picks: {"type": "roll", "dice": picks}
        elif event["type"] == "deal":
            yield event, (pile, 5, []), lambda picks: {"type": "deal", "cards": picks}
        elif event["type"] == "refill":
            board = event["board"]
            yield event, (pile, 1, []), lambda picks, board=board: {"type": "refill", "board": board, "card": picks[0]}
        for card in event.get("cards", [event["card"]] if "card" in event else []):
            pile.remove(card)


def hands_of(picks):
    return [sorted(picks[at : at + 5]) for at in range(0, len(picks), 5)]


def kniffel(record):
    pile, discards, players, due = [value for value in range(1, 7) for _ in range(18)], [], record["players"], 0
    held = [5] * players
    for event in record["events"]:
        if event["type"] == "deal":
            yield event, (pile, 5 * players, []), lambda p: {"type": "deal", "hands": hands_of(p)}
            for card in [card for hand in event["hands"] for card in hand]:
                pile.remove(card)
        elif event["type"] == "draw":
            left, pool = (pile, discards) if due > len(pile) else ([], pile)
            yield event, (sorted(pool), due - len(left), left), lambda p: {"type": "draw", "cards": sorted(p)}
            if due > len(pile):
                pile, discards = sorted(pile + discards), []
            for card in event["cards"]:
                pile.remove(card)
            due = 0
        else:
            away = event["cards"] if event["type"] == "score" else event["discard"]
            discards += away
            held[event["seat"]] -= len(away)
            due = {"swap": event.get("draw"), "score": max(0, 5 - held[event["seat"]]), "trim": 0}[event["type"]]
            held[event["seat"]] += due


def twentyone(record):
    lying, again = [0] * 6, False
    for event in record["events"]:
        if event["type"] == "roll":
            held = [int(again and die == 1) for die in lying]
            yield event, held, lambda p: {"type": "roll", "dice": dict(zip(COLOURS, p, strict=True))}
            lying = [event["dice"][colour] for colour in COLOURS]
        again = event["type"] == "reroll"


GAMES = {"sack": sack, "kniffel": kniffel, "twentyone": twentyone}


# The check


def faults(record, seal=None, terms=None):
    yield from envelope_faults(record, seal, terms)
    source, drawn = (bytes.fromhex(record["proof"]["secret"]), *mixed_in(record)), []
    yield from lot_faults(record, source)
    for n, (event, draw, written) in enumerate(GAMES[record["game"]](record)):
        drawn.append(event)
        if event != (right := written(fall(draw, *source, n))):
            yield f"draw {n} was {right}, the record says {event}"
            return
    if drawn != [event for event in record["events"] if "seat" not in event]:
        yield "there are draws that this game does not have"


def envelope_faults(record, seal, terms):
    proof = record["proof"]
    secret = bytes.fromhex(proof["secret"])
    if len(secret) != 32 or sha(secret).hex() != proof["seal"] or seal not in (None, proof["seal"]):
        yield "the secret does not fit the seal"
    for at, seat in enumerate(proof.get("seats", [])):
        hashed = sha(b"pasch commitment 2\n", bytes.fromhex(proof["seal"]), bytes([at]), revealed(seat)).hex()
        if revealed(seat) and (len(seat.get("random", "")) != 64 or seat.get("commitment") != hashed):
            yield f"seat {at} revealed something else than it had committed to"
    if terms is not None and terms_of(record).hex() != terms:
        yield "other terms were noted"


def lot_faults(record, source):
    proof, players, options = record["proof"], record["players"], record["options"]
    if proof["lot"] and options["first"] != number_below(players, *source, 0, b"lot "):
        yield "the lot fell on another seat"
    for n, (option, pool) in enumerate(proof.get("lots", {}).items(), 1):
        if pool != POOLS.get(record["game"], {}).get(option):
            yield f"no {option} are drawn from {pool}"
        elif options.get(option) != fall((pool, players, []), *source, n, b"lot "):
            yield f"the lot gave other {option}"


if __name__ == "__main__":
    name, *noted = sys.argv[1:]
    try:
        found = list(faults(json.loads(Path(name).read_text(encoding="utf-8")), *noted))
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        found = [f"this cannot be checked: {error!r}"]
    print("\n".join(found) or "every draw is what the secret says")
    sys.exit(1 if found else 0)
