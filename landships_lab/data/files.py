"""Files read only as far as they may go, and written whole or not at all, so that a full disk or a killed kernel leaves no half one."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def read_text(path: Path, most_bytes: int = 60_000) -> str:
    """What does this text file hold? `ValueError` in one sentence, and no more of it read than that, where it is too long or no text."""
    with path.open("rb") as file:
        raw = file.read(most_bytes + 1)
    if len(raw) > most_bytes:
        raise ValueError(f"{path} is too long; a file of at most {most_bytes} bytes is read here.")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        raise ValueError(f"{path} is no text file in UTF-8.") from None


def write_whole(path: Path, content: str | bytes) -> None:
    """Writes this content to the file: first beside it under another name, then in its place in one move.

    Whatever goes wrong on the way, the file is afterwards the old one or the new one. `OSError` where it cannot be written.
    """
    raw = content.encode("utf-8") if isinstance(content, str) else content
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        Path(beside).chmod(path.stat().st_mode & 0o777 if path.exists() else 0o644)  # a temporary file is for its owner only
        Path(beside).replace(path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise
