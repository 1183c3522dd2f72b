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
from itertools import pairwise
from pathlib import Path

import grimp
import pytest

from tests.paths import REPOSITORY

PACKAGE = REPOSITORY / "landships_lab"
GRAPH = grimp.build_graph("landships_lab", include_external_packages=True, cache_dir=None)
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

PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
CONTRACTS = {one["name"]: one for one in PROJECT["tool"]["importlinter"]["contracts"]}
ONE_WAY = "Imports go one way, from jupyter down to core"
LAYERS = [layer.split(" | ") for layer in CONTRACTS[ONE_WAY]["layers"]]
KIT = [folder for layer in LAYERS for folder in layer]
OURS = sorted(path.parent.name for path in (PACKAGE / "games").glob("*/__init__.py"))
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
        (ONE_WAY, low, f"landships_lab.{high}")
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
    assert CONTRACTS[ONE_WAY]["exhaustive"]
    listed = {
        name: {word.split(".")[1] for word in contract["source_modules"]}
        for name, contract in CONTRACTS.items()
        if contract["type"] == "forbidden"
    }
    assert listed["Jupyter and numpy stay in jupyter"] == {*KIT, "games"} - {"jupyter"}
    assert listed["Only data uses the structuring library"] == {*KIT, "games"} - {"data"}
    assert listed["No part of the kit names a game"] == {*KIT} - {"__main__"}


def circles(graph: grimp.ImportGraph) -> set[frozenset[str]]:
    """Return the groups of modules that import each other, directly or by way of others of the
    group.
    """
    above = {name: graph.find_upstream_modules(name) for name in graph.modules}
    groups = {
        frozenset({name, *(other for other in above[name] if name in above[other])})
        for name in graph.modules
    }
    return {group for group in groups if len(group) > 1}


def test_no_module_imports_itself_by_way_of_others_and_a_planted_circle_is_found() -> None:
    assert circles(GRAPH) == set()
    planted = grimp.ImportGraph()
    for importer, imported in ("ab", "bc", "ca", "da"):
        planted.add_import(importer=importer, imported=imported)
    assert circles(planted) == {frozenset("abc")}


def test_what_type_checkers_bring_is_never_imported() -> None:
    bare = re.compile(r"^(?:import|from) (?:typing_extensions)\b", re.MULTILINE)
    assert [p.name for p in PACKAGE.rglob("*.py") if bare.search(p.read_text("utf-8"))] == []


@pytest.mark.parametrize("library", OWNERS)
def test_a_library_has_one_owner(library: str) -> None:
    found = GRAPH.find_modules_that_directly_import(library)
    assert found, "an owner that no longer needs it"
    assert {name for name in found if not re.match(rf"{OWNERS[library]}\b", name)} == set()


@pytest.mark.parametrize(
    "folder",
    [folder for folder in KIT if folder not in ("__main__", "publish", "jupyter")]
    + [f"games.{game}" for game in OURS],
)
def test_below_publish_is_the_standard_library(folder: str) -> None:
    standard = sys.stdlib_module_names | {"landships_lab", "typing_extensions"}
    for name in GRAPH.find_descendants(f"landships_lab.{folder}"):
        allowed = {"attrs", "cattrs"} if re.match(OWNERS["attrs"], name) else set()
        imported = GRAPH.find_modules_directly_imported_by(name)
        found = {other.partition(".")[0] for other in imported}
        assert found - standard == allowed & found, name
