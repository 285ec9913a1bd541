"""twenty one in words and pictures, in both languages (`GameText`)."""

from pasch.games.twentyone.text.narration import tell as tell
from pasch.games.twentyone.text.picture import picture as picture
from pasch.games.twentyone.text.terminal import describe as describe
from pasch.games.twentyone.text.terminal import examples as examples
from pasch.games.twentyone.text.terminal import lines as lines
from pasch.games.twentyone.text.terminal import question as question
from pasch.games.twentyone.text.terminal import read as read
from pasch.games.twentyone.text.terminal import reckoning as reckoning
from pasch.games.twentyone.text.terminal import write as write
