"""The lesson of Blöder Sack."""

from pasch.games.lessons import PARTNER_NAME as JONAS
from pasch.games.lessons import Falls, Lesson, Plays, ask, say
from pasch.games.sack.model import Deal, Options, Place, Refill, Replace, Roll, Score

LESSON = Lesson(
    Options(first=0),
    (
        Falls(Deal(("most-4", "sum", "most-even", "last-123", "most-different"))),
        say(
            "Hallo! Ich bin Würfel Willi. Die roten Würfel sind deine.",
            "Hello! I am Willy the die. The red dice are yours.",
        ),
        say(
            "Über jedem Brett liegt eine Karte. Du willst Karten mit vielen Säcken gewinnen.",
            "A card lies above each board. You want to win cards with many sacks.",
        ),
        Falls(Roll((4, 2))),
        ask(
            "Du hast eine 4 und eine 2. Die erste Karte will Vierer. Leg die 4 auf Brett 1.",
            "You rolled a 4 and a 2. The first card wants fours. Put the 4 on board 1.",
            Place(4, 1),
        ),
        ask(
            "Die Krone sagt: Du führst. Brett 3 will gerade Zahlen. Leg die 2 dorthin.",
            "The crown says: you lead. Board 3 wants even numbers. Put the 2 there.",
            Place(2, 3),
        ),
        Falls(Roll((4, 5))),
        Plays(Place(4, 1)),
        Plays(Place(5, 1)),
        say(
            f"{JONAS} hat auch eine 4. Gleich viele! Dann führt, wer zuletzt gelegt hat.",
            f"{JONAS} has a 4, too. A tie! Then whoever put the last die leads.",
        ),
        Falls(Roll((4, 6))),
        ask(
            f"Aber du hast wieder eine 4. Tausch damit die 4 von {JONAS} aus.",
            f"But you have another 4. Swap out the 4 of {JONAS} with it.",
            Replace(4, 1, 2),
        ),
        say(
            "Sein Würfel geht zu ihm zurück. Deine 6 kommt auch zurück. Du führst wieder!",
            "His die goes back to him. Your 6 comes back, too. You lead again!",
        ),
        Falls(Roll((3, 6))),
        Plays(Place(3, 2)),
        Plays(Place(6, 2)),
        Falls(Roll((1, 1))),
        say(
            "Ein Pasch! Zwei Einsen werten Brett 1. Du gewinnst die Karte.",
            "A pair! Two ones score board 1. You win the card.",
        ),
        Falls(Refill(1, "last-1")),
        ask(
            "Alle Würfel von dort gehen heim. Eine neue Karte kommt. Leg eine 1 auf Brett 4.",
            "All dice from there go home. A new card comes. Put a 1 on board 4.",
            Place(1, 4),
        ),
        ask(
            "Und die andere 1 auf Brett 1. Dort zählt die letzte 1.",
            "And the other 1 on board 1. The last 1 counts there.",
            Place(1, 1),
        ),
        Falls(Roll((2, 4))),
        Plays(Place(2, 2)),
        Plays(Place(4, 5)),
        Falls(Roll((6, 6))),
        ask(
            "Sechserpasch! Du suchst dir eine Karte aus. Nimm die auf Brett 1.",
            "Double six! You choose a card. Take the one on board 1.",
            Score(1),
        ),
        Falls(Refill(1, "most-6")),
        ask(
            "Zwei Säcke für dich. Leg nun eine 6 auf Brett 1.",
            "Two sacks for you. Now put a 6 on board 1.",
            Place(6, 1),
        ),
        ask(
            "Und die zweite 6 dazu. Ist ein Brett voll, zählt es auch sofort.",
            "And the second 6 beside it. A full board is scored at once, too.",
            Place(6, 1),
        ),
        say(
            "Hat jemand vier Karten, kommt die letzte Runde. Die meisten Säcke gewinnen. Jetzt kannst du es!",
            "When somebody has four cards, the last round comes. The most sacks win. Now you can play!",
        ),
    ),
)
