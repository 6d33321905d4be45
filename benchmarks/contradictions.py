"""What is said about a table of ratings, held against how the table was made.

`contradictions` lists what no table can support: claims about systems that nobody judged or that are alike, intervals
without width, sentences and ranks that contradict each other. `false_relations` counts what chance may get wrong, but
rarely: a system called better that is not.
"""

import json
import warnings
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from made_tables import MadeTable

from quorate.estimators.scores.findings import ScoreFindings, find_scores
from quorate.io import read_scores
from quorate.io.ratings import check_metrics, make_ratings
from quorate.reports.score_page import score_text

ROUNDING = 1e-9


@dataclass(frozen=True, kw_only=True)
class Read:
    """What came of a table.

    Attributes:
        findings: What was found.
        contradictions: What the table cannot support, in words.
        false_relations: Pairs of which the first was called better and is not.
        covered: For each judged system whether its interval holds the truth.
    """

    findings: ScoreFindings
    contradictions: tuple[str, ...]
    false_relations: tuple[tuple[str, str], ...]
    covered: tuple[bool, ...]


def read_table(made: MadeTable) -> Read:
    """Estimate as `quorate estimate` does, with every warning an error, and hold what is said against the table."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        findings = _find(made, made.without_repeats)
        if made.repeated:
            once, findings = findings, _find(made, made.ratings)
            same = _numbers(once) == _numbers(findings)
        else:
            same = True
        said = score_text(findings) + json.dumps(findings.to_json(), allow_nan=False)
    problems = list(_contradictions(made, findings, said))
    if not same:
        problems.append("rows that were doubled change the numbers")
    truth = dict(zip(made.systems, made.truth, strict=True))
    better = () if findings.clusters is None else findings.clusters.better
    false = tuple((a, b) for a, b in better if truth[a] <= truth[b] + ROUNDING)
    table = findings.tables[findings.chosen]
    covered = tuple(
        one.interval.low - ROUNDING <= truth[one.subject[0]] <= one.interval.high + ROUNDING for one in table.estimates
    )
    return Read(findings=findings, contradictions=tuple(problems), false_relations=false, covered=covered)


def _find(made: MadeTable, path: object) -> ScoreFindings:
    data = read_scores(str(path), made.metrics)
    ratings = make_ratings(data, scale=made.scale)
    return find_scores(ratings, notes=(*data.notes, *check_metrics(data, ratings)))


def _numbers(findings: ScoreFindings) -> str:
    tables = [table.to_json() for table in findings.tables.values()]
    return json.dumps([tables, findings.answer, None if findings.clusters is None else findings.clusters.better])


def _contradictions(made: MadeTable, findings: ScoreFindings, said: str) -> Iterator[str]:
    unjudged = {name for number, name in enumerate(made.systems) if not made.judged[number].any()}
    settled = set() if findings.clusters is None else set(findings.clusters.better)
    yield from _of_unjudged(made, findings, unjudged)
    yield from _of_intervals(made, findings)
    yield from _of_relations(made, findings, settled)
    yield from _of_ranks(findings, settled)
    if made.repeated and "one opinion" not in said:
        yield "repeats by the same annotator are not said"
    if made.anonymous and "without saying who judged" not in said:
        yield "repeats by nobody in particular are not said"
    if "NaN" in said or "nan" in said.split():
        yield "a number is missing"


def _of_intervals(made: MadeTable, findings: ScoreFindings) -> Iterator[str]:
    low, high = made.scale
    for table in findings.tables.values():
        for one in table.estimates:
            if not low <= one.interval.low <= one.value <= one.interval.high <= high:
                yield f"{table.estimator}: {one.subject} {one.value} is not in {one.interval}, or that not in the scale"
            if one.interval.high <= one.interval.low:
                yield f"{table.estimator}: the interval of {one.subject} has no width"
            least = _least_width(made, one.subject[0])
            if one.interval.high - one.interval.low < least:
                yield f"{table.estimator}: equal scores of {one.subject} cannot support {one.interval}"


def _of_relations(made: MadeTable, findings: ScoreFindings, settled: set[tuple[str, str]]) -> Iterator[str]:
    alone = _differs_alone(findings)
    for pair in settled:
        if pair not in alone:
            yield f"{pair} is settled and its own interval leaves it open"
        if (pair[1], pair[0]) in settled:
            yield f"{pair} is settled both ways"
    for a, b in settled | alone:
        if _are_alike(made, a, b):
            yield f"{a} and {b} have the same scores and are called different"
        if min(_items(made, a), _items(made, b)) < 2:
            yield f"{a} and {b} are called different from one item"


def _of_ranks(findings: ScoreFindings, settled: set[tuple[str, str]]) -> Iterator[str]:
    for one in () if findings.clusters is None else findings.clusters.ranked:
        above = sum(b == one.system for _, b in settled)
        below = sum(a == one.system for a, _ in settled)
        if findings.clusters is not None and one.ranks != (1 + above, len(findings.clusters.ranked) - below):
            yield f"the ranks of {one.system} are not what is settled"
    first, *others = (one.subject[0] for one in findings.tables[findings.chosen].estimates)
    if "better than every other" in findings.answer and {(first, other) for other in others} - settled:
        yield "the answer says more than is settled"


def _of_unjudged(made: MadeTable, findings: ScoreFindings, unjudged: set[str]) -> Iterator[str]:
    shown = {one.subject[0] for table in findings.tables.values() for one in table.estimates}
    pairs = () if findings.differences is None else (one.subject for one in findings.differences.estimates)
    ranked = () if findings.clusters is None else (one.system for one in findings.clusters.ranked)
    places = {name for pair in pairs for name in pair} | set(ranked) | set(findings.order) | shown
    for name in sorted(unjudged):
        if name in places or name in findings.answer:
            yield f"{name} was never judged and has a score, a rank or a difference"
        if made.metrics is not None and name not in findings.unjudged:
            yield f"{name} was never judged and nobody says so"


def _differs_alone(findings: ScoreFindings) -> set[tuple[str, str]]:
    found = set()
    if findings.differences is not None:
        for one in findings.differences.estimates:
            a, b = one.subject
            if one.interval.low > 0:
                found.add((a, b))
            if one.interval.high < 0:
                found.add((b, a))
    return found


def _least_width(made: MadeTable, name: str) -> float:
    """How wide an interval must be where all scores of a system are equal: as other scores could have stayed unseen.

    A share 1 − error^(1/n) of them, at the farther end of the scale, moves the mean by that much; half of it is asked.
    """
    seen = made.score[made.systems.index(name)]
    seen = seen[np.isfinite(seen)]
    if len(seen) < 2 or np.ptp(seen) > 0:
        return 0.0
    farther = max(seen[0] - made.scale[0], made.scale[1] - seen[0])
    return float(0.5 * farther * (1 - 0.05 ** (1 / len(seen))))


def _are_alike(made: MadeTable, a: str, b: str) -> bool:
    """Whether two systems were judged on the same items with the same scores, whatever metrics say of the others."""
    one, other = (made.score[made.systems.index(name)] for name in (a, b))
    return bool(np.array_equal(one, other, equal_nan=True) and np.isfinite(one).any())


def _items(made: MadeTable, name: str) -> int:
    return int((made.judged[made.systems.index(name)] > 0).sum())
