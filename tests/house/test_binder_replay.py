"""Binder's steps work one after the other in a clean environment, and add little.

(`make all` tells the figures.)
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.paths import REPOSITORY

FIGURES = REPOSITORY / "build" / "binder.json"
MOST_MEGABYTES = 260  # of our layer: what each visitor's image has more than Binder's own base


@pytest.mark.slow
def test_binders_steps_give_a_small_layer_that_opens_the_tour(tmp_path: Path) -> None:
    replay = [sys.executable, "binder/replay.py", str(tmp_path / "replay")]
    told = subprocess.run(replay, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    FIGURES.parent.mkdir(exist_ok=True)
    FIGURES.write_text(told.stdout, encoding="utf-8")
    added = {layer["step"]: layer["megabytes"] for layer in json.loads(told.stdout)}
    ours = ["base image (cut down)", "our pins", "sources", "postBuild"]
    assert list(added) == [*ours, "what is installed agrees", "the tour opens"]
    assert 0 < added["our pins"] < MOST_MEGABYTES
    assert added["postBuild"] < 10, "what postBuild adds is built again after every change"
    assert (tmp_path / "replay" / "venv" / "etc" / "jupyter" / "jupyter_server_config.py").is_file()
