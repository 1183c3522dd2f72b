"""The tables of Landser as the TOML states them: fire, effects, spotting, fieldcraft and the squad,
checked and frozen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Literal, TypeVar

from attrs import field, frozen

from landships_lab.core.checks import unknown
from landships_lab.data.load import cites, read, structure

T = TypeVar("T")

BANDS = 5
Becomes = Literal["unharmed", "suppressed", "out of the fight"]


def _cited(_: object, __: object, key: str) -> None:
    if key not in (known := cites("landser")):
        raise ValueError(unknown("citation", key, list(known)))


def _cells(special: str) -> Callable[[object, object, tuple[str, ...]], None]:
    """Return the check of a row: five cells, one for each range, with a number of the die or the
    table's special sign.
    """

    def check(_: object, __: object, cells: tuple[str, ...]) -> None:
        if len(cells) != BANDS or not all(
            cell == special or cell in set("123456") for cell in cells
        ):
            raise ValueError(
                f"a row has {BANDS} cells, each a number from 1 to 6 or {special!r}, not"
                f" {list(cells)}"
            )

    return check


@frozen
class Band:
    """A range: point blank, short, medium, long or extreme.

    ``upto`` is its last inch under each reading of medium-band.
    """

    id: str
    name: str
    upto: Mapping[str, int]


@frozen
class Jams:
    """The least second roll that jams a gun after a one: in general, for a Soviet SMG, on
    automatic, with one man as crew.
    """

    on: int
    cite: str = field(validator=_cited)
    soviet: int | None = None
    automatic: int | None = None
    lone: int | None = None


@frozen
class Weapon:
    """One row of the hit table.

    ``needs`` has a number or "-" for each range; ``jams`` is missing where the source is silent.
    """

    name: str
    cite: str = field(validator=_cited)
    needs: tuple[str, ...] = field(validator=_cells("-"))
    jams: Jams | None = None
    automatic: bool = False


@frozen
class Modifier:
    """A circumstance that changes the hit die, and the change."""

    id: str
    words: str
    die: int
    cite: str = field(validator=_cited)


@frozen
class Firing:
    """Ranges, weapons and modifiers."""

    bands: tuple[Band, ...]
    weapons: Mapping[str, Weapon]
    modifiers: tuple[Modifier, ...]


@frozen
class Result:
    """One line of an effect table: its first and last face, and the soldier's fate, or the next
    table.
    """

    faces: tuple[int, int]
    cite: str = field(validator=_cited)
    outcome: str = ""
    then: Literal["", "light", "serious"] = ""

    def __attrs_post_init__(self) -> None:
        if bool(self.outcome) == bool(self.then):
            raise ValueError('a line has either an "outcome" or a table that comes "then"')


def _unbroken(_: object, __: object, lines: tuple[Result, ...]) -> None:
    faces = [face for line in lines for face in range(line.faces[0], line.faces[1] + 1)]
    if faces != list(range(1, len(faces) + 1)):
        raise ValueError(
            f"the lines of a table follow one another from 1 on without a gap, not {faces}"
        )


@frozen
class Outcome:
    """The fate of a soldier.

    ``actions`` are those left to him next turn, unless he is ``free`` to take any.

    ``brief`` is used where there is no room for ``short``.

    Men in base contact whom he is ``freed_by`` let him go on as normal; those he is ``treated_by``
    give him a roll the turn after.

    ``later`` are the actions left to him once some time has passed, by what has happened.
    """

    short: str
    becomes: Becomes
    says: str
    cite: str = field(validator=_cited)
    actions: tuple[str, ...] = ()
    free: bool = False
    freed_by: tuple[str, ...] = ()
    treated_by: tuple[str, ...] = ()
    brief: str = ""
    later: Mapping[str, tuple[str, ...]] = field(factory=dict)


@frozen
class Additions:
    """The numbers added to the rolls for effect and for wounds."""

    point_blank: int
    short: int
    wound_short_or_less: int
    light_this_turn: int
    each_serious: int


@frozen
class Effects:
    """The three tables that a hit is rolled on, and all outcomes in their order."""

    additions: Additions
    effect: tuple[Result, ...] = field(validator=_unbroken)
    light: tuple[Result, ...] = field(validator=_unbroken)
    serious: tuple[Result, ...] = field(validator=_unbroken)
    outcomes: Mapping[str, Outcome]

    def table(self, name: str) -> tuple[Result, ...]:
        """Return the lines of the table with this name: effect, light or serious."""
        return {"effect": self.effect, "light": self.light, "serious": self.serious}[name]


@frozen
class SpotRow:
    """One row of the spotting table: "a" is automatic."""

    name: str
    cite: str = field(validator=_cited)
    needs: tuple[str, ...] = field(validator=_cells("a"))


@frozen
class Spotting:
    """The spotting table."""

    rows: Mapping[str, SpotRow]


@frozen
class Pace:
    """The inches that an action moves."""

    inches: int
    cite: str = field(validator=_cited)


@frozen
class GrenadeRules:
    """Inches and dice of grenades."""

    reach: int
    place_on: int
    effectiveness: int
    template_diameter: int
    small_diameter: int
    hard_cover: int
    soft_cover: int
    soft_ground: int


@frozen
class AssaultRules:
    """Factors of an assault, the inches within which a friend prevents surrender, the prisoners of
    one guard.
    """

    pistol: int
    bayonet: int
    each_opponent: int
    serious_wound: int
    disorientated: int
    friend_inches: int
    prisoners: int


@frozen
class BreakOff:
    """The size of a squad, the number of men out of action from which the break-off die is rolled,
    and the die's sides.
    """

    squad: int
    out_of_action: int
    die: int


@frozen
class MachineGun:
    """The bursts a machine gun fires without a loader, the inches he may be away, and the turns
    that wear out a barrel.
    """

    bursts_without_loader: int
    loader_inches: int
    turns_to_barrel: int


@frozen
class Fieldcraft:
    """Movement, grenades, assault, machine guns and the end of the game."""

    movement: Mapping[str, Pace]
    grenade: GrenadeRules
    assault: AssaultRules
    break_off: BreakOff
    machine_gun: MachineGun


@frozen
class Permission:
    """An action that one weapon allows a man although his profile does not list it."""

    weapon: str
    action: str
    cite: str = field(validator=_cited)


@frozen
class Man:
    """A soldier of the squad: the number of his kind, what he carries, and the actions that his
    profile does not list.
    """

    name: str
    count: int
    weapons: tuple[str, ...]
    cannot: tuple[str, ...]
    cite: str = field(validator=_cited)
    note: str
    may_with: Permission | None = None


@frozen
class Squad:
    """The typical squad: the printed name of each action, and the men."""

    actions: Mapping[str, str]
    men: Mapping[str, Man]


def _shipped(name: str, kind: type[T]) -> T:
    return structure(read(f"landser/{name}.toml"), kind, f"landser/{name}.toml")


# Each file is read when first used. The printed ranges, weapons and modifiers.
firing = cache(partial(_shipped, "firing", Firing))
#: The printed effect and wound tables.
effects = cache(partial(_shipped, "effects", Effects))
#: The printed spotting table.
spotting = cache(partial(_shipped, "spotting", Spotting))
#: The printed figures for movement, grenades, assault, machine guns and break-off.
fieldcraft = cache(partial(_shipped, "fieldcraft", Fieldcraft))
#: The men of the typical squad and their actions.
squad = cache(partial(_shipped, "squad", Squad))
