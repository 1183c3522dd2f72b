"""Pages as a PDF at true size: one point of the picture is one point of the paper, 72 to the
inch.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from io import BytesIO
from math import isfinite
from unicodedata import combining, normalize

from reportlab.lib.colors import HexColor
from reportlab.pdfbase.pdfmetrics import Font, getFont, unicode2T1
from reportlab.pdfgen.canvas import Canvas

from landships_lab.core.checks import brief
from landships_lab.drawing.paper import Pages
from landships_lab.drawing.roles import Style
from landships_lab.drawing.shapes import Circles, Label, Lines, Path, Polygons, Scene, Shape
from landships_lab.drawing.svg import BASELINE, describe
from landships_lab.drawing.theme import PRINT, Theme

_ANCHOR = {"start": "drawString", "middle": "drawCentredString", "end": "drawRightString"}


def pdf(pages: Pages, theme: Theme = PRINT) -> bytes:
    """Return the PDF file that shows these pages; the same pages give the same bytes.

    Text is set in Helvetica, and signs that it lacks, such as ≤ and ″, in Symbol: every PDF reader
    has both. Raises `ValueError`, which names the shape, for a number that is not finite, and for a
    letter that neither has.
    """
    out = BytesIO()
    first = pages.pages[0]
    canvas = Canvas(out, pagesize=(first.width, first.height), invariant=True, pageCompression=1)
    canvas.setTitle(pages.title)
    canvas.setCreator("landships_lab")
    canvas.setViewerPreference("PrintScaling", "None")  # half an inch stays half an inch
    for page in pages.pages:
        _draw_page(canvas, page, theme)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _draw_page(canvas: Canvas, page: Scene, theme: Theme) -> None:
    canvas.setPageSize((page.width, page.height))
    canvas.translate(0, page.height)  # a picture counts down from the top, a PDF up from the bottom
    canvas.setLineJoin(1)
    for shape in page.shapes():
        _draw(canvas, shape, theme.style(shape.role, shape.tint))


def _draw(canvas: Canvas, shape: Shape, style: Style) -> None:
    match shape:
        case Polygons(rings=rings):
            _paths(canvas, shape, rings, style, closed=True)
        case Lines(paths=paths):
            _paths(
                canvas,
                shape,
                paths,
                Style(stroke=style.stroke, width=style.width, dash=style.dash),
                closed=False,
            )
        case Circles(centres=centres, radius=radius):
            _check(shape, radius)
            fill, stroke = _pens(canvas, style)
            for x, y in centres:
                _check(shape, x, y)
                canvas.circle(x, -y, radius, stroke=stroke, fill=fill)
        case Label():
            _write(canvas, shape, style)


def _paths(
    canvas: Canvas, shape: Shape, paths: Iterable[Path], style: Style, *, closed: bool
) -> None:
    fill, stroke = _pens(canvas, style)
    for points in filter(None, paths):
        drawn = canvas.beginPath()
        for n, (x, y) in enumerate(points):
            _check(shape, x, y)
            (drawn.lineTo if n else drawn.moveTo)(x, -y)
        if closed:
            drawn.close()
        canvas.drawPath(drawn, stroke=stroke, fill=fill)


def _pens(canvas: Canvas, style: Style) -> tuple[int, int]:
    """Set the colours of a style; return whether anything is filled and whether anything is
    stroked.
    """
    if style.fill:
        canvas.setFillColor(HexColor(style.fill), alpha=style.alpha)
    if style.stroke:
        canvas.setStrokeColor(HexColor(style.stroke), alpha=1)
        canvas.setLineWidth(style.width)
        canvas.setDash(list(style.dash))
    return int(bool(style.fill)), int(bool(style.stroke))


def _write(canvas: Canvas, label: Label, style: Style) -> None:
    _check(label, *label.at, label.degrees)
    canvas.saveState()
    canvas.translate(label.at[0], -label.at[1])
    canvas.rotate(-label.degrees)
    canvas.setFont("Helvetica-Bold" if style.weight >= 600 else "Helvetica", style.size)
    canvas.setFillColor(HexColor(style.fill or "#000000"), alpha=1)
    getattr(canvas, _ANCHOR[label.anchor])(0, -BASELINE * style.size, printable(label.text))
    canvas.restoreState()


def printable(text: str) -> str:
    """Return the text in letters that the fonts of a PDF have; others take their plainest form, ⅔
    as 2/3 and ć as c.

    Raises `ValueError`, which names the letter, for one without such a form.
    """
    if text.isascii():
        return text
    composed = normalize("NFC", text)
    return "".join(
        sign if _is_printed(sign) else _plain(sign, composed[at - 1 : at], text)
        for at, sign in enumerate(composed)
    )


@lru_cache(maxsize=1024)
def _is_printed(sign: str) -> bool:
    own: Font = getFont("Helvetica")
    fonts = [own, *own.substitutionFonts]
    missing = unicode2T1("\N{BLACK SQUARE}", fonts)  # the replacement for a letter that no font has
    return bool(unicode2T1(sign, fonts) != missing or sign == "\N{BLACK SQUARE}")


def _plain(sign: str, before: str, text: str) -> str:
    parts = normalize("NFKD", sign).replace("\N{FRACTION SLASH}", "/")
    plain = "".join(part for part in parts if not combining(part))
    if not plain or not all(map(_is_printed, plain)):
        raise ValueError(
            brief(
                f"A PDF has no letter {sign!r}, which {text!r} needs; write another, or save pages"
                " as .svg."
            )
        )
    return f" {plain}" if before.isdigit() and plain[:1].isdigit() else plain


def _check(shape: Shape, *numbers: float) -> None:
    if not all(map(isfinite, numbers)):
        raise ValueError(
            f"{describe(shape)} holds a number that is not finite; only finite numbers can be"
            " printed."
        )
