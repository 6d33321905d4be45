"""What reports of studies of sets say: how systems differ instead of what is certified, and how they were asked."""

from dataclasses import replace

from quorate.estimators.estimate import Estimate
from quorate.estimators.findings import Findings
from quorate.reports.numbers import NOTHING, count, decimal, span

ALL = 5  # systems of which every pair is shown


def is_of_sets(findings: Findings) -> bool:
    """Whether the study is about statements or listed items."""
    return findings.design.kind in {"statement", "listing"}


def difference_pairs(findings: Findings) -> list[Estimate]:
    """The differences that are shown, better minus worse: every pair of few systems, else to the first and the next."""
    table = findings.differences
    if table is None:
        return []
    order = [one.subject[0] for one in findings.ranking.estimates if one.judgments]
    return [
        _turned(findings, better, order[second])
        for first, better in enumerate(order)
        for second in range(first + 1, len(order))
        if len(order) <= ALL or first == 0 or second == first + 1
    ]


def difference_rows(findings: Findings) -> list[list[str]]:
    """The pair, points of difference, interval, and which is ahead; a dash where the interval holds both."""
    return [
        [
            f"{one.subject[0]} − {one.subject[1]}",
            decimal(100 * one.value, 1),
            span(decimal(100 * one.interval.low, 1), decimal(100 * one.interval.high, 1)),
            one.subject[0] if one.interval.low > 0 else one.subject[1] if one.interval.high < 0 else NOTHING,
        ]
        for one in difference_pairs(findings)
    ]


HEAD = ["pair", "points", "one look", "ahead"]


def difference_words(findings: Findings) -> str:
    """What the differences are, and what they are not."""
    if findings.differences is None:
        return "Nothing is said about differences: only items were listed."
    rows = difference_rows(findings)
    if not rows:
        return "Nothing is known about differences yet: judgments of at least two systems are needed."
    said = "In percentage points of precision, each pair by itself, for one look; what moves both, the judgments of "
    said += "statements that both make, is taken off. Nothing here is certified."
    pairs = len(findings.differences.estimates)
    if pairs > len(rows):
        said += f" Shown is each system with the first and with the next; all {count(pairs)} pairs are in JSON and CSV."
    return said


def _turned(findings: Findings, better: str, worse: str) -> Estimate:
    assert findings.differences is not None
    table = findings.differences
    names = findings.answer.subject
    if names.index(better) < names.index(worse):
        return table.of(better, worse)
    found = table.of(worse, better)
    ends = replace(found.interval, low=-found.interval.high, high=-found.interval.low)
    return replace(found, subject=(better, worse), value=-found.value, interval=ends)
