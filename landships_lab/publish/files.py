"""Pages as files: one PDF, or one SVG for each page."""

from __future__ import annotations

from itertools import count as count_from
from itertools import takewhile
from pathlib import Path

from landships_lab.data.files import write_whole
from landships_lab.drawing.paper import Pages
from landships_lab.drawing.svg import svg
from landships_lab.drawing.theme import PRINT

#: The mark at the head of every page printed as SVG, and the bytes among which it stands.
PAPER, _HEAD = b'data-role="paper"', 2000


def svg_pages(pages: Pages) -> tuple[str, ...]:
    """Return the SVG texts that print these pages at true size, one for each page.

    Raises `ValueError` as `svg` does.
    """
    return tuple(svg(page, PRINT, "pt") for page in pages.pages)


def write_pages(pages: Pages, path: Path) -> tuple[Path, ...]:
    """Write these pages as one PDF or as one SVG each, depending on the file's ending; return the
    files written. Surplus pages of an earlier output of this name are removed.

    Raises `ValueError` for another ending, and if the path is a folder.
    """
    if path.is_dir():
        raise ValueError(
            f"{path} is a folder; name the file to write in it, such as {path / 'sheet.pdf'}."
        )
    if path.suffix == ".pdf":
        from landships_lab.publish.pdf import pdf  # imported only when something is printed

        write_whole(path, pdf(pages))
        return (path,)
    if path.suffix != ".svg":
        raise ValueError(
            f"{path.name} ends in {path.suffix or 'nothing'}; a sheet is written as .pdf or .svg."
        )
    texts = svg_pages(pages)
    names = (
        [path.with_name(f"{path.stem}-{n}.svg") for n in range(1, len(texts) + 1)]
        if len(texts) > 1
        else [path]
    )
    for name, text in zip(names, texts, strict=True):
        write_whole(name, text)
    for page in _older(path, len(texts)):
        page.unlink()
    return tuple(names)


def _older(path: Path, count: int) -> tuple[Path, ...]:
    """Return the pages of an earlier output that had more of them; no other file is one."""
    beyond = (
        path.with_name(f"{path.stem}-{n}.svg") for n in count_from(count + 1 if count > 1 else 1)
    )
    pages = [*takewhile(Path.exists, beyond), *([path] if count > 1 and path.exists() else [])]
    return tuple(page for page in pages if PAPER in page.read_bytes()[:_HEAD])
