"""A task: a position, what the reader may do with it, and a goal that the rules judge.

A question is a task with one reply: a choice, a number, or a place on the board. A puzzle is a task
in which the reader changes the position until every condition holds; any such state solves it
(`hands_on`; puzzles.py adds the proof). A guess in a lesson is a question that is not counted
(guesses.py). `Task.mark` marks them all by the rules, without stored answers.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from math import log10

from landships_lab.core.answer import Answer
from landships_lab.drawing.shapes import Scene, is_pictured
from landships_lab.panel import CATALOG
from landships_lab.panel.changes import tell_change
from landships_lab.panel.controls import Choice
from landships_lab.panel.links import read_own_link
from landships_lab.panel.panel import Panel
from landships_lab.practice.conditions import NOTHING, Condition, Free, Held
from landships_lab.practice.marking import Key, Pick
from landships_lab.practice.own_key import own_key, reply_of_state

#: The kinds of reply: one of the choices, a typed number or chance, or the board.
CHOOSE, TYPE, BOARD = "choose", "type", "board"
#: The rating of the puzzles of a game's first lesson, and what each later lesson adds to it.
LESSON_RATING, LESSON_STEP = 1000, 50
#: What a puzzle's rating gains for each factor of ten in the tries it needs.
TENFOLD = 60


@dataclass(frozen=True)
class Mark:
    """The mark of a reply: ``right`` or not, one sentence, and the name of the mistake where it is
    known.
    """

    right: bool
    sentence: str
    mistake: str
    task: Task

    @property
    def answer(self) -> Answer[object]:
        """The rule's own answer, with its steps."""
        return self.task.answer


@dataclass(frozen=True)
class Task:
    """One task: its words, and the state (in its text form) that it starts from.

    Of a question: ``given`` is the key of a generated one; without it the panel's own answer is
    asked for. ``because`` is the explanation of what was asked, in a sentence or two, if the steps
    of the panel's answer are not enough. ``explained`` is the text form of the state whose answer
    and picture are shown after the reply, if it differs: the place in question is chosen in it.
    ``pick`` says how a reply is given on the board; with ``wanted``, every reply that makes the
    panel give this answer is right.

    Of a puzzle: ``free`` is what may change, ``conditions`` are what must hold in the end, and
    ``thought`` is the first hint: the rule to think of, with its lines as in "(lines 41-43)".
    ``tempting`` is a wrong solution that looks right, as the text form of a reachable state, and
    ``trap`` says why it fails. ``ways`` are the states that solve it, out of ``tried``. ``lesson``
    is the place, from 0, of the lesson that teaches its idea among those of its game.

    ``kind``, ``seed`` and ``level`` make a generated task again; the kind of a puzzle is its
    family.
    """

    text: str
    start: str
    given: Key | None = None
    because: str = ""
    explained: str = ""
    pick: Pick | None = None
    wanted: str = ""
    kind: str = ""
    seed: int = 0
    level: int = 1
    free: Free = NOTHING
    conditions: tuple[Condition, ...] = ()
    thought: str = ""
    tempting: str = ""
    trap: str = ""
    ways: tuple[str, ...] = field(default=(), compare=False)
    tried: int = field(default=0, compare=False)
    lesson: int = field(default=0, compare=False)

    @property
    def panel(self) -> type[Panel]:
        """The panel it is about, and in which a puzzle is solved."""
        return CATALOG[self.start.split()[0]]

    @property
    def link(self) -> str:
        """The words that make it again, as in ``Puzzle("landships:two-guns 17")``."""
        return f"{self.kind} {self.seed}"

    def open(self) -> Panel:
        """Return the state it starts from."""
        return self.panel.parse(self.start)

    # -- the reply

    @cached_property
    def key(self) -> Key:
        """The right reply and the possible ones."""
        return self.given or own_key(self.open(), self.pick, self.wanted)

    @property
    def reply(self) -> str:
        """The kind of reply: "choose" one of its choices, "type" a number or a chance, or the
        "board".
        """
        if self.conditions or self.pick is not None:
            return BOARD
        return CHOOSE if self.choices else TYPE

    @property
    def choices(self) -> tuple[str, ...]:
        """The replies to pick from; none if the reply is typed or given on the board."""
        return () if self.conditions else self.key.choices

    @property
    def right(self) -> str:
        """The right reply; of a puzzle the text form of the first state that solves it."""
        return self.ways[0] if self.conditions else self.key.right

    @cached_property
    def answer(self) -> Answer[object]:
        """The panel's answer, with its steps, as shown after a reply."""
        return self.shown_state().answer()

    def shown_state(self) -> Panel:
        """Return the state whose answer explains the reply; with ``wanted``, the state of a right
        reply.
        """
        if self.wanted and not self.explained and self.pick is not None:
            return self.open().set(self.pick.part, self.right)
        return self.panel.parse(self.explained or self.start)

    def named(self, reply: str) -> str:
        """Return a reply as the reader knows it: by the name that the board gives it."""
        control = self._control()
        return dict(control.options).get(reply, reply) if control else reply

    def _control(self) -> Choice | None:
        """Return the control by which a reply is given, if it is one with options."""
        if self.pick is None:
            return None
        control = next((c for c in self.open().controls() if c.id == self.pick.part), None)
        return control if isinstance(control, Choice) else None

    def ask(self) -> str:
        """Return the task with the replies to pick from, as on a blackboard.

        >>> print(Task("May unit #4 stand like that?", "landships:positions #4").ask())
        May unit #4 stand like that?
          a) yes
          b) no
          c) the rules do not say
        """
        lettered = (
            f"  {letter}) {choice}"
            for letter, choice in zip("abcdefghijklmnop", self.choices, strict=False)
        )
        return "\n".join([self.text, *lettered])

    def mark(self, reply: str) -> Mark:
        """Return the mark of this reply; for a puzzle, a reply is the text form of a state.

        Raises `ValueError` for a reply of the wrong kind.

        >>> Task("How far is it from #7 to #8?", "landships:range from #7 to #8").mark("1").right
        True
        """
        if self.conditions:
            return self._marked_by_conditions(read_own_link(self.panel, reply))
        given = self.key.read(reply, self.named)
        exact = self.key.exact
        if self.wanted:
            return self._marked_by_panel(given)
        if self.key.is_right(given):
            return Mark(True, f"Right: it is {exact}." if exact else "Right.", "", self)
        mistake = self.key.mistake(given)
        guess = f" It looks as if {mistake}." if mistake else ""
        right = f"it is {exact}, nearest to {self.right}" if exact else ""
        one = "one right reply is" if self.key.also else "the answer is"
        right = right or f"{one} {self.named(self.right)}"
        return Mark(False, f"Not quite: {right}.{guess}", mistake, self)

    def _marked_by_panel(self, given: str) -> Mark:
        """Return the mark of a reply on the board, with the panel's answer to this reply."""
        assert self.pick is not None  # nothing is wanted without one
        state = self.open().set(self.pick.part, given)
        shown = replace(self, explained=state.text())
        if reply_of_state(state) == self.wanted:
            return Mark(True, "Right.", "", shown)
        return Mark(False, f"Not quite: one that does is {self.named(self.right)}.", "", shown)

    def _marked_by_conditions(self, state: Panel) -> Mark:
        """Return the mark of a state, with the panel's answer to it."""
        shown = replace(self, explained=state.text())
        if self.solved(state):
            return Mark(True, "Right.", "", shown)
        return Mark(False, f"Not quite: {self._failing(state)}", "", shown)

    def explain(self) -> str:
        """Return the right reply and why it is right; for a puzzle, one solution and its trap."""
        if self.conditions:
            return f"One solution: {self.shown_solution()}. {self.trap}".strip()
        exact = f"nearest to {self.key.exact}" if self.key.exact else ""
        right = f"The answer is {self.named(self.right)}{f', {exact}' if exact else ''}."
        why = self.because or " ".join(
            (self.answer.headline, *(step.text for step in self.answer.steps))
        )
        return f"{right} {why}"

    # -- the conditions of a puzzle

    @property
    def solutions(self) -> int:
        """How many reachable states solve a puzzle; 0 for a question."""
        return len(self.ways)

    @property
    def tries(self) -> float:
        """How many states of a puzzle a blind search tries, on average, to solve it."""
        return max(1.0, self.tried / max(1, self.solutions))

    @property
    def rating(self) -> int:
        """How hard a puzzle is: a base for its lesson, and more the more tries a blind search
        needs.
        """
        level = LESSON_RATING + LESSON_STEP * self.lesson
        return 10 * round((level + TENFOLD * (log10(self.tries) - 2)) / 10)

    def judged(self, state: Panel) -> tuple[Held, ...]:
        """Return which of its conditions hold in this state, and what is missing in the others, in
        order.
        """
        return tuple(one.judge(state) for one in self.conditions)

    def hold(self, state: Panel) -> tuple[bool, ...]:
        """Return which of its conditions hold in this state, in order."""
        return tuple(held.true for held in self.judged(state))

    def allows(self, state: Panel) -> bool:
        """Return whether this state differs from the start only in what is free."""
        return self.free.allows(self.open(), state)

    def meets(self, state: Panel) -> bool:
        """Return whether all conditions hold in this state; the first failure ends the test."""
        return all(one.judge(state).true for one in self.conditions)

    def solved(self, state: Panel) -> bool:
        """Return whether this state solves it and changes only what is free."""
        return bool(self.conditions) and self.allows(state) and self.meets(state)

    def hints(self, state: Panel) -> tuple[str, ...]:
        """Return its hints for this state, to be given one at a time: the rule to think of, the
        condition that fails and by how much, and what the nearest solution changes.
        """
        failing = self._failing(state)
        so = f"Not yet: {failing}" if failing else "Every condition holds; press Check."
        return (self.thought, so, f"One solution begins so: {self.shown_solution()}.")

    def shown_solution(self) -> str:
        """Return what the first solution changes, in the words of the panel's controls."""
        return tell_change(self.open(), self.panel.parse(self.ways[0]))

    def _failing(self, state: Panel) -> str:
        """Return the first condition that fails and what is missing; "" if all hold."""
        faults = (
            f"{one.says} {held.missing}".strip()
            for one, held in zip(self.conditions, self.judged(state), strict=True)
            if not held.true
        )
        return next(faults, "")

    # -- the pictures

    def picture(self) -> Scene:
        """Return the situation without giving the answer away."""
        return self.open().question_picture()

    def shown(self) -> Scene | None:
        """Return the picture that goes with the words, or None if it would show only words."""
        drawn = self.picture()
        return drawn if is_pictured(drawn) else None

    def answer_picture(self) -> Scene:
        """Return the panel's picture, with the answer."""
        return self.shown_state().picture(self.answer)


def hands_on(
    text: str,
    start: str,
    free: Free,
    conditions: tuple[Condition, ...],
    thought: str,
    tempting: str = "",
    trap: str = "",
) -> Task:
    """Return a puzzle, which the reader solves on the board. `Task` explains its fields."""
    return Task(
        text, start, free=free, conditions=conditions, thought=thought, tempting=tempting, trap=trap
    )
