"""The lesson of twenty one."""

from pasch.games.lessons import PARTNER_NAME as JONAS
from pasch.games.lessons import Falls, Lesson, Plays, ask, say
from pasch.games.twentyone.model import Keep, Mark, Options, Reroll, Roll, SixDice

LESSON = Lesson(
    Options(first=0, sheets=("A", "B")),
    (
        say(
            "Hallo! Ich bin Würfel Willi. Das ist dein Blatt. Du füllst Reihe für Reihe.",
            "Hello! I am Willy the die. This is your sheet. You fill it row by row.",
        ),
        Falls(Roll(SixDice(red=6, yellow=2, green=5, blue=1, white=4, black=3))),
        say(
            "Sechs Würfel, sechs Farben. Jede Farbe hat in der Reihe ein Feld.",
            "Six dice, six colours. Each colour has one field in the row.",
        ),
        ask(
            "Du darfst noch einmal würfeln. Nur die 1 bleibt liegen. Probier es!",
            "You may roll once more. Only the 1 stays. Try it!",
            Reroll(),
        ),
        Falls(Roll(SixDice(red=6, yellow=5, green=6, blue=1, white=3, black=4))),
        ask(
            "Rot zeigt 6, Gelb zeigt 5. Genau wie aufgedruckt: zwei Treffer! Trag beide ein.",
            "Red shows 6, yellow shows 5. Just as printed: two hits! Enter both.",
            Mark(("red", "yellow")),
        ),
        Plays(Mark(("white", "black"))),
        say(
            f"Alle tragen gleichzeitig ein. Auch {JONAS} hat zwei Zahlen auf seinem Blatt.",
            f"Everybody enters at the same time. {JONAS} has two numbers on his sheet, too.",
        ),
        Falls(Roll(SixDice(red=2, yellow=4, green=3, blue=3, white=5, black=6))),
        Plays(Keep()),
        ask(
            f"{JONAS} hat gewürfelt. Jetzt musst auch du eintragen. Die grüne 3 und die blaue 3 passen: Nimm sie.",
            f"{JONAS} has rolled. Now you must enter something, too. The green 3 and the blue 3 fit: take them.",
            Mark(("green", "blue")),
        ),
        Plays(Mark(("red", "blue"))),
        say("Kleiner als aufgedruckt ist erlaubt. Größer geht nie.", "Lower than printed is allowed. Higher never is."),
        Falls(Roll(SixDice(red=3, yellow=1, green=4, blue=5, white=6, black=2))),
        ask(
            "Die weiße 6 und die schwarze 2 sind zu hoch. Würfle noch einmal.",
            "The white 6 and the black 2 are too high. Roll again.",
            Reroll(),
        ),
        Falls(Roll(SixDice(red=2, yellow=1, green=5, blue=2, white=4, black=6))),
        ask(
            "Wieder passt nichts. Dann musst du ein Feld streichen: das erste freie von links.",
            "Nothing fits again. Then you must strike a field: the leftmost free one.",
            Mark(()),
        ),
        Plays(Mark(("yellow",))),
        Falls(Roll(SixDice(red=5, yellow=2, green=6, blue=4, white=3, black=1))),
        Plays(Keep()),
        ask(
            "Schwarz zeigt 1: noch ein Treffer! Trag ihn ein.",
            "Black shows 1: one more hit! Enter it.",
            Mark(("black",)),
        ),
        Plays(Mark(())),
        say(
            "Die Reihe ist voll! Die Zahlen ergeben 18. Vier Treffer bringen 10 dazu.",
            "The row is full! The numbers add up to 18. Four hits add 10.",
        ),
        say(
            "Je mehr Treffer, desto mehr Punkte. Sechs Treffer bringen 21!",
            "The more hits, the more points. Six hits bring 21!",
        ),
        say(
            "Hat jemand alle fünf Reihen voll, ist Schluss. Angefangene Reihen zählen, wie sie sind.",
            "When somebody has filled all five rows, it is over. Unfinished rows count as they stand.",
        ),
        say("Wer die meisten Punkte hat, gewinnt. Jetzt kannst du es!", "The most points win. Now you can play!"),
    ),
)
