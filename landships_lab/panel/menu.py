"""A panel of several questions: a menu to choose from, and a small class for each question."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import Any, ClassVar, Self

from landships_lab.core.checks import one_of
from landships_lab.panel.panel import Panel
from landships_lab.panel.parts import LEAD, OneOf, Part, parts_of
from landships_lab.panel.parts.base import with_fields


@dataclass(frozen=True)
class QuestionPart(OneOf):
    """The question that a state asks; the first of the menu if a link names none.

    Choosing another one gives a state of that question's class.
    """

    def put(self, state: Any, given: Any) -> Any:
        """Return the state that asks the question given. Raises `ValueError` if the menu does not
        have it.
        """
        return state.asking(self.take(state, given))

    def sample(self, dice: random.Random, state: Any) -> str:
        return str(state.key)


def question_part(
    label: str = "Question",
    *,
    word: str | None = None,
    control_id: str = "",
    always: bool = False,
    buttons: bool = False,
    error_name: str = "question",
) -> QuestionPart:
    """Return the part that holds the question of a panel; see `Part` for its options."""
    return QuestionPart(
        label,
        lambda state: next(iter(state.questions)),
        lambda state: state.menu(),
        word=word,
        control_id=control_id,
        always=always,
        buttons=buttons,
        error_name=error_name,
    )


class QuestionPanel(Panel):
    """The base of a panel whose questions share their parts: one class for the id, and below it a
    class for each question with its ``key`` and its ``label``.

    The base class declares the part ``question`` (a `question_part`) at the position of its word in
    links. A change of question keeps the values of all parts and shows those that the new question
    uses. `offer` sets the questions, in the order of the menu.
    """

    #: The word of this question in links, and its line in the menu.
    key: ClassVar[str] = ""
    label: ClassVar[str] = ""
    #: The fields that this question shows; a field that no question names is shown by all.
    own_parts: ClassVar[tuple[str, ...]] = ()
    questions: ClassVar[Mapping[str, type[Self]]] = MappingProxyType({})

    question: str

    def __init_subclass__(cls, *, key: str = "", label: str = "") -> None:
        super().__init_subclass__()
        if key:
            cls.key, cls.label = key, label

    @classmethod
    def offer(cls, *questions: type[Self]) -> None:
        """Set the questions of this panel. A new panel begins with the first."""
        cls.questions = MappingProxyType({question.key: question for question in questions})

    @classmethod
    def menu(cls) -> Mapping[str, str]:
        """Return the lines of the menu, by the words that links use for them."""
        return {key: question.label for key, question in cls.questions.items()}

    @classmethod
    def _first(cls) -> type[Self]:
        """Return the first question of the menu."""
        return next(iter(cls.questions.values()))

    @classmethod
    def _chosen(cls) -> type[Self]:
        """Return this question, or the first one if none is chosen."""
        return cls if cls.key else cls._first()

    @classmethod
    def initial(cls) -> Self:
        chosen = cls._chosen()
        return super(QuestionPanel, chosen).initial().asking(chosen.key)

    @classmethod
    def default(cls) -> Self:
        chosen = cls._chosen()
        return with_fields(super(QuestionPanel, chosen).default(), question=chosen.key)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the question that a line describes. Raises `ValueError` for any other line."""
        return super(QuestionPanel, cls._named_in(str(text).split())).parse(text)

    @classmethod
    def _named_in(cls, words: list[str]) -> type[Self]:
        """Return the question that the words of a link name, or the first of the menu if they name
        none.

        The same word can also be the value of another part, as in ``click ask ask stack``.
        """
        declared = parts_of(cls)["question"]
        if words[:1] == [cls.id] and declared.keyword == LEAD:
            return cls.questions[one_of(declared.kind, " ".join(words[1:2]), cls.questions)]
        named = (key for word, key in pairwise(words) if word == declared.keyword)
        key = next((key for key in named if key in cls.questions), None)
        return cls._first() if key is None else cls.questions[key]

    @classmethod
    def random(cls, dice: random.Random) -> Self:
        asked = cls if cls.key else cls.questions[dice.choice(list(cls.questions))]
        return super(QuestionPanel, asked).random(dice)

    def asking(self, key: str) -> Self:
        """Return the state that asks another question. Raises `KeyError` if the menu does not have
        it.
        """
        kept = {name: getattr(self, name) for name in parts_of(type(self))}
        return self.questions[key](**kept | {"question": key})

    def offers(self, declared: Part) -> bool:
        others = {name for each in self.questions.values() for name in each.own_parts}
        return declared.id not in others - {*self.own_parts} and super().offers(declared)


class Menu(QuestionPanel):
    """The base of a panel whose questions each have parts of their own. It shows the menu and the
    parts of the chosen question.
    """

    def asking(self, key: str) -> Self:
        """Return the state that asks another question, with the default values of its parts.

        Raises `KeyError` if the menu does not have it.
        """
        return self if key == self.key else self.questions[key].default()
