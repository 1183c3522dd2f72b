"""Writes the reference of the public Python names: what a lesson imports, the rules of each game,
odds and geometry, the kits of panels, practice and play, with their examples.

``make site`` puts it on the site under reference/.
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pdoc
from pdoc.search import make_index

sys.path.insert(0, str(Path(__file__).parents[2]))
import landships_lab  # noqa: RUF100
from landships_lab.games import GAMES  # noqa: RUF100

#: The packages whose modules are public, and those of each game.
KITS = ("core", "panel", "practice", "play")
OF_A_GAME = ("rules", "panels", "turn")
NAMED = ("fullname", "modulename", "qualname", "kind", "funcdef")


def public_modules() -> list[str]:
    """Return the names of the modules with public names, each package before its modules."""
    found = [landships_lab.__name__]
    for kit in KITS:
        found += _with_modules(f"landships_lab.{kit}")
    for game in GAMES.values():
        if game.package.startswith("landships_lab."):
            found.append(game.package)
            for part in OF_A_GAME:
                found += _with_modules(f"{game.package}.{part}")
    return found


def _with_modules(name: str) -> list[str]:
    """Return a package and the modules in it; nothing where a game has no such package."""
    try:
        package = import_module(name)
    except ModuleNotFoundError:
        return []
    inside = iter_modules(getattr(package, "__path__", ()))
    return [name, *(one for module in inside for one in _with_modules(f"{name}.{module.name}"))]


def write_reference(folder: Path) -> None:
    """Write the reference into a folder: a page a module, and an index with a search."""
    for name in landships_lab.__all__:  # they are imported when first used, and pdoc looks earlier
        setattr(landships_lab, name, getattr(landships_lab, name))
    pdoc.render.configure(
        show_source=False,
        footer_text="landships_lab",
        template_directory=Path(__file__).with_name("reference"),
    )
    # The search knows modules, classes and functions by name and first sentence: with all that pdoc
    # could put into it, its index has 20 MB.
    pdoc.render.make_index = lambda *given: [
        _found_by(entry)
        for entry in make_index(*given)
        if entry["kind"] != "variable" and "." not in entry.get("qualname", "")
    ]
    pdoc.pdoc(*public_modules(), output_directory=folder)


def _found_by(entry: dict[str, str]) -> dict[str, str]:
    """Return an entry of the search index with its names and the first paragraph about it."""
    named = {key: entry[key] for key in NAMED if key in entry}
    return {**named, "doc": entry.get("doc", "").partition("</p>")[0]}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    write_reference(parser.parse_args().folder)
