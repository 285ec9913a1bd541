"""Karten-Kniffel in words and pictures, in both languages (`GameText`)."""

from pasch.games.kniffel.text.narration import tell as tell
from pasch.games.kniffel.text.notation import read as read
from pasch.games.kniffel.text.notation import write as write
from pasch.games.kniffel.text.picture import picture as picture
from pasch.games.kniffel.text.terminal import describe as describe
from pasch.games.kniffel.text.terminal import examples as examples
from pasch.games.kniffel.text.terminal import lines as lines
from pasch.games.kniffel.text.terminal import question as question
from pasch.games.kniffel.text.terminal import reckoning as reckoning
