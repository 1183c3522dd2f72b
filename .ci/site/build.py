"""Builds the site that needs no server: JupyterLab, the lessons and a Python for the browser, as files for any web host.

``make site`` runs it, in an environment of its own made from requirements.txt. The wheels for the kernel come from whatever
package index pip is set up to use, as kernel.txt pins them.
"""

from __future__ import annotations

import argparse
import html
import json
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

import mistune
import nbformat
from jupyterlite_pyodide_kernel.constants import PYODIDE_CDN_URL, PYODIDE_LOCK, PYODIDE_VERSION
from lock import lock

HERE = Path(__file__).parent
REPOSITORY = HERE.parents[1]
sys.path.insert(0, str(REPOSITORY))  # the package is not installed here: it is on the site as a wheel
from landships_lab.__main__ import handed_out  # noqa: E402
from landships_lab.scene.theme import DARK, LIGHT, Theme, css_variables  # noqa: E402

LESSONS = REPOSITORY / "notebooks"
WHEELS = REPOSITORY / "build" / "wheels"
#: The page's halves of our widgets, as JupyterLab extensions; those of Voilà and others in the environment stay out.
EXTENSIONS = (
    "@jupyterlite/pyodide-kernel-extension",
    "@jupyter-widgets/jupyterlab-manager",
    "anywidget",
    "bqplot",
    "bqscales",
    "ipycanvas",
)


def pure_wheels(python: str) -> list[Path]:
    """Return the wheels that the kernel loads from the site: those of kernel.txt, fetched once, and ours, built now."""
    pins, stamp = HERE / "kernel.txt", WHEELS / "kernel.txt"
    if not (stamp.exists() and stamp.read_text(encoding="utf-8") == pins.read_text(encoding="utf-8")):
        shutil.rmtree(WHEELS, ignore_errors=True)
        target = ["--only-binary=:all:", "--platform=any", "--implementation=py", "--abi=none", f"--python-version={python}"]
        _run("-m", "pip", "download", "--quiet", "--no-deps", *target, "-r", pins, "-d", WHEELS)
        shutil.copy(pins, stamp)
    for old in WHEELS.glob("landships_lab-*.whl"):
        old.unlink()
    _run("-m", "hatchling", "build", "-t", "wheel", "-d", WHEELS)
    return sorted([*WHEELS.glob("*.whl"), *_extension(EXTENSIONS[0]).glob("static/pypi/*[!3].?.*.whl")])


def add_wheels(site: Path) -> None:
    """Put all wheels into the site, and the lock file by which its kernel finds them."""
    runtime = tomllib.loads((HERE / "runtime.toml").read_text(encoding="utf-8"))
    if runtime["distribution"] != PYODIDE_VERSION:
        raise SystemExit(
            f"runtime.toml is about Pyodide {runtime['distribution']}, and the kernel starts {PYODIDE_VERSION}: bring it up to date."
        )
    folder = site / "wheels"
    folder.mkdir()
    copied = [Path(shutil.copy(wheel, folder)) for wheel in pure_wheels(runtime["info"]["python"])]
    told = lock(runtime["info"], runtime["packages"], PYODIDE_CDN_URL, copied)
    (folder / PYODIDE_LOCK).write_text(json.dumps(told, indent=1), encoding="utf-8")


def add_jupyter(site: Path) -> None:
    """Put JupyterLab and the lessons into the site."""
    with tempfile.TemporaryDirectory() as scratch:  # a fresh one: what JupyterLite remembers of an earlier build hides new settings
        lite = Path(scratch)
        shutil.copy(HERE / "jupyter-lite.json", lite)
        shutil.copytree(LESSONS, lite / "contents", ignore=shutil.ignore_patterns(".*"))
        shutil.copy(HERE / "about.md", lite / "contents" / "about_this_site.md")
        for picture in lite.glob("contents/pictures/*.svg"):  # JupyterLite shows no picture that has a letter beyond Latin-1
            picture.write_bytes(picture.read_text(encoding="utf-8").encode("ascii", "xmlcharrefreplace"))
        extensions = [f"--LiteBuildConfig.federated_extensions={_extension(name)}" for name in EXTENSIONS]
        options = ["--ignore-sys-prefix", "--no-sourcemaps", "--no-unused-shared-packages", "--no-libarchive", "--apps=lab", *extensions]
        _run("-m", "jupyterlite_core", "build", f"--contents={lite / 'contents'}", f"--output-dir={site}", *options, folder=lite)


def add_handouts(site: Path) -> None:
    """Put each lesson into the site as a page to read and print, which loads no Python."""
    folder = site / "handouts"
    folder.mkdir()
    for path in _lessons():
        name, page = handed_out(str(path))
        (folder / name).write_text(page, encoding="utf-8")


def add_welcome(site: Path) -> None:
    """Put the first page into the site: what this is, where the reader's work is kept, and a link to each lesson."""
    page = (HERE / "welcome.html").read_text(encoding="utf-8")
    about = mistune.html((HERE / "about.md").read_text(encoding="utf-8"))
    for place, filling in {"about": about, "lessons": "".join(_links()), "light": _colours(LIGHT), "dark": _colours(DARK)}.items():
        page = page.replace(f"$[{place}]", str(filling))
    (site / "index.html").write_text(page, encoding="utf-8")


def _links() -> Iterator[str]:
    for path in _lessons():
        title = html.escape(nbformat.read(path, as_version=4).cells[0].source.splitlines()[0].lstrip("# "))
        lesson = f'<a href="lab/index.html?path={path.name}"><b>{path.name[:2]}</b> {title}</a>'
        yield f'<li>{lesson} <a class="paper" href="handouts/{path.stem}.html" aria-label="{title}, as a page to print">page</a></li>\n'


def _lessons() -> list[Path]:
    return sorted(LESSONS.glob("*.ipynb"))


def _colours(theme: Theme) -> str:
    return " ".join(f"{name}: {value};" for name, value in css_variables(theme).items() if "tint" not in name)


def _extension(name: str) -> Path:
    return Path(sys.prefix, "share", "jupyter", "labextensions", name)


def _run(*words: str | Path, folder: Path = REPOSITORY) -> None:
    done = subprocess.run([sys.executable, *words], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, words))} failed:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")


def main(words: Sequence[str]) -> None:
    """Build the site into the folder named, which is emptied first."""
    parser = argparse.ArgumentParser(description="Build the site that needs no server.")
    parser.add_argument("site", type=Path)
    site = parser.parse_args(words).site.resolve()
    shutil.rmtree(site, ignore_errors=True)
    add_jupyter(site)
    add_wheels(site)
    add_handouts(site)
    add_welcome(site)


if __name__ == "__main__":
    main(sys.argv[1:])
