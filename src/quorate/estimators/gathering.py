"""Everything a report shows, computed from the evidence of a study."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from quorate.annotators.agreement import agreements
from quorate.data.from_history import Evidence
from quorate.errors import InputError
from quorate.estimators.all_items import all_items_score, is_complete
from quorate.estimators.alternatives import find_alternatives
from quorate.estimators.bradley_terry import bradley_terry
from quorate.estimators.certificates import claim_answer, claim_relations, judge, order, rank_ranges
from quorate.estimators.estimate import EstimateTable, sign
from quorate.estimators.findings import Findings
from quorate.estimators.fragility import Fragility, find_fragility
from quorate.estimators.gathering_data import overlap, summarise_data
from quorate.estimators.likely import find_likely
from quorate.estimators.mean_score import mean_score
from quorate.estimators.ranking import rank
from quorate.estimators.redraw import redraw
from quorate.estimators.set_findings import gather_sets
from quorate.estimators.set_listings import Listings
from quorate.estimators.set_tables import SetTables
from quorate.estimators.win_rate import win_matrix
from quorate.kernels.threads import single_thread
from quorate.questions import Family
from quorate.records.claims import Claim
from quorate.records.material import MaterialIndex
from quorate.wording.certificates import Certificate
from quorate.wording.named import Named
from quorate.wording.states import OPEN, StudyState


@single_thread()
def gather(
    evidence: Evidence,
    *,
    state: StudyState = OPEN,
    claim: Certificate | None = None,
    believed: str = "",
    slices: Sequence[str] = (),
    reproduce: Sequence[str] = (),
    whole: MaterialIndex | None = None,
    listings: Listings | None = None,
    named: Named | None = None,
    is_carried_out: bool = False,
) -> Findings:
    """What we believe about a study.

    Args:
        state: Whether the study is open, at rest or closed, and why.
        claim: What the policy certifies by its own evidence; the answer where there is one.
        believed: Name of the estimate to rank by; what suits design and metrics without it (`ranking`).
        slices: Columns of the items to show the ranking by.
        reproduce: Commands that make this again.
        whole: Index of all of the material, where items were chosen beforehand; for scores on all items.
        listings: What was listed, for the recall of sets.
        named: Whom the policy takes for the best, where a metric has decided part of the comparisons.
        is_carried_out: Of a study of sets: whether all that is planned is known to have been asked.
    """
    if evidence.kind.family is Family.TAG:
        raise InputError("A study of tags compares no systems: `quorate label report` says what came of it.")
    if evidence.kind.family is Family.SET:
        tables = SetTables(evidence, listings, is_carried_out=is_carried_out)
        return gather_sets(tables, state=state, slices=slices, reproduce=reproduce)
    design, history, names, kind = evidence.design, evidence.history, list(evidence.names), evidence.kind
    is_pair = kind.family is Family.PAIR
    table = rank(evidence, believed)
    found = {estimate.subject[0]: estimate for estimate in table.estimates}
    unjudged = {name for name in names if not found[name].judgments}
    values = [-np.inf if name in unjudged else found[name].value for name in names]
    verdict = judge(evidence)
    answer = claim or claim_answer(design, names, verdict, values)
    first = names.index(answer.subject[0]) if answer.claim in {Claim.NEAR_BEST, Claim.BEATS_ALL, Claim.IF_ANY} else None
    ordered = [names[i] for i in order(verdict.beats, first, values)]
    ranking = replace(table, estimates=tuple(found[name] for name in ordered))
    strengths = bradley_terry(evidence) if is_pair else None
    ranges = dict(zip(names, rank_ranges(verdict.beats), strict=True))
    ranks = {name: ranges[name] for name in ordered if name not in unjudged}
    return Findings(
        study=history.definition.study if history.definition is not None else "",
        design=design,
        state=state,
        answer=answer,
        alternatives=find_alternatives(evidence, verdict.beats) if answer.claim == Claim.NO_WINNER else (),
        redraw=(
            redraw(evidence, names.index(answer.subject[0]))
            if design.scope == "judgments" and answer.claim == Claim.IF_ANY
            else None
        ),
        ranking=ranking,
        ranks=ranks,
        relations=claim_relations(design, names, verdict.beats),
        margins=claim_relations(design, names, verdict.by_margin, design.margin) if design.margin else (),
        matrix=win_matrix(evidence) if is_pair else None,
        strengths=strengths,
        criteria=tuple(mean_score(evidence, criterion=number) for number in range(1, len(kind.criteria))),
        slices=tuple(_slices(evidence, slices)),
        all_items=tuple(_all_items(evidence, evidence.index if whole is None else whole)),
        asked=summarise_data(evidence),
        likely=find_likely(history, names) if is_pair else None,
        fragility=_fragility(evidence, names) if is_pair else None,
        agreement=agreements(evidence.once(overlap), kind.criteria, level=design.level, seed=design.seed),
        disagreement=_disagreement(ranking, strengths, ranks, answer),
        signature=sign(evidence, cluster=design.cluster, level=design.level, judgments=verdict.judgments),
        reproduce=tuple(reproduce),
        named=named,
    )


def _fragility(evidence: Evidence, names: Sequence[str]) -> Fragility | None:
    """How few judgments decide who wins most often."""
    judged = evidence.judgments
    return find_fragility(names, judged.first, judged.second, judged.values[:, 0])


def _all_items(evidence: Evidence, whole: MaterialIndex) -> list[EstimateTable]:
    """Scores on all items, where the items of a rating study were drawn beforehand."""
    design, kind = evidence.design, evidence.kind
    if design.chosen is None or not design.chosen.is_sample or kind.family is not Family.SCORE:
        return []
    if design.selector != "uniform" and not is_complete(whole, evidence.history, design.chosen):
        return []  # which chosen items have been judged so far was not left to even chances
    return [all_items_score(evidence, whole, design.chosen, criterion=number) for number in range(len(kind.criteria))]


def _slices(evidence: Evidence, columns: Sequence[str]) -> list[EstimateTable]:
    return [
        replace(rank(evidence.slice(column, value)), where=f"{column} = {value}")
        for column in columns
        for value in evidence.index.groups(column)[1]
    ]


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
