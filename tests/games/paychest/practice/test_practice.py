"""Questions about Paychest say nothing that is false, and name the reading they turn on."""

import random
import re
from typing import Any

from landships_lab.games.paychest.practice.fire import CHANGE, FIRE_KINDS
from landships_lab.panel import CATALOG
from tests.practice.referees import after
from tests.practice.referees.paychest import MOVED, said

QUESTIONS = 600


def test_what_a_wrong_change_is_said_to_lead_to_is_true() -> None:
    """A man with one more point of skill has that point on his second die too (line 7)."""
    checked = 0
    for number in range(QUESTIONS):
        question = CHANGE.make(random.Random(number), 2 + number % 3)
        for mistake in question.key.slips:
            told = re.search(r"the roll that hits is (.+)$", mistake.name)
            if told is None:
                continue
            checked += 1
            choice = str(mistake.reply)
            skill = int(after(question, "skill")) + ("one more point" in choice)
            moved = {"stand still": "stand", "only advance": "advance"}.get(
                choice, after(question, "moved")
            )
            figures = int(after(question, "figures")) + {
                "aim at three more figures": 3,
                "aim at six more figures": 6,
            }.get(choice, 0)
            more = figures // 3 if after(question, "weapon") != "rifle" else 0
            assert told[1] == said(skill, skill + MOVED[moved] + more), question
    assert checked > QUESTIONS


def test_a_question_names_the_readings_that_its_panel_offers_for_it() -> None:
    """A question that a reading decides says which it takes; one about a shell names none (line
    12).
    """
    fire: Any = CATALOG["paychest:fire"]
    for kind in FIRE_KINDS:
        for number in range(200):
            question = kind.make(random.Random(number), 1 + number % 4)
            state = fire.parse(question.state)
            replies = {
                state.set("leaders-fire", option).ask().value is False for option in ("may", "only")
            }
            if kind.id == "paychest:aim":
                assert ("Use this reading" in question.text) is (len(replies) > 1), question
            else:
                assert ("Use this reading" in question.text) is (state.weapon == "machine-gun"), (
                    question
                )
