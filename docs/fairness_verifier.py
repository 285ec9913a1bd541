"""Checks the dice and cards of a Pasch match without Pasch, as docs/fairness.md says.

python fairness_verifier.py RECORD.json DRAWS.json
"""

import hashlib
import hmac
import json
import math
import sys
from pathlib import Path


def number_below(ways, secret, words, n, label=b"draw"):
    said = b"".join(len(one.encode()).to_bytes(4, "big") + one.encode() for one in words)
    message = b"pasch dice 1\n" + label + hashlib.sha256(said).digest() + n.to_bytes(8, "big")
    bits = (ways - 1).bit_length()
    size = (bits + 7) // 8
    stream, block = b"", 0
    while True:
        while len(stream) < size:
            stream += hmac.digest(secret, message + block.to_bytes(4, "big"), "sha256")
            block += 1
        number = int.from_bytes(stream[:size], "big") % 2**bits
        stream = stream[size:]
        if number < ways:
            return number


def ways_of(draw):
    return 6 ** draw["held"].count(0) if draw["type"] == "dice" else math.perm(len(draw["pool"]), draw["count"])


def picks_of(draw, number):
    if draw["type"] == "dice":
        picks = list(draw["held"])
        for at in [at for at, held in enumerate(picks) if held == 0]:
            number, picks[at] = number // 6, number % 6 + 1
    else:
        picks, pool = list(draw["taken"]), list(draw["pool"])
        for _ in range(draw["count"]):
            number, at = divmod(number, len(pool))
            picks.append(pool.pop(at))
    size = draw["sorted"]
    return [pick for at in range(0, len(picks), size) for pick in sorted(picks[at : at + size])]


def values_in(outcome):
    """All that stands in an outcome, in the order in which it is written."""
    inside = outcome.values() if isinstance(outcome, dict) else outcome
    return [value for one in inside for value in (values_in(one) if isinstance(one, dict | list) else [one])]


def faults(record, draws):
    proof, events, players = record["proof"], record["events"], record["players"]
    secret, words = bytes.fromhex(proof["secret"]), proof["words"]
    if proof["scheme"] != "pasch-dice-1" or len(words) != players:
        yield "this is not a proof that I can check"
    if len(secret) != 32 or hashlib.sha256(secret).hexdigest() != proof["seal"]:
        yield "the secret does not fit the seal"
    if proof["lot"] and record["options"]["first"] != number_below(players, secret, words, 0, b"lot "):
        yield "the lot fell on another seat"
    for n, (option, pool) in enumerate(proof.get("lots", {}).items(), 1):
        lot = {"type": "cards", "pool": pool, "count": players, "taken": [], "sorted": 1}
        if record["options"].get(option) != picks_of(lot, number_below(ways_of(lot), secret, words, n, b"lot ")):
            yield f"the lot gave other {option}"
    if [one["event"] for one in draws] != [at for at, event in enumerate(events) if "seat" not in event]:
        yield "these are not the draws of this match"
        return
    for n, one in enumerate(draws):
        picks = picks_of(one["draw"], number_below(ways_of(one["draw"]), secret, words, n))
        if events[one["event"]] != one["outcome"] or values_in(one["outcome"])[-len(picks) :] != picks:
            yield f"draw {n} (event {one['event']}) was {picks}, the record says {events[one['event']]}"


if __name__ == "__main__":
    found = list(faults(*(json.loads(Path(name).read_text(encoding="utf-8")) for name in sys.argv[1:3])))
    print("\n".join(found) or "every draw is what the secret says")
    sys.exit(1 if found else 0)
