"""What is told of seats and of the table itself, between the events of a match."""

from collections.abc import Sequence

from pasch.engine.language import Text
from pasch.server.table.steps import Change

HOST = Text("Der Gastgeber", "The host")
CLOSED = {
    "idle": Text(
        "Der Tisch ist geschlossen: Lange war niemand da.", "The table is closed: nobody came for a long time."
    ),
    "forfeit": Text(
        "Der Tisch ist geschlossen: Alle anderen haben ihren Platz verloren.",
        "The table is closed: all others have lost their seats.",
    ),
    "standstill": Text(
        "Der Tisch ist geschlossen: Die Partie kam nicht mehr voran, zuletzt wurde nur noch gepasst.",
        "The table is closed: the match did not go on any more, all that happened was passing.",
    ),
}


def told_of(seat: int | None, change: Change, names: Sequence[str]) -> Text:
    """The sentence about a change, with these names for the seats."""
    who = HOST if seat is None else Text(names[seat], names[seat])
    match change.how:
        case "left":
            return Text(f"{who.de} steht auf, ein Bot spielt weiter.", f"{who.en} gets up, a bot plays on.")
        case "called":
            by = HOST if change.by is None else Text(names[change.by], names[change.by])
            return Text(
                f"{by.de} lässt einen Bot für {who.de} weiterspielen.", f"{by.en} lets a bot play on for {who.en}."
            )
        case "late":
            return Text(
                f"{who.de} hat keine Zeit mehr, ein Bot springt ein.", f"{who.en} has no time left, a bot stands in."
            )
        case "lost":
            return Text(
                f"{who.de} hat den Platz verloren: Die Zeit war um.", f"{who.en} has lost the seat: the time was up."
            )
        case "back":
            return Text(f"{who.de} ist wieder da.", f"{who.en} is back.")
        case "named":
            return Text(
                f"{who.de} hat jetzt einen anderen Namen, vorher: {change.why}.",
                f"{who.en} has another name now, before: {change.why}.",
            )
        case "coloured":
            return Text(f"{who.de} hat jetzt eine andere Farbe.", f"{who.en} has another colour now.")
        case "hosted":
            return Text(f"{who.de} hat jetzt das Sagen am Tisch.", f"{who.en} runs the table now.")
        case "closed":
            usual = Text(f"{who.de} hat den Tisch geschlossen.", f"{who.en} has closed the table.")
            return CLOSED.get(change.why, usual)
