"""Ranks without numbers to believe: the order of systems on items that were picked, as words and as one HTML file."""

import json

from quorate.estimators.scores.chosen import RanksOnly
from quorate.reports.numbers import count, decimal, sentence
from quorate.reports.templating import load_template
from quorate.reports.text import grid
from quorate.version import __version__


def ranks_text(ranks: RanksOnly) -> str:
    """Plain text for a terminal."""
    rows = [["rank", "system", "mean here", "items"], *rank_rows(ranks)]
    notes = ["", "Notes", *(f"- {words}" for words in ranks.notes)] if ranks.notes else []
    return "\n".join([ranks.words, "", sentence(ranks.quantity), *grid(rows), *notes]) + "\n"


def ranks_page(ranks: RanksOnly) -> str:
    """One self-contained page."""
    return load_template("ranks.html").render(
        ranks=ranks,
        order=rank_order(ranks),
        rows=rank_rows(ranks),
        quantity=sentence(ranks.quantity),
        version=__version__,
    )


def ranks_json(ranks: RanksOnly) -> str:
    """Everything as JSON."""
    return json.dumps(ranks.to_json(), ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def rank_rows(ranks: RanksOnly) -> list[list[str]]:
    """Rank, system, mean on these items, how many of them were judged."""
    together = zip(ranks.ranks, ranks.order, ranks.means, ranks.judged, strict=True)
    return [
        [f"{first}{'=' if last > first else ''}", system, decimal(mean), count(items)]
        for (first, last), system, mean, items in together
    ]


def rank_order(ranks: RanksOnly) -> str:
    """The systems in one line, with = between those that share a place."""
    said = ranks.order[0] if ranks.order else ""
    for place, system in enumerate(ranks.order[1:], 1):
        said += f" {'=' if ranks.ranks[place] == ranks.ranks[place - 1] else '>'} {system}"
    return said
