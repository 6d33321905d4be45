"""Ranks without numbers to believe: the order of systems on items that were picked, as words and as one HTML file."""

import json
from html import escape

from quorate.estimators.scores.chosen import RanksOnly
from quorate.reports.numbers import count, decimal, sentence


def ranks_text(ranks: RanksOnly) -> str:
    """Plain text for a terminal."""
    rows = [["rank", "system", "mean here", "items"], *rank_rows(ranks)]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    grid = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join([ranks.words, "", sentence(ranks.quantity), *grid]) + "\n"


def ranks_page(ranks: RanksOnly) -> str:
    """One self-contained page."""
    rows = "\n".join(
        f'<tr><td>{place}</td><th scope="row"><bdi>{escape(system)}</bdi></th><td>{mean}</td><td>{items}</td></tr>'
        for place, system, mean, items in rank_rows(ranks)
    )
    head = "".join(f'<th scope="col">{words}</th>' for words in ("Rank", "System", "Mean here", "Items"))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Ranks only</title>\n'
        "<style>body{font-family:sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}"
        "td,th{padding:.2rem .8rem;text-align:left}</style>\n</head>\n<body>\n<main>\n<h1>Ranks only</h1>\n"
        f"<p>{escape(ranks.words)}</p>\n<h2>{escape(sentence(ranks.quantity))}</h2>\n"
        f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>\n</main>\n</body>\n</html>\n"
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
