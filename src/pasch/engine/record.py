"""A match as JSON: written, read, and replayed by the rules."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

import msgspec

from pasch.engine.errors import Malformed, PaschError, Refused
from pasch.engine.game import AnyGame, CommonOptions, Over, Result, Seat, Value
from pasch.engine.language import Text, one_line
from pasch.engine.match import Event, Match


class _Proof(Value, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="scheme"):
    """What makes the chance of a match one that can be checked (see `fair.py`)."""

    seal: str
    """Published before the match: SHA-256 of the secret, as 64 hexadecimal digits."""
    lot: bool
    """Whether the seat that begins was drawn too."""
    lots: dict[str, tuple[str, ...]] | msgspec.UnsetType = msgspec.UNSET
    """The options that were drawn, each with the pool from which every seat got one; missing where there are none."""
    secret: str | msgspec.UnsetType = msgspec.UNSET
    """Published after the match: 32 bytes, as 64 hexadecimal digits."""

    @property
    def is_open(self) -> bool:
        return isinstance(self.secret, str)

    @property
    def pools(self) -> dict[str, tuple[str, ...]]:
        return self.lots if isinstance(self.lots, dict) else {}


class Proof1(_Proof, frozen=True, tag="pasch-dice-1"):
    """The first scheme: the server alone, and words."""

    words: tuple[str, ...]
    """What each seat added, in order; empty where it added nothing."""


class Part(Value, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a seat adds to the dice. A bot adds nothing; a device that was not there neither."""

    bot: bool = False
    commitment: str = ""
    """Given before anything was revealed: a hash, as 64 hexadecimal digits."""
    random: str = ""
    """Revealed: 32 bytes, as 64 hexadecimal digits. Missing beside a commitment: it was never revealed."""
    words: str = ""
    """Revealed with it."""


class Proof2(_Proof, frozen=True, tag="pasch-dice-2"):
    """The second scheme: every device commits to something of its own, and reveals it when all have."""

    table: str
    """Where the match was played."""
    seats: tuple[Part, ...]
    """What each seat added, in order."""


Proof = Proof1 | Proof2


class Hints(Value, frozen=True, kw_only=True):
    """The match was played at a table with hints."""

    kind: str
    """Which ones could be taken."""
    taken: tuple[int, ...]
    """How many each seat was given, in order."""


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """One match as JSON. Unknown keys beside these are ignored, so that programs can add data of their own."""

    pasch: Literal[1]
    game: str
    players: int
    options: dict[str, Any] = {}
    events: list[dict[str, Any]]
    result: Result | msgspec.UnsetType | None = msgspec.UNSET
    proof: Proof | msgspec.UnsetType = msgspec.UNSET
    hints: Hints | msgspec.UnsetType = msgspec.UNSET
    """Missing where there were none."""
    stood_in: tuple[int, ...] | msgspec.UnsetType = msgspec.UNSET
    """How many choices a bot made for the person of each seat, in order; missing where none did."""

    @staticmethod
    def of(match: Match, events: Iterable[Event] | None = None) -> "Record":
        """The record of a match; pass `events` if the match has dropped them."""
        return Record(
            pasch=1,
            game=match.game.id,
            players=match.players,
            options=msgspec.to_builtins(match.options),
            events=[event_to_json(event) for event in (match.events if events is None else events)],
            result=match.turn.result if isinstance(match.turn, Over) else msgspec.UNSET,
        )


class Invalid(PaschError):
    """A record that does not replay: the index of the event at fault (from 0), and what is wrong with it."""

    def __init__(self, event: int, cause: PaschError) -> None:
        super().__init__(cause.rule, *cause.reason)
        self.event = event


# JSON

_record_decoder = msgspec.json.Decoder(Record)


def event_to_json(event: Event) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.to_builtins(event.what)
    return fields if event.seat is None else {"seat": event.seat, **fields}


def event_from_json(game: AnyGame, fields: Mapping[str, Any]) -> Event:
    if "type" not in fields:
        raise Malformed("Ein Ereignis nennt seine Art („type“).", "An event names its kind (“type”).")
    if "seat" not in fields:
        return Event(None, _convert(fields, game.outcomes))
    seat = fields["seat"]
    if not isinstance(seat, int) or isinstance(seat, bool):
        raise Malformed(
            f"Ein Platz ist eine ganze Zahl, nicht {seat!r:.40}.", f"A seat is a whole number, not {seat!r:.40}."
        )
    return Event(Seat(seat), _convert({key: value for key, value in fields.items() if key != "seat"}, game.moves))


def options_from_json(game: AnyGame, fields: Mapping[str, Any]) -> CommonOptions:
    options: CommonOptions = _convert(fields, game.options)
    return options


def options_as_dict(text: bytes) -> dict[str, Any]:
    try:
        options = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise _malformed(error) from error
    if isinstance(options, dict):
        return options
    raise Malformed(
        'Optionen sind ein JSON-Objekt, zum Beispiel {"first": 1}, keine Liste und kein einzelner Wert.',
        'Options are a JSON object, for example {"first": 1}, not a list or a single value.',
    )


def _convert(value: Any, to: Any) -> Any:
    try:
        return msgspec.convert(value, to)
    except (msgspec.ValidationError, RecursionError) as error:
        raise _malformed(error) from error


def _malformed(error: Exception) -> Malformed:
    said = one_line(str(error).rstrip(".") or type(error).__name__)
    return Malformed(f"Falsch aufgeschrieben: {said}.", f"Badly written: {said}.")


def encode(record: Record) -> bytes:
    """One line of JSON, without the line's end."""
    return msgspec.json.encode(record)


def decode(line: bytes | str) -> Record:
    try:
        return _record_decoder.decode(line if isinstance(line, str) else line.decode())
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise _malformed(error) from error


def game_named(name: str, games: Mapping[str, AnyGame]) -> AnyGame:
    game = games.get(name)
    if game is None:
        known = ", ".join(games)
        raise Malformed(
            f"Das Spiel {name!r:.40} gibt es hier nicht, nur: {known}.",
            f"There is no game {name!r:.40} here, only: {known}.",
        )
    return game


def begin(record: Record, games: Mapping[str, AnyGame]) -> Match:
    """The match of a record before its first event."""
    game = game_named(record.game, games)
    return Match(game, record.players, options_from_json(game, record.options))


def replay(record: Record, games: Mapping[str, AnyGame]) -> Iterator[Match]:
    """The match, one and the same object, before the first event and after each; raise `Invalid` at the first fault."""
    at = 0
    try:
        match = begin(record, games)
        yield match
        for at, fields in enumerate(record.events):  # noqa: B007
            match.apply(event_from_json(match.game, fields))
            yield match
        at = len(record.events)
        _check_result(match, record.result)
    except PaschError as error:
        raise Invalid(at, error) from error


def _check_result(match: Match, claimed: Result | msgspec.UnsetType | None) -> None:
    match (match.turn, claimed):
        case Over(result=result), Result() if result == claimed:
            return
        case Over(result=result, rule=rule), _:
            found = _result_words(result)
            told = _result_words(claimed) if isinstance(claimed, Result) else Text("gar nichts", "nothing")
            raise Refused(
                rule,
                f"Das Ergebnis ist {found.de}, im Protokoll steht {told.de}.",
                f"The result is {found.en}, the record claims {told.en}.",
            )
        case turn, Result():
            raise Refused(
                turn.rule,
                "Das Protokoll nennt ein Ergebnis, aber die Partie ist nicht zu Ende.",
                "The record claims a result, but the match is not over.",
            )


def _result_words(result: Result) -> Text:
    scores, ranks = list(result.scores), list(result.places)
    return Text(f"Punkte {scores}, Plätze {ranks}", f"scores {scores}, places {ranks}")


def verify(record: Record, games: Mapping[str, AnyGame]) -> Match:
    """Replay a record to its end by the rules; raise `Invalid` at the first fault."""
    *_, match = replay(record, games)
    return match
