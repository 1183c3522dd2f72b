"""How well the questions of a kind are answered by somebody who does not read them.

Four rules need no reading: the commonest reply, the commonest place in the list, the first reply
and the longest. The best of them is chosen on one half of the seeds and scored on the other, so
that luck is not taken for skill.

``python -m tests.blind landser`` prints it, the worst kind first.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from landships_lab.core.speech import percent
from landships_lab.practice.generator import kinds_of, make_up
from landships_lab.practice.kind import LEVELS, Kind
from landships_lab.practice.marking import Key
from landships_lab.practice.task import Task

#: The number of seeds tried: half to choose the rule, half to score it.
SEEDS = 300

Guess = Callable[[Task], str]


@dataclass(frozen=True, slots=True)
class BlindScore:
    """How a kind is answered at a level without reading: by which rule, in which share of the
    questions, against which chance (that of any reply; none where a number is typed).

    ``positions`` is how many different questions the seeds made.
    """

    kind: str
    level: int
    rule: str
    right: Fraction
    chance: Fraction
    positions: int

    @property
    def above_chance(self) -> Fraction:
        """By how much the rule does better than chance."""
        return self.right - self.chance


def blind_score(kind: Kind, level: int, seeds: int = SEEDS) -> BlindScore:
    """Return how well this kind is answered blindly at this level, over this many seeds."""
    return score_of([make_up(kind.id, seed, level) for seed in range(seeds)])


def score_of(made: Sequence[Task]) -> BlindScore:
    """Return how well these questions of one kind, two or more, are answered blindly."""
    learnt, held_out = made[::2], made[1::2]
    rules = _rules(learnt)
    rule = max(rules, key=lambda name: _share(learnt, rules[name]))
    chances = [_chance(q.key) for q in held_out]
    return BlindScore(
        made[0].kind,
        made[0].level,
        rule,
        _share(held_out, rules[rule]),
        sum(chances, Fraction(0)) / len(chances),
        len({(q.text, q.start) for q in made}),
    )


def blind_scores(rule_set: str, seeds: int = SEEDS) -> Iterator[BlindScore]:
    """Yield the score of each kind of a rule set, or of all for "mixed", at each of its levels."""
    for kind in kinds_of(rule_set):
        for level in LEVELS:
            if level >= kind.level:
                yield blind_score(kind, level, seeds)


def in_a_drill(scores: Iterable[BlindScore]) -> Fraction:
    """Return the share that who does not read gets right in a drill, in which the rule sets come in
    turn and each of their kinds as often as any other.
    """
    by_rule_set: dict[str, list[Fraction]] = {}
    for score in scores:
        by_rule_set.setdefault(score.kind.partition(":")[0], []).append(score.right)
    means = [sum(right, Fraction(0)) / len(right) for right in by_rule_set.values()]
    return sum(means, Fraction(0)) / max(1, len(means))


def _rules(learnt: Sequence[Task]) -> dict[str, Guess]:
    """Return the rules that need no reading, as these questions teach them."""
    word = _commonest(q.right for q in learnt)
    place = _commonest(str(q.choices.index(q.right)) for q in learnt if q.choices)
    rules: dict[str, Guess] = {"commonest reply": lambda _: word}
    if place:
        rules |= {
            "commonest place": lambda q: _at(q, int(place)),
            "first": lambda q: _at(q, 0),
            "longest": lambda q: max(q.choices, key=len, default=""),
        }
    return rules


def _chance(key: Key) -> Fraction:
    """Return how often any reply is right: none of a list where a number is typed."""
    offered = key.choices or key.among
    return Fraction(1 + len(key.also), len(offered)) if offered else Fraction(0)


def _at(question: Task, place: int) -> str:
    choices = question.choices
    return choices[min(place, len(choices) - 1)] if choices else ""


def _commonest(words: Iterable[str]) -> str:
    counted = Counter(words).most_common(1)
    return counted[0][0] if counted else ""


def _share(asked: Sequence[Task], guess: Guess) -> Fraction:
    return Fraction(sum(q.key.is_right(guess(q)) for q in asked), len(asked))


def told(rule_set: str, seeds: int = SEEDS) -> Iterator[str]:
    """Yield how well each kind of question is answered without reading it, the worst first."""
    scores = sorted(blind_scores(rule_set, seeds), key=lambda s: -s.above_chance)
    for score in scores:
        yield (
            f"{score.kind}, level {score.level}: {percent(score.right)} by the {score.rule},"
            f" chance {percent(score.chance)}, {score.positions} questions\n"
        )
    yield f"In a drill: {percent(in_a_drill(scores))}\n"


if __name__ == "__main__":
    sys.stdout.writelines(told(sys.argv[1]))
