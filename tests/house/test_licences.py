"""Everything that is installed with this package may be given away with it, under the licence each
part carries.
"""

import re
import tomllib
from importlib.metadata import Distribution, distribution

from packaging.requirements import Requirement

from tests.paths import REPOSITORY

PYPROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WANTED = [*PYPROJECT["dependencies"], *PYPROJECT["optional-dependencies"]["pages"]]
#: Licences under which others may use, change and pass on what is given to them together with our
#: MIT.
ALLOWED = re.compile(
    r"MIT(-CMU|-0)?|BSD|BSD[- ][234][- ]Clause|0BSD|Apache|Apache[- ]2\.0|Apache"
    r" Software|ISC|ISCL|Zlib|CC0-1\.0|HPND|Unlicense|"
    r"PSF-2\.0|Python-2\.0|Python Software Foundation|MPL[- ]2\.0|Mozilla Public|Copyright \(c\)"
    r" 2019 Martin Renou"
)


def runtime() -> dict[str, Distribution]:
    """Return what is installed on this machine with this package, with
    all that it needs in turn.
    """
    found: dict[str, Distribution] = {}
    waiting = [Requirement(words) for words in WANTED]
    while waiting:
        need = waiting.pop()
        name = re.sub(r"[-_.]+", "-", need.name).lower()
        if name not in found and applies(need, need.extras):
            found[name] = distribution(need.name)
            inner = map(Requirement, found[name].requires or ())
            waiting += [one for one in inner if applies(one, need.extras)]
    return found


def applies(need: Requirement, extras: set[str]) -> bool:
    """Return whether this machine, with these extras, needs it."""
    marker = need.marker
    return not marker or any(marker.evaluate({"extra": extra}) for extra in ("", *extras))


def licences(package: Distribution) -> list[str]:
    """Return the licences that a package states: by its expression, else its classifiers, else its
    first words on it.
    """
    told = package.metadata
    if "License-Expression" in told:
        return re.split(
            r"\s+(?:AND|OR|WITH)\s+", told["License-Expression"].replace("(", "").replace(")", "")
        )
    stated = [c for c in told.get_all("Classifier", []) if c.startswith("License ::")]
    classified = [c.rpartition("::")[2].strip() for c in stated]
    if classified and classified != ["OSI Approved"]:
        return classified
    words = told.get_all("License", [])
    return [words[0].strip().splitlines()[0]] if words and words[0].strip() else ["none"]


def test_every_package_that_comes_with_us_has_a_licence_that_goes_with_ours() -> None:
    found = runtime()
    assert len(found) > 40, "the whole set is looked at, not its first row"
    for name, package in found.items():
        assert all(map(ALLOWED.match, licences(package))), (name, licences(package))


def test_every_library_we_ask_for_is_listed_with_its_reason() -> None:
    told = (REPOSITORY / "CONTRIBUTING.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^\| `([a-z]+)` \|", told, re.MULTILINE))
    assert {Requirement(words).name for words in WANTED} <= listed
