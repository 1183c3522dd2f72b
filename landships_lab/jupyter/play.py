"""A game on the page: what may be done now and why not the rest, what just happened, and every move
to step through.
"""

from __future__ import annotations

from html import escape
from pathlib import Path
from secrets import randbelow

import ipywidgets as w

from landships_lab.core.answer import Answer
from landships_lab.core.checks import one_of
from landships_lab.core.speech import plural
from landships_lab.drawing.words import headline_html
from landships_lab.jupyter import play_html as html
from landships_lab.jupyter.frame import box, update
from landships_lab.jupyter.lock import locked
from landships_lab.jupyter.opening import opened_at_once
from landships_lab.jupyter.panel import LINK_OPENED, PanelWidget
from landships_lab.panel.gestures import Gesture
from landships_lab.panel.links import read_link, write_link
from landships_lab.panel.panel import Panel
from landships_lab.play import keeping
from landships_lab.play.advice import ranked
from landships_lab.play.lines import lines
from landships_lab.play.moment import Moment, asked
from landships_lab.play.records import Record, read, write
from landships_lab.play.rereading import told
from landships_lab.play.starts import starts
from landships_lab.play.state import DICE, PlayState, play_panel
from landships_lab.play.turns import Choice

#: So many letters of moves the timeline shows at a width of 850 pixels.
LETTERS = 92
WENT_BACK = "Before that throw again. Another choice here begins another line; this one is kept."


def opening(what: str | Record) -> tuple[str, str]:
    """Return the name of the situation, and the text form of the state, that these words open: the
    name of a situation, a link of a moment, or the text of a record.

    Raises `ValueError`, in one sentence, for anything else.
    """
    if isinstance(what, Record):
        what = write(what)
    text = str(what).strip()
    if "\n" in text or text.startswith("game:"):
        record = read(text)
        one_of("game to play", record.game, starts())
        return record.game, play_panel(record.game).default().set("record", text).text()
    if len(text.split()) > 1 or text.lower().startswith(("http://", "https://")):
        state = read_link(text)
        if not isinstance(state, PlayState):
            raise ValueError(f"This link opens {state.title}; open it with open_state.")
        return state.id, state.text()
    return one_of("game to play", text, starts()), ""


class PlayWidget(PanelWidget):
    """One game that is played. A file that `keep_in` names keeps it."""

    behind = "The rule behind this choice"

    def __init__(self, panel_type: type[Panel], start: str | None = None) -> None:
        self._file: Path | None = None
        self._writable = True
        super().__init__(panel_type, start)

    @property
    def record(self) -> Record:
        """The record of the game so far, with all its lines."""
        found: Record = self.state.record
        return found

    @property
    def moment(self) -> Moment:
        """The moment shown."""
        found: Moment = self.answer.detail
        return found

    # -- building ---------------------------------------------------------------------------------

    def _build(self) -> None:
        super()._build()
        self.add_class("ll-play")
        view = self.answer_view
        self._unit, self._choices, self._happened = w.HTML(), w.HTML(), w.HTML()
        for part, name in (
            (self._unit, "ll-unit-box"),
            (self._choices, "ll-choices-box"),
            (self._happened, "ll-happened-box"),
        ):
            part.add_class(name)
        view.widget.children = (
            view.verdict,
            self._unit,
            self._choices,
            self._happened,
            view.message,
        )
        self._dice, self._main, self._ends = w.HTML(), w.HTML(), w.HTML()
        self._ends.add_class("ll-ends")
        parts = (self._dice, self._main, self._ends)
        strip = box("ll-strip ll-rows-1 ll-play-strip", *parts, row=True)
        self._moves, self._remark = w.HTML(), w.HTML()
        self._moves.add_class("ll-timeline")
        self._remark.add_class("ll-remark-box")
        head, body, _, foot, *rest = self.children
        foot.children = (self._remark, *foot.children)
        self.children = [head, body, strip, self._moves, foot, *rest]

    def parts(self) -> tuple[w.Widget, ...]:
        """Return the widgets to close with it: those of a panel that a game does not show, too."""
        return (*super().parts(), self.answer_view.steps, self.answer_view.remedies.widget)

    # -- what is done -----------------------------------------------------------------------------

    @locked
    def dispatch(self, change: Gesture | str, value: object = None) -> None:
        """Go to the state that follows, as every panel does; say so where that goes back behind a
        throw, and keep the game.
        """
        before, stood = self.state, self.moment
        super().dispatch(change, value)
        after = self.state
        if after.record.readings != before.record.readings:
            self.answer_view.say(told(stood, self.moment))
        elif after.record == before.record and after.line == before.line and after.at < before.at:
            passed = self.moment.happenings[after.at : before.at]
            if any(one.rolls for one in passed):
                self.answer_view.say(WENT_BACK)
        if after.record != before.record or after.line != before.line:
            self._keep()

    def _on_do(self, what: str, value: str) -> None:
        if what == "explain":
            self.explain(value)
        else:
            self.dispatch(what, value)

    @locked
    def explain(self, which: str = "") -> None:
        """Open the panel that asks about the choice in hand, or about the ``last`` one taken, with
        this very state.
        """
        panel = self._explained(last=which == "last")
        if panel is None:
            self.answer_view.say("No panel asks about this choice; its steps say it all.")
            return
        try:
            link = write_link(panel)
            self.opened.know({link})
            self.opened.open(link)
        except ValueError as error:
            self.answer_view.complain(str(error))

    def _explained(self, *, last: bool) -> Panel | None:
        found, board = self.moment, self.state.board
        if not last:
            return board.explain(found.situation, found.hand) if found.hand else None
        taken = self._last_choice()
        return board.explain(found.before, taken) if taken else None

    def _last_choice(self) -> Choice | None:
        found = self.moment
        if found.last is None:
            return None
        return found.before.now.read(found.before, tuple(found.last.words.split()))

    def _tool_of(self, key: str, shift: bool) -> object:  # type: ignore[override]
        if key == "Escape" and self.state.hand:
            return lambda: self.dispatch("put", "")
        return super()._tool_of(key, shift)

    def name_change(self, before: Panel, after: Panel) -> str:
        """Return the last move where it differs, and otherwise the parts that do."""
        assert isinstance(before, PlayState)
        assert isinstance(after, PlayState)
        if before.record != after.record or before.at != after.at:
            at = max(before.at, after.at)
            longer = after if after.at >= before.at else before
            moves = longer.line_moves
            return f"move {at}, {moves[at - 1].words}" if 0 < at <= len(moves) else "the game"
        return super().name_change(before, after)

    # -- keeping ----------------------------------------------------------------------------------

    def keep_in(self, file: Path, *, writable: bool) -> None:
        """Keep the game in this file from now on, if it may be written."""
        self._file, self._writable = file, writable

    def _keep(self) -> None:
        if self._file is not None and self._writable:
            failed = keeping.keep(self._file, self.record, self.state.line)
            if failed:
                self.answer_view.complain(failed)

    @locked
    def undo(self) -> None:
        """Go back to the state before the last change, and keep that."""
        super().undo()
        self._keep()

    @locked
    def redo(self) -> None:
        """Go to the state that was undone last, and keep that."""
        super().redo()
        self._keep()

    @locked
    def reset(self) -> None:
        """Go back to the panel's first state, and keep that."""
        super().reset()
        self._keep()

    @locked
    def go_to(self, link: str, told: str = LINK_OPENED) -> None:
        """Go to the state of a link, and keep that. Raises `ValueError` as every panel does."""
        super().go_to(link, told)
        self._keep()

    # -- showing ----------------------------------------------------------------------------------

    def show_answer(self) -> None:
        """Show what is to be decided, what may be done, and what just happened."""
        found, view = self.moment, self.answer_view
        update(view.verdict, value=headline_html(Answer(None, (), found.headline)))
        document = view.document
        update(self._unit, value=html.unit_html(found) if not found.over else "")
        update(self._choices, value=html.choices_html(found, document))
        update(self._happened, value=self._happened_html(document))
        self._show_strip(found)
        known = [self._line_name(number) for number in range(len(lines(self.record)))]
        update(
            self._moves,
            value=html.timeline_html(found, LETTERS, known, self.state.line),
        )
        remark = self.record.remark if not found.at else found.moves[found.at - 1].remark
        update(self._remark, value=html.remark_html(remark))

    def _happened_html(self, document: str) -> str:
        found = self.moment
        if self.state.suggest == "yes":
            return html.advice_html(ranked(found.situation), found.situation.measure)
        taken = self._last_choice()
        explains = taken is not None and self._can_explain(taken)
        return html.happened_html(found.last, document, explains)

    def _can_explain(self, taken: Choice) -> bool:
        return self.state.board.explain(self.moment.before, taken) is not None

    def _show_strip(self, found: Moment) -> None:
        state, hand = self.state, found.hand
        dice = html.dice_html(state.dice, DICE)
        legal = hand if hand is not None and hand.legal else None
        told = ""
        if state.dice == "typed":
            dice += html.typed_html(state.faces)
        if state.dice == "chosen" and legal:
            dice += html.chosen_html(asked(legal, state.faces))
        update(self._dice, value=f'<div class="ll-dice">{dice}</div>')
        if legal:
            label = escape(f"{legal.says}")
            told = html.doing("take", legal.words, label, "ll-main", html.odds_text(legal.odds))
            if state.board.explain(found.situation, legal) is not None:
                told += html.doing("explain", "hand", "Explain", "ll-text-button")
        if found.situation.measure and not found.over:
            on = state.suggest == "yes"
            told += html.doing("advise", "no" if on else "yes", "Suggest", "ll-on" if on else "")
        update(self._main, value=f'<div class="ll-acts">{told}</div>')
        ends = [one for one in found.listed if one.ends and one.legal]
        update(
            self._ends,
            value="".join(html.doing("take", one.words, escape(one.says)) for one in ends),
        )

    def _line_name(self, number: int) -> str:
        line = lines(self.record)[number]
        if not line.leaves:
            return f"Main line: {plural(len(line.moves), 'move')}"
        at = line.leaves[-1][0]
        return f"From move {at + 1}: {line.moves[at].words}"


class Play(PlayWidget):
    """A game to play, ``Play("one_hour:flank-attack")``: what may be done now, with its odds, and
    what may not, with the reason.

    It takes the name of a situation, the text of a record, or a link of a moment. A game begun by
    name is kept in ``folder``, by default that of the notebook, and goes on where it was left; in
    the folder "" it is not kept. ``record`` is the game so far. Raises `ValueError`, in one
    sentence, for anything else.
    """

    @opened_at_once
    def __init__(self, what: str | Record, folder: str | Path | None = None) -> None:
        name, text = opening(what)
        panel_type = play_panel(name)
        fresh = panel_type.initial()
        seeded = fresh.set("seed", 1 + randbelow(900_000))
        kept = None
        if not text and folder != "":
            file = keeping.file_of(name, Path.cwd() if folder is None else Path(folder))
            kept = keeping.load(file, name)
        state = seeded if not text else panel_type.parse(text)
        if kept and kept.record and kept.record.moves:
            state = keeping.resumed(seeded, kept.record)
        super().__init__(panel_type, state.text())
        if kept:
            self._first = seeded
            self.keep_in(file, writable=kept.writable)
            if kept.sentence:
                self.answer_view.complain(kept.sentence)
            elif kept.record and kept.record.moves:
                self.answer_view.say(f"Your game goes on. {keeping.AGAIN}")

    def _repr_mimebundle_(self, **options: object) -> object:
        """Return what a notebook shows; *Reset* begins a new game."""
        first = self._first
        shown = super()._repr_mimebundle_(**options)
        self._first = first
        return shown
