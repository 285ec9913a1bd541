"""Files of records checked: by the rules, and by their proof where they carry one."""

import sys
from collections import Counter
from collections.abc import Sequence

from pasch.engine.errors import Malformed
from pasch.engine.language import Lang, Text, one_line
from pasch.engine.record import Invalid, Proof, Record
from pasch.files import Line, checked, lines, open_to_read

PROOFS = Text(
    "Würfel und Karten nachgerechnet: {opened}, noch versiegelt: {sealed}",
    "dice and cards recomputed: {opened}, still sealed: {sealed}",
)


def check_files(names: Sequence[str], lang: Lang) -> int:
    """Say what is wrong with which record, and how many are right. 1: a record is invalid, 2: a file cannot be read."""
    tally: Counter[str] = Counter()
    for name in names:
        try:
            with open_to_read(name) as file:
                for line in lines(file):
                    tally.update(_verdict(name, line, lang))
        except Malformed as error:
            tally["unread"] += 1
            print(f"pasch: {error.reason.to(lang)}", file=sys.stderr)
    if tally["opened"] or tally["sealed"]:
        print(PROOFS.to(lang).format(opened=tally["opened"], sealed=tally["sealed"]))
    print(f"{tally['valid']} valid, {tally['invalid']} invalid")
    return 2 if tally["unread"] else 1 if tally["invalid"] else 0


def _verdict(name: str, line: Line, lang: Lang) -> Sequence[str]:
    try:
        return ["valid", *_proved(checked(line))]
    except Invalid as fault:
        print(f"{name}:{line.number}: event {fault.event}: {one_line(fault.to(lang))}")
        return ["invalid"]


def _proved(record: Record) -> Sequence[str]:
    if not isinstance(record.proof, Proof):
        return ()
    return ("opened",) if record.proof.is_open else ("sealed",)
