"""The imports of the package as a graph, read from its source: those inside functions and for type
checkers count too.
"""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

Graph = Mapping[str, frozenset[str]]


def names_of(root: Path) -> dict[str, Path]:
    """Return the modules of the package in this folder, by their full names."""
    parts = {
        path: path.relative_to(root.parent).with_suffix("").parts for path in root.rglob("*.py")
    }
    return {
        ".".join(names[:-1] if names[-1] == "__init__" else names): path
        for path, names in parts.items()
    }


def imported(source: str) -> Iterator[tuple[str, ...]]:
    """Yield the possible module names of each import:

    ``from a import b`` may import the module ``a.b`` or ``a``.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((alias.name,) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from ((f"{node.module}.{alias.name}", node.module) for alias in node.names)


@cache
def imports_of(root: Path) -> dict[str, list[tuple[str, ...]]]:
    """Return the imports of every module of the package in this folder, by the module's name."""
    return {
        name: list(imported(path.read_text(encoding="utf-8")))
        for name, path in names_of(root).items()
    }


def import_graph(root: Path) -> Graph:
    """Return which modules of the package in this folder each of its modules imports."""
    modules = imports_of(root)
    return {
        name: frozenset(
            found for names in imports if (found := next((n for n in names if n in modules), ""))
        )
        for name, imports in modules.items()
    }


def circles(graph: Graph) -> list[list[str]]:
    """Return the groups of modules that import each other, directly or by way of others of the
    group.
    """
    reached = {name: _reached(graph, name) for name in graph}
    groups = {
        frozenset(other for other in reached[name] if name in reached[other])
        for name in graph
        if name in reached[name]
    }
    return sorted(sorted(group) for group in groups)


def _reached(graph: Graph, start: str) -> set[str]:
    found: set[str] = set()
    left = list(graph[start])
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += graph[name]
    return found
