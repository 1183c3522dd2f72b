"""Spoilt texts: a valid text with letters flipped, words swapped, parts cut, doubled or replaced by
hostile ones.
"""

import random
from collections.abc import Callable, Iterator

#: Each has broken some program somewhere: numbers without end, no numbers, half letters, letters
#: that turn a line round.
NASTIES = (
    *(
        "1e400",
        "inf",
        "nan",
        "-0",
        "9" * 5000,
        "-" + "9" * 5000,
        "0x" + "f" * 5000,
        "²",
        "٣",
        "1_000",
        "１２",
        "1/0",
        "0.1e-999999",
    ),
    *(
        "\0",
        "\ud800",
        "\u202eabc",
        "\u2028",
        "\u200b",
        "é" * 70,
        "שלום",
        "𝕏",
        "x" * 70_000,
        "' or 1=1",
        "%s%n",
        "{0.__class__}",
        "$(id)",
    ),
    *(
        "[" * 3000,
        "{a=" * 3000,
        "a." * 3000 + "a = 1",
        "@",
        "@@@@",
        "/",
        "=",
        "=,",
        ",",
        "#",
        '"',
        "'''",
        "\\",
        "--",
        "reading",
        "own",
    ),
    *(
        "__import__('os').system('x')",
        "<img src=x onerror=hacked()>",
        "../../etc/passwd",
        "9999",
        "0000",
        "0000/0001",
        "eJwDAAAAAAE=",
    ),
)


def mutants(text: str, count: int, seed: int) -> Iterator[str]:
    """Yield a number of texts spoilt once to three times, the same ones for the same seed."""
    dice = random.Random(seed)
    for _ in range(count):
        wrong = text
        for _ in range(dice.choice((1, 1, 1, 2, 3))):
            wrong = dice.choice(_SLIPS)(wrong, dice)
        yield wrong


def _flip(text: str, dice: random.Random) -> str:
    at = dice.randrange(len(text) + 1)
    return (
        text[:at]
        + "".join(
            chr((ord(letter) ^ (1 << dice.randrange(16))) % 0x110000)
            for letter in text[at : at + 1]
        )
        + text[at + 1 :]
    )


def _cut(text: str, dice: random.Random) -> str:
    one, other = sorted(dice.randrange(len(text) + 1) for _ in range(2))
    return text[:one] + text[other:]


def _double(text: str, dice: random.Random) -> str:
    one, other = sorted(dice.randrange(len(text) + 1) for _ in range(2))
    return text[:other] + text[one:other] * dice.choice((1, 1, 2, 40)) + text[other:]


def _word(
    change: Callable[[list[str], int, random.Random], object],
) -> Callable[[str, random.Random], str]:
    def slip(text: str, dice: random.Random) -> str:
        words = text.split(" ")
        change(words, dice.randrange(len(words)), dice)
        return " ".join(words)

    return slip


def _swap(words: list[str], at: int, dice: random.Random) -> None:
    other = dice.randrange(len(words))
    words[at], words[other] = words[other], words[at]


def _replace(words: list[str], at: int, dice: random.Random) -> None:
    words[at] = dice.choice(NASTIES)


def _graft(words: list[str], at: int, dice: random.Random) -> None:
    cut = dice.randrange(len(words[at]) + 1)
    words[at] = words[at][:cut] + dice.choice(NASTIES) + words[at][cut:]


_SLIPS: tuple[Callable[[str, random.Random], str], ...] = (
    *(_flip, _cut, _double, _word(_swap), _word(_replace), _word(_graft)),
    _word(lambda words, at, dice: words.insert(at, dice.choice(NASTIES))),
    _word(lambda words, at, _: words.pop(at)),
)
