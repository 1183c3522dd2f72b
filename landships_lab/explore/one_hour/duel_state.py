"""What the duel panel remembers, and its text form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from landships_lab.data.one_hour.table_tops import tables
from landships_lab.explore import textform
from landships_lab.explore.one_hour import common
from landships_lab.explore.one_hour.common import OneHourState
from landships_lab.rules.one_hour import COVERS, Condition, Duel, Moment, Shot
from landships_lab.rules.one_hour.turn import ACTIONS, STEPS

ID = "one_hour:duel"
QUESTIONS = {"favoured": "who is favoured?", "quiet": "what to do with a quiet turn?", "act": "what may it do now?"}
COVER_WORDS = {"dug-in": "dug in", "town": "in a town", "woods": "in woods", "hill": "on a hilltop"}
#: What is true of the Unit at the moment it is asked about; ``permanent`` bears on the quiet turn, the others on what it may do.
NOW = {
    "enemy-phase": "it is the enemy's phase",
    "acted": "it has fired or moved",
    "ready": "it is Ready",
    "threatened": "it is Threatened",
    "others-acted": "an enemy Unit has acted",
}
LASTING = {"permanent": f"{tables().hits.permanent} of them are permanent"}
MOST_THREATS = 4
KEYWORDS = ("against", "range", "hits", "first", "second", "asks", "threats", "step", "action", "now")


@dataclass(frozen=True)
class DuelState(OneHourState):
    """Two Units a range apart, each with its Hits and its cover, and what is asked of them; in a fight the first fires first.

    In a quiet turn the first is the Unit that took no action, and ``threats`` Units like the second will fire at it. What it may do
    is asked of the first, at a ``step`` of a phase.
    """

    explorer_id = ID

    first: str = "tank"
    second: str = "atg"
    range_inches: int | Fraction = 10
    first_hits: int = 0
    second_hits: int = 0
    first_cover: frozenset[str] = frozenset()
    second_cover: frozenset[str] = frozenset()
    asks: str = "favoured"
    threats: int = 2
    step: str = "actions"
    action: str = "fire"
    now: frozenset[str] = frozenset()

    @property
    def fought(self) -> Duel:
        """Which fight is it?"""
        return Duel(self.reply, self.threat, self.first_hits, self.second_hits)

    @property
    def reply(self) -> Shot:
        """Which shot has the first at the second?"""
        return _shot(self.first, self.second, self.range_inches, self.second_cover)

    @property
    def threat(self) -> Shot:
        """Which shot has the second at the first?"""
        return _shot(self.second, self.first, self.range_inches, self.first_cover, self.second_hits)

    @property
    def condition(self) -> Condition:
        """How does the first fare? From 10 Hits on some are permanent, and stay so when it has rallied below."""
        hits = tables().hits
        lasting = self.first_hits >= hits.tiers[-1].at or ("permanent" in self.now and self.first_hits >= hits.permanent)
        return Condition(self.first_hits, hits.permanent if lasting else 0)

    @property
    def moment(self) -> Moment:
        """At which moment is it asked what the first may do?"""
        now = self.now
        return Moment(self.step, "enemy-phase" not in now, "acted" in now, "ready" in now, "threatened" in now, "others-acted" in now)


def _shot(firer: str, target: str, inches: int | Fraction, cover: frozenset[str], hits: int = 0) -> Shot:
    return Shot(firer, target, inches, hits, cover=cover & set(COVERS), on_hill="hill" in cover)


def write(state: DuelState) -> str:
    """What is the state in one line?"""
    words = [ID, state.first, "against", state.second, "range", str(state.range_inches)]
    words += ["hits", str(state.first_hits), str(state.second_hits)] if state.first_hits or state.second_hits else []
    words += ["first", *sorted(state.first_cover)] if state.first_cover else []
    words += ["second", *sorted(state.second_cover)] if state.second_cover else []
    usual = DuelState()
    for key in ("asks", "threats", "step", "action"):
        if (value := getattr(state, key)) != getattr(usual, key):
            words += [key, str(value).replace(" ", "-")]
    words += ["now", *sorted(state.now)] if state.now else []
    return " ".join([*words, *textform.write_readings(state.readings)])


def read(found: Mapping[str, list[str]], chosen: tuple[tuple[str, str], ...]) -> DuelState:
    """Which state do these words describe? `ValueError` in one sentence if none."""
    types, own = list(common.TYPES), found.get("hits", ["0", "0"])
    if len(own) != 2:
        raise ValueError(f"After 'hits' stand two numbers, those of the first Unit and of the second, not {len(own)}.")
    first_hits, second_hits = (common.read_whole("The number of Hits", word, 15) for word in own)
    first_cover, second_cover = (frozenset(cover_word(word) for word in found.get(side, [])) for side in ("first", "second"))
    return DuelState(
        chosen,
        common.one_of("type of Unit", textform.one(found, "", ""), types),
        common.one_of("type of Unit", textform.one(found, "against", ""), types),
        common.read_inches("The range", textform.one(found, "range", "10")),
        first_hits,
        second_hits,
        first_cover,
        second_cover,
        common.one_of("question of this panel", textform.one(found, "asks", "favoured"), list(QUESTIONS)),
        read_threats(textform.one(found, "threats", "2")),
        common.one_of("step of a phase", textform.one(found, "step", "actions").replace("-", " "), STEPS),
        common.one_of("action", textform.one(found, "action", "fire").replace("-", " "), ACTIONS),
        frozenset(now_word(word) for word in found.get("now", [])),
    )


def read_threats(text: object) -> int:
    """How many Units will fire? `ValueError` in one sentence unless it is 1 to 4."""
    count = common.read_whole("The number of Units that will fire", text, MOST_THREATS)
    if not count:
        raise ValueError(f"At least one Unit will fire, and {MOST_THREATS} at most; the nearest is 1.")
    return count


def cover_word(word: str) -> str:
    """Which kind of cover is meant? `ValueError` with those there are if none."""
    return common.one_of("kind of cover", word, list(COVER_WORDS))


def now_word(word: str) -> str:
    """What is meant to be true of the Unit? `ValueError` with what there is if nothing."""
    return common.one_of("box", word, [*NOW, *LASTING])
