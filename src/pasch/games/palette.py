"""How seats, dice and colours look in a terminal: the words and signs that all games share."""

from pasch.engine.language import Text

SEAT_EMBLEMS = ("●", "◆", "▲", "✚", "★", "■")
"""A shape goes with every colour."""
SEAT_NAMES = (
    Text("Rot", "Red"),
    Text("Blau", "Blue"),
    Text("Weiß", "White"),
    Text("Schwarz", "Black"),
    Text("Grün", "Green"),
    Text("Lila", "Lilac"),
)
SEAT_STYLES = (
    "bold #FFFFFF on #D23F31",
    "bold #FFFFFF on #2C63B8",
    "bold #2B2118 on #F6EEDD",
    "bold #F6EEDD on #2E2B33",
    "bold #10241F on #24A88E",
    "bold #241F3D on #A89FDF",
)
"""A die of the seat: its pips on its body."""

GOLD = "bold #2B2118 on #F8BC45"
"""You can act here, and nothing else."""
GOLD_TEXT = "bold #F8BC45"
QUIET = "#8C8070"
BAD = "#E0614F"

FACES = ("·", "⚀", "⚁", "⚂", "⚃", "⚄", "⚅")
"""A die that shows 1 to 6; 0: one that was not rolled."""
