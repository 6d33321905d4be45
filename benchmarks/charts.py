"""Dot charts of figures: one line for each case, one colour for each series."""

import math
from collections.abc import Mapping, Sequence
from html import escape

COLOURS = ("#2257a6", "#c4532d", "#3d8a4e", "#7d55a0")
LINE, LEFT, WIDTH, TOP = 15, 250, 460, 44  # sizes in pixels; LEFT is the room of the labels
LONGEST = 42  # letters of a label


def dots(title: str, unit: str, series: Mapping[str, Mapping[str, float]], bar: float | None = None) -> str:
    """One SVG: a line for each case in the order given, a dot for each series, a dashed line at the bar."""
    cases = list(dict.fromkeys(case for values in series.values() for case in values))
    numbers = [value for values in series.values() for value in values.values()] + ([] if bar is None else [bar])
    is_wide = min(numbers) > 0 and max(numbers) / min(numbers) > 50
    ticks = _powers(min(numbers), max(numbers)) if is_wide else _steps(min(0.0, *numbers), max(numbers))
    low, high = (math.log10(end) if is_wide else end for end in (ticks[0], ticks[-1]))

    def place(value: float) -> float:
        return LEFT + WIDTH * ((math.log10(value) if is_wide else value) - low) / (high - low)

    bottom = TOP + LINE * len(cases)
    shapes = [f'<text x="8" y="16" font-weight="bold">{escape(title)}</text>']
    for tick in ticks:
        shapes += [
            f'<line x1="{place(tick):.1f}" y1="{TOP - 4}" x2="{place(tick):.1f}" y2="{bottom}" stroke="#ddd"/>',
            f'<text x="{place(tick):.1f}" y="{bottom + 14}" text-anchor="middle">{tick:,.10g}</text>',
        ]
    shapes.append(f'<text x="{LEFT + WIDTH}" y="{bottom + 28}" text-anchor="end">{escape(unit)}</text>')
    if bar is not None:
        ends = f'x1="{place(bar):.1f}" y1="{TOP - 4}" x2="{place(bar):.1f}" y2="{bottom}"'
        shapes.append(f'<line {ends} stroke="#555" stroke-dasharray="4 3"/>')
    for row, case in enumerate(cases):
        y = TOP + LINE * row + LINE / 2
        label = case if len(case) <= LONGEST else f"{case[: LONGEST - 1]}…"
        shapes.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{escape(label)}</text>')
        shapes += [
            f'<circle cx="{place(values[case]):.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>'
            for values, colour in zip(series.values(), COLOURS, strict=False)
            if case in values
        ]
    for column, (name, colour) in enumerate(zip(series, COLOURS, strict=False)):
        x = 8 + 175 * column
        shapes.append(
            f'<circle cx="{x + 4}" cy="30" r="4" fill="{colour}"/><text x="{x + 13}" y="34">{escape(name)}</text>'
        )
    size = f'width="{LEFT + WIDTH + 30}" height="{bottom + 36}"'
    box = f'viewBox="0 0 {LEFT + WIDTH + 30} {bottom + 36}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} font-family="sans-serif" font-size="11" role="img">'
    paper = '<rect width="100%" height="100%" fill="#fff"/>'
    return "\n".join([head, f"<title>{escape(title)}</title>", paper, *shapes, "</svg>"]) + "\n"


def _steps(low: float, high: float) -> Sequence[float]:
    """Four to ten round numbers that hold both ends."""
    rough = (high - low) / 5 or 1.0
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    return [step * n for n in range(math.floor(low / step), math.ceil(high / step) + 1)]


def _powers(low: float, high: float) -> Sequence[float]:
    return [10.0**n for n in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)]
