"""The whole position of a firefight: men with their lasting states, guns, templates, whose turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache, wraps
from typing import Any, ClassVar, Concatenate, ParamSpec, Self, TypeVar, cast

from landships_lab.core.answer import Answer
from landships_lab.core.plane import Spot
from landships_lab.core.sources import Option
from landships_lab.core.speech import listed, plural
from landships_lab.data.book import Taken
from landships_lab.data.marks import marks
from landships_lab.games.landser.data.setups import Setup, agreements, setups
from landships_lab.games.landser.rules.book import GAPS, options
from landships_lab.games.landser.rules.trooper import MEN, ROSTER
from landships_lab.play.turns import Choice, Effect, Happening, Situation, refused
from . import ground

#: The events that begin and end the marks of men, wounds and guns: ``data/marks.toml``.
MARKS = marks("landser")


@dataclass(frozen=True, slots=True)
class Wound:
    """What hits require of a man: the gravest ``outcome``, how often he was hit in one turn,
    whether one of the hits was a hide result, and what has happened ``since``, all as in `Trooper`.
    ``dazed`` if one of them disorientates him.
    """

    outcome: str = "miss"
    hits: int = 0
    hid: bool = False
    since: str = ""
    dazed: bool = False


UNHURT = Wound()


@dataclass(frozen=True, slots=True)
class Man:
    """One man: his name and role, his place and heading, and his lasting states.

    ``status`` is "" for a man who fights, "hurt" for one out of action whom a medic could treat,
    "out", "prisoner" or "away" (taken off the table). ``wound`` binds him in his own turn;
    ``fresh`` is the effect of fire since that turn began. ``hides`` if he has hidden in a turn of
    his own, or stayed in hide. ``did`` is his action this turn, ``last`` his action in his last
    turn; ``acted`` if he has begun an action. ``fired`` holds until his next turn begins.
    ``looked`` are those he has looked for, ``aware`` those he has noticed. ``watch`` is the heading
    of his covering fire, None without it, and ``shots`` counts its shots this turn. ``reloads`` if
    his submachine gun fired a burst and has not been reloaded. ``opponent`` is the man with whom a
    draw has locked him, in the turn ``locked``; ``met`` counts the men who have assaulted him.
    """

    name: str
    side: str
    role: str
    at: Spot
    facing: int = 0
    status: str = ""
    guard: str = ""
    wound: Wound = UNHURT
    fresh: Wound = UNHURT
    light: bool = False
    legs: int = 0
    arms: int = 0
    serious: int = 0
    hides: bool = False
    did: str = ""
    last: str = ""
    acted: bool = False
    moved: bool = False
    fired: bool = False
    target: str = ""
    before: str = ""
    looked: frozenset[str] = frozenset()
    aware: frozenset[str] = frozenset()
    watch: int | None = None
    shots: int = 0
    jammed: str = ""
    reloads: bool = False
    burst: bool = False
    burst_before: bool = False
    grenades: int = 0
    combat: str = ""
    opponent: str = ""
    locked: int = 0
    met: int = 0
    nursed: bool = False
    entered: bool = False
    handed: bool = False
    carries: tuple[str, ...] = ()
    soviet: bool = False
    prone: bool = False
    lost: frozenset[str] = frozenset()

    @property
    def fights(self) -> bool:
        """Whether he is on the table and not a prisoner."""
        return self.status == ""

    @property
    def kind(self) -> str:
        """His role of the typical squad: "leader", "rifleman", ..."""
        return ROSTER[self.role]

    @property
    def weapons(self) -> tuple[str, ...]:
        """His weapons: those of his profile, or what he ``carries`` in another squad."""
        return self.carries or MEN[self.kind].weapons


@dataclass(frozen=True, slots=True)
class Crew:
    """The machine gun of a side: set up, spent (it fired without being set up), jammed, its bursts
    without a loader, the consecutive turns in which it fired on automatic, and whether it has done
    so since its side's last turn began.

    It ``lies`` where the man who worked it fell, until the loader takes it over (``taken_over``) or
    its gunner has it again.
    """

    set_up: bool = False
    spent: bool = False
    jammed: bool = False
    bursts: int = 0
    running: int = 0
    fired: bool = False
    lies: Spot | None = None
    taken_over: bool = False
    blown: bool = False


@dataclass(frozen=True, slots=True)
class Template:
    """A template on the table: who laid it, with which weapon, where, what an impossible shot
    subtracts from its effect, and the number of the side's turn in which it was laid or kept.
    """

    gunner: str
    weapon: str
    centre: Spot
    penalty: int
    ply: int


@lru_cache(maxsize=64)
def _options(readings: tuple[tuple[str, str], ...]) -> Taken:
    return options(dict(readings))


@dataclass(frozen=True)
class Firefight(Situation):
    """The position of a firefight. ``ply`` counts the turns of both sides from 1."""

    game: ClassVar[str] = "landser"
    measure: ClassVar[str] = "men, how well they can fight, and where they stand"
    objective: ClassVar[str] = "Men who fight"
    won_by: ClassVar[str] = (
        "A side wins when the other has nobody left to fight, or breaks off: with two men out it"
        " rolls a ten-sided die before its turn, and loses if that shows more than the men it has"
        " left."
    )
    #: The value of a side: set by ``measure.py``, which needs the rules about its men.
    worth_of: ClassVar[Callable[[Any, str], Fraction]]
    idle_readings: ClassVar[Mapping[str, str]] = {
        "opponent-minus": "It takes one from both fighters alike, so that no fight ends otherwise.",
        "cover-in-the-open": "In play a man next to the terrain that hides him is in cover.",
    }

    table: str = "firefight"
    men: tuple[Man, ...] = ()
    crews: tuple[Crew, Crew] = (Crew(), Crew())
    templates: tuple[Template, ...] = ()
    agreed: tuple[tuple[str, str], ...] = ()
    active: str = ""
    ply: int = 0
    opening: str = ""
    _index: Mapping[str, Man] = field(default_factory=dict, init=False, repr=False, compare=False)
    answers: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_index", {man.name: man for man in self.men})

    @property
    def setup(self) -> Setup:
        """What it began with."""
        return setups()[self.table]

    @property
    def sides(self) -> tuple[str, str]:
        """The names of the sides; the first one stands in the north."""
        return self.setup.sides

    @cached_property
    def read(self) -> Taken:
        """An option for every reading, checked."""
        return _options(self.readings)

    @property
    def label(self) -> str:
        return f"Turn {self.turns[0]}, {self.active}" if self.ply else "Before the first turn"

    def spoken(self, unit: str) -> str:
        return unit if unit in self._index else unit.replace("-", " ").capitalize()

    def state_of(self, unit: str) -> str:
        if unit in self._index:
            return told_of(self.man(unit))
        return self._question(unit) if unit in agreements() else ""

    def text(self) -> str:
        agreed = (f"Agreed: {key} {option}." for key, option in self.agreed)
        head = " ".join((self.over or f"{self.label}.", *agreed))
        open_list = bool(self.stack) and getattr(self.stack[-1], "changes", False)
        asked = (f"{key}: {self._question(key)}" for key in agreements() if open_list)
        return "\n".join((head, *map(described, self.men), *self._guns(), *asked))

    def _question(self, key: str) -> str:
        return f"{GAPS[key].question} Now: {self.agreed_on(key).label}."

    def _guns(self) -> Iterator[str]:
        for side, crew in zip(self.sides, self.crews, strict=True):
            states = [word for word in ("set_up", "spent", "jammed") if getattr(crew, word)]
            state = listed([s.replace("_", " ") for s in states], none="not set up")
            where = f", lies at {ground.write(crew.lies)}" if crew.lies else ""
            where += ", taken over" * crew.taken_over + ", fired" * crew.fired
            where += ", blown up" * crew.blown
            yield f"Gun of the {side}: {state}, bursts {crew.bursts}, running {crew.running}{where}"
        for laid in self.templates:
            place = ground.write(laid.centre)
            yield f"Template of {laid.gunner} at {place}, laid in half-turn {laid.ply}"

    def with_readings(self, readings: Mapping[str, str]) -> Self:
        options(dict(readings))
        return replace(self, readings=tuple(sorted(readings.items())))

    def marks(self) -> Mapping[tuple[str, str], Any]:
        # a man's hits of this turn stand under his name and "now", a gun under its side
        units: list[tuple[str, object]] = list(zip(self.sides, self.crews, strict=True))
        for man in self.men:
            units += [(man.name, man), (man.name, man.wound), (f"{man.name} now", man.fresh)]
        return {(of, mark): value for of, one in units for mark, value in MARKS.of(one).items()}

    # -- men ---------------------------------------------------------------------------------------

    def man(self, name: str) -> Man:
        """Return the man of this name. Raises `KeyError` for an unknown name."""
        return self._index[name]

    def has(self, name: str) -> bool:
        """Return whether there is a man of this name."""
        return name in self._index

    def change(self, name: str, **changes: Any) -> Self:
        """Return the situation with these fields of a man changed."""
        men = (replace(man, **changes) if man.name == name else man for man in self.men)
        return replace(self, men=tuple(men))

    def after(self, name: str, event: str) -> Self:
        """Return the situation after an event for a man, without the marks that it ends."""
        men = (MARKS.after(man, event) if man.name == name else man for man in self.men)
        return replace(self, men=tuple(men))

    def of(self, side: str) -> tuple[Man, ...]:
        """Return the men of a side who fight."""
        return tuple(man for man in self.men if man.side == side and man.fights)

    def first(self, side: str, kind: str) -> Man | None:
        """Return the first man of this kind who fights, such as "gunner", or None."""
        return next((one for one in self.of(side) if one.kind == kind), None)

    def enemies(self, man: Man) -> tuple[Man, ...]:
        """Return the enemies of a man who fight."""
        return self.of(self.opponent_of(man.side))

    def prisoners(self, guard: str) -> tuple[Man, ...]:
        """Return the prisoners whom a man guards."""
        return tuple(one for one in self.men if one.status == "prisoner" and one.guard == guard)

    def crew(self, side: str) -> Crew:
        """Return the machine gun of a side."""
        return self.crews[self.sides.index(side)]

    def with_crew(self, side: str, **changes: Any) -> Self:
        """Return the situation with these fields of the gun of a side changed."""
        return self._with_crew(side, replace(self.crew(side), **changes))

    def _with_crew(self, side: str, crew: Crew) -> Self:
        one, other = self.crews
        return replace(self, crews=(crew, other) if side == self.sides[0] else (one, crew))

    def gun_after(self, side: str, event: str, **begun: Any) -> Self:
        """Return the situation after an event for a side's gun, which has ``begun`` these marks."""
        crew = MARKS.after(self.crew(side), event)
        return self._with_crew(side, MARKS.begin(crew, event, **begun))

    def agreement(self, key: str) -> str:
        """Return the option for a gap: the lab's, unless the players agreed on another."""
        return dict(self.agreed).get(key, agreements()[key][0].id)

    def agreed_on(self, key: str) -> Option:
        """Return `agreement` with its words."""
        return next(one for one in agreements()[key] if one.id == self.agreement(key))

    def base_line(self, man: Man) -> bool:
        """Return whether a man is at the edge of the table where his side began."""
        north = man.side == self.sides[0]
        return man.at.y <= 1 if north else man.at.y >= self.setup.deep - 1

    def out_of_action(self, side: str) -> int:
        """Return how many men of a side are out of action when it may break off."""
        counted = self.agreement("prisoners-counted") == "counted"
        ways = ("hurt", "out", *(("prisoner", "away") if counted else ()))
        return sum(man.side == side and man.status in ways for man in self.men)

    @property
    def turns(self) -> tuple[int, int]:
        return (self.ply + 1) // 2, 0

    def score(self) -> Mapping[str, str]:
        total = {side: sum(man.side == side for man in self.men) for side in self.sides}
        return {side: f"{len(self.of(side))} of {total[side]}" for side in self.sides}

    def value(self, side: str) -> Fraction:
        return type(self).worth_of(self, side)


P = ParamSpec("P")
T = TypeVar("T")


def remembered(
    asked: Callable[Concatenate[Firefight, P], T],
) -> Callable[Concatenate[Firefight, P], T]:
    """Cache a function of a situation, its men and words for as long as the situation lives."""

    @wraps(asked)
    def answer(situation: Firefight, *args: P.args, **kwargs: P.kwargs) -> T:
        if kwargs or not all(_its_own(situation, one) for one in args):
            return asked(situation, *args, **kwargs)
        key = (asked, *(one.name if isinstance(one, Man) else one for one in args))
        if key not in situation.answers:
            situation.answers[key] = asked(situation, *args, **kwargs)
        return cast("T", situation.answers[key])

    return cast("Callable[Concatenate[Firefight, P], T]", answer)


def _its_own(situation: Firefight, one: object) -> bool:
    return not isinstance(one, Man) or (situation.has(one.name) and situation.man(one.name) is one)


#: The states of a man that his line names: with their values, by their names alone, as lists.
_NUMBERS = ("legs", "arms", "serious", "shots", "grenades", "met", "locked")
_TEXTS = ("did", "last", "target", "before", "jammed", "combat", "opponent")
_FLAGS = ("hides", "acted", "moved", "fired", "light", "burst", "burst_before", "reloads")
_RARER = ("nursed", "entered", "handed", "prone")
_LISTS = ("looked", "aware", "lost")


def described(man: Man) -> str:
    """Return the line for a man: his place, his action, and every unusual state."""
    words = [f"{man.name} at {ground.write(man.at)} facing {man.facing}"]
    words += [f"{man.status} {man.guard}".strip()] * (man.status != "")
    for key, wound in (("wound", man.wound), ("fresh", man.fresh)):
        if wound != UNHURT:
            how = f"{' hid' * wound.hid}{' dazed' * wound.dazed} {wound.since}"
            words.append(f"{key} {wound.outcome} hits {wound.hits}{how}".strip())
    words += [f"{key} {getattr(man, key)}" for key in (*_NUMBERS, *_TEXTS) if getattr(man, key)]
    words += [key for key in (*_FLAGS, *_RARER) if getattr(man, key)]
    words += [f"watches {man.watch}"] * (man.watch is not None)
    words += [f"{k} {' '.join(sorted(getattr(man, k)))}" for k in _LISTS if getattr(man, k)]
    return ", ".join(words)


def told_of(man: Man) -> str:
    """Return what the screen shows about a man: his states, his grenades, his actions."""
    grenades = plural(man.grenades, "grenade") if man.grenades else "no grenades"
    done = [f"declared {man.did}"] * (man.did != "")
    done += [word for word, on in (("has moved", man.moved), ("has fired", man.fired)) if on]
    done += ["has acted"] * (man.acted and not done)
    done += [f"looked for {listed(sorted(man.looked))}"] * bool(man.looked)
    return ", ".join(filter(None, (states(man), grenades, *done)))


def states(man: Man) -> str:
    """Return a few words on the states of a man, for a label: "light 3, jammed"."""
    hurt = man.fresh.outcome if man.fresh.outcome != "miss" else man.wound.outcome
    words = [hurt] * (hurt != "miss")
    words += [plural(man.serious, "serious wound")] * (man.serious > 0)
    words += [f"{man.jammed} jammed"] * (man.jammed != "")
    words += ["must reload"] * man.reloads
    words += [f"{weapon} blown up" for weapon in sorted(man.lost)]
    words += ["covering fire"] * (man.watch is not None)
    words += ["lies in the open"] * man.prone
    words += [f"locked with {man.opponent}"] * (man.opponent != "")
    return ", ".join(words)


def first_refusal(answers: Iterable[Answer[object] | None]) -> Answer[object] | None:
    """Return the first of these answers that refuses; None if all allow."""
    return next((one for one in answers if one is not None and not one.value), None)


def offer(
    words: str,
    says: str,
    man: Man,
    against: Iterable[Answer[object] | None],
    effect: Effect | Happening,
    why: Answer[object],
    expects: str = "",
    marks: tuple[Spot, ...] = (),
) -> Choice:
    """Return a man's choice, or its refusal by the first of these answers that refuses it. Where
    nothing is thrown, its effect is what happens.
    """
    if refusal := first_refusal(against):
        return refused(words, says, refusal, man.name)
    act = (lambda _: effect) if isinstance(effect, Happening) else effect
    return Choice(words, says, act, man.name, why, expects, marks=marks)
