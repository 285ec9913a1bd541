"""The exceptions, each with a message for players.

PaschError
├── Refused      the rules do not allow it: carries the rule's number and a sentence for players
└── Malformed    the input is not what the format says: what was expected and what came
"""

from pasch.engine.language import Lang, Text


class PaschError(Exception):
    """Any refusal. `rule` is a rule's number, or a word (`format`, `proof`) if no rule applies."""

    def __init__(self, rule: str, german: str, english: str) -> None:
        # `args` stay what a class was called with, so that all of them can be pickled.
        self.rule = rule
        self.reason = Text(german, english)

    def to(self, lang: Lang) -> str:
        return f"{self.rule}: {self.reason.to(lang)}"

    def __str__(self) -> str:
        return self.to("en")


class Refused(PaschError):
    """A move, an outcome or an option that the rules do not allow."""


class Malformed(PaschError):
    """Input that is not what the format says."""

    def __init__(self, german: str, english: str) -> None:
        super().__init__("format", german, english)
