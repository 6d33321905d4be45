"""Scores by one criterion as words: with and without metrics side by side, differences, clusters."""

from typing import Any

from quorate.estimators.estimate import Estimate
from quorate.estimators.scores.findings import ScoreFindings
from quorate.reports.numbers import Scale, count, decimal, plain_percent, rank_range, sentence
from quorate.reports.score_figures import scores_figure
from quorate.reports.text import grid

SHOWN_DIFFERENCES = 60
DIFFERS_ALONE = "Differs alone: the interval of this pair, taken by itself, leaves 0 out."
SETTLED = "Settled among all: true together with every other pair that is called so; ranks and clusters rest on these."


def score_text(findings: ScoreFindings) -> str:
    """Plain text for a terminal."""
    names = list(findings.tables)
    chosen = [said for said in (findings.disagreement, findings.selection, findings.scope) if said]
    lines = [
        findings.answer,
        *chosen,
        "",
        f"{sentence(findings.quantity)}; intervals at level {plain_percent(findings.level)}",
    ]
    rows = [["rank", "system", *names, "judged"], *score_rows(findings)]
    lines += grid(rows)
    lines += ["", "Data efficiency: judgments of the plain mean that one judgment is worth"]
    lines += grid([[name, decimal(gain)] for name, gain in findings.efficiencies.items()])
    if findings.order:
        lines += ["", f"Order: {' > '.join(findings.order)}", findings.order_words]
    if findings.differences is not None:
        lines += [
            "",
            sentence(findings.differences.quantity),
            *grid(difference_rows(findings)),
            differ_words(findings),
        ]
    if findings.wilcoxon is not None:
        lines += ["", _wilcoxon_words(findings), *grid(wilcoxon_rows(findings))]
    for title, said in (
        ("Not used", list(findings.unused.values())),
        ("Assumed", findings.assumptions),
        ("Notes", findings.notes),
    ):
        lines += ["", title, *(f"- {words}" for words in said)] if said else []
    return "\n".join([*lines, "", findings.signature]) + "\n"


def score_view(findings: ScoreFindings) -> dict[str, Any]:
    """What a page shows of the scores by one criterion."""
    from markupsafe import Markup

    return {
        "findings": findings,
        "quantity": sentence(findings.quantity),
        "level": plain_percent(findings.level),
        "headings": list(findings.tables),
        "rows": score_rows(findings),
        "efficiencies": [(name, decimal(gain)) for name, gain in findings.efficiencies.items()],
        "differences": difference_rows(findings),
        "differ_words": differ_words(findings),
        "wilcoxon": wilcoxon_rows(findings),
        "wilcoxon_words": _wilcoxon_words(findings),
        "figure": Markup(scores_figure(findings)),  # noqa: S704 - drawn here, words escaped by the canvas
    }


def score_rows(findings: ScoreFindings) -> list[list[str]]:
    """Rank, system, each estimator's value and interval, judgments."""
    ranks = {} if findings.clusters is None else {one.system: one.ranks for one in findings.clusters.ranked}
    rows = []
    for estimate in findings.tables[findings.chosen].estimates:
        system = estimate.subject[0]
        cells = [_cell(findings, name, table.of(system)) for name, table in findings.tables.items()]
        place = rank_range(ranks[system]) if system in ranks else "–"
        rows.append([place, system, *cells, count(estimate.judgments)])
    return rows


def difference_rows(findings: ScoreFindings) -> list[list[str]]:
    """Which pair, by how much, and whether the interval leaves zero out."""
    if findings.differences is None:
        return []
    scale = Scale.of(findings.differences)
    settled = None if findings.clusters is None else {frozenset(pair) for pair in findings.clusters.better}
    rows = [
        [
            f"{estimate.subject[0]} − {estimate.subject[1]}",
            scale.value(estimate.value),
            scale.between(estimate.interval),
            "yes" if estimate.interval.low > 0 or estimate.interval.high < 0 else "no",
            "–" if settled is None else "yes" if frozenset(estimate.subject) in settled else "no",
        ]
        for estimate in findings.differences.estimates[:SHOWN_DIFFERENCES]
    ]
    left = len(findings.differences.estimates) - SHOWN_DIFFERENCES
    more = [[f"{left} more in the JSON", "", "", "", ""]] if left > 0 else []
    return [["pair", "difference", "interval", "differs alone", "settled among all"], *rows, *more]


def differ_words(findings: ScoreFindings) -> str:
    """What the last two columns of the differences mean."""
    return DIFFERS_ALONE if findings.clusters is None else f"{DIFFERS_ALONE} {SETTLED}"


def wilcoxon_rows(findings: ScoreFindings) -> list[list[str]]:
    """Cluster, ranks and mean score of each system."""
    if findings.wilcoxon is None:
        return []
    rows = [
        [str(one.cluster), rank_range(one.ranks), one.system, decimal(one.score)] for one in findings.wilcoxon.ranked
    ]
    return [["cluster", "ranks", "system", "mean"], *rows]


def _wilcoxon_words(findings: ScoreFindings) -> str:
    if findings.wilcoxon is None:
        return ""
    return f"Clusters of plain scores as shared tasks have them ({findings.wilcoxon.test}). {findings.wilcoxon.words}"


def _cell(findings: ScoreFindings, name: str, estimate: Estimate) -> str:
    scale = Scale.of(findings.tables[name])
    return f"{scale.value(estimate.value)} ({scale.between(estimate.interval)})"
