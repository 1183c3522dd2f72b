"""Builds the site that needs no server:

JupyterLab, the lessons and a Python for the browser, as files for any web host.

``make site`` runs it, in an environment of its own made from requirements.txt. The wheels for the
kernel come from whatever package index pip is set up to use, as kernel.txt pins them.
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
from collections.abc import Sequence
from pathlib import Path

import mistune
from jupyterlite_pyodide_kernel.constants import PYODIDE_CDN_URL, PYODIDE_LOCK, PYODIDE_VERSION
from lock import lock

HERE = Path(__file__).parent
REPOSITORY = HERE.parents[1]
sys.path.insert(
    0, str(REPOSITORY)
)  # the package is not installed here: it is on the site as a wheel
from landships_lab.games import GAMES  # noqa: E402  # noqa: RUF100
from landships_lab.panel import CATALOG  # noqa: E402  # noqa: RUF100
from landships_lab.panel.catalog import PANELS  # noqa: E402  # noqa: RUF100
from landships_lab.practice.lessons import lesson_questions  # noqa: E402  # noqa: RUF100
from landships_lab.publish.handout import panel_html  # noqa: E402  # noqa: RUF100
from landships_lab.publish.lesson import lesson_page  # noqa: E402  # noqa: RUF100
from landships_lab.publish.lesson_groups import Lesson, LessonGroup, lesson_groups  # noqa: E402  # noqa: RUF100
from landships_lab.publish.page import bar, script, sheet  # noqa: E402  # noqa: RUF100

LESSONS = REPOSITORY / "notebooks"
#: The picture of each game on the first page, from notebooks/pictures.
FACES = {
    "landships": "fire_arcs",
    "loos": "sight_over_hexes",
    "one_hour": "sight_in_inches",
    "landser": "seen_and_unseen",
    "paychest": "paychest_fire",
}
#: The panel that comes alive on the first page.
FIRST = "FireArcs"
#: Where the kernel's Python comes from unless jupyter-lite.json says otherwise, as tests do.
PYODIDE = f"{PYODIDE_CDN_URL}/pyodide.mjs"
WHEELS = REPOSITORY / "build" / "wheels"
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


def add_wheels(site: Path) -> None:
    """Put all wheels into the site, and the lock file by which its kernel finds them."""
    runtime = tomllib.loads((HERE / "runtime.toml").read_text(encoding="utf-8"))
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


def add_jupyter(site: Path) -> None:
    """Put JupyterLab and the lessons into the site."""
    with (
        tempfile.TemporaryDirectory() as scratch
    ):  # a fresh one: what JupyterLite remembers of an earlier build hides new settings
        lite = Path(scratch)
        shutil.copy(HERE / "jupyter-lite.json", lite)
        (lite / "repl").mkdir()  # what the first page's panel runs in
        shutil.copy(HERE / "repl.json", lite / "repl" / "jupyter-lite.json")
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
            "--apps=repl",
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


def add_handouts(site: Path) -> None:
    """Put each lesson into the site as a page to read and print, which loads no Python."""
    folder = site / "handouts"
    folder.mkdir()
    for group in lesson_groups(LESSONS):
        for lesson in group.lessons:
            text = lesson_page(
                LESSONS / f"{lesson.name}.ipynb",
                lesson_questions,
                "../index.html",
                f"../{_live(lesson)}",
            )
            (folder / f"{lesson.name}.html").write_text(text, encoding="utf-8")


def add_welcome(site: Path) -> None:
    """Put the first page into the site: a panel, the games by name and picture, their lessons,
    where the reader's work is kept.
    """
    shown = lesson_groups(LESSONS)
    first = CATALOG[PANELS[FIRST]].initial()
    (tour, *_), *_ = (group.lessons for group in shown)
    filling = {
        "sheet": sheet(),
        "script": script(),
        "bar": bar(shown, "", _live, "index.html", scripted=True),
        "tour": html.escape(_live(tour)),
        "python": PYODIDE,
        "code": html.escape(f"from landships_lab import {FIRST}\n{FIRST}()"),
        "still": panel_html(first),
        "cards": "".join(_card(group) for group in shown if tour not in group.lessons),
        "about": str(mistune.html((HERE / "about.md").read_text(encoding="utf-8"))),
    }
    page = (HERE / "welcome.html").read_text(encoding="utf-8")
    for place, text in filling.items():
        page = page.replace(f"$[{place}]", text)
    (site / "index.html").write_text(page, encoding="utf-8")
    shutil.copy(HERE / "live.js", site)


def _card(group: LessonGroup) -> str:
    """Return a game as the first page shows it: its picture, its name, what its first panel asks,
    its lessons.
    """
    face, asks = "", "What the rule sets have in common: questions, open readings, an index."
    if group.game:
        asks = " ".join(CATALOG[panel.id].prompt for panel in GAMES[group.game].panels[:2])
        face = f'<img src="files/pictures/{FACES[group.game]}.svg" alt="" loading="lazy">'
    lessons = "".join(_entry(lesson) for lesson in group.lessons)
    head = f"<h2>{html.escape(group.title)}</h2><p>{html.escape(asks)}</p>"
    return f"<section>{face}{head}<ol>{lessons}</ol></section>\n"


def _entry(lesson: Lesson) -> str:
    title = html.escape(lesson.title)
    live = f'<a href="{html.escape(_live(lesson))}"><b>{lesson.number}</b> <span>{title}</span></a>'
    paper = (
        f'<a class="lp-paper" href="handouts/{lesson.name}.html" aria-label="{title}, as a page to'
        ' read and print">page</a>'
    )
    return f"<li>{live} {paper}</li>\n"


def _live(lesson: Lesson) -> str:
    """Return the address of a lesson in JupyterLab, where it runs by itself."""
    return f"lab/index.html?path={lesson.name}.ipynb&run"


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
    site = parser.parse_args(words).site.resolve()
    shutil.rmtree(site, ignore_errors=True)
    add_jupyter(site)
    add_note(site)
    add_wheels(site)
    add_handouts(site)
    add_welcome(site)


if __name__ == "__main__":
    main(sys.argv[1:])
