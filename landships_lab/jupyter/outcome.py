"""The result of a copy or a download, in a sentence."""

from __future__ import annotations

from landships_lab.core.checks import brief
from landships_lab.jupyter.frame import error_html, passing_html
from landships_lab.jupyter.gesture_order import Event


def outcome_html(outcome: Event, copied: str = "") -> str:
    """Return the message of the bridge as HTML; a success disappears by itself.

    ``copied`` is shown after a copy.
    """
    text = brief(str(outcome.get("text", "")))
    if outcome["kind"] != "done":
        return error_html(text)
    return passing_html(copied if outcome.get("action") == "copy" else f"Saved {text}.")
