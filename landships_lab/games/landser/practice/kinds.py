"""All kinds of question about Landser, in the order of its lessons."""

from .effects import EFFECTS
from .firing import FIRE
from .looking import LOOKING
from .men import MEN
from .on_table import ON_TABLE
from .turn import TURN

KINDS = (*TURN, *FIRE, *EFFECTS, *LOOKING, *ON_TABLE, *MEN)
