"""Families of puzzles about One-Hour Wargames: on the table (`puzzles_table`), and in the turn."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product

from landships_lab.core.speech import capitalized, decimal, listed, often, plural
from landships_lab.games.one_hour.analysis.quiet_turn import NextPhase, Prospect, best_of
from landships_lab.games.one_hour.panels.duel import NEVER, NOW, OneHourDuel, Quiet, moment_of
from landships_lab.games.one_hour.rules.book import TABLES, a_unit, hits_of
from landships_lab.games.one_hour.rules.fire import Condition as Strength
from landships_lab.games.one_hour.rules.shot import Shot
from landships_lab.games.one_hour.rules.turn import ACTIONS, IN_WORDS, STEPS, may_act
from landships_lab.panel.parts.base import with_fields
from landships_lab.practice.conditions import free_by, free_in, must, unless
from landships_lab.practice.puzzles import Family, family
from landships_lab.practice.task import Task, hands_on
from . import puzzles_table
from .words import RALLY, TURN, enough, often_or_more

# -- stay, close in or wait ------------------------------------------------------------------------

POSTS = ("infantry", "atg", "tank", "mortar")
NEAREST, FARTHEST = 3, 24
#: The ends of the range bands; nothing changes within a band, as a test checks.
ALIKE = (4, 12, 24)
SURVIVES = tuple(Fraction(n, d) for n, d in ((1, 2), (2, 3), (3, 4), (5, 6), (9, 10)))
#: At most 1 in RARE reachable states may solve a puzzle about the turn.
RARE = 25


@family("one_hour:post", "Stay, close in or wait", RALLY, (3, 6, 8, 9, 12, 5), own=(3,))
def post(dice: random.Random) -> Task | None:
    """Draft a post to hold: which Unit, how far away, Dug-in or not, Ready or not."""
    enemy, threats = dice.choice(("tank", "tank", "atg", "infantry")), dice.choice((2, 2, 3))
    own, weakened = dice.randint(6, 13), dice.choice((0, 0, 5))
    first, away = dice.choice(POSTS[:3]), dice.randint(NEAREST, FARTHEST)
    start = OneHourDuel.parse(
        f"one_hour:duel {first} against {enemy} range {away} hits {own} {weakened} asks quiet"
        f" threats {threats}"
    )
    uses = {state: best_use(state) for state in posts(start)}
    least = dice.choice(SURVIVES)
    # The Hits to inflict, in halves, are those of one of the best posts that survive.
    inflicted = sorted({p.inflicted for p in uses.values() if p.stands >= least}, reverse=True)
    wanted = inflicted[dice.randrange(min(4, len(inflicted)))] if inflicted else Fraction(1)
    inflicts = max(Fraction(1, 2), Fraction(int(2 * wanted), 2))
    strong = {state: p for state, p in uses.items() if p.inflicted >= inflicts}
    tempting = [state for state, p in strong.items() if p.stands < least]
    solved = len(strong) - len(tempting)
    if not solved or RARE * solved > len(uses) or not tempting:
        return None
    bold = max(tempting, key=lambda state: uses[state].inflicted)

    def in_the_open(state: OneHourDuel) -> bool:
        kept = {"hill"} if state.first == "tank" else {"dug-in"}
        return state.first_cover <= kept and state.now <= {"ready"}

    each = f", each with {hits_of(weakened)}," if weakened else ""
    return hands_on(
        f"{threats} {TABLES.types[enemy].name} Units{each} are about to fire at your post, held by"
        f" a Unit with {hits_of(own)}. Choose its type and its range, and whether it is dug in (a"
        " Tank: on a hilltop) and Ready.",
        start.text(),
        free_by(
            "Choose the Unit, the range and its boxes.",
            "first range_inches first_cover now",
            posts,
            "first range_inches first_cover lasting",
        ),
        (
            enough(
                f"With the best use of its turn it survives {often_or_more(least)}.",
                lambda state: best_use(state).stands,
                least,
                lambda chance: f"It survives {often(chance)}.",
            ),
            enough(
                f"It inflicts {decimal(inflicts)} Hits or more on average.",
                lambda state: best_use(state).inflicted,
                inflicts,
                lambda mean: f"It inflicts {decimal(mean)} on average.",
            ),
            must(
                "It stands in no town, woods or like place.",
                in_the_open,
                lambda _state: "Untick town, woods, and for all but a Tank the hill.",
            ),
        ),
        "A Concealed Unit that is Ready is seen at 12 inches at most, and close range doubles for"
        " both sides (lines 176, 255, 300).",
        bold.text(),
        f"That post inflicts {decimal(uses[bold].inflicted)} Hits on average, but it survives"
        f" {often(uses[bold].stands)}.",
    )


def posts(start: OneHourDuel) -> Iterator[OneHourDuel]:
    """Yield every post: each type of Unit, at each whole inch, in each state that it can be in."""
    for first, away in product(POSTS, range(NEAREST, FARTHEST + 1)):
        shelter = "hill" if first == "tank" else "dug-in"
        for cover, ready in product((frozenset[str](), frozenset({shelter})), (False, True)):
            if not (ready and first == "mortar"):
                now = frozenset({"ready"} if ready else ())
                yield with_fields(start, first=first, range_inches=away, first_cover=cover, now=now)


def best_use(state: OneHourDuel) -> Prospect:
    """Return the result of the best use of a quiet turn here, from the panel's answer."""
    assert isinstance(state, Quiet)
    far = next((far for far in ALIKE if state.range_inches <= far), state.range_inches)
    like = with_fields(state, range_inches=far)
    return _best_use(like.condition, like.threat, like.threats, like.reply, "ready" in like.now)


@lru_cache(maxsize=2048)
def _best_use(unit: Strength, threat: Shot, threats: int, reply: Shot, ready: bool) -> Prospect:
    return best_of(NextPhase([threat] * threats, reply, ready).prospects(unit))


# -- the moment of the turn ------------------------------------------------------------------------

#: The boxes of a puzzle: those that matter in every step.
_BOXES = tuple(word for word in NOW if word not in ("quiet", "on-road"))
#: What a puzzle may require besides the action, in the enemy's phase and in one's own.
_THEIRS = (
    {"enemy-phase"},
    {"enemy-phase", "mortars-fired"},
    {"enemy-phase", "dug-in"},
    {"enemy-phase", "answered"},
    {"enemy-phase", "dug-in", "mortars-fired"},
)
_OURS = ({"dug-in", "ready"}, {"dug-in", "threatened"}, {"ready", "threatened"}, {"dug-in"})


@family("one_hour:moment", "The moment to act", TURN, (3, 5, 8, 10, 11, 1), own=(3,))
def moment(dice: random.Random) -> Task | None:
    """Draft a moment at which a Unit may do what is asked, with as few boxes ticked as possible."""
    theirs = dice.random() < 2 / 3
    unit, action = dice.choice(list(TABLES.types)), "fire" if theirs else dice.choice(ACTIONS)
    given = dice.choice(_THEIRS if theirs else _OURS)
    if given & NEVER.get(unit, set()):
        return None
    words = [word for word in _BOXES if word not in NEVER.get(unit, set())]
    ticks = [
        frozenset(some) for size in range(len(words) + 1) for some in combinations(words, size)
    ]
    right = [
        boxes
        for step, boxes in product(STEPS, ticks)
        if given <= boxes and may_act(unit, action, moment_of(step, boxes)).value
    ]
    if not right:
        return None
    fewest = min(map(len, right))
    asked = OneHourDuel.parse(f"one_hour:duel {unit} against tank asks act")
    ticked = frozenset(dice.sample(words, 3))
    start = with_fields(asked, action=action, step=dice.choice(STEPS), now=ticked)

    def forbidden(state: OneHourDuel) -> str:
        answer = may_act(state.first, state.action, moment_of(state.step, state.now))
        return next((step.text for step in answer.steps if step.op == "forbids"), "")

    def named(boxes: set[str]) -> str:
        return listed([f"“{NOW[word]}”" for word in sorted(boxes)], none="")

    def boxes_in_words(number: int) -> str:
        return capitalized(plural(number, "box", "boxes"))

    return hands_on(
        f"{capitalized(a_unit(unit))} is to {IN_WORDS[action]}. Choose the step, and tick what must"
        f" be true: {named(given)} for a start, and no box too many.",
        start.text(),
        free_in("Press a step, and tick or untick the boxes.", step=STEPS, now=ticks),
        (
            unless(f"It may {IN_WORDS[action]}.", forbidden),
            must(
                f"{capitalized(named(given))} ticked.",
                lambda state: given <= state.now,
                lambda state: f"Tick {named(given - state.now)}.",
            ),
            must(
                f"{boxes_in_words(fewest)} at most.",
                lambda state: len(state.now) <= fewest,
                lambda state: f"{boxes_in_words(len(state.now) - fewest)} too many.",
            ),
        ),
        "A phase has three steps, and in the enemy's phase only a Ready Unit fires, once an enemy"
        " has acted (lines 180-194, 298-301).",
    )


FAMILIES: tuple[Family, ...] = (
    puzzles_table.spot_that_sees,
    puzzles_table.who_at_whom,
    post,
    puzzles_table.way_off,
    moment,
)
