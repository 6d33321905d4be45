"""The report as one HTML file: everything inside, nothing loaded from elsewhere, no script."""

import re
from typing import TYPE_CHECKING

from quorate.estimators.findings import Findings
from quorate.reports import outline
from quorate.reports.canvas import THEME
from quorate.reports.figures import asked_figure, matrix_figure, pace_figure, ranking_figure, scale_word
from quorate.reports.numbers import count, period, plain_percent
from quorate.reports.set_outline import difference_rows, difference_words, is_of_sets
from quorate.reports.standing import state_words
from quorate.reports.templating import load_template
from quorate.version import __version__

if TYPE_CHECKING:
    from markupsafe import Markup


def html_report(findings: Findings) -> str:
    """Lay the findings out as one self-contained page."""
    asked = findings.asked
    headings, annotators = outline.annotator_table(findings)
    return load_template("report.html").render(
        findings=findings,
        version=__version__,
        summary=_summary(findings),
        measure=scale_word(findings).capitalize(),
        level=plain_percent(findings.ranking.level),
        rows=outline.ranking_rows(findings),
        has_anytime=any(estimate.anytime for estimate in findings.ranking.estimates),
        figures={
            "ranking": themed(ranking_figure(findings)),
            "ranking_narrow": themed(ranking_figure(findings, is_narrow=True)),
            "matrix": themed(matrix_figure(findings)) if findings.matrix else None,
            "pace": themed(pace_figure(findings)),
            "asked": themed(asked_figure(findings)),
        },
        is_of_sets=is_of_sets(findings),
        differences=difference_rows(findings),
        difference_words=difference_words(findings),
        victories=outline.victories(findings),
        relations_claim=outline.relations_claim(findings),
        beside=outline.beside_answer(findings),
        state=state_words(findings),
        margin=outline.margin_words(findings),
        table_rows=outline.table_rows,
        asked_sentences=outline.asked_sentences(findings),
        period=period(float(asked.times[0]), float(asked.times[-1])) if len(asked.times) else "",
        annotator_headings=headings,
        annotators=annotators,
        agreement=outline.agreement_rows(findings),
        agreement_words=outline.agreement_words(findings),
        assumptions=outline.assumptions(findings),
        notes=outline.notes(findings),
        design=outline.design_rows(findings),
        tables=outline.tables(findings),
    )


def _summary(findings: Findings) -> list[tuple[str, str, str]]:
    """The few numbers under the answer: the number, what it counts, and of how many."""
    asked = findings.asked
    active = [record for record in asked.annotators if record.get("judgments", 1)]
    return [
        (count(asked.judgments), "judgment" if asked.judgments == 1 else "judgments", ""),
        (count(len(active)), "annotator" if len(active) == 1 else "annotators", ""),
        (count(asked.items_judged), "items judged", f"of {count(asked.items)}"),
        (plain_percent(findings.ranking.level), "level of the intervals", ""),
    ]


def themed(svg: str) -> "Markup":
    """Let the page choose the colours of a figure, so that it reads in the light and in the dark."""
    from markupsafe import Markup

    def choose(style: re.Match[str]) -> str:
        words = style[0]
        for name, colour in THEME.items():
            words = words.replace(f": {colour}", f": var(--{name})")
        return words

    svg = re.sub(r'style="[^"]*"', choose, svg)  # words cannot hold a quotation mark: the canvas escapes it
    return Markup(svg)  # noqa: S704 - as above
