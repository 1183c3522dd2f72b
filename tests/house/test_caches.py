"""What the package keeps between two questions is bounded: a kernel that runs all day does not grow
with what was asked.
"""

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from functools import cache, lru_cache
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import landships_lab
from landships_lab.core.dice import D6, sum_of
from tests.paths import REPOSITORY

RULE_SET = "a key for each game"
#: The caches without a bound that take arguments, by module and name, and why these are few.
FEW_KEYS = {
    "data.disagreements.partings": RULE_SET,
    "data.gaps._by_id": RULE_SET,
    "data.gaps.gaps": RULE_SET,
    "data.load.cites": RULE_SET,
    "data.load._book": RULE_SET,
    "data.load.readings": "a key for each game and each subject that its readings bear on",
    "data.load._defaults": "a key for each game and each subject that its readings bear on",
    "games.loos.data.combat_table.combat_table": "one file, and the broken ones of the tests",
    "data.marks.marks": RULE_SET,
    "data.rulebook.index": RULE_SET,
    "practice.generator.kinds_of": RULE_SET,
    "practice.puzzles.families_of": RULE_SET,
    "games.one_hour.practice.table._table": "a key for each set-up that questions are about",
    "panel.catalog._panel": "a key for each panel",
    "panel.parts.base._parts_of": "a key for each class of states",
    "drawing.figures._parts": (
        "a key for each kind of soldier, on foot or mounted, out or not, in three sizes"
    ),
    "jupyter.catalog.panel_class": "a key for each panel",
    "play.shipped.shipped": RULE_SET,
    "play.state.play_panel": "a key for each situation to start from",
    "games.landser.turn._start": "a key for each situation to start from",
}
#: Names of modules that begin empty and are filled while the package runs, and what keeps them
#: small.
FILLED = {
    "games.loos.panels.question._NONE": "nothing is ever put into it",
    "jupyter.lifecycle.SHARED": "the layouts and styles of the panels that are open, held weakly",
    "jupyter.lifecycle._HOLDER": "the one thread that holds the lock",
    "play.moment._played": "the games played last, of which it keeps KEPT_GAMES",
    "jupyter.lifecycle._MADE": "a key for each cell of the notebook; its panels are held weakly",
}


def modules() -> Iterator[ModuleType]:
    """Every module of the package."""
    for found in pkgutil.walk_packages(landships_lab.__path__, "landships_lab."):
        if not found.name.endswith("__main__"):
            yield importlib.import_module(found.name)


def unbounded(module: Any) -> Iterator[str]:
    """The names of the caches in a module, and in its classes, that take arguments and have no
    bound.
    """
    held = list(vars(module).items())
    kinds = [(name, kind) for name, kind in held if isinstance(kind, type)]
    held += [(f"{name}.{key}", value) for name, kind in kinds for key, value in vars(kind).items()]
    for name, value in held:
        function = getattr(value, "__func__", value)
        known = getattr(function, "cache_parameters", None)
        made_in = getattr(function, "__module__", module.__name__)
        at_home = made_in in (module.__name__, "functools") or name.startswith("_")
        if known and at_home and known()["maxsize"] is None:
            yield from [name] if inspect.signature(function).parameters else []


def filled(source: str) -> Iterator[str]:
    """The names that a module begins with an empty dict, list or set."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
            value = ast.unparse(node.value)
            made = value.endswith("()") and value[:-2].rpartition(".")[2] in MADE_EMPTY
            if value in ("{}", "[]") or made:
                target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
                yield ast.unparse(target)


MADE_EMPTY = {
    "dict", "list", "set", "OrderedDict", "WeakKeyDictionary", "WeakValueDictionary", "WeakSet",
    "Counter",
}  # fmt: skip


def test_every_cache_has_a_bound_or_few_keys() -> None:
    named = {f"{module.__name__}.{name}" for module in modules() for name in unbounded(module)}
    assert {name.partition(".")[2] for name in named} == set(FEW_KEYS)


@pytest.mark.long
def test_every_collection_of_a_module_that_grows_is_named() -> None:
    package, found = REPOSITORY / "landships_lab", set()
    for path in package.rglob("*.py"):
        name = ".".join(path.relative_to(package).with_suffix("").parts)
        found |= {f"{name}.{held}" for held in filled(path.read_text(encoding="utf-8"))}
    assert found == set(FILLED)


def test_a_planted_cache_is_found() -> None:
    def asked(state: object) -> object:
        return state

    def shipped() -> int:
        return 1

    class Panel:
        ask = cache(asked)

    kept = {"answers": cache(asked), "kept": lru_cache(maxsize=8)(asked), "file": cache(shipped)}
    planted = SimpleNamespace(__name__=__name__, **kept, Panel=Panel)
    assert list(unbounded(planted)) == ["answers", "Panel.ask"]
    source = "A = {}; B: dict[str, int] = {}; C = x.WeakSet(); D = {1: 2}; E = []\ndef f(): g = {}"
    assert list(filled(source)) == ["A", "B", "C", "E"]


@pytest.mark.long
def test_sums_of_dice_do_not_pile_up() -> None:
    for count in range(200):
        sum_of(D6, count)
    assert sum_of.cache_info().currsize <= 32
