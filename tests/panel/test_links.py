"""Links open, today's and those of every earlier version, also from the address of a page; a broken
one is refused with the place where it breaks.
"""

import re
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

import landships_lab
from landships_lab.__main__ import main
from landships_lab.jupyter.tools import LinkField
from landships_lab.panel import CATALOG, Panel, packed_text
from landships_lab.panel.links import (
    MOST_ADDRESS,
    SITE,
    VERSION,
    LinkError,
    address_of,
    opener,
    panel_name,
    read_link,
    read_own_link,
    write_link,
)
from landships_lab.panel.packed_text import MOST_TEXT

EACH = pytest.mark.parametrize("panel_type", CATALOG.values(), ids=CATALOG)
OLD = Path(__file__).parent / "links"
#: A game of two moves.
RECORD = packed_text.pack("game: one_hour:flank-attack\n1. end\n2. end\n")
TANK = "one_hour:fire v1 tank at infantry range 4"
FLANK = "one_hour:flank-attack v1"
#: Words of old links that are written otherwise today: what was a reading of its own is the default
#: now, and not written down.
RENAMED = {"one_hour:sight": (" reading concealed-sight=limit", "")}


def links_of(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


# ----------------------------------------------------------------------------------- links for ever


def test_every_panel_has_old_links() -> None:
    """A new panel's links are added as EXTENDING says; a line that stands here is never
    changed again.
    """
    assert {path.stem for path in OLD.glob("*.txt")} == {
        panel_id.replace(":", "-") for panel_id in CATALOG
    }
    for path in OLD.glob("*.txt"):
        assert len(links_of(path)) >= 5, path.name
        assert {link.split()[0] for link in links_of(path)} == {path.stem.replace("-", ":", 1)}


@pytest.mark.long
@EACH
def test_every_old_link_opens_and_is_the_state_it_was(panel_type: type[Panel]) -> None:
    for link in links_of(OLD / f"{panel_type.id.replace(':', '-')}.txt"):
        state = read_link(link)
        opened = type(state)
        assert opened.id == panel_type.id
        assert state.ask().headline
        assert read_link(write_link(state)) == state, link
        words = link.split()
        if words[1] == f"v{VERSION}":
            assert write_link(state) == link.replace(*RENAMED.get(link.split()[0], ("", "")))
        elif not words[1].startswith("v1"):
            assert panel_type.parse(link) == state, "a text without a version is read as ever"


@EACH
def test_a_link_has_a_version_and_a_text_has_none(panel_type: type[Panel]) -> None:
    text, link = panel_type.initial().text(), write_link(panel_type.initial())
    assert link.split()[:2] == [panel_type.id, f"v{VERSION}"]
    assert read_link(link) == read_link(text) == panel_type.parse(text)


def test_a_link_of_an_older_wording_goes_through_every_upgrade_since() -> None:
    second = partial(re.sub, "between", "from")
    third = partial(re.sub, " and ", " to ")
    for words in (
        "v1 between #5 and #7",
        "between #5 and #7",
        "v2 from #5 and #7",
        "v3 from #5 to #7",
    ):
        state = read_link(f"landships:range {words}", (second, third))
        assert state.text() == "landships:range from #5 to #7"


# ----------------------------------------------------------------------------------------- refusals


START = "Start with unit, place and heading"
OFF = "9999 lies off the board"
BREAKS = [  # at which word, at what, and why
    ("landships:range v1 from #5 to 9999", 6, "9999", f"{OFF}"),
    ("landships:range from #5 to 9999", 5, "9999", ""),
    ("landships:range v1 from #5 to", 5, "to", "After 'to' a word is missing"),
    ("landships:fire v1 mk-iv-mole@0503/0504 E", 3, "mk-iv-mole@0503/0504", ""),
    ("landships:range v1 from #5 to #1 from #2", 7, "from", "'from' stands twice"),
    ("landships:fire v1 mk-iv-male@9999 N", 3, "mk-iv-male@9999", OFF),
    ("landships:move v1 9999 N mp 6 to 0406", 3, "9999", OFF),
    ("landships:fire v1 tank N", 3, "tank", START),
    ("landships:positions v1 " + "1 " * 40, 3, "1", "Start with vehicle"),
    ("landships:positions " + "hello " * 40, 2, "hello", "Start with vehicle"),
    (f"{TANK} with dug-in town zzz die 3", 11, "zzz", "'zzz' is not a word after 'with'"),
    (f"{FLANK} at 503 record {RECORD}", 4, "503", "This line has 2 moves, and no move '503'"),
    ("landships:fire v1 <img onerror=x>@0505 N", 3, "<img", ""),
    ("landships:fire <img onerror=x>@0505 N", 2, "<img", ""),
    ("landships:fire v1", 2, "v1", START),
    ("landships:fire", 1, "landships:fire", START),
    ("loos:table v1 trench attack x defence 5", 5, "x", ""),
    ("loos:table v1 trench attack 3 x defence 5", 5, "3", "After 'attack' "),
    ("loos:table v1 trench attack defence 5", 5, "defence", "After 'attack' "),
    ("landships:range v0 from #5 to #1", 2, "v0", ""),
]
NEWER = "of version 7, and this landships_lab reads links up to version 1; update landships_lab"


@pytest.mark.parametrize(
    ("link", "told"),
    [
        *((link, f"breaks at word {n}, '{word}': {why}") for link, n, word, why in BREAKS),
        (BREAKS[0][0], "Understood up to there: 'landships:range v1 from #5 to'"),
        (
            "landships:rang v1",
            "breaks at its first word. 'landships:rang' is not a name of a panel",
        ),
        ("landships:rang v1 from #5", "The nearest is landships:range."),
        ("landships:range v7 from #5 to #1", NEWER),
        ("", "There is no link here"),
        ("landships:range " + "1" * 70_000, "no link has more than 60000"),
    ],
)
def test_a_broken_link_is_refused_with_the_place_where_it_breaks(link: str, told: str) -> None:
    with pytest.raises(LinkError) as refused:
        read_link(link)
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)
    assert refused.value._render_traceback_() == [str(refused.value)], (
        "a notebook shows the sentence alone"
    )


def opened_or_told(link: str) -> str:
    """Return why this link is refused. Nothing where it opens."""
    try:
        read_link(link)
    except LinkError as refused:
        return str(refused)
    return ""


@pytest.mark.long
@EACH
def test_wherever_a_link_is_cut_it_opens_or_tells_the_word(panel_type: type[Panel]) -> None:
    link = write_link(panel_type.initial())
    for length in range(0, len(link), max(1, len(link) // 25)):
        told = opened_or_told(link[:length])
        assert not told or told.startswith(
            "The link breaks at " if length else "There is no link here"
        ), told


# ------------------------------------------------------------------------------------------- panels


@pytest.mark.long
@EACH
def test_a_link_opens_the_panel_it_belongs_to(panel_type: type[Panel]) -> None:
    state = read_link(links_of(OLD / f"{panel_type.id.replace(':', '-')}.txt")[-1])
    panel = landships_lab.open_state(write_link(state))
    assert type(panel).__name__ == panel_name(panel_type)
    assert panel.state == state
    assert panel.link == write_link(state)


def fields(panel: Any) -> LinkField:
    """The field of a panel, found as a reader finds it: by its label."""
    boxes = [panel]
    for box in boxes:
        boxes += (*getattr(box, "children", ()), *getattr(box, "held", ()))
    (text,) = (
        box for box in boxes if getattr(box, "description", "") == "A link that Copy link gave"
    )
    (widget,) = (box for box in boxes if text in getattr(box, "children", ()))
    found = LinkField.__new__(LinkField)
    found.text, found.widget = text, widget
    return found


def test_a_link_is_pasted_and_taken_back() -> None:
    panel = landships_lab.RangeCounter()
    field = fields(panel)
    before = panel.state
    field.text.value = '  "landships:range v1 from #6 to #5" '
    assert panel.answer.value == 0
    assert field.text.value == ""
    panel.undo()
    assert panel.state == before


def test_a_link_of_another_panel_says_which_and_how_to_open_it() -> None:
    panel = landships_lab.RangeCounter()
    before, field = panel.state, fields(panel)
    field.text.value = "landships:positions v1 #4"
    told = field.widget.children[-1].value
    assert "belongs to the panel Positions" in told
    assert "open_state(" in told
    assert 'role="alert"' in told
    assert field.text.value == "landships:positions v1 #4"
    assert panel.state == before
    field.text.value = ""
    assert field.widget.children[-1].value == ""


def test_what_is_pasted_is_shown_as_text() -> None:
    field = fields(landships_lab.RangeCounter())
    field.text.value = "<img src=x onerror=alert(1)>"
    assert "<img" not in field.widget.children[-1].value


def test_a_panel_is_made_from_a_link_of_its_own_only() -> None:
    assert landships_lab.RangeCounter("landships:range v1 from #6 to #5").answer.value == 0
    assert landships_lab.RangeCounter("landships:range from #6 to #5").answer.value == 0
    with pytest.raises(LinkError, match="belongs to the panel Positions"):
        read_own_link(CATALOG["landships:range"], "landships:positions #4")


@pytest.mark.parametrize(
    "pasted",
    [
        "`{}`",
        "```\n{}\n```",
        "<{}>",
        "'{}'",
        "\u201c{}\u201d",
        "\u00ab{}\u00bb",
        "\ufeff{}\r\n",
        "\xa0{}\xa0",
    ],
)
def test_what_stands_round_a_pasted_link_is_no_part_of_it(pasted: str) -> None:
    link = "landships:range v1 from #5 to #1"
    address = f"https://lab.example/tree/11.ipynb#panel={quote(link)}"
    assert read_link(pasted.format(link)) == read_link(link)
    assert read_link(pasted.format(address)) == read_link(link)


LINK = "landships:range v1 from #5 to #1"
PAGE = "https://lab.example/voila/render/11_counting_range.ipynb?theme=dark#panel="


@pytest.mark.parametrize(
    "held", [quote(LINK), quote(LINK, safe=":"), LINK.replace(" ", "%20").replace("#", "%23")]
)
def test_an_address_is_read_like_the_link_it_holds(held: str) -> None:
    assert read_link(f" {PAGE}{held}\n") == read_link(LINK)
    assert landships_lab.RangeCounter(PAGE + held).answer.value == 4


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("https://lab.example/voila/render/11.ipynb", "holds no link"),
        (PAGE, "holds no link"),
        (PAGE + "%20%20", "holds no link"),
        (PAGE + "nonsense%20here", "breaks at its first word"),
        (PAGE + "%F0%9F%92%A3" * 9, "breaks at its first word"),
        (PAGE + "landships:range%20" * 90_000, "letters"),
        (PAGE + "landships:range%20" * (MOST_TEXT // 16 + 9), "no link has more than"),
    ],
)
def test_any_other_address_is_refused_in_one_sentence(address: str, says: str) -> None:
    with pytest.raises(LinkError, match=says) as refusal:
        read_link(address)
    assert len(str(refusal.value)) < 500
    assert "\n" not in str(refusal.value)


def test_the_link_of_the_page_s_address_is_opened_and_a_bad_one_changes_nothing() -> None:
    panel = landships_lab.RangeCounter()
    assert panel.board.bridge.opens == "landships:range"
    panel.board.bridge._receive(
        None, {"kind": "address", "link": "landships:range v1 from #6 to #5"}, []
    )
    assert panel.answer.value == 0
    before = panel.state
    for bad in (
        "<img src=x onerror=alert(1)>",
        "landships:fire v1 mk-iv-male@1010 N",
        "x" * 100_000,
        "",
    ):
        panel.board.bridge._receive(None, {"kind": "address", "link": bad}, [])
        assert panel.state == before
        assert "The address of this page does not open" in panel.answer_view.message.value
        assert "<img" not in panel.answer_view.message.value
    panel.undo()
    assert panel.state != before


def test_the_page_cuts_no_address_that_python_would_read() -> None:
    script = Path(landships_lab.__file__).parent / "jupyter" / "js" / "address.js"
    (letters,) = re.findall(r"MOST_LETTERS = (\d+);", script.read_text(encoding="utf-8"))
    assert int(letters) == MOST_ADDRESS


@pytest.mark.parametrize("link", ["landships:range v1 from #5 to #1", "loos:sight v1 0707 at 0709"])
def test_an_address_opens_what_its_link_opens(link: str) -> None:
    address = address_of(link, "https://example.org/lab/lessons/open.html")
    assert address.startswith("https://example.org/lab/lessons/open.html#panel=")
    assert not {" ", '"', "<"} & {*address}
    assert address.count("#") == 1
    assert read_link(address) == read_link(link)


def test_a_site_is_known_by_its_address_only(monkeypatch: pytest.MonkeyPatch) -> None:
    for given, known in (
        ("", ""),
        ("example.org", ""),
        ("javascript:alert(1)", ""),
        ("https://example.org/lab/", "https://example.org/lab/lessons/open.html"),
        (" https://example.org", "https://example.org/lessons/open.html"),
    ):
        monkeypatch.setenv(SITE, given)
        assert opener() == known


def test_the_command_link_prints_the_short_line_and_the_address(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(SITE, raising=False)
    words = ["link", "landships:range from #5 to #1"]
    assert main([*words, "--site", "https://example.org/lab/"]) == 0
    line, address = capsys.readouterr().out.splitlines()
    assert line == "landships:range v1 from #5 to #1"
    assert address == address_of(line, "https://example.org/lab/lessons/open.html")
    assert main(words) == 0
    line, told = capsys.readouterr().out.splitlines()
    assert "--site" in told
    assert main(["link", "landships:nothing at all"]) == 2
