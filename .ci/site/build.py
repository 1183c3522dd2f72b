"""Builds the site that needs no server: each lesson as a page whose panels come alive, and as a
notebook in JupyterLab, as files for any web host.

``make site`` runs it, in an environment of its own made from requirements.txt. The wheels for the
kernel come from whatever package index pip is set up to use, as kernel.txt pins them; two packages
come from npm's registry, as runtime.toml pins them.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from jupyterlite_pyodide_kernel.constants import PYODIDE_CDN_URL, PYODIDE_LOCK, PYODIDE_VERSION
from lock import lock
from npm import FetchError, download, package
from pages import add_first_page, add_lessons, add_opener, add_search
from payload import Core, add_core, add_payload

HERE = Path(__file__).parent
REPOSITORY = HERE.parents[1]
LESSONS = REPOSITORY / "notebooks"
#: The kernel's settings in jupyter-lite.json.
KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel"
#: Where the kernel's Python comes from unless jupyter-lite.json says otherwise, as tests do.
PYODIDE = f"{PYODIDE_CDN_URL}/pyodide.mjs"
BUILD = REPOSITORY / "build"
WHEELS = BUILD / "wheels"
#: The page's halves of our widgets, as JupyterLab extensions; those of Voilà and others in the
#: environment stay out.
EXTENSIONS = (
    "@jupyterlite/pyodide-kernel-extension",
    "@jupyter-widgets/jupyterlab-manager",
    "anywidget",
    "bqplot",
    "bqscales",
    "ipycanvas",
)


def pure_wheels(python: str) -> list[Path]:
    """Return the wheels that the kernel loads from the site: those of kernel.txt, fetched once, and
    ours, built now.
    """
    pins, stamp = HERE / "kernel.txt", WHEELS / "kernel.txt"
    if not (
        stamp.exists() and stamp.read_text(encoding="utf-8") == pins.read_text(encoding="utf-8")
    ):
        shutil.rmtree(WHEELS, ignore_errors=True)
        target = [
            "--only-binary=:all:",
            "--platform=any",
            "--implementation=py",
            "--abi=none",
            f"--python-version={python}",
        ]
        _run("-m", "pip", "download", "--quiet", "--no-deps", *target, "-r", pins, "-d", WHEELS)
        shutil.copy(pins, stamp)
    for old in WHEELS.glob("landships_lab-*.whl"):
        old.unlink()
    _run("-m", "hatchling", "build", "-t", "wheel", "-d", WHEELS)
    return sorted(
        [*WHEELS.glob("*.whl"), *_extension(EXTENSIONS[0]).glob("static/pypi/*[!3].?.*.whl")]
    )


def add_wheels(site: Path, runtime: Mapping[str, Any]) -> Mapping[str, Any]:
    """Put all wheels into the site, and the lock file by which its kernel finds them; return what
    the lock file holds.
    """
    if runtime["distribution"] != PYODIDE_VERSION:
        raise SystemExit(
            f"runtime.toml is about Pyodide {runtime['distribution']}, and the kernel starts"
            f" {PYODIDE_VERSION}: bring it up to date."
        )
    folder = site / "wheels"
    folder.mkdir()
    copied = [Path(shutil.copy(wheel, folder)) for wheel in pure_wheels(runtime["info"]["python"])]
    told = lock(runtime["info"], runtime["packages"], PYODIDE_CDN_URL, copied)
    (folder / PYODIDE_LOCK).write_text(json.dumps(told, indent=1), encoding="utf-8")
    return told


def add_jupyter(site: Path) -> None:
    """Put JupyterLab and the lessons into the site."""
    with (
        tempfile.TemporaryDirectory() as scratch
    ):  # a fresh one: what JupyterLite remembers of an earlier build hides new settings
        lite = Path(scratch)
        shutil.copy(HERE / "jupyter-lite.json", lite)
        shutil.copytree(LESSONS, lite / "contents", ignore=shutil.ignore_patterns(".*"))
        shutil.copy(HERE / "about.md", lite / "contents" / "about_this_site.md")
        for picture in lite.glob(
            "contents/pictures/*.svg"
        ):  # JupyterLite shows no picture that has a letter beyond Latin-1
            picture.write_bytes(
                picture.read_text(encoding="utf-8").encode("ascii", "xmlcharrefreplace")
            )
        extensions = [
            f"--LiteBuildConfig.federated_extensions={_extension(name)}" for name in EXTENSIONS
        ]
        options = [
            "--ignore-sys-prefix",
            "--no-sourcemaps",
            "--no-unused-shared-packages",
            "--no-libarchive",
            "--apps=lab",
            *extensions,
        ]
        _run(
            "-m",
            "jupyterlite_core",
            "build",
            f"--contents={lite / 'contents'}",
            f"--output-dir={site}",
            *options,
            folder=lite,
        )


def add_note(site: Path) -> None:
    """Let each page of JupyterLab say in words what it is loading, and run the lesson that the
    first page has led to.
    """
    shutil.copy(HERE / "lesson.js", site)
    page = site / "lab" / "index.html"
    text = page.read_text(encoding="utf-8")
    if text.count("</head>") != 1:
        raise SystemExit(f"{page} is not the page it was: where does the script lesson.js belong?")
    script = f'<script src="../lesson.js" data-python="{PYODIDE}" defer></script>'
    page.write_text(text.replace("</head>", f"{script}</head>"), encoding="utf-8")


def add_python(site: Path, runtime: Mapping[str, Any], locked: dict[str, Any]) -> Core:
    """Put the browser's Python into the site, for pages and notebooks, and say which files of it
    could not be fetched.
    """
    core = add_core(site, npm_package(runtime, "pyodide"))
    missing = []
    for name in runtime["packages"]:
        entry, folder = locked["packages"][name], site / "wheels"
        file = entry["file_name"].rpartition("/")[2]
        try:
            download(entry["file_name"], BUILD / file, entry["sha256"])
        except FetchError:
            missing.append(file)
            continue
        shutil.copy(BUILD / file, folder)
        entry["file_name"] = file
    (site / "wheels" / PYODIDE_LOCK).write_text(json.dumps(locked, indent=1), encoding="utf-8")
    settings = site / "jupyter-lite.json"
    told = json.loads(settings.read_text(encoding="utf-8"))
    told["jupyter-config-data"]["litePluginSettings"][KERNEL]["pyodideUrl"] = "./python/pyodide.mjs"
    settings.write_text(json.dumps(told), encoding="utf-8")
    if missing:
        print(  # noqa: T201 - what `make site` says
            f"Not on this site, since {PYODIDE_CDN_URL} could not be reached: {', '.join(missing)};"
            " the lessons' pages do without, and the notebooks will fetch them from there."
        )
    return core


def npm_package(runtime: Mapping[str, Any], name: str) -> Path:
    """Return the folder of a package that runtime.toml pins."""
    pinned = runtime["npm"][name]
    return package(pinned["name"], pinned["version"], pinned["sha512"], BUILD)


def _extension(name: str) -> Path:
    return Path(sys.prefix, "share", "jupyter", "labextensions", name)


def _run(*words: str | Path, folder: Path = REPOSITORY) -> None:
    done = subprocess.run(
        [sys.executable, *words], cwd=folder, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(
            f"{' '.join(map(str, words))} failed:\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
        )


def main(words: Sequence[str]) -> None:
    """Build the site into the folder named, which is emptied first."""
    parser = argparse.ArgumentParser(description="Build the site that needs no server.")
    parser.add_argument("site", type=Path)
    parser.add_argument(
        "--self", action="store_true", help="put the browser's Python on the site as well"
    )
    asked = parser.parse_args(words)
    site = asked.site.resolve()
    runtime = tomllib.loads((HERE / "runtime.toml").read_text(encoding="utf-8"))
    shutil.rmtree(site, ignore_errors=True)
    add_jupyter(site)
    add_note(site)
    locked = dict(add_wheels(site, runtime))
    if asked.self:
        core = add_python(site, runtime, locked)
    else:
        core = Core(f"{PYODIDE_CDN_URL}/", runtime["core"])
    lessons = site / "lessons"
    lessons.mkdir()
    manager = npm_package(runtime, "html-manager")
    script = add_payload(
        lessons, core, locked["packages"], site / "wheels", manager, runtime["info"], LESSONS
    )
    add_lessons(LESSONS, lessons, script)
    add_search(LESSONS, lessons)
    add_opener(lessons, script)
    add_first_page(LESSONS, site, script)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except FetchError as error:
        raise SystemExit(str(error)) from None
