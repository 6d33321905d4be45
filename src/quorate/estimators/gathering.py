"""Everything a report shows, computed from design, index and history."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from quorate.annotators.agreement import agreements
from quorate.annotators.checks import passed_checks
from quorate.annotators.overlap import overlap_of
from quorate.annotators.profiles import Profile, profiles
from quorate.estimators.all_items import all_items_score, is_complete
from quorate.estimators.alternatives import find_alternatives
from quorate.estimators.bradley_terry import bradley_terry
from quorate.estimators.certificates import Verdict, judge, order, rank_ranges, word_answer, word_relation
from quorate.estimators.estimate import Certificate, EstimateTable
from quorate.estimators.findings import Asked, Findings
from quorate.estimators.judgments import slice_items
from quorate.estimators.likely import find_likely
from quorate.estimators.mean_score import mean_score
from quorate.estimators.ranking import rank
from quorate.estimators.redraw import redraw
from quorate.estimators.room import room_of
from quorate.estimators.signature import sign
from quorate.estimators.win_matrix import win_matrix
from quorate.questions import kind_of
from quorate.records.claims import Claim
from quorate.records.design import Design
from quorate.records.history import RELEASE_REASONS, History
from quorate.records.material import MISSING, MaterialIndex
from quorate.wording.states import OPEN, StudyState


def gather(
    design: Design,
    index: MaterialIndex,
    history: History,
    *,
    floor: float = 1.0,
    item_floor: float = 1.0,
    state: StudyState = OPEN,
    claim: Certificate | None = None,
    slices: Sequence[str] = (),
    reproduce: Sequence[str] = (),
    whole: MaterialIndex | None = None,
) -> Findings:
    """What we believe about a study.

    Args:
        design: The design.
        index: The material index.
        history: The history.
        floor: Smallest share of the uniform probability that the policy gives any pair and item.
        item_floor: The same of the item alone, given the pair.
        state: Whether the study is open, at rest or closed, and why.
        claim: What the policy certifies by its own evidence; the answer where there is one.
        slices: Columns of the items to show the ranking by.
        reproduce: Commands that make this again.
        whole: Index of all of the material, where items were chosen beforehand; for scores on all items.
    """
    names = list(index.systems[: len(history.systems)])
    kind = kind_of(design)
    table = rank(design, index, history, floor=floor)
    unjudged = [name for name in names if not table.of(name).judgments]
    values = [-np.inf if name in unjudged else table.of(name).value for name in names]
    verdict = judge(design, index, history, floor=item_floor)
    answer = claim or word_answer(design, names, verdict, values)
    first = names.index(answer.subject[0]) if answer.claim in {Claim.NEAR_BEST, Claim.BEATS_ALL, Claim.IF_ANY} else None
    ordered = [names[i] for i in order(verdict.beats, first, values)]
    ranking = replace(table, estimates=tuple(table.of(name) for name in ordered))
    strengths = bradley_terry(design, index, history) if kind.arity == 2 else None
    ranks = dict(zip(names, rank_ranges(verdict.beats), strict=True))
    ranks = {name: ranks[name] for name in ordered if name not in unjudged}
    return Findings(
        study=history.definition.study if history.definition is not None else "",
        design=design,
        state=state,
        answer=answer,
        alternatives=(
            find_alternatives(design, index, history, beats=verdict.beats, floor=floor)
            if answer.claim == Claim.NO_WINNER
            else ()
        ),
        redraw=(
            redraw(design, index, history, names.index(answer.subject[0]))
            if design.scope == "judgments" and answer.claim == Claim.IF_ANY
            else None
        ),
        ranking=ranking,
        ranks=ranks,
        relations=_relations(design, names, verdict, 0.0),
        margins=_relations(design, names, verdict, design.margin) if design.margin else (),
        matrix=win_matrix(design, index, history, floor=item_floor) if kind.arity == 2 else None,
        strengths=strengths,
        criteria=tuple(
            mean_score(design, index, history, criterion=number, floor=item_floor)
            for number in range(1, len(kind.criteria))
        ),
        slices=tuple(_slices(design, index, history, floor, slices)),
        all_items=tuple(_all_items(design, index if whole is None else whole, history)),
        asked=count_asked(design, index, history),
        likely=find_likely(history, names) if kind.arity == 2 else None,
        agreement=agreements(overlap_of(history), kind.criteria, level=design.level, seed=design.seed),
        disagreement=_disagreement(ranking, strengths, ranks, answer),
        signature=sign(design, history, cluster=design.cluster, level=design.level, judgments=verdict.judgments),
        reproduce=tuple(reproduce),
    )


def _all_items(design: Design, whole: MaterialIndex, history: History) -> list[EstimateTable]:
    """Scores on all items, where the items of a rating study were drawn beforehand."""
    kind = kind_of(design)
    if design.chosen is None or not design.chosen.is_sample or kind.arity != 1:
        return []
    if design.selector != "uniform" and not is_complete(whole, history, design.chosen):
        return []  # which chosen items have been judged so far was not left to even chances
    return [
        all_items_score(design, whole, history, design.chosen, criterion=number) for number in range(len(kind.criteria))
    ]


def count_asked(design: Design, index: MaterialIndex, history: History) -> Asked:
    """What was asked and how often."""
    systems = len(history.systems)
    counts = history.counts
    first, second = history["first"][counts], history["second"][counts]
    second = np.where(second < 0, first, second)
    pairs = np.zeros((systems, systems), dtype=np.int64)
    np.add.at(pairs, (first, second), 1)
    pairs = pairs + pairs.T - np.diag(np.diagonal(pairs))
    released = (history["released_position"] > history["reopened_position"]) & ~history.is_judged
    reasons = np.bincount(history["released_reason"][released] + 1, minlength=len(RELEASE_REASONS) + 1)[1:]
    criteria, checks = kind_of(design).criteria, passed_checks(design, history)
    people = profiles(history, criteria, level=design.level, passed=checks)
    items = len(index.items) if design.chosen is None else len(design.chosen.items)
    room = room_of(design, index, history)
    have = (index.appearances[:systems] != MISSING).sum(axis=1)
    return Asked(
        systems=index.systems[:systems],
        pairs=pairs,
        identical=index.identical_counts[:systems, :systems],
        askable=index.askable_counts[:systems, :systems],
        items=items,
        items_judged=len(np.unique(history["item"][counts])),
        missing={name: items - int(count) for name, count in zip(index.systems, have, strict=False) if count < items},
        times=np.sort(history["judged_time"][counts]),
        annotators=tuple(_annotator_row(one) for one in people if one.judgments and not one.excluded),
        judgments=int(counts.sum()),
        open=history.assignments.open,
        skipped=int(reasons[RELEASE_REASONS.index("skipped")]),
        expired=int(reasons[RELEASE_REASONS.index("expired")]),
        retracted=int(history["retractions"].sum()),
        excluded={f"annotator {number}": reason for number, reason in history.excluded.items()},
        left=room.questions if room.people else None,
        people_help=room.grows_with_people,
    )


def _annotator_row(one: Profile) -> dict[str, Any]:
    return {
        "annotator": f"annotator {one.annotator}",
        "judgments": one.judgments,
        "seconds": one.seconds,
        "left": one.left,
        "side": one.leaning or None,
        "closeness": one.closeness,
        "checks": f"{one.passed} of {one.checks}" if one.checks else None,
    }


def _relations(design: Design, names: list[str], verdict: Verdict, margin: float) -> tuple[Certificate, ...]:
    beats = verdict.by_margin if margin else verdict.beats
    return tuple(word_relation(design, names[i], names[j], margin) for i, j in np.argwhere(beats))


def _slices(
    design: Design, index: MaterialIndex, history: History, floor: float, columns: Sequence[str]
) -> list[EstimateTable]:
    tables = []
    for column in columns:
        _, values = index.groups(column)
        for value in values:
            part, where = slice_items(index, history, column, value)
            table = rank(design, part, history, floor=floor, where=where)
            tables.append(replace(table, where=f"{column} = {value}"))
    return tables


def _disagreement(
    ranking: EstimateTable,
    strengths: EstimateTable | None,
    ranks: Mapping[str, tuple[int, int]],
    answer: Certificate,
) -> str:
    """Where the answer, the ranks, the numbers and the model differ; no more is said than is certified."""
    first = ranking.estimates[0].subject[0]
    judged = [estimate for estimate in ranking.estimates if estimate.judgments] or ranking.estimates
    highest = max(judged, key=lambda estimate: estimate.value).subject[0]
    said = []
    if highest != first and answer.claim == Claim.BEATS_ALL:
        said.append(f"{highest} has the highest number, but {first} is certain to beat it.")
    elif highest != first and answer.claim in {Claim.NEAR_BEST, Claim.IF_ANY} and answer.subject[0] == first:
        said.append(
            f"{highest} has the highest number. {first} stands first because of what is claimed about it; which of the "
            "two beats the other is not certified."
        )
    elif highest != first:
        said.append(f"{highest} has the highest number, but certified relations put {first} above it.")
    if answer.claim == Claim.BEATS_ALL and ranks[first] != (1, 1):
        said.append(
            f"That {first} beats every other is one claim with its own error; the ranks hold for all pairs at once and "
            "need more evidence."
        )
    if strengths is not None:
        strong = max(strengths.estimates, key=lambda estimate: estimate.value).subject[0]
        if strong != first:
            said.append(f"The Bradley–Terry model puts {strong} first, not {first}.")
    return " ".join(said)
