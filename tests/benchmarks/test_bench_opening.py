"""From the start of a lesson's first cell to its picture, in a kernel that has just started."""

import subprocess
import sys

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

#: What a kernel has loaded before its first cell; then it waits for the cell, and says when it is
#: done.
_KERNEL = """
import ipykernel.kernelapp
print("ready", flush=True)
input()
from landships_lab import FireArcs
panel = FireArcs()
print(panel.answer.headline, flush=True)
"""


@pytest.mark.long
def test_bench_import_to_first_picture(benchmark: BenchmarkFixture) -> None:
    started: list[subprocess.Popen[str]] = []

    def start() -> tuple[tuple[subprocess.Popen[str]], dict[str, object]]:
        kernel = subprocess.Popen(
            [sys.executable, "-c", _KERNEL],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        started.append(kernel)
        assert kernel.stdout is not None
        assert kernel.stdout.readline() == "ready\n"
        return (kernel,), {}

    def run_cell(kernel: subprocess.Popen[str]) -> str:
        assert kernel.stdin is not None
        assert kernel.stdout is not None
        kernel.stdin.write("\n")
        kernel.stdin.flush()
        return kernel.stdout.readline()

    headline = benchmark.pedantic(run_cell, setup=start, rounds=8)
    assert headline.strip()
    for kernel in started:
        kernel.communicate()
        assert kernel.returncode == 0
