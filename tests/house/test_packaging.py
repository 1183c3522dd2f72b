"""The wheel and the sdist carry everything, work where nothing else of the repository is, and bring
only what may be given away with them.
"""

import os
import re
import signal
import socket
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import urllib.request
import venv
import zipfile
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.browser.server import free_port
from tests.paths import PACKAGE, REPOSITORY

READ_AT_RUN_TIME = ("py", "toml", "js", "css", "j2", "json", "typed")
#: Somebody else's program: a rule, a panel, and a type that only shipped type information can tell.
USER = """\
from landships_lab.core.grid import Grid
from landships_lab.games.landships.rules import count_range
reveal_type(count_range(Grid().place("0503"), Grid().place("0705")).value)
"""
RUN = """\
import landships_lab
from landships_lab import FireArcs
from landships_lab.core.grid import Grid
from landships_lab.games.landships.rules import count_range
panel = FireArcs()
panel.dispatch("target", "1207")
count = count_range(Grid().place("0503"), Grid().place("0705")).value
print(landships_lab.__file__, count, panel.answer.headline, sep="\\n")
"""


def built(kind: str, folder: Path) -> Path:
    """The file of this kind, ``wheel`` or ``sdist``, as it would be published."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)],
        cwd=REPOSITORY,
        check=True,
    )
    (made,) = folder.iterdir()
    return made


def listens(port: int) -> bool:
    """Return whether a server takes requests at this port of the loopback."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wanted() -> set[str]:
    return {
        file.relative_to(REPOSITORY).as_posix()
        for kind in READ_AT_RUN_TIME
        for file in PACKAGE.rglob(f"*.{kind}")
    }


def test_the_wheel_holds_every_module_table_and_script(tmp_path: Path) -> None:
    held = set(zipfile.ZipFile(built("wheel", tmp_path)).namelist())
    assert wanted() - held == set()
    assert "landships_lab/py.typed" in held
    strays = [name for name in held if not name.startswith(("landships_lab/", "landships_lab-"))]
    assert not strays, "only the package is installed"


@pytest.mark.long
def test_the_source_archive_holds_the_package_its_tests_and_its_lessons(tmp_path: Path) -> None:
    with tarfile.open(built("sdist", tmp_path)) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    assert wanted() - held == set()
    own = Path(__file__).relative_to(REPOSITORY).as_posix()
    assert {"LICENSE", "pyproject.toml", "README.md", "notebooks/00_tour.ipynb", own} <= held


@pytest.fixture(scope="module", params=["wheel", "sdist"])
def elsewhere(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a new environment in which only what was built is installed; what it needs is
    borrowed from ours.
    """
    tmp_path = tmp_path_factory.mktemp(request.param)
    made = built(request.param, tmp_path / "built")
    venv.create(tmp_path / "new")
    python = tmp_path / "new" / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    (library,) = (tmp_path / "new").glob("**/site-packages")
    (library / "borrowed.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    alone = "--quiet --no-deps --no-index --no-build-isolation --ignore-installed"
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(python),
        "install",
        *alone.split(),
        str(made),
    ]
    subprocess.run(pip, cwd=tmp_path, check=True)
    return python


@pytest.mark.slow
def test_what_was_built_works_where_the_repository_is_not(elsewhere: Path, tmp_path: Path) -> None:
    def told(*words: str) -> str:
        ran = [str(elsewhere), "-I", *words]
        return subprocess.run(ran, cwd=tmp_path, check=True, capture_output=True, text=True).stdout

    place, hexes, verdict = told("-c", RUN).splitlines()
    assert Path(place).is_relative_to(elsewhere.parents[1])
    assert hexes == "3"
    said = "In arc, range 4 of 7: the 57 mm starboard may fire, if the target is spotted."
    assert verdict == said
    assert "landships" in told("-m", "landships_lab", "gaps")


@pytest.mark.slow
@pytest.mark.parametrize("elsewhere", ["wheel"], indirect=True)  # the lessons travel in the wheel
def test_the_console_script_opens_the_lessons_of_the_wheel(elsewhere: Path, tmp_path: Path) -> None:
    port = free_port()
    server = f"--no-browser --allow-root --ServerApp.ip=127.0.0.1 --ServerApp.port={port}".split()
    with subprocess.Popen(
        [elsewhere.with_name("landships-lab"), "lab", "mine", "--", *server],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": "", "JUPYTER_TOKEN": "t"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as opened:
        assert opened.stdout
        try:
            told = next((line for line in opened.stdout if f":{port}/lab" in line), "")
            assert f":{port}/lab/tree/00_tour.ipynb" in told
            while opened.poll() is None and not listens(port):
                pass  # it takes its first request a moment after it has told where
            address = f"http://127.0.0.1:{port}/api/contents/00_tour.ipynb?token=t"
            with urllib.request.urlopen(address) as answer:
                assert "Which rules do you play" in answer.read().decode("utf-8")
        finally:
            os.killpg(opened.pid, signal.SIGTERM)
    assert (tmp_path / "mine" / "12_fire_arcs.ipynb").is_file()


@pytest.mark.slow
def test_a_user_s_program_is_checked_against_our_types(elsewhere: Path, tmp_path: Path) -> None:
    (tmp_path / "user.py").write_text(USER, encoding="utf-8")
    mypy = f"-I -m mypy --strict --cache-dir cache --python-executable {elsewhere} user.py"
    check = [sys.executable, *mypy.split()]
    told = subprocess.run(check, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout
    assert 'Revealed type is "int"' in told.stdout.replace("builtins.", "")


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
    told = (REPOSITORY / "landships_lab" / "INTERNALS.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^\| `([a-z]+)` \|", told, re.MULTILINE))
    assert {Requirement(words).name for words in WANTED} <= listed
