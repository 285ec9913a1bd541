"""The lesson of Blöder Sack."""

from pasch.games.lessons import PARTNER_NAME as JONAS
from pasch.games.lessons import Falls, Lesson, Plays, ask, say
from pasch.games.sack.model import Deal, Options, Place, Refill, Replace, Roll, Score

LESSON = Lesson(
    Options(first=0),
    (
        Falls(Deal(("most-4", "sum", "most-even", "last-123", "most-different"))),
        say(
            "Hallo! Ich bin Würfel Willi. Du hast die roten Würfel und willst viele Säcke gewinnen.",
            "Hello! I am Willy the die. You have the red dice and want to win many sacks.",
        ),
        Falls(Roll((4, 2))),
        ask(
            "Über jedem Brett liegt eine Karte mit Säcken. Die erste will Vierer: Leg deine 4 auf Brett 1.",
            "A card with sacks lies above each board. The first wants fours: put your 4 on board 1.",
            Place(4, 1),
        ),
        ask(
            "Die Krone zeigt: Du führst. Auf Brett 3 zählen gerade Zahlen. Leg die 2 dorthin.",
            "The crown shows: you lead. Even numbers count on board 3. Put the 2 there.",
            Place(2, 3),
        ),
        Falls(Roll((4, 5))),
        Plays(Place(4, 1)),
        Plays(Place(5, 1)),
        say(
            f"{JONAS} hat auch eine 4. Gleich viele! Dann führt, wer zuletzt gelegt hat.",
            f"{JONAS} has a 4, too. A tie! Then whoever placed the last die leads.",
        ),
        Falls(Roll((4, 6))),
        ask(
            f"Aber du hast wieder eine 4. Tausch damit die 4 von {JONAS} aus.",
            f"But you have another 4. Replace {JONAS}’s 4 with it.",
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
            "Ein Pasch! Mit zwei Einsen wird Brett 1 gewertet. Du gewinnst die Karte.",
            "A pair! Two ones score board 1. You win the card.",
        ),
        Falls(Refill(1, "last-1")),
        ask(
            "Alle Würfel gehen zurück, und eine neue Karte kommt. Leg eine 1 auf Brett 4.",
            "All dice go back, and a new card comes. Put a 1 on board 4.",
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
            "Sechserpasch! Du suchst dir aus, welche Karte gewertet wird. Nimm die über Brett 1.",
            "A pair of sixes! You choose which card is scored. Take the one above board 1.",
            Score(1),
        ),
        Falls(Refill(1, "most-6")),
        ask(
            "Zwei Säcke für dich! Leg jetzt eine 6 auf Brett 1.",
            "Two sacks for you! Now put a 6 on board 1.",
            Place(6, 1),
        ),
        ask(
            "Und die zweite 6 dazu. Ist ein Brett voll, wird es auch sofort gewertet.",
            "And the second 6 beside it. A full board is scored at once, too.",
            Place(6, 1),
        ),
        say(
            "Hat jemand vier Karten, spielt ihr die Runde zu Ende. Dann wird jedes Brett mit Würfeln gewertet.",
            "When somebody has four cards, you finish the round. Then every board with dice is scored.",
        ),
        say(
            "Wer zum Schluss die meisten Säcke hat, gewinnt. Jetzt kannst du es!",
            "Whoever has the most sacks in the end wins. Now you can play!",
        ),
    ),
)
