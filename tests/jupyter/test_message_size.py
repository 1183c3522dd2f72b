"""The messages of a gesture are few and small: no more than 4 kB on the line, in the median of
every panel with a board, deflated as the server does it (binder/jupyter_server_config.py).
"""

import json
import random
import statistics
import uuid
import zlib
from typing import Any

import comm
import pytest

import landships_lab
from landships_lab.panel.board import Gesture, GestureKind
from landships_lab.panel.catalog import CATALOG, PANELS
from tests.effort import tries

BOARDS = [name for name, panel_id in PANELS.items() if CATALOG[panel_id].has_board]
#: Pictures that little can be done to by hand: arcs are edited in fields.
QUIET = ("VehicleEditor", "PaychestFire", "PaychestMelee", "Morale", "Forces", "PaychestCommand")
MOST_BYTES = 4096
MOST_MESSAGES = 20
LEVEL = 4


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Every message to the page, as the server passes it on: header, content and buffers."""
    messages: list[bytes] = []

    def publish(_self: object, msg_type: str, data: Any = None, **more: Any) -> None:
        head = {"msg_id": uuid.uuid4().hex, "msg_type": msg_type, "session": "s" * 32, "date": ""}
        said = (head, head, more.get("metadata"), data)
        texts = [json.dumps(one, default=str).encode() for one in said]
        buffers = [bytes(memoryview(one)) for one in more.get("buffers") or ()]
        messages.append(b"".join([*texts, *buffers]))

    monkeypatch.setattr(comm.DummyComm, "publish_msg", publish)
    return messages


def gestures(panel: Any, count: int) -> list[Gesture]:
    """A hand that hovers and clicks about the board, then drags what can be dragged."""
    dice, view = random.Random(1), panel.view

    def somewhere() -> tuple[float, float]:
        return dice.uniform(40, view.width - 40), dice.uniform(40, view.height - 40)

    made = [Gesture(kind, somewhere()) for _ in range(count) for kind in CLICKED]
    for x, y, _ in panel.state.drag_targets(view)[-1:]:
        made.append(Gesture("press", (x, y)))
        way = [(x + 6 * step, y - 4 * step) for step in range(1, 2 * count)]
        made += [Gesture("drag", at) for at in way]
        made.append(Gesture("drop", way[-1]))
    return made


CLICKED: tuple[GestureKind, ...] = ("hover", "press", "drop")


@pytest.mark.long
@pytest.mark.parametrize("name", BOARDS)
def test_a_gesture_sends_little(name: str, sent: list[bytes]) -> None:
    panel = getattr(landships_lab, name)()
    deflate = zlib.compressobj(LEVEL, zlib.DEFLATED, -15)
    sizes, counts = [0], [0]
    for gesture in gestures(panel, tries(5, 12)):
        sent.clear()
        panel.dispatch(gesture)
        size = sum(len(deflate.compress(one) + deflate.flush(zlib.Z_SYNC_FLUSH)) for one in sent)
        if sent:
            sizes.append(size)
            counts.append(len(sent))
    panel.close()
    assert len(sizes) > 3 or name in QUIET, "no gesture was answered"
    assert statistics.median(sizes) <= MOST_BYTES
    assert statistics.median(counts) <= MOST_MESSAGES
