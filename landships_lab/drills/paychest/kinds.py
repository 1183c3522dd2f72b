"""Questions made up on the spot about Paychest's fire, melee, morale and forces: the same seed, the same question."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

from landships_lab.core.answer import Gap
from landships_lab.core.dice import D6, Odds
from landships_lab.data.paychest.tables import fire_figures
from landships_lab.drills.kinds import Kind, as_read, can_be_asked, nearest, one_of, whole_number, yes_or_no
from landships_lab.drills.marking import NOT_PRINTED, Question
from landships_lab.rules.paychest import hit_chance, may_fire_at, melee_odds, morale_test_chance, muster
from landships_lab.rules.paychest.forces import FORMATIONS
from landships_lab.rules.paychest.morale import KINDS as TROOPS
from landships_lab.rules.paychest.morale import effect
from landships_lab.rules.paychest.skill import hits_on

_FIRE = fire_figures()
_GUNS = _FIRE.guns
_WORDS = {"stand": "standing", "advance": "advancing", "charge": "running or charging"}


# -- fire ----------------------------------------------------------------------------------------------------------------------


def _shot(dice: random.Random, level: int) -> tuple[int, str, str, int]:
    """A skill, a weapon, how the firer moved, and the figures aimed at; first rifles, then guns, skills of zero or less often."""
    weapon = "rifle" if level == 1 else dice.choice(("rifle", *_GUNS))
    moved = dice.choice(("stand", "advance", "charge") if level > 1 else ("stand", "stand", "advance"))
    skill = dice.randint(1, 6) if level < 3 else dice.choice((1, 2, 2, 3, 3, 4))
    return skill, weapon, moved, dice.randint(2, 11)


def _modifier(weapon: str, moved: str, figures: int) -> int:
    gun = _GUNS.get(weapon)
    return _FIRE.moved[moved].modifier + (figures // gun.figures_a_plus if gun else 0)


def _needs(skill: int, modified: int) -> str:
    """Which rolls hit, in a few words?"""
    if modified <= 0:
        return f"a ONE, then {_or_less(skill)}"
    return _or_less(modified)


def _or_less(number: int) -> str:
    return "any roll" if number > 5 else "only a 1" if number == 1 else f"{number} or less"


def _told(skill: int, weapon: str, moved: str, figures: int) -> str:
    arm = _GUNS[weapon].label if weapon in _GUNS else "rifle"
    note = f" {as_read('paychest', 'skill-plus')}" if weapon in _GUNS else ""
    return f"A man of skill {skill} fires a {arm} at a group of {figures} figures, {_WORDS[moved]}; the lost modifiers are left out.{note}"


def _state(skill: int, weapon: str, moved: str, figures: int) -> str:
    return f"paychest:fire weapon {weapon} skill {skill} moved {moved} men 1 figures {figures}"


def _misaimed(skill: int, weapon: str, moved: str, figures: int) -> Iterator[tuple[int, str]]:
    """What modified skill does each mistake lead to?"""
    right, moving = skill + _modifier(weapon, moved, figures), _FIRE.moved[moved].modifier
    if moving:
        yield right - moving, "you forgot that the firer moved"
        yield right - 2 * moving, "you added what moving takes away"
        other = _FIRE.moved["charge" if moved == "advance" else "advance"].modifier
        yield right - moving + other, "you took another way of moving"
    if weapon in _GUNS:
        each = _GUNS[weapon].figures_a_plus
        yield skill + moving, "you forgot the size of the group"
        yield right - figures // each + -(-figures // each), "you counted a part of three figures as a full three"
        yield right - 2 * (figures // each), "you took the size of the group from the skill"
    else:
        yield right + figures // 3, "you let the size of the group help a rifle"


def _fire(dice: random.Random, level: int) -> Question:
    """Which rolls hit?"""
    shot = _shot(dice, level)
    skill, modified = shot[0], shot[0] + _modifier(*shot[1:])
    wrong = [(_needs(skill, w), name) for w, name in _misaimed(*shot)]
    if modified <= 0:
        wrong += [("only a 1", "you forgot the second roll that a skill of zero or less calls for")]
        wrong += [(_or_less(skill), "you forgot that a skill of zero or less needs a ONE first")]
    near = [_needs(skill, max(0, modified + n)) for n in (-1, 0, 1, 2)]
    shown = sorted({_needs(skill, modified), *near, *(reply for reply, _ in wrong)}, key=_ORDER.index)
    return Question(f"{_told(*shot)} Which roll hits?", _state(*shot), one_of(_needs(skill, modified), shown, wrong))


_ORDER = [*(f"a ONE, then {_or_less(n)}" for n in range(1, 7)), *(_or_less(n) for n in range(1, 7))]


def _chances(dice: random.Random, level: int) -> Question:
    """How likely does it hit?"""
    while True:
        shot = _shot(dice, level)
        skill, modifier = shot[0], _modifier(*shot[1:])
        if can_be_asked(hit_chance(skill, modifier)):
            break
    wrong = [(_chance(skill, w), name) for w, name in _misaimed(*shot)]
    if skill + modifier <= 0:
        wrong.insert(0, (Fraction(1, 6), "you forgot the second roll that a skill of zero or less calls for"))
        wrong.append((Fraction(min(6, skill), 6), "you forgot that a skill of zero or less needs a ONE first"))
    wrong.append((1 - hit_chance(skill, modifier), "you told the chance of a miss"))
    text = f"{_told(*shot)} How likely is a hit? Choose the nearest."
    return Question(text, _state(*shot), nearest(dice, hit_chance(skill, modifier), wrong))


def _chance(skill: int, modified: int) -> Fraction:
    return Fraction(sum(hits_on(skill, modified, a, b) for a in range(1, 7) for b in range(1, 7)), 36)


def _change(dice: random.Random, level: int) -> Question:
    """A shot that hits too seldom, and changes of which just one is enough."""
    while True:
        skill, weapon, moved, figures = shot = _shot(dice, level)
        wanted = dice.randint(1, 5)
        tried = {words: then[0] + _modifier(*then[1:]) for words, then in _changes(*shot).items()}
        good = [words for words, modified in tried.items() if modified >= wanted]
        bad = [words for words in tried if words not in good]
        if skill + _modifier(weapon, moved, figures) < wanted and good and len(bad) > 1:
            break
    right, others = dice.choice(good), dice.sample(bad, min(3, len(bad)))
    shown = [words for words in tried if words == right or words in others]
    text = f"{_told(*shot)} Which change alone makes {_or_less(wanted)} a hit?"
    wrong = [(words, f"you thought that enough, but then {_needs(skill, tried[words])} hits") for words in shown if words != right]
    return Question(text, _state(*shot), one_of(right, shown, wrong))


def _changes(skill: int, weapon: str, moved: str, figures: int) -> dict[str, tuple[int, str, str, int]]:
    """The changes that can be offered, and the shot after each."""
    tried = {
        "stand still": (skill, weapon, "stand", figures),
        "advance and no more": (skill, weapon, "advance", figures),
        "let a man of skill one higher fire": (skill + 1, weapon, moved, figures),
        "aim at three figures more": (skill, weapon, moved, figures + 3),
        "aim at six figures more": (skill, weapon, moved, figures + 6),
    }
    return {words: then for words, then in tried.items() if then != (skill, weapon, moved, figures)}


def _aim(dice: random.Random, level: int) -> Question:
    """Who fires at what: a group or a leader, at one figure or several; with the levels at a group of one."""
    firer, aim, men = dice.choice(("group", "leader")), dice.choice(("figure", "group")), dice.randint(2, 16)
    figures = 1 if aim == "figure" else dice.choice((1, 2, 2, 5, 9)) if level > 1 else dice.randint(2, 12)
    target = "a single figure" if aim == "figure" else "one figure, as at a group" if figures == 1 else f"a group of {figures}"
    who = f"{men} figures without rank, all together," if firer == "group" else "an officer, NCO or acting corporal"
    wrong = [(may_fire_at("leader" if firer == "group" else "group", aim, figures).value, "you changed ranks and men over")]
    if aim == "group" and figures == 1:
        wrong.insert(0, (firer == "group", "you took one figure for a group; a group is two or more"))
    state = f"paychest:fire weapon rifle skill 4 firer {firer} men {men if firer == 'group' else 1} target {aim} figures {figures}"
    return Question(f"May {who} fire at {target}?", state, yes_or_no(may_fire_at(firer, aim, figures).value, wrong))


# -- melee and morale ----------------------------------------------------------------------------------------------------------


def _melee(dice: random.Random, level: int) -> Question:
    """One man against one, then up to three on a side."""
    while True:
        a, b = dice.randint(1, 6), dice.randint(1, 6)
        men_a, men_b = (1, 1) if level == 1 else (dice.randint(1, level), dice.randint(1, level))
        odds = melee_odds(a, b, men_a, men_b)
        asked = dice.choice(("b is hurt", "a is hurt", "nobody is hurt"))
        chance = _fate(odds, asked)
        if can_be_asked(chance) and (level == 1 or men_a + men_b > 2):
            break
    low = melee_odds(a - 1, b - 1, men_a, men_b)
    wrong = [(_fate(low, asked), "you forgot that a die equal to the skill hits too")]
    wrong += [(_fate(odds, end), f"you told the chance that {end}") for end in _ENDS if end != asked]
    if asked != "nobody is hurt":
        skill, men = (a, men_a) if asked == "b is hurt" else (b, men_b)
        wrong.append((1 - D6.chance(lambda die: die > skill) ** men, "you forgot that hits cancel"))
    if men_a + men_b > 2:
        wrong.append((_fate(melee_odds(a, b), asked), "you let one die be rolled for a side"))
    text = f"Side a, {_men(men_a)} of melee skill {a}, fights side b, {_men(men_b)} of skill {b}. How likely is it that {asked}? "
    text += "Choose the nearest." + (f" {as_read('paychest', 'two-to-one')}" if men_a + men_b > 2 else "")
    return Question(text, f"paychest:melee skill_a {a} men_a {men_a} skill_b {b} men_b {men_b}", nearest(dice, chance, wrong))


_ENDS = ("b is hurt", "a is hurt", "nobody is hurt")


def _fate(odds: Odds[int], asked: str) -> Fraction:
    if asked == "nobody is hurt":
        return odds.p(0)
    return odds.at_least(1) if asked == "b is hurt" else odds.at_most(-1)


def _men(count: int) -> str:
    return "one man" if count == 1 else f"{count} men"


def _test(dice: random.Random, level: int) -> Question:
    """How likely does a unit roll a second time?"""
    while True:
        kind, hits, holds = dice.choice(list(TROOPS)), dice.randint(2, 11), level > 1 and dice.random() < 1 / 2
        test = morale_test_chance(hits)
        if can_be_asked(test):
            break
    figures, chance = dice.randint(max(3, hits), 20), 1 - test if holds else test
    under = morale_test_chance(hits - 1)
    one = D6.at_most(min(6, hits))
    wrong = [
        (1 - chance, "you told the chance of the opposite"),
        (1 - under if holds else under, "you let a roll of exactly the hits hold; it fails too"),
        (1 - one if holds else one, "you rolled one die; it is two"),
        (Fraction(min(hits, figures), figures), "you took the part of the unit that was hit"),
    ]
    asked = "need no second roll" if holds else "need a second morale roll"
    text = f"{figures} {TROOPS[kind]} suffered {hits} hits this turn. How likely do they {asked}? Choose the nearest."
    return Question(text, f"paychest:morale kind {kind} figures {figures} hits {hits}", nearest(dice, chance, wrong))


_DOES = {"hold": "it holds", "fall back": "it falls back", "rout": "it routs"}


def _does(kind: str, die: int) -> str:
    found = effect(kind, die)
    return NOT_PRINTED if isinstance(found, Gap) else _DOES[found.does]


def _second(dice: random.Random, level: int) -> Question:
    """What does a line of the second morale table say? One line of either table is lost."""
    kind, die, hits = dice.choice(list(TROOPS)), dice.randint(2 if level == 1 else 1, 6), dice.randint(4, 11)
    other = next(key for key in TROOPS if key != kind)
    figures = dice.randint(hits, 20)
    text = f"{figures} {TROOPS[kind]} suffered {hits} hits and need a second morale roll; it shows {die}. What does the unit do?"
    wrong = [(_does(other, die), f"you read the table of the {TROOPS[other]}")]
    wrong += [(_does(kind, n), "you read the next line of the table") for n in (die - 1, die + 1) if 1 <= n <= 6]
    key = one_of(_does(kind, die), (*_DOES.values(), NOT_PRINTED), wrong)
    return Question(text, f"paychest:morale kind {kind} figures {figures} hits {hits}", key)


# -- forces --------------------------------------------------------------------------------------------------------------------

_PARTS = {"battalions": "battalion", "squadrons": "squadron", "warbands": "warband", "regiments": "native-regiment"}


def _force(dice: random.Random, level: int) -> Question:
    """A formation, at first one without parts, then with a number of them."""
    key = dice.choice([key for key, formation in FORMATIONS.items() if level > 1 or len(formation.parts) < 2])
    formation, parts = FORMATIONS[key], {}
    for part in formation.parts:
        if part.least != part.most and part.unit in _PARTS.values():
            parts[part.unit] = dice.randint(part.least, min(part.most or part.least + 3, part.least + 3))
    words = [f"{name} {parts[unit]}" for name, unit in _PARTS.items() if unit in parts]
    told = ", ".join(f"{FORMATIONS[unit].name}s: {count}" for unit, count in parts.items())
    figures = muster(key, parts).value
    own = sum(formation.posts.values())
    text = f"How many figures has the {formation.name}{f' ({told})' if told else ''}?"
    wrong = [(figures - own, "you left out its own officers and staff"), (own, "you counted its own figures, not those of its parts")]
    wrong += [(figures - 1, "you left out one figure"), (figures + 1, "you counted one figure twice")]
    state = f"paychest:forces formation {key}" + (f" {' '.join(words)}" if words else "")
    return Question(text, state, whole_number(figures, wrong))


KINDS = (
    Kind("paychest:fire", "hit", _fire),
    Kind("paychest:odds", "odds", _chances, about="paychest:fire"),
    Kind("paychest:aim", "legal", _aim, about="paychest:fire"),
    Kind("paychest:melee", "odds", _melee),
    Kind("paychest:morale", "odds", _test),
    Kind("paychest:second", "column", _second, about="paychest:morale"),
    Kind("paychest:forces", "count", _force, level=2),
    Kind("paychest:change", "change", _change, level=2, about="paychest:fire"),
)
