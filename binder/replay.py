"""Replays what Binder does with this repository, without Docker: the base it starts from, our pins,
the sources, postBuild.

``python binder/replay.py FOLDER`` does so in a clean virtual environment below the folder, opens
the tour as JupyterLab and as a dashboard, and tells for each layer how long it took and how much it
added. It runs with the Python at hand; Binder takes that of runtime.txt. The base is cut down to
the packages that ours meet there, in the versions that repo2docker's own lock file names.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path

REPOSITORY = Path(__file__).parents[1]
OF_THE_BASE = ("jupyterlab", "notebook", "ipykernel", "jupyter_server")
TOUR = "notebooks/00_tour.ipynb"
START_SECONDS = 60
#: What a dashboard holds: the frame of our template, and what a cell that ends in a panel sends to
#: a page.
DASHBOARD = ('class="lp-page lp-dashboard', "application/vnd.jupyter.widget-view+json")


def base_pins() -> list[str]:
    """Return the versions in Binder's base image of the packages that matter to ours, for the
    Python of runtime.txt.
    """
    python = (
        (REPOSITORY / "binder" / "runtime.txt")
        .read_text(encoding="utf-8")
        .strip()
        .removeprefix("python-")
    )
    lock = files("repo2docker") / "buildpacks" / "conda" / f"environment.py-{python}-linux-64.lock"
    found = dict(re.findall(r"/([a-z_]+)-([0-9.]+)-[^/]+\.conda", lock.read_text(encoding="utf-8")))
    return [f"{name}=={found[name]}" for name in OF_THE_BASE]


class Replay:
    """One replay below a folder, in steps that are done once and in order."""

    def __init__(self, folder: Path) -> None:
        self.venv, self.home = folder / "venv", folder / "home"
        self.python = self.venv / "bin" / "python"
        ours = {
            "PATH": f"{self.venv / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "JUPYTER_CONFIG_DIR": str(folder / "none"),
        }
        self.environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("PYTHON", "JUPYTER"))
        } | ours

    def steps(self) -> Iterator[tuple[str, Callable[[], object]]]:
        """Yield the steps with their names."""
        yield "base image (cut down)", self._base
        yield "our pins", lambda: self._pip("-r", str(REPOSITORY / "binder" / "requirements.txt"))
        yield "sources", self._sources
        yield "postBuild", lambda: self._run("binder/postBuild")
        yield "what is installed agrees", lambda: self._run(str(self.python), "-m", "pip", "check")
        yield "the tour opens", self._tour

    def size(self) -> int:
        """Return the bytes in the environment and the home folder."""
        return sum(
            path.lstat().st_size
            for top in (self.venv, self.home)
            for path in top.rglob("*")
            if not path.is_dir()
        )

    def _base(self) -> None:
        subprocess.run([sys.executable, "-m", "venv", str(self.venv)], check=True)
        self._pip(*base_pins())

    def _pip(self, *words: str) -> None:
        self._run(
            str(self.python),
            "-m",
            "pip",
            "install",
            "--quiet",
            "--no-cache-dir",
            *words,
            folder=REPOSITORY,
        )

    def _sources(self) -> None:
        words = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(
            words, cwd=REPOSITORY, capture_output=True, text=True, check=True
        ).stdout
        for name in filter(None, listed.split("\0")):
            (self.home / name).parent.mkdir(parents=True, exist_ok=True)
            if (REPOSITORY / name).is_file():
                shutil.copy(REPOSITORY / name, self.home / name)

    def _tour(self) -> None:
        """Start the server as Binder does, and open both addresses of the badges."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        words = [
            "-m",
            "jupyterlab",
            "--no-browser",
            "--allow-root",
            f"--ServerApp.port={port}",
            "--IdentityProvider.token=x",
        ]
        log = self.home.with_name("server.log")
        with log.open("w", encoding="utf-8") as told:
            server = subprocess.Popen(
                [self.python, *words], cwd=self.home, env=self.environment, stdout=told, stderr=told
            )
        try:
            for path, wanted in (
                (f"lab/tree/{TOUR}", ("jupyter-config-data",)),
                (f"voila/render/{TOUR}", DASHBOARD),
            ):
                address = f"http://127.0.0.1:{port}/{path}?token=x"
                # Once in many times a new kernel does not answer Voilà's first request; a reader
                # loads the page again, as it says.
                if not any(_shows(address, wanted) for _ in range(2)):
                    raise SystemExit(
                        f"{path} did not show the tour:\n{log.read_text(encoding='utf-8')[-2000:]}"
                    )
        finally:
            server.terminate()
            server.wait()

    def _run(self, *words: str, folder: Path | None = None) -> None:
        done = subprocess.run(
            words,
            cwd=folder or self.home,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise SystemExit(
                f"{' '.join(words)} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
            )


def _shows(address: str, wanted: tuple[str, ...]) -> bool:
    page = _page(address)
    return all(words in page for words in wanted)


def _page(address: str) -> str:
    """Return what the server answers once it is there, or nothing if it is not there within
    START_SECONDS.
    """
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(address, timeout=START_SECONDS) as answer:  # noqa: S310 - our own, on loopback
                parts = []
                while (
                    (part := answer.read1()) and time.monotonic() < until
                ):  # Voilà sends a sign of life for as long as it waits
                    parts.append(part)
                return b"".join(parts).decode("utf-8")
        except urllib.error.URLError as error:
            if not isinstance(error.reason, ConnectionRefusedError):
                return str(error)
        time.sleep(0.2)
    return ""


def replay(folder: Path) -> list[dict[str, str | float]]:
    """Return the seconds that each step took, and the megabytes that it added."""
    told: list[dict[str, str | float]] = []
    here = Replay(folder)
    here.home.mkdir(parents=True)
    before = 0
    for name, step in here.steps():
        began = time.monotonic()
        step()
        seconds, size = time.monotonic() - began, here.size()
        told.append(
            {
                "step": name,
                "seconds": round(seconds, 1),
                "megabytes": round((size - before) / 1e6, 1),
            }
        )
        before = size
    return told


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Usage: python binder/replay.py FOLDER, which must not be there yet")
    sys.stdout.write(f"{json.dumps(replay(Path(sys.argv[1]).resolve()), indent=1)}\n")
