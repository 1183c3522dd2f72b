"""What Binder would build from this repository, what the server option does, and the values of a
hub, without Docker and without a server.
"""

import os
import re
import runpy
import subprocess
import sys
import types
import urllib.parse
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.paths import REPOSITORY

PINS = REPOSITORY / "binder" / "requirements.txt"
DEV_PINS = REPOSITORY / ".ci" / "requirements-dev.txt"
SERVER_CONFIG = REPOSITORY / "binder" / "jupyter_server_config.py"


@pytest.fixture(scope="module")
def dockerfile() -> str:
    """What repo2docker, Binder's own builder, would hand to Docker."""
    repo2docker = Path(sys.executable).with_name("jupyter-repo2docker")
    options = ["--debug", "--no-build", "--user-id", "1000", "--user-name", "jovyan", "."]
    told = subprocess.run(
        [repo2docker, *options], cwd=REPOSITORY, capture_output=True, text=True, check=True
    )
    return told.stdout + told.stderr


def pins(path: Path) -> dict[str, set[str]]:
    """Return the versions that a pin file names by package.

    There may be two, for older and newer Python.
    """
    found: dict[str, set[str]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.lstrip().startswith("#"):
            pin = re.fullmatch(r"([a-z0-9-]+)==(\S+)( ; .+)?", line)
            assert pin, (
                f"{path.name}: {line!r} is not of the form name==version, with a marker perhaps"
            )
            found.setdefault(pin[1], set()).add(pin[2])
    return found


def test_binder_installs_the_pins_before_it_copies_the_sources(dockerfile: str) -> None:
    install = dockerfile.index('pip install --no-cache-dir -r "binder/requirements.txt"')
    copy = re.search(r"^COPY .*src/ \$\{REPO_DIR\}/$", dockerfile, re.MULTILINE)
    assert copy, "the sources are copied nowhere"
    assert install < copy.start(), "the slow layer would be built again after every change"


def test_binder_runs_our_post_build_with_our_python(dockerfile: str) -> None:
    assert "RUN ./binder/postBuild" in dockerfile
    assert "conda environment for python=3.12" in dockerfile
    assert os.access(REPOSITORY / "binder" / "postBuild", os.X_OK)


def test_nothing_in_the_way_wins_over_the_pins() -> None:
    rivals = "environment.yml environment.yaml Pipfile Pipfile.lock Dockerfile setup.py"
    for folder in (REPOSITORY, PINS.parent):
        assert not [name for name in rivals.split() if (folder / name).exists()]


def test_binder_pins_are_third_party_and_leave_jupyterlab_to_the_base_image() -> None:
    named = pins(PINS)
    assert {"ipywidgets", "ipycanvas", "bqplot", "numpy", "cattrs", "anywidget", "voila"} <= set(
        named
    )
    assert {"jupyterlab", "landships-lab", "pytest", "playwright"} & set(named) == set()


def test_both_pin_files_agree() -> None:
    ours, theirs = pins(PINS), pins(DEV_PINS)
    assert {"jupyterlab", "pytest", "ruff", "mypy"} <= set(theirs)
    assert {name: versions for name, versions in ours.items() if theirs.get(name) != versions} == {}


# ------------------------------------------------------------------------------------------ address


def of_badges() -> Any:
    """The program that writes the badges, as a module."""
    return runpy.run_path(str(REPOSITORY / "binder" / "badges.py"))


def read_by_people() -> list[Path]:
    """The README, the lessons and what stands beside them, the pages of the site."""
    folders = (REPOSITORY, REPOSITORY / "notebooks", REPOSITORY / ".ci" / "site")
    kinds = (".md", ".ipynb", ".html")
    return [path for folder in folders for path in folder.iterdir() if path.suffix in kinds]


def strays(text: str, public: dict[str, str], built: set[str]) -> list[str]:
    """Return the addresses of the hub, or of this repository, that are not among those that were
    built.
    """
    hub = public["hub"].removeprefix("https://")
    ours = (hub, public["repository"], "github.com", "mybinder.org")
    return [
        found
        for found in re.findall(r"https?://[^\s)\"'<>`]+", text)
        if any(name in found for name in ours) and found not in built
    ]


def test_every_link_to_binder_is_built_from_the_one_address() -> None:
    badges = of_badges()
    public = badges["address"]()
    built = {
        badges["link"](inside, public)
        for _, _, inside in badges["BADGES"]
        if not public["repository"].startswith("OWNER/")
    }
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    assert badges["with_badges"](readme, public) == readme, "run `make pictures`"
    assert {link for link in built if link not in readme} == set()
    for path in read_by_people():
        assert not strays(path.read_text(encoding="utf-8"), public, built), path.name
    planted = f"see {public['hub']}/v2/gh/else/where/main and https://github.com/x"
    assert strays(planted, public, built)


def test_another_address_changes_every_badge_and_nothing_else() -> None:
    badges = of_badges()
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    there = {"hub": "https://hub.example", "repository": "club/lab", "ref": "v9"}
    moved = badges["with_badges"](readme, there)
    assert moved.count("(https://hub.example/v2/gh/club/lab/v9?urlpath=") == 2
    assert badges["with_badges"](moved, badges["address"]()) == readme
    with pytest.raises(ValueError, match="no place for badges"):
        badges["with_badges"]("# A page", there)


def test_the_badges_open_the_tour_and_their_pictures_are_up_to_date() -> None:
    badges = of_badges()
    public = badges["address"]()
    for name, words, inside in badges["BADGES"]:
        query = urllib.parse.urlsplit(badges["link"](inside, public)).query
        assert urllib.parse.parse_qs(query)["urlpath"] == [inside]
        file = inside.removeprefix("lab/tree/").removeprefix("voila/render/")
        assert (REPOSITORY / file).is_file()
        drawn = (REPOSITORY / "binder" / f"{name}.svg").read_text(encoding="utf-8")
        assert drawn == badges["picture"](words), "run `make pictures`"


# ------------------------------------------------------------------------------------------- server


class Socket:
    """Stands for jupyter_server's handler: notes what is asked of it."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.log = types.SimpleNamespace(info=lambda _text: self.asked.append("log"))

    def set_nodelay(self, value: bool) -> None:
        self.asked.append(f"nodelay {value}")


def run_server_config(monkeypatch: pytest.MonkeyPatch, **names: object) -> None:
    """Read the configuration file as Jupyter does, with a jupyter_server
    that has only these names.
    """
    module = types.ModuleType("jupyter_server.services.kernels.websocket")
    vars(module).update(names)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(compile(SERVER_CONFIG.read_text(encoding="utf-8"), SERVER_CONFIG.name, "exec"), {})  # noqa: S102 - as Jupyter does


def test_the_server_option_sends_at_once_and_then_does_what_was_done_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Handler(Socket):
        def open(self, kernel_id: str) -> str:
            self.asked.append("open")
            return kernel_id

    for _ in range(2):  # the file can lie in two folders of the config path
        run_server_config(monkeypatch, KernelWebsocketHandler=Handler)
    handler = Handler()
    assert handler.open("k1") == "k1"
    assert handler.asked == ["nodelay True", "log", "open"]


def test_the_server_option_leaves_a_server_with_other_names_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Renamed:
        pass

    class WithoutDelayOption:
        def open(self) -> str:
            return "opened"

    run_server_config(monkeypatch)
    run_server_config(monkeypatch, KernelWebsocketHandler=Renamed)
    run_server_config(monkeypatch, KernelWebsocketHandler=WithoutDelayOption)
    assert not hasattr(Renamed, "open")
    assert WithoutDelayOption().open() == "opened"


def test_the_server_option_deflates_messages() -> None:
    """As tests/jupyter/test_message_size.py measures them."""
    names = ("ServerApp", "VoilaConfiguration", "MappingKernelManager")
    told: Any = types.SimpleNamespace(**{name: types.SimpleNamespace() for name in names})
    runpy.run_path(str(SERVER_CONFIG), {"get_config": lambda: told})
    assert told.ServerApp.websocket_compression_options["compression_level"] == 4


FILE = REPOSITORY / "binder" / "jupyterhub-values.yaml"


def test_a_student_has_memory_for_a_server_and_several_lessons_and_thirty_fit() -> None:
    """A server of 120 MB and kernels of 112 MB each, as measured: teaching.md tells them."""
    values = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    address, memory = (values["singleuser"][key] for key in ("defaultUrl", "memory"))
    assert (REPOSITORY / address.removeprefix("/lab/tree/")).is_file()
    told = (REPOSITORY / "notebooks" / "teaching.md").read_text(encoding="utf-8")
    for what, kernels, gigabytes in (("guarantee", 1, 8), ("limit", 5, 24)):
        megabytes = int(memory[what].removesuffix("M"))
        assert 120 + kernels * 112 <= megabytes < gigabytes * 1024 / 30
        assert f"{megabytes} MB" in told
    assert values["cull"]["enabled"]
    assert values["hub"]["config"]["DummyAuthenticator"]["password"] == "CHANGE-ME"  # noqa: S105 - so that it must be changed
