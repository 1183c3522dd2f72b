"""The lessons go into a folder of the reader's, and JupyterLab opens the first."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from landships_lab.__main__ import main
from landships_lab.publish import lab
from tests.paths import LESSONS


def test_the_lessons_and_their_pictures_are_copied(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lab", str(tmp_path / "mine"), "--copy"]) == 0
    lessons = sorted(path.name for path in LESSONS.glob("*.ipynb"))
    assert sorted(path.name for path in (tmp_path / "mine").glob("*.ipynb")) == lessons
    assert (tmp_path / "mine" / "pictures" / "fire_arcs.svg").is_file()
    assert not list((tmp_path / "mine").rglob(".ipynb_checkpoints"))
    assert f"{len(lessons)} new lessons" in capsys.readouterr().out


def test_what_the_reader_wrote_into_a_lesson_stays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / lab.FIRST).write_text("mine", encoding="utf-8")
    assert main(["lab", str(tmp_path), "--copy"]) == 0
    assert (tmp_path / lab.FIRST).read_text(encoding="utf-8") == "mine"
    capsys.readouterr()
    assert main(["lab", str(tmp_path), "--copy"]) == 0
    assert "no new lessons" in capsys.readouterr().out


def test_a_file_in_the_place_of_the_folder_is_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine").touch()
    assert main(["lab", str(tmp_path / "mine"), "--copy"]) == 2
    told = f"{tmp_path / 'mine'} is a file; name a folder for the lessons.\n"
    assert capsys.readouterr().err == told


def test_jupyterlab_is_opened_on_the_first_lesson_with_the_options_of_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[tuple[list[str], dict[str, str]]] = []

    def run(command: list[str], env: dict[str, str], **_: object) -> SimpleNamespace:
        ran.append((command, env))
        return SimpleNamespace(returncode=0)

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", "of-the-user")
    assert main(["lab", str(tmp_path), "--", "--no-browser"]) == 0
    ((command, env),) = ran
    assert command[:3] == [sys.executable, "-m", "jupyterlab"]
    assert f"--ServerApp.root_dir={tmp_path}" in command
    assert f"--LabApp.default_url=/lab/tree/{lab.FIRST}" in command
    assert command[-1] == "--no-browser"
    ours, users = env["JUPYTER_CONFIG_PATH"].split(":")
    assert (Path(ours) / "jupyter_server_config.py").is_file()
    assert users == "of-the-user"


def test_a_jupyterlab_that_is_missing_or_ends_with_an_error_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(lab, "find_spec", lambda _: None)
    assert main(["lab", str(tmp_path)]) == 2
    assert 'pip install "landships-lab[lab]"' in capsys.readouterr().err
    monkeypatch.setattr("landships_lab.__main__.open_lab", lambda *_: 1)
    assert main(["lab", str(tmp_path)]) == 2
    assert capsys.readouterr().err == "JupyterLab ended with the exit code 1.\n"
