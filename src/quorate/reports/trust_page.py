"""May I rely on it? One page, about metrics or about judges: as text, as HTML, and as numbers."""

import json
import math
from dataclasses import dataclass

import numpy as np

from quorate.reports.templating import load_template
from quorate.version import __version__


@dataclass(frozen=True, kw_only=True)
class TrustSection:
    """A table with what it shows; the first column is a name."""

    title: str
    lead: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, kw_only=True)
class TrustPage:
    """What a page says, in order; `figure` is an SVG or empty."""

    title: str
    answer: str
    sentences: tuple[str, ...]
    parts: tuple[TrustSection, ...]
    figure: str = ""
    caption: str = ""


def trust_text(page: TrustPage) -> str:
    """The page as text."""
    lines = [page.title, page.answer, "", *page.sentences]
    for part in page.parts:
        if not part.rows:
            continue
        rows = [part.columns, *part.rows]
        widths = [max(len(row[place]) for row in rows) for place in range(len(part.columns))]
        lines += ["", part.title, part.lead]
        lines += [
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
        ]
    return "\n".join(lines) + "\n"


def trust_html(page: TrustPage) -> str:
    """The page as one HTML file."""
    from markupsafe import Markup

    figure = Markup(page.figure)  # noqa: S704 - drawn here, words escaped by the canvas
    return load_template("trust.html").render(page=page, figure=figure, version=__version__)


def trust_json(data: object) -> str:
    """Everything a page is made of; what is not finite becomes null."""
    return json.dumps(_plain(data), ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def _plain(data: object) -> object:
    if isinstance(data, np.ndarray):
        return _plain(data.tolist())
    if isinstance(data, dict):
        return {str(key): _plain(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_plain(value) for value in data]
    return None if isinstance(data, float) and not math.isfinite(data) else data
