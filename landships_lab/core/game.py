"""The record of a game: its panels, its lessons, and the package that holds its folders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class PanelEntry:
    """A panel of a game: the name of its class, its id, and the module that defines it."""

    name: str
    id: str
    module: str


@dataclass(frozen=True)
class Game:
    """A rule set: its id, its title, and the package whose folders hold its data, rules, panels and
    practice.

    ``panel_keys`` maps the name of each panel to the second half of its id, which is also the name
    of its module in the folder ``panels``. ``lessons`` are the names of its notebooks, which begin
    with their number. ``starts`` are the names of the situations from which it can be played, and
    ``played`` the lessons in which a reader plays it. The first page shows its ``face`` (the name
    of a lesson's picture), the name of its ``scene``, and one sentence, its ``story``.

    >>> Game("loos", "Loos", "landships_lab.games.loos", {"Sight": "sight"}).panels
    (PanelEntry(name='Sight', id='loos:sight', module='landships_lab.games.loos.panels.sight'),)
    """

    id: str
    title: str
    package: str
    panel_keys: Mapping[str, str] = field(default_factory=dict)
    lessons: tuple[str, ...] = ()
    starts: tuple[str, ...] = ()
    played: tuple[str, ...] = ()
    face: str = ""
    scene: str = ""
    story: str = ""

    @property
    def panels(self) -> tuple[PanelEntry, ...]:
        """Its panels, in the order in which they are listed."""
        return tuple(
            PanelEntry(name, f"{self.id}:{key}", f"{self.package}.panels.{key}")
            for name, key in self.panel_keys.items()
        )

    @property
    def taught(self) -> tuple[str, ...]:
        """The lessons that teach rules, which drills ask about: all except those in which it is
        played.
        """
        return tuple(lesson for lesson in self.lessons if lesson not in self.played)

    @property
    def data(self) -> str:
        """The package whose folder holds its TOML files."""
        return f"{self.package}.data"

    @property
    def practice(self) -> str:
        """The module whose ``KINDS`` are its kinds of question; "" for a game without panels."""
        return f"{self.package}.practice.kinds" if self.panel_keys else ""

    @property
    def turn(self) -> str:
        """The module with its rules of sequence, whose ``START`` maps the names of ``starts`` to
        situations.
        """
        return f"{self.package}.turn"

    @property
    def turn_board(self) -> str:
        """The module whose ``BOARD`` draws what is played."""
        return f"{self.package}.turn_board"
