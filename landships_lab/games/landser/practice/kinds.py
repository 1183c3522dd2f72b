"""All kinds of question about Landser, in the order of its lessons."""

from .firing import EFFECTS, FIRE
from .looking import LOOKING
from .men import MEN, TURN
from .on_table import ON_TABLE

KINDS = (*TURN, *FIRE, *EFFECTS, *LOOKING, *ON_TABLE, *MEN)
