"""Files read only up to a limit, and written whole or not at all, so that a full disk or a killed
kernel leaves no half file.
"""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from landships_lab.core.checks import brief
from landships_lab.core.pasted import pasted


class FileError(OSError):
    """A file that cannot be read or written: a sentence that names the path as it was given, and
    says what to do.

    ``strerror`` is still the system's message, for use in other sentences.
    """

    def __init__(self, error: OSError, sentence: str) -> None:
        super().__init__(error.errno, error.strerror)
        self.sentence = sentence

    def __str__(self) -> str:
        return self.sentence


#: The advice on an error, by its number, to a reader and to a writer of a file.
_READING = {
    errno.ENOENT: "There is no file {path}; check the spelling and the folder you are in.",
    errno.ENOTDIR: "There is no file {path}; {folder} is not a folder.",
    errno.EISDIR: "{path} is a folder; name a file in it.",
    errno.EACCES: "You may not read {path}; ask for permission, or name another file.",
}
_WRITING = {
    errno.ENOENT: (
        "{path} cannot be written: there is no folder {folder}; make it first, or name another."
    ),
    errno.ENOTDIR: "{path} cannot be written: {folder} is not a folder; name another.",
    errno.EISDIR: "{path} is a folder; name a file in it to write.",
    errno.EACCES: "You may not write {path}; name a file in a folder of your own.",
}
_MAKING = {
    errno.ENOTDIR: "The folder {path} cannot be made: {folder} is not a folder; name another.",
    errno.EEXIST: "{path} is a file; name a folder.",
    errno.EACCES: "You may not make the folder {path}; name one in a folder of your own.",
}


def _refusal(path: Path, error: OSError, sentences: Mapping[int, str], otherwise: str) -> FileError:
    sentence = sentences.get(error.errno or 0, otherwise)
    return FileError(error, sentence.format(path=path, folder=path.parent, why=error.strerror))


def read_text(path: Path, most_bytes: int = 60_000) -> str:
    """Return the text of this file.

    Raises `ValueError` if it is longer than ``most_bytes`` (no more is read) or not UTF-8, and
    `FileError` if it cannot be read.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(most_bytes + 1)
    except OSError as error:
        raise _refusal(path, error, _READING, "{path} cannot be read: {why}.") from error
    if len(raw) > most_bytes:
        raise ValueError(f"{path} is too long; a file may have up to {most_bytes:,} bytes here.")
    try:
        return pasted(raw.decode("utf-8"))
    except UnicodeDecodeError:
        raise ValueError(f"{path} is not a text file in UTF-8.") from None


def own_folder(given: object) -> Path:
    """Return the folder given, by default that of the notebook. Raises `ValueError` for anything
    else.
    """
    if given is not None and not isinstance(given, str | Path):
        raise ValueError(brief(f"A folder is a path in quotes, not {given!r}."))
    return Path.cwd() if given is None else Path(given)


def make_folder(folder: Path) -> None:
    """Make this folder and its parents, unless they exist. Raises `FileError` if it
    cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _refusal(
            folder, error, _MAKING, "The folder {path} cannot be made: {why}."
        ) from error


def write_whole(path: Path, content: str | bytes) -> None:
    """Write this content to the file: first beside it under another name, then into its place in
    one move.

    Whatever goes wrong, the file is afterwards the old one or the new one. Raises `FileError` if it
    cannot be written.
    """
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        _write_beside(path, content.encode("utf-8") if isinstance(content, str) else content)
    except OSError as error:  # the error itself would name our temporary file
        raise _refusal(path, error, _WRITING, "{path} cannot be written: {why}.") from error


def _write_beside(path: Path, raw: bytes) -> None:
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        # a temporary file is for its owner only
        Path(beside).chmod(path.stat().st_mode & 0o777 if path.exists() else 0o644)
        Path(beside).replace(path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


def set_aside(path: Path) -> Path | None:
    """Rename a damaged file, so that nothing is lost, and return its new name; None if
    that fails.
    """
    names = (
        path.with_name(f"{path.stem}.damaged-{number}{path.suffix}") for number in range(1, 1000)
    )
    free = next((name for name in names if not name.exists()), None)
    try:
        if free is not None:
            path.rename(free)
    except OSError:
        return None
    return free
