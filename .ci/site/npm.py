"""Fetches a package of npm's registry once, into build/, which git ignores.

`npm` fetches it from whatever registry it is set up to use, and it is compared with the checksum in
runtime.toml.
"""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
import tarfile
from pathlib import Path
from urllib.request import urlopen


class FetchError(RuntimeError):
    """A file could not be fetched, or is not the file that it should be; the message names it."""


def package(name: str, version: str, sha512: str, build: Path) -> Path:
    """Return the folder of this package below ``build``, fetched if it is not there.

    ``sha512`` is the checksum of its file in base64, as npm writes it. Raises `FetchError`.
    """
    file = f"{name.removeprefix('@').replace('/', '-')}-{version}"
    there = build / file
    if there.is_dir():
        return there
    build.mkdir(parents=True, exist_ok=True)
    packed = build / f"{file}.tgz"
    if not packed.exists():
        _fetch(name, version, packed)
    if base64.b64encode(hashlib.sha512(packed.read_bytes()).digest()).decode("ascii") != sha512:
        raise FetchError(f"{packed} is not {name} {version}: its checksum differs. Delete it.")
    scratch = build / f"{file}.part"
    shutil.rmtree(scratch, ignore_errors=True)
    with tarfile.open(packed) as held:
        held.extractall(scratch, filter="data")
    (scratch / "package").rename(there)
    scratch.rmdir()
    return there


def _fetch(name: str, version: str, packed: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise FetchError(f"npm is needed to fetch {name} {version}: install Node.js, which has it.")
    words = [npm, "pack", "--silent", f"{name}@{version}"]
    done = subprocess.run(words, cwd=packed.parent, capture_output=True, text=True, check=False)
    if done.returncode or not packed.exists():
        raise FetchError(f"npm could not fetch {name} {version}: {done.stderr.strip()[-500:]}")


def download(address: str, to: Path, sha256: str = "") -> None:
    """Write what is at this address into a file, unless the file is there.

    ``sha256`` is the checksum of a file that must have one. Raises `FetchError`.
    """
    if to.exists():
        return
    try:
        with urlopen(address, timeout=30) as answer:  # noqa: S310 - its address is written here
            data = answer.read()
    except OSError as error:
        raise FetchError(f"{address} could not be fetched: {error}") from error
    if sha256 and hashlib.sha256(data).hexdigest() != sha256:
        raise FetchError(f"{address} is another file than it was: its checksum differs.")
    to.write_bytes(data)
