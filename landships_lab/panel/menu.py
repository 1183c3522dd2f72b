"""A panel of several questions: a menu to choose from, and a small class for each question."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any, ClassVar, Self, cast

from landships_lab.core.checks import one_of
from landships_lab.panel.controls import Control
from landships_lab.panel.panel import Panel
from landships_lab.panel.parts import LEAD, OneOf, part


def question_part(*, word: str | None = None, control_id: str = "", always: bool = False) -> OneOf:
    """Return the part that holds the question of a panel; see `Part` for its options."""
    return OneOf(
        "Question",
        lambda state: state.key,
        lambda state: state.menu(),
        word=word,
        control_id=control_id,
        always=always,
        error_name="question",
    )


class QuestionPanel(Panel):
    """The base of a panel's questions, which all have the same parts: a class that shares its id,
    and below it a class for each question.

    Another question keeps what the parts hold. `offer` names the questions, in the order of the
    menu.
    """

    #: The word of this question in links, and its line in the menu.
    key: ClassVar[str] = ""
    label: ClassVar[str] = ""
    #: The controls that only this question offers.
    own_controls: ClassVar[tuple[str, ...]] = ()
    questions: ClassVar[Mapping[str, type[QuestionPanel]]] = MappingProxyType({})

    question: str

    @classmethod
    def offer(cls, *questions: type[QuestionPanel]) -> None:
        """Set the questions of this panel; a new panel begins with the first."""
        cls.questions = MappingProxyType({question.key: question for question in questions})

    @classmethod
    def menu(cls) -> Mapping[str, str]:
        """Return the lines of the menu by the words of links."""
        return {key: question.label for key, question in cls.questions.items()}

    @classmethod
    def _chosen(cls) -> type[Self]:
        """Return this question, or the first one where none is chosen."""
        return cls if cls.key else cast(type[Self], next(iter(cls.questions.values())))

    @classmethod
    def initial(cls) -> Self:
        """Return the state a new panel begins with."""
        return super(QuestionPanel, cls._chosen()).initial()

    @classmethod
    def default(cls) -> Self:
        """Return the first question, or this one, with its usual parts."""
        return super(QuestionPanel, cls._chosen()).default()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the question that a line describes. `ValueError` in one sentence if none."""
        return super(QuestionPanel, cls._chosen()).parse(text)

    def check(self) -> Self:
        """Return the state of a link as a state of the question that the link names."""
        return self._as_asked()

    def after(self, control: str, before: Self) -> Self:
        """Return the state after a control; another question has the same parts."""
        asked = self._as_asked()
        return super().after(control, before) if asked is self else asked

    def _as_asked(self) -> Self:
        if self.question == self.key:
            return self
        asked = cast(type[Self], self.questions[self.question])
        return asked(**{f.name: getattr(self, f.name) for f in fields(cast(Any, self))})

    def controls(self) -> tuple[Control, ...]:
        """Return the controls, without those that only other questions offer."""
        others = {name for question in self.questions.values() for name in question.own_controls}
        hidden = others.difference(self.own_controls)
        return tuple(control for control in super().controls() if control.id not in hidden)


@dataclass(frozen=True)
class Menu(QuestionPanel):
    """The base of a panel's questions, each with parts of its own.

    The panel shows the menu and the parts of the question chosen; its word comes first in a link.
    """

    question: str = part(question_part(word=LEAD))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the question that a line describes. `ValueError` in one sentence if none."""
        words = str(text).split()
        asked = cls._chosen()
        if words[:1] == [cls.id]:
            asked = cast(
                type[Self],
                cls.questions[one_of("question", words[1] if words[1:] else "", cls.questions)],
            )
        return super(Menu, asked).parse(text)

    @classmethod
    def random(cls, dice: random.Random) -> Self:
        """Return a random state of this question, or of a random one."""
        asked = (
            cls if cls.key else cast(type[Self], cls.questions[dice.choice(list(cls.questions))])
        )
        return super(Menu, asked).random(dice)

    def fitted(self) -> Self:
        """Return the question with parts that fit each other."""
        return self

    def check(self) -> Self:
        """Return the state of a link, with parts that fit each other."""
        return self.fitted()

    def after(self, control: str, before: Self) -> Any:
        """Return the state after a control; another question begins with its usual parts."""
        return (
            self.fitted() if self.question == self.key else self.questions[self.question].default()
        )
