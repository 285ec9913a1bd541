"""The lesson of Karten-Kniffel."""

from pasch.games.kniffel.model import Deal, Draw, Field, Options, Score, Swap
from pasch.games.lessons import PARTNER_NAME as JONAS
from pasch.games.lessons import Falls, Lesson, Plays, ask, say

LESSON = Lesson(
    Options(first=0),
    (
        Falls(Deal(((1, 3, 6, 6, 6), (2, 2, 3, 5, 6)))),
        say(
            "Hallo! Ich bin Würfel Willi. Das sind deine fünf Karten. Nur du siehst sie.",
            "Hello! I am Willy the die. These are your five cards. Only you see them.",
        ),
        say(
            "Auf deinem Blatt sind zwölf Felder. Du willst alle füllen.",
            "Your sheet has twelve fields. You want to fill them all.",
        ),
        ask(
            "Drei Sechser, toll! Behalte sie und tausch den Rest: Wirf 1 und 3 ab und zieh zwei neue.",
            "Three sixes, great! Keep them and swap the rest: discard 1 and 3 and draw two.",
            Swap((1, 3), 2),
        ),
        Falls(Draw((5, 5))),
        Plays(Score(Field.TWOS, (2, 2))),
        Falls(Draw((3, 4))),
        say(
            f"Du hast zwei Fünfer bekommen. {JONAS} hat zwei Zweier eingetragen: 4 Punkte.",
            f"You got two fives. {JONAS} has scored two twos: 4 points.",
        ),
        ask(
            "Drei gleiche und zwei gleiche: ein Full House! Trag es ein.",
            "Three alike and two alike: a full house! Score it.",
            Score(Field.FULL_HOUSE, (5, 5, 6, 6, 6)),
        ),
        Falls(Draw((1, 2, 3, 4, 6))),
        Plays(Swap((3,), 1)),
        Falls(Draw((4,))),
        ask(
            "25 Punkte! Du hast fünf neue Karten. 1, 2, 3, 4 ist eine Kleine Straße. Trag sie ein.",
            "25 points! You have five new cards. 1, 2, 3, 4 is a small straight. Score it.",
            Score(Field.SMALL_STRAIGHT, (1, 2, 3, 4)),
        ),
        Falls(Draw((2, 5, 6, 6))),
        Plays(Score(Field.FOURS, (4, 4))),
        Falls(Draw((1, 1))),
        ask(
            "Beim Tauschen darfst du eine Karte mehr ziehen. Wirf 2 und 5 ab und zieh drei.",
            "When you swap, you may draw one card more. Discard 2 and 5 and draw three.",
            Swap((2, 5), 3),
        ),
        Falls(Draw((1, 4, 6))),
        Plays(Swap((3,), 1)),
        Falls(Draw((1,))),
        say(
            "Jetzt hast du sechs Karten. Beim Eintragen kostet dich jede Karte über fünf 2 Punkte.",
            "Now you have six cards. When you score, each one above five costs 2 points.",
        ),
        ask(
            "Vier Sechser! Trag sie bei den Sechsern ein. Das lohnt sich trotzdem.",
            "Four sixes! Score them in the sixes. It is still worth it.",
            Score(Field.SIXES, (6, 6, 6, 6)),
        ),
        Falls(Draw((2, 3, 5))),
        say(
            "24 Punkte, aber 2 Strafpunkte. Jetzt hast du wieder fünf Karten.",
            "24 points, but 2 penalty points. Now you have five cards again.",
        ),
        say(
            "Schaffst du oben 63 Punkte, gibt es 35 dazu. Bleibst du unter 43, kostet dich das 20.",
            "An upper part of 63 points or more brings 35 extra. Below 43 it costs you 20.",
        ),
        say(
            "Streichen geht nicht. Wenn nichts passt, tausch einfach.",
            "You cannot strike a field. If nothing fits, just swap.",
        ),
        say(
            "Beim elften Feld rufst du: Vorletztes Feld! Sonst kostet es 10 Punkte.",
            "With your eleventh field you call: last but one! Otherwise it costs 10 points.",
        ),
        say(
            "Hat jemand alle Felder voll, spielt ihr die Runde zu Ende. Wer die meisten Punkte hat, gewinnt!",
            "When somebody has filled all fields, you finish the round. The most points win!",
        ),
    ),
)
