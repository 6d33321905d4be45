"""Ranks without numbers to believe: the order of systems on items that were picked, as words and as one HTML file."""

import json

from quorate import __version__
from quorate.estimators.scores.chosen import RanksOnly
from quorate.reports.numbers import count, decimal, sentence
from quorate.reports.templating import load_template


def ranks_text(ranks: RanksOnly) -> str:
    """Plain text for a terminal."""
    rows = [["rank", "system", "mean here", "items"], *rank_rows(ranks)]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    grid = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join([ranks.words, "", sentence(ranks.quantity), *grid]) + "\n"


def ranks_page(ranks: RanksOnly) -> str:
    """One self-contained page."""
    return load_template("ranks.html").render(
        ranks=ranks, rows=rank_rows(ranks), quantity=sentence(ranks.quantity), version=__version__
    )


def ranks_json(ranks: RanksOnly) -> str:
    """Everything as JSON."""
    return json.dumps(ranks.to_json(), ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def rank_rows(ranks: RanksOnly) -> list[list[str]]:
    """Rank, system, mean on these items, how many of them were judged."""
    together = zip(ranks.order, ranks.means, ranks.judged, strict=True)
    return [
        [str(place), system, decimal(mean), count(items)] for place, (system, mean, items) in enumerate(together, 1)
    ]
