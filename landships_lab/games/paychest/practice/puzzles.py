"""The puzzles of Paychest: whom to hire and send, how many to hide, which force to muster."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import product

from landships_lab.core.answer import Answer, Gap
from landships_lab.core.dice import D6
from landships_lab.core.speech import listed, often, plural
from landships_lab.games.paychest.data.tables import Effect
from landships_lab.games.paychest.panels.fire import PaychestFire
from landships_lab.games.paychest.panels.forces import PARTS, Forces
from landships_lab.games.paychest.panels.melee import PaychestMelee
from landships_lab.games.paychest.panels.turn import MayAct
from landships_lab.games.paychest.rules import fire, turn
from landships_lab.games.paychest.rules.book import READINGS
from landships_lab.games.paychest.rules.fire import shots_a_turn, volley_odds
from landships_lab.games.paychest.rules.forces import FORMATIONS, MOST_PARTS, muster, muster_roll
from landships_lab.games.paychest.rules.melee import Side, contact
from landships_lab.games.paychest.rules.morale import KINDS, second_roll
from landships_lab.games.paychest.rules.shot import HitRoll, modified_skill
from landships_lab.panel.parts.base import with_fields
from landships_lab.practice.conditions import Condition, Held, free_by, free_in, must
from landships_lab.practice.puzzles import family
from landships_lab.practice.task import Task, hands_on
from .words import OFTEN, as_read

# -- fire: the cheapest volley ---------------------------------------------------------------------

_MOVES = {move: f"{move}s and fires" for move in ("stand", "advance", "charge")}


@lru_cache(maxsize=4096)
def volley_chance(skill: int, moved: str, shots: int, hits: int) -> Fraction:
    """Return how often a number of rifle shots make ``hits`` or more."""
    aimed = modified_skill(HitRoll(skill, moved=moved)).detail
    return volley_odds([(shots, aimed.chance)]).at_least(hits)


@family(
    "paychest:volley", "The cheapest volley", "51_skill_and_fire", (9, 7, 13, 18, 11, 10), own=(9,)
)
def volley(dice: random.Random) -> Task | None:
    """Draft a number of hits to make, and the price of the cheapest party that makes them."""
    moved, troops = dice.choice(list(_MOVES)), dice.choice(("legionnaires", "arabs"))
    hits, enough = dice.randint(2, 7), dice.choice(list(OFTEN))
    best, most = dice.choice((4, 5, 6)), dice.choice((8, 10, 12, 15))
    each = shots_a_turn(troops).value

    def chance(party: PaychestFire) -> Fraction:
        return volley_chance(party.skill, moved, party.men * each, hits)

    def price(party: PaychestFire) -> int:
        return party.men * party.skill

    def men_of(party: PaychestFire) -> str:
        return f"{plural(party.men, 'man', 'men')} of skill {party.skill}"

    def made(party: PaychestFire) -> str:
        if not chance(party):
            return "They cannot make that many hits."
        return f"They make {plural(hits, 'hit')} or more {often(chance(party))}."

    start = PaychestFire.parse(
        f"paychest:fire skill 3 moved {moved} troops {troops} men 2 figures 10"
    )
    free = free_in("Set the skill and the men.", skill=range(1, best + 1), men=range(1, most + 1))
    parties = list(free.reach(start))
    if not (good := [party for party in parties if chance(party) >= enough]):
        return None
    least = min(map(price, good))
    dear = [p for p in parties if p not in good and least - 2 <= price(p) <= least]
    if not dear:
        return None
    tempting = max(dear, key=lambda party: (party.men, party.skill))
    who = "legionnaires (two shots each)" if each == 2 else "Arabs (one shot each)"
    only = f"only {often(chance(tempting))}" if chance(tempting) else "never"
    return hands_on(
        f"A man of firearms skill 3 costs 3 points, and so on from 1 to {best}. Hire the cheapest"
        f" party of {who}, at most {most} men of one skill, that {_MOVES[moved]}, and makes"
        f" {plural(hits, 'hit')} or more {OFTEN[enough]}.",
        start.text(),
        free,
        (
            must(
                f"They make {plural(hits, 'hit')} or more {OFTEN[enough]}.",
                lambda party: chance(party) >= enough,
                made,
            ),
            must(
                f"They cost no more than {plural(least, 'point')}.",
                lambda party: price(party) <= least,
                lambda party: f"They cost {plural(price(party), 'point')}.",
            ),
            must(
                f"At most {most} men, of a skill from 1 to {best}.",
                lambda party: 1 <= party.skill <= best and party.men <= most,
                lambda party: f"Here: {men_of(party)}.",
            ),
        ),
        "A die of the skill or less hits; an advance takes 2 from the skill and a charge 3, and"
        " with zero or less left a ONE must show first (lines 6-7).",
        tempting.text(),
        f"{men_of(tempting)} make the hits {only}.",
    )


# -- fire: how many behind the wall ----------------------------------------------------------------

_SIXTHS = {
    0: "never",
    1: "at most one time in six",
    2: "at most one time in three",
    3: "at most half of the time",
    4: "at most two times in three",
}
#: Stop after this many ways to hide a unit.
FEW_WAYS = 2


@lru_cache(maxsize=4096)
def gun_chance(skill: int, figures: int, hidden: int) -> Fraction:
    """Return how often a machine gun hits a group with some hidden figures."""
    value = fire.gun_fire(HitRoll(skill, "machine-gun", target_figures=figures), hidden).value
    assert isinstance(value, Fraction)
    return value


@family(
    "paychest:wall",
    "How many behind the wall?",
    "53_morale_under_fire",
    (1, 3, 5, 9, 18, 25),
    own=(1,),
)
def wall(dice: random.Random) -> Task | None:
    """Draft a unit before a machine gun, of which exactly a certain number must hide."""
    unit, skill = dice.randint(8, 20), dice.randint(1, 3)
    hidden = dice.randint(2, unit - 2)

    def hits(state: PaychestFire) -> Fraction:
        return gun_chance(skill, state.figures, state.hidden)

    def called(state: PaychestFire) -> Fraction:
        return fire.cover_test_chance(state.hidden)

    start = PaychestFire.parse(f"paychest:fire weapon machine-gun skill {skill} figures {unit}")
    model = replace(start, figures=unit - hidden, hidden=hidden)
    hit, rolls = int(6 * hits(model)), int(6 * called(model))
    if hit not in _SIXTHS or rolls not in _SIXTHS:
        return None
    roll = "call for a second morale roll"
    calls = f"{roll} {_SIXTHS[rolls]}" if rolls else f"never {roll}"
    conditions = (
        must(
            f"Those in sight and those hidden make {unit}.",
            lambda state: state.figures + state.hidden == unit,
            lambda state: (
                f"{plural(state.figures + state.hidden, 'figure')} in sight and hidden together."
            ),
        ),
        must(
            f"The gun hits {_SIXTHS[hit]}.",
            lambda state: 6 * hits(state) <= hit,
            lambda state: f"It hits {often(hits(state))}.",
        ),
        must(
            f"Those in cover {calls}.",
            lambda state: 6 * called(state) <= rolls,
            lambda state: f"It is called for {often(called(state))}.",
        ),
    )
    says = "Set Figures (those in sight) and Hidden."
    free = free_in(says, figures=range(1, unit + 1), hidden=range(unit + 1))
    ways = [s for s in free.reach(start) if all(one.judge(s).true for one in conditions)]
    most = max(way.hidden for way in ways)
    if len(ways) > FEW_WAYS or most >= unit - 2:
        return None
    behind = min(unit - 1, max(most + 2, 9))
    low = replace(start, figures=unit - behind, hidden=behind)
    return hands_on(
        f"A machine gun of skill {skill} fires at a unit of {unit}; every three figures in sight"
        f" add 1 to that skill. Hide some, so that it hits {_SIXTHS[hit]} and those in cover"
        f" {calls}.",
        start.text(),
        free,
        conditions,
        "Every full three in sight make the gun better (line 11); hidden figures and a die that"
        " come to 12 call for the second morale roll (line 12).",
        low.text(),
        f"The gun hits {often(hits(low))}, but {behind} in cover call for the roll"
        f" {often(called(low))}.",
    )


# -- melee: the spare man --------------------------------------------------------------------------

#: The skills of men in puzzles.
SKILLS = range(1, 7)
#: The least difference between the best choice and the next.
APART = Fraction(2, 100)
SILENT = Held(False, "That can be judged once the first condition holds.")


@lru_cache(maxsize=4096)
def hurts(a: Side, b: Side) -> Fraction:
    """Return how often side A hurts side B."""
    return contact(a, b).value


def of_a_hundred(chance: Fraction) -> str:
    """Return a difference of two chances in percentage points.

    >>> of_a_hundred(Fraction(1, 8))
    '12.5 points'
    """
    tenths = round(1000 * chance)
    number = f"{tenths // 10}.{tenths % 10}" if tenths % 10 else f"{tenths // 10}"
    return f"{number} {'point' if number == '1' else 'points'}"


def _others(state: PaychestMelee) -> int:
    """Return the skill of the second man of side A and of those after him."""
    return state.skill_a if state.others_a is None else state.others_a


@family("paychest:spare-man", "The spare man", "52_melee", (9, 4, 15, 19, 20, 1), own=(9,))
def spare_man(dice: random.Random) -> Task | None:  # noqa: C901 - five small functions
    """Draft three fights, of which one gains most from the spare man."""
    pairs = tuple((dice.choice(SKILLS), dice.choice(SKILLS)) for _ in range(3))
    spare = dice.choice(SKILLS)
    mine = sorted({spare, *(a for a, _ in pairs)})
    theirs = sorted({b for _, b in pairs})
    if len(mine) < 4 or len(theirs) < 3:
        return None

    def wins(pair: tuple[int, int]) -> Fraction:
        return hurts(Side(pair[0]), Side(pair[1]))

    def gain(pair: tuple[int, int]) -> Fraction:
        return hurts(Side(pair[0], 2, others=spare), Side(pair[1])) - wins(pair)

    def fight(pair: tuple[int, int], second: str = "") -> str:
        words = f"paychest:melee skill_a {pair[0]} skill_b {pair[1]}{second}"
        return PaychestMelee.parse(words).text()

    def is_one(state: PaychestMelee) -> Held:
        if (state.skill_a, state.skill_b) not in pairs:
            fights = f"skill {state.skill_a} against skill {state.skill_b}"
            return Held(False, f"None of the three fights is {fights}.")
        joined = state.men_a == 2 and _others(state) == spare
        return Held(joined, "" if joined else f"Give side A a second man of skill {spare}.")

    def is_best(state: PaychestMelee) -> Held:
        if not is_one(state).true:
            return SILENT
        adds = gain((state.skill_a, state.skill_b))
        most = adds == max(map(gain, pairs))
        where = "nowhere" if most else "elsewhere"
        return Held(most, f"Here he adds {of_a_hundred(adds)}; {where} more.")

    def reach(start: PaychestMelee) -> Iterator[PaychestMelee]:
        for a, b in product(mine, theirs):
            alone = replace(start, skill_a=a, skill_b=b, men_a=1, others_a=None)
            yield from (alone, replace(alone, men_a=2))
            if a != spare:
                yield replace(alone, men_a=2, others_a=spare)

    *_, second, best = sorted(pairs, key=gain)
    if gain(best) - gain(second) < APART:
        return None
    tempting, why = min(pairs, key=wins), "Your man needs help most here"
    if tempting == best:
        tempting, why = max(pairs, key=wins), "Here you win most"
    fights = listed(f"skill {a} against skill {b}" for a, b in pairs)
    return hands_on(
        f"Your men (A) are in three fights: {fights}. A spare man of skill {spare} may join one."
        " Set the fight in which he adds most to the chance that B is hurt, with him in it.",
        fight(pairs[0]),
        free_by(
            "Set the skills and A: men; that of the second man is under More settings.",
            "skill_a men_a others_a skill_b",
            reach,
        ),
        (
            Condition("It is one of the three fights, with the spare man in it.", is_one),
            Condition("Nowhere does he add more to the chance that B is hurt.", is_best),
        ),
        "Each man rolls a die, and each point below his skill is one more hit; then the hits of"
        " both sides cancel one for one (line 7). What he adds must be more than what cancels.",
        fight(tempting, f" men_a 2 others_a {spare}"),
        f"{why}, but he adds only {of_a_hundred(gain(tempting))}.",
    )


# -- melee: the cheapest party ---------------------------------------------------------------------

#: The most often that a hired party may be hurt, and the words for it.
SELDOM = {
    Fraction(1, 3): "at most one time in three",
    Fraction(1, 4): "at most one time in four",
    Fraction(1, 6): "at most one time in six",
}
#: How often a puzzle that one good man solves is left out.
LONE = 0.7


@family("paychest:party", "The cheapest party", "52_melee", (30, 6, 16, 9, 10, 23))
def party(dice: random.Random) -> Task | None:  # noqa: C901 - five small functions
    """Draft an enemy, and the price of the cheapest party that hurts him often enough."""
    enemy = Side(dice.randint(2, 6), dice.choice((1, 1, 2)))
    enough, seldom = dice.choice(list(OFTEN)), dice.choice((Fraction(1), *SELDOM))
    most = dice.choice((2, 3)) if enemy.men == 1 else 3

    def wins(state: PaychestMelee) -> Fraction:
        return hurts(*state.sides)

    def suffers(state: PaychestMelee) -> Fraction:
        return hurts(*state.sides[::-1])

    def price(state: PaychestMelee) -> int:
        return state.skill_a + (state.men_a - 1) * _others(state)

    def fits(state: PaychestMelee) -> Held:
        if not {state.skill_a, _others(state)} <= {*SKILLS}:
            return Held(False, "Nobody of such a skill can be hired.")
        return Held(state.men_a <= most, f"They are {state.men_a}.")

    def reach(start: PaychestMelee) -> Iterator[PaychestMelee]:
        for skill, men in product(SKILLS, range(1, most + 1)):
            alike = replace(start, skill_a=skill, men_a=men, others_a=None)
            yield alike
            others = (other for other in SKILLS if men > 1 and other != skill)
            yield from (replace(alike, others_a=other) for other in others)

    own = dice.randint(1, 3)
    start = PaychestMelee.parse(
        f"paychest:melee skill_a {own} skill_b {enemy.skill} men_b {enemy.men}"
    )
    parties = list(reach(start))
    good = [one for one in parties if wins(one) >= enough and suffers(one) <= seldom]
    if not good:
        return None
    least = min(map(price, good))
    near = [one for one in parties if price(one) == least and one not in good]
    alone = all(one.men_a == 1 for one in good if price(one) == least)
    if not near or (alone and dice.random() < LONE):
        return None
    tempting = max(near, key=wins)
    fault = f"B hurts A {often(suffers(tempting))}"
    if wins(tempting) < enough:
        fault = f"A hurts B only {often(wins(tempting))}"
    them = "one man" if enemy.men == 1 else "two men"
    risk = f" and is hurt {SELDOM[seldom]}" if seldom < 1 else ""
    together = " All men of a side fight together." if most + enemy.men > 3 else ""
    safe = must(
        f"B hurts A {SELDOM.get(seldom, '')}.",
        lambda state: suffers(state) <= seldom,
        lambda state: f"B hurts them {often(suffers(state))}.",
    )
    return hands_on(
        "A man of melee skill 4 costs 4 points, and so on from 1 to 6. Hire the cheapest side A of"
        f" at most {most} men that hurts {them} of skill {enemy.skill}"
        f" {OFTEN[enough]}{risk}.{together}",
        start.text(),
        free_by(
            "Set A: skill and A: men; that of the others is under More settings.",
            "skill_a men_a others_a",
            reach,
        ),
        (
            must(
                f"A hurts B {OFTEN[enough]}.",
                lambda state: wins(state) >= enough,
                lambda state: f"They hurt B {often(wins(state))}.",
            ),
            *((safe,) if seldom < 1 else ()),
            must(
                f"A costs no more than {plural(least, 'point')}.",
                lambda state: price(state) <= least,
                lambda state: f"They cost {plural(price(state), 'point')}.",
            ),
            Condition(f"A has at most {most} men, of skills from 1 to 6.", fits),
        ),
        "A point of skill and a second die both make hits, but not as many: count the hits of each"
        " die, one for each point from the skill down (line 7).",
        tempting.text(),
        f"It costs as much, but {fault}.",
    )


# -- a turn: the unit to be found ------------------------------------------------------------------

#: What a unit may do, in words.
_MAY = {"move": "move freely", "fire": "fire", "melee": "fight"}
#: At most 1 in _RARE states may solve it.
_RARE = 20


@lru_cache(maxsize=2048)
def _verdict(act: str, unit: turn.Unit) -> Answer[bool | Gap]:
    """Return whether it may, under the default readings, which a puzzle keeps."""
    return turn.may_act(act, unit)


def _may(act: str, wanted: bool) -> Callable[[MayAct], Held]:
    def judge(state: MayAct) -> Held:
        answer = _verdict(act, state.unit)
        return Held(answer.value is wanted, answer.headline)

    return judge


def _made(does: str) -> Callable[[MayAct], Held]:
    def judge(state: MayAct) -> Held:
        if state.result not in map(str, D6.outcomes):
            return Held(False, "It has made no second roll.")
        answer = second_roll(state.kind, int(state.result))
        effect = answer.value
        return Held(isinstance(effect, Effect) and effect.does == does, answer.headline)

    return judge


@family(
    "paychest:orders",
    "The unit to be found",
    "50_a_turn_of_paychest",
    (9, 17, 5, 13, 22, 8),
    own=(5,),
)
def orders(dice: random.Random) -> Task | None:
    """Draft a unit to find from what it may do now and the result of its second roll."""
    troops = dice.choice(("legionnaires", "arabs"))
    who, kind = ("legionnaires", "regular") if troops == "legionnaires" else ("Arabs", "irregular")

    def reach(start: MayAct) -> Iterator[MayAct]:
        """Yield everything that such a unit can have done and rolled."""
        done = [key for key in turn.DONE if key != "again" or troops == "legionnaires"]
        for did, met, result in product(done, (False, True), ("", *map(str, D6.outcomes))):
            state = replace(start, done=did, met=met, result=result, rallied=False)
            yield state
            if (kind, result) == ("irregular", "2"):
                yield replace(state, rallied=True)

    fresh = MayAct.parse(f"paychest:turn about unit wants melee troops {troops} kind {kind}")
    assert isinstance(fresh, MayAct)
    states = list(reach(fresh))
    model = dice.choice([state for state in states if state.result not in ("", "1")])
    effect = second_roll(model.kind, int(model.result)).value
    if not isinstance(effect, Effect):
        return None
    may = {act: _verdict(act, model.unit).value is True for act in _MAY}
    wishes = {act: f"may {'' if may[act] else 'not '}{_MAY[act]}" for act in may}
    conditions = (
        *(Condition(f"It {wishes[act]} now.", _may(act, may[act])) for act in may),
        Condition(f"Its second roll made it {effect.does}.", _made(effect.does)),
    )
    start = dice.choice(states)
    held = [(state, sum(one.judge(state).true for one in conditions)) for state in states]
    good = [state for state, met in held if met == len(conditions)]
    near = [state for state, met in held if state.result and met == len(conditions) - 1]
    if not any(may.values()) or len(good) * _RARE > len(states) or not near:
        return None
    tempting = dice.choice(near)
    missing = next(one.judge(tempting) for one in conditions if not one.judge(tempting).true)
    read = as_read(turn.RETREAT, READINGS[turn.RETREAT].default)
    return hands_on(
        f"The card of a unit of {who} ({KINDS[kind]}) is drawn. Its last roll on the second"
        f" morale table made it {effect.does}, and now it {listed(wishes.values())}. Set what it"
        f" has done and rolled.{'' if effect.does == 'hold' else f' {read}'}",
        start.text(),
        free_by(
            "Set what it has done, the enemy's touch and the morale result.",
            "done met result rallied",
            reach,
            controls="done met result rally",
        ),
        conditions,
        "A unit moves, then fires, then fights, each step once (line 3); what a second roll leaves"
        " for its next move is that move (lines 8-9).",
        tempting.text(),
        f"All but one thing is so: {missing.missing[0].lower()}{missing.missing[1:]}",
    )


# -- forces of an exact number --------------------------------------------------------------------

#: The most figures that a tempting force has too many or too few.
NEAR = 6


def _musters(start: Forces) -> Iterator[Forces]:
    """Yield every formation, with every number of parts that the panel offers."""
    for formation in FORMATIONS:
        given = {p.unit: p for body in muster_roll(formation) for p in body.formation.parts}
        known = {key: given[unit] for key, unit in PARTS.items() if unit in given}
        free = {key: part for key, part in known.items() if part.least != part.most}
        counts = (range(part.least, (part.most or MOST_PARTS) + 1) for part in free.values())
        for chosen in product(*counts):
            some = zip(free.items(), chosen, strict=True)
            values = {key: None if n == part.least else n for (key, part), n in some}
            yield with_fields(start, formation=formation, **dict.fromkeys(PARTS) | values)


@family(
    "paychest:muster",
    "Exactly this many",
    "54_when_the_book_is_torn",
    (1, 18, 7, 14, 13, 12),
    own=(18,),
)
def exactly(dice: random.Random) -> Task | None:
    """Draft a number of figures that one formation has with some number of its parts."""

    def size(state: Forces) -> int:
        return muster(state.formation, state.parts).value

    def off(state: Forces) -> str:
        many = size(state) - wanted
        return f"{abs(many)} {'too many' if many > 0 else 'too few'}" if many else ""

    start = Forces.parse(f"paychest:forces formation {dice.choice(list(FORMATIONS))}")
    forces = list(_musters(start))
    wanted = size(dice.choice([force for force in forces if force.parts]))
    wrong = [force for force in forces if size(force) != wanted]
    tempting = min(wrong, key=lambda force: abs(size(force) - wanted))
    if abs(size(tempting) - wanted) > NEAR or size(start) == wanted:
        return None
    return hands_on(
        f"Bring exactly {wanted} figures to the table: one formation, with all its parts. Which"
        " formation, and how many of each part?",
        start.text(),
        free_by(
            "Choose the formation, then the numbers of its parts.",
            f"formation {' '.join(PARTS)}",
            _musters,
        ),
        (
            must(
                f"It has {wanted} figures.",
                lambda state: size(state) == wanted,
                lambda state: f"It has {size(state)}{', ' * bool(off(state))}{off(state)}.",
            ),
        ),
        "Take off those who stand above the parts, then divide: a battalion has 86 figures, a"
        " warband 20, a squadron 12 (line 12).",
        tempting.text(),
        f"It comes near, but it is {off(tempting)}.",
    )


FAMILIES = (orders, spare_man, party, volley, wall, exactly)
