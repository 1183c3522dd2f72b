"""Who may import whom: the contracts of pyproject.toml, no circle of modules, one owner for each
library.

Each check is tried on the package, and on planted faults that it must find.
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import pytest

from tests.house.graph import circles, import_graph, imported, imports_of
from tests.paths import REPOSITORY

PACKAGE = REPOSITORY / "landships_lab"
#: The one module that imports each of these libraries; for the structuring library, the folders of
#: data.
OWNERS = {
    "ipycanvas": "landships_lab.jupyter.canvas",
    "bqplot": "landships_lab.jupyter.chart",
    "reportlab": "landships_lab.publish.pdf",
    "mistune": "landships_lab.publish.prose",
    "cattrs": r"landships_lab\.(games\.\w+\.)?data",
    "attrs": r"landships_lab\.(games\.\w+\.)?data",
}

CONTRACTS = {
    contract["name"]: contract
    for contract in tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))[
        "tool"
    ]["importlinter"]["contracts"]
}
LAYERS = [
    layer.split(" | ")
    for layer in CONTRACTS["Imports go one way, from jupyter down to core"]["layers"]
]
KIT = [folder for layer in LAYERS for folder in layer]
OURS = sorted(
    path.name
    for path in (PACKAGE / "games").iterdir()
    if path.is_dir() and path.name != "__pycache__"
)
GAME_LAYERS = "In a game, practice stands on panels, panels on turns and rules, rules on data"
IN_A_GAME = [layer.strip("()") for layer in CONTRACTS[GAME_LAYERS]["layers"]]


def lint_imports(root: Path) -> subprocess.CompletedProcess[str]:
    """Ask import-linter about the package in `root`, with the contracts of pyproject.toml beside
    it.
    """
    lint = Path(sys.executable).with_name("lint-imports")
    wide = {**os.environ, "COLUMNS": "400"}  # a report that breaks no line in two
    return subprocess.run(
        [lint, "--no-cache"], cwd=root, env=wide, capture_output=True, text=True, check=False
    )


#: For each contract: in which folder something is planted, and what it imports.
FAULTS = [
    *(
        ("Imports go one way, from jupyter down to core", low, f"landships_lab.{high}")
        for above, layer in pairwise(LAYERS)
        for low in layer
        for high in (above[0], *layer)
        if high != low
    ),
    ("A picture knows core and nothing else", "drawing", f"landships_lab.games.{OURS[0]}"),
    *(
        ("No part of the kit names a game", folder, f"landships_lab.games.{OURS[0]}")
        for folder in KIT
        if folder != "__main__"
    ),
    *(
        (GAME_LAYERS, f"games/loos/{low}", f"landships_lab.games.loos.{high}")
        for high, low in pairwise(IN_A_GAME)
    ),
    *(
        ("No game imports another", f"games/{game}/data", f"landships_lab.games.{other}")
        for game, other in pairwise([*OURS, OURS[0]])
    ),
    ("Rules know core and data", "games/loos/rules", "landships_lab.panel"),
    ("Panels and practice know nothing of pages", "games/loos/panels", "landships_lab.publish"),
    ("Rules of sequence draw nothing", "games/loos/turn", "landships_lab.drawing"),
    *(
        ("Jupyter and numpy stay in jupyter", folder, "numpy")
        for folder in (*KIT, f"games/{OURS[0]}")
        if folder != "jupyter"
    ),
    *(
        ("Only data uses the structuring library", folder, "cattrs")
        for folder in (*KIT, "games/loos/rules")
        if folder != "data"
    ),
]


def test_a_fault_is_planted_for_each_contract() -> None:
    assert {contract for contract, *_ in FAULTS} == set(CONTRACTS)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What import-linter says of a copy of the package with all faults planted at once, one module
    a folder.
    """
    root = tmp_path_factory.mktemp("planted")
    shutil.copytree(PACKAGE, root / "landships_lab", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(REPOSITORY / "pyproject.toml", root)
    for _, folder, target in FAULTS:
        path = root / "landships_lab" / folder
        path = path / "planted.py" if path.is_dir() else path.with_suffix(".py")
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(f"{before}\nimport {target}\n", encoding="utf-8")
    return lint_imports(root).stdout


def test_imports_go_one_way() -> None:
    shown = lint_imports(REPOSITORY)
    assert shown.returncode == 0, shown.stdout


@pytest.mark.long
@pytest.mark.parametrize(
    ("contract", "folder", "target"),
    FAULTS,
    ids=[f"{folder}-{target}" for _, folder, target in FAULTS],
)
def test_a_planted_import_breaks_the_contract(
    report: str, contract: str, folder: str, target: str
) -> None:
    assert re.search(rf"^{contract}.* BROKEN\b", report, re.MULTILINE), report
    own = "" if not (PACKAGE / folder).is_dir() else r"\.planted"
    found = rf"^-\s+landships_lab\.{folder.replace('/', '.')}{own} -> {target}\b.*\(l\."
    assert re.search(
        found, report.split(f"\n{contract}\n---")[1].split("\n---", maxsplit=1)[0], re.MULTILINE
    ), report


def test_the_contracts_name_every_folder() -> None:
    """The layers are exhaustive; the contracts that list folders leave
    out the one folder that may.
    """
    assert CONTRACTS["Imports go one way, from jupyter down to core"]["exhaustive"]
    listed = {
        name: {word.split(".")[1] for word in contract["source_modules"]}
        for name, contract in CONTRACTS.items()
        if contract["type"] == "forbidden"
    }
    assert listed["Jupyter and numpy stay in jupyter"] == {*KIT, "games"} - {"jupyter"}
    assert listed["Only data uses the structuring library"] == {*KIT, "games"} - {"data"}
    assert listed["No part of the kit names a game"] == {*KIT} - {"__main__"}


@pytest.mark.long
def test_no_module_imports_itself_by_way_of_others() -> None:
    assert circles(import_graph(PACKAGE)) == []


def test_what_type_checkers_bring_is_never_imported() -> None:
    bare = re.compile(r"^(?:import|from) (?:typing_extensions)\b", re.MULTILINE)
    assert [p.name for p in PACKAGE.rglob("*.py") if bare.search(p.read_text("utf-8"))] == []


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
    return {
        name
        for name, imports in imports_of(root).items()
        if any(found[-1].partition(".")[0] == library for found in imports)
    }


@pytest.mark.long
@pytest.mark.parametrize("library", OWNERS)
def test_a_library_has_one_owner(library: str) -> None:
    found = importers(PACKAGE, library)
    assert found, "an owner that no longer needs it"
    assert {name for name in found if not re.match(rf"{OWNERS[library]}\b", name)} == set()


#: What only type checkers import, who bring it.
OF_TYPE_CHECKERS = {"typing_extensions"}


def strangers(imports: Iterable[tuple[str, ...]], allowed: set[str]) -> list[str]:
    """Return the imports that are neither the standard library's, nor the package's own, nor
    allowed.
    """
    known = sys.stdlib_module_names | {"landships_lab"} | OF_TYPE_CHECKERS | allowed
    return [names[-1] for names in imports if names[-1].partition(".")[0] not in known]


@pytest.mark.parametrize(
    "folder",
    [folder for folder in KIT if folder not in ("__main__", "publish", "jupyter")]
    + [f"games.{game}" for game in OURS],
)
def test_below_publish_is_the_standard_library(folder: str) -> None:
    of_folder = {
        name: imports
        for name, imports in imports_of(PACKAGE).items()
        if name.startswith(f"landships_lab.{folder}.")
    }
    assert of_folder
    data = {name for name in of_folder if re.match(OWNERS["attrs"], name)}
    found = {
        name: strangers(imports, {"attrs", "cattrs"} if name in data else set())
        for name, imports in of_folder.items()
    }
    assert {name: names for name, names in found.items() if names} == {}


def test_a_planted_stranger_is_found() -> None:
    assert strangers(
        imported("import math\nfrom cattrs.gen import override\nimport landships_lab.core"), set()
    ) == ["cattrs.gen"]
    assert strangers(imported("def late():\n    from icepool import d6"), {"attrs"}) == ["icepool"]
