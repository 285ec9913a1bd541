"""Blöder Sack in words and pictures, in both languages (`GameText`)."""

from pasch.games.sack.text.narration import tell as tell
from pasch.games.sack.text.picture import picture as picture
from pasch.games.sack.text.terminal import describe as describe
from pasch.games.sack.text.terminal import examples as examples
from pasch.games.sack.text.terminal import lines as lines
from pasch.games.sack.text.terminal import question as question
from pasch.games.sack.text.terminal import read as read
from pasch.games.sack.text.terminal import reckoning as reckoning
from pasch.games.sack.text.terminal import write as write
