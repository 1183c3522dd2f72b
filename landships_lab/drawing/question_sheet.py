"""Draw a sheet of questions to print, each with its picture, and the key on pages of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from textwrap import wrap

from landships_lab.drawing.insets import Inset, Page
from landships_lab.drawing.paper import Pages, paper_size
from landships_lab.drawing.shapes import Label, Lines, Scene, Shape

_MARGIN, _HEAD, _GAP = 38.0, 40.0, 12.0
#: The average width of a letter of Helvetica as a share of its size, rounded up so that no line
#: is too long.
_LETTER = 0.53
_SIZE, _LEADING = 10.0, 13.0
_KEY_SIZE, _KEY_LEADING = 8.5, 11.0
#: The picture stands beside the words; a broad one takes the whole width below them.
_BESIDE, _BROAD, _TALLEST = 0.62, 0.62, 226.0
_WRITING_LINE = 120.0


@dataclass(frozen=True)
class SheetQuestion:
    """One question on the sheet: its words, its picture, and the replies to choose from (without
    any, a line to write on).
    """

    text: str
    choices: tuple[str, ...]
    picture: Scene | None


@dataclass(frozen=True)
class KeyEntry:
    """One entry of the key: the right reply, the reason, and the mistake behind each wrong
    reply.
    """

    right: str
    why: str
    mistakes: tuple[str, ...] = ()


@dataclass
class _Sheet:
    """The page being filled from the top, and the full pages."""

    title: str
    width: float
    height: float
    top: float = _MARGIN + _HEAD
    shapes: list[Shape] = field(default_factory=list)
    insets: list[Inset] = field(default_factory=list)
    done: list[Page] = field(default_factory=list)

    def room_for(self, tall: float) -> None:
        """Begin a new page unless this one is empty or has ``tall`` points left."""
        if self.top > _MARGIN + _HEAD and self.top + tall > self.height - _MARGIN:
            self.finish_page()

    def finish_page(self) -> None:
        """Add this page to the full ones, and begin an empty one."""
        head = (*_head(self.title, self.width), *_foot(len(self.done) + 1, self.width, self.height))
        self.done.append(
            Page(
                self.width,
                self.height,
                head,
                tuple(self.shapes),
                self.title,
                "",
                tuple(self.insets),
            )
        )
        self.top, self.shapes, self.insets = _MARGIN + _HEAD, [], []


def question_pages(
    title: str,
    note: str,
    questions: Sequence[SheetQuestion],
    key: Sequence[KeyEntry],
    paper: str = "A4",
) -> Pages:
    """Return the pages that print these questions, followed by the key with this note below.

    Raises `ValueError` for an unknown paper.
    """
    width, height = paper_size(paper)
    sheet = _Sheet(title, width, height)
    for number, question in enumerate(questions, 1):
        _add_question(sheet, number, question)
    sheet.finish_page()
    answers = _Sheet(f"Key: {title}", width, height, done=sheet.done)
    for number, entry in enumerate(key, 1):
        _add_answer(answers, number, entry)
    answers.room_for(2 * _KEY_LEADING)
    answers.shapes += _lines(
        [note], _MARGIN, answers.top + _KEY_LEADING, "print-note", _KEY_LEADING
    )
    answers.finish_page()
    return Pages(title, paper, tuple(answers.done))


def _head(title: str, width: float) -> Iterator[Shape]:
    yield Label(title, (_MARGIN, _MARGIN), "print-title", anchor="start")
    if not title.startswith("Key"):
        yield Label("Name:", (width - _MARGIN - 170, _MARGIN + 20), "print-text", anchor="start")
        yield Lines(
            (((width - _MARGIN - 140, _MARGIN + 24), (width - _MARGIN, _MARGIN + 24)),),
            "ruler",
            "name",
        )
    yield Lines((((_MARGIN, _MARGIN + 30), (width - _MARGIN, _MARGIN + 30)),), "cell-line", "head")


def _foot(number: int, width: float, height: float) -> Iterator[Shape]:
    yield Label(f"page {number}", (width / 2, height - _MARGIN / 2), "print-note")


def _lines(text: Sequence[str], left: float, top: float, role: str, leading: float) -> list[Shape]:
    return [
        Label(line, (left, top + leading * n), role, anchor="start") for n, line in enumerate(text)
    ]


def _wrapped(text: str, width: float, size: float, indent: str = "") -> list[str]:
    return wrap(text, max(12, int(width / (_LETTER * size))), subsequent_indent=indent)


def _add_question(sheet: _Sheet, number: int, question: SheetQuestion) -> None:
    """Put the words on the left, and the picture on the right or, if it is broad, below."""
    whole, picture = sheet.width - 2 * _MARGIN, question.picture
    broad = picture is None or picture.height < _BROAD * picture.width
    drawn_wide = drawn_tall = scale = 0.0
    if picture is not None:
        scale = min(
            whole * (1 if broad else _BESIDE) / picture.width, _TALLEST / picture.height, 1.0
        )
        drawn_wide, drawn_tall = picture.width * scale, picture.height * scale
    room = whole if broad else whole - drawn_wide - _GAP
    text = [
        *_wrapped(f"{number}. {question.text}", room, _SIZE),
        *_choices(question.choices, room - 12),
    ]
    words_tall = _LEADING * (len(text) + (1.6 if not question.choices else 0.3))
    tall = (
        words_tall + drawn_tall + 6 * (picture is not None)
        if broad
        else max(words_tall, drawn_tall)
    )
    sheet.room_for(tall)
    left, top = _MARGIN, sheet.top
    sheet.shapes += _lines(text, left, top + _LEADING / 2, "print-question", _LEADING)
    if not question.choices:
        foot = top + _LEADING * (len(text) + 1.3)
        sheet.shapes.append(
            Lines(
                (((left, foot), (left + min(_WRITING_LINE, room), foot)),),
                "ruler",
                f"answer {number}",
            )
        )
    if picture is not None:
        at = (left, top + words_tall + 6) if broad else (sheet.width - _MARGIN - drawn_wide, top)
        sheet.insets.append(Inset(picture, at, scale))
    sheet.top = top + tall + _GAP


def _choices(choices: Sequence[str], room: float) -> list[str]:
    """Return the lettered replies: on one line if they are short, else one below the other."""
    lettered = [
        f"{letter}) {choice}" for letter, choice in zip("abcdefghijklmnop", choices, strict=False)
    ]
    together = "\N{NO-BREAK SPACE}".join([""] * 7).join(lettered)
    if len(together) * _LETTER * _SIZE <= room:
        return [together] if together else []
    return [line for choice in lettered for line in _wrapped(choice, room, _SIZE, "    ")]


def _add_answer(sheet: _Sheet, number: int, entry: KeyEntry) -> None:
    whole = sheet.width - 2 * _MARGIN
    text = _wrapped(f"{number}. {entry.right}", whole, _SIZE)
    why = [
        line
        for words in (entry.why, *entry.mistakes)
        for line in _wrapped(words, whole - 16, _KEY_SIZE, "  ")
    ]
    tall = _LEADING * len(text) + _KEY_LEADING * len(why) + 5
    sheet.room_for(tall)
    sheet.shapes += _lines(text, _MARGIN, sheet.top + _LEADING / 2, "print-question", _LEADING)
    sheet.shapes += _lines(
        why,
        _MARGIN + 16,
        sheet.top + _LEADING * len(text) + _KEY_LEADING / 2,
        "print-text",
        _KEY_LEADING,
    )
    sheet.top += tall
