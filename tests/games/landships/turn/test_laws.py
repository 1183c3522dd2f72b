"""The laws of play, over random games of the Brickyard."""

import random
import re
from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest

from landships_lab.core.answer import Gap
from landships_lab.core.dice import Thrown
from landships_lab.core.hexes import Hex
from landships_lab.core.speech import capitalized, plural
from landships_lab.data.load import readings
from landships_lab.games.landships.rules.brickyard import SCENARIO, class_of
from landships_lab.games.landships.rules.movement import answer_move
from landships_lab.games.landships.rules.positions import check_position, legal_headings
from landships_lab.games.landships.rules.ranges import range_hexes
from landships_lab.games.landships.turn import START, Clock
from landships_lab.games.landships.turn.clock import GRID
from landships_lab.games.landships.turn.drive import Drive
from landships_lab.games.landships.turn.firing import Attack
from landships_lab.games.landships.turn_board import BOARD
from landships_lab.play import Choice, Happening, Situation
from landships_lab.play.turns import choice, choices, take
from tests.effort import tries
from tests.games.landships.turn.moves import after, moments
from tests.play.laws import (
    GAMES_IN_PART,
    check_cause,
    check_choices,
    check_marks,
    check_odds,
    check_record,
    matters,
    random_game,
    two_thousand_games,
    with_random_readings,
)

pytestmark = pytest.mark.long

#: Every kind of choice, by the step that offers it; the random games must meet them all.
OFFERED = {
    "SetUp": "place end",
    "Arrivals": "enter end",
    "Vehicles": "drive end",
    "Drive": "ahead left right round drift halt",
    "Dismount": "dismount end",
    "Foot": "walk end",
    "Firing": "fire shell assault fly leave end",
    "Attack": "throw no-effect result and",
    "Bailing": "throw lost out",
}
KINDS = {f"{step} {verb}" for step, verbs in OFFERED.items() for verb in verbs.split()}
COUNTERS = {name: {unit.id for unit in start.units} for name, start in START.items()}


def check(situation: Situation) -> None:
    """A position that can be: every counter once, in a position that its class may have, squads in
    tanks that are there, nothing on the board before its turn.
    """
    assert isinstance(situation, Clock)
    ids = [unit.id for unit in situation.units]
    assert len(set(ids)) == len(ids)
    assert {*ids, *situation.removed} == COUNTERS["ten-turns"]
    assert not set(ids) & set(situation.removed)
    assert 1 <= situation.turn <= SCENARIO.turns
    for unit in situation.units:
        assert not (unit.aboard and unit.place)
        assert not unit.aboard or unit.aboard in ids
        if unit.place is not None:
            kind = class_of(unit.of, situation.read_as)
            assert check_position(kind, unit.place, unit.heading).value, unit
            assert unit.of.turn <= situation.turn
            assert kind == 3 or isinstance(unit.place, Hex)


def sampled(seed: int) -> Callable[[Situation], None]:
    """Check all choices in one situation of ten, since there are a hundred in each."""
    dice = random.Random(seed)

    def look(situation: Situation) -> None:
        check(situation)
        if dice.random() < 0.1:
            check_choices(situation)

    return look


def begun(seed: int, *, read: bool) -> Clock:
    """Return a start, with or without random readings."""
    start: Situation = START[sorted(START)[seed % len(START)]]
    found = with_random_readings(start, seed) if read else start
    assert isinstance(found, Clock)
    return found


def played(seeds: range, met: Counter[str]) -> None:
    """Play random games, half of them under random readings, and hold every move to the laws."""
    for seed in seeds:
        begin = begun(seed, read=bool(seed % 2))
        game = random_game(begin, seed, sampled(seed), met)
        if not begin.readings:
            check_record(f"landships:{sorted(START)[seed % len(START)]}", game)
        for before, happening in game:
            check_marks(before, happening, moments)
            check_promise(before, happening)
        for situation, happening in game[seed % 7 :: 23]:
            check_odds(situation, happening)


def test_random_games_are_legal_and_replay_and_keep_their_marks_and_promises() -> None:
    met: Counter[str] = Counter()
    played(range(GAMES_IN_PART), met)
    assert set(met) == KINDS


@pytest.mark.slow
@two_thousand_games
def test_two_thousand_random_games(seeds: range) -> None:
    met: Counter[str] = Counter()
    played(seeds, met)
    assert set(met) >= KINDS - {"Bailing lost", "Bailing out", "Bailing throw"}


# ----------------------------------------------------------------------------------------- promises


def check_promise(before: Situation, happening: Happening) -> None:
    """What a choice said is what happened: where a counter is, what it cost, who was removed, who
    has won. No other counter was touched.
    """
    assert isinstance(before, Clock)
    after = happening.situation
    assert isinstance(after, Clock)
    one = choice(before, happening.words)
    gone = {unit.id for unit in before.units if not after.has(unit.id)}
    for unit in before.units:
        named = unit.id in (one.unit, *one.names) or unit.aboard in one.names
        came_on = one.ends and unit.name in one.says
        if unit.id not in gone and not named and not came_on:
            now = after.unit(unit.id)
            assert (now.place, now.heading) == (unit.place, unit.heading), (unit, one.words)
    if one.verb in ("enter", "place", "fly", "walk", "dismount", "out", "drift", "to"):
        now = after.unit(one.unit)
        assert now.place is not None
        assert GRID.code(now.place) in one.says
        assert f"facing {now.heading}" in one.says or "facing" not in one.says
    for unit in before.units:
        if one.ends and unit.name in one.says and unit.of.kind == "tank":
            place = after.unit(unit.id).place
            assert place is not None
            assert f"{unit.name} at {GRID.code(place)}" in one.says
    assert gone <= _hit(before) if one.verb == "throw" else gone == _removed(before, one)
    if one.verb in ("result", "and", "lost"):
        stays = "stays" in happening.says
        assert one.verb == "lost" or stays is (one.unit not in gone)
    if isinstance(before.now, Drive) and isinstance(after.now, Drive):
        spent = after.now.spent - before.now.spent
        assert one.expects in (plural(spent, "MP"), "its move ends")
    if after.over:
        assert one.ends
        assert after.over.startswith(capitalized(one.expects))  # and then why


def _hit(before: Clock) -> set[str]:
    """Return the counters for which is thrown by our table."""
    now = before.now
    return set(now.hit) if isinstance(now, Attack) else {now.squad}  # type: ignore[attr-defined]


def _removed(before: Clock, one: Choice) -> set[str]:
    """Return the counters that a choice says it removes."""
    if one.verb == "assault":
        return {unit.id for unit in before.units if unit.name in one.expects}
    if one.verb == "lost":
        return {one.unit}
    british = before.unit(one.unit).of.side == "British" if one.unit else False
    falls = one.verb in ("result", "and") and (british or one.names[-1] == "destroyed")
    return {one.unit} if falls else set()


# ------------------------------------------------------------------------------ panels, readings


@cache
def met_moments() -> tuple[Clock, ...]:
    """Return moments of random games, each with its readings."""
    found = []
    for seed in range(tries(14, 200)):
        game = random_game(begun(seed, read=True), seed, lambda _: None, None, 150)
        found += [before for before, _ in game[seed % 3 :: 3]]
    assert all(isinstance(clock, Clock) for clock in found)
    return tuple(found)  # type: ignore[arg-type]  # as was asserted


def check_explained(clock: Clock, one: Choice) -> str:
    """The Brickyard panel that Explain opens says what play says, with the same steps, and its link
    opens that very state; return the verb of what was compared.
    """
    panel = BOARD.explain(clock, one)
    acted = one.unit and (clock.unit(one.unit).moved or clock.unit(one.unit).fired)
    if panel is None or one.ends or (acted and not one.legal):
        return ""
    answer = panel.answer()
    if one.verb in ("result", "and"):
        gone = answer.value == "removed"
        assert take(clock, one, Thrown()).says.endswith("removed." if gone else "stays.")
    else:
        assert one.why is not None
        assert (answer.value, answer.headline) == (one.why.value, one.why.headline), one
        assert answer.steps == one.why.steps, one
    again = type(panel).parse(panel.text())
    assert again.text() == panel.text()
    assert again.answer() == answer
    return one.verb


def test_the_panel_that_explains_a_choice_says_the_same_under_any_readings() -> None:
    dice = random.Random(3)
    seen = {
        check_explained(clock, one)
        for clock in met_moments()[::2]
        for one in dice.sample(list(choices(clock)), min(10, len(choices(clock))))
    }
    assert {"fire", "walk", "dismount", "enter", "place", "result", "and"} <= seen


def test_a_drive_is_what_the_rules_of_movement_say() -> None:
    """The movement panel has a board of its own: the rule that it asks is asked here."""
    seen = 0
    dice = random.Random(4)
    for clock in met_moments():
        if not isinstance(clock.now, Drive):
            continue
        unit, step = clock.unit(clock.now.name), clock.now
        assert unit.place is not None
        march = clock.march(unit, clock.mp - step.spent, moved=step.gone)
        near = [p for p in sorted(GRID.places) if range_hexes(unit.place, p) <= 3]
        for place in dice.sample(near, min(12, len(near))):
            heading = dice.choice(legal_headings(3, place))
            one = choice(clock, f"to {GRID.code(place)} {heading}")
            answer = answer_move(march, unit.place, unit.heading, place, heading)
            seen += 1
            if (place, heading) != (unit.place, unit.heading):
                assert one.why is not None
                assert one.legal is (answer.value is not False)
                assert one.supplied is isinstance(one.why.value, Gap)
                assert one.why.headline == answer.headline
    assert seen > 50


def test_readings_that_are_not_offered_change_nothing() -> None:
    seen = 0
    for clock in met_moments()[::20]:
        for key in clock.idle_readings:
            reading, _, option = key.partition("=")
            every = [one.id for one in readings("landships")[reading].options[1:]]
            for one in [option] if option else every:
                assert not matters(clock, reading, one), (key, one)
                seen += 1
    assert seen > 50


def test_a_lenient_reading_refuses_nothing_that_the_strict_one_allows() -> None:
    """With a friend to spot, and from any hexside, more may be done, never less."""
    options = {
        "brickyard-spotting": ("any-friend", "firer-only"),
        "squad-from-hexside": ("either-hex", "not-there"),
        "drift-without-move": ("any-vehicle", "after-a-move"),
        "turn-on-hexside": ("about", "never"),
        "drift-cost": ("as-moved", "dearer-hex"),
        "arc-edge-hexside": ("as-printed", "never"),
    }
    more = 0
    for clock in met_moments()[::15]:
        for reading, (lenient, strict) in options.items():
            free = clock.with_readings({**clock.read_as, reading: lenient})
            bound = clock.with_readings({**clock.read_as, reading: strict})
            allowed = {one.words for one in choices(free) if one.legal}
            under = {one.words for one in choices(bound) if one.legal}
            assert under <= allowed, (reading, under - allowed)
            more += under < allowed
    assert more


# ------------------------------------------------------------------------------------------- causes


def test_every_refusal_is_caused_by_the_rule_that_it_names() -> None:
    """Twice for each kind of refusal: take that rule away, and it is allowed, or another is
    named.
    """
    seen: Counter[tuple[str, str]] = Counter()
    dice = random.Random(5)
    for clock in met_moments()[::3]:
        refusals = [one for one in choices(clock) if not one.legal]
        for one in dice.sample(refusals, min(6, len(refusals))):
            assert one.why is not None
            kind = (one.verb, re.sub(r"\d+", "0", one.why.headline)[:24])
            if seen[kind] < 2:
                seen[kind] += 1
                check_cause(clock, one.words)
    assert {"fire", "drive", "drift", "left"} <= {verb for verb, _ in seen}


def test_a_drive_that_leads_nowhere_is_refused_by_its_cause() -> None:
    driven, on_foot = ["end", "drive ger-a7v-1"], ["end", "end", "dismount ger-squad-1 5708", "end"]
    for moves, words in (
        (["end", "drive ger-a7v-3"], "to 5708/5808 NNE"),
        (driven, "to 5901 S"),
        (driven, "to 5708 E"),
        (driven, "drift 5707/5708"),
        (on_foot, "walk ger-squad-1 5809"),
    ):
        check_cause(after("last-turns", *moves), words)


# ------------------------------------------------------------------------------------------ the end


def test_a_game_ends_after_its_last_turn_by_its_victory_rule() -> None:
    """Lines 127 and 147: ten turns, and then the Brickyard is looked at."""
    situation: Situation = START["last-turns"]
    while not situation.over:
        situation = take(situation, "end", Thrown()).situation
    assert isinstance(situation, Clock)
    assert situation.turn == SCENARIO.turns
    assert situation.over.startswith("The British win")
    assert choices(situation) == ()
    with pytest.raises(ValueError, match="The game is over"):
        choice(situation, "end")
