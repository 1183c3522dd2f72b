"""No file is ever half written."""

import os
from pathlib import Path

import pytest

from landships_lab.data.files import write_whole


def test_text_and_bytes_come_back(tmp_path: Path) -> None:
    write_whole(tmp_path / "a.txt", "Crépuscule ☃\n")
    write_whole(tmp_path / "b.bin", b"\x00\xff")
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == "Crépuscule ☃\n"
    assert (tmp_path / "b.bin").read_bytes() == b"\x00\xff"


def test_a_full_disk_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "progress.json"
    write_whole(path, "old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as refused:
        write_whole(path, "new")
    assert str(refused.value) == f"{path} cannot be written: No space left on device."
    assert refused.value.strerror == "No space left on device", "for a sentence of the caller's own"
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]
