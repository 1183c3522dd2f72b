"""A panel of several questions: a menu to choose from, and a small class for each question."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Self

from landships_lab.core.checks import one_of
from landships_lab.panel.panel import Panel, changed
from landships_lab.panel.parts import LEAD, OneOf, Options, Part, parts_of


@dataclass(frozen=True)
class Question(OneOf):
    """The question that a state asks, the first of the menu where a link names none.

    To choose another makes a state of its class.
    """

    label: str | Callable[[Any], str] = "Question"
    default: Any = lambda state: next(iter(state.questions))
    options: Options | Callable[[Any], Options] = lambda state: state.menu()

    def put(self, state: Any, given: Any) -> Any:
        """Return the state that asks the question given."""
        return state.asking(self.take(state, given))

    def sample(self, dice: random.Random, state: Any) -> str:
        """Return the question of the state, whose parts are drawn."""
        return str(state.key)


class Menu(Panel):
    """The base of a panel's questions: a class that shares its id, and below it a class for each
    question, which names its ``key`` and its ``label``.

    It declares the part ``question``, a `Question`, where its word stands in links. The parts of a
    question are its own; the panel shows the menu and the parts of the one chosen. `offer` names
    the questions, in the order of the menu.
    """

    #: The word of this question in links, and its line in the menu.
    key: ClassVar[str] = ""
    label: ClassVar[str] = ""
    questions: ClassVar[Mapping[str, type[Self]]] = MappingProxyType({})

    question: str

    def __init_subclass__(cls, *, key: str = "", label: str = "") -> None:
        super().__init_subclass__()
        cls.key, cls.label = key, label

    @classmethod
    def offer(cls, *questions: type[Self]) -> None:
        """Set the questions of this panel; a new panel begins with the first."""
        cls.questions = MappingProxyType({question.key: question for question in questions})

    @classmethod
    def menu(cls) -> Mapping[str, str]:
        """Return the lines of the menu by the words of links."""
        return {key: question.label for key, question in cls.questions.items()}

    @classmethod
    def _first(cls) -> type[Self]:
        """Return the first question of the menu."""
        return next(iter(cls.questions.values()))

    @classmethod
    def _chosen(cls) -> type[Self]:
        """Return this question, or the first one where none is chosen."""
        return cls if cls.key else cls._first()

    @classmethod
    def initial(cls) -> Self:
        """Return the state a new panel begins with."""
        chosen = cls._chosen()
        return super(Menu, chosen).initial().asking(chosen.key)

    @classmethod
    def default(cls) -> Self:
        """Return the first question, or this one, with its usual parts."""
        chosen = cls._chosen()
        return changed(super(Menu, chosen).default(), question=chosen.key)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the question that a line describes. `ValueError` in one sentence if none."""
        return super(Menu, cls._named_in(str(text).split())).parse(text)

    @classmethod
    def _named_in(cls, words: list[str]) -> type[Self]:
        """Return the question that the words of a link name, the first of the menu if none."""
        declared = parts_of(cls)["question"]
        keyword = declared.keyword
        if words[:1] != [cls.id] or (keyword != LEAD and keyword not in words[:-1]):
            return cls._first()
        at = 1 if keyword == LEAD else words.index(keyword) + 1
        word = " ".join(words[at : at + 1])
        return cls.questions[one_of(declared.kind, word, cls.questions)]

    @classmethod
    def random(cls, dice: random.Random) -> Self:
        """Return a random state of this question, or of a random one."""
        asked = cls if cls.key else cls.questions[dice.choice(list(cls.questions))]
        return super(Menu, asked).random(dice)

    def asking(self, key: str) -> Self:
        """Return the state that asks another question, which begins with its usual parts."""
        return self if key == self.key else self.questions[key].default()


class SharedMenu(Menu):
    """A menu whose questions have their parts in common, as links hold all of them: another
    question keeps what is set.

    Each question shows the parts that it ``shows``, and those that none of them names.
    """

    #: The fields that this question shows.
    shows: ClassVar[tuple[str, ...]] = ()

    def asking(self, key: str) -> Self:
        """Return the state that asks another question of the same parts."""
        kept = {name: getattr(self, name) for name in parts_of(type(self))}
        return self.questions[key](**{**kept, "question": key})

    def offers(self, declared: Part) -> bool:
        """Return whether this question shows a part."""
        others = {name for each in self.questions.values() for name in each.shows}
        return declared.id not in others - {*self.shows} and super().offers(declared)
