"""Forces: the figures of a company, a brigade, a warband or an army; when the battle ends, who
takes over from a lost leader, which figures may come back, stay, carry a rifle or merge.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from landships_lab.core.answer import Step, Telling, Told, decided, summed
from landships_lab.core.checks import brief, one_of, whole
from landships_lab.core.speech import capitalized, listed, plural
from landships_lab.games.paychest.data.tables import Formation, Part, formations
from .book import MOST, add, allow, note, option_of, reads
from .morale import KINDS, leader_step

FORMATIONS = formations()
#: The most parts of one kind that are counted where no limit is printed.
MOST_PARTS = 12
CANNOT_WALK, COMMAND, REGULARS_RETURN = "cannot-walk", "commanders-men", "regulars-return"
RANKS = {"commander": "the commander", "leader": "an officer or NCO"}
FATES = {
    "killed": "is killed",
    "unconscious": "is knocked unconscious",
    "lame": "cannot walk",
    "fights": "fights on",
}
#: How often a figure may come onto the board in a game.
MOST_TIMES = 2


@dataclass(frozen=True, slots=True)
class Body:
    """One kind of formation, and how many there are in the whole force."""

    id: str
    formation: Formation
    count: int

    @property
    def figures(self) -> int:
        """The number of figures in all formations of this kind, without those of their parts."""
        return self.count * self.formation.own_figures


@summed
def muster(formation: str, parts: Mapping[str, int] | None = None) -> Telling:
    """Return the number of figures in this formation, with a step for each kind of formation in it;
    the detail is the `muster_roll`.

    ``parts`` says how many of a formation are in the one above it (``{"battalion": 3}``); the
    default is the least number printed.

    >>> muster("battalion").value, muster("brigade", {"battalion": 3}).value
    (86, 261)
    """
    bodies = muster_roll(formation, parts)
    force = bodies[0].formation
    for body in bodies:
        yield add(body.formation.cite, body.figures, _own_figures(body))
    text = "Guidelines for size: real strengths varied, and units were merged and split."
    yield note("guidelines", text)
    if force.halves is not None:
        half = f"{force.halves.name}s, each of {_posts(force.halves.posts)}"
        yield note(force.cite, f"It divides into two {half}.")
    regulars = "Colonial and regular troops use the skills of legionnaires"
    whose = regulars if force.force == "regular" else "Natives use the skills of Arabs"
    text = f"{whose}, as a rule; take whatever fits best. That table is lost."
    yield note("troops", text)
    guns = sum(body.count * body.formation.guns for body in bodies)
    served = f" and {plural(guns, 'gun')}" if guns else ""
    return lambda figures: Told(
        f"The {force.name} has {plural(figures, 'figure')}{served}.", detail=bodies
    )


def muster_roll(formation: str, parts: Mapping[str, int] | None = None) -> tuple[Body, ...]:
    """Return the formations that make up this one, the largest first, and how many of each there
    are in the whole.

    >>> [(body.id, body.count) for body in muster_roll("brigade")]
    [('brigade', 1), ('battalion', 2), ('company', 8)]
    """
    one_of("formation", formation, FORMATIONS)
    if parts is not None and not isinstance(parts, Mapping):
        raise ValueError(
            f"The parts are a dict of numbers by name, such as {{'battalion': 3}}, not {parts!r}."
        )
    given = dict(parts or {})
    bodies = tuple(_bodies(formation, 1, given))
    below = [body.id for body in bodies[1:]]
    for stray in sorted(given.keys() - set(below)):
        has = f"its parts are {listed(below)}" if below else "it has no parts"
        raise ValueError(
            brief(f"{stray!r} is not part of the {FORMATIONS[formation].name}; {has}.")
        )
    return bodies


def _bodies(formation: str, count: int, parts: Mapping[str, int]) -> Iterator[Body]:
    body = Body(formation, FORMATIONS[formation], count)
    yield body
    for part in body.formation.parts:
        yield from _bodies(part.unit, count * _count(part, parts.get(part.unit)), parts)


def _count(part: Part, given: int | None) -> int:
    if given is None:
        return part.least
    what = f"The number of {FORMATIONS[part.unit].name} formations"
    if part.least == part.most and given != part.least:
        raise ValueError(brief(f"{what} is always {part.least}, not {given!r}."))
    return whole(what, given, part.least, part.most or MOST_PARTS)


def roster(formation: str, parts: Mapping[str, int] | None = None) -> Mapping[str, int]:
    """Return the number of figures of each rank in the whole formation.

    >>> roster("battery")
    {'officer': 1, 'NCO': 4, 'private': 9}
    """
    ranks: Counter[str] = Counter()
    for body in muster_roll(formation, parts):
        for rank, number in body.formation.posts.items():
            ranks[rank] += number * body.count
    return dict(ranks)


def _posts(posts: Mapping[str, int]) -> str:
    return listed(plural(number, rank) for rank, number in posts.items())


def _own_figures(body: Body) -> str:
    formation = body.formation
    guns = f", with {plural(formation.guns, 'gun')}" if formation.guns else ""
    own = f"{capitalized(formation.name)}: {_posts(formation.posts)}{guns}"
    times = f", {body.count} times" if body.count > 1 else ""
    return f"{own}: {plural(formation.own_figures, 'figure')}{times}."


# ---------------------------------------------------------------------------- the battle as a whole


@decided
def battle_over(mine: int, theirs: int, reached: bool = False) -> Telling:
    """Return whether the battle is over: ``mine`` and ``theirs`` are figures on the board,
    ``reached`` the victory condition.

    >>> battle_over(12, 9).value, battle_over(0, 9).value, battle_over(12, 9, reached=True).value
    (False, True, True)
    """
    mine = whole("The number of your figures", mine, 0, MOST)
    theirs = whole("The number of enemy figures", theirs, 0, MOST)
    gone = [side for side, standing in (("Your side", mine), ("The enemy", theirs)) if not standing]
    for side in gone:
        text = "has nobody left on the board: wiped out, or gone after failed morale"
        yield note("ending", f"{side} {text}.")
    if reached:
        yield note("ending", "A victory condition set before the game is met.")
    elif not gone:
        text = "Both sides have figures on the board, and no victory condition is met."
        yield allow("ending", False, text)
    return lambda over: "The battle is over." if over else "The battle goes on."


@decided
def takes_over(
    rank: str, fate: str, men: int, readings: Mapping[str, str] | None = None
) -> Telling:
    """Return whether another man takes over from a leader who was hit, and who; the detail is
    whether the player may activate another man.

    ``rank`` is commander or leader, ``fate`` what happened to him, ``men`` how many he leads (for a
    commander, who leads no unit himself, the men of his whole force); ``readings`` are options of
    cannot-walk and commanders-men.

    >>> takes_over("commander", "killed", 0).headline
    'The other leaders settle by rank who commands; nobody is left for his player.'
    """
    one_of("rank", rank, RANKS)
    one_of("fate of a leader", fate, FATES)
    men, options = whole("The number of men he leads", men, 0, MOST), dict(readings or {})
    lame_fights = option_of(CANNOT_WALK, options.get(CANNOT_WALK)) == "fights"
    force = option_of(COMMAND, options.get(COMMAND))
    out = fate in ("killed", "unconscious") or (fate == "lame" and not lame_fights)
    commands = rank == "commander"
    followed = out and bool(men) and not (commands and force != "force")
    text = f"He {FATES[fate]}: he is {'out of' if out else 'still in'} combat."
    yield allow("acting", out, text, reading=CANNOT_WALK if fate == "lame" else "")
    if commands:
        yield from _commander(out, fate, followed, force)
    else:
        yield from _leader(out, fate, followed, men)
    if not out:
        sentence = "He still leads; nobody takes his place."
    elif commands:
        his = "his player may activate another man" if followed else "nobody is left for his player"
        sentence = f"The other leaders settle by rank who commands; {his}."
    elif followed:
        sentence = "His player may activate another man as an acting corporal."
    else:
        sentence = "No man is left to become acting corporal."
    return Told(sentence, detail=followed)


def _leader(out: bool, fate: str, followed: bool, men: int) -> Iterator[Step]:
    """Yield the consequences for an officer or NCO and his unit."""
    if fate != "fights":
        none = "He leads nobody, so no unit is left to roll for his loss."
        yield leader_step() if men else note("leader", none)
    if followed:
        man = "another man of his command as an acting corporal"
        yield allow("acting", True, f"The player may activate {man}.")
        brave = "notes brave deeds, promotes the bravest man of the unit"
        yield note("brave", f"The commander, who {brave}.")
    elif out:
        yield allow("acting", False, "He leads no other man who could be activated.")
    text = "Every other player leads a few men with an officer or NCO of his own."
    yield note("players", text)
    orders = "Officers and NCOs follow the commander's orders, in whatever way they choose."
    yield note("orders", orders)


def _commander(out: bool, fate: str, followed: bool, force: str) -> Iterator[Step]:
    """Yield the consequences for the commander, who has no unit of his own."""
    rolls = "" if fate == "fights" else ", so no unit rolls for its leader"
    yield note("players", f"The commander's player has only his own figure{rolls}.")
    if not out:
        yield note("players", "He gives the orders and keeps the roster.")
        return
    text = "The other officers and NCOs settle by rank who commands now."
    yield allow("succession", True, text)
    yield reads(COMMAND, force)
    if followed:
        text = "Whoever commands now notes brave deeds and promotes the bravest man."
        yield note("brave", text)
    elif force == "force":
        yield note("acting", "Nobody is left who could be activated.")


@decided
def may_return(kind: str, been: int, reading: str | None = None) -> Telling:
    """Return whether a figure may come back after this many times on the board, under an option of
    regulars-return.

    >>> may_return("irregular", 1).value, may_return("irregular", 2).value
    (True, False)
    """
    one_of("kind of troops", kind, KINDS)
    been = whole("How often it was on the board", been, 1, 9)
    read = REGULARS_RETURN if kind == "regular" else ""
    if read and option_of(REGULARS_RETURN, reading) == "no":
        text = "Only irregular units are named as ones that may be used again."
        yield allow("twice", False, text, reading=read)
        return "The text brings back irregulars only."
    yield note(
        "twice", f"{KINDS[kind].capitalize()} may be used again to make a longer game.", read
    )
    often = {1: "once", 2: "twice"}.get(been, f"{been} times")
    text = f"It was on the board {often}; a figure is there no more than twice in a game."
    yield allow("twice", been < MOST_TIMES, text)
    return lambda may: f"The figure may {'come back' if may else 'not come back again'}."


@decided
def may_remove(kind: str) -> Telling:
    """Return whether a casualty of these troops may be removed from the board.

    >>> may_remove("irregular").value, may_remove("regular").value
    (True, False)
    """
    away = one_of("kind of troops", kind, KINDS) == "irregular"
    stay = "Regular casualties stay where they fell for the whole game."
    yield allow("casualties-stay", away, "Irregular casualties may be taken away.", stay)
    return f"The casualty {'may leave the board' if away else 'stays on the board'}."


@decided
def has_rifle(shown: bool, picked_up: bool) -> Telling:
    """Return whether a figure is armed with a rifle: if its model shows one, or it picked one up
    during play.

    >>> has_rifle(False, True).value, has_rifle(False, False).value
    (True, False)
    """
    text = f"A figure carries what its model shows: {'a' if shown else 'no'} rifle."
    yield note("armed", text) if picked_up else allow("armed", shown, text)
    if picked_up and not shown:
        swap = "swap it for a model with a rifle, or note it on the roster"
        yield allow("armed", True, f"It has found a rifle: {swap}.")
    return lambda armed: f"It is armed with {'a' if armed else 'no'} rifle."


@summed
def merged(first: int, second: int) -> Telling:
    """Return the strength of a unit merged from two.

    >>> merged(7, 9).headline
    'The combined unit has 16 figures.'
    """
    both = 0
    for name, number in (("first", int(first)), ("second", int(second))):
        figures = plural(whole("The number of figures", number, 1, MOST), "figure")
        yield add("merged", number, f"{figures} of the {name} unit.")
        both += number
    text = "Units, also of different kinds, may be combined for an assignment or after losses."
    yield note("merged", text)
    full = FORMATIONS["company"].own_figures
    fewer = f"{abs(full - both)} {'fewer' if both < full else 'more'} than"
    text = f"That is {fewer if both != full else 'as many as'} the {full} of a full company."
    yield note("infantry", text)
    return lambda figures: f"The combined unit has {plural(figures, 'figure')}."
