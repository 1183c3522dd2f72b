"""All kinds of question about Landser, in the order of its lessons."""

from landships_lab.games.landser.practice.effects import EFFECTS
from landships_lab.games.landser.practice.firing import FIRE
from landships_lab.games.landser.practice.looking import LOOKING
from landships_lab.games.landser.practice.men import MEN
from landships_lab.games.landser.practice.on_table import ON_TABLE
from landships_lab.games.landser.practice.turn import TURN

KINDS = (*TURN, *FIRE, *EFFECTS, *LOOKING, *ON_TABLE, *MEN)
