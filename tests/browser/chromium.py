"""Finds the Chromium that the browser tests drive.

Run as a program, as `make test` does first, it makes sure that there is one.

In this order: the one that the environment variable CHROMIUM names, an installed Chromium or
Chrome, one that Playwright downloads into .venv, and, as root on Debian or Ubuntu, the
distribution's package.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

COMMANDS = ("chromium", "google-chrome", "google-chrome-stable", "chromium-browser", "chrome")
MAC_APPLICATIONS = (
    "Chromium.app/Contents/MacOS/Chromium",
    "Google Chrome.app/Contents/MacOS/Google Chrome",
)
FONTS = (
    "fonts-dejavu-core",
    "fonts-liberation",
)  # without a font of its own a bare machine shows empty boxes for text

# Playwright's browser goes into .venv, beside Playwright, so that `make clean` takes it away again.
os.environ.setdefault("PLAYWRIGHT_BROWSERS_PATH", "0")


class NoChromiumError(RuntimeError):
    """No Chromium or Chrome was found or could be installed; the message says what to install."""

    def __init__(self) -> None:
        super().__init__(
            "The browser tests need Chromium or Chrome and none was found or could be installed."
            " Install one (on Debian: apt-get install chromium; anywhere: google.com/chrome), or"
            " name it: CHROMIUM=/path/to/chromium make test"
        )


def starts(program: Path) -> bool:
    """Return whether this program starts.

    On Ubuntu `chromium-browser` can be a mere hint to install a snap.
    """
    try:
        return (
            subprocess.run(
                [program, "--version"], capture_output=True, timeout=60, check=False
            ).returncode
            == 0
        )
    except (OSError, subprocess.TimeoutExpired):
        return False


def installed() -> Path | None:
    """Return the Chromium or Chrome of this machine, apart from Playwright's own."""
    on_path = [Path(found) for command in COMMANDS if (found := shutil.which(command))]
    applications = [
        folder / app
        for folder in (Path("/Applications"), Path.home() / "Applications")
        for app in MAC_APPLICATIONS
    ]
    return next((program for program in [*on_path, *applications] if starts(program)), None)


def downloaded() -> Path | None:
    """Return the one that Playwright has downloaded."""
    with sync_playwright() as playwright:
        program = Path(playwright.chromium.executable_path)
    return program if starts(program) else None


def find() -> Path:
    """Return the browser for the tests.

    Raises NoChromiumError, or ValueError when CHROMIUM names something that does not start.
    """
    if named := os.environ.get("CHROMIUM"):
        if not starts(Path(named)):
            raise ValueError(
                f"CHROMIUM names {named!r}, which does not start; name a Chromium or Chrome"
                " program, or leave it unset"
            )
        return Path(named)
    if program := installed() or downloaded():
        return program
    raise NoChromiumError


def install() -> None:
    """Try to get a browser: from Playwright, or, as root with apt-get, from the distribution.

    Print what fails, and go on.
    """
    if (
        run(sys.executable, "-m", "playwright", "install", "--no-shell", "chromium")
        and downloaded()
    ):
        return
    if shutil.which("apt-get") and os.geteuid() == 0:
        run("apt-get", "update", "-qq")
        run("apt-get", "install", "-qq", "-y", "--no-install-recommends", "chromium", *FONTS)


def run(*command: str) -> bool:
    """Run a command and say so; its own words are shown only when it fails."""
    print("+", *command, flush=True)
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=quiet, check=False
    )
    if done.returncode:
        print(*done.stdout.splitlines()[-5:], sep="\n", flush=True)
    return done.returncode == 0


def main() -> int:
    """Say which browser there is, after installing one if there was none."""
    try:
        program = find()
    except NoChromiumError:
        install()
        try:
            program = find()
        except NoChromiumError as none:
            print(none, file=sys.stderr)
            return 1
    print(f"browser tests use {program}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
