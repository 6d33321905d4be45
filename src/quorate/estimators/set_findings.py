"""Everything a report shows about a study of sets: precision, recall and F1 of every system.

Precision is that of the statement with all its links where links are judged; beside it stand the factors, the numbers
from each system's own draws alone (simple), and what each value of a column has (slices), with their mean (macro).
Recall needs items in which everything right was listed: a study of the kind `listing` over the same items, which the
design names. Without one there is the share of all that any system finds.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from quorate.annotators.agreement import agreements
from quorate.arrays import Floats, Ints
from quorate.data.from_history import Evidence
from quorate.estimators.estimate import EstimateColumns, EstimateTable, sign
from quorate.estimators.findings import Findings
from quorate.estimators.gathering_data import overlap, summarise_data
from quorate.estimators.set_evidence import SetEvidence, set_evidence
from quorate.estimators.set_listings import Listings, listed_of
from quorate.estimators.set_plan import costs_of
from quorate.estimators.sets.distributions import even, part
from quorate.estimators.sets.expected import expect
from quorate.estimators.sets.f1 import measure_f1
from quorate.estimators.sets.intervals import one_look
from quorate.estimators.sets.measured import Measured
from quorate.estimators.sets.precision import measure_precision
from quorate.estimators.sets.recall import measure_pooled_recall, measure_recall
from quorate.records.claims import Claim, Progress
from quorate.wording.certificates import Certificate
from quorate.wording.states import OPEN, StudyState

ONE_LOOK = (
    "Intervals are for one look. What is asked follows from who makes what, never from a judgment.",
    "A statement is right or wrong whichever system makes it.",
)
LISTED = "Everything right in a listed item is listed, and the same statement has the same words."


class SetTables:
    """The tables of a study of sets.

    Args:
        evidence: Its judgments.
        listings: What was listed, where another study did; `None` without one.
        is_carried_out: Whether all that is planned is known to have been asked.
    """

    def __init__(self, evidence: Evidence, listings: Listings | None = None, *, is_carried_out: bool = False) -> None:
        self.evidence = self._evidence = evidence
        self._level = evidence.design.level
        self.found: SetEvidence = set_evidence(evidence, is_carried_out=is_carried_out)
        self._listings = listings
        self._made = self.found.stated.statements
        self._makers_judged = np.zeros(len(self._made.systems), dtype=np.int64)
        judged = np.zeros(self._made.count, dtype=np.bool_)
        judged[self.found.judged] = True
        self._is_judged = judged
        self._makers_judged = np.bincount(
            self._made.owner[judged[self._made.statement]], minlength=len(self._made.systems)
        )

    @property
    def names(self) -> tuple[str, ...]:
        """What was judged: the statement with all links, the statement, each link."""
        return tuple(criterion.name for criterion in self._evidence.kind.criteria)

    def values(self, name: str) -> Floats:
        """The judgments by one factor; of `all` their product."""
        values = self.found.values
        if not self._evidence.kind.arity:
            return np.zeros(0)
        chosen: Floats = values.prod(axis=1) if name == "all" else values[:, self.names.index(name)]
        return chosen

    @property
    def main(self) -> str:
        """What precision is of."""
        return "right" if len(self.names) == 1 else "all"

    def precision(self, name: str = "", *, method: str = "distinct", target: Floats | None = None) -> Measured:
        """Precision by one factor."""
        values = self.values(name or self.main)
        joint, own = self.found.of(values)
        expected = expect(self._made, joint.values(self._made.count), self.found.inclusion)
        return measure_precision(
            self._made, own if method == "simple" else joint, method, target=target, expected=expected
        )

    def recall(self, method: str = "joint") -> Measured:
        """Recall: of all that is right where items were listed, else of what any system finds."""
        joint, _ = self.found.of(self.values(self.main))
        expected = expect(self._made, joint.values(self._made.count), self.found.inclusion)
        if self._listings is None:
            return measure_pooled_recall(self._made, joint, expected=expected)
        listed = listed_of(self.found.stated, self._listings, self.found.plan.draws)
        return measure_recall(self._made, joint, listed, method, expected=expected)

    def table(
        self, measured: Measured, quantity: str, estimator: str, *, where: str = "", judgments: Ints | None = None
    ) -> EstimateTable:
        """Numbers of every system as a table."""
        behind = self._makers_judged if judgments is None else judgments
        ends = one_look(measured, self._level)
        nothing = self._made.sizes == 0
        ends = np.where((nothing & (measured.missing >= 1.0))[:, None], [[0.0, 1.0]], ends)
        columns = EstimateColumns(
            names=self._made.systems,
            subjects=np.arange(len(nothing))[:, None],
            value=np.clip(measured.value, 0.0, 1.0),
            interval=ends,
            method="wilson",
            anytime=None,
            judgments=behind,
            clusters=np.minimum(measured.pieces, behind).astype(np.int64),
        )
        assumptions = ONE_LOOK if self._listings is None or "recall" not in quantity else (*ONE_LOOK, LISTED)
        return EstimateTable(
            estimator=estimator,
            quantity=quantity,
            low=0.0,
            high=1.0,
            level=self._level,
            estimates=columns.estimates(),
            assumptions=assumptions,
            notes=self._notes(),
            signature=sign(self._evidence, estimator=estimator, quantity=quantity, level=self._level),
            where=where,
        )

    def _notes(self) -> tuple[str, ...]:
        said = []
        if self.found.unanswered:
            said.append(
                f"{self.found.unanswered:,} statements were asked about and have no answer: taken to be like the rest."
            )
        silent = [name for name, size in zip(self._made.systems, self._made.sizes, strict=True) if not size]
        if silent:
            said.append(f"{', '.join(silent)} states nothing: precision is anything from 0 to 100 %.")
        return tuple(said)

    def everything(self) -> list[EstimateTable]:
        """Precision first; then recall, F1, factors, and the numbers from each system's own draws.

        Where items were listed and no statement asked about, recall alone.
        """
        if not self._evidence.kind.arity:
            return [self.table(self.recall("simple"), "share of what was listed", "simple", judgments=self._listed)]
        precision, recall = self.precision(), self.recall()
        of = "precision" if self.main == "right" else "precision, statement and links right"
        share = "recall" if self._listings is not None else "recall, of what any system finds"
        tables = [
            self.table(precision, of, "joint"),
            self.table(recall, share, "joint"),
            self.table(measure_f1(precision, recall), f"F1, with {share}", "joint"),
        ]
        if self.main == "all":
            tables += [
                self.table(self.precision(name), f"precision, {_factor(name)} right", "joint") for name in self.names
            ]
        tables.append(self.table(self.precision(method="simple"), f"{of}, from own draws alone", "simple"))
        if self._listings is not None:
            tables.append(self.table(self.recall("simple"), "recall, from listed items alone", "simple"))
        return tables

    def slices(self, column: str) -> list[EstimateTable]:
        """Precision by each value of a column, and with each value counting the same."""
        names, codes = self._made.columns[column]
        tables = [
            self.table(
                self.precision(target=part(self._made, codes == number)),
                "precision",
                "joint",
                where=f"{column} = {value}",
            )
            for number, value in enumerate(names)
        ]
        macro = self.precision(target=even(self._made, column))
        return [
            self.table(macro, f"precision, each {column} alike (macro)", "joint", where=f"{column} counts evenly"),
            *tables,
        ]

    @property
    def _listed(self) -> Ints:
        count = 0 if self._listings is None else len(self._listings.found)
        return np.full(len(self._made.systems), count, dtype=np.int64)

    @property
    def columns(self) -> tuple[str, ...]:
        """What statements can be grouped by."""
        return tuple(self._made.columns)


def _factor(name: str) -> str:
    return "statement" if name == "right" else name


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
        progress=Progress.MEASURED if judged else Progress.NOTHING,
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
        criteria=tuple(others),
        slices=tuple(table for column in slices for table in tables.slices(_known(column, tables))),
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


def _known(column: str, tables: SetTables) -> str:
    from quorate.errors import UnknownError

    if column not in tables.columns:
        known = ", ".join(tables.columns) or "none"
        raise UnknownError(f"Neither items nor statements have a column {column!r}. Columns: {known}.")
    return column
