"""Three pupils at one server are each answered with nothing lost, also after a connection broke."""

import asyncio
import re
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import pytest

import landships_lab
from tests.browser.server import LabServer
from tests.class_room.measure import PANELS, measure, work
from tests.class_room.pupil import PANEL, gestures, pupils

pytestmark = pytest.mark.browser  # it needs the server of the browser's tests, though no browser

T = TypeVar("T")

COUNT = 20


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LabServer]:
    """The class's own server: three at once ask it for kernels."""
    server = LabServer(tmp_path_factory.mktemp("class"))
    yield server
    server.stop()


def ran(lesson: Coroutine[Any, Any, T]) -> T:
    """Return what a lesson gives, run in an event loop of its own because the browser's tests have
    left one in this thread.
    """
    with ThreadPoolExecutor(1) as beside:
        return beside.submit(asyncio.run, lesson).result()


def alone(name: str, seed: int) -> str:
    """Return the state that the same gestures lead to in a panel of this process."""
    panel = getattr(landships_lab, name)()
    for gesture in gestures(COUNT, seed):
        panel.board.bridge._handle_custom_msg(gesture, [])
    panel.close()
    return str(panel.text)


def test_three_pupils_at_once_are_answered_in_order_and_end_where_each_of_them_alone_would(
    server: LabServer,
) -> None:
    async def lesson() -> list[str]:
        async with pupils(server, 3) as everyone:
            await asyncio.gather(
                *(work(pupil, number, COUNT, 0) for number, pupil in enumerate(everyone))
            )
            return [(await pupil.run("print(panel.text)")).strip() for pupil in everyone]

    assert ran(lesson()) == [alone(PANELS[number], number) for number in range(3)]
    server.stop_kernels()


def test_a_pupil_whose_connection_broke_goes_on_where_they_were(server: LabServer) -> None:
    async def lesson() -> tuple[list[int], str]:
        async with pupils(server, 1) as [pupil]:
            bridge = (await pupil.run(PANEL.format(name="FireArcs"))).strip()
            made = gestures(COUNT, seed=7)
            for part in (made[:8], made[8:9], made[9:]):
                await pupil.touch(bridge, part)
                await pupil.drop()
            return pupil.answered, (await pupil.run("print(panel.text)")).strip()

    assert ran(lesson()) == ([*range(1, COUNT + 1)], alone("FireArcs", 7))
    server.stop_kernels()


@pytest.mark.slow
def test_the_figures_for_a_teacher_are_told_line_by_line(server: LabServer) -> None:
    told: list[str] = []
    ran(measure(server, 2, 5, told.append))
    assert [re.sub(r"\d+", "N", line.partition(":")[0]) for line in told] == [
        "a kernel with nothing in it",
        "after the lesson N_fire_arcs",
        "N kernels came and ran the lesson in N s",
        "two gestures a second each",
        "everybody as fast as answers come",
        "at the end N MB a kernel, N MB for all of them",
    ]
    assert "10 gestures" in told[3]
    assert "none lost" in told[4]
    server.stop_kernels()
