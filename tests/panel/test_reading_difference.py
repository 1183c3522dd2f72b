"""Every reading of every rule set is shown where it makes a difference, in a position from which
nothing can be left out.
"""

from html import escape
from typing import Any

import pytest
from ipywidgets.widgets.widget import _instances

import landships_lab
from landships_lab.core.sources import Reading
from landships_lab.data.disagreements import ReadingDifference, partings
from landships_lab.data.load import readings
from landships_lab.games import GAMES
from landships_lab.jupyter.disagreements import Disagreements
from landships_lab.panel.links import read_link
from landships_lab.panel.reading_difference import Pair, answer_with, find, shrunk

#: The readings that no position of a panel can show, and why, as `data/<rule
#: set>/disagreements.toml` says it.
NOT_SHOWN = {
    ("loos", "bombardment-column"): "Only one reading",
    ("loos", "zone-of-control"): "Only one reading",
    ("loos", "gas-stack"): "in a game that is played",
    ("loos", "front-line-move"): "in a game that is played",
    ("loos", "set-up-line"): "in a game that is played",
    ("one_hour", "leaving-with"): "in a game that is played",
    ("paychest", "figure-returns"): "in a game that is played",
    ("one_hour", "objectives"): "in a game that is played",
    ("one_hour", "garrison"): "in a game that is played",
}
ALL = [
    (rule_set, reading, option, parting)
    for rule_set in GAMES
    for (reading, option), parting in partings(rule_set).items()
]
SHOWN = [entry for entry in ALL if entry[3].link]
EACH = pytest.mark.parametrize(
    ("rule_set", "reading", "option", "parting"),
    SHOWN,
    ids=["-".join(entry[:3]) for entry in SHOWN],
)


def pair_of(rule_set: str, reading: str, option: str, parting: ReadingDifference) -> Pair:
    return Pair(reading, readings(rule_set)[reading].default, option, parting.by_reasons)


def alternatives(reading: Reading) -> list[str]:
    """The options beside the default; the default itself where there is no other."""
    return [option.id for option in reading.options[1:]] or [reading.default]


@pytest.mark.parametrize("rule_set", GAMES)
def test_every_option_of_every_reading_has_its_entry(rule_set: str) -> None:
    known = readings(rule_set).items()
    wanted = [(key, option) for key, reading in known for option in alternatives(reading)]
    assert list(partings(rule_set)) == wanted, "entries stand in the order of the readings"


def test_what_no_position_can_show_says_why() -> None:
    silent = {entry[:2]: entry[3].why_none for entry in ALL if not entry[3].link}
    assert silent.keys() == NOT_SHOWN.keys()
    for key, why in NOT_SHOWN.items():
        assert why in silent[key]


@pytest.mark.long
@EACH
def test_the_search_ends_in_the_position_that_is_written_down(
    rule_set: str, reading: str, option: str, parting: ReadingDifference
) -> None:
    pair = pair_of(rule_set, reading, option, parting)
    assert find(pair, parting.begin, parting.keep) == parting.link


@pytest.mark.long
@EACH
def test_the_two_options_answer_it_differently_and_nothing_can_be_left_out(
    rule_set: str, reading: str, option: str, parting: ReadingDifference
) -> None:
    pair = pair_of(rule_set, reading, option, parting)
    state = read_link(parting.link)
    panel_type = type(state)
    assert pair.differs(panel_type, state)
    assert parting.keep in parting.link
    default = readings(rule_set)[reading].default
    answers = [state.set(reading, taken).ask() for taken in (default, option)]
    if not parting.by_reasons:
        assert answers[0].headline != answers[1].headline, "a reader must see the difference"
    words = parting.link.split()
    for at in range(1, len(words)):
        try:
            text = panel_type.parse(" ".join(words[:at] + words[at + 1 :])).text()
        except ValueError:
            continue
        if len(text) < len(parting.link) and parting.keep in text:
            assert not pair.differs(panel_type, panel_type.parse(text)), text


def test_what_does_not_matter_is_left_out() -> None:
    pair = Pair("high-ground-clear", "clear", "blocks")
    cluttered = "loos:sight 0707 at 0709 terrain high=0403,0708,1411 town=0511 woods=0610,0806"
    bare = "loos:sight 0707 at 0709 terrain high=0708"
    assert shrunk(pair, cluttered) == bare
    assert shrunk(pair, cluttered, keep="0511") == f"{bare} town=0511"


@pytest.mark.long
def test_a_search_that_finds_nothing_says_so() -> None:
    assert find(Pair("two-to-one", "die-each", "one-die"), "paychest:morale") == ""


@pytest.mark.long
@pytest.mark.parametrize("rule_set", GAMES)
def test_a_rule_set_shows_all_its_readings_side_by_side(rule_set: str) -> None:
    shown: Any = landships_lab.Disagreements(rule_set)
    assert isinstance(shown, Disagreements)
    for number, parting in enumerate(partings(rule_set).values(), 1):
        shown.turn_to(number)
        assert shown._shown.value.count("<img ") <= 1, "both answers are covered"
        shown.vote()
        assert shown._shown.value.count("<img ") == (2 if parting.link else 0)
    html = shown._shown.value
    shown.turn_to(number + 1)
    assert shown._shown.value == html, "after the last nothing follows"
    shown.turn_to(1)
    html = shown._shown.value
    shown._bridge.page_theme = "dark"
    assert "ll-dark" in shown._dom_classes
    assert shown._shown.value != html


def test_a_rule_set_that_is_not_there_is_told_with_those_that_are() -> None:
    with pytest.raises(
        ValueError, match=r"^'chess' is not a rule set; allowed are landships, loos, .*, free_sight"
    ):
        landships_lab.Disagreements("chess")


def test_both_answers_are_covered_until_the_reader_has_voted() -> None:
    shown: Any = landships_lab.Disagreements("landser")
    reading, option, parting = shown.entries[0]
    headlines = {
        escape(answer_with(read_link(parting.link), reading.id, one).headline)
        for one in (reading.default, option.id)
    }
    assert not [one for one in headlines if one in shown._shown.value]
    vote = [one for one in shown._sides.children if one.description.startswith("We play")]
    assert len(vote) == 2
    vote[1].click()
    assert all(one in shown._shown.value for one in headlines)
    assert f"You play: {escape(option.label)}." in shown._shown.value
    shown.turn_to(2)
    assert "You play" not in shown._shown.value
    shown.close()


def test_each_side_of_a_reading_opens_in_place_and_is_left_again() -> None:
    shown: Any = landships_lab.Disagreements("landser")
    shown.vote()
    reading, option, parting = shown.entries[0]
    before = len(_instances)
    for side, taken in enumerate((reading.default, option.id)):
        panel = shown.open_side(side)
        found = read_link(parting.link).set(reading.id, taken)
        assert panel.state.settled() == found.settled()
        assert "ll-hidden" in shown._shown._dom_classes
        shown.close_opened()
        assert shown.opened is None
        assert len(_instances) == before, "nothing is left behind"
    assert [one.description for one in shown._sides.children] == [
        f"Try “{one.label}”" for one in (reading.option(reading.default), option)
    ]
    shown.close()
