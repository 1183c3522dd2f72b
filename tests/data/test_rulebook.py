"""Every line of every source is in the index, and each rule can be
touched where the index says so.
"""

import hashlib
import re
from collections import Counter

import pytest

from landships_lab.core.sources import Cite
from landships_lab.data.gaps import gaps
from landships_lab.data.load import cites, indexed, readings
from landships_lab.data.rulebook import Entry, Index, index, line_numbers, totals
from landships_lab.panel.links import read_link
from tests.counter_positions import why_not
from tests.paths import REPOSITORY

#: The texts themselves are not in the repository; beside it they are where they may be.
SEEDS = REPOSITORY.parent / "shared" / "seeds"
TEXTS = {
    hashlib.sha256(path.read_bytes()).hexdigest(): path for path in sorted(SEEDS.glob("*.txt"))
}
#: Those that are there, by rule set: none in a clone by itself.
AT_HAND = {game: TEXTS[index(game).source.sha256] for game in indexed() if TEXTS}
EACH = pytest.mark.parametrize("rule_set", indexed())
SHOWN = [
    pytest.param(rule_set, entry, id=f"{rule_set}-{entry.lines}-{entry.part}")
    for rule_set in indexed()
    for entry in index(rule_set).entries
    if entry.shows
]


def covered(of: Index) -> set[int]:
    return {number for entry in of.entries for number in entry.numbers}


def lines_of(cite: Cite) -> set[int]:
    return set(line_numbers(cite.lines)) if cite.lines else set()


@EACH
def test_every_line_with_words_is_covered(rule_set: str) -> None:
    source = index(rule_set).source
    assert covered(index(rule_set)) == set(line_numbers(source.text))
    assert max(line_numbers(source.text)) <= source.lines


def test_the_list_of_lines_is_that_of_the_text_where_it_is_at_hand() -> None:
    for rule_set, path in AT_HAND.items():
        text = path.read_text(encoding="utf-8").split("\n")
        assert set(line_numbers(index(rule_set).source.text)) == {
            number for number, line in enumerate(text, 1) if line.strip()
        }, rule_set


@pytest.mark.long
@pytest.mark.parametrize(("rule_set", "entry"), SHOWN)
def test_what_an_entry_shows_opens_and_cites_its_lines(rule_set: str, entry: Entry) -> None:
    state = read_link(entry.shows)
    panel_type = type(state)
    assert panel_type.id.startswith(f"{rule_set}:")
    answer = state.ask()
    cited = set().union(*(lines_of(step.cite) for step in answer.steps))
    assert entry.numbers & cited, f"{entry.lines} is not among {sorted(cited)}: {answer.headline}"


@pytest.mark.long
@EACH
def test_a_position_shows_its_rule_since_it_is_answered_otherwise_without_it(rule_set: str) -> None:
    for e in index(rule_set).entries:
        reason = e.but and why_not(read_link(e.shows), read_link(e.but), e.numbers)
        assert not reason, (e.lines, e.part, reason)


@EACH
def test_no_two_rules_are_shown_by_the_same_two_positions(rule_set: str) -> None:
    pairs = Counter((e.shows, e.but) for e in index(rule_set).entries if e.but)
    assert not [pair for pair, times in pairs.items() if times > 1]


@EACH
def test_readings_and_gaps_of_the_index_exist_and_all_are_in_it(rule_set: str) -> None:
    entries = index(rule_set).entries
    assert {entry.reading for entry in entries if entry.reading} == set(readings(rule_set))
    assert {entry.gap for entry in entries if entry.gap} <= set(gaps(rule_set))


@EACH
def test_most_rules_can_be_touched(rule_set: str) -> None:
    rules = index(rule_set).rules
    assert sum(entry.touchable for entry in rules) >= 95 * len(rules) / 100, [
        e.lines for e in rules if not e.touchable
    ]
    assert totals(rule_set)["rules"] == len(rules)


def test_nearly_all_rules_have_a_position_or_are_open_and_nearly_all_positions_another() -> None:
    rules = [entry for rule_set in indexed() for entry in index(rule_set).rules]
    shown = [entry for entry in rules if entry.shows]
    assert sum(entry.touchable for entry in rules) >= 97 * len(rules) / 100
    assert sum(bool(entry.but) for entry in shown) >= 96 * len(shown) / 100
    assert all(bool(entry.but) != bool(entry.but_none) for entry in shown)


@EACH
def test_no_citation_is_unused(rule_set: str) -> None:
    """A citation is used where the package names it: in the data of its
    rule set, or in its rules.
    """
    package = REPOSITORY / "landships_lab"
    files = [*package.rglob("*.py"), *(package / "games" / rule_set / "data").glob("*.toml")]
    text = "\n".join(
        file.read_text(encoding="utf-8") for file in files if file.name != "citations.toml"
    )
    # an id may be put together: f"result-{result}"
    parts = (
        re.split(r"\{[^}]*\}", one)
        for one in re.findall(r'f"([^"]*-\{[^"]*|\{[^"]*\}-[^"]*)"', text)
    )
    made = (each for each in parts if len(each) == 2 and re.fullmatch(r"[a-z-]+", "".join(each)))
    named = re.compile("|".join("[a-z0-9]+".join(each) for each in made))
    unused = [key for key in cites(rule_set) if f'"{key}"' not in text]
    assert not [key for key in unused if not named.fullmatch(key)]


@EACH
def test_the_index_tells_its_rules_in_words_of_our_own(rule_set: str) -> None:
    """No eight words of the source stand together in an entry, where the source is at hand to
    compare.
    """
    for path in TEXTS.values():
        words = " ".join(path.read_text(encoding="utf-8").lower().split())
        for entry in index(rule_set).entries:
            told = entry.says.lower().split()
            eights = [" ".join(told[n : n + 8]) for n in range(len(told) - 7)]
            assert not [eight for eight in eights if eight in words], entry.lines


def test_a_search_finds_words_and_lines() -> None:
    for rule_set in indexed():
        of = index(rule_set)
        first = of.rules[0]
        assert first in of.find(str(min(first.numbers)))
        assert first in of.find(first.says)
        for line in ("line", "Line", "lines"):
            assert of.find(f"{line} {min(first.numbers)}") == of.find(str(min(first.numbers)))
        assert of.find("no such words at all") == of.find("9" * 5000) == ()
