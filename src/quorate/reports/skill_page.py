"""The page about skill ratings: as text, as HTML, as a table, as numbers, and as a figure."""

import csv
import io
import json
from dataclasses import replace

from quorate.estimators.skills.findings import SETTLED, SkillFindings
from quorate.reports.figures import draw_ranking
from quorate.reports.numbers import count, counted, decimal, percent, rank_range
from quorate.reports.trust_page import TrustPage, TrustSection, trust_html, trust_text

COLUMNS = ("contestant", "rating", "interval", "moved by order", "places in other orders", "games")
MOST_DRAWN = 40  # contestants in a figure
MOST_ROWS = 200


def skill_text(found: SkillFindings) -> str:
    """Plain text for a terminal."""
    return trust_text(_page(found)) + f"\n{found.signature}\n"


def skill_html(found: SkillFindings) -> str:
    """One self-contained page."""
    return trust_html(_page(found))


def skill_json(found: SkillFindings) -> str:
    """Everything as JSON."""
    return json.dumps(found.to_json(), ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def skill_table(found: SkillFindings) -> str:
    """One row for each contestant, as CSV."""
    rows = list(found.to_rows())
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def skill_figure(found: SkillFindings) -> str:
    """Ratings with their intervals, best first, as SVG."""
    table = found.table
    ranks = {one.contestant: (one.best, one.worst) for one in found.contestants}
    return draw_ranking(replace(table, estimates=tuple(table.estimates)[:MOST_DRAWN]), ranks, "rating")


def _page(found: SkillFindings) -> TrustPage:
    left = len(found.contestants) - MOST_ROWS
    more = f"; {counted(left, 'contestant')} more in .csv and .json" if left > 0 else ""
    lead = (
        f"{counted(found.games, 'game')}, {count(found.ties)} of them ties, rated by {found.words}; intervals at "
        f"{percent(found.level, 0)}{more}."
    )
    return TrustPage(
        title=f"Skill ratings of {found.name}",
        answer=found.answer,
        sentences=(*_order_words(found), *found.notes, *found.understood),
        parts=(TrustSection(title="Ratings", lead=lead, columns=COLUMNS, rows=skill_cells(found)),),
        figure=skill_figure(found) if len(found.contestants) > 1 else "",
        caption="Ratings with their intervals. Ranks: the places taken in other orders of the same games.",
    )


def _order_words(found: SkillFindings) -> list[str]:
    """How far the order of the games decides, and whether ratings have come to rest."""
    said = []
    if found.unplayed:
        said.append(f"No game, no rating: {', '.join(found.unplayed[:6])}.")
    if found.replays:
        most = max(found.contestants, key=lambda one: one.moved)
        said.append(
            f"In {counted(found.replays, 'other order')} of the same games ratings move by up to "
            f"{decimal(most.moved, 1)} (one standard deviation, {most.contestant}), and neighbours of this ranking "
            f"change places in {percent(found.turned, 0)} of them."
        )
    elif found.since < 0:
        said.append("All games are taken at once: their order cannot matter.")
    if found.since >= 0:
        rest = "have come to rest" if found.is_settled else "have not come to rest"
        said.append(
            f"The ratings {rest}: since their order last changed, every contestant had at least "
            f"{counted(found.since, 'game')} ({SETTLED} are wanted)."
        )
    return said


def skill_cells(found: SkillFindings) -> tuple[tuple[str, ...], ...]:
    """Rows of the table, best first."""
    return tuple(
        (
            one.contestant,
            decimal(one.rating, 1),
            f"{decimal(one.low, 1)} to {decimal(one.high, 1)}",
            decimal(one.moved, 1) if found.replays else "–",
            rank_range((one.best, one.worst)) if found.replays else "–",
            count(one.games),
        )
        for one in found.contestants[:MOST_ROWS]
    )
