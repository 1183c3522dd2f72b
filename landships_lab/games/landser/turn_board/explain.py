"""The panel that explains a choice: the same question, in the present state."""

from __future__ import annotations

from dataclasses import replace

from landships_lab.core.plane import Spot
from landships_lab.games.landser.panels import assault, fire, spotting, template, template_table
from landships_lab.games.landser.panels.common import values
from landships_lab.games.landser.panels.squad import LandserSquad
from landships_lab.games.landser.rules import grenades, shots, trooper
from landships_lab.games.landser.rules.book import CITES
from landships_lab.games.landser.turn import facts, ground
from landships_lab.games.landser.turn.hurt import Fight, assault_round, fighter
from landships_lab.games.landser.turn.moves import PACES, CoverFire, Go, Trip, read_legs
from landships_lab.games.landser.turn.orders import Orders
from landships_lab.games.landser.turn.state import Firefight, Man
from landships_lab.games.landser.turn.templates import behind
from landships_lab.panel.panel import Panel
from landships_lab.play.turns import Choice

#: The words on what keeps a loader near his gun.
NEAR = CITES["loader-place"]
#: The action that a verb declares.
ACTIONS = {**PACES, "hide": "hide", "work": "weapon work", "cover": "covering fire"}
ACTIONS |= {"assault": "assault", "grenade": "fire"} | dict.fromkeys(
    ("fire", "burst", "dog"), "fire"
)


def panel_of(situation: Firefight, choice: Choice) -> Panel | None:
    """Return the state of the panel that asks about this choice, or None."""
    verb, *rest = choice.verb, *choice.names
    if verb in ("roll", "break-off"):
        return _of_the_side(situation, verb)
    man = situation.man(choice.unit) if choice.unit and situation.has(choice.unit) else None
    if man is None:
        return None
    if isinstance(situation.now, Orders) and man.acted and verb != "hand":
        return None  # the order of a turn has no panel
    if verb == "join":
        return _join(situation, man)
    barred = _barred(situation, man, verb, rest)
    return barred or _of_the_man(situation, man, verb, rest)


def _barred(situation: Firefight, man: Man, verb: str, rest: list[str]) -> Panel | None:
    """Return the panel for a shot, a throw or an assault that the man's order forbids at any
    target.
    """
    orders = ("fire", "burst", "dog", "grenade", "assault")
    if verb not in orders or isinstance(situation.now, CoverFire):
        return None
    weapon = trooper.THROWN if verb == "grenade" else rest[2] if len(rest) > 2 else ""
    action = situation.now.action if isinstance(situation.now, Go) else ACTIONS[verb]
    weapon = weapon or (*facts.arms(situation, man), *man.weapons)[0]
    if man.carries or facts.may(situation, man, action, weapon).value:
        return None
    return _order(situation, man, action, weapon)


def _of_the_man(situation: Firefight, man: Man, verb: str, rest: list[str]) -> Panel | None:
    enemy = situation.man(rest[1]) if len(rest) > 1 and situation.has(rest[1]) else None
    if verb in ("fire", "burst", "dog") and enemy is not None:
        return _shot(situation, man, enemy, verb == "burst", rest[2:])
    if verb == "spot" and enemy is not None:
        return _spotting(situation, man, enemy)
    if verb in ("fight", "assault") and enemy is not None:
        return _fight(situation, man, enemy, verb)
    if verb == "grenade":
        place = ground.read(*rest[1:])
        return _grenade(situation, man, place) if place else None
    if verb == "to" and isinstance(situation.now, Go):
        return _way(situation, man, situation.now.action, tuple(rest))
    if verb in PACES and len(rest) > 1 and facts.may(situation, man, PACES[verb]).value:
        return _way(situation, man, PACES[verb], tuple(rest[1:]))
    asks = verb in ACTIONS and not man.carries  # the panel knows only the typical squad
    return _order(situation, man, ACTIONS[verb]) if asks else None


def _join(situation: Firefight, man: Man) -> Panel:
    guard = situation.man(man.guard)
    return replace(
        LandserSquad.parse("landser:squad join"),
        prisoners=len(situation.prisoners(guard.name)),
        assaulted=guard.opponent != "",
        assault_round=assault_round(situation, guard),
    )


def _of_the_side(situation: Firefight, verb: str) -> Panel:
    if verb == "roll":
        return LandserSquad.parse("landser:squad first")
    bare = LandserSquad.parse("landser:squad break-off")
    return replace(bare, out=_out(situation, situation.now.side(situation)))


def _out(situation: Firefight, side: str) -> frozenset[str]:
    return frozenset(man.role for man in situation.men if man.side == side and not man.fights)


def _shot(
    situation: Firefight, man: Man, enemy: Man, automatic: bool, named: list[str]
) -> Panel | None:
    covering = situation.active != man.side
    weapon = named[0] if named else man.weapons[0]
    if not covering and not facts.knows(situation, man, enemy).value:
        return _spotting(situation, man, enemy)
    if automatic and not facts.gun_answer(situation, man, weapon).value:
        return _burst(situation, man, weapon)
    if automatic and behind(situation, man, enemy):
        return None
    asked = facts.shot(situation, man, enemy, weapon, automatic, covering)
    if isinstance(situation.now, Go):
        asked = replace(asked, firer_moved=True)
    return replace(fire_panel(situation, asked, enemy), soviet=man.soviet and weapon == "smg")


def _burst(situation: Firefight, man: Man, weapon: str) -> Panel:
    bare = LandserSquad.parse("landser:squad gun")
    if weapon != "gpmg":
        return replace(bare, gun=weapon, turns=int(man.reloads), loader=False)
    crew, loader = situation.crew(man.side), facts.loader_of(situation, man)
    return replace(
        bare,
        **values(crew, "set_up bursts"),
        gun_jammed=crew.jammed,
        loader=loader is not None,
        loader_inches=facts.gap_inches(loader, man) if loader else 0,
        turns=crew.running,
    )


def fire_panel(situation: Firefight, asked: shots.Shot, enemy: Man) -> fire.LandserFire:
    """Return the state of the fire panel that asks about this shot at a man."""
    target = facts.target_of(enemy)
    same = (
        "weapon range_inches cover firer_moved target_moving_fast repeat automatic arm_wounds"
        " disorientated burst_before"
    )
    return replace(
        fire.LandserFire.default(),
        **values(asked, same),
        **values(target, "light_this_turn serious_wounds"),
        unready=not asked.set_up,
        lone=asked.lone and asked.weapon == "gpmg",
        readings=situation.readings,
    )


def _spotting(situation: Firefight, man: Man, enemy: Man) -> Panel | None:
    looks = facts.sighting(situation, man, enemy)
    does = (looks.doing, looks.in_cover)
    lane = next((key for key, (*what, _) in spotting.LANES.items() if tuple(what) == does), None)
    if lane is None:
        return None
    return replace(
        spotting.LandserSpotting.default(),
        **values(looks, "range_inches has_fired observer_moves_fast blocked"),
        lane=lane,
        weapon=man.weapons[0],
        cover=facts.cover_of(situation, man, enemy)[0],
        readings=situation.readings,
    )


def _fight(situation: Firefight, man: Man, enemy: Man, verb: str) -> Panel:
    mine, theirs = fighter(situation, man), fighter(situation, enemy)
    if verb == "fight" or isinstance(situation.now, Fight):
        bare = assault.LandserAssault.parse("landser:assault fight")
        asked = replace(bare, defender=theirs, opponent=enemy.met + 1)
    else:
        far = facts.gap_inches(man, enemy)
        near = min(far, facts.gap_inches(man, facts.nearest(situation, man) or enemy))
        bare = assault.LandserAssault.parse("landser:assault charge")
        asked = replace(bare, target=far, nearest=near)
    return replace(asked, attacker=mine, readings=situation.readings)


def _way(situation: Firefight, man: Man, action: str, words: tuple[str, ...]) -> Panel | None:
    legs = read_legs(words)
    if not legs:
        return None
    trip = Trip(situation, man, action, legs)
    barred = trip.besides()
    if barred is not None:
        return _loader(situation, man, legs) if barred.steps[-1].cite == NEAR else None
    way = trip.way
    spent = situation.now.spent if isinstance(situation.now, Go) else 0
    return replace(
        LandserSquad.parse("landser:squad move"),
        **values(way, "difficult obstacles half_speed fast_before ends_in_cover hidden"),
        man=man.role,
        pace=action,
        clear=way.clear + spent,
        legs=way.leg_wounds,
        readings=situation.readings,
    )


def _loader(situation: Firefight, man: Man, legs: tuple[Spot, ...]) -> Panel | None:
    gunner = facts.gunner_of(situation, man)
    if gunner is None:
        return None
    far = max(facts.gap_inches(replace(man, at=place), gunner) for place in legs)
    bare = LandserSquad.parse("landser:squad loader with moving")
    return replace(bare, loader_inches=far)


def _order(situation: Firefight, man: Man, action: str, weapon: str = "") -> Panel:
    asked = facts.trooper(situation, man)
    bare = LandserSquad.parse("landser:squad order")
    hand = (*facts.arms(situation, man), *man.weapons)
    weapon = weapon or hand[0]
    if action == "move and fire":
        weapon = next((one for one in hand if one != "gpmg"), weapon)
    return replace(
        bare,
        **values(asked, "outcome since jammed helper combat hits worn guards"),
        man=man.role,
        action=action,
        weapon=weapon,
        last_action=asked.last_action or "move",
        hid=asked.hid and asked.hits > (not asked.since) and asked.outcome != "hide",
        legs=asked.leg_wounds,
        arms=asked.arm_wounds,
        gun_bursting=asked.gun_bursting and man.kind == "loader",
        burst_before=man.reloads or (asked.burst_before and weapon == "gpmg"),
        out=_out(situation, man.side) | _missing(man, asked),
        readings=situation.readings,
    )


def _missing(man: Man, asked: trooper.Trooper) -> set[str]:
    """Return the men whom the panel must treat as out: a gunner whose gun another has, and a loader
    who is not beside it.
    """
    gone = {"gunner"} if asked.gunner_out else set()
    return gone | ({"loader"} if asked.alone and man.kind == "gunner" else set())


def _grenade(situation: Firefight, man: Man, place: Spot) -> Panel | None:
    """Return the template panel with the thrower, the place and the men near it, moved so that they
    fit on its smaller table.
    """
    across = Spot(template_table.WIDE // 2 - place.x, template_table.DEEP // 2 - place.y)

    def there(spot: Spot) -> Spot:
        return Spot(spot.x + across.x, spot.y + across.y)

    def on_table(spot: Spot) -> bool:
        return 0 <= spot.x <= template_table.WIDE and 0 <= spot.y <= template_table.DEEP

    reach = grenades.GRENADE.reach
    men = [
        one
        for one in facts.soldiers(situation)
        if on_table(there(Spot(*one.at))) and ground.square(Spot(*one.at), place) <= reach**2
    ]
    if not men or not on_table(there(man.at)):
        return None
    named = tuple(
        grenades.Soldier(letter, there(Spot(*one.at)), one.prone, one.hiding)
        for letter, one in zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", men, strict=False)
    )
    return replace(
        template.LandserTemplate.default(),
        mode="grenade",
        thrower=there(man.at),
        aim=there(place),
        men=named,
        walls=(),
        chosen=named[0].name,
        base=ground.BASE,
        readings=situation.readings,
    )
