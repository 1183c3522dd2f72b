"""What a board sends to the page, read from the messages themselves, without a kernel; and what
stands on the stage in its place.
"""

import json
import math
from collections.abc import Iterator
from dataclasses import replace
from threading import Thread
from typing import Any

import ipywidgets as w
import pytest
from ipycanvas import Canvas, hold_canvas
from ipycanvas.canvas import _CMD_LIST, _CanvasManager
from ipywidgets.widgets.widget import _instances

from landships_lab.drawing.shapes import Circles, Label, Lines, Polygons, Scene, Shape
from landships_lab.drawing.theme import DARK, LIGHT, Theme
from landships_lab.jupyter import canvas
from landships_lab.jupyter.canvas import Board, Painter
from landships_lab.jupyter.lifecycle import LOCK
from landships_lab.jupyter.panel import PanelWidget
from landships_lab.panel import CATALOG

Message = list[list[Any]]
GROUND_LAYER, BELOW, STILL, ABOVE = range(4)
SQUARE = ((0.0, 0.0), (40.0, 0.0), (40.0, 40.0), (0.0, 40.0))
GROUND: tuple[Shape, ...] = (
    Polygons((SQUARE,) * 9, "board"),
    *(Label(f"010{n}", (9.0 * n, 5), "hex-code") for n in range(9)),
)
FIGURES: tuple[Shape, ...] = (Circles(((10.0, 10.0), (20.0, 20.0)), 3, "can-hit", "57mm", "blue"),)
SCENE = Scene(100, 80, GROUND, FIGURES, "Fire arcs", "A tank.")


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Message]]:
    """Every message to the page, as lists of [command, arguments]."""
    messages: list[Message] = []

    def record(_manager: _CanvasManager, command: Any, buffers: Any = ()) -> None:
        command = json.loads(json.dumps(command, allow_nan=False))
        commands = command if isinstance(command[0], list) else [command]
        assert sum(c[2] for c in commands if len(c) > 2) == len(buffers)
        messages.append([[_CMD_LIST[c[0]], *c[1:2]] for c in commands])

    for manager in (_CanvasManager, Painter):
        monkeypatch.setattr(manager, "_send_custom", record)
    yield messages
    assert not any(manager._commands_cache for manager in managers()), "drawing was left off"


def managers() -> list[_CanvasManager]:
    """Return the managers of all canvases that are open."""
    return [widget for widget in _instances.values() if isinstance(widget, _CanvasManager)]


def names(message: Message) -> list[str]:
    return [command[0] for command in message]


def layers(message: Message, board: Board) -> list[int]:
    """Return the layers of this board that a message draws on, -1 for another board's."""
    ours = [f"IPY_MODEL_{canvas.model_id}" for canvas in board._layers._canvases]
    named = [args[0] for name, args in message if name == "switchCanvas"]
    return [ours.index(canvas) if canvas in ours else -1 for canvas in named]


def ready(board: Board) -> None:
    """Say, as the page does, that this board's canvas has just been made."""
    board._layers._canvases[-1]._handle_custom_msg({"event": "client_ready"}, [])


def test_the_first_picture_is_one_message_the_ground_first_on_paper_of_the_theme(
    sent: list[Message],
) -> None:
    board = Board(100, 80)
    assert [(c.width, c.height) for c in (board._layers, *board._layers._canvases)] == (
        [(200, 160)] * 5
    ), "twice the size, so that it is crisp"
    assert (board.widget.layout.width, board.bridge.size) == ("100px", (100, 80))
    board.paint(SCENE)
    (message,) = sent
    assert layers(message, board) == [GROUND_LAYER, STILL]
    assert ["set", [0, LIGHT.paper]] in message
    assert ["fillRect", [0, 0, 101, 81]] in message
    assert board.bridge.label == "Fire arcs. A tank.", "what a screen reader says"
    board.close()
    board.paint(replace(SCENE, figures=()))
    assert len(sent) == 1, "a closed board is quiet"


OTHER = (Circles(((11.0, 10.0),), 3, "can-hit"),)


@pytest.mark.parametrize(
    ("scene", "theme", "drawn"),
    [
        (replace(SCENE, figures=OTHER), LIGHT, [[STILL, ABOVE]]),  # nothing stays
        (replace(SCENE, figures=tuple(replace(shape) for shape in FIGURES)), LIGHT, []),
        (replace(SCENE, ground=tuple(replace(shape) for shape in GROUND)), LIGHT, []),
        (SCENE, DARK, [[GROUND_LAYER, STILL]]),
        (replace(SCENE, ground=(*GROUND, *FIGURES)), LIGHT, [[GROUND_LAYER, STILL]]),
    ],
    ids=["figures", "same figures", "same ground", "theme", "ground"],
)
def test_another_picture_draws_what_has_changed(
    sent: list[Message], scene: Scene, theme: Theme, drawn: list[list[int]]
) -> None:
    board = Board(100, 80)
    board.paint(SCENE)
    sent.clear()
    board.paint(scene, theme)
    assert [layers(message, board) for message in sent] == drawn
    assert all(names(message)[0] == "switchCanvas" for message in sent), "a page may be reloaded"
    assert theme is LIGHT or ["set", [0, DARK.paper]] in sent[0]


def test_a_page_that_comes_later_gets_the_whole_last_picture(sent: list[Message]) -> None:
    board = Board(100, 80)
    ready(board)
    assert sent == [], "nothing was painted yet"
    board.paint(SCENE, DARK)
    first = sent.pop()
    # What Python remembers, and a reloaded page does not.
    board._painter._current_canvas = board._layers._canvases[0]
    ready(board)
    assert sent == [first]


def test_two_boards_do_not_disturb_each_other(sent: list[Message]) -> None:
    one, other = Board(100, 80), Board(100, 80)
    one.paint(SCENE)
    other.paint(SCENE)
    sent.clear()
    one.paint(replace(SCENE, figures=()))
    ready(other)
    assert [layers(message, one) for message in sent] == [[STILL], [-1, -1]]
    assert [layers(message, other) for message in sent] == [[-1], [GROUND_LAYER, STILL]]


def test_while_one_board_is_painted_no_other_thread_paints(
    sent: list[Message], monkeypatch: pytest.MonkeyPatch
) -> None:
    """JupyterLab answers a gesture in a thread of its own, beside the cell that runs: both may
    paint the same board.
    """
    board, others_turn, issue = Board(100, 80), [], canvas._issue

    def watched(*args: Any) -> None:
        other = Thread(target=lambda: others_turn.append(LOCK.acquire(blocking=False)))
        other.start()
        other.join()
        issue(*args)

    monkeypatch.setattr(canvas, "_issue", watched)
    board.paint(SCENE)
    assert others_turn == [False, False]
    assert len(sent) == 1


def test_another_size_draws_everything_again(sent: list[Message]) -> None:
    board = Board(100, 80)
    board.paint(SCENE)
    board.resize(120, 90)
    board.paint(replace(SCENE, width=64, height=52))
    assert [layers(message, board) for message in sent[1:]] == [[GROUND_LAYER, STILL]] * 2
    assert ([*board.size], board._layers.width) == ([64, 52], 128)
    with pytest.raises(ValueError, match="A board of nan x 1 pixels cannot be shown"):
        board.resize(math.nan, 1)


BAD_SHAPES = [
    *(
        Polygons(((*SQUARE, (bad, 1.0)),), "counter", "#1")
        for bad in (math.nan, math.inf, -math.inf)
    ),
    Lines((((1, 1), (1, math.nan)),), "grid", "#1"),
    Circles(((1, math.inf),), 3, "can-hit", "#1"),
    Circles(((1, 1),), math.nan, "can-hit", "#1"),
    Circles(((1, 1),), -1, "can-hit", "#1"),  # as deadly to the page: its arc() throws
    Label("x", (1, math.nan), "note", "#1"),
    Label("x", (1, 1), "note", "#1", degrees=math.nan),
    Label("x", (1, 1), "note", "#1", anchor="left"),
]


@pytest.mark.parametrize("bad", BAD_SHAPES, ids=str)
@pytest.mark.parametrize("where", ["ground", "figures"])
def test_a_number_the_page_would_choke_on_is_refused_unsent_and_the_last_picture_stays(
    sent: list[Message], bad: Shape, where: str
) -> None:
    board = Board(100, 80)
    board.paint(SCENE)
    first = sent.pop()
    spoiled = replace(SCENE, ground=(bad,)) if where == "ground" else replace(SCENE, figures=(bad,))
    with pytest.raises(ValueError, match=rf"The {type(bad).__name__} of role .* named '#1'"):
        board.paint(spoiled)
    assert sent == []
    ready(board)
    assert sent.pop() == first
    board.paint(replace(SCENE, figures=()))
    assert layers(sent[0], board) == [STILL]


def test_an_exception_while_drawing_leaves_every_canvas_usable(
    sent: list[Message], monkeypatch: pytest.MonkeyPatch
) -> None:
    board, other = Board(100, 80), Board(100, 80)
    with monkeypatch.context() as broken:
        broken.setattr(canvas, "populate_args", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            board.paint(SCENE)
    assert sent == []
    other.paint(SCENE)
    board.paint(SCENE)
    assert [layers(message, board) for message in sent] == [[-1, -1], [GROUND_LAYER, STILL]]


def test_a_board_paints_beside_what_somebody_else_holds(sent: list[Message]) -> None:
    theirs, board = Canvas(), Board(100, 80)
    with hold_canvas():
        theirs.fill_rect(1, 2, 3, 4)
        board.paint(SCENE)
        theirs.fill_rect(5, 6, 7, 8)
    assert [names(message)[0] for message in sent] == ["switchCanvas"] * 2
    assert layers(sent[0], board) == [GROUND_LAYER, STILL]
    assert names(sent[1]) == ["switchCanvas", "fillRect", "fillRect"]


def test_a_picture_is_sent_as_short_as_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[tuple[Any, list[Any]]] = []
    monkeypatch.setattr(
        Painter, "send", lambda _painter, content, buffers: said.append((content, buffers))
    )
    Board(100, 80).paint(SCENE)
    ((content, (text, *arrays)),) = said
    assert content == {"dtype": "uint8", "shape": [len(text)]}
    commands = json.loads(text)
    assert text == json.dumps(commands, separators=(",", ":")).encode()
    assert sum(command[2] for command in commands if len(command) > 2) == len(arrays) > 0


def test_a_board_has_a_manager_of_its_own_that_is_opened_and_closed_with_it() -> None:
    """A page that is loaded later knows what was opened before it only after a while, and waits
    seconds for it.
    """
    before = managers()
    board = Board(100, 80)
    (own,) = (manager for manager in managers() if manager not in before)
    assert {it._canvas_manager for it in (board._layers, *board._layers._canvases)} == {own}
    assert board.bridge.painter == own.model_id
    board.close()
    assert managers() == before


def test_styles_are_said_once_and_halos_lie_behind_all_words_of_their_kind(
    sent: list[Message],
) -> None:
    labels = tuple(Label(str(n), (9.0 * n, 5), "heading-name") for n in range(3))
    Board(100, 80).paint(replace(SCENE, ground=(), figures=labels))
    drawn = [name for name in names(sent[0]) if name != "set"]
    assert drawn[-6:] == ["strokeText"] * 3 + ["fillText"] * 3
    style = [tuple(args) for name, args in sent[0] if name == "set"]
    assert len(style) == len(set(style)), style


def test_lines_are_solid_again_after_a_picture_that_ended_with_dashes(sent: list[Message]) -> None:
    board = Board(100, 80)
    solid, dashed = Lines((SQUARE,), "sight-line"), Lines((SQUARE,), "wedge-edge-open", tint="blue")
    board.paint(replace(SCENE, ground=(), figures=(solid, dashed)))
    board._repaint()
    told = [[args for name, args in message if name == "setLineDash"] for message in sent]
    assert [dashes[0] for dashes in told] == [[[]], [[]]], "a canvas keeps its dashes"
    assert all(dashes[-1] != [[]] for dashes in told)


def test_a_turned_label_turns_about_its_place_and_the_next_stands_upright(
    sent: list[Message],
) -> None:
    figures = (Label("a", (10, 20), "hex-code", degrees=90), Label("b", (1, 2), "hex-code"))
    Board(100, 80).paint(replace(SCENE, ground=(), figures=figures))
    upright, turned, back = [args for name, args in sent[0] if name == "setTransform"][1:]
    assert [round(value, 6) for value in turned] == [0, 2, -2, 0, 20, 40]
    assert upright == back == [2, 0, 0, 2, 0, 0]


def test_shapes_without_points_draw_nothing(sent: list[Message]) -> None:
    rings = (Polygons((), "counter"), Polygons(((),), "counter"))
    figures = (*rings, Lines((), "grid"), Circles((), 1, "can-hit"))
    Board(100, 80).paint(replace(SCENE, figures=figures))
    assert names(sent[0])[-2:] == ["setTransform", "clear"]


def test_rings_may_have_different_numbers_of_corners(sent: list[Message]) -> None:
    Board(100, 80).paint(
        replace(SCENE, ground=(), figures=(Polygons((SQUARE, SQUARE[:3], SQUARE[:2]), "wedge"),))
    )
    (args,) = [args for name, args in sent[0] if name == "fillPolygons"]
    assert (args[0], args[1]["shape"], args[2]["shape"]) == (3, [18], [3])


STAFF = CATALOG["loos:staff"]


def tables(panel: PanelWidget) -> list[str]:
    """Return the captions of the tables on the page that is shown."""
    pages = [c.value for c in panel._stage._shared.children if isinstance(c, w.HTML)]
    return [page.partition("</caption>")[0].rpartition(">")[2] for page in pages]


def shows(widget: w.Widget) -> bool:
    return "ll-hidden" not in widget._dom_classes


def test_a_question_without_hexes_puts_its_table_where_the_map_was_and_back() -> None:
    panel = PanelWidget(STAFF)
    for question, captions in (("", []), ("stack", ["May they stack?"]), ("zone", [])):
        if question:
            panel.dispatch("question", question)
        assert tables(panel) == captions
        assert shows(panel._stage._picture) == shows(panel._stage._tabs) == (not captions)
        assert panel._icons["closer"].disabled == bool(captions)
    panel.close()


def test_the_table_of_a_map_stands_on_a_page_of_its_own() -> None:
    panel = PanelWidget(STAFF)
    tabs = panel._stage._tabs
    assert [name for name, _ in tabs.options] == ["Map", "Table"]
    tabs.value = 1
    assert not shows(panel._stage._picture)
    assert tables(panel) == ["Watchers of the British front line"]
    panel.close()
