"""Who may import whom: the contracts of pyproject.toml, no circle of modules, one owner for each library.

Each check is tried on the package, and on planted faults that it must find.
"""

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from tests.house.graph import circles, import_graph, imported, imports_of
from tests.paths import REPOSITORY

PACKAGE = REPOSITORY / "landships_lab"
#: The one module that imports each of these libraries; for the structuring library, the one room.
OWNERS = {
    "ipycanvas": "landships_lab.widgets.canvas",
    "bqplot": "landships_lab.widgets.chart",
    "reportlab": "landships_lab.press.pdf",
    "mistune": "landships_lab.press.prose",
    "cattrs": "landships_lab.data",
    "attrs": "landships_lab.data",
}

CONTRACTS = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
LAYERS = [layer.strip("()").split(" | ") for layer in CONTRACTS[0]["layers"]]
ROOMS = [room for layer in LAYERS for room in layer if list(PACKAGE.glob(f"{room}*"))]
JUPYTER = ["IPython", "anywidget", "bqplot", "ipycanvas", "ipywidgets", "numpy", "traitlets"]


def lint_imports(root: Path) -> subprocess.CompletedProcess[str]:
    """Ask import-linter about the package in `root`, with the contracts of pyproject.toml beside it."""
    lint = Path(sys.executable).with_name("lint-imports")
    return subprocess.run([lint, "--no-cache"], cwd=root, capture_output=True, text=True, check=False)


def faults() -> Iterator[tuple[str, str, str]]:
    """Yield a forbidden import for each room and contract: the contract, the importing module and what it imports."""
    one_way, jupyter, structuring = (CONTRACTS[n]["name"] for n in (0, 3, 4))
    for above, layer in pairwise(LAYERS):
        for room in layer:
            yield from ((one_way, room, f"landships_lab.{other}") for other in above if other in ROOMS)
            yield from ((one_way, room, f"landships_lab.{other}") for other in layer if other != room and other in ROOMS)
    yield from ((jupyter, room, library) for room in ROOMS if room != "widgets" for library in JUPYTER)
    yield from ((structuring, room, library) for room in ROOMS if room != "data" for library in ("attrs", "cattrs"))
    yield CONTRACTS[1]["name"], "scene", "landships_lab.data"
    games = sorted(path.name for path in (PACKAGE / "rules").iterdir() if path.is_dir() and path.name != "__pycache__")
    for game, other in pairwise([*games, games[0]]):
        yield CONTRACTS[2]["name"], f"rules/{game}", f"landships_lab.rules.{other}"


FAULTS = [fault for fault in faults() if fault[1].split("/")[0] in ROOMS]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What import-linter says of a copy of the package with all faults planted at once, one module a room."""
    root = tmp_path_factory.mktemp("planted")
    shutil.copytree(PACKAGE, root / "landships_lab", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(REPOSITORY / "pyproject.toml", root)
    for _, room, target in FAULTS:
        path = root / "landships_lab" / room
        path = path / "planted.py" if path.is_dir() else path.with_suffix(".py")
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(f"{before}\nimport {target}\n", encoding="utf-8")
    return lint_imports(root).stdout


def test_imports_go_one_way() -> None:
    shown = lint_imports(REPOSITORY)
    assert shown.returncode == 0, shown.stdout


@pytest.mark.parametrize(("contract", "room", "target"), FAULTS, ids=[f"{room}-{target}" for _, room, target in FAULTS])
def test_a_planted_import_breaks_the_contract(report: str, contract: str, room: str, target: str) -> None:
    assert re.search(rf"^{contract}.* BROKEN$", report, re.MULTILINE), report
    own = "" if not (PACKAGE / room).is_dir() else r"\.planted"
    found = rf"^-\s+landships_lab\.{room.replace('/', '.')}{own} -> {target} \(l\."
    assert re.search(found, report.split(f"\n{contract}\n---")[1].split("\n---", maxsplit=1)[0], re.MULTILINE), report


def test_the_contracts_name_every_room() -> None:
    """The layers are exhaustive; the contracts that list rooms leave out the one room that may."""
    assert CONTRACTS[0]["exhaustive"]
    for number, owner in ((3, "widgets"), (4, "data")):
        assert set(CONTRACTS[number]["source_modules"]) == {f"landships_lab.{room}" for room in ROOMS if room != owner}


def test_no_module_imports_itself_by_way_of_others() -> None:
    assert circles(import_graph(PACKAGE)) == []


def test_a_planted_circle_is_found(tmp_path: Path) -> None:
    room = tmp_path / "p"
    room.mkdir()
    sources = {
        "__init__": "",
        "a": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from p.b import B",
        "b": "def late():\n    import p.c",
        "c": "from p import a",
        "d": "import p.a",
    }
    for name, source in sources.items():
        (room / f"{name}.py").write_text(source, encoding="utf-8")
    assert circles(import_graph(room)) == [["p.a", "p.b", "p.c"]]


def importers(root: Path, library: str) -> set[str]:
    """Return the modules of the package that import this library or a part of it."""
    return {name for name, imports in imports_of(root).items() if any(found[-1].partition(".")[0] == library for found in imports)}


@pytest.mark.parametrize("library", OWNERS)
def test_a_library_has_one_owner(library: str) -> None:
    found = importers(PACKAGE, library)
    assert found, "an owner that no longer needs it"
    assert {name for name in found if not f"{name}.".startswith(f"{OWNERS[library]}.")} == set()


def test_no_game_imports_another_in_any_room() -> None:
    games = {path.name for path in (PACKAGE / "rules").iterdir() if path.is_dir()}
    of_game = {name: parts[2] for name in imports_of(PACKAGE) if len(parts := name.split(".")) > 2 and parts[2] in games}
    graph = import_graph(PACKAGE)
    assert {(name, other) for name in of_game for other in graph[name] if of_game.get(other, of_game[name]) != of_game[name]} == set()


def strangers(imports: Iterable[tuple[str, ...]], allowed: set[str]) -> list[str]:
    """Return the imports that are neither the standard library's, nor the package's own, nor allowed."""
    known = sys.stdlib_module_names | {"landships_lab"} | allowed
    return [names[-1] for names in imports if names[-1].partition(".")[0] not in known]


@pytest.mark.parametrize("room", [room for room in ROOMS if room not in ("__main__", "press", "widgets")])
def test_below_press_is_the_standard_library(room: str) -> None:
    allowed = {"attrs", "cattrs"} if room == "data" else set()
    of_room = {name: imports for name, imports in imports_of(PACKAGE).items() if room in name.split(".")[1:2]}
    assert of_room
    assert {name: found for name, imports in of_room.items() if (found := strangers(imports, allowed))} == {}


def test_a_planted_stranger_is_found() -> None:
    assert strangers(imported("import math\nfrom cattrs.gen import override\nimport landships_lab.core"), set()) == ["cattrs.gen"]
    assert strangers(imported("def late():\n    from icepool import d6"), {"attrs"}) == ["icepool"]
