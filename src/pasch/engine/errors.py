"""The exceptions, each with a message for players.

PaschError
├── Refused      the rules do not allow it: carries the rule's number and a sentence for players
└── Malformed    the input is not what the format says: what was expected and what came
"""

from pasch.engine.language import Lang, Text


class PaschError(Exception):
    """Any refusal. `rule` is a rule's number, or a word (`format`, `proof`) if no rule applies."""

    rule: str
    reason: Text

    def __init__(self, rule: str, reason: Text) -> None:
        super().__init__(rule, reason)
        self.rule = rule
        self.reason = reason

    def to(self, lang: Lang) -> str:
        return f"{self.rule}: {self.reason.to(lang)}"

    def __str__(self) -> str:
        return self.to("en")


class Refused(PaschError):
    """A move, an outcome or an option that the rules do not allow."""


class Malformed(PaschError):
    """Input that is not what the format says."""

    def __init__(self, reason: Text) -> None:
        super().__init__("format", reason)

    def __reduce__(self) -> tuple[type["Malformed"], tuple[Text]]:
        return Malformed, (self.reason,)
