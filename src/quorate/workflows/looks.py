"""How results look in a terminal and in a notebook: words, and HTML with a picture and a table.

`quorate.results` finds these functions by name; each takes a result and `text` or `html`.
"""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, Literal, TypeAlias

from quorate.estimators.findings import Findings
from quorate.estimators.scores.chosen import RanksOnly
from quorate.estimators.scores.findings import ScoreFindings
from quorate.estimators.scores.several import RatingFindings
from quorate.estimators.skills.findings import SkillFindings
from quorate.estimators.vote_findings import VoteFindings
from quorate.results import Result
from quorate.training import PickedRun
from quorate.workflows.plan import PlannedScores
from quorate.workflows.replay import Replays
from quorate.workflows.select import ItemChoice

Form: TypeAlias = Literal["text", "html"]
MOST_ROWS = 30


def votes(found: VoteFindings, form: Form) -> str:
    """What votes say: the ranking and the win matrix."""
    from quorate.reports.vote_page import HEADINGS, vote_figure, vote_rows, vote_text

    if form == "text":
        return vote_text(found)
    return _card(found.answer, [vote_figure(found)], HEADINGS, vote_rows(found), found.signature)


def study(found: Findings, form: Form) -> str:
    """What a study says: the ranking."""
    from quorate.reports import outline, text_report
    from quorate.reports.figures import ranking_figure

    if form == "text":
        return text_report(found)
    rows = [
        (row.ranks, row.system, row.value, row.interval, row.anytime, row.judgments)
        for row in outline.ranking_rows(found)
    ]
    headings = ("rank", "system", "value", "one look", "every look", "judgments")
    return _card(found.answer.brief, [ranking_figure(found)], headings, rows, found.signature)


def scores(found: ScoreFindings, form: Form) -> str:
    """What ratings say: scores with and without metrics."""
    from quorate.reports.score_figures import scores_figure
    from quorate.reports.score_page import score_text

    if form == "text":
        return score_text(found)
    table = found.tables[found.chosen]
    rows = [
        (one.subject[0], f"{one.value:.4g}", f"{one.interval.low:.4g} to {one.interval.high:.4g}")
        for one in table.estimates
    ]
    return _card(found.answer, [scores_figure(found)], ("system", "score", "one look"), rows, found.signature)


def ratings(found: RatingFindings, form: Form) -> str:
    """What ratings say by every criterion."""
    from quorate.reports.rating_page import rating_figure, rating_text

    if form == "text":
        return rating_text(found)
    headings = ("criterion", "system", "score", "one look")
    rows = [
        (criterion, one.subject[0], f"{one.value:.4g}", f"{one.interval.low:.4g} to {one.interval.high:.4g}")
        for criterion, part in found.criteria.items()
        for one in part.tables[part.chosen].estimates
    ]
    return _card(found.answer, [rating_figure(found)], headings, rows, found.signature)


def ranks(found: RanksOnly, form: Form) -> str:
    """The order on items that were picked."""
    from quorate.reports.ranks_page import ranks_text

    return ranks_text(found) if form == "text" else plain(found, form)


def skills(found: SkillFindings, form: Form) -> str:
    """What games say: the ratings."""
    from quorate.reports.skill_page import COLUMNS, skill_cells, skill_figure, skill_text

    if form == "text":
        return skill_text(found)
    return _card(found.answer, [skill_figure(found)], COLUMNS, skill_cells(found), found.signature)


def picked(found: PickedRun, form: Form) -> str:
    """Which run is best: the ratings of all."""
    return skills(found.ratings, form)


def plan(made: PlannedScores, form: Form) -> str:
    """What a plan says: what each estimator takes."""
    from quorate.reports.plan_figures import contour_figure
    from quorate.reports.plan_page import cells

    rows = [(row.name, *cells(row)) for row in (*made.plan.rows, *made.plan.differences, *made.plan.levers)]
    headings = ("estimator", "efficiency", "judgments", "in all", "cost", "hours")
    if form == "text":
        return "\n".join(["  ".join(row) for row in (headings, *rows)] + list(made.plan.words))
    return _card(" ".join(made.plan.words), [contour_figure(made.plan)], headings, rows)


def replays(made: Replays, form: Form) -> str:
    """What policies did with past judgments."""
    headings = ("data", "policy", "complexity", "low", "high", "mean stop", "wrong stops")
    names = ("data", "policy", "annotation_complexity", "low", "high", "mean_stop", "wrong_stops")
    rows = [["–" if row[name] is None else f"{row[name]}" for name in names] for row in made.to_rows()]
    if form == "text":
        return "\n".join("  ".join(row) for row in (headings, *rows))
    return _card(made.headline, [made.figure(name) for name in made.pools], headings, rows)


def choice(made: ItemChoice, form: Form) -> str:
    """What was chosen, and the first of the items."""
    if form == "text":
        return "\n".join(made.words)
    headings = ("rank", "item", "utility", "cost", "probability")
    rows = [[_short(row[name]) for name in headings] for row in made.to_rows()]
    return _card(" ".join(made.words), [], headings, rows)


def plain(made: Result, form: Form) -> str:
    """A result without a picture: its sentence, and its rows."""
    rows = list(made.to_rows())
    headings = list(dict.fromkeys(name for row in rows for name in row))
    if form == "text":
        return made.headline
    return _card(made.headline, [], headings, [[_short(row.get(name)) for name in headings] for row in rows])


def _short(value: Any) -> str:  # noqa: ANN401 - whatever a row holds
    return "" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)[:80]


def _card(
    words: str, figures: Iterable[str], headings: Sequence[str], rows: Sequence[Sequence[str]], signature: str = ""
) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in headings)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows[:MOST_ROWS])
    more = f"<p>{len(rows) - MOST_ROWS:,} more rows: to_frame()</p>" if len(rows) > MOST_ROWS else ""
    signed = f"<p><code>{escape(signature)}</code></p>" if signature else ""
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f"<div><p><strong>{escape(words)}</strong></p>{''.join(figures)}{table}{more}{signed}</div>"
