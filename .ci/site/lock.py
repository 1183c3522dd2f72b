"""Makes, from wheels, the lock file in which Pyodide finds the packages a kernel in the browser can
load, and what each needs.
"""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from email.message import Message
from email.parser import HeaderParser
from pathlib import Path
from typing import Any

from packaging.markers import Environment, default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

Entry = dict[str, Any]

#: What wheels ask for and only the page needs, which has it already.
OF_THE_PAGE = frozenset({"jupyterlab-widgets"})


def lock(
    info: Mapping[str, str],
    compiled: Mapping[str, Mapping[str, Any]],
    elsewhere: str,
    wheels: Iterable[Path],
) -> dict[str, Any]:
    """Return the lock file that offers these wheels, which lie beside it, and the compiled
    packages, which lie ``elsewhere``.

    Raises `ValueError` that names the package where one needs another that is in neither.
    """
    browser = _browser(info["python"])
    packages = {
        name: _entry(name, **given, base=f"{elsewhere}/") for name, given in compiled.items()
    }
    packages |= {entry["name"]: entry for entry in (_of(wheel, browser) for wheel in wheels)}
    for name, entry in packages.items():
        if missing := [needed for needed in entry["depends"] if needed not in packages]:
            raise ValueError(
                f"{name} needs {', '.join(missing)}, which the site does not hold; is kernel.txt"
                " out of date?"
            )
    return {"info": dict(info), "packages": packages}


def _entry(
    name: str,
    *,
    version: str,
    file_name: str,
    sha256: str,
    imports: list[str],
    depends: list[str],
    base: str = "",
) -> Entry:
    where = {
        "file_name": f"{base}{file_name}",
        "install_dir": "site",
        "sha256": sha256,
        "package_type": "package",
    }
    return {
        "name": name,
        "version": version,
        **where,
        "imports": imports,
        "depends": depends,
        "unvendored_tests": False,
    }


def _of(wheel: Path, browser: Environment) -> Entry:
    with zipfile.ZipFile(wheel) as held:
        names = held.namelist()
        (about,) = (
            name for name in names if name.endswith(".dist-info/METADATA") and name.count("/") == 1
        )
        told = HeaderParser().parsestr(held.read(about).decode("utf-8"))
    return _entry(
        canonicalize_name(told["Name"]),
        version=told["Version"],
        file_name=wheel.name,
        sha256=hashlib.sha256(wheel.read_bytes()).hexdigest(),
        imports=sorted(set(_modules(names))),
        depends=sorted(set(_needs(told, browser)) - OF_THE_PAGE),
    )


def _modules(names: Iterable[str]) -> Iterator[str]:
    """Yield the modules that can be imported once these files are unpacked."""
    for name in names:
        top, _, below = name.partition("/")
        if below.endswith(".py") and not top.endswith((".data", ".dist-info")):
            yield top
        elif not below and top.endswith(".py"):
            yield top.removesuffix(".py")


def _needs(told: Message, browser: Environment) -> Iterator[str]:
    for text in told.get_all("Requires-Dist", []):
        wanted = Requirement(text)
        if wanted.marker is None or wanted.marker.evaluate({**browser, "extra": ""}):
            yield canonicalize_name(wanted.name)


def _browser(python: str) -> Environment:
    """Return the environment that a browser is to the markers of a requirement."""
    here = default_environment()
    here.update(
        os_name="posix",
        sys_platform="emscripten",
        platform_system="Emscripten",
        platform_machine="wasm32",
        implementation_name="cpython",
        platform_python_implementation="CPython",
        python_version=".".join(python.split(".")[:2]),
        python_full_version=python,
    )
    return here
