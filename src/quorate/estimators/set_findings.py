"""Everything a report shows about a study of sets: precision, recall and F1 of every system, and how they differ."""

from collections.abc import Sequence
from dataclasses import replace

from quorate.annotators.agreement import agreements
from quorate.data.from_history import Evidence
from quorate.estimators.estimate import sign
from quorate.estimators.findings import Findings
from quorate.estimators.gathering_data import overlap, summarise_data
from quorate.estimators.set_plan import costs_of
from quorate.estimators.set_slices import slice_tables
from quorate.estimators.set_tables import SetTables
from quorate.records.claims import Claim, Progress
from quorate.wording.certificates import Certificate
from quorate.wording.states import OPEN, StudyState


def gather_sets(
    tables: SetTables,
    *,
    state: StudyState = OPEN,
    slices: Sequence[str] = (),
    reproduce: Sequence[str] = (),
) -> Findings:
    """What we believe about a study of sets.

    Args:
        state: Whether the study is open, at rest or closed, and why.
        slices: Columns of items or statements to show precision by.
        reproduce: Commands that make this again.
    """
    evidence = tables.evidence
    design, history = evidence.design, evidence.history
    ranking, *others = tables.everything()
    ordered = sorted(ranking.estimates, key=lambda one: (not one.judgments, -one.value))
    judged = sum(bool(one.judgments) for one in ordered)
    count = len(tables.found.judged) if evidence.kind.arity else evidence.history.assignments.judged
    answer = Certificate(
        claim=Claim.NONE,
        subject=evidence.names,
        error=round(1 - design.level, 12),
        scope="items",
        judgments=count,
        progress=(Progress.MEASURED if evidence.kind.arity else Progress.LISTED) if judged else Progress.NOTHING,
        leader=ordered[0].subject[0] if judged else "",
    )
    return Findings(
        study=history.definition.study if history.definition is not None else "",
        design=design,
        state=state,
        answer=answer,
        alternatives=(),
        redraw=None,
        ranking=replace(ranking, estimates=tuple(ordered)),
        ranks={},
        relations=(),
        margins=(),
        matrix=None,
        strengths=None,
        differences=tables.differences() if evidence.kind.arity else None,
        criteria=tuple(others),
        slices=tuple(table for column in slices for table in slice_tables(tables, column)),
        asked=replace(summarise_data(evidence), left=None, missing={}),
        disagreement="",
        signature=sign(evidence, estimator="sets", level=design.level, judgments=count),
        reproduce=tuple(reproduce),
        costs=_costs(evidence),
        agreement=agreements(evidence.once(overlap), evidence.kind.criteria, level=design.level, seed=design.seed),
    )


def _costs(evidence: Evidence) -> dict[str, int]:
    if not evidence.kind.arity:
        return {}
    costs = costs_of(evidence.design, evidence.index, evidence.systems)
    return dict(zip(evidence.names, costs.tolist(), strict=True))
