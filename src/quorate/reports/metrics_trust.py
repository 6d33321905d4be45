"""The page about metrics: may I rely on them?"""

from collections.abc import Sequence
from dataclasses import asdict

from quorate.estimators.trust.metrics import MetricsTrust, Trust
from quorate.reports.numbers import counted, decimal, percent, span
from quorate.reports.trust_page import TrustPage, TrustSection, trust_json

MANY = 0.25  # metrics that know nothing and seem better than chance, from which on it is said


def metrics_page(found: MetricsTrust, notes: Sequence[str] = ()) -> TrustPage:
    """The page about metrics."""
    from quorate.reports.trust_figures import map_figure

    best = found.metrics[0]
    sure = [one for one in found.metrics if one.verdict == "yes"]
    systems, items = counted(len(found.systems), "system"), counted(found.items, "item")
    is_pairs = found.about == "pairs"
    thing, many = ("pair of outputs", "pairs of outputs") if is_pairs else ("output", "outputs")
    of = "judgments of a pair" if is_pairs else "judgments of scores"
    judged = f"{counted(found.judged, thing, many)} of {systems} on {items}"
    inside = "pairs of systems" if found.about == "pairs" else "systems"
    sentences = [
        f"{judged} were judged by people. Intervals at level {found.level:g} are about items like these.",
        *notes,
        *(words for one in found.metrics for words in _metric_words(one)),
        *_alike_words(found.metrics),
        *_luck_words(found),
    ]
    if best in sure:
        sentences.append(
            f"At most, {best.metric} saves people's {of} by a factor {decimal(best.saving)} "
            f"(1/(1 − ρ²), ρ within {inside}): no unbiased estimate with this one metric does better."
        )
    return TrustPage(
        title="May I rely on these metrics?",
        answer=_metrics_answer(found, sure),
        sentences=tuple(sentences),
        parts=(_agreement_part(found), _correlation_part(found), _quadrant_part(found), _test_part(found)),
        figure=map_figure(found),
        caption="Correlation with people over the items of each system"
        + (", mean over its pairs" if found.about == "pairs" else "")
        + ": a metric may know one system and not another.",
    )


def _metrics_answer(found: MetricsTrust, sure: Sequence[Trust]) -> str:
    best = found.metrics[0]
    if not sure:
        return "No: none of them is clearly better than chance at saying which of two outputs people find better."
    right = f"it orders {percent(best.agreement)} of the pairs that people decided as people do"
    return f"With care: {best.metric} agrees best ({right}); none of them replaces people."


def _metric_words(one: Trust) -> list[str]:
    words = [f"{one.metric}: {one.note}."] if one.note else []
    if one.lacking:
        words.append(f"{one.metric} has no score for {counted(one.lacking, 'judged output')}: left out for it.")
    if one.verdict == "turned":
        words.append(
            f"{one.metric} orders outputs against people: is lower better? Say --lower-is-better {one.metric}."
        )
    return words


def _alike_words(metrics: Sequence[Trust]) -> list[str]:
    """Those near chance, and those hardly better, each in one sentence."""
    near = [one.metric for one in metrics if one.verdict == "no" and not one.note]
    hardly = [one.metric for one in metrics if one.verdict == "hardly"]
    words = []
    if near:
        words.append(
            f"{near[0]} is near chance: do not rely on it."
            if len(near) == 1
            else f"Near chance are {len(near)} of {len(metrics)} metrics, do not rely on them: {', '.join(near)}."
        )
    if hardly:
        verb = "is" if len(hardly) == 1 else "are"
        words.append(f"{', '.join(hardly)} {verb} hardly better than chance.")
    return words


def _luck_words(found: MetricsTrust) -> list[str]:
    """What many metrics mean for the best of them."""
    count, lucky = len(found.metrics), len(found.metrics) * (1 - found.level) / 2
    if count <= found.items and lucky < MANY:
        return []
    words = f"Of {count} metrics that know nothing, about {decimal(lucky, 1)} would seem better than chance"
    few = f", and there are only {counted(found.items, 'item')}" if count > found.items else ""
    return [f"{words}{few}: the best of so many is best partly by luck. Hold it against people on other items."]


def _agreement_part(found: MetricsTrust) -> TrustSection:
    return TrustSection(
        title="Agreement with people",
        lead="Right: share of the pairs of outputs (same item) that people decided which the metric orders alike; "
        "chance is 50 %. Pairwise: win, tie and loss said alike, with the best tie threshold. Soft: agreement of "
        "p-values on pairs of systems. Saves at most: 1/(1 − ρ²).",
        columns=("metric", "right", "interval", "pairwise", "ties below", "soft", "saves at most", "rely on it?"),
        rows=tuple(
            (
                one.metric,
                percent(one.agreement),
                span(percent(one.low), percent(one.high)),
                decimal(one.accuracy, 3),
                f"{one.epsilon:.3g}",
                decimal(one.soft, 3),
                decimal(one.saving),
                {"yes": "with care", "hardly": "hardly", "no": "no", "turned": "turned round"}[one.verdict],
            )
            for one in found.metrics
        ),
    )


def _correlation_part(found: MetricsTrust) -> TrustSection:
    what, whose = ("pairs of outputs", "pairs") if found.about == "pairs" else ("outputs", "systems")
    return TrustSection(
        title="Correlation by grouping",
        lead=f"Pearson / Kendall: over all {what}; within items, over {whose}; within {whose}, over items; of the "
        "means of systems. Means of few systems correlate easily.",
        columns=("metric", f"all {what}", "within items", f"within {whose}", "means"),
        rows=tuple(
            (one.metric, *(f"{decimal(r)} / {decimal(tau)}" for r, tau in one.correlations.values()))
            for one in found.metrics
        ),
    )


def _quadrant_part(found: MetricsTrust) -> TrustSection:
    return TrustSection(
        title="Where they disagree",
        lead="Share of outputs above and below the median of either side.",
        columns=("metric", "both high", "people high, metric low", "people low, metric high", "both low"),
        rows=()
        if found.about == "pairs"
        else tuple((one.metric, *(percent(share) for share in one.quadrants)) for one in found.metrics),
    )


def _test_part(found: MetricsTrust) -> TrustSection:
    rows = []
    for place, one in enumerate(found.metrics[:-1]):
        after = found.metrics[place + 1]
        p = float(found.p_values[place, place + 1])
        below = found.p_values[place, place + 1 :]
        rows.append((one.metric, after.metric, decimal(p, 3), f"{int((below < 0.05).sum())} of {len(below)}"))
    return TrustSection(
        title="Is one better than the next?",
        lead="Permutation test of equal pairwise accuracy on items; each p-value stands for itself, without correction "
        "for the number of tests.",
        columns=("metric", "next", "p", "told apart from those below (p < .05)"),
        rows=tuple(rows),
    )


def metrics_json(found: MetricsTrust) -> str:
    """Everything the page about metrics is made of."""
    return trust_json({**asdict(found), "verdicts": {one.metric: one.verdict for one in found.metrics}})
