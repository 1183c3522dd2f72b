"""Fire: what does the firer need, and how many hits will there be?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, ClassVar

from landships_lab.core.answer import Answer, Gap, Step
from landships_lab.core.checks import unknown
from landships_lab.core.dice import Odds
from landships_lab.core.speech import percent
from landships_lab.explore.explorer import Choice, Control, Field
from landships_lab.explore.paychest import fire_picture
from landships_lab.explore.paychest.common import PaychestExplorer, Read, bars_of, decimal, hits, number, plain, word
from landships_lab.explore.paychest.fire_state import FireState
from landships_lab.explore.paychest.turn import turn_tables
from landships_lab.rules.paychest.book import CITES, plural, signed
from landships_lab.rules.paychest.fire import AIMS, FIRERS, TROOPS, casualty_odds, may_fire_at, shots_a_turn, volley_odds
from landships_lab.rules.paychest.guns import cover_test_chance, gun_odds, round_odds
from landships_lab.rules.paychest.shot import FIRE, WEAPONS, modified_skill, needs, shot_chance
from landships_lab.rules.paychest.shot import aim as aim_of
from landships_lab.scene.charts import Bars, Chart, Table
from landships_lab.scene.shapes import Scene
from landships_lab.scene.view import View


class PaychestFire(PaychestExplorer[FireState]):
    """Choose a firer and a target, and see the roll that hits and the hits of the whole group."""

    id = "paychest:fire"
    title = "Fire"
    question = "What must the dice show, and how many hits will there be?"
    hands = "Everything is set beside the picture. Tables the book has lost can be supplied below; they are marked as yours."
    switched = ("skill-plus", "ones")
    reads: ClassVar[Mapping[str, Read]] = {
        "weapon": word("weapon", WEAPONS),
        "skill": number("A skill", -9, 20),
        "figure": plain,
        "moved": word("movement of the firer", FIRE.moved),
        "troops": word("kind of troops", TROOPS),
        "firer": word("kind of firer", FIRERS),
        "men": number("The number of men", 1, 60),
        "target": word("kind of target", AIMS),
        "figures": number("The number of figures in the target", 1, 200),
        "hidden": number("The number of figures hidden in cover", 0, 200),
        "inches": number("A range in inches", 0, 500, empty=True),
        "cover": plain,
        "modifier": number("Your modifier", -20, 20),
        "width": number("The width of the stretch in inches", 1, 500, empty=True),
        "frontage": number("The frontage in inches", 1, 500, empty=True),
    }

    def start(self) -> FireState:
        """Eight legionnaires who advance and fire at ten Arabs: skill 4, as the reader might say."""
        return FireState(moved="advance")

    def blank(self) -> FireState:
        """A shot with nothing left out of the text."""
        return FireState()

    def ask(self, state: FireState) -> Answer[Any]:
        """What does each of them need to hit, may they fire so, and how many hits is that on average?"""
        self._check(state)
        allowed = may_fire_at(state.firer, state.target, state.figures, *state.stretch)
        if not (allowed.value or state.gun):
            so_wide = " so wide" if (state.firer, state.target) == ("group", "location") else ""  # a narrower one they may
            return replace(allowed, headline=f"Not allowed: {_who(state)} may not fire at {AIMS[state.target]}{so_wide}.")
        skill = modified_skill(state.shot, state.taken)
        steps = skill.steps if state.gun else (*allowed.steps, *skill.steps)
        if isinstance(skill.value, Gap):
            return Answer(skill.value, steps, skill.headline, skill.remedies)
        chance = shot_chance(state.shot, state.taken)
        assert isinstance(chance, Fraction)  # its skill is no gap
        more = tuple(self._gun_steps(state) if state.gun else self._volley_steps(state))
        return Answer(chance, (*steps, *more), self._headline(state, chance))

    def _check(self, state: FireState) -> None:
        if state.figure and state.figure not in state.tables.skills:
            raise ValueError(unknown("figure of your tables", state.figure, list(state.tables.skills)))
        if state.cover and state.cover not in state.tables.cover:
            raise ValueError(unknown("cover of your tables", state.cover, list(state.tables.cover)) if state.tables.cover else NO_COVER)

    def _headline(self, state: FireState, chance: Fraction) -> str:
        aimed = aim_of(state.shot, state.taken)
        assert not isinstance(aimed, Gap)
        roll = needs(aimed).removesuffix(".")
        odds = self.hit_odds(state)
        assert isinstance(odds, Odds)  # the skill is no gap
        if state.gun:
            return f"{roll}: {percent(chance)} a roll, {hits(odds.mean)} on average."
        shots = plural(state.shots, "shot")
        return f"{roll}: {percent(chance)} a shot, {hits(odds.mean)} on average from {shots}."

    def hit_odds(self, state: FireState) -> Odds[int] | Gap:
        """How many hits do they make this turn?"""
        if state.gun:
            return round_odds(state.shot, state.taken)
        chance = shot_chance(state.shot, state.taken)
        return chance if isinstance(chance, Gap) else volley_odds([(state.shots, chance)])

    def _volley_steps(self, state: FireState) -> Iterator[Step]:
        each = shots_a_turn(state.troops)
        yield replace(
            each.steps[0], text=f"{each.steps[0].text[:-1]}: {plural(state.men, 'man', 'men')}, {plural(state.shots, 'shot')}.", op="note"
        )
        odds = self.hit_odds(state)
        if not state.tables.casualties or isinstance(odds, Gap):
            yield Step("Each hit draws a casualty card; what the cards do is lost.", CITES["casualties-lost"])
            return
        cards, cite = sum(card.copies for card in state.tables.casualties), state.tables.cite("casualty deck")
        if max(odds.outcomes) > cards:
            text = f"Your deck has {cards} cards, fewer than the {max(odds.outcomes)} hits there can be; it is not drawn from."
            yield Step(text, cite)
            return
        out = self.out_odds(state)
        assert out is not None
        yield Step(f"Each hit draws a card of your deck of {cards}: {decimal(out.mean)} figures are out of action on average.", cite)

    def out_odds(self, state: FireState) -> Odds[int] | None:
        """How many figures are put out of action, by the reader's own deck? None without one that is large enough."""
        made, deck = self.hit_odds(state), state.tables.casualties
        if isinstance(made, Gap) or not deck or max(made.outcomes) > sum(card.copies for card in deck):
            return None

        def drawn(number: int) -> Odds[int]:
            out = casualty_odds(number, state.tables)
            assert isinstance(out, Odds)  # there is a deck
            return out

        return made.then(drawn)

    def _gun_steps(self, state: FireState) -> Iterator[Step]:
        gun = FIRE.guns[state.weapon]
        yield Step(f"A hit is {gun.dice}d6 hits, spread at random.", CITES[gun.hits_cite])
        odds = gun_odds(state.shot, state.taken)
        if state.weapon == "machine-gun" and not isinstance(odds, Gap):
            jam = odds.chance(lambda burst: burst[1])
            yield Step(f"A ONE and a second ONE jam the gun: {percent(jam)}. One action clears it.", CITES["gun-jam"], reading="ones")
        if state.hidden:
            chance = cover_test_chance(state.hidden)
            text = f"{plural(state.hidden, 'figure')} in cover cannot be hit; {state.hidden} and a die reach {FIRE.cover.morale_at}"
            yield Step(f"{text}, a second morale roll, {percent(chance)} of the time.", CITES["cover-morale"])

    # -- what is shown ----------------------------------------------------------------------------------------------------

    def picture(self, state: FireState, answer: Answer[Any], view: View | None = None) -> Scene:
        """The skill on its way to what is needed, and the dice that hit."""
        return fire_picture.picture(state, answer)

    def charts(self, state: FireState, answer: Answer[Any]) -> tuple[Chart, ...]:
        """The hits of the turn; with a deck of the reader's own, the figures it puts out of action."""
        odds = None if answer.value is False else self.hit_odds(state)
        if not isinstance(odds, Odds):
            return ()
        what = "one shell" if state.weapon == "shell" else "one burst" if state.gun else f"{plural(state.shots, 'shot')}"
        yours = " (with your tables)" if any(step.cite.kind == "supplied" for step in answer.steps) else ""
        found = [Bars(f"Hits of {what}{yours}", "hits", bars_of(odds), ordered=True)]
        out = self.out_odds(state)
        if out is not None:
            axis = "figures out of action"
            found.append(Bars("Figures out of action (by your casualty deck)", axis, bars_of(out), ordered=True, tint="vermillion"))
        return tuple(found)

    def tables(self, state: FireState, answer: Answer[Any]) -> tuple[Table, ...]:
        """What is left of the printed modifiers, and the reader's own; then what they supplied of the turn and of movement."""
        return (self._modifiers(state), *turn_tables(state.tables))

    def _modifiers(self, state: FireState) -> Table:
        rows = [(moved.label, signed(moved.modifier)) for moved in FIRE.moved.values()]
        mine = state.tables
        bands = mine.shell if state.weapon == "shell" else mine.ranges
        rows += [(f"to {band.to} inches (yours)", signed(band.modifier)) for band in bands] or [("range", "lost")]
        if not state.gun:
            rows += [(f"{key} (yours)", signed(value)) for key, value in mine.cover.items()] or [("cover", "lost")]
        note = "Rows marked (yours) are supplied by you, not printed." if bands or mine.cover else ""
        lit = list(FIRE.moved).index(state.moved)
        title = "Modifiers to the firer's skill"
        if len(rows) > WIDE:
            return Table(title, ("modifier",), tuple((label, (value,)) for label, value in rows), lit_row=lit, note=note)
        labels, values = zip(*rows, strict=True)
        return Table(title, labels, (("", values),), lit_column=lit, note=note)

    def controls(self, state: FireState) -> tuple[Control, ...]:
        """Who fires, how, at whom; what is lost; the readings; the reader's tables."""
        return (
            Choice("weapon", "Weapon", tuple(WEAPONS.items()), state.weapon),
            *self._skill(state),
            Choice("moved", "The firer", tuple((key, f"{m.label} {signed(m.modifier)}") for key, m in FIRE.moved.items()), state.moved),
            *(() if state.gun else self._firers(state)),
            *(() if state.gun else (Choice("target", "Fires at", tuple(AIMS.items()), state.target),)),
            *((Field("figures", "Figures in the target", str(state.figures)),) if state.gun or state.target == "group" else ()),
            *(self._stretch(state) if state.target == "location" and not state.gun else ()),
            *((Field("hidden", "More of them hidden in cover", str(state.hidden)),) if state.gun else ()),
            *self._lost(state),
            *(self.switches(state, self._effect) if state.gun else ()),
            self.own_box(state),
        )

    def _skill(self, state: FireState) -> tuple[Control, ...]:
        typed = Field("skill", "Firearms skill (the table is lost)", str(state.skill), "such as 4")
        if not state.tables.skills:
            return (typed,)
        rows = tuple((key, f"{key}: {row.firearms} (yours)") for key, row in state.tables.skills.items())
        which = Choice("figure", "Figure", (("", "skill as typed"), *rows), state.figure)
        return (which,) if state.figure else (which, typed)

    def _firers(self, state: FireState) -> tuple[Control, ...]:
        return (
            Choice("firer", "Who fires", tuple(FIRERS.items()), state.firer),
            Choice("troops", "Troops", tuple((key, f"{t.label}, {plural(t.shots, 'shot')}") for key, t in TROOPS.items()), state.troops),
            Field("men", "Men who fire", str(state.men)),
        )

    def _stretch(self, state: FireState) -> tuple[Control, ...]:
        width, frontage = state.stretch
        return (
            Field("width", "Width of the stretch, inches", str(width)),
            Field("frontage", "Frontage of the unit, inches", str(frontage)),
        )

    def _lost(self, state: FireState) -> tuple[Control, ...]:
        """Controls for what the book has lost: a range, a cover, a modifier of the reader's."""
        inches = "" if state.inches is None else str(state.inches)
        bands = state.tables.shell if state.weapon == "shell" else state.tables.ranges
        label = f"Range in inches ({'your table' if bands else 'the table is lost'})"
        found: list[Control] = [Field("inches", label, inches, "empty: left out")]
        if state.tables.cover and not state.gun:
            rows = tuple((key, f"{key} {signed(value)} (yours)") for key, value in state.tables.cover.items())
            found.append(Choice("cover", "Cover", (("", "left out"), *rows), state.cover))
        found.append(Field("modifier", "Your own modifier, for what is lost", str(state.modifier)))
        return tuple(found)

    def _effect(self, state: FireState) -> str:
        odds = None if self.ask(state).value is False else self.hit_odds(state)
        return hits(odds.mean) if isinstance(odds, Odds) else ""

    def changed(self, state: FireState, control: str, value: Any) -> FireState:
        """A leader fires alone and at one man; a gun knows no cover."""
        new = super().changed(state, control, value)
        if control == "firer" and value == "leader":
            return replace(new, men=1, target="figure", figures=1)
        if control == "target":
            return replace(new, figures=1 if value == "figure" else max(2, state.figures))
        if control == "weapon" and new.gun:
            return replace(new, cover="", firer="group", target="group", figures=max(2, state.figures))
        return new

    def settle(self, state: FireState) -> FireState:
        """Rows that the tables no longer have are let go."""
        kept = state if state.figure in state.tables.skills else replace(state, figure="")
        return kept if kept.cover in kept.tables.cover else replace(kept, cover="")


#: So many modifiers stand side by side; more go one below the other.
WIDE = 6
NO_COVER = "What cover does is lost; supply a table [cover] of your own first."


def _who(state: FireState) -> str:
    return "figures without rank" if state.firer == "group" else "an officer or NCO"
