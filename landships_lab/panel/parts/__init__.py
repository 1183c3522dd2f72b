"""The parts of a state. Each field is declared once; its control, its words in a link and its
checks follow from that.

    @dataclass(frozen=True)
    class CombatState(Panel):
        terrain: str = part(OneOf("Terrain attacked", "trench", TERRAINS, word=LEAD))
        attack: int = part(Whole("Attacking strength", 8, 0, 30, always=True))
        readings: Taken = part(Readings(lambda state: readings("loos", "table")))

A link to it is ``loos:table trench attack 8 reading crt-alignment=right``: the panel's id, the
leading words, then each other part as its keyword and its words, left out at its default value. A
part can also draw a random value, for tests.
"""

from landships_lab.panel.parts.base import AT, LEAD, Options, Part, part, parts_of
from landships_lab.panel.parts.file_parts import Custom, Moment, Toml
from landships_lab.panel.parts.flags import Flag, Group, Several
from landships_lab.panel.parts.places import Facing, OnePlace, Places
from landships_lab.panel.parts.values import Inches, OneOf, Whole

__all__ = [
    "AT",
    "LEAD",
    "Custom",
    "Facing",
    "Flag",
    "Group",
    "Inches",
    "Moment",
    "OneOf",
    "OnePlace",
    "Options",
    "Part",
    "Places",
    "Several",
    "Toml",
    "Whole",
    "part",
    "parts_of",
]
