"""The shapes of a figure in PDF's language: lines, areas, discs and words."""

import math
import re
import unicodedata
from collections.abc import Iterator, Sequence
from xml.etree import ElementTree as ET

from quorate.errors import InputError
from quorate.reports.pdf.helvetica import SPACES, code_of, width_of
from quorate.reports.pdf.truetype import Font, font_with
from quorate.reports.pdf.writing import write_pdf

POINT = 0.75  # points in a pixel
_BOW = 0.5522847498  # how far the handles of a quarter of a circle reach
_SHAPED = ("R", "AL")  # letters that are joined and turned, which is not done here


def pdf_of(svg: str) -> bytes:
    """A figure as `Canvas` draws it, as PDF.

    Raises:
        InputError: It holds letters that neither Helvetica nor a font of this machine has.
    """
    root = ET.fromstring(svg)  # noqa: S314 - what Canvas wrote
    width, height = (float(root.attrib[side]) for side in ("width", "height"))
    drawing = _Drawing("".join(root.itertext()))
    for element, down in _shapes(root, 0.0):
        drawing.draw(element, down)
    moved = f"{POINT:g} 0 0 {-POINT:g} 0 {POINT * height:g} cm 1 j\n"
    title = root.findtext(".//{*}title") or "Figure"
    return write_pdf(moved + "\n".join(drawing.said), (POINT * width, POINT * height), title, drawing.embedded)


def _shapes(root: ET.Element, down: float) -> Iterator[tuple[ET.Element, float]]:
    """Every shape with how far its figure is moved down."""
    for element in root:
        if _tag(element) == "svg":
            yield from _shapes(element, down + float(element.get("y", "0")))
        elif _tag(element) != "title":
            yield element, down


def _tag(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


class _Drawing:
    """What was drawn so far.

    Args:
        words: All words of the figure, for the font that has those letters that Helvetica lacks.
    """

    def __init__(self, words: str) -> None:
        self.said: list[str] = []
        self.embedded: dict[str, tuple[Font, dict[str, int]]] = {}
        foreign = sorted({letter for letter in words if letter.isprintable() and _is_foreign(letter)})
        self.other = _found(foreign) if foreign else None

    def draw(self, element: ET.Element, down: float) -> None:
        """Draw one shape."""
        style = dict(part.split(": ", 1) for part in element.get("style", "").split("; ") if part)
        begin = f"q 1 0 0 1 0 {down:g} cm" if down else "q"
        said = {"rect": _rectangle, "path": _path, "circle": _disc}.get(_tag(element))
        if said is None:
            self.said += [begin, self._words(element, style), "Q"]
            return
        self.said += [begin, _pens(style), said(element), _way(style), "Q"]

    def _words(self, element: ET.Element, style: dict[str, str]) -> str:
        """Words at their place, turned where they are; letters of one font together."""
        words = "".join([element.text or "", *(inner.tail or "" for inner in element)])
        bold, size = style.get("font-weight") == "700", float(style["font-size"].removesuffix("px"))
        runs = [(font, letters) for font, letters in self._runs(words, bold=bold) if letters]
        widths = [self._width(font, letters, bold=bold) * size / 1000 for font, letters in runs]
        share = {"start": 0.0, "middle": 0.5, "end": 1.0}[style.get("text-anchor", "start")]
        turned = re.match(r"rotate\((\S+) (\S+) (\S+)\)", element.get("transform", ""))
        turn = math.radians(float(turned[1])) if turned else 0.0
        cosine, sine = math.cos(turn), math.sin(turn)
        x, y = float(element.attrib["x"]), float(element.attrib["y"])
        along = -share * sum(widths)
        parts = [f"BT {_colour(style['fill'])} rg"]
        for (font, letters), width in zip(runs, widths, strict=True):
            at = f"{x + along * cosine:.2f} {y + along * sine:.2f}"
            parts.append(f"/{font} {size:g} Tf {cosine:.5f} {sine:.5f} {sine:.5f} {-cosine:.5f} {at} Tm")
            parts.append(self._shown(font, letters))
            along += width
        return " ".join([*parts, "ET"])

    def _runs(self, words: str, *, bold: bool) -> Iterator[tuple[str, str]]:
        plain, run, now = "F2" if bold else "F1", "", ""
        for letter in words:
            font = "F3" if _is_foreign(letter) else plain
            if font != now:
                yield now, run
                run, now = "", font
            run += letter
        yield now, run

    def _width(self, font: str, letters: str, *, bold: bool) -> float:
        if font == "F3" and self.other:
            return sum(self.other.width(self.other.glyphs[ord(letter)]) for letter in letters)
        return sum(width_of(letter, bold=bold) for letter in letters)

    def _shown(self, font: str, letters: str) -> str:
        if font == "F3" and self.other:
            known = self.embedded.setdefault("F3", (self.other, {}))[1]
            known |= {letter: self.other.glyphs[ord(letter)] for letter in letters}
            return f"<{''.join(f'{known[letter]:04x}' for letter in letters)}> Tj"
        parts: list[str] = [""]
        for letter in letters:
            if letter in SPACES:
                parts += [str(-SPACES[letter]), ""]
            else:
                parts[-1] += f"{code_of(letter) or 32:02x}"
        shown = [part if place % 2 else f"<{part}>" for place, part in enumerate(parts)]
        return f"[{' '.join(shown)}] TJ"


def _is_foreign(letter: str) -> bool:
    return letter not in SPACES and code_of(letter) is None


def _found(letters: Sequence[str]) -> Font:
    shaped = [letter for letter in letters if unicodedata.bidirectional(letter) in _SHAPED]
    font = None if shaped else font_with(letters)
    if font is None:
        some = "".join((shaped or letters)[:8])
        raise InputError(
            f"No font here sets {some!r} in a PDF. Write the figure as .svg, which a browser prints as PDF."
        )
    return font


def _pens(style: dict[str, str]) -> str:
    said = [f"{_colour(style['fill'])} rg"] if style.get("fill", "none") != "none" else []
    if style.get("stroke", "none") != "none":
        said += [f"{_colour(style['stroke'])} RG {style.get('stroke-width', '1')} w"]
        said += [f"[{style['stroke-dasharray']}] 0 d"] if "stroke-dasharray" in style else []
        said += ["1 J"] if style.get("stroke-linecap") == "round" else []
    return " ".join(said)


def _way(style: dict[str, str]) -> str:
    """Whether a shape is filled, drawn around, or both."""
    fills, strokes = (style.get(what, "none") != "none" for what in ("fill", "stroke"))
    return "B" if fills and strokes else "f" if fills else "S"


def _colour(name: str) -> str:
    return " ".join(f"{int(name[place : place + 2], 16) / 255:.4g}" for place in (1, 3, 5))


def _rectangle(element: ET.Element) -> str:
    x, y, width, height = (element.get(name, "0") for name in ("x", "y", "width", "height"))
    return f"{x} {y} {width} {height} re"


def _path(element: ET.Element) -> str:
    said, point = [], []
    for part in element.attrib["d"].split():
        if part in "ML":
            point = [{"M": "m", "L": "l"}[part]]
        else:
            point.insert(-1, part)
            said += [" ".join(point)] if len(point) > 2 else []
    return " ".join(said)


def _disc(element: ET.Element) -> str:
    x, y, radius = (float(element.attrib[name]) for name in ("cx", "cy", "r"))
    bow, said = radius * _BOW, [f"{x + radius:.3f} {y:.3f} m"]
    for cosine, sine in ((1, 0), (0, 1), (-1, 0), (0, -1)):  # each quarter turns from here to the left
        begin, end = (x + radius * cosine, y + radius * sine), (x - radius * sine, y + radius * cosine)
        one = begin[0] - bow * sine, begin[1] + bow * cosine
        other = end[0] + bow * cosine, end[1] + bow * sine
        said.append(" ".join(f"{number:.3f}" for number in (*one, *other, *end)) + " c")
    return " ".join(said)
