"""Links: the text form of a state with the version of its wording, so that a link copied today
always opens.

    landships:range v1 from #5 to #1
    panel           |  the words that the panel wrote
                    the version of their wording; a text without one was written before links
                    had versions, and is read as v1

To change a panel's words, add to `UPGRADES` a function that turns a whole line of the old wording
into the new one. `VERSION` follows by itself, and tests/panel/links keeps links of every wording
there has been.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from urllib.parse import quote, unquote

from landships_lab.core.checks import unknown
from landships_lab.core.pasted import ROUND, pasted
from landships_lab.panel.catalog import CATALOG, PANELS, PLAYED
from landships_lab.panel.packed_text import MOST_TEXT
from landships_lab.panel.panel import Panel
from landships_lab.panel.text_form import STARTS

#: The n-th turns a line of version n (without the version) into one of version n + 1.
Upgrade = Callable[[str], str]
UPGRADES: tuple[Upgrade, ...] = ()
#: The version of new links.
VERSION = len(UPGRADES) + 1

#: The prefix of a link in the address of a page; jupyter/js/address.js writes it.
HOLDS = "#panel="
#: The longest link in letters: one that carries the record of a game. The limit of other links is
#: `MOST_TEXT`.
MOST_LINK = 300_000
#: Also in js/address.js; percent signs triple a link, and the rest of the address comes on top.
MOST_ADDRESS = 4 * MOST_LINK
#: The environment variable with the address of a site that has the lessons, and the page of that
#: site that opens any link.
SITE, OPENER = "LANDSHIPS_LAB_SITE", "lessons/open.html"
_VERSION = re.compile(r"v([0-9]{1,6})")
_QUOTED = re.compile(r"'([^']+)'")
_CODE = re.compile(r"(?<!\d)\d{4}(?!\d)")
#: How many characters a refusal repeats of what was understood, and of a broken word.
_MOST_REPEATED = 60


class LinkError(ValueError):
    """A link that cannot be opened, and why. A notebook shows its sentence without a traceback."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]


def write_link(state: Panel) -> str:
    """Return the link that opens this state: its text form, with the version of its wording after
    the panel's id.
    """
    first, *rest = state.settled().text().split(" ")
    return " ".join((first, f"v{VERSION}", *rest))


def opener() -> str:
    """Return the address of the page that opens any link without an installation.

    The environment variable LANDSHIPS_LAB_SITE names its site; "" if it is not set.
    """
    site = os.environ.get(SITE, "").strip()
    return f"{site.rstrip('/')}/{OPENER}" if site.startswith(("http://", "https://")) else ""


def address_of(link: str, page: str) -> str:
    """Return the address at which a page opens this link, given the address of the page.

    >>> address_of("landships:range from #5 to #1", "https://example.org/lessons/open.html")
    'https://example.org/lessons/open.html#panel=landships:range%20from%20%235%20to%20%231'
    """
    return f"{page}{HOLDS}{quote(link, safe=':/,@=;')}"


def read_link(link: str, upgrades: Sequence[Upgrade] = UPGRADES) -> Panel:
    """Return the state that a link opens.

    Raises `LinkError`, whose sentence says where the link breaks.

    >>> state = read_link("landships:range v1 from #5 to #1")
    >>> state.title, state.ask().value
    ('Counting range', 4)
    """
    panel, version, text = _current(str(link), upgrades)
    try:
        return panel.parse(text)
    except ValueError as error:
        raise LinkError(_broken(panel, version, text.split(), str(error))) from error


def read_own_link(panel: type[Panel], link: str) -> Panel:
    """Return the state of this panel that a link opens.

    Raises `LinkError` if the link is broken or belongs to another panel; in that case the sentence
    says how to open it.
    """
    owner, _, _ = _current(str(link), UPGRADES)
    if owner.id != panel.id:
        raise LinkError(
            f"This link belongs to the panel {panel_name(owner)} ({owner.title}), not to"
            f" {panel_name(panel)}; open it in a cell of its own with open_state, the link between"
            f" quotes: open_state('{owner.id} ...')."
        )
    return read_link(link)


def panel_name(panel: type[Panel]) -> str:
    """Return the name under which a panel is imported."""
    return next((name for name, panel_id in PANELS.items() if panel_id == panel.id), "Play")


def _held(link: str) -> str:
    """Return the link in the address of a page, or any other text as it is."""
    text = pasted(link).strip(ROUND)
    if not text.lower().startswith(("http://", "https://")):
        return text
    if len(text) > MOST_ADDRESS:
        raise LinkError(
            f"This address has {len(text)} letters; none with a link has more than {MOST_ADDRESS}."
        )
    held = unquote(text.partition(HOLDS)[2]).strip(ROUND)
    if not held:
        raise LinkError(
            f"This address holds no link; Copy link on a page of its own gives one, with {HOLDS}"
            " in it."
        )
    return held


def _current(link: str, upgrades: Sequence[Upgrade]) -> tuple[type[Panel], str, str]:
    """Return the panel of a link, the word with its version if it has one, and its text in today's
    wording.
    """
    link = _held(link)
    words = link.split() if len(link) <= MOST_LINK else [""]
    most = MOST_LINK if words and words[0] in PLAYED else MOST_TEXT
    if len(link) > most:
        raise LinkError(f"This link has {len(link)} letters; no link has more than {most}.")
    if not words:
        raise LinkError(
            "There is no link here; Copy link in any panel gives one, such as: landships:range v1"
            " from #5 to #1."
        )
    if words[0] not in CATALOG and words[0] not in PLAYED:
        raise LinkError(
            "The link breaks at its first word."
            f" {unknown('name of a panel', _short(words[0]), [*CATALOG, *PLAYED])}"
        )
    given = _VERSION.fullmatch(words[1]) if len(words) > 1 else None
    version, rest = (int(given[1]), words[2:]) if given else (1, words[1:])
    newest = len(upgrades) + 1
    if version > newest:
        raise LinkError(
            f"This link is of version {version}, and this landships_lab reads links up to version"
            f" {newest}; update landships_lab to open it, or ask for the link from the version you"
            " have."
        )
    if version < 1:
        raise LinkError(
            f"The link breaks at word 2, {words[1]!r}: versions of links begin with v1."
        )
    text = " ".join((words[0], *rest))
    for upgrade in upgrades[version - 1 :]:
        text = upgrade(text)
    known = CATALOG if words[0] in CATALOG else PLAYED
    return known[words[0]], words[1] if given else "", text


def _broken(panel: type[Panel], version: str, words: Sequence[str], why: str) -> str:
    """Return what is wrong with these words, the word at fault, and what was understood before it.

    The word at fault is the first one with which the final refusal appears, whatever later words
    the refusal quotes. Once a reason appears it stays, so bisection finds the word without reading
    a long link word by word. Some reasons appear only at a later word (a unit's, once its heading
    is read); they quote the word at fault, and so lead back to it. The panel's name and the version
    are blamed only if no other words follow.
    """

    reason = _QUOTED.sub("", why)

    def as_in_the_end(length: int) -> bool:
        return _QUOTED.sub("", _refusal(panel, words[:length])) == reason

    first = min(1, len(words) - 1)
    at = bisect_left(range(1, len(words) + 1), True, key=as_in_the_end)
    at = first if why.startswith(STARTS) else next(_named(words[: at + 1], why), max(at, first))
    written = [words[0], version, *words[1:]] if version else list(words)
    at += len(written) - len(words)
    return (
        f"The link breaks at word {at + 1}, {_short(written[at])!r}: {why} Understood up to there:"
        f" {_short(' '.join(written[:at]))!r}."
    )


def _named(words: Sequence[str], why: str) -> Iterator[int]:
    """Yield the positions of the words that a refusal names, the likeliest first, without the
    panel's name.

    Quoted words come first, the last of them in the link before the others ("'x' is not a word
    after 'with'"). Codes of places without quotes follow ("9999 lies off the board"), and finally
    quotations that are only part of a word.
    """
    quoted = _QUOTED.findall(why)
    places = range(len(words) - 1, 0, -1)
    for text in (quoted, _CODE.findall(why)):
        whole = [re.compile(rf"(?<!\w){re.escape(one)}(?!\w)") for one in text]
        several = [one.split() for one in text]
        yield from (
            n
            for n in places
            if any(one.search(words[n]) for one in whole)
            or any(list(words[n : n + len(one)]) == one for one in several)
        )
    yield from (n for n in places if any(one in words[n] for one in quoted))


def _refusal(panel: type[Panel], words: Sequence[str]) -> str:
    """Return why these words are refused; "" if they are not."""
    try:
        panel.parse(" ".join(words))
    except ValueError as error:
        return str(error)
    return ""


def _short(text: str) -> str:
    return (
        text
        if len(text) <= _MOST_REPEATED
        else f"{text[: _MOST_REPEATED // 2]} … {text[-_MOST_REPEATED // 2 :]}"
    )
