"""Measures the memory that each pupil takes and the time that each waits while a whole class works
at once, for ``make class``.
"""

import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.browser.server import LabServer
from tests.class_room.pupil import PANEL, Pupil, gestures, pupils
from tests.paths import REPOSITORY

#: The panels a class has before it, in turn.
PANELS = ("FireArcs", "RangeCounter", "Sight", "OneHourFire", "LandserFire")
LESSON = REPOSITORY / "notebooks" / "12_fire_arcs.ipynb"
PACES = {"two gestures a second each": 0.5, "everybody as fast as answers come": 0.0}
MEMORY = (
    "print(*[line for line in open('/proc/self/smaps_rollup') if line.startswith(('Rss', 'Pss'))])"
)


async def memory(pupil: Pupil) -> tuple[float, float]:
    """Return the MB that the kernel holds: in all, and with memory shared by several kernels
    divided among them.
    """
    words = (await pupil.run(MEMORY)).split()
    rss, pss = (int(words[words.index(name) + 1]) / 1024 for name in ("Rss:", "Pss:"))
    return rss, pss


async def work(pupil: Pupil, number: int, count: int, pause: float) -> None:
    """Give the pupil a panel, and make a number of gestures on it."""
    bridge = await pupil.run(PANEL.format(name=PANELS[number % len(PANELS)]))
    await pupil.touch(bridge.strip(), gestures(count, number), pause)
    assert pupil.answered == list(range(1, count + 1)), "a gesture was lost"


async def measure(server: LabServer, size: int, count: int, tell: Callable[[str], object]) -> None:
    """Report the figures one by one, as they become known."""
    async with pupils(server, 1) as [first]:
        await alone(first, tell)
    start = time.perf_counter()
    async with pupils(server, size) as everyone:
        await asyncio.gather(*(pupil.lesson(LESSON) for pupil in everyone))
        tell(f"{size} kernels came and ran the lesson in {time.perf_counter() - start:.0f} s")
        for words, pause in PACES.items():
            tell(f"{words}: {await together(everyone, count, pause)}")
        held = [await memory(pupil) for pupil in everyone]
        each, together_ = statistics.mean(rss for rss, _ in held), sum(pss for _, pss in held)
        tell(f"at the end {each:.0f} MB a kernel, {together_:.0f} MB for all of them")


async def alone(first: Pupil, tell: Callable[[str], object]) -> None:
    """Report the memory of one kernel before and after a lesson."""
    tell(f"a kernel with nothing in it: {(await memory(first))[0]:.0f} MB")
    await first.lesson(LESSON)
    rss, pss = await memory(first)
    tell(f"after the lesson {LESSON.stem}: {rss:.0f} MB, {pss:.0f} MB of them its own share")


async def together(everyone: Sequence[Pupil], count: int, pause: float) -> str:
    """Return in words how long each waits when all work at once."""
    for pupil in everyone:
        pupil.waited.clear()
        pupil.answered.clear()
    start = time.perf_counter()
    await asyncio.gather(
        *(work(pupil, number, count, pause) for number, pupil in enumerate(everyone))
    )
    return told([wait for pupil in everyone for wait in pupil.waited], time.perf_counter() - start)


def told(waited: list[float], seconds: float) -> str:
    """Return the waiting times, in seconds, in words."""
    waited = sorted(waited)
    last = len(waited) - 1
    at = {n: 1000 * waited[min(n * len(waited) // 100, last)] for n in (50, 95, 99)}
    return (
        f"{len(waited)} gestures in {seconds:.0f} s, none lost; answered after {at[50]:.0f} ms"
        f" (median), {at[95]:.0f} ms (95 of 100), {at[99]:.0f} ms (99 of 100), at most"
        f" {1000 * waited[-1]:.0f} ms"
    )


def main(pupils: int, count: int) -> None:
    """Start a server, measure a class there, and stop it."""

    def tell(line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    tell(
        f"{pupils} pupils on {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before they came"
    )
    with tempfile.TemporaryDirectory() as home:
        server = LabServer(Path(home))
        try:
            asyncio.run(measure(server, pupils, count, tell))
        finally:
            server.stop()


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:] or ["20", "60"]))
