"""A drawing surface in pixels, y downwards, that becomes a small SVG fit to stand inside a page.

matplotlib draws; this module fixes what it would take from elsewhere (settings, dates, fonts) and cleans the SVG: the
same drawing gives the same bytes, ids are unique to the figure, and words stay words. Names never pass through
matplotlib: a stand-in is drawn and exchanged afterwards, so no name is read as mathematics or lacks a glyph.
"""

import io
import math
import re
import threading
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from html import escape
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK = "#1b2733"
MUTED = "#566370"
RULE = "#d5dbe2"
SOFT = "#e3ebf5"
ACCENT = "#1d5fa6"
GROUND = "#ffffff"
THEME = {"ink": INK, "muted": MUTED, "rule": RULE, "soft": SOFT, "accent": ACCENT, "ground": GROUND}

FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'Liberation Sans', sans-serif"
_NO_METADATA = dict.fromkeys(("Date", "Creator", "Format", "Type"))
_WIDTHS = {**dict.fromkeys("ijlI.,:;|!' ", 0.35), **dict.fromkeys("frt()[]/-", 0.42), **dict.fromkeys("mwMW@%—", 0.98)}
_LOCK = threading.RLock()  # matplotlib's settings belong to the whole process
_TURNS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")  # they would reorder what follows

Anchor = Literal["left", "center", "right"]
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
    """What a figure is drawn on. All positions are pixels from the top left."""

    def __init__(self, name: str, width: float, height: float, figure: "Figure", axes: "Axes") -> None:
        self.name, self.width, self.height = name, width, height
        self._figure, self._axes = figure, axes
        self._words: list[tuple[str, str]] = []

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
        stand_in = f"Q{len(self._words)}Q"
        self._words.append((elide(words, limit), printable(words)))
        self._axes.text(
            x,
            y if turn else y + 0.35 * size,
            stand_in,
            fontsize=size,
            color=colour,
            ha=anchor,
            va="baseline",
            fontweight="bold" if bold else "normal",
            rotation=turn,
            rotation_mode="anchor",
            clip_on=False,
        )

    def line(self, points: Points, *, colour: str = INK, width: float = 1, dashes: Sequence[float] = ()) -> None:
        """Draw a line through some points."""
        xs, ys = zip(*points, strict=True)
        (line,) = self._axes.plot(xs, ys, color=colour, linewidth=width, clip_on=False, solid_capstyle="round")
        if dashes:
            line.set_linestyle((0, tuple(dashes)))

    def lines(self, stretches: Iterable[Points], *, colour: str, width: float = 1) -> None:
        """Draw many separate lines as one path."""
        self._path([list(points) for points in stretches], edge=colour, width=width)

    def boxes(self, corners: Iterable[tuple[float, float, float, float]], *, colour: str) -> None:
        """Fill boxes (left, top, width, height), as one path."""
        self.area([[(x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y)] for x, y, w, h in corners], colour=colour)

    def area(self, outlines: Iterable[Points], *, colour: str) -> None:
        """Fill closed outlines, as one path."""
        self._path([list(points) for points in outlines], fill=colour)

    def dots(self, points: Points, *, radius: float, fill: str, edge: str = "none", width: float = 0) -> None:
        """Draw discs of one kind."""
        for x, y in points:
            self._axes.plot(
                [x],
                [y],
                marker="o",
                linestyle="none",
                markersize=2 * radius,
                markerfacecolor=fill,
                markeredgecolor=edge,
                markeredgewidth=width,
                clip_on=False,
            )

    def _path(
        self, parts: list[list[tuple[float, float]]], *, fill: str = "none", edge: str = "none", width: float = 0
    ) -> None:
        from matplotlib.patches import PathPatch
        from matplotlib.path import Path

        vertices = [point for part in parts for point in part]
        if not vertices:
            return
        codes = [code for part in parts for code in (Path.MOVETO, *[Path.LINETO] * (len(part) - 1))]
        patch = PathPatch(Path(vertices, codes), facecolor=fill, edgecolor=edge, linewidth=width, clip_on=False)
        self._axes.add_patch(patch)

    def svg(self, title: str, description: str) -> str:
        """The drawing as one `<svg>` element."""
        buffer = io.StringIO()
        self._figure.savefig(buffer, format="svg", metadata=_NO_METADATA)
        drawn = buffer.getvalue()
        body = drawn[drawn.index(">", drawn.index("<svg")) + 1 : drawn.rindex("</svg>")]
        body = re.sub(r"<defs>\s*<style.*?</style>\s*</defs>", "", body, flags=re.DOTALL)
        body = re.sub(r"<clipPath.*?</clipPath>", "", body, flags=re.DOTALL)
        body = re.sub(r"<defs>\s*</defs>", "", body)
        body = re.sub(r'<g id="[^"]*">', "<g>", body)
        body = re.sub(r"; font-family: [^;\"]*", "", body)
        body = re.sub(r"font: (\d+ )?([\d.]+px) [^;\"]*", r"font-weight: \1; font-size: \2", body)  # matplotlib < 3.11
        body = body.replace("font-weight: ; ", "")
        body = re.sub(r' transform="rotate\(-?0 [^"]*"', "", body)
        body = re.sub(r"-?\d+\.\d{3,}", lambda match: f"{float(match[0]):.2f}".rstrip("0").rstrip("."), body)
        body = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{self.name}-", body)
        body = re.sub(r"\s*\n\s*", "\n", body).replace("\nL", " L").replace("\nz", " z").replace('\n"', '"')
        body = re.sub(r">Q(\d+)Q<", lambda match: f">{self._said(int(match[1]))}<", body)
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'width="{self.width:g}" height="{self.height:g}" viewBox="0 0 {self.width:g} {self.height:g}" '
            f'class="figure-{self.name}" role="img" aria-label="{escape(printable(description))}" '
            f'font-family="{FONTS}" stroke-linejoin="round">\n'
            f"<title>{escape(printable(title))}</title>{body}</svg>"
        )

    def _said(self, index: int) -> str:
        shown, full = self._words[index]
        return escape(shown) if shown == full else f"<title>{escape(full)}</title>{escape(shown)}"


@contextmanager
def canvas(name: str, width: float, height: float) -> Iterator[Canvas]:
    """A fresh canvas, with matplotlib's own settings and nobody else's while it is open."""
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    width, height = math.ceil(width), math.ceil(height)
    with _LOCK, mpl.rc_context():
        mpl.rcdefaults()
        mpl.rc("svg", fonttype="none", hashsalt="quorate")
        mpl.rc("path", simplify=False)
        figure = Figure(figsize=(width / 72, height / 72), facecolor=GROUND)
        FigureCanvasSVG(figure)
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_axis_off()
        axes.set_autoscale_on(False)
        axes.set_xlim(0, width)
        axes.set_ylim(height, 0)
        yield Canvas(name, width, height, figure, axes)
