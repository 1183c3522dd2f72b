"""The values for a JupyterHub are what a class needs, as measured."""

import yaml

from tests.paths import REPOSITORY

FILE = REPOSITORY / "binder" / "jupyterhub-values.yaml"


def test_a_student_has_memory_for_a_server_and_several_lessons_and_thirty_fit() -> None:
    """A server of 120 MB and kernels of 112 MB each, as measured: teaching.md tells them."""
    values = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    address, memory = (values["singleuser"][key] for key in ("defaultUrl", "memory"))
    assert (REPOSITORY / address.removeprefix("/lab/tree/")).is_file()
    told = (REPOSITORY / "notebooks" / "teaching.md").read_text(encoding="utf-8")
    for what, kernels, gigabytes in (("guarantee", 1, 8), ("limit", 5, 24)):
        megabytes = int(memory[what].removesuffix("M"))
        assert 120 + kernels * 112 <= megabytes < gigabytes * 1024 / 30
        assert f"{megabytes} MB" in told
    assert values["cull"]["enabled"]
    assert values["hub"]["config"]["DummyAuthenticator"]["password"] == "CHANGE-ME"  # noqa: S105 - so that it must be changed
