"""Files of records checked: by the rules, and by their proof where they carry one."""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence

from pasch.engine.errors import Malformed, PaschError
from pasch.engine.fair import Terms
from pasch.engine.game import Value
from pasch.engine.language import Lang, Text, one_line
from pasch.engine.record import Invalid, Proof, Proof2, Record
from pasch.files import Line, checked, lines, open_to_read

PROOFS = Text(
    "Würfel und Karten nachgerechnet: {opened}, noch versiegelt: {sealed}, ohne Beweis: {unproved}",
    "dice and cards recomputed: {opened}, still sealed: {sealed}, without a proof: {unproved}",
)
NEVER_REVEALED = Text(
    "Platz {seat} hatte sich festgelegt und hat nie aufgedeckt: Er hat nichts dazugegeben.",
    "Seat {seat} had committed and never revealed: it added nothing.",
)
SERVER_ALONE = Text(
    "Kein Gerät hat etwas dazugegeben: Der Server konnte sich die Würfel aussuchen.",
    "No device added anything: the server could choose the dice.",
)


class Wanted(Value, frozen=True):
    """What a record must carry besides: a proof that is opened, one of the noted seals, one of the noted terms."""

    proof: bool = False
    seals: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()


NOTHING_MORE = Wanted()


def check_files(names: Sequence[str], lang: Lang, wanted: Wanted = NOTHING_MORE) -> int:
    """Say what is wrong with which record, and how many are right. 1: a record is invalid, 2: a file cannot be read."""
    tally: Counter[str] = Counter()
    for name in names:
        try:
            with open_to_read(name) as file:
                for line in lines(file):
                    tally.update(_verdict(name, line, lang, wanted))
        except Malformed as error:
            tally["unread"] += 1
            print(f"pasch: {error.reason.to(lang)}", file=sys.stderr)
    if tally["valid"]:
        print(PROOFS.to(lang).format(**{kind: tally[kind] for kind in ("opened", "sealed", "unproved")}))
    print(f"{tally['valid']} valid, {tally['invalid']} invalid")
    return 2 if tally["unread"] else 1 if tally["invalid"] else 0


def _verdict(name: str, line: Line, lang: Lang, wanted: Wanted) -> Sequence[str]:
    try:
        record = checked(line)
        _require(record, wanted)
    except Invalid as fault:
        print(f"{name}:{line.number}: event {fault.event}: {one_line(fault.to(lang))}")
        return ["invalid"]
    for remark in _remarks(record, lang):
        print(f"{name}:{line.number}: {remark}")
    return ["valid", _proved(record)]


def _require(record: Record, wanted: Wanted) -> None:
    """Raise where a record that is right in itself is not the one that was asked for."""
    proof = record.proof
    if not isinstance(proof, Proof):
        if wanted != NOTHING_MORE:
            raise _fault("Der Beweis fehlt.", "The proof is missing.")
        return
    if wanted.proof and not proof.is_open:
        raise _fault("Der Beweis ist noch versiegelt.", "The proof is still sealed.")
    if wanted.seals and proof.seal not in wanted.seals:
        raise _fault("Das ist nicht das notierte Siegel.", "This is not the seal that was noted.")
    terms = Terms.of(record, proof).digest().hex() if isinstance(proof, Proof2) else ""
    if wanted.terms and terms not in wanted.terms:
        raise _fault("Das ist nicht die notierte Abmachung.", "These are not the terms that were noted.")


def _fault(german: str, english: str) -> Invalid:
    return Invalid(0, PaschError("proof", german, english))


def _remarks(record: Record, lang: Lang) -> Iterator[str]:
    """What a proof that holds does not show."""
    if isinstance(proof := record.proof, Proof2):
        for seat, part in enumerate(proof.seats):
            if part.commitment and not part.random:
                yield NEVER_REVEALED.to(lang).format(seat=seat)
        if not any(part.random for part in proof.seats):
            yield SERVER_ALONE.to(lang)


def _proved(record: Record) -> str:
    if not isinstance(record.proof, Proof):
        return "unproved"
    return "opened" if record.proof.is_open else "sealed"
