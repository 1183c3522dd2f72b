"""A game on the page: the choices and refusals now, what just happened, and all moves to step
through.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from html import escape
from pathlib import Path
from secrets import randbelow
from time import perf_counter

import ipywidgets as w

from landships_lab.core.answer import Answer
from landships_lab.core.checks import one_of
from landships_lab.core.pasted import ROUND, pasted
from landships_lab.core.renamed import renamed_argument
from landships_lab.core.speech import plural
from landships_lab.data.files import own_folder
from landships_lab.drawing.words import headline_html, steps_html
from landships_lab.jupyter import play_course as course
from landships_lab.jupyter import play_html as html
from landships_lab.jupyter.frame import box, update
from landships_lab.jupyter.lifecycle import locked, opened_at_once
from landships_lab.jupyter.panel import LINK_OPENED, PanelWidget
from landships_lab.jupyter.reading import reading_shown
from landships_lab.panel.board import Gesture
from landships_lab.panel.links import read_link, write_link
from landships_lab.panel.panel import Panel
from landships_lab.play import keeping
from landships_lab.play.advice import decide, ranked
from landships_lab.play.keeping import GameFile, Kept
from landships_lab.play.lines import Line, lines
from landships_lab.play.moment import Moment, asked
from landships_lab.play.records import Move, Record, read
from landships_lab.play.rereading import reading_change
from landships_lab.play.review import Costly, cost_of, costliest, worths
from landships_lab.play.starts import starts
from landships_lab.play.state import BOTH, DICE, NOBODY, REMARK_AT, PlayState, play_panel
from landships_lab.play.turns import Choice
from landships_lab.practice.path import mark_played

#: How many letters of moves the timeline shows at a width of 850 pixels.
LETTERS = 92
WENT_BACK = "Before that throw again. Another choice here begins another line; this one is kept."
#: Actions that happen at most once at a moment, however fast they are pressed.
ONCE = ("take", "put", "press", "machine")
#: The seconds after which a review shows its progress.
REVIEW_FOR = 0.4


def opening(what: str | Record) -> tuple[str, PlayState | None]:
    """Return the name of the situation that these words open, and the state, if any.

    The words are the name of a situation, which has no state, a link of a moment, or the text of a
    record. Raises `ValueError` for anything else.
    """
    text = what if isinstance(what, Record) else pasted(str(what)).strip(ROUND)
    if isinstance(text, str) and not ("\n" in text or text.startswith("game:")):
        if len(text.split()) > 1 or text.lower().startswith(("http://", "https://")):
            state = read_link(text)
            if not isinstance(state, PlayState):
                raise ValueError(f"This link opens {state.title}; open it with open_state.")
            return state.id, state
        return one_of("game to play", text, starts()), None
    record = text if isinstance(text, Record) else read(text)
    one_of("game to play", record.game, starts())
    return record.game, play_panel(record.game).default().set("record", record)


def new_seed() -> int:
    """Return a seed that nobody has seen."""
    return 1 + randbelow(900_000)


class PlayWidget(PanelWidget):
    """One game in play. `keep_in` names the file that stores it."""

    behind = "The rule behind this choice"

    def __init__(self, panel_type: type[Panel], start: str | Panel | None = None) -> None:
        self._file: GameFile | None = None
        self._visited: list[Record] = []  # records that were opened here and not played on
        self._own: Record | None = None  # the game that was in hand before the first of them
        self._presented: tuple[str, Record] | None = None  # the moment whose steps are given
        self._refused = 0  # how often the page showed what did not count
        self._asked: Panel | None = None  # where a key asked before it takes a throw back
        self._by_itself = False  # whether a side that plays by itself is moving
        self._review: Review | None = None
        super().__init__(panel_type, start)

    @property
    def record(self) -> Record:
        """The record of the game as played until now, with all its lines."""
        record: Record = self.state.record
        return record

    @property
    def moment(self) -> Moment:
        """The moment shown."""
        moment: Moment = self.answer.detail
        return moment

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
            view.steps,
            view.message,
        )
        self._dice, self._main, self._ends = w.HTML(), w.HTML(), w.HTML()
        self._ends.add_class("ll-ends")
        parts = (self._dice, self._main, self._ends)
        strip = box("ll-strip ll-rows-1 ll-play-strip", *parts, row=True)
        self._moves, self._remark = w.HTML(), w.HTML()
        self._moves.add_class("ll-timeline")
        self._remark.add_class("ll-remark-box")
        self._stands, self._curve = w.HTML(), w.HTML()
        self._stands.add_class("ll-standing-box")
        head, body, _, foot, *rest = self.children
        foot.children = (self._remark, *foot.children)
        self.children = [head, self._stands, body, strip, self._moves, self._curve, foot, *rest]

    def parts(self) -> tuple[w.Widget, ...]:
        return (*super().parts(), self.answer_view.remedies.widget)

    # -- what is done -----------------------------------------------------------------------------

    @locked
    def dispatch(self, change: Gesture | str, value: object = None) -> None:
        """Go to the next state as every panel does, warn if that goes back behind a throw, and
        store the game.
        """
        before, stood = self.state, self.moment
        with reading_shown(self.answer_view):
            super().dispatch(change, value)
        after = self.state
        if after.record.readings != before.record.readings:
            self.answer_view.say(reading_change(stood, self.moment))
        elif after.record == before.record and after.line == before.line and after.at < before.at:
            passed = self.moment.happenings[after.at : before.at]
            if any(one.rolls for one in passed):
                self.answer_view.say(WENT_BACK)
        if after.record != before.record or after.line != before.line:
            self._remember()  # this press took a choice; a second finger must not take it back
            if change == "record":
                self._visit(before.record)
            self._keep()

    def _on_do(self, what: str, value: str, moment: str = "") -> None:
        """Perform the action of an element. One press is one step: a press at an earlier moment is
        ignored, and a remark belongs to the moment at which it was begun.
        """
        passed = moment not in ("", self.state.place)
        if what in self._own_doings:
            self._own_doings[what](value)
        elif what == "machine" and not passed:
            self._move_by_itself()
        elif not (passed and what in ONCE):
            before, elsewhere = self.state, passed and what == "remark"
            self.dispatch(f"{REMARK_AT}{moment}" if elsewhere else what, value)
            if elsewhere or (what in ("faces", "remark") and self.state == before):
                self._refused += 1  # so that the page draws the fields again, with what counts
                self.show_answer()

    @property
    def _own_doings(self) -> Mapping[str, Callable[[str], None]]:
        """The actions that do not change the state."""
        return {
            "explain": self.explain,
            "review": lambda _: self.review(),
            "again": lambda _: self._again(self.state.against),
            "other-side": lambda _: self._again(self._other_side()),
        }

    @locked
    def _move_by_itself(self) -> None:
        """Let the opponent move. Undo takes the move back together with the reader's last one."""
        self._by_itself = True
        try:
            self.dispatch("machine", "")
        finally:
            self._by_itself = False

    @locked
    def _again(self, against: str) -> None:
        """Begin anew, against this side."""
        character = self.state.character
        self.reset()
        self.dispatch(
            "opponent", f"{against} {character}" if against not in (NOBODY, BOTH) else against
        )

    def _other_side(self) -> str:
        begin = self.state.begin
        now = next(side for side in begin.sides if side.lower() == self.state.against)
        return begin.opponent_of(now).lower()

    @locked
    def review(self) -> None:
        """Search for the most costly moves for a short time, and show the progress."""
        moves, until = self.state.line_moves, perf_counter() + REVIEW_FOR
        if self._review is None or self._review.moves != moves:
            self._review = Review(moves)
        while self._review.done < len(moves) and perf_counter() < until:
            self._review.done += 1
            if cost := cost_of(self.moment, self._review.done):
                self._review.costs.append(cost)
        self.show_answer()

    @locked
    def explain(self, which: str = "") -> None:
        """Open the panel that explains the choice in hand, or the ``last`` one taken, in this
        state.
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
        moment, board = self.moment, self.state.board
        if not last:
            return board.explain(moment.situation, moment.hand) if moment.hand else None
        choice = self._last_choice()
        return board.explain(moment.before, choice) if choice else None

    def _last_choice(self) -> Choice | None:
        moment = self.moment
        if moment.last is None:
            return None
        return moment.before.now.read(moment.before, tuple(moment.last.words.split()))

    def _tool_of(self, key: str, shift: bool) -> object:  # type: ignore[override]
        if key == "Escape":
            return (lambda: self.dispatch("put", "")) if self.state.hand else self._step_back
        return super()._tool_of(key, shift)

    @locked
    def _step_back(self) -> None:
        """Undo, but ask before taking back a throw; the same key again confirms it."""
        before, last = self.state.settled(), self._history.last
        back = self._history.before_last if last == before else last
        throws = back is not None and self.undone(before, back) is not back
        if throws and self._asked != before:
            self._asked = before
            self.answer_view.say("Escape again goes back before this throw.")
            return
        self.undo()

    def name_change(self, before: Panel, after: Panel) -> str:
        assert isinstance(before, PlayState)
        assert isinstance(after, PlayState)
        if before.record != after.record or before.at != after.at:
            at = max(before.at, after.at)
            longer = after if after.at >= before.at else before
            moves = longer.line_moves
            known = longer.moment.happenings
            return f"move {at}, {known[at - 1].did}" if 0 < at <= len(moves) else "the game"
        return super().name_change(before, after)

    def undone(self, before: Panel, after: Panel) -> Panel:
        assert isinstance(before, PlayState)
        assert isinstance(after, PlayState)
        return after.before_throw_of(before) or after

    def _remember(self) -> None:
        """Remember a move of the reader, so that undo takes back whole moves. Later selections, and
        moves of the opponent, belong to the move before them.
        """
        last, now = self._history.last, self.state.settled()
        assert isinstance(last, PlayState)
        if last.record != now.record and not self._by_itself:
            self._history.add(now)
        else:
            self._history.put(now)
        self._show_tools()

    # -- keeping ----------------------------------------------------------------------------------

    def keep_in(self, file: GameFile) -> None:
        """Keep the game in this file from now on."""
        self._file = file

    def _visit(self, own: Record) -> None:
        """Note that the record shown was opened from elsewhere. It is not stored until it is played
        on; then the earlier game is stored as well.
        """
        if not any(own is one for one in self._visited):
            self._own = own
        self._visited.append(self.record)

    def _keep(self) -> None:
        if self._file is None or any(self.record is one for one in self._visited):
            return
        if self._own is not None:
            self._file.put_by(self._own)
            self._own = None
        kept = self._file.keep(self.record, self.state.line)
        if kept.sentence:
            (self.answer_view.say if kept.done else self.answer_view.complain)(kept.sentence)
        if self.moment.over:
            self.add_class("ll-lesson-done")  # as in questions.py
            if news := mark_played(self._file.path.parent, self.record.game):
                self.answer_view.say(news)

    @locked
    def undo(self) -> None:
        """Go back to the state before the last change, and store it."""
        before = self.state
        super().undo()
        kept = before.record == self.state.record
        if kept and any(move.rolls for move in before.line_moves[self.state.at : before.at]):
            self.answer_view.say(WENT_BACK)
        self._keep()
        if self.state.plays_itself:  # with two opponents it would move again at once
            self.state = replace(self.state, stopped="yes")

    @locked
    def redo(self) -> None:
        """Go to the state that was undone last, and store it."""
        super().redo()
        self._keep()

    @locked
    def reset(self) -> None:
        """Go back to the panel's first state, with new dice, and store it."""
        self._first = self._first.set("seed", new_seed())
        super().reset()
        self._keep()

    @locked
    @renamed_argument("told", "message")
    def go_to(self, link: str, message: str = LINK_OPENED) -> None:
        """Go to the state of a link. Its game is stored once it is played on."""
        own = self.record
        with reading_shown(self.answer_view):
            super().go_to(link, message)
        if self.record != own:
            self._visit(own)

    # -- showing ----------------------------------------------------------------------------------

    def show_answer(self) -> None:
        moment, view = self.moment, self.answer_view
        given = self._reasons_given()
        steps = "" if given is None else steps_html(self.answer, given, view.document)
        update(view.steps, value=steps)
        (self.add_class if given else self.remove_class)("ll-explaining")
        update(view.verdict, value=headline_html(Answer(None, (), moment.headline)))
        document = view.document
        update(self._unit, value="" if moment.over or self._thinks else html.unit_html(moment))
        state = self.state
        if moment.over:
            listed = course.end_html(moment, worths(moment), state.against, self._reviewed())
        elif self._thinks:
            listed = course.thinking_html(self._thinks, state.place)
        else:
            listed = html.choices_html(moment, document)
        update(self._choices, value=listed)
        menu = course.opponent_html(state.begin.sides, state.against, state.character)
        menu = menu if moment.situation.measure else ""
        update(self._stands, value=course.standing_html(moment, state.board.side_marks, menu))
        update(self._happened, value=self._happened_html(document))
        self._show_strip(moment)
        known = [_line_name(line) for line in lines(self.record)]
        update(self._moves, value=course.timeline_html(moment, LETTERS, known, self.state.line))
        curve = course.curve_html(
            worths(moment), moment.at, moment.begin.sides[0], [one.did for one in moment.happenings]
        )
        update(self._curve, value=curve)
        remark = self.record.remark if not moment.at else moment.moves[moment.at - 1].remark
        update(self._remark, value=course.remark_html(remark, self._refused, self.state.place))
        update(self.board.bridge, moment=self.state.place)

    def _reasons_given(self) -> int | None:
        """Return how many steps of the last event a presentation has shown: none for a
        new moment.
        """
        if self._presented != (now := (self.state.place, self.record)):
            self._presented = now
            self.presenter.start_over()
        return self.presenter.reasons_given(self.answer)

    def _happened_html(self, document: str) -> str:
        moment = self.moment
        if self.state.suggest == "yes":
            return html.advice_html(ranked(moment.situation), moment.situation)
        choice = self._last_choice()
        explains = choice is not None and self._can_explain(choice)
        first_supplied = html.said_supplied(moment, moment.at) != html.said_supplied(
            moment, moment.at - 1 if moment.at else 0
        )
        return html.happened_html(
            moment.last,
            document,
            explains=explains,
            folded=not self.presenter.on,
            supplied=first_supplied,
            why=self._why_html(),
            won_by=moment.situation.won_by,
        )

    def _why_html(self) -> str:
        """Return the reason for the opponent's last move: the sentence while the game continues
        from there, and otherwise a link to its list.
        """
        state, moment = self.state, self.moment
        if not state.was_by_itself:
            return ""
        why = decide(moment.before, state.character).why if moment.at == len(moment.moves) else ""
        return course.why_html(why, moment.at)

    def _reviewed(self) -> str:
        """Return the present state of the review, or the button that begins it."""
        review, moves = self._review, self.state.line_moves
        if not self.moment.begin.measure:
            return ""
        if review is None or review.moves != moves:
            return html.doing("review", "", "What cost most?")
        return course.review_html(costliest(review.costs), review.done, len(moves))

    @property
    def _thinks(self) -> str:
        """The side that the opponent is about to move, if any."""
        return self.state.plays_itself if self.state.stopped == "no" else ""

    def _can_explain(self, choice: Choice) -> bool:
        return self.state.board.explain(self.moment.before, choice) is not None

    def _show_strip(self, moment: Moment) -> None:
        hand = moment.hand if moment.hand is not None and moment.hand.legal else None
        undone = moment.situation.now.undone(moment.situation) if hand and hand.ends else ()
        ends = [one for one in moment.listed if one.ends and one.legal]
        dice, acts = self._dice_html(hand), self._acts_html(moment, hand)
        if self._thinks:
            dice, acts, ends = "", html.doing("stop", "yes", "Stop"), []
        elif hand and undone:
            dice, ends = "", []
            acts = course.left_undone_html(hand, undone, moment.situation.spoken)
        update(self._dice, value=dice)
        update(self._main, value=f'<div class="ll-acts">{acts}</div>')
        doings = (html.doing("press", one.words, escape(one.says)) for one in ends)
        update(self._ends, value="".join(doings))

    def _dice_html(self, hand: Choice | None) -> str:
        state = self.state
        dice = html.dice_html(state.dice, DICE)
        if state.dice == "typed":
            dice += html.typed_html(state.faces, self._refused)
        if state.dice == "chosen" and hand:
            dice += html.chosen_html(asked(hand, state.faces))
        return f'<div class="ll-dice">{dice}</div>'

    def _acts_html(self, moment: Moment, hand: Choice | None) -> str:
        acts = ""
        if self.state.plays_itself:
            acts = html.doing("stop", "no", "Go on", "ll-main")
        elif hand:
            label = escape(hand.says)
            acts = html.doing("take", hand.words, label, "ll-main", html.odds_text(hand.odds))
            if self.state.board.explain(moment.situation, hand) is not None:
                acts += html.doing("explain", "hand", "Explain", "ll-text-button")
        if moment.situation.measure and not moment.over:
            on = self.state.suggest == "yes"
            acts += html.doing("advise", "no" if on else "yes", "Suggest", "ll-on" if on else "")
        return acts


def _line_name(line: Line) -> str:
    if not line.leaves:
        return f"Main line: {plural(len(line.moves), 'move')}"
    at = line.leaves[-1][0]
    move = line.moves[at]
    rolls = f" [{' '.join(map(str, move.rolls))}]" if move.rolls else ""
    return f"From move {at + 1}: {move.words}{rolls}"


@dataclass
class Review:
    """The progress of a review of these moves, and the cost of each."""

    moves: tuple[Move, ...]
    done: int = 0
    costs: list[Costly] = field(default_factory=list)


class Play(PlayWidget):
    """A game to play, ``Play("one_hour:flank-attack")``: what may be done now, with its odds, and
    what may not, with the reason.

    It takes the name of a situation, the text of a record, or a link of a moment. A game begun by
    name is stored in ``folder``, by default that of the notebook, and resumed from there; with the
    folder "" it is not stored. ``against`` is the side that the opponent plays, such as "italian",
    or "both", and ``character`` its style: "cautious" or "bold". ``record`` is the game as played
    until now. Raises `ValueError`, in one sentence, for anything else.
    """

    @opened_at_once
    def __init__(
        self,
        what: str | Record,
        folder: str | Path | None = None,
        *,
        against: str = "",
        character: str = "cautious",
    ) -> None:
        kept = Kept()
        with reading_shown():
            name, state = opening(what)
            panel_type = play_panel(name)
            file = None
            if state is None and folder != "":
                held = keeping.file_of(name, own_folder(folder))
                file = GameFile(held, name)
                kept = file.load()
            opponent = f"{against} {character}" if against else ""
            seeded = panel_type.initial().set("seed", new_seed())
            seeded = seeded.set("opponent", opponent) if opponent else seeded
            state = state.set("opponent", opponent) if state and opponent else state
        goes_on = kept.record is not None and bool(kept.record.moves)
        if kept.record is not None and goes_on:
            state = keeping.resumed(seeded, kept.record)
        super().__init__(panel_type, state or seeded)
        if file is not None:
            self._first = seeded
            self.keep_in(file)
        if kept.sentence:
            self.answer_view.complain(kept.sentence)
        elif goes_on:
            self.answer_view.say(f"Your game goes on. {keeping.AGAIN}")

    def _repr_mimebundle_(self, **options: object) -> object:
        """Return what a notebook shows; *Reset* begins a new game."""
        first = self._first
        shown = super()._repr_mimebundle_(**options)
        self._first = first
        return shown
