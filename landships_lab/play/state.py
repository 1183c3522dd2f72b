"""A game in play, as a panel.

Its record, the moment shown, the chosen unit and the choice in hand form an immutable state, so
that links, undo and pictures work as in every panel.

There is a panel for each situation to start from, under the name of that situation, such as
``one_hour:flank-attack``.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from types import new_class
from typing import Any, ClassVar, Self

from landships_lab.core.answer import Answer, Mark
from landships_lab.core.checks import brief, small, unknown
from landships_lab.core.dice import Thrown
from landships_lab.core.pasted import folded
from landships_lab.core.speech import capitalized, plural
from landships_lab.drawing.board import lit
from landships_lab.drawing.shapes import Scene, Shape
from landships_lab.drawing.view import View
from landships_lab.games import GAMES
from landships_lab.panel.board import Gesture
from landships_lab.panel.controls import Export
from landships_lab.panel.links import MOST_LINK
from landships_lab.panel.panel import Panel
from landships_lab.panel.parts import Moment as Momentary
from landships_lab.panel.parts import OneOf, Whole, part
from landships_lab.play.advice import decide
from landships_lab.play.board import TurnBoard
from landships_lab.play.lines import lines, with_move, with_remark
from landships_lab.play.moment import Moment, asked, moment_of, next_unit
from landships_lab.play.parts import AgainstPart, FacesPart, RecordPart, WordsPart
from landships_lab.play.records import MOST_MOVES, Move, Record, write
from landships_lab.play.rereading import AS, reading_switches, reread
from landships_lab.play.starts import start, starts
from landships_lab.play.turns import Situation, choices, take

#: The dice of a game: thrown here, typed from a real table, or chosen to ask what if.
DICE = {"thrown": "thrown", "typed": "typed", "chosen": "chosen"}
#: The hint for a game in which units are dragged.
DRAGGED = "Press a row, drag a unit, or press a place twice."
#: The sides that the opponent plays: nobody, one side, or both.
NOBODY, BOTH = "nobody", "both"
#: The remark on a line that was begun after a later throw had been seen.
SEEN = "begun after stepping back over a throw"
_MOST_SEED = 999_999
#: The prefix of the control of a remark that was typed at another moment.
REMARK_AT = "remark@"
#: The longest remark in letters.
MOST_REMARK = 500


@dataclass(frozen=True)
class PlayState(Panel):
    """A moment of a game: ``at`` moves of a line of its record, and the decision under way there.

    ``hand`` holds the words of the choice in hand. ``faces`` are the numbers of dice that are typed
    or chosen; otherwise ``seed`` throws them. ``against`` is the side that the opponent plays, in
    its ``character``, until it is ``stopped``.
    """

    title = "Play"
    keys = (*Panel.keys, "Enter", "n")
    usage_hint = "Press a row, or a place on the board twice."
    strip_rows = 1
    longest_text = MOST_LINK
    #: The situation before the first move, and how it is drawn and touched.
    begin: ClassVar[Situation]
    board: ClassVar[TurnBoard]

    record: Record = part(RecordPart, "The game", lambda state: Record(state.id))
    line: int = part(Whole, "Line", 0, 0, MOST_MOVES)
    at: int = part(Whole, "Move", 0, 0, MOST_MOVES)
    unit: str = part(WordsPart, "Unit")
    hand: str = part(WordsPart, "Choice in hand", error_name="choice")
    dice: str = part(OneOf, "Dice", "thrown", DICE)
    faces: tuple[int, ...] = part(FacesPart, "Faces")
    seed: int = part(Whole, "Seed", 1, 0, _MOST_SEED)
    suggest: str = part(OneOf, "Suggestions", "no", {"no": "no", "yes": "yes"})
    against: str = part(AgainstPart, "Plays by itself", NOBODY)
    character: str = part(OneOf, "Character", "cautious", {"cautious": "cautious", "bold": "bold"})
    stopped: str = part(OneOf, "Stopped", "no", {"no": "no", "yes": "yes"})
    held: bool = part(Momentary, default=False)
    dragged: bool = part(Momentary, default=False)

    # -- what is asked and shown ------------------------------------------------------------------

    @property
    def moment(self) -> Moment:
        """The situation shown, with its choices. Raises `ValueError` as `ask` does."""
        moment: Moment = self.answer().detail
        return moment

    def ask(self) -> Answer[object]:
        """Return what is to be decided now; the `Moment` is its detail.

        Raises `ValueError` for a record that does not replay.
        """
        moment = moment_of(self.record, self.line, self.at, self.unit, self.hand)
        steps = moment.last.steps if moment.last else ()
        return Answer(None, steps, moment.headline, detail=moment)

    def check(self) -> Self:
        known = lines(self.record)
        if self.line >= len(known):
            raise ValueError(
                f"This record has {plural(len(known), 'line')}, numbered from 0, and no line"
                f" '{self.line}'."
            )
        if self.at > len(known[self.line].moves):
            raise ValueError(
                f"This line has {plural(len(known[self.line].moves), 'move')}, and no move"
                f" '{self.at}'."
            )
        return self

    def picture(self, answer: Answer[Any], view: Any | None = None) -> Scene:
        moment, view = answer.detail or self.moment, view or self.view()
        scene = self.board.picture(moment.situation, view, moment.unit, moment.hand)
        last = self.board.last_move(moment.before, moment.last, view) if moment.last else ()
        return replace(scene, figures=(*scene.figures, *last)) if last else scene

    def legend(self) -> tuple[tuple[str, str], ...]:
        return self.board.legend(self.moment.situation)

    def controls(self) -> tuple[Any, ...]:
        """Return the text of the record, and the readings; everything else has another place on the
        screen.
        """
        record = (one for one in super().controls() if one.id == "record")
        return (*record, *reading_switches(self.record))

    def exports(self) -> tuple[Export, ...]:
        name = f"{self.id.replace(':', '-')}.txt"
        return (Export("Record", "Save the record as text", name, lambda: write(self.record)),)

    def highlights(self, marks: tuple[Mark, ...], view: Any) -> tuple[Shape, ...]:
        return lit(view, marks) if isinstance(view, View) else ()

    # -- what is done -----------------------------------------------------------------------------

    def act(self, control: str, value: Any) -> Self:
        """Return the state after an action on the screen.

        Raises `ValueError`, in one sentence, if it cannot be done.
        """
        if control.startswith(AS):
            return self.read_so(control.removeprefix(AS), str(value))
        if control.startswith(REMARK_AT):
            return self.remarked_at(control.removeprefix(REMARK_AT), str(value))
        done = _ACTS.get(control)
        return super().act(control, value) if done is None else done(self, str(value))

    def after(self, control: str, before: Self) -> Self:
        if control == "record":
            return replace(self, line=0, at=0, unit="", hand="", faces=(), suggest="no")
        return self

    @property
    def plays_itself(self) -> str:
        """The side to move, if the opponent plays it; "" if a person is to move.

        Always "" before the end of a line, where the reader looks back at the game.
        """
        moment = self.moment
        if moment.over or self.against == NOBODY or self.at < len(self.line_moves):
            return ""
        side = moment.side
        return side if self.against == BOTH or side.lower() == self.against else ""

    def move_by_itself(self) -> Self:
        """Return the state after the opponent's move, with dice thrown.

        Raises `ValueError` if a person is to move.
        """
        if not self.plays_itself:
            raise ValueError("A person is to move here.")
        words = decide(self.moment.situation, self.character).choice.words
        moved = replace(self, dice="thrown", faces=()).take_choice(words)
        return replace(moved, dice=self.dice)

    @property
    def was_by_itself(self) -> bool:
        """Whether the opponent made the last move."""
        moment = self.moment
        if not moment.at or self.against == NOBODY:
            return False
        return self.against in (BOTH, moment.side_of(moment.at).lower())

    def questioned(self, at: str) -> Self:
        """Return the moment before a move, with the choices at that time."""
        return replace(self.go((small(at) or 1) - 1), suggest="yes")

    def with_opponent(self, words: str) -> Self:
        """Return the state with another side for the opponent, given as ``italian bold``."""
        side, _, character = words.partition(" ")
        changed = self.set("against", side)
        return replace(changed.set("character", character) if character else changed, stopped="no")

    def press_choice(self, words: str) -> Self:
        """Take a choice by one press; first put it in hand where the reader gives its dice, or
        where it ends the step and leaves something undone. Against a side that plays by itself,
        what only dice may decide is thrown at once.
        """
        if words == self.hand:
            return self.take_choice(words).thrown_at_once()
        pressed = self._in_hand(words)
        choice = self.moment.choice(words)
        gives_dice = self.dice != "thrown" and choice.legal and asked(choice, ())
        asks = choice.ends and self.moment.situation.now.undone(self.moment.situation)
        return pressed if gives_dice or asks else pressed.take_choice(words).thrown_at_once()

    def thrown_at_once(self) -> Self:
        """Return the state after the throws for which nothing else is fair, against a side that
        plays by itself: players may say instead what dice would decide.
        """
        state = self
        while state.against != NOBODY and state.dice == "thrown" and not state.moment.over:
            situation = state.moment.situation
            fair = situation.now.fair_choices(situation)
            open_to_players = any(one.supplied for one in choices(situation) if one not in fair)
            if len(fair) != 1 or not open_to_players or not asked(fair[0], ()):
                break
            state = state.take_choice(fair[0].words)
        return state

    def take_choice(self, words: str) -> Self:
        """Return the state after this choice, or the choice in hand."""
        situation = self.moment.situation
        words = words or self.hand
        if not words:
            raise ValueError("Choose first: press a unit, and then a target, a place or a button.")
        wanted = self.moment.choice(words)
        dice = self._thrown(wanted.words)
        happening = take(situation, wanted, dice)
        given = len(self.faces)
        used = len(happening.rolls)
        if self.dice == "typed" and given > used:
            typed = plural(given, "number is", "numbers are")
            thrown = f"and only {plural(used, 'die is', 'dice are')}" if used else "but no die is"
            raise ValueError(f"{typed} typed, {thrown} thrown.")
        move = Move(wanted.words, happening.rolls, SEEN if self.throw_seen() else "")
        record, line = with_move(self.record, self.line, self.at, move)
        seed = self.seed
        if self.dice == "thrown" and happening.rolls:
            seed = random.Random(self.seed).randrange(_MOST_SEED)
        state = replace(self, record=record, line=line, at=self.at + 1, seed=seed).at_rest()
        return state.with_next_unit()

    def throw_seen(self) -> bool:
        """Return whether a throw after this moment is known, on this line or on another."""
        before = _played(self.line_moves[: self.at])
        return any(
            move.rolls
            for line in lines(self.record)
            if _played(line.moves[: self.at]) == before
            for move in line.moves[self.at :]
        )

    def before_throw_of(self, later: PlayState) -> Self | None:
        """Return this state on the line of a later one that goes on from it with a throw already
        seen, so that another choice begins a new line; None if the later one does not.
        """
        ahead, at = later.line_moves, self.at
        goes_on = _played(ahead[:at]) == _played(self.line_moves[:at])
        same = later.record.readings == self.record.readings and later.record != self.record
        if not (goes_on and same and any(move.rolls for move in ahead[at:])):
            return None
        return replace(self, record=later.record, line=later.line, seed=later.seed)

    def with_next_unit(self) -> Self:
        """Return the state with no unit chosen if this one may do nothing more; the first unit that
        may act is then shown.
        """
        moment = self.moment
        if not moment.unit or any(one.legal and one.unit == moment.unit for one in moment.listed):
            return self
        return replace(self, unit="")

    def _thrown(self, words: str) -> Thrown:
        if self.dice == "thrown":
            return Thrown(seed=self.seed)
        if self.dice == "typed":
            return Thrown(self.faces, "Type the numbers on the dice first: more are thrown here.")
        known = self.moment.choice(words)
        return Thrown([one.number for one in asked(known, self.faces)])

    def at_rest(self) -> Self:
        """Return the state with nothing in hand."""
        return replace(self, hand="", faces=(), suggest="no")

    @property
    def line_moves(self) -> tuple[Move, ...]:
        """The moves of the line shown."""
        return lines(self.record)[self.line].moves

    def choose(self, unit: str) -> Self:
        """Return the state with another unit chosen."""
        units = self.moment.units
        if unit not in units:
            raise ValueError(unknown("unit that may act now", unit, units))
        return replace(self, unit=unit, hand="", faces=())

    def _in_hand(self, words: str) -> Self:
        if not words:
            return replace(self, hand="", faces=())
        choice = self.moment.choice(words)
        unit = choice.unit if choice.unit in self.moment.units else self.unit
        return replace(self, hand=choice.words, unit=unit, faces=(), suggest="no")

    def put_choice(self, words: str) -> Self:
        """Put a choice in hand, or take it if it already is."""
        again = bool(words) and words == self.hand
        return self.take_choice(words) if again else self._in_hand(words)

    def go(self, at: int) -> Self:
        """Return the state after the first ``at`` moves of its line."""
        at = max(0, min(at, len(self.line_moves)))
        return replace(self, at=at, unit=self.unit).at_rest()

    def go_to_line(self, number: str) -> Self:
        """Return the state on another line, at the same move where it has one."""
        known, line = lines(self.record), small(number)
        if line is None or line >= len(known):
            raise ValueError(brief(f"There is no line {number!r} in this record."))
        shared = min(self.at, len(known[line].moves))
        return replace(self, line=line, at=shared).at_rest()

    def remarked(self, text: str) -> Self:
        """Return the state with a remark on the last move."""
        return self._remarked(text, self.line, self.at)

    def remarked_at(self, moment: str, text: str) -> Self:
        """Return the state with a remark on the last move of the `place` where the remark was
        typed.
        """
        line, at = (small(part) for part in f"{moment}. ".split(".")[:2])
        known = lines(self.record)
        if line is None or at is None or line >= len(known) or at > len(known[line].moves):
            raise ValueError("The move of this remark is no longer in the game.")
        return self._remarked(text, line, at)

    def _remarked(self, text: str, line: int, at: int) -> Self:
        if len(folded(text)) > MOST_REMARK:
            raise ValueError(f"A remark has at most {MOST_REMARK} letters.")
        return replace(self, record=with_remark(self.record, line, at, text))

    @property
    def place(self) -> str:
        """The line and the move shown, as one word."""
        return f"{self.line}.{self.at}"

    def with_face(self, text: str) -> Self:
        """Set one of the chosen dice, given as ``die=number``."""
        place, _, number = text.partition("=")
        hand = self.moment.hand
        die, face = small(place), small(number)
        if hand is None or not hand.legal or die is None or face is None:
            raise ValueError("There is no die to choose here.")
        shown = [one.number for one in asked(hand, self.faces)]
        if die >= len(shown):
            only = "Only " if shown else ""
            raise ValueError(f"{only}{plural(len(shown), 'die is', 'dice are')} thrown.")
        return replace(self, faces=(*shown[:die], face))

    def read_so(self, reading: str, option: str) -> Self:
        """Return the state under another reading, with the moves that are still legal.

        Raises `ValueError` if the game could not have reached this moment under it.
        """
        new = reread(self.record, self.line, self.at, reading, option)
        cut = new.moves != self.record.moves
        return replace(self, record=new, line=0 if cut else self.line, hand="", faces=())

    def with_dice(self, mode: str) -> Self:
        """Return the state with dice from another source."""
        return replace(self, dice=str(OneOf.take(_DICE_PART, self, mode)), faces=())

    # -- gestures ---------------------------------------------------------------------------------

    def on_gesture(self, gesture: Gesture, view: Any) -> Self:
        if gesture.kind == "key" and gesture.key == "Enter":
            return self.take_choice("")
        if gesture.kind == "drop":
            settled = self.settled()
            return settled.press_choice(self.hand) if self.dragged and self.hand else settled
        if gesture.kind == "key" and gesture.key == "n":
            unit = next_unit(self.moment, -1 if gesture.shift else 1)
            return self.choose(unit) if unit else self
        if gesture.kind == "key" and gesture.shift and gesture.key.startswith("Arrow"):
            words = self.board.stepped(self.moment.situation, self.hand, gesture.key)
            return self._in_hand(words) if words != self.hand else self
        return super().on_gesture(gesture, view)

    def pointed(self, gesture: Gesture, view: Any) -> Self:
        """Return the state after a press on a unit, a target or a place, or after a drag."""
        moment = self.moment
        if moment.over or gesture.kind not in ("press", "drag"):
            return self
        situation, board = moment.situation, self.board
        there = board.unit_at(situation, gesture.at, view)
        if gesture.kind == "drag":
            words = board.aimed(situation, moment.unit, gesture.at, view) if self.held else ""
            return self._tried(words)
        words = board.aimed(situation, moment.unit, gesture.at, view) if moment.unit else ""
        grabbed = any(
            (x - gesture.at[0]) ** 2 + (y - gesture.at[1]) ** 2 <= r * r
            for x, y, r in board.drag_targets(situation, view)
        )
        if there and there in moment.units and not (words and self._known(words)):
            chosen = self if there == moment.unit else self.choose(there)
            return replace(chosen, unit=there, held=grabbed)
        if not words:
            return self
        put = self.put_choice(moment.choice(words).words)
        on_itself = there == moment.unit and put.at == self.at  # a drag may still begin here
        return replace(put, held=True) if on_itself and grabbed else put

    def _known(self, words: str) -> bool:
        try:
            self.moment.choice(words)
        except ValueError:
            return False
        return True

    def _tried(self, words: str) -> Self:
        """Return the state with the choice that a drag means in hand, if there is one."""
        known = words if words and self._known(words) else ""
        return replace(self._in_hand(known), held=self.held, dragged=self.held)

    def turned(self, points: int) -> Self:
        words = self.board.turned(self.moment.situation, self.hand, points) if self.hand else ""
        return self._in_hand(words) if words != self.hand else self

    def stepped(self, arrow: str) -> Self:
        if arrow in ("ArrowLeft", "ArrowRight"):
            return self.go(self.at + (1 if arrow == "ArrowRight" else -1))
        legal = [one.words for one in self.moment.listed if one.legal]
        if not legal:
            return self
        step = 1 if arrow == "ArrowDown" else -1
        if self.hand not in legal:
            return self._in_hand(legal[0 if step > 0 else -1])
        return self._in_hand(legal[(legal.index(self.hand) + step) % len(legal)])

    def drag_targets(self, view: Any) -> tuple[tuple[float, float, float], ...]:
        return () if self.moment.over else self.board.drag_targets(self.moment.situation, view)

    def may_stand(self) -> bool:
        held = self.moment.hand
        return held is None or held.legal

    @classmethod
    def snap_lattice(cls, view: Any) -> tuple[float, ...]:
        return cls.board.snap_lattice(view)

    # -- the view ---------------------------------------------------------------------------------

    @classmethod
    def view(cls, action: Any = None) -> Any:
        whole = action is None
        return cls.board.view(cls.begin if whole else action, closer=not whole)

    def focus(self) -> Any:
        return self.moment.situation if self.board.opens_closer else None

    def follow(self, view: Any) -> Any:
        if self.in_hand():
            return view
        points, whole = self.at_stake(), self.view()
        if not points:
            return view
        held = (self.opening() if view == whole else view).holding(points, whole)
        return held if all(map(held.holds, points)) else whole

    def closer_to(self) -> Any:
        return self.moment.situation

    def at_stake(self) -> tuple[Any, ...]:
        moment = self.moment
        return self.board.at_stake(moment.situation, moment.unit, moment.hand)

    @classmethod
    def random(cls, dice: random.Random) -> Self:
        state = cls.default()
        for _ in range(dice.randrange(8)):
            legal = [one for one in choices(state.moment.situation) if one.legal]
            if not legal:
                break
            state = replace(state, seed=dice.randrange(1000)).take_choice(dice.choice(legal).words)
            if state.at and dice.random() < 0.2:
                state = state.go(state.at - 1)
        units = state.moment.units
        return state.choose(dice.choice(units)) if units else state


def _played(moves: Sequence[Move]) -> list[tuple[str, tuple[int, ...]]]:
    """Return the moves and rolls, without remarks and other lines."""
    return [(move.words, move.rolls) for move in moves]


_DICE_PART = OneOf("Dice", "thrown", DICE, error_name="way to get dice", id="dice")
_ACTS: Mapping[str, Any] = {
    "take": PlayState.take_choice,
    "press": PlayState.press_choice,
    "machine": lambda state, _: state.move_by_itself(),
    "opponent": PlayState.with_opponent,
    "stop": lambda state, on: replace(state, stopped="yes" if on == "yes" else "no"),
    "question": PlayState.questioned,
    "choose": PlayState.choose,
    "put": PlayState.put_choice,
    "go": lambda state, at: state.go(state.at if small(at) is None else int(at)),
    "lines": PlayState.go_to_line,
    "remark": PlayState.remarked,
    "face": PlayState.with_face,
    "mode": PlayState.with_dice,
    "advise": lambda state, on: replace(state, suggest="yes" if on == "yes" else "no"),
}


@cache
def play_panel(name: str) -> type[PlayState]:
    """Return the panel of the game that begins in this situation.

    Raises `ValueError`, with the nearest name, for any other name.
    """
    if name not in starts():
        raise ValueError(unknown("game to play", name, list(starts())))
    game = GAMES[name.partition(":")[0]]
    words = capitalized(name.partition(":")[2].replace("-", " "))
    board = import_module(game.turn_board).BOARD
    fields = {
        "__module__": __name__,
        "__doc__": f"Play {name}.",
        "id": name,
        "rule_set": game.title,
        "prompt": f"{words}. What may I do now?",
        "begin": start(name),
        "board": board,
    }
    if type(board).drag_targets is not TurnBoard.drag_targets:
        fields["usage_hint"] = DRAGGED
    return new_class("Play", (PlayState,), {}, lambda body: body.update(fields))
