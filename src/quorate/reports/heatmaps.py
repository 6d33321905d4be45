"""Figures about pairs of systems: who wins against whom, and how often each pair was asked."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from quorate.estimators.estimate import Estimate
from quorate.estimators.findings import Findings
from quorate.reports.canvas import ACCENT, INK, MUTED, RULE, SOFT, Canvas, elide, text_width
from quorate.reports.numbers import THIN, count, counted, decimal

WIDTH = 820.0
MOST_NUMBERS = 12  # systems up to which each cell carries its number
GAP = 2.0
_LOSES, _EVEN, _WINS = (166, 86, 17), (243, 241, 236), (23, 84, 150)  # orange, grey, blue: told apart by every eye
_FEW, _MANY = (222, 232, 244), (23, 84, 150)
LIGHT_WORDS, DARK_WORDS, BLACK_WORDS = "#fefefe", "#1a2632", "#000000"


class _Grid:
    """Square cells in rows and columns, with the systems' names at the left and above."""

    def __init__(self, names: Sequence[str], *, is_half: bool = False, width: float = WIDTH) -> None:
        self.names = names
        self.is_half = is_half
        self.is_numbered = len(names) <= MOST_NUMBERS
        self.row_limit, self.column_limit = 26, 18
        self.left = max((text_width(elide(name, self.row_limit)) for name in names), default=0) + 16
        longest = max((text_width(elide(name, self.column_limit)) for name in names), default=0)
        self.turn = 40.0 if self.is_numbered else 90.0
        self.top = longest * (0.66 if self.is_numbered else 1.0) + 24
        overhang = longest * 0.78 if self.is_numbered else 0.0
        wanted = (60.0 if is_half else 70.0) if self.is_numbered else 24.0
        self.cell = max(17.0, min(wanted, (width - self.left - overhang) / max(len(names), 1)))
        self.side = self.cell * len(names)
        self.width = max(width, self.left + self.side + overhang)
        self.top -= self.cell if is_half else 0.0  # the first row of a half is empty
        self.bottom = self.top + self.side

    def box(self, row: int, column: int) -> tuple[float, float, float, float]:
        return (
            self.left + self.cell * column + GAP / 2,
            self.top + self.cell * row + GAP / 2,
            self.cell - GAP,
            self.cell - GAP,
        )

    def middle(self, row: int, column: int) -> tuple[float, float]:
        return self.left + self.cell * (column + 0.5), self.top + self.cell * (row + 0.5)

    def label(self, page: Canvas) -> None:
        """Write the names; in a half the columns' names stand on the diagonal, next to their cells."""
        size = 13.0 if self.is_numbered else 12.0
        shift = -2.0 if self.is_numbered else 4.0
        for index, name in enumerate(self.names):
            x, y = self.middle(index, index)
            above = self.top + (self.cell * (index + 1) if self.is_half else 0.0)
            if not self.is_half or index > 0:
                page.text(self.left - 12, y, name, size=size, anchor="right", limit=self.row_limit)
            if not self.is_half or index < len(self.names) - 1:
                page.text(x + shift, above - 8, name, size=size, turn=self.turn, limit=self.column_limit)

    def fill(self, page: Canvas, colours: dict[tuple[int, int], str]) -> None:
        """Fill cells; those of one colour become one path, which keeps large figures small."""
        by_colour: dict[str, list[tuple[float, float, float, float]]] = defaultdict(list)
        for place, colour in colours.items():
            by_colour[colour].append(self.box(*place))
        for colour, boxes in by_colour.items():
            page.boxes(boxes, colour=colour)

    def cross_out(self, page: Canvas, places: Sequence[tuple[int, int]]) -> None:
        """Mark cells without judgments: a frame and a stroke instead of a colour."""
        frames, strokes = [], []
        for x, y, w, h in (self.box(*place) for place in places):
            frames.append([(x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y)])
            strokes.append([(x + 0.2 * w, y + 0.8 * h), (x + 0.8 * w, y + 0.2 * h)])
        page.lines(frames + strokes, colour=RULE, width=1)


def _blend(start: Sequence[int], end: Sequence[int], share: float) -> str:
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(start, end, strict=True))


def diverging(rate: float) -> str:
    """Colour of a win rate, in steps of 5 %: orange below one half, grey at it, blue above."""
    away = round(20 * (rate - 0.5)) / 10
    return _blend(_EVEN, _WINS if away > 0 else _LOSES, abs(away))


def sequential(share: float) -> str:
    """Colour of a count, as a share of the highest."""
    return _blend(_FEW, _MANY, round(20 * share) / 20)


def readable_on(colour: str) -> str:
    """The colour of words on a cell that stands out at least 4.5 to 1."""
    red, green, blue = ((int(colour[i : i + 2], 16) / 255) ** 2.2 for i in (1, 3, 5))
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return LIGHT_WORDS if luminance < 0.18 else DARK_WORDS if luminance > 0.3 else BLACK_WORDS


def matrix_figure(findings: Findings) -> str:
    """Win rate of each row against each column, in the order of the ranking; a dot marks what is certified."""
    names = [estimate.subject[0] for estimate in findings.ranking.estimates]
    told = [relation.subject[:2] for relation in findings.relations]
    return draw_matrix(names, findings.matrix.estimates if findings.matrix else (), told)


def draw_matrix(
    names: Sequence[str], pairs: Sequence[Estimate], told: Iterable[Sequence[str]], mark: str = "certified"
) -> str:
    """The same of any pairs.

    Args:
        names: Systems, best first.
        pairs: Win rates.
        told: Winner and loser of what is dotted.
        mark: What the dot says.
    """
    spots = {name: index for index, name in enumerate(names)}
    rates = {
        (spots[pair.subject[0]], spots[pair.subject[1]]): pair.value
        for pair in pairs
        if pair.judgments and pair.subject[0] in spots and pair.subject[1] in spots
    }
    certified = {(spots[first], spots[second]) for first, second in told if first in spots and second in spots}
    grid = _Grid(names)
    everywhere = [(row, column) for row in range(len(names)) for column in range(len(names)) if row != column]
    page = Canvas("matrix", grid.width, grid.bottom + 58)
    grid.label(page)
    colours = {place: diverging(rate) for place, rate in rates.items()}
    grid.fill(page, colours)
    grid.cross_out(page, [place for place in everywhere if place not in rates])
    for place, rate in rates.items():
        _cell(page, grid, place, rate, colours[place], is_certified=place in certified)
    dotted = mark if any(place in rates for place in certified) else ""
    _matrix_legend(page, grid.left, grid.bottom + 32, mark=dotted, any_empty=len(rates) < len(everywhere))
    said = f"{counted(len(certified), 'relation is', 'relations are')} {mark}; the table below lists them."
    words = (
        f"Win matrix of {counted(len(names), 'system')}: the row's win rate against the column. "
        f"{said if certified else f'Nothing is {mark} yet.'}"
    )
    return page.svg("Win matrix", words)


def _cell(page: Canvas, grid: _Grid, place: tuple[int, int], rate: float, colour: str, *, is_certified: bool) -> None:
    x, y = grid.middle(*place)
    words = readable_on(colour)
    if grid.is_numbered:
        page.text(x, y, decimal(100 * rate, 0), anchor="center", colour=words, bold=is_certified)
        x, y = x + grid.cell / 2 - 9, y - grid.cell / 2 + 9
    if is_certified:
        page.dots([(x, y)], radius=2.6 if grid.is_numbered else 2.4, fill=words)


def _matrix_legend(page: Canvas, left: float, y: float, *, mark: str, any_empty: bool) -> None:
    def say(x: float, words: str) -> float:
        page.text(x, y, words, size=12, colour=MUTED)
        return x + text_width(words, 12)

    x = say(min(left, 150.0), "row loses") + 8
    for step in range(11):
        page.boxes([(x + 13 * step, y - 6, 13, 12)], colour=diverging(step / 10))
    x = say(x + 151, f"row wins, in{THIN}%") + 26
    if mark:
        page.dots([(x, y)], radius=2.8, fill=INK)
        x = say(x + 10, mark) + 20
    if any_empty:
        page.lines([[(x, y - 6), (x + 12, y - 6), (x + 12, y + 6), (x, y + 6), (x, y - 6)]], colour=MUTED)
        page.lines([[(x + 2.5, y + 3.5), (x + 9.5, y - 3.5)]], colour=MUTED)
        say(x + 20, "not judged")


def asked_figure(findings: Findings) -> str:
    """How often each pair of systems was asked, or each system where outputs are rated one by one."""
    asked = findings.asked
    order = {estimate.subject[0]: index for index, estimate in enumerate(findings.ranking.estimates)}
    names = sorted(asked.systems, key=lambda name: order.get(name, len(order)))
    spots = [asked.systems.index(name) for name in names]
    if findings.matrix is None:
        return _bars([(name, int(asked.pairs[spot, spot])) for name, spot in zip(names, spots, strict=True)])
    both = {
        (row, column): int(asked.pairs[spots[row], spots[column]]) for row in range(len(names)) for column in range(row)
    }
    if len(names) <= 3:
        return _bars([(f"{names[column]} · {names[row]}", often) for (row, column), often in both.items()])
    return _triangle(names, both)


def _bars(rows: Sequence[tuple[str, int]]) -> str:
    width, limit, row = WIDTH, 44, 32.0 if len(rows) <= 12 else 23.0
    left = max((text_width(elide(name, limit)) for name, _ in rows), default=0) + 16
    most = max((often for _, often in rows), default=0) or 1
    page = Canvas("asked", width, 16 + row * max(len(rows), 1))
    for index, (name, often) in enumerate(rows):
        y = 8 + row * (index + 0.5)
        page.text(left - 14, y, name, anchor="right", limit=limit)
        page.boxes([(left, y - row / 5, width - left - 64, row / 2.5)], colour=SOFT)
        page.boxes([(left, y - row / 5, (width - left - 64) * often / most, row / 2.5)], colour=ACCENT)
        page.text(width - 4, y, count(often), anchor="right")
    if not rows:
        page.text(width / 2, 24, "No system yet.", colour=MUTED, anchor="center")
    return page.svg("Judgments by what was asked", _asked_words(rows))


def _triangle(names: Sequence[str], both: dict[tuple[int, int], int]) -> str:
    grid = _Grid(names, is_half=True)
    most = max(both.values()) or 1
    asked = {place: often for place, often in both.items() if often}
    colours = {place: sequential(often / most) for place, often in asked.items()}
    page = Canvas("asked", grid.width, grid.bottom + 12)
    grid.label(page)
    grid.fill(page, colours)
    grid.cross_out(page, [place for place in both if place not in asked])
    if grid.is_numbered:
        for place, often in asked.items():
            x, y = grid.middle(*place)
            size = 13 if often < 10000 else 11
            page.text(x, y, count(often), size=size, anchor="center", colour=readable_on(colours[place]))
    else:
        words = f"darker: asked more often, from {count(min(both.values()))} to {counted(most, 'judgment')}"
        page.text(grid.width - 4, 12, words, size=12, colour=MUTED, anchor="right")
    rows = [(f"{names[column]} and {names[row]}", often) for (row, column), often in both.items()]
    return page.svg("Judgments by pair", _asked_words(rows))


def _asked_words(rows: Sequence[tuple[str, int]]) -> str:
    if not rows:
        return "How often each was asked: nothing to ask about yet."
    fewest, most = min(often for _, often in rows), max(often for _, often in rows)
    return f"How often each was asked: from {count(fewest)} to {counted(most, 'judgment')}."
