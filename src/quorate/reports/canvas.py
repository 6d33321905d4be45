"""A drawing surface in pixels, y downwards, that is a small SVG fit to stand inside a page.

The same drawing gives the same bytes, and words stay words. Colours stand in `style` attributes alone, so that a page
can exchange them for its own.
"""

import math
import re
import unicodedata
from collections.abc import Iterable, Sequence
from html import escape
from typing import Literal

INK = "#1b2733"
MUTED = "#566370"
RULE = "#d5dbe2"
SOFT = "#e3ebf5"
ACCENT = "#1d5fa6"
GROUND = "#ffffff"
THEME = {"ink": INK, "muted": MUTED, "rule": RULE, "soft": SOFT, "accent": ACCENT, "ground": GROUND}

FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'Liberation Sans', sans-serif"
_WIDTHS = {**dict.fromkeys("ijlI.,:;|!' ", 0.35), **dict.fromkeys("frt()[]/-", 0.42), **dict.fromkeys("mwMW@%—", 0.98)}
_TURNS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")  # they would reorder what follows

Anchor = Literal["left", "center", "right"]
_ANCHORS = {"left": "start", "center": "middle", "right": "end"}
Points = Iterable[tuple[float, float]]


def printable(name: str) -> str:
    """Words on one line, without characters that XML or a terminal cannot show."""
    one_line = re.sub(r"[\t\n\v\f\r\x1c-\x1f\x85\u2028\u2029 ]+", " ", name)
    return "".join("\ufffd" if _is_unprintable(letter) else letter for letter in one_line if letter not in _TURNS)


def _is_unprintable(letter: str) -> bool:
    return unicodedata.category(letter) in ("Cc", "Cs") or letter in "\ufffe\uffff"


def columns(words: str) -> int:
    """How many columns of a terminal some words take."""
    return sum(
        0
        if unicodedata.category(letter) in ("Mn", "Me", "Cf")
        else 2
        if unicodedata.east_asian_width(letter) in "WF"
        else 1
        for letter in words
    )


def elide(name: str, limit: int) -> str:
    """A name in at most `limit` columns, with … where it was cut."""
    name = printable(name)
    if columns(name) <= limit:
        return name
    while columns(name) > limit - 1:
        name = name[:-1]
    return name.rstrip() + "…"


def text_width(words: str, size: float = 13.0, *, bold: bool = False) -> float:
    """Pixels that words take at most in the usual fonts, which nobody can measure before the page is shown."""
    widths = (_WIDTHS.get(letter, 0.64 + 0.1 * letter.isupper()) * columns(letter) for letter in words)
    return size * sum(widths) * (1.1 if bold else 1.0)


def wrapped(words: str, width: float, *, size: float = 13.0) -> list[str]:
    """Words in lines that are no wider than this; a single word that is stays whole."""
    lines: list[str] = []
    for word in printable(words).split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


class Canvas:
    """What a figure is drawn on. All positions are pixels from the top left.

    Args:
        name: What its class is named after, one for each figure of a page.
        width: Pixels, rounded up.
        height: Pixels, rounded up.
    """

    def __init__(self, name: str, width: float, height: float) -> None:
        self.name, self.width, self.height = name, math.ceil(width), math.ceil(height)
        self._shapes = [f'<rect width="{self.width}" height="{self.height}" style="fill: {GROUND}"/>']

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: float = 13,
        colour: str = INK,
        anchor: Anchor = "left",
        bold: bool = False,
        turn: float = 0,
        limit: int = 200,
    ) -> None:
        """Write words on one line, its middle at height `y`; what goes beyond `limit` columns is elided."""
        shown, full = elide(words, limit), printable(words)
        title = "" if shown == full else f"<title>{escape(full)}</title>"
        at = f'x="{_short(x)}" y="{_short(y if turn else y + 0.35 * size)}"'
        turned = f' transform="rotate({_short(-turn)} {_short(x)} {_short(y)})"' if turn else ""
        style = f"font-size: {size:g}px; text-anchor: {_ANCHORS[anchor]}; fill: {colour}"
        style += "; font-weight: 700" if bold else ""
        self._shapes.append(f'<text {at}{turned} style="{style}">{title}{escape(shown)}</text>')

    def line(self, points: Points, *, colour: str = INK, width: float = 1, dashes: Sequence[float] = ()) -> None:
        """Draw a line through some points; dashes are as many times as long as the line is wide."""
        cap = f"stroke-dasharray: {_short(*(width * part for part in dashes))}" if dashes else "stroke-linecap: round"
        self._path([points], f"fill: none; stroke: {colour}; stroke-width: {width:g}; {cap}")

    def lines(self, stretches: Iterable[Points], *, colour: str, width: float = 1) -> None:
        """Draw many separate lines as one path."""
        self._path(stretches, f"fill: none; stroke: {colour}; stroke-width: {width:g}")

    def boxes(self, corners: Iterable[tuple[float, float, float, float]], *, colour: str) -> None:
        """Fill boxes (left, top, width, height), as one path."""
        self.area([[(x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y)] for x, y, w, h in corners], colour=colour)

    def area(self, outlines: Iterable[Points], *, colour: str) -> None:
        """Fill closed outlines, as one path."""
        self._path(outlines, f"fill: {colour}")

    def dots(self, points: Points, *, radius: float, fill: str, edge: str = "none", width: float = 0) -> None:
        """Draw discs of one kind."""
        style = f"fill: {fill}; stroke: {edge}; stroke-width: {width:g}"
        self._shapes += [
            f'<circle cx="{_short(x)}" cy="{_short(y)}" r="{radius:g}" style="{style}"/>' for x, y in points
        ]

    def _path(self, parts: Iterable[Points], style: str) -> None:
        drawn = " ".join("M " + " L ".join(_short(*point) for point in part) for part in parts)
        if drawn:
            self._shapes.append(f'<path d="{drawn}" style="{style}"/>')

    def svg(self, title: str, description: str) -> str:
        """The drawing as one `<svg>` element."""
        size = f'width="{self.width}" height="{self.height}" viewBox="0 0 {self.width} {self.height}"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} class="figure-{self.name}" role="img" '
            f'aria-label="{escape(printable(description))}" font-family="{FONTS}" stroke-linejoin="round">\n'
            f"<title>{escape(printable(title))}</title>\n" + "\n".join(self._shapes) + "\n</svg>"
        )


def _short(*numbers: float) -> str:
    """Numbers with at most two digits after the point."""
    return " ".join(f"{number:.2f}".rstrip("0").rstrip(".") for number in numbers)
