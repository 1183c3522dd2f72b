"""Does the wheel carry everything the package reads at run time?"""

import subprocess
import sys
import zipfile
from pathlib import Path

REPOSITORY = Path(__file__).parents[1]
PACKAGE = REPOSITORY / "landships_lab"
READ_AT_RUN_TIME = ("py", "toml", "js", "css", "typed")


def test_the_wheel_holds_every_module_table_and_script(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)], cwd=REPOSITORY, check=True)
    (wheel,) = tmp_path.glob("landships_lab-*-py3-none-any.whl")
    held = set(zipfile.ZipFile(wheel).namelist())
    wanted = {file.relative_to(REPOSITORY).as_posix() for kind in READ_AT_RUN_TIME for file in PACKAGE.rglob(f"*.{kind}")}
    assert wanted - held == set()
    assert not [name for name in held if not name.startswith(("landships_lab/", "landships_lab-"))], "only the package is installed"
