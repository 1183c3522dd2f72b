"""Right from one moment of a firefight to the next, over random games under random readings: marks,
promises, causes, and what Explain opens.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

import pytest

from landships_lab.core.answer import Gap
from landships_lab.core.plane import Spot
from landships_lab.core.speech import percent
from landships_lab.games.landser.turn import Firefight, facts
from landships_lab.games.landser.turn.ground import read, snapped, write
from landships_lab.games.landser.turn.moves import Walking
from landships_lab.games.landser.turn.orders import Orders
from landships_lab.games.landser.turn.state import MARKS, Man
from landships_lab.games.landser.turn_board import BOARD
from landships_lab.play import Choice, Happening, Situation, choice, choices
from tests.effort import tries
from tests.games.landser.turn.test_laws import games
from tests.play import laws

pytestmark = pytest.mark.long

Played = tuple[Firefight, Happening]
FIRES = ("fire", "burst", "dog", "grenade", "launch")
GOES = {"to", "move", "fast", "sneak", "move-fire", "assault"}


def moves() -> Iterator[Played]:
    """Yield the moves of the random games."""
    for game in games():
        for before, happening in game:
            assert isinstance(before, Firefight)
            yield before, happening


def after_of(happening: Happening) -> Firefight:
    """Return the situation after a move."""
    assert isinstance(happening.situation, Firefight)
    return happening.situation


# -- marks -----------------------------------------------------------------------------------------


def moments(before: Situation, happening: Happening) -> Mapping[str, Iterable[str]]:
    """Return the moments that came for each man and gun with a move."""
    assert isinstance(before, Firefight)
    old, new = before, after_of(happening)
    came: defaultdict[str, set[str]] = defaultdict(set)
    verb, *named = happening.words.split()
    walker = {step.name for step in old.stack if isinstance(step, Walking)}
    actor = choice(old, happening.words).unit
    if verb == "to" or (verb in GOES and len(named) > 1):
        walker.add(actor)
    for man in old.men:
        _of_a_man(came[man.name], old, new, man)
        if man.name in walker:
            came[man.name].add("goes")
            works = facts.works_gun(old, man) and facts.gun_lies(old, man.side) is None
            came[man.side] |= {"carried"} if works and new.man(man.name).at != man.at else set()
        if "out" in came[man.name] and man.kind in ("gunner", "loader"):
            came[man.side].add("falls")
        came[man.name] |= {"fired on"} if verb in FIRES else set()
        came[man.name] |= {"hit"} if man.name == _aimed_at(verb, named) else set()
    if actor and old.has(actor):
        man = old.man(actor)
        job = _job(old, man) if verb == "work" else ""
        came[actor].add(job)
        gun = facts.gun_of(old.table, man.side)
        own = named[-1] == "pistol" if man.kind == "gunner" else named[-1] != gun
        works = facts.works_gun(old, man) and (verb == "work" or not own)
        came[man.side] |= _of_a_gun(verb) | {job} if works else set()
    _of_the_turn(came, old, new, verb)
    return came


def _aimed_at(verb: str, named: list[str]) -> str:
    return named[1] if verb in ("fire", "burst", "dog") else named[0] if verb == "effect" else ""


def _of_the_turn(came: dict[str, set[str]], old: Firefight, new: Firefight, verb: str) -> None:
    """Add what the end of a turn, and the beginning of the next, is to men and guns."""
    for side in old.sides:
        here = (
            {"turn ends"} if side == old.active and (verb == "end" or old.ply != new.ply) else set()
        )
        if old.ply != new.ply:
            here.add("turn begins" if side == new.active else "enemy turn")
        came[side] |= here
        for man in (man for man in old.men if man.side == side):
            came[man.name] |= here
            came[f"{man.name} now"] = came[man.name]


def _of_a_man(events: set[str], old: Firefight, new: Firefight, man: Man) -> None:
    """Add what became of a man, and of his combat."""
    then = new.man(man.name)
    if then.status != man.status:
        events.add("out" if then.status else "back")
    if not man.opponent:
        return
    foe = new.man(man.opponent)
    gone = foe.status != "" or not facts.in_contact(then, foe) or new.ply != old.ply
    if gone and then.opponent != man.opponent:
        events.add("another fights" if then.opponent else "combat ends")


def _job(situation: Firefight, man: Man) -> str:
    """Return what a turn of weapon work does: what is due first."""
    crew, works = situation.crew(man.side), facts.works_gun(situation, man)
    if works and (crew.running >= 4 or crew.jammed):
        return "barrel changed" if crew.running >= 4 else "is cleared"
    if man.reloads or man.jammed:
        return "is reloaded" if man.reloads else "is cleared"
    light = facts.gun_of(situation.table, man.side) == "lmg"
    return "is set up" if works and not (crew.set_up or light) else ""


def _of_a_gun(verb: str) -> set[str]:
    fires = {"fires"} if verb in ("fire", "burst", "dog", "keep") else set()
    fires |= {"taken up"} if verb in ("fire", "burst", "dog", "keep", "work") else set()
    fires |= {"blows up"} if verb == "dog" else set()
    return fires | ({"bursts"} if verb in ("burst", "keep") else set())


def test_marks_begin_and_end_as_their_table_says() -> None:
    seen: set[str] = set()
    for before, happening in moves():
        laws.check_marks(before, happening, moments)
        seen |= {mark for _, mark in before.marks()}
    assert seen >= set(MARKS) - RARE, (set(MARKS) - RARE) - seen


#: Marks that random games of the quick run need not meet.
RARE = {"entered", "nursed", "handed", "lost", "blown", "shots", "taken_over"}


def test_a_turn_of_weapon_work_does_one_job() -> None:
    done: Counter[int] = Counter()
    for before, happening in moves():
        if happening.words.startswith("work "):
            man, after = before.man(happening.words.split()[1]), after_of(happening)
            gun, then = before.crew(man.side), after.crew(man.side)
            now = after.man(man.name)
            jobs = [man.jammed != now.jammed, man.reloads != now.reloads]
            jobs += [gun.jammed != then.jammed, gun.running != then.running]
            done[sum([*jobs, gun.set_up != then.set_up])] += 1
    assert set(done) == {0, 1}


# -- promises --------------------------------------------------------------------------------------


def check_promise(before: Firefight, happening: Happening) -> None:
    """What a choice says that it does has happened, and nobody else is touched."""
    one, after = choice(before, happening.words), after_of(happening)
    verb, names = one.verb, one.names
    if one.unit and before.has(one.unit):
        old, new = before.man(one.unit), after.man(one.unit)
    match verb:
        case "hide":
            assert facts.hiding(new) or after.ply != before.ply
        case "cover":
            assert (new.watch, new.facing) == (int(names[1]), int(names[1]))
        case "grenade":
            assert new.grenades == old.grenades - 1
            assert one.expects == f"placed {percent(_chance(one, 'on the place'))}"
        case "spot":
            assert (names[1] in new.aware) is (happening.outcome == "noticed")
            assert one.expects == f"noticed {percent(_chance(one, 'noticed'))}"
        case "fight":
            assert one.expects == f"wins {percent(_chance(one, 'defender out'))}"
            _check_fight(before, after, happening)
        case "hand":
            assert {man.guard for man in before.prisoners(old.name)} == {old.name}
            assert all(after.man(m.name).guard == names[1] for m in before.prisoners(old.name))
        case "fire" | "burst":
            assert new.target == names[1] or happening.outcome == "not seen"
            _check_shot(before, after, one, happening)
        case "to" | "move" | "fast" | "sneak" | "move-fire":
            _check_way(one, new, after)


def _chance(one: Choice, start: str) -> Fraction:
    return sum((chance for said, chance in one.odds if said.startswith(start)), Fraction(0))


def _check_fight(before: Firefight, after: Firefight, happening: Happening) -> None:
    one, other = happening.words.split()[1:]
    if happening.outcome == "defender out":
        assert after.man(other).status == "out"
    if happening.outcome == "attacker out":
        assert after.man(one).status == "out"
    prisoner = before.man(one).status == "prisoner"
    if happening.outcome == "draw" and not prisoner and after.ply == before.ply:
        assert after.man(one).opponent
        assert after.man(other).opponent


def _check_shot(before: Firefight, after: Firefight, one: Choice, happening: Happening) -> None:
    """A single shot touches the man it is aimed at, and those whose lot hangs on his."""
    target = one.names[1]
    assert "no men under it" not in happening.outcome  # the target is one of them
    if one.verb == "burst" or any(isinstance(step, Walking) for step in before.stack):
        return
    if before.man(one.unit).side == before.active:
        missed = sum(c for said, c in one.odds if said.startswith(("missed", "not seen")))
        assert one.expects == f"hits {percent(1 - missed)}"
    for man in before.men:
        if man.name in (target, one.unit):
            continue
        then = after.man(man.name)
        assert (then.fresh, then.wound, then.at) == (man.fresh, man.wound, man.at)
        assert then.status == man.status or man.guard == target
    hit = after.man(target).fresh != before.man(target).fresh or not after.man(target).fights
    said = happening.outcome.removesuffix(", jammed")
    assert hit is (said not in ("missed", "no effect", "not seen")), happening


def _check_way(one: Choice, new: Man, after: Firefight) -> None:
    """He stands where he was to go, unless something has stopped him."""
    where = one.names[-2:]
    place = read(*where) if len(where) == 2 else None
    on_the_way = any(isinstance(step, Walking) for step in after.stack)
    took = after.prisoners(new.name)  # whom he escorts from there
    if place is None or on_the_way or facts.hiding(new) or not new.fights or took:
        return
    assert new.at == place, one.words


def test_what_a_choice_says_is_what_happens() -> None:
    seen: set[str] = set()
    for before, happening in moves():
        check_promise(before, happening)
        seen.add(happening.words.split()[0])
    assert seen >= {"fire", "burst", "grenade", "cover", "hide", "spot", "fight", "to", "work"}


# -- one answer ------------------------------------------------------------------------------------


def check_explained(situation: Firefight, one: Choice) -> str:
    """The panel that Explain opens for a choice says what play says; return its name."""
    panel = BOARD.explain(situation, one)
    if panel is None:
        return ""
    answer = panel.answer()
    told = f"{situation.text()}\n{one.words} {one.legal}: {panel.text()}\n{answer.headline}"
    assert type(panel).parse(panel.text()).answer() == answer, told
    if isinstance(answer.value, bool):
        assert answer.value is one.legal, f"{told}\n{one.why and one.why.headline}"
    return type(panel).__name__


def test_explain_opens_a_panel_that_says_what_play_says() -> None:
    seen: Counter[tuple[str, bool]] = Counter()
    for before, _ in list(moves())[:: tries(11, 3)]:
        for one in _some(before):
            seen[check_explained(before, one), one.legal] += 1
    assert {name for name, _ in seen} >= {"Order", "Move"}


def test_a_way_is_allowed_alike_whether_it_is_declared_first_or_not() -> None:
    seen: Counter[bool] = Counter()
    for before, happening in moves():
        verb, *names = happening.words.split()
        if verb in ("move", "fast", "sneak") and len(names) == 1:
            declared, at = after_of(happening), before.man(names[0]).at
            ways = [one.words for one in choices(declared) if one.verb == "to"]
            ways += [f"to {write(snapped(Spot(at.x, at.y + inches)))}" for inches in (-2, 2)]
            for way in ways:
                later = declared.now.read(declared, tuple(way.split()))
                if later is None:  # off the table
                    continue
                at_once = choice(before, f"{verb} {names[0]} {way.removeprefix('to ')}")
                assert later.legal is at_once.legal, (happening.words, way, before.text())
                seen[later.legal] += 1
    assert seen[True] > 20
    assert seen[False] > 20


def _some(situation: Firefight) -> list[Choice]:
    """Return some choices of a moment: what is listed, and what only the words name."""
    listed = list(choices(situation))
    dice = random.Random(len(listed))
    found = dice.sample(listed, min(len(listed), 12))
    if not isinstance(situation.now, Orders):
        return found
    men = situation.of(situation.active)
    pairs = [(man, enemy) for man in men for enemy in situation.enemies(man)]
    for man, enemy in dice.sample(pairs, min(len(pairs), 3)):
        words = [f"fire {man.name} {enemy.name}", f"burst {man.name} {enemy.name}"]
        words += [f"fast {man.name} {man.at.x + dice.randint(-4, 4)} {man.at.y + 2}"]
        words += [f"move {man.name} {man.at.x + dice.randint(-2, 2)} {man.at.y + 2}"]
        read = (situation.now.read(situation, tuple(one.split())) for one in words)
        found += [one for one in read if one]
    return found


# -- causes ----------------------------------------------------------------------------------------


def test_what_is_refused_is_refused_by_the_rule_that_is_named() -> None:
    dice, seen = random.Random(19), set()
    played = [before for before, _ in moves()]
    for before in dice.sample(played, tries(25, 100)):
        refusals = [one for one in choices(before) if not one.legal and _by_a_rule(one)]
        for one in dice.sample(refusals, min(len(refusals), tries(2, 6))):
            laws.check_cause(before, _with_target(before, one))
            seen.add(str(one.cite))
    assert len(seen) > 5


def _with_target(situation: Firefight, one: Choice) -> str:
    """Return the words of a choice; where a man may fire at nobody now, those of a shot."""
    if one.verb != "fire" or (len(one.names) > 1 and situation.has(one.names[1])):
        return one.words
    enemy = situation.enemies(situation.man(one.unit))[0]
    return " ".join(("fire", one.unit, enemy.name, *one.names[1:]))


def _by_a_rule(one: Choice) -> bool:
    """Return whether a rule refuses a choice, and not a number that the table does not have, or a
    gap.
    """
    assert one.why is not None
    lacks = (" dash ", "beyond extreme range", "farther")
    return not isinstance(one.why.value, Gap) and not any(t in one.why.headline for t in lacks)
