"""Karten-Kniffel in words: what a terminal asks, explains and lists. The picture and the rest stand next door."""

from collections.abc import Iterable, Sequence

from pasch.engine.game import Seat
from pasch.engine.language import Lang, Text
from pasch.games.kniffel.hands import points, possible
from pasch.games.kniffel.model import (
    BONUS_FROM,
    FIELDS,
    HAND,
    INDEX,
    MALUS,
    MALUS_BELOW,
    MOST_IN_HAND,
    PENALTY_FOR_SILENCE,
    Effect,
    Field,
    Hand,
    Move,
    Phase,
    Score,
    Swap,
    Total,
    View,
    fills_the_11th,
)
from pasch.games.kniffel.text.words import (
    LAST_BUT_ONE,
    PENALTY_POINTS,
    SAID,
    VALUE_NOUNS,
    counted,
    digits,
    field_number,
    status,
    surplus,
)
from pasch.games.words import CARDS, NOTHING, POINTS, figure, joined, listed


def _spoken(sentences: Iterable[Text], lang: Lang) -> list[str]:
    return [sentence.to(lang) for sentence in sentences]


# The table


def lines(view: View, seat: Seat | None, names: Sequence[str], lang: Lang) -> list[str]:
    you = Text(" (du)", " (you)").to(lang)
    seats = [_seat_line(view, at, f"{name}{you if at == seat else ''}") for at, name in enumerate(names)]
    return _spoken([status(view, names), *_piles(view), *seats, *_own_lines(view, seat)], lang)


def _piles(view: View) -> list[Text]:
    if view.phase is Phase.OVER:
        return []
    pile, discards, lying = CARDS.count(view.pile_size), CARDS.count(len(view.discards)), _lying(view.discards)
    return [
        Text(
            f"Stapel: {pile.de}. Ablage: {discards.de}{lying.de}.",
            f"Pile: {pile.en}. Discards: {discards.en}{lying.en}.",
        )
    ]


def _lying(discards: Hand) -> Text:
    """K22: everybody may look through them."""
    if not discards:
        return Text("", "")
    there = [value.count(many) for value, many in zip(VALUE_NOUNS, counted(discards), strict=True) if many]
    german, english = listed(value.de for value in there), listed(value.en for value in there)
    return Text(f", oben {discards[-1]} ({german.de})", f", {discards[-1]} on top ({english.en})")


def _seat_line(view: View, at: int, name: str) -> Text:
    total, held = view.totals[at], CARDS.count(view.hand_sizes[at])
    entered = _entered(view, at)
    upper = _upper(total)
    penalties = PENALTY_POINTS.count(total.penalties)
    return Text(
        f"{name}: {held.de} auf der Hand. {entered.de}. {upper.de}. {penalties.de}. Summe {_minus(total.total)}.",
        f"{name}: {held.en} in hand. {entered.en}. {upper.en}. {penalties.en}. Total {_minus(total.total)}.",
    )


def _entered(view: View, at: int) -> Text:
    filled = [(name, entry) for name, entry in zip(SAID.values(), view.sheets[at], strict=True) if entry is not None]
    found = joined(", ", [Text(f"{name.de} {entry}", f"{name.en} {entry}") for name, entry in filled] or [NOTHING])
    return Text(f"Eingetragen: {found.de}", f"Entered: {found.en}")


def _upper(total: Total) -> Text:
    upper, bonus = total.upper, abs(total.bonus)
    if total.lacking:
        return Text(
            f"Oben {upper}: noch {total.lacking}, sonst minus {-MALUS}",
            f"Upper part {upper}: {total.lacking} to go, else minus {-MALUS}",
        )
    if total.bonus > 0:
        return Text(
            f"Oben {upper}, ab {BONUS_FROM}: plus {bonus}", f"Upper part {upper}, from {BONUS_FROM}: plus {bonus}"
        )
    if total.bonus < 0:
        return Text(
            f"Oben {upper}, unter {MALUS_BELOW}: minus {bonus}",
            f"Upper part {upper}, below {MALUS_BELOW}: minus {bonus}",
        )
    return Text(f"Oben {upper}", f"Upper part {upper}")


def reckoning(view: View, seat: Seat, lang: Lang) -> str:
    """K15: fields, bonus and penalties."""
    total = view.totals[seat]
    parts = [Text(f"Felder {total.upper + total.lower}", f"fields {total.upper + total.lower}")]
    if total.bonus:
        extra = f"{total.bonus:+}".replace("-", "−")
        parts.append(
            Text(f"Bonus {extra}", f"bonus {extra}") if total.bonus > 0 else Text(f"Abzug {extra}", f"malus {extra}")
        )
    if total.penalties:
        parts.append(Text(f"Strafe −{total.penalties}", f"penalty −{total.penalties}"))
    points, made = POINTS.count(total.total), joined(", ", parts)
    return Text(f"{points.de} ({made.de})", f"{points.en} ({made.en})").to(lang)


def _minus(number: int) -> str:
    """In a word: not every screen reader says the sign."""
    return f"minus {-number}" if number < 0 else str(number)


def _own_lines(view: View, seat: Seat | None) -> list[Text]:
    hand = () if seat is None else view.hands[seat] or ()
    if seat is None or not hand:
        return []
    held = listed(hand)
    yours = Text(f"Deine Karten: {held.de}.", f"Your cards: {held.en}.")
    return [yours, *_chances(view, seat)] if seat == view.seat and view.phase is Phase.ACT else [yours]


def _chances(view: View, seat: Seat) -> list[Text]:
    """What each open field would bring now."""
    sheet = view.sheets[seat]
    opens = [(field, best) for field, entry, best in zip(FIELDS, sheet, view.best, strict=True) if entry is None]
    met = [_bringing(field, best) for field, best in opens if best is not None]
    rest = [field for field, best in opens if best is None]
    return [
        *met,
        *([_unmet(rest)] if rest else []),
        *([_costs(view)] if met and view.penalty else []),
        *([MUST_ANNOUNCE] if fills_the_11th(sheet) else []),
    ]


def _numbered(field: Field) -> Text:
    number, name = field_number(field), SAID[field]
    return Text(f"{number} {name.de}", f"{number} {name.en}")


def _bringing(field: Field, points: int) -> Text:
    numbered, worth = _numbered(field), POINTS.count(points)
    return Text(f"Jetzt möglich: Feld {numbered.de}, {worth.de}.", f"Possible now: field {numbered.en}, {worth.en}.")


def _unmet(fields: Sequence[Field]) -> Text:
    numbered = joined(", ", map(_numbered, fields))
    return Text(f"Noch offen: {numbered.de}.", f"Still open: {numbered.en}.")


def _costs(view: View) -> Text:
    penalty, held = PENALTY_POINTS.count(view.penalty), CARDS.count(view.hand_sizes[view.seat])
    return Text(
        f"Eintragen kostet jetzt {penalty.de}, bei {held.de}.",
        f"Scoring now costs {penalty.en}, with {held.en}.",
    )


MUST_ANNOUNCE = Text(
    f"Vorletztes Feld: mit Ausrufezeichen ansagen, sonst {PENALTY_FOR_SILENCE} Strafpunkte.",
    f"Last field but one: announce it with an exclamation mark, else {PENALTY_FOR_SILENCE} penalty points.",
)


# The question


def question(view: View, seat: Seat, names: Sequence[str], lang: Lang) -> str:
    if seat == view.seat and view.phase is Phase.ACT:
        return Text("Tauschen oder eintragen?", "Swap or score?").to(lang)
    if seat == view.seat and view.phase is Phase.TRIM:
        left = CARDS.count(surplus(view))
        return Text(f"Wirf {left.de} ab.", f"Discard {left.en}.").to(lang)
    return status(view, names).to(lang)


def examples(view: View, seat: Seat, lang: Lang) -> list[tuple[str, str]]:
    hand = view.hands[seat] or EXAMPLE
    pairs = _trim_help(hand) if view.phase is Phase.TRIM else [*_swap_help(hand), *_score_help(view, seat, hand)]
    return [(example, meaning.to(lang)) for example, meaning in pairs]


EXAMPLE: Hand = (1, 3, 6, 6, 6)


def _trim_help(hand: Hand) -> list[tuple[str, Text]]:
    spare = hand[HAND:] or hand[:1]
    thrown = listed(spare)
    return [(f"w {digits(spare)}", Text(f"{thrown.de} abwerfen", f"discard {thrown.en}"))]


def _swap_help(hand: Hand) -> list[tuple[str, Text]]:
    thrown, typed = listed(hand[:2]), digits(hand[:2])
    exact = [
        (f"t {typed}", Text(f"{thrown.de} abwerfen, 2 ziehen", f"discard {thrown.en}, draw 2")),
        ("t -", Text("passen", "pass")),
    ]
    more = [
        (f"t {typed}+", Text(f"{thrown.de} abwerfen, 3 ziehen", f"discard {thrown.en}, draw 3")),
        ("t +", Text("nichts abwerfen, 1 ziehen", "discard nothing, draw 1")),
    ]
    return [*exact, *more] if len(hand) < MOST_IN_HAND else exact


def _score_help(view: View, seat: Seat, hand: Hand) -> list[tuple[str, Text]]:
    example = _best_score(view, hand)
    if example is None:
        return [_later(view, seat)]
    number, name = field_number(example.field), SAID[example.field]
    best = Text(f"{name.de} eintragen, so gut es geht", f"score {name.en}, as well as possible")
    these = Text(f"{name.de} eintragen, mit diesen Karten", f"score {name.en}, with these cards")
    loud = Text(f"eintragen und ansagen: {LAST_BUT_ONE.de}", f"score and announce: {LAST_BUT_ONE.en}")
    plain = [(f"{number}", best), (f"{number} {digits(example.cards)}", these)]
    return [*plain, (f"{number}!", loud)] if fills_the_11th(view.sheets[seat]) else plain


def _best_score(view: View, hand: Hand) -> Score | None:
    ways = [way for at, found in possible(hand).scores if view.best[at] is not None for way in found]
    return max(ways, key=lambda way: points(way.field, way.cards) or 0, default=None)


def _later(view: View, seat: Seat) -> tuple[str, Text]:
    """How to score, while no field can be met."""
    field = next((field for field in FIELDS if view.sheets[seat][INDEX[field]] is None), Field.KNIFFEL)
    name = SAID[field]
    fits = Text(f"{name.de} eintragen, sobald die Karten passen", f"score {name.en}, once the cards fit")
    return f"{field_number(field)}", fits


# A move


def describe(move: Move, effect: Effect, view: View, names: Sequence[str], lang: Lang) -> str:  # noqa: ARG001
    match move:
        case Swap():
            return _swapping(move, effect).to(lang)
        case Score():
            return ", ".join(_spoken(_scoring(move, effect, view), lang))
        case _:
            thrown = _named(move.discard)
            return Text(f"{thrown} abwerfen", f"Discard {thrown}").to(lang)


def _swapping(swap: Swap, effect: Effect) -> Text:
    if not swap.discard and not effect.draws:
        return Text("Passen", "Pass")
    if not swap.discard:
        return Text(f"Nichts abwerfen, {effect.draws} ziehen", f"Discard nothing, draw {effect.draws}")
    cards = _named(swap.discard)
    return Text(f"{cards} tauschen, {effect.draws} ziehen", f"Swap {cards}, draw {effect.draws}")


def _named(cards: Sequence[int]) -> str:
    return " ".join(map(str, cards))


def _scoring(score: Score, effect: Effect, view: View) -> list[Text]:
    name, held = SAID[score.field], CARDS.count(view.hand_sizes[view.seat])
    cards = _named(score.cards)
    scored = Text(f"{name.de} ({cards}): {effect.points} eintragen", f"Score {name.en} ({cards}): {effect.points}")
    loss = figure(-view.penalty)
    for_cards = [Text(f"{held.de}: {loss}", f"{held.en}: {loss}")] if view.penalty else []
    silence = effect.penalty - view.penalty
    unsaid = [Text(f"ohne Ansage: −{silence}", f"not announced: −{silence}")] if silence else []
    return [scored, *for_cards, *unsaid, *([LAST_BUT_ONE] if score.announce else [])]
