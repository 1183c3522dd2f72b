"""Kinds of question about what the men of Landser may do, how far they get, and how they fight."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial

from landships_lab.core.answer import Gap
from landships_lab.core.speech import capitalized, inches, listed, plural, signed, with_article
from landships_lab.games.landser.data.tables import firing, squad
from landships_lab.games.landser.rules.assault import (
    RESULTS,
    Fighter,
    assault_odds,
    assault_score,
    may_charge,
    surrenders,
)
from landships_lab.games.landser.rules.book import reason
from landships_lab.games.landser.rules.machine_guns import MACHINE_GUN, Gun, may_burst
from landships_lab.games.landser.rules.movement import PACES, Way, may_move
from landships_lab.games.landser.rules.squad import may_do
from landships_lab.games.landser.rules.trooper import FIRING_ACTIONS, ROSTER, Trooper
from landships_lab.games.landser.rules.turns import break_off
from landships_lab.practice.kind import kind, yes_or_no
from landships_lab.practice.marking import NOT_PRINTED
from landships_lab.practice.task import Task
from .common import boxes, drawn, picked, reply, ticked

LESSON = "45_assault_and_breaking_off"
asked = partial(kind, lesson=LESSON, about="landser:assault")

_WOUND = "wounds-1"
_ARMS = {"none": "a rifle butt", "pistol": "a pistol", "bayonet": "a bayonet on his rifle"}
_SHORT = {"none": "a rifle butt", "pistol": "a pistol", "bayonet": "a bayonet"}
_NUMBER = {1: "first", 2: "second", 3: "third"}


# -- assaults --------------------------------------------------------------------------------------


def _fighters(dice: random.Random, level: int) -> tuple[Fighter, Fighter, int]:
    one, other = Fighter(dice.choice(list(_ARMS))), Fighter(dice.choice(list(_ARMS)))
    if level == 3 and dice.random() < 1 / 2:
        other = replace(other, serious_wounds=1)
    return one, other, dice.choice((1, 2, 2) if level == 2 else (1, 2, 3)) if level > 1 else 1


@kind("landser:assault", "hit", LESSON, "the lower score is out of action")
def how_it_ends(dice: random.Random, level: int) -> Task:
    """Ask how a fight of two men with given dice ends; close fights are preferred."""
    one, other, opponent = _fighters(dice, level)
    lead = _lead(one, other, opponent)
    shown, against = dice.randint(1, 6), dice.randint(1, 6)
    if level > 1:  # within one of a draw
        against = min(6, max(1, shown + lead + dice.choice((-1, 0, 1))))
    fighters = (one, other, opponent)
    wrong = [(_ends(ahead + shown - against), name) for ahead, name in _misled(*fighters)]
    right = _ends(lead + shown - against)
    mine, theirs = assault_score(one), assault_score(other, opponent=opponent)
    return Task(
        f"{_describe(*fighters)} The attacker rolls {shown}, the defender {against}. How does it"
        " end?",
        f"{_state(*fighters)} dice {shown} {against}",
        picked(right, RESULTS, wrong),
        f"The attacker comes to {_sum(shown, mine.value)}, the defender to"
        f" {_sum(against, theirs.value)}: {right}.",
    )


def _sum(die: int, added: int) -> str:
    return f"{die} {'+' if added > 0 else '−'} {abs(added)} = {die + added}" if added else f"{die}"


def _lead(one: Fighter, other: Fighter, opponent: int = 1) -> int:
    return assault_score(one).value - assault_score(other, opponent=opponent).value


def _ends(lead: int) -> str:
    return RESULTS[1 + (lead > 0) - (lead < 0)]


def _misled(one: Fighter, other: Fighter, opponent: int) -> Iterator[tuple[int, str]]:
    """Yield the attacker's lead before the dice under each mistake."""
    lead, first = _lead(one, other, opponent), _lead(one, other)
    yield _lead(Fighter(), replace(other, arms="none"), opponent), "you forgot what the weapons add"
    if opponent > 1:
        yield first, "you forgot that the defender has met another attacker this turn"
        yield 2 * first - lead, "you took that from the attacker's roll"
    if other.serious_wounds:
        yield _lead(one, replace(other, serious_wounds=0), opponent), "you forgot the serious wound"
    if "bayonet" in (one.arms, other.arms) and one.arms != other.arms:
        swap = {"bayonet": "pistol", "pistol": "bayonet", "none": "none"}
        confused = Fighter(swap[one.arms]), replace(other, arms=swap[other.arms])
        yield _lead(*confused, opponent), "you confused pistol and bayonet"


def _describe(one: Fighter, other: Fighter, opponent: int) -> str:
    later = f" and is the {_NUMBER[opponent]} to attack this man this turn" if opponent > 1 else ""
    wound = " and a serious wound" if other.serious_wounds else ""
    return (
        f"The attacker has {_ARMS[one.arms]}{later}; the defender has {_ARMS[other.arms]}{wound}."
    )


def _state(one: Fighter, other: Fighter, opponent: int) -> str:
    wound = f" {_WOUND}" if other.serious_wounds else ""
    return (
        f"landser:assault fight attacker {one.arms} defender {other.arms}{wound} opponent"
        f" {opponent}"
    )


_PLACES = ("left", "middle", "right")


@asked("landser:assault-odds", "odds", taught="takes one more from the defender's die")
def likeliest(dice: random.Random, level: int) -> Task:
    """Ask which of three attackers is most likely to win."""
    while True:
        fights = [_fighters(dice, max(2, level)) for _ in _PLACES]
        leads = [_lead(*fight) for fight in fights]
        bare = [_lead(one, other) for one, other, _ in fights]
        close = level == 1 or max(leads) - sorted(leads)[-2] == 1
        if leads.count(max(leads)) == 1 and max(leads) < _SURE and close:
            break
    best = leads.index(max(leads))
    met = dict(zip(_PLACES, fights, strict=True))
    all_met = " ".join(f"{capitalized(place)}: {_duel(*each)}." for place, each in met.items())
    forgot = "you forgot what the attackers before him take from the defender's die"
    easy = (place for place, lead in zip(_PLACES, bare, strict=True) if lead == max(bare))
    wrong = [(place, forgot) for place in easy]
    ahead = (f"{signed(lead)} on the {at}" for at, lead in zip(_PLACES, leads, strict=True))
    wins = 36 * assault_odds(*fights[best]).p("defender out")
    because = (
        f"What each attacker is ahead before the dice: {', '.join(ahead)}. The man on the"
        f" {_PLACES[best]} wins {wins} rolls of 36."
    )
    return Task(
        f"Three of your men may each attack another defender. {all_met}"
        " Who is the likeliest to win?",
        _state(*fights[0]),
        picked(_PLACES[best], _PLACES, wrong),
        because.replace("on the middle", "in the middle"),
        _state(*fights[best]),
    )


#: A man this far ahead before the dice wins for certain.
_SURE = 5


def _duel(one: Fighter, other: Fighter, opponent: int) -> str:
    who = "a seriously wounded man with " if other.serious_wounds else ""
    return f"{_SHORT[one.arms]} against {who}{_SHORT[other.arms]}, as {_NUMBER[opponent]} attacker"


# -- surrender -------------------------------------------------------------------------------------

_COUNT = ("None", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight")
_MODES = {"ready": "stands ready", "hide": "hides", "sneak": "sneaks"}


@asked("landser:surrender", "legal", taught="no unwounded friend is within 10 inches")
def does_he_surrender(dice: random.Random, level: int) -> Task:
    """Ask whether a man surrenders."""
    enemy = dice.choice((1, 2, 2, 3) if level > 1 else (1, 2, 3, 4))
    friend = dice.choice((2, 4, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    mode = dice.choice(("ready", "hide", "sneak"))
    does = dice.choice(("assaults", "comes"))
    assaults = does == "assaults"

    def gives_up(
        enemy: int = enemy, friend: int = friend, mode: str = mode, assaults: bool = assaults
    ) -> bool:
        return surrenders(enemy, friend, mode, assaults).value

    answer = surrenders(enemy, friend, mode, assaults)
    comes = ", to assault him" if assaults else " and stops there"
    text = (
        f"A man {_MODES[mode]}; his nearest unwounded friend is {inches(friend)} away. An enemy"
        f" gets to {inches(enemy)} from him{comes}. Does he surrender?"
    )
    mistakes = {
        "overlooked how near the enemy must be": gives_up(enemy=2),
        "forgot that a man in hide or sneak mode gives up to an assault": gives_up(mode="ready"),
        "forgot that hiding or sneaking matters only to an enemy who assaults": gives_up(
            assaults=True
        ),
        "forgot that his friends are too far away": gives_up(friend=4),
    }
    wrong = [(value, f"you {mistake}") for mistake, value in mistakes.items()]
    state = f"landser:assault surrender enemy {enemy} friend {friend} mode {mode} enemy_does {does}"
    why = " ".join(step.text for step in answer.steps[:-1])
    return Task(text, state, yes_or_no(answer.value, wrong), reply(answer.value, why))


@asked("landser:charge", "legal", taught="how far a man may come in an assault")
def whom_he_may_assault(dice: random.Random, level: int) -> Task:
    """Ask whether a man may assault another; the rules do not say how far he may come from."""
    target = dice.choice((0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10))
    same = dice.random() < 2 / 3
    nearest = target if same else dice.randint(0, target)
    wounded = level > 1 and dice.random() < 1 / 4
    attacker = Fighter(dice.choice(list(_ARMS)), serious_wounds=int(wounded))
    answer = may_charge(attacker, target, nearest)
    value = answer.value
    right = NOT_PRINTED if isinstance(value, Gap) else "yes" if value else "no"
    who = f"A man with {_ARMS[attacker.arms]}{' and a serious wound' if wounded else ''}"
    away = f"{inches(target)} away" if target else "in base contact with him"
    near = "nobody is nearer" if nearest == target else f"another enemy is {inches(nearest)} away"
    text = f"{who} chooses Assault. The enemy he wants is {away}; {near}. May he assault him?"
    mistakes = {
        NOT_PRINTED: "you gave an assault a distance; none is printed",
        "no": "you forgot who may be assaulted, or that a serious wound forbids it",
    }
    wrong = [("yes", mistakes[right])] if right in mistakes else []
    steps = " ".join(step.text for step in answer.steps)
    wound = f" {_WOUND}" if wounded else ""
    arms = f"{attacker.arms}{wound}"
    state = f"landser:assault charge attacker {arms} target {target} nearest {nearest}"
    return Task(
        text, state, picked(right, ("yes", "no", NOT_PRINTED), wrong), f"{steps} So: {right}."
    )


# -- breaking off ----------------------------------------------------------------------------------


@kind(
    "landser:break-off",
    "order",
    LESSON,
    "a ten-sided die is rolled at the start of each of its turns",
    about="landser:squad",
)
def breaks_off(dice: random.Random, level: int) -> Task:
    """Ask for the least roll with which a squad loses the game, or whether a roll does."""
    out, shown = dice.randint(0, 8), dice.randint(1, 10)
    if level > 1:  # near the edge
        shown = min(10, max(1, 10 - out + dice.choice((0, 1))))
    read = drawn(dice, "break-off-again") if level == 3 else drawn(dice)
    before = dice.randint(0, 6)
    men = dice.sample(list(ROSTER), out)
    answer = break_off(out, readings=read.given)
    losing = bool(answer.value) and shown > 10 - out
    count = _COUNT[out]
    text = (
        f"{count} of the ten men of a squad {'is' if out == 1 else 'are'} out of action when its"
        f" turn {before + 2} begins, and a D10 shows {shown}. Does it lose the game?{read.says}"
    )
    wrong = [
        (shown > 10 - out, "you forgot when the die is rolled at all"),
        (bool(answer.value) and shown >= 10 - out, "you took a score equal to the men left"),
        (bool(answer.value) and shown > out, "you compared with the men who are out"),
    ]
    names = " ".join(name.replace(" ", "_") for name in men)
    state = f"landser:squad break-off{f' out {names}' if names else ''}{read.words}"
    steps = answer.steps[-1].text
    rolled = f" It shows {shown}." if answer.value else ""
    return Task(text, state, yes_or_no(losing, wrong), reply(losing, f"{steps}{rolled}"))


MEN = (how_it_ends, likeliest, does_he_surrender, whom_he_may_assault, breaks_off)


TURN_LESSON = "40_a_turn_of_landser"
asked_of_a_turn = partial(kind, lesson=TURN_LESSON, about="landser:squad")

_WEAPONS, _SQUAD = firing().weapons, squad()


def _word(text: str) -> str:
    return text.replace(" ", "_")


# -- orders ----------------------------------------------------------------------------------------


def _trooper(dice: random.Random, level: int) -> tuple[str, Trooper, str, str]:
    """Draw a man with his last turn, an action and a weapon."""
    name = dice.choice((*ROSTER, "gunner", "loader", "gunner", "loader"))
    role, action = ROSTER[name], dice.choice(list(_SQUAD.actions))
    carried = _SQUAD.men[role].weapons
    weapon = dice.choice(carried if dice.random() < 2 / 3 else tuple(_WEAPONS))
    last = dice.choice(("move fast", "move", "fire")) if level > 1 else "move"
    outcome = dice.choice(("miss", "miss", "hide")) if level > 2 else "miss"
    return name, Trooper(role, outcome, last_action=last), action, weapon


@kind("landser:squad", "legal", TURN_LESSON, "each man chooses one action from his profile")
def may_order(dice: random.Random, level: int) -> Task:
    """Ask whether a man of the squad may do something, with his own weapon or another's, unhurt or
    just hit.
    """
    wanted = dice.random() < 1 / 2
    for _ in range(40):
        name, trooper, action, weapon = _trooper(dice, level)
        if bool(may_do(trooper, action, weapon).value) == wanted:
            break

    def does(weapon: str = weapon, **changed: str) -> bool:
        return bool(may_do(replace(trooper, **changed), action, weapon).value)  # type: ignore[arg-type]

    answer = may_do(trooper, action, weapon)
    carried = _SQUAD.men[trooper.role].weapons
    wrong = [
        (does(carried[0]), "you forgot which weapons he carries, or which he may do it with"),
        (does(last_action="move"), "you forgot that nobody moves fast in two turns running"),
        (does(outcome="miss"), "you forgot what the hit has left him to do"),
        (does("rifle", role="rifleman"), "you used another man's profile"),
    ]
    man, last = _SQUAD.men[trooper.role].name, trooper.last_action
    fired = f" with {with_article(_WEAPONS[weapon].name)}" if action in FIRING_ACTIONS else ""
    chooses = f"{_SQUAD.actions[action]}{fired}"
    text = f"Fresh and unhurt, may the {_title(name)} choose {chooses}?"
    if level > 1:
        hit = " and a hit has just sent him into hide" if trooper.outcome == "hide" else ""
        chose = f"The {_title(name)} chose {_SQUAD.actions[last]} last turn{hit}."
        text = f"{chose} May he now choose {chooses}?"
    state = (
        f"landser:squad order man {_word(name)} action {_word(action)} weapon {weapon} after"
        f" {_word(trooper.outcome)} last {_word(last)}"
    )
    against = [step.text for step in answer.steps if step.op == "forbids"]
    why = against[0] if against else f"the {man} may choose {chooses}."
    return Task(text, state, yes_or_no(answer.value, wrong), reply(answer.value, why))


def _title(name: str) -> str:
    """Return the title of a man of the squad in a question."""
    role = _SQUAD.men[ROSTER[name]].name
    return role if ROSTER[name] == name else f"{role} no. {name.rpartition(' ')[2]}"


# -- ways ------------------------------------------------------------------------------------------

_HALF = Fraction(1, 2)


def _way(dice: random.Random, level: int) -> Way:
    action = dice.choice(list(PACES))
    way = Way(action, clear=Fraction(dice.randint(0, 15), 2))
    if level > 1 or way.clear < 2:
        way = replace(way, difficult=dice.choice((0, 1, _HALF, 3 * _HALF, 2)))
    if level > 1 and dice.random() < 1 / 3:
        way = replace(way, obstacles=dice.choice((_HALF, 1)))
    if level == 3:
        way = replace(
            way,
            leg_wounds=dice.choice((0, 0, 1)),
            half_speed=dice.random() < 1 / 4,
            fast_before=action == "move fast" and dice.random() < 1 / 2,
            ends_in_cover=dice.random() < 1 / 4,
        )
    return way


@asked_of_a_turn("landser:move", "ground", taught="every inch of difficult ground costs two")
def gets_there(dice: random.Random, level: int) -> Task:
    """Ask whether a man gets that far in one turn."""
    while True:
        way = _way(dice, level)
        if way.clear or way.difficult or way.obstacles:
            break

    def gets(**changed: object) -> object:
        return may_move(replace(way, **changed)).value  # type: ignore[arg-type]

    answer = may_move(way)
    lengths = {"clear": way.clear, "difficult": way.difficult, "obstacles": way.obstacles}
    names = ("clear ground", "difficult ground", "wall, measured across")
    crossed = zip(lengths.values(), names, strict=True)
    ground = listed(f"{inches(amount)} of {name}" for amount, name in crossed if amount)
    facts = {
        "He has one (a) wound, which takes an inch from his movement.": way.leg_wounds,
        "A light wound has left him at half speed.": way.half_speed,
        "He moved fast last turn.": way.fast_before,
        "His way ends in full cover.": way.ends_in_cover,
    }
    sentences = [
        f"A rifleman wants to cross {ground} with the action {_SQUAD.actions[way.action]}.",
        *(fact for fact, on in facts.items() if on),
        "Does he get there this turn?",
    ]
    forgot = "you forgot what difficult ground and walls cost"
    wrong = [
        (gets(difficult=0, obstacles=0, clear=sum(lengths.values())), forgot),
        (gets(leg_wounds=0, half_speed=False), "you forgot the wound"),
        (
            gets(fast_before=False, ends_in_cover=False, obstacles=0),
            "you forgot what a fast move may not do",
        ),
    ]
    state = f"landser:squad move pace {_word(way.action)} legs {way.leg_wounds} "
    state += " ".join(f"{key} {amount}" for key, amount in lengths.items())
    state += ticked(boxes(way, "fast_before", "half_speed", "ends_in_cover"))
    refused = next((step.text for step in answer.steps if step.op == "forbids"), answer.headline)
    key = yes_or_no(answer.value, wrong)
    return Task(" ".join(sentences), state, key, reply(answer.value, refused))


# -- crews -----------------------------------------------------------------------------------------


@asked_of_a_turn(
    "landser:crew", "legal", taught="a gunner by himself carries enough for two bursts"
)
def may_burst_now(dice: random.Random, level: int) -> Task:
    """Ask whether a gun may fire a burst this turn."""
    while True:
        gun = Gun(
            dice.choice(("gpmg", "gpmg", "lmg", "smg")),
            set_up=level == 1 or dice.random() < 3 / 4,
            jammed=dice.random() < 1 / 8,
            loader=dice.random() < 1 / 2,
            bursts=dice.randint(0, MACHINE_GUN.bursts_without_loader),
            turns_running=dice.randint(0, MACHINE_GUN.turns_to_barrel),
        )
        most = 0 if gun.weapon == "smg" else 1  # either a loader, or bursts without a loader
        stands = gun.set_up or gun.weapon == "gpmg"
        if stands and gun.loader + (gun.bursts > 0) <= most and _came_about(gun):
            break
    away = dice.choice((0, 0, 1, 2, 3)) if gun.loader else 0
    answer = may_burst(gun, away if gun.loader else None)
    text = f"{' '.join(_crew(gun, away))} May it fire a burst on automatic this turn?"
    wrong = [
        (may_burst(replace(gun, **changed)).value, f"you forgot {what}")
        for changed, what in (
            ({"loader": True}, "that nobody loads it"),
            ({"turns_running": 0}, "its last turns"),
            ({"jammed": False}, "that it is jammed"),
            ({"bursts": 0}, "how many bursts a gunner carries by himself"),
        )
    ]
    flags = {"set-up": gun.set_up, "gun-jammed": gun.jammed, "loader": gun.loader}
    state = (
        f"landser:squad gun crewed {gun.weapon} bursts {gun.bursts} turns {gun.turns_running}"
        f" loader_inches {away}{ticked(flags) or ' with'}"
    )
    why = reason(answer.steps) or answer.headline
    return Task(text, state, yes_or_no(answer.value, wrong), reply(answer.value, why))


def _came_about(gun: Gun) -> bool:
    """Return whether every burst of a gun was allowed when it was fired."""
    past = replace(gun, jammed=False)
    while past.turns_running:
        lone = past.weapon != "smg" and not past.loader
        if lone and not past.bursts:
            return False
        past = replace(past, turns_running=past.turns_running - 1, bursts=past.bursts - lone)
        if not may_burst(past).value:
            return False
    return True


def _crew(gun: Gun, away: int) -> Iterator[str]:
    """Yield the sentences that describe a gun."""
    name = _WEAPONS[gun.weapon].name
    stands = ["set up" if gun.set_up else "not set up"] if gun.weapon == "gpmg" else []
    stands += ["jammed"] * gun.jammed
    state = f" that is {listed(stands)}" if stands else ""
    yield f"You have {with_article(name)}{state}."
    if gun.turns_running:
        running = "turn" if gun.turns_running == 1 else f"{gun.turns_running} turns running"
        yield f"It fired on automatic in the last {running}."
    else:
        yield "It did not fire on automatic last turn."
    if gun.weapon == "smg":
        return
    if gun.loader:
        where = "in base contact" if not away else f"{inches(away)} away"
        yield f"Its loader is {where}."
    else:
        fired = plural(gun.bursts, "burst")
        yield f"It has no loader, and its gunner has fired {fired} in this game."


TURN = (may_order, gets_there, may_burst_now)
