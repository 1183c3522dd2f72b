"""The games: one record for each rule set, from which every room takes what it needs.

A record names modules and does not import them, so that a panel need not wait for all the others, and any room may read the
records. Another package adds a game through the entry point group ``landships_lab.games``; CONTRIBUTING tells how.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from types import MappingProxyType

#: The entry points of other packages: each names a `Game`, under the game's id.
GROUP = "landships_lab.games"
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Panel:
    """A panel of a game: the name by which it is imported, the id of its explorer, and the module that holds the explorer.

    The class of the explorer has the name of the panel.
    """

    name: str
    id: str
    module: str


@dataclass(frozen=True)
class Game:
    """A rule set: its id, its title, the package whose folder holds its TOML files, and what there is of it.

    ``kinds`` names the module whose ``KINDS`` are its kinds of question; ``lessons`` are the names of its notebooks, which begin
    with their number.
    """

    id: str
    title: str
    data: str
    panels: tuple[Panel, ...] = ()
    kinds: str = ""
    lessons: tuple[str, ...] = ()


def _own(game: str, title: str, panels: str, lessons: str) -> Game:
    """Return the record of a game of this package, whose folders are named for it.

    ``panels`` are words such as ``FireArcs=fire``, or ``RangeCounter=range:ranges`` where the module is not named as the id.
    """
    named = [(name, *(where.split(":") * 2)[:2]) for name, where in (word.split("=") for word in panels.split())]
    found = tuple(Panel(name, f"{game}:{key}", f"landships_lab.explore.{game}.{module}") for name, key, module in named)
    return Game(game, title, f"landships_lab.data.{game}", found, f"landships_lab.drills.{game}.kinds", tuple(lessons.split()))


_OURS = (
    _own(
        "landships",
        "Landships! · twelve point facing",
        "FireArcs=fire RangeCounter=range:ranges Positions=positions Movement=move Hexsides=hexsides Brickyard=brickyard Coverage=coverage "
        "VehicleEditor=vehicle:editor",
        "10_headings_and_places 11_counting_range 12_fire_arcs 13_moving_and_drift 14_terrain_and_stacking 15_the_brickyard "
        "16_design_a_vehicle 17_a_company_in_the_field",
    ),
    _own(
        "loos",
        "Loos: The Big Push",
        "Sight=sight CombatTable=table:combat Bombardment=bombardment Campaign=campaign GeneralStaff=staff",
        "20_the_combat_table 21_seeing_over_the_field 22_bombardment_and_gas 23_reserves_and_attrition",
    ),
    _own(
        "one_hour",
        "One-Hour Wargames WWII",
        "OneHourFire=fire OneHourSight=sight OneHourMove=move OneHourDuel=duel",
        "30_fire_and_cover 31_sight_among_woods_and_towns 32_rally_or_shoot 33_will_they_get_off_the_table",
    ),
    _own(
        "landser",
        "Landser",
        "LandserFire=fire LandserSpotting=spotting LandserTemplate=template LandserAssault=assault LandserSquad=squad",
        "40_to_hit 41_what_a_hit_does 42_seen_and_unseen 43_templates_and_grenades 44_assault_and_breaking_off",
    ),
    _own(
        "paychest",
        "Paychest",
        "PaychestFire=fire PaychestMelee=melee Morale=morale Forces=forces PaychestTurn=turn PaychestCommand=command",
        "50_skill_and_fire 51_melee 52_morale_under_fire 53_when_the_book_is_torn",
    ),
    # No game of its own: how sight is read on a board whose base game holds the rule. The sight panel of Loos shows it.
    Game("free_sight", "Lines of sight on a free board", "landships_lab.data.free_sight"),
)


def _loaded(points: tuple[EntryPoint, ...]) -> Iterator[Game]:
    """Yield the games of other packages. One that cannot be loaded is named in the log and left out: the others still work."""
    for point in points:
        try:
            game = point.load()
        except Exception:  # noqa: BLE001 - whatever a stranger's package does wrong, the lab still opens
            _log.warning("The game %r of the package %s cannot be loaded.", point.name, point.value, exc_info=True)
            continue
        if isinstance(game, Game) and game.id == point.name:
            yield game
        else:
            _log.warning("The entry point %r names no Game with that id, but %r.", point.name, game)


def _gathered() -> Mapping[str, Game]:
    games = {game.id: game for game in _OURS}
    for game in _loaded(tuple(entry_points(group=GROUP))):
        if game.id in games:
            _log.warning("Two games are called %r; the one of this package is kept.", game.id)
        games.setdefault(game.id, game)
    return MappingProxyType(games)


#: Every rule set by its id: those of this package, then those of others.
GAMES: Mapping[str, Game] = _gathered()
#: Every panel by the name it is imported by.
PANELS: Mapping[str, Panel] = MappingProxyType({panel.name: panel for game in GAMES.values() for panel in game.panels})


def game_of_lesson(lesson: str) -> Game | None:
    """Return the game that a lesson teaches, by the name of its notebook; None for a lesson of all of them."""
    return next((game for game in GAMES.values() if lesson in game.lessons), None)
