"""Positions to play from, and what no position may be: written without the rules of sequence."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

from landships_lab.core.dice import Thrown
from landships_lab.core.plane import Spot, inside
from landships_lab.games.landser.data.setups import agreements, setups
from landships_lab.games.landser.turn import START, Firefight
from landships_lab.games.landser.turn.course import StartTurn
from landships_lab.games.landser.turn.ground import ground
from landships_lab.games.landser.turn.hurt import merged
from landships_lab.games.landser.turn.orders import Orders
from landships_lab.games.landser.turn.state import Crew, Man, Template, Wound
from landships_lab.play.turns import Situation, choices, take

#: Wounds that a man may bring into his turn.
WOUNDS = (
    *("hide", "light 1", "light 2", "light 3", "light 4", "light 5", "light 6"),
    *("serious 1-2", "serious 3-4"),
)


def battered(seed: int) -> Firefight:
    """Return a position in the middle of a fight: men near each other, many of them hit, with
    agreements of all kinds.
    """
    dice = random.Random(seed)
    begin = START["duel-of-three" if seed % 3 else "firefight"]
    assert isinstance(begin, Firefight)
    agreed = tuple((key, dice.choice(options).id) for key, options in agreements().items())
    men = [_battered(dice, begin, man) for man in begin.men]
    if dice.random() < 1 / 2:
        men = _contacts(dice, men)
    sides = begin.sides
    crews = (_crew(dice), _crew(dice))
    stack = (Orders(), StartTurn(dice.choice(sides), rolled=dice.random() < 4 / 5))
    found = replace(begin, men=tuple(men), agreed=agreed, crews=crews, stack=stack, ply=4)
    laid = (_template(dice, found, side) for side in sides)
    return settled(replace(found, templates=tuple(one for one in laid if one is not None)))


def _template(dice: random.Random, situation: Firefight, side: str) -> Template | None:
    """Return a template that the gunner of a side has laid over an enemy, or none."""
    gunner = next((man for man in situation.of(side) if man.kind == "gunner"), None)
    enemies = situation.of(situation.opponent_of(side))
    if gunner is None or not enemies or dice.random() < 1 / 2:
        return None
    return Template(gunner.name, "gpmg", dice.choice(enemies).at, 0, 4)


def jammed_burst() -> Firefight:
    """Return the position after a GPMG has hit and jammed with one roll: half of the men under its
    template are hit.
    """
    situation: Situation = START["firefight"]
    words = ("begin", "roll", "work G-gunner", "end", "end")
    for one in words:
        situation = take(situation, one, Thrown((5, 2))).situation
    bursts = [
        one for one in choices(situation, "G-gunner") if one.legal and one.words.startswith("burst")
    ]
    sure = (
        one for one in bursts if any("jammed" in said and "hit" in said for said, _ in one.odds)
    )
    found = take(situation, next(sure), Thrown((1, 6))).situation
    assert isinstance(found, Firefight)
    return found


def settled(situation: Firefight) -> Firefight:
    """Return the situation at its next decision."""
    while not situation.over:
        happening = situation.now.by_itself(situation)
        if happening is None:
            return situation
        following = happening.situation
        assert isinstance(following, Firefight)
        situation = following
    return situation


def _crew(dice: random.Random) -> Crew:
    set_up = dice.random() < 2 / 3
    spent, jammed = not set_up and dice.random() < 1 / 4, dice.random() < 1 / 8
    return Crew(set_up, spent, jammed, running=dice.choice((0, 0, 1, 3, 4)))


def _battered(dice: random.Random, begin: Firefight, man: Man) -> Man:
    table = ground(begin.table)
    middle = Fraction(table.deep, 2)
    place = Spot(
        man.at.x + dice.randint(-3, 3), round((man.at.y + middle) / 2) + dice.randint(-2, 2)
    )
    closed = [piece.ring for piece in table.pieces if piece.closed]
    free = table.on_table(place) and not any(inside(place, ring) for ring in closed)
    hit = dice.choice(WOUNDS) if dice.random() < 1 / 2 else "miss"
    serious = hit.startswith("serious")
    fresh = merged(Wound(), hit) if dice.random() < 3 / 4 else merged(merged(Wound(), hit), hit)
    front = 180 if man.side == begin.sides[0] else 0
    watches = dice.random() < 1 / 3 and hit == "miss"
    did = dice.choice(("", "move", "move fast", "fire", "sneak", "hide", "weapon work"))
    bursts = man.weapons[0] == "smg" and dice.random() < 1 / 4
    return replace(
        man,
        watch=front if watches else None,
        at=place if free else man.at,
        fresh=fresh,
        serious=int(serious),
        legs=int(hit == "serious 1-2"),
        arms=int(hit == "serious 3-4"),
        did=did,
        hides=did == "hide" and not watches,
        acted=True,
        status=dice.choice(("out", "hurt")) if dice.random() < 1 / 10 and not watches else "",
        jammed=man.weapons[0] if dice.random() < 1 / 8 and man.kind != "gunner" else "",
        grenades=dice.randint(0, 2),
        burst=bursts,
        reloads=bursts,
    )


def _contacts(dice: random.Random, men: list[Man]) -> list[Man]:
    """Lock a pair of enemies in combat, and give another man a prisoner, where that can be."""
    able = [man for man in men if man.status == ""]
    foes = [(a, b) for a in able for b in able if a.side != b.side]
    if len(foes) < 2:
        return men
    one, other = dice.choice(foes)
    beside = Spot(one.at.x, one.at.y + (1 if one.at.y < 10 else -1))
    changed = {
        one.name: replace(one, opponent=other.name, combat="assaulter", locked=4),
        other.name: replace(other, at=beside, opponent=one.name, combat="assaulted", locked=4),
    }
    rest = [pair for pair in foes if not {pair[0].name, pair[1].name} & set(changed)]
    if rest:
        guard, taken = dice.choice(rest)
        guard = dice.choice((guard, one)) if guard.side == one.side else guard
        held = replace(
            taken, watch=None, status="prisoner", guard=guard.name, at=guard.at, burst=False
        )
        changed[taken.name] = held
    return [changed.get(man.name, man) for man in men]


# -- what no position may be -----------------------------------------------------------------------


def check(situation: Situation) -> None:
    """Fail with the reason where a position cannot be."""
    assert isinstance(situation, Firefight)
    setup = setups()[situation.table]
    assert len(situation.men) == len(setup.men)
    assert bool(situation.over) == (not situation.stack)
    for man in situation.men:
        _check_man(situation, man)
        _check_place(situation, man)
    gunners = [laid.gunner for laid in situation.templates]
    assert len(set(gunners)) == len(gunners), "a man has two templates"
    assert all(laid.ply <= situation.ply for laid in situation.templates)
    assert all(crew.running <= 6 for crew in situation.crews)


def _check_man(situation: Firefight, man: Man) -> None:
    assert man.status in ("", "hurt", "out", "prisoner", "away")
    assert man.serious >= man.legs + man.arms or man.status == ""
    assert man.grenades >= 0
    if man.status != "":
        assert (man.opponent, man.combat) == ("", ""), f"{man.name} fights on"
        assert man.watch is None
    if man.status == "prisoner":
        guard = situation.man(man.guard)
        assert guard.status == "", f"{man.name} is guarded by a man who is {guard.status}"
        assert guard.side != man.side
        assert guard.at == man.at
        assert len(situation.prisoners(guard.name)) <= 5
    else:
        assert not man.guard
    if man.opponent:
        other = situation.man(man.opponent)
        assert other.side != man.side
        assert other.status == ""
        assert other.opponent, f"{other.name} is not locked with {man.name}"
        x, y = man.at.x - other.at.x, man.at.y - other.at.y
        assert x * x + y * y <= 1, f"{man.name} and {other.name} are not in contact"


def _check_place(situation: Firefight, man: Man) -> None:
    table = ground(situation.table)
    assert 0 <= man.at.x <= table.wide
    assert 0 <= man.at.y <= table.deep
    assert all((8 * Fraction(number)).denominator == 1 for number in man.at)
    assert 0 <= man.facing < 360
    for piece in table.pieces:
        if piece.closed:
            xs, ys = [p.x for p in piece.ring], [p.y for p in piece.ring]
            within = min(xs) < man.at.x < max(xs) and min(ys) < man.at.y < max(ys)
            assert not within, f"{man.name} stands in {piece.name}"
