"""Families of puzzles about One-Hour Wargames: on the table (`puzzle_table`, `puzzle_shots`), and
in the turn.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product

from landships_lab.core.speech import capitalized, decimal, listed, often, plural
from landships_lab.games.one_hour.analysis.quiet_turn import NextPhase, Prospect, best_of
from landships_lab.games.one_hour.panels.duel import NEVER, NOW, OneHourDuel, Quiet
from landships_lab.games.one_hour.rules.book import TABLES, a_unit, hits_of
from landships_lab.games.one_hour.rules.fire import Condition as Strength
from landships_lab.games.one_hour.rules.shot import Shot
from landships_lab.games.one_hour.rules.turn import ACTIONS, IN_WORDS, STEPS, Moment, may_act
from landships_lab.panel import CATALOG
from landships_lab.panel.parts.base import with_fields
from landships_lab.practice.conditions import Condition, Free, Held
from landships_lab.practice.puzzles import Family
from landships_lab.practice.task import Task, hands_on
from . import puzzle_shots, puzzle_table
from .words import often_or_more

# -- stay, close in or wait
# -------------------------------------------------------------------------------------------------

POSTS = ("infantry", "atg", "tank", "mortar")
NEAREST, FARTHEST = 3, 24
#: Up to each of these ranges, beyond the one before, nothing changes: a test holds the rules to it.
ALIKE = (4, 12, 24)
SURVIVES = tuple(Fraction(n, d) for n, d in ((1, 2), (2, 3), (3, 4), (5, 6), (9, 10)))
#: At most one in so many of the states in reach may solve a puzzle of the turn.
RARE = 25


def _post(dice: random.Random) -> Task | None:
    """Draft a post to hold: who, how far off, dug in or not, Ready or not."""
    enemy, threats = dice.choice(("tank", "tank", "atg", "infantry")), dice.choice((2, 2, 3))
    own, weakened = dice.randint(6, 13), dice.choice((0, 0, 5))
    first, away = dice.choice(POSTS[:3]), dice.randint(NEAREST, FARTHEST)
    start = f"one_hour:duel {first} against {enemy} range {away} hits {own} {weakened} asks quiet"
    start += f" threats {threats}"
    opened = CATALOG["one_hour:duel"].parse(start)
    assert isinstance(opened, OneHourDuel)
    found = {state: best_use(state) for state in posts(opened)}
    least, inflicts = _demand(dice, list(found.values()))
    solved = [s for s, p in found.items() if p.stands >= least and p.inflicted >= inflicts]
    if not solved or RARE * len(solved) > len(found):
        return None
    bold = max(
        (s for s in found if found[s].stands < least and found[s].inflicted >= inflicts),
        key=lambda s: found[s].inflicted,
        default=None,
    )
    if bold is None:
        return None
    each = f", each with {hits_of(weakened)}," if weakened else ""
    return hands_on(
        f"{threats} {TABLES.types[enemy].name} Units{each} are about to fire at your post, held by"
        f" a Unit with {hits_of(own)}. Choose its type and its range, and whether it is dug in (a"
        " Tank: on a hilltop) and Ready.",
        opened.text(),
        Free(
            "Choose the Unit, the range and its boxes.",
            ("first", "range_inches", "first_cover", "now"),
            ("first", "range_inches", "first_cover", "lasting"),
            posts,
        ),
        (
            Condition(
                f"With the best use of its turn it survives {often_or_more(least)}.",
                lambda state: _survives(state, least),
            ),
            Condition(
                f"It inflicts {decimal(inflicts)} Hits or more on average.",
                lambda state: _inflicts(state, inflicts),
            ),
            Condition("It stands in no town, woods or like place.", _in_the_open),
        ),
        "A Concealed Unit that is Ready is seen at 12 inches at most, and close range doubles for"
        " both sides (lines 176, 255, 300).",
        bold.text(),
        f"That post inflicts {decimal(found[bold].inflicted)} Hits on average, but it survives"
        f" {often(found[bold].stands)}.",
    )


def posts(start: OneHourDuel) -> Iterator[OneHourDuel]:
    """Yield every post: each type of Unit, at each whole inch, in each state that it can be in."""
    for first, away in product(POSTS, range(NEAREST, FARTHEST + 1)):
        shelter = "hill" if first == "tank" else "dug-in"
        for cover, ready in product((frozenset[str](), frozenset({shelter})), (False, True)):
            if not (ready and first == "mortar"):
                now = frozenset({"ready"} if ready else ())
                yield with_fields(start, first=first, range_inches=away, first_cover=cover, now=now)


def _demand(dice: random.Random, uses: list[Prospect]) -> tuple[Fraction, Fraction]:
    """Return how often the post must survive, and the Hits it must inflict: as many, in halves, as
    one of the best of those that survive so often.
    """
    least = dice.choice(SURVIVES)
    inflicted = sorted({p.inflicted for p in uses if p.stands >= least}, reverse=True)
    wanted = inflicted[dice.randrange(min(4, len(inflicted)))] if inflicted else Fraction(1)
    return least, max(Fraction(1, 2), Fraction(int(2 * wanted), 2))


def best_use(state: OneHourDuel) -> Prospect:
    """Return what the best use of a quiet turn leads to here, as the panel's answer has it."""
    assert isinstance(state, Quiet)
    far = next((far for far in ALIKE if state.range_inches <= far), state.range_inches)
    like = with_fields(state, range_inches=far)
    return _best_use(like.condition, like.threat, like.threats, like.reply, "ready" in like.now)


@lru_cache(maxsize=2048)
def _best_use(unit: Strength, threat: Shot, threats: int, reply: Shot, ready: bool) -> Prospect:
    return best_of(NextPhase([threat] * threats, reply, ready).prospects(unit))


def _survives(state: OneHourDuel, least: Fraction) -> Held:
    found = best_use(state).stands
    return Held(found >= least, f"It survives {often(found)}.")


def _inflicts(state: OneHourDuel, least: Fraction) -> Held:
    found = best_use(state).inflicted
    return Held(found >= least, f"It inflicts {decimal(found)} on average.")


def _in_the_open(state: OneHourDuel) -> Held:
    kept = frozenset({"hill"} if state.first == "tank" else {"dug-in"})
    held = state.first_cover <= kept and state.now <= {"ready"}
    return Held(held, "Untick town, woods, and for all but a Tank the hill.")


# -- the moment of the turn
# -------------------------------------------------------------------------------------------------

#: The boxes of a puzzle: those that matter whatever the step.
_BOXES = tuple(word for word in NOW if word not in ("quiet", "on-road"))
#: What a puzzle may ask for beside the action: in the enemy's phase, and in one's own.
_THEIRS = (
    {"enemy-phase"},
    {"enemy-phase", "mortars-fired"},
    {"enemy-phase", "dug-in"},
    {"enemy-phase", "answered"},
    {"enemy-phase", "dug-in", "mortars-fired"},
)
_OURS = ({"dug-in", "ready"}, {"dug-in", "threatened"}, {"ready", "threatened"}, {"dug-in"})


def _moment(dice: random.Random) -> Task | None:
    """Draft a moment at which a Unit may do what is asked, with as few boxes ticked as can be."""
    theirs = dice.random() < 2 / 3
    unit, action = dice.choice(list(TABLES.types)), "fire" if theirs else dice.choice(ACTIONS)
    given = dice.choice(_THEIRS if theirs else _OURS)
    if given & NEVER.get(unit, set()):
        return None
    right = [at for at in _moments(unit, given) if may_act(unit, action, _at(*at)).value]
    if not right:
        return None
    fewest = min(len(boxes) for _, boxes in right)
    ready = CATALOG["one_hour:duel"].parse(f"one_hour:duel {unit} against tank asks act")
    assert isinstance(ready, OneHourDuel)
    ticked = frozenset(dice.sample([w for w in _BOXES if w not in NEVER.get(unit, set())], 3))
    start = with_fields(ready, action=action, step=dice.choice(STEPS), now=ticked).text()
    named = listed([f"“{NOW[word]}”" for word in sorted(given)])
    return hands_on(
        f"{capitalized(a_unit(unit))} is to {IN_WORDS[action]}. Choose the step, and tick what must"
        f" be true: {named} for a start, and no box too many.",
        start,
        Free(
            "Press a step, and tick or untick the boxes.",
            ("step", "now"),
            ("step", "now"),
            every_moment,
        ),
        (
            Condition(f"It may {IN_WORDS[action]}.", _may),
            Condition(f"{capitalized(named)} ticked.", lambda state: _ticked(state, given)),
            Condition(
                f"{capitalized(plural(fewest, 'box', 'boxes'))} at most.",
                lambda state: _few(state, fewest),
            ),
        ),
        "A phase has three steps, and in the enemy's phase only a Ready Unit fires, once an enemy"
        " has acted (lines 180-194, 298-301).",
    )


def _at(step: str, boxes: frozenset[str]) -> Moment:
    """Return the moment of a step at which these boxes are ticked."""
    words = {word.replace("-", "_"): True for word in boxes if word != "enemy-phase"}
    return Moment(step, "enemy-phase" not in boxes, **words)


def _moments(unit: str, given: set[str]) -> Iterator[tuple[str, frozenset[str]]]:
    words = [word for word in _BOXES if word not in NEVER.get(unit, set())]
    for step, size in product(STEPS, range(len(words) + 1)):
        for boxes in map(frozenset, combinations(words, size)):
            if given <= boxes:
                yield step, boxes


def every_moment(start: OneHourDuel) -> Iterator[OneHourDuel]:
    """Yield the state of every step with every set of boxes."""
    for step, boxes in _moments(start.first, set()):
        yield with_fields(start, step=step, now=boxes)


def _may(state: OneHourDuel) -> Held:
    answer = may_act(state.first, state.action, _at(state.step, state.now))
    why = next((step.text for step in answer.steps if step.op == "forbids"), "")
    return Held(answer.value, why)


def _ticked(state: OneHourDuel, given: set[str]) -> Held:
    missing = [f"“{NOW[word]}”" for word in sorted(given - state.now)]
    return Held(not missing, f"Tick {listed(missing, none='')}.")


def _few(state: OneHourDuel, fewest: int) -> Held:
    over = len(state.now) - fewest
    return Held(over <= 0, f"{capitalized(plural(over, 'box', 'boxes'))} too many.")


def _family(
    name: str, title: str, lesson: str, draft: Callable[[random.Random], Task | None], *seeds: int
) -> Family:
    return Family(f"one_hour:{name}", title, lesson, draft, seeds)


FAMILIES: tuple[Family, ...] = (
    _family(
        "sees-unseen",
        "The spot that sees one and is not seen by the other",
        "31_sight_among_woods_and_towns",
        puzzle_table.spot_that_sees,
        1,
        2,
        3,
        4,
        5,
        6,
    ),
    _family(
        "who-at-whom",
        "Three firers, two weakened targets: who shoots at whom",
        "30_fire_and_cover",
        puzzle_shots.who_at_whom,
        2,
        4,
        5,
        7,
        10,
        12,
    ),
    _family("post", "Stay, close in or wait", "32_rally_or_shoot", _post, 3, 6, 8, 9, 12, 5),
    _family(
        "way-off",
        "A way off the table",
        "33_will_they_get_off_the_table",
        puzzle_table.way_off,
        3,
        4,
        7,
        9,
        10,
        12,
    ),
    _family("moment", "The moment to act", "34_a_turn_of_one_hour", _moment, 3, 5, 8, 10, 11, 1),
)
