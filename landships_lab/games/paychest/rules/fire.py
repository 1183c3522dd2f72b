"""Fire: who may fire at what, how many hits it makes, how many figures it puts out of action."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from landships_lab.core.answer import Answer, Gap, Remedy, Step, Telling, Told, decided, summed
from landships_lab.core.checks import one_of, whole
from landships_lab.core.dice import D6, Odds, certain, sum_of
from landships_lab.core.sources import Given
from landships_lab.core.speech import capitalized, inches, often, plural
from landships_lab.data.load import chosen
from landships_lab.games.paychest.data.supplied import NOTHING, Supplied
from landships_lab.games.paychest.data.tables import Gun
from .book import FIRE, GAPS, MOST, allow, average, forbid, note, option_of, start, success_odds
from .shot import JAMS, ONES, Aim, HitRoll, Rolled, describe_roll, modified_skill

TROOPS = FIRE.troops
#: Officers, NCOs and acting corporals choose their man; all others fire with the group.
FIRERS = {"group": "the unit, all together", "leader": "an officer, NCO or corporal"}
AIMS = {
    "figure": "a single figure",
    "group": "a group of figures",
    "location": "a stretch of ground",
}
#: The inches of frontage, and of wall fired at, in the example of line 5.
EXAMPLE_INCHES = 4
LEADERS_FIRE, GUN_TURN = "leaders-fire", "gun-turn"
#: What a gun fires.
SHOTS_OF = {"machine-gun": "burst", "shell": "shell"}
#: Longer words do not fit on the line of a verdict.
LONGEST_VERDICT = 90
#: The result of one burst or one shell: its number of hits, and whether the gun has jammed.
Burst = tuple[int, bool]


@dataclass(frozen=True, slots=True)
class Fired:
    """The result of fire: its aim, the numbers that hit, the odds of its hits and of the figures it
    puts out of action.

    ``chance`` is the chance of a hit from one shot of a rifle, or from all that a gun fires in the
    turn; ``jam_cancels`` says that a jam cancels the hit. ``second`` are the numbers that hit on a
    second die after a ONE, if the modified skill is zero or less. ``out`` is None unless the
    reader's casualty deck is large enough.
    """

    aim: Aim
    chance: Fraction
    first: tuple[int, ...]
    second: tuple[int, ...]
    hits: Odds[int]
    out: Odds[int] | None = None
    jam_cancels: bool = False


def _fired(aim: Aim, chance: Fraction, hits: Odds[int], tables: Supplied) -> Fired:
    rolls = aim.rolls.outcomes
    first = sorted({rolled.first for rolled in rolls if rolled.hit})
    second = sorted({rolled.second for rolled in rolls if rolled.hit and aim.modified <= 0})
    cancels = any(rolled.cancelled for rolled in rolls)
    out = cards_out(hits, tables)
    return Fired(aim, chance, tuple(first), tuple(second), hits, out, cancels)


# ------------------------------------------------------------------------------------- who, at what


@decided
def may_fire_at(
    firer: str,
    aim: str,
    figures: int = 1,
    target_inches: int = 0,
    frontage_inches: int = 0,
    reading: str | None = None,
) -> Telling:
    """Return whether a ``firer`` (leader or group) may fire at that ``aim``.

    The aim is a figure, a group of a certain size, or a location as wide as the unit's frontage
    allows. The reading is leaders-fire.

    >>> may_fire_at("group", "figure").value, may_fire_at("leader", "figure").value
    (False, True)
    """
    one_of("kind of firer", firer, FIRERS)
    one_of("kind of target", aim, AIMS)
    figures = whole("The number of figures aimed at", figures, 1, MOST)
    target_inches = whole("The width of the target", target_inches, 0, MOST)
    frontage_inches = whole("The frontage of the unit", frontage_inches, 0, MOST)
    leader = firer == "leader"
    only = leader and option_of(LEADERS_FIRE, reading) == "only"
    one = aim == "figure" or (aim == "group" and figures == 1)
    too_wide = aim == "location" and not only and target_inches > frontage_inches
    also = "Under this reading a leader may also fire as the others do. " if leader else ""
    read = LEADERS_FIRE if leader else ""
    if leader and one:
        yield allow(
            "aim",
            True,
            "An officer, NCO or acting corporal picks out any single figure within range.",
        )
    elif only:
        who = "officers, NCOs and acting corporals"
        text = f"Under this reading {who} fire at individual figures only."
        yield allow("aim", False, text, reading=read)
    elif aim == "location":
        most = f"fire covers no more than the firer's own frontage, {inches(frontage_inches)}"
        text = f"{also}The stretch is {inches(target_inches)} wide; {most}."
        yield allow("aim", not too_wide, text, reading=read)
    else:
        group = f"it is a group of {plural(figures, 'figure')}"
        here = "a single figure is picked out" if aim == "figure" else group
        ground = ", or at a stretch of ground no wider than their frontage" if one else ""
        fire = f"Figures without rank fire together, at a group of two or more{ground}"
        yield allow("aim", not one, f"{also}{fire}; here {here}.", reading=read)
    who = "An officer, NCO or acting corporal" if leader else "Figures without rank"
    target = "a group of one figure" if (aim, figures) == ("group", 1) else AIMS[aim]
    at = f"fire at {target}{' so wide' if too_wide else ''}"  # a narrower one is allowed

    def remedies() -> Iterator[Remedy]:
        if leader:
            yield Remedy("Aim at one figure of it.", "target", "figure")
        else:
            yield Remedy("Aim at a group of two figures or more.", "target", "group")
        if not leader and aim == "figure":
            yield Remedy("Let an officer, NCO or acting corporal fire.", "firer", "leader")
        if too_wide and frontage_inches:
            narrow = f"Narrow the stretch to {inches(frontage_inches)}."
            yield Remedy(narrow, "width", frontage_inches)

    return lambda may: Told(f"{who} may {at}.") if may else Told(f"{who} may not {at}.", remedies())


@summed
def shots_a_turn(troops: str) -> Telling:
    """Return how often a figure of these troops may fire in a turn.

    >>> shots_a_turn("legionnaires").value, shots_a_turn("arabs").value
    (2, 1)
    """
    firing = TROOPS[one_of("kind of troops", troops, TROOPS)]
    text = f"All {firing.label} fire {'twice' if firing.shots == 2 else 'once'} a turn."
    yield start(firing.cite, firing.shots, text)
    return text


# ------------------------------------------------------------------------------------------- rifles


def volley(
    shot: HitRoll, troops: str, men: int, allowed: Answer[bool], readings: Given = None
) -> Answer[Fraction | Gap | bool]:
    """Return the chance of each shot when men fire together, each as often as their troops may.

    The detail is a `Fired`.

    ``allowed`` is the answer of `may_fire_at`; if it refuses, so does this rule. The value is a
    `Gap` if the skill is one.

    >>> volley(HitRoll(4), "arabs", 8, may_fire_at("group", "group", 10)).headline
    '4 or less hits: each shot 66.7% of the time, 5.3 hits on average from 8 shots.'
    """
    if not allowed.value:
        return allowed
    skill = modified_skill(shot, readings)
    steps = (*allowed.steps, *skill.steps)
    if isinstance(skill.value, Gap):
        return Answer(skill.value, steps, skill.headline, skill.remedies)
    aimed = skill.detail
    each = shots_a_turn(troops)
    shots = whole("The number of men", men, 1, MOST) * each.value
    fired = _fired(aimed, aimed.chance, volley_odds([(shots, aimed.chance)]), shot.tables)
    count = f"{plural(men, 'man', 'men')}, {plural(shots, 'shot')}"
    steps = (*steps, note(each.steps[0].cite, f"{each.headline.removesuffix('.')}: {count}."))
    if fired.chance:
        steps = (*steps, cards_step(fired.hits, fired.out, shot.tables))
    headline = describe_hits(fired, plural(shots, "shot") if shots > 1 else "")
    return Answer(aimed.chance, steps, headline, detail=fired)


def describe_hits(fired: Fired, shots: str = "", turn: str = "") -> str:
    """Return a sentence: which rolls hit, how often, and the average number of hits from these
    shots.

    ``turn`` names what a gun fires in the turn, if the chance is that of all together.
    """
    roll = describe_roll(fired.aim)
    if not fired.chance:
        return "No roll hits: the only one that would jams the gun." if fired.jam_cancels else roll
    roll = roll.removesuffix(".") + (" (unless the gun jams)" if fired.jam_cancels else "")
    source = shots or (turn if not fired.jam_cancels else "")
    each = f"{'each shot ' if shots else ''}{often(fired.chance)}, " if fired.chance < 1 else ""
    hits = f"{roll}: {each}{average(fired.hits.mean, 'hit')} on average"
    sentence = f"{hits} from {source}." if source else f"{hits}."
    return sentence if len(sentence) <= LONGEST_VERDICT else f"{hits}."


def volley_odds(parties: Iterable[tuple[int, Fraction]]) -> Odds[int]:
    """Return the odds of the hits of a firing group.

    ``parties`` are the shots of men of like skill, and the chance of each shot.

    >>> volley_odds([(2, Fraction(2, 3)), (1, Fraction(1, 2))]).p(3)
    Fraction(2, 9)
    """
    total = certain(0)
    for shots, chance in parties:
        if not isinstance(chance, (int, Fraction)) or not 0 <= chance <= 1:
            raise ValueError(
                f"The chance of a shot is a Fraction from 0 to 1, not {chance!r}; one in two is"
                " Fraction(1, 2)."
            )
        hits = sum_of(success_odds(Fraction(chance)), whole("The number of shots", shots, 0, MOST))
        total = total.then(lambda made, hits=hits: hits.map(lambda more: made + more))  # type: ignore[misc]  # bound at once
    return total


# ---------------------------------------------------------------------------------------- the cards


def _deck(tables: Supplied) -> tuple[int, int]:
    """Return the cards of the reader's deck, and those that put a figure out of action."""
    deck = tables.casualties
    return sum(card.copies for card in deck), sum(card.copies for card in deck if card.out)


def cards_step(hits: Odds[int], out: Odds[int] | None, tables: Supplied, whom: str = "") -> Step:
    """Return the step for the cards that these hits on ``whom`` draw; ``out`` comes from
    `cards_out`.
    """
    cards, putting = _deck(tables)
    if not cards:
        text = "Each hit draws a casualty card; what the cards do is lost."
        return note("casualties-lost", text)
    cite, of = tables.cite("casualty deck"), f" on {whom}" if whom else ""
    if out is None:
        most = f"the {max(hits.outcomes)} hits{of} there can be"
        return note(cite, f"Your deck of {plural(cards, 'card')} is too small for {most}.")
    drawn = f"{average(out.mean, 'such card')} on average"
    each = f"Each hit{of} draws a card from your deck of {cards}"
    return note(cite, f"{each}. Cards that put a figure out of action ({putting}): {drawn}.")


def casualty_odds(hits: int, tables: Supplied = NOTHING) -> Odds[int] | Gap:
    """Return the odds of how many hit figures the cards put out of action. Cards are drawn without
    replacement.

    The cards are lost: a `Gap` until the reader supplies a deck.
    """
    hits = whole("The number of hits", hits, 0, MOST)
    cards, out = _deck(tables)
    if not cards:
        return GAPS["casualty-deck"].gap
    if hits > cards:
        raise ValueError(
            f"Your casualty deck has {cards} cards; {hits} cannot be drawn from it, and nothing is"
            " printed about shuffling."
        )
    ways = (math.comb(out, n) * math.comb(cards - out, hits - n) for n in range(hits + 1))
    return Odds(enumerate(ways))


def cards_out(hits: Odds[int], tables: Supplied) -> Odds[int] | None:
    """Return the odds of the cards drawn that put a figure out of action, or None if there is no
    hit, or no deck that is large enough.

    Two such cards may fall on one figure: the text does not say how the hits of a volley are
    spread.
    """
    cards, _ = _deck(tables)
    if not cards or not hits.mean or max(hits.outcomes) > min(cards, MOST):
        return None

    def drawn(number: int) -> Odds[int]:
        out = casualty_odds(number, tables)
        assert isinstance(out, Odds)  # a deck exists here
        return out

    return hits.then(drawn)


# --------------------------------------------------------------------------------------------- guns


def gun_fire(
    shot: HitRoll,
    hidden: int = 0,
    readings: Given = None,
    exposed: int = 0,
    jammed: bool = False,
    troops: str = "legionnaires",
) -> Answer[Fraction | Gap | bool]:
    """Return the chance that the bursts or shells of one turn hit, with their jams and their effect
    on ``hidden`` figures in cover. The detail is a `Fired`.

    ``troops`` serve the gun; the reading gun-turn decides how often it fires. ``exposed`` figures
    are in cover but partly visible. The value is a `Gap` if the skill is one.

    >>> gun_fire(HitRoll(3, "machine-gun")).headline
    '3 or less hits: 50% of the time, 1.8 hits on average.'
    """
    gun, options = gun_of(shot), chosen("paychest", readings)
    if jammed and shot.weapon == JAMS:
        return jammed_gun()
    shot = replace(shot, hidden=whole("The number of hidden figures", hidden, 0, MOST))
    exposed = whole("The number of partly exposed figures", exposed, 0, MOST)
    skill = modified_skill(shot, options)
    if isinstance(skill.value, Gap):
        return Answer(skill.value, skill.steps, skill.headline, skill.remedies)
    aimed = skill.detail
    shots = gun_shots(troops, options[GUN_TURN])
    odds = _turn_odds(burst_odds(gun, aimed.rolls), shots.value)
    hits = odds.map(lambda one: one[0])
    fired = _fired(aimed, hits.at_least(1), hits, shot.tables)
    steps = (
        *skill.steps,
        *shots.steps,
        *_gun_steps(gun, aimed, odds, shots.value),
        *((cards_step(hits, fired.out, shot.tables),) if fired.chance else ()),
        *_cover_steps(shot.hidden, exposed),
    )
    several = f"{shots.value} {SHOTS_OF[shot.weapon]}s" if shots.value > 1 else ""
    headline = describe_hits(fired, turn=several) + _in_cover(shot.hidden, exposed)
    return Answer(fired.chance, steps, headline, detail=fired)


def gun_of(shot: HitRoll) -> Gun:
    """Return the gun of this shot. Raises `ValueError` for a rifle."""
    return FIRE.guns[one_of("gun", shot.weapon, FIRE.guns)]


def gun_shots(troops: str, option: str) -> Answer[int]:
    """Return how often a gun served by these troops fires in a turn, by an option of gun-turn.

    >>> [gun_shots("legionnaires", option).value for option in ("once", "as-crew")]
    [1, 2]
    """
    crew = shots_a_turn(troops)
    times = crew.value if option == "as-crew" else 1
    if crew.value == 1:
        return replace(crew, steps=tuple(replace(step, op="note") for step in crew.steps))
    fires = f"under this reading their gun fires {'once' if times == 1 else 'twice'}"
    text = f"{crew.headline.removesuffix('.')}; {fires}."
    return Answer(times, (note("shots", text, GUN_TURN),), text)


def burst_odds(gun: Gun, rolls: Odds[Rolled]) -> Odds[Burst]:
    """Return the odds of the results of one burst or one shell."""
    return rolls.then(
        lambda rolled: sum_of(D6, gun.dice if rolled.hit else 0).map(
            lambda hits: (hits, rolled.jammed)
        )
    )


def _turn_odds(one: Odds[Burst], times: int) -> Odds[Burst]:
    """Return the odds of a number of bursts; after a jam the gun fires no more."""
    odds: Odds[Burst] = certain((0, False))
    for _ in range(times):
        odds = odds.then(
            lambda so_far: (
                certain(so_far)
                if so_far[1]
                else one.map(lambda more: (so_far[0] + more[0], more[1]))
            )
        )
    return odds


@decided
def jammed_gun() -> Telling:
    """Return the answer that a jammed gun may not fire, with what its crew may do.

    >>> jammed_gun().headline
    'A jammed machine gun cannot fire.'
    """
    action = "one action clears it, or the crew fight with their own weapons"
    yield allow("gun-jam", False, f"The gun is jammed: {action}.")
    clear = Remedy("Spend an action to clear the jam.", "jam", "clear")
    rifles = Remedy("Let the crew fire rifles, if they carry them.", "weapon", "rifle")
    return Told("A jammed machine gun cannot fire.", (clear, rifles))


def _gun_steps(gun: Gun, aimed: Aim, odds: Odds[Burst], times: int) -> Iterator[Step]:
    yield note(gun.hits_cite, f"If it hits, it makes {gun.dice}d6 hits, spread at random.")
    if aimed.may_jam:
        jam = often(odds.chance(lambda one: one[1])) + (f" in {times} bursts" if times > 1 else "")
        then = f"the burst {'misses' if aimed.jam_first else 'may still hit'}"
        text = f"A ONE and then a second ONE jam the gun: {jam}; under this reading {then}."
        yield note("gun-jam", f"{text} One action clears it.", ONES)


# -------------------------------------------------------------------------------------------- cover


def _in_cover(hidden: int, exposed: int) -> str:
    """Return the effect on figures in cover, as the end of a verdict."""
    shown = f" {exposed} may be hit where {'it shows' if exposed == 1 else 'they show'}."
    tests = f", and test morale {often(cover_test_chance(hidden))}"
    safe = f" {hidden} in cover cannot be hit{tests if cover_test_chance(hidden) else ''}."
    return (shown if exposed else "") + (safe if hidden else "")


def _cover_steps(hidden: int, exposed: int) -> Iterator[Step]:
    if exposed:
        are = f"{plural(exposed, 'figure')} in cover {'is' if exposed == 1 else 'are'}"
        text = f"{are} partly exposed: a hit counts only if its card names a part that shows."
        yield forbid("cover-exposed", True, text)
    if hidden:
        yield forbid("cover-exposed", True, f"{plural(hidden, 'figure')} in cover cannot be hit.")
        chance, die = cover_test_chance(hidden), "Their number and a die"
        limit = FIRE.cover.morale_at
        tests = f"make {limit} or more {often(chance)}; the unit then makes the second morale roll"
        never = f"never make {limit}, so they do not test morale"
        yield note("cover-morale", f"{die} {tests if chance else never}.")


@decided
def cover_test(unexposed: int, die: int) -> Telling:
    """Return whether a unit in cover must make the second morale roll on this die, given the
    figures that cannot be hit.

    >>> cover_test(8, 4).value, cover_test(8, 3).value
    (True, False)
    """
    unexposed = whole("The number of figures that are not exposed", unexposed, 0, MOST)
    total, limit = unexposed + whole("A die", die, 1, 6), FIRE.cover.morale_at
    text = "Figures in cover cannot be hit; exposed ones take casualties as usual."
    yield note("cover-exposed", text)
    made = f"{plural(unexposed, 'figure')} in cover and a die of {die} make {total}"
    text = f"{capitalized(made)}; {limit} or more calls for the second morale roll."
    yield allow("cover-morale", total >= limit, text)
    return lambda test: "The second morale roll is needed." if test else "No morale roll for cover."


def cover_test_chance(unexposed: int) -> Fraction:
    """Return the chance that a unit in cover must make the second morale roll."""
    return D6.chance(lambda die: cover_test(unexposed, die).value)
