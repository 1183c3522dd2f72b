"""A link is also read from the address of a page that holds it; any other address is refused in one
sentence.
"""

import re
from pathlib import Path
from urllib.parse import quote

import pytest

import landships_lab
from landships_lab.panel.links import MOST_ADDRESS, LinkError, read_link
from landships_lab.panel.packed_text import MOST_TEXT

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
