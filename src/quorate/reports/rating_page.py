"""Ratings by several criteria and in slices, as words, as one HTML file, as LaTeX tables and as a figure."""

import json
import re
from collections.abc import Iterator

from quorate.estimators.estimate import EstimateTable
from quorate.estimators.scores.findings import ScoreFindings
from quorate.estimators.scores.several import RatingFindings, RatingSlice
from quorate.reports.export import stacked
from quorate.reports.latex import escape
from quorate.reports.numbers import Scale, count, counted, plain_percent, rank_range, sentence
from quorate.reports.score_figures import scores_figure
from quorate.reports.score_page import score_text, score_view
from quorate.reports.templating import load_template
from quorate.reports.text import grid
from quorate.version import __version__


def rating_text(findings: RatingFindings) -> str:
    """Plain text for a terminal: one criterion as it is, several under an overview."""
    criteria = findings.criteria
    if len(criteria) == 1:
        lines = score_text(findings.first).rstrip("\n").split("\n")
    else:
        lines = [*(f"By {name}: {one.answer}" for name, one in criteria.items()), "", overview_words(findings)]
        lines += grid(overview_rows(findings))
        for name, one in criteria.items():
            title = f"By {name}"
            lines += ["", title, "─" * len(title), *score_text(one).rstrip("\n").split("\n")]
    for column, criterion, slices in slice_tables(findings):
        title = slice_title(findings, column, criterion)
        lines += ["", title, "─" * len(title), *grid(slice_rows(findings, slices)), *slice_words(slices)]
    if findings.claims:
        lines += ["", "What is claimed", *(f"- {words}" for words in findings.claims)]
    if len(criteria) > 1 or findings.slices:
        lines += ["", findings.signature]
    return "\n".join(lines) + "\n"


def rating_page(findings: RatingFindings) -> str:
    """One self-contained page."""
    return load_template("scores.html").render(
        findings=findings,
        version=__version__,
        overview=overview_rows(findings) if len(findings.criteria) > 1 else [],
        overview_words=overview_words(findings),
        views=[score_view(one) | {"criterion": name} for name, one in findings.criteria.items()],
        slices=[
            {
                "title": slice_title(findings, column, criterion),
                "rows": slice_rows(findings, slices),
                "words": slice_words(slices),
            }
            for column, criterion, slices in slice_tables(findings)
        ],
    )


def rating_json(findings: RatingFindings) -> str:
    """Everything as JSON."""
    return json.dumps(findings.to_json(), ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def rating_figure(findings: RatingFindings) -> str:
    """The scores by every criterion, one drawing under the other."""
    return stacked([scores_figure(one) for one in findings.criteria.values()])


def rating_latex(findings: RatingFindings) -> str:
    """Tables of the scores, of all criteria together, and of each split; ready to paste beside `booktabs`."""
    rows = overview_rows(findings)
    tables = [_latex(rows, _caption(findings), _label(findings.name))]
    for column, criterion, slices in slice_tables(findings):
        words = f"{slice_title(findings, column, criterion)}. {' '.join(findings.claims)}"
        tables.append(_latex(slice_rows(findings, slices), words, _label(f"{findings.name}-{column}-{criterion}")))
    head = [
        f"% {findings.signature}",
        r"% Needs \usepackage{booktabs}; names in other scripts need LuaLaTeX or XeLaTeX and a font that has them.",
    ]
    return "\n".join([*head, *tables, ""])


def overview_words(findings: RatingFindings) -> str:
    """What the table of all criteria shows."""
    return (
        f"Mean scores with intervals at level {plain_percent(findings.level)} and, in brackets, the ranks that are "
        f"left open; ordered by {next(iter(findings.criteria))}."
    )


def overview_rows(findings: RatingFindings) -> list[list[str]]:
    """System, then score, interval and ranks by each criterion, and how many judgments."""
    order = [estimate.subject[0] for estimate in _believed(findings.first).estimates]
    order += [name for one in findings.criteria.values() for name in _places(one) if name not in order]
    cells = {name: _cells(one) for name, one in findings.criteria.items()}
    judged = {
        estimate.subject[0]: estimate.judgments
        for one in reversed(list(findings.criteria.values()))
        for estimate in _believed(one).estimates
    }
    return [
        ["system", *cells, "judged"],
        *(
            [name, *(one.get(name, "–") for one in cells.values()), count(judged[name])]
            for name in dict.fromkeys(order)
        ),
    ]


def slice_tables(findings: RatingFindings) -> Iterator[tuple[str, str, list[RatingSlice]]]:
    """Column, criterion and slices of each split."""
    for column, criterion in dict.fromkeys((part.column, part.criterion) for part in findings.slices):
        yield column, criterion, [one for one in findings.slices if (one.column, one.criterion) == (column, criterion)]


def slice_title(findings: RatingFindings, column: str, criterion: str) -> str:
    """What a split shows."""
    what = f"{criterion} by {column}" if len(findings.criteria) > 1 else f"By {column}"
    return f"{sentence(what)}: mean scores, intervals, and the ranks that are left open"


def slice_rows(findings: RatingFindings, slices: list[RatingSlice]) -> list[list[str]]:
    """System, then score, interval and ranks in each slice."""
    whole = findings.criteria[slices[0].criterion]
    names = [estimate.subject[0] for estimate in _believed(whole).estimates]
    cells = [_cells(part.findings) for part in slices]
    head = [f"{part.value} ({counted(part.items, 'item')})" for part in slices]
    return [["system", *head], *([name, *(one.get(name, "–") for one in cells)] for name in names)]


def slice_words(slices: list[RatingSlice]) -> list[str]:
    """The answer in each slice."""
    return [f"{part.value}: {part.findings.answer}" for part in slices]


def _believed(findings: ScoreFindings) -> EstimateTable:
    return findings.tables[findings.chosen]


def _places(findings: ScoreFindings) -> dict[str, tuple[int, int]]:
    clusters = findings.clusters
    return {} if clusters is None else {one.system: one.ranks for one in clusters.ranked}


def _cells(findings: ScoreFindings) -> dict[str, str]:
    table, places = _believed(findings), _places(findings)
    scale = Scale.of(table)
    found = {}
    for estimate in table.estimates:
        name = estimate.subject[0]
        ranks = f" [{rank_range(places[name])}]" if name in places else ""
        found[name] = f"{scale.value(estimate.value)} ({scale.between(estimate.interval)}){ranks}"
    return found


def _caption(findings: RatingFindings) -> str:
    whole = findings.first
    by = ", ".join(f"{name} ({one.chosen})" for name, one in findings.criteria.items())
    return f"{overview_words(findings)} Estimators: {by}. {whole.scope} {' '.join(findings.claims)}"


def _label(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "scores"


def _latex(rows: list[list[str]], caption: str, label: str) -> str:
    body = [f"    {' & '.join(map(escape, row))} \\\\" for row in rows]
    return "\n".join(
        [
            r"\begin{table}",
            r"  \centering",
            rf"  \caption{{{escape(caption)}}}",
            rf"  \label{{tab:{label}}}",
            rf"  \begin{{tabular}}{{l{'r' * (len(rows[0]) - 1)}}}",
            r"    \toprule",
            body[0],
            r"    \midrule",
            *body[1:],
            r"    \bottomrule",
            r"  \end{tabular}",
            r"\end{table}",
        ]
    )
