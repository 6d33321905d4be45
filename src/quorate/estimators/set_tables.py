"""The tables of a study of sets: precision, recall and F1 of every system, from the judgments there are.

Precision is that of the statement with all its links where links are judged; beside it stand the factors, and the
numbers from each system's own draws alone (simple). Recall needs items in which everything right was listed: a study of
the kind `listing` over the same items, which the design names. Without one there is the share of all that any system
finds.
"""

import numpy as np

from quorate.arrays import Floats, Ints, Mask
from quorate.data.from_history import Evidence
from quorate.data.statements import Statements
from quorate.estimators.estimate import EstimateColumns, EstimateTable, sign
from quorate.estimators.set_evidence import SetEvidence, set_evidence
from quorate.estimators.set_listings import Listings, listed_of
from quorate.estimators.sets.expected import expect
from quorate.estimators.sets.f1 import measure_f1
from quorate.estimators.sets.intervals import differences, one_look
from quorate.estimators.sets.measured import Measured
from quorate.estimators.sets.precision import measure_precision
from quorate.estimators.sets.recall import measure_pooled_recall, measure_recall
from quorate.wording.phrases import counted, listed

POOLED = "recall, of what any system finds"

ONE_LOOK = (
    "Intervals are for one look. What is asked follows from who makes what, never from a judgment.",
    "A statement is right or wrong whichever system makes it.",
)
BY_MARKS = {  # of the paragraphs in which people marked something
    "any paragraph": "precision, any marked paragraph supports it",
    "paragraphs": "precision, share of marked paragraphs that support it",
}
NOTHING = "precision is anything from 0 to 100 %."
LISTED = "Everything right in a listed item is listed, and the same statement has the same words."


class SetTables:
    """The tables of a study of sets.

    Args:
        evidence: Its judgments.
        listings: What was listed, where another study did; `None` without one.
        is_carried_out: Whether all that is planned is known to have been asked.

    Attributes:
        found: What there is to go by.
        made: Who states what.
        listings: What was listed.
    """

    def __init__(self, evidence: Evidence, listings: Listings | None = None, *, is_carried_out: bool = False) -> None:
        self.evidence = evidence
        self.found: SetEvidence = set_evidence(evidence, is_carried_out=is_carried_out)
        self.made: Statements = self.found.stated.statements
        self.listings = listings
        self._level = evidence.design.level
        self._is_judged = np.zeros(self.made.count, dtype=np.bool_)
        self._is_judged[self.found.judged] = True
        self._expected: dict[str, Floats] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """What was judged: the statement, each link, and what follows from the marked paragraphs."""
        return tuple(criterion.name for criterion in self.evidence.kind.criteria)

    @property
    def factors(self) -> tuple[str, ...]:
        """The statement and its links: what must be right together."""
        return tuple(name for name in self.names if name not in BY_MARKS)

    @property
    def main(self) -> str:
        """What precision is of."""
        return "right" if len(self.factors) == 1 else "all"

    @property
    def columns(self) -> tuple[str, ...]:
        """What statements can be grouped by; always by their item."""
        return tuple(dict.fromkeys((*self.made.columns, "item")))

    def values(self, name: str) -> Floats:
        """The judgments by one factor; of `all` their product."""
        values = self.found.values
        if not self.evidence.kind.arity:
            return np.zeros(0)
        if name == "all":
            together: Floats = values[:, : len(self.factors)].prod(axis=1)
            return together
        chosen: Floats = values[:, self.names.index(name)]
        return chosen

    def expected(self, name: str = "") -> Floats:
        """What is expected of every statement by one factor."""
        name = name or self.main
        if name not in self._expected:
            joint, _ = self.found.of(self.values(name))
            values, more = joint.values(self.made.count), self.found.stated.scores
            self._expected[name] = expect(self.made, values, self.found.inclusion, more)
        return self._expected[name]

    def precision(self, name: str = "", *, method: str = "distinct", target: Floats | None = None) -> Measured:
        """Precision by one factor."""
        joint, own = self.found.of(self.values(name or self.main))
        draws = own if method == "simple" else joint
        return measure_precision(self.made, draws, method, target=target, expected=self.expected(name))

    def recall(self, method: str = "joint", *, kept: Mask | None = None, listings: Listings | None = None) -> Measured:
        """Recall: of all that is right where items were listed, else of what any system finds.

        Args:
            method: `joint` or `simple`.
            kept: The statements of a part; all without it.
            listings: What was listed of that part; all that was listed where no part is asked for.
        """
        listings = self.listings if kept is None else listings
        weight = None if kept is None else kept.astype(np.float64)
        joint, _ = self.found.of(self.values(self.main))
        if listings is None:
            return measure_pooled_recall(self.made, joint, expected=self.expected(), weight=weight)
        marked = listed_of(self.found.stated, listings, self.found.plan.draws)
        expected = self.expected() if method == "joint" else None
        return measure_recall(self.made, joint, marked, method, expected=expected, weight=weight)

    def judged(self, method: str = "joint", kept: Mask | None = None) -> Ints:
        """How many judged statements stand behind each system's number."""
        if method == "simple":
            _, own = self.found.of(np.zeros(len(self.found.judged)))
            return (own if kept is None else own.keep(kept[own.statement])).per_system(len(self.made.systems))
        behind = self._is_judged if kept is None else self._is_judged & kept
        return np.bincount(self.made.owner[behind[self.made.statement]], minlength=len(self.made.systems))

    def listed(self, listings: Listings | None) -> Ints:
        """How many listed items stand behind each system's number."""
        return np.full(len(self.made.systems), 0 if listings is None else len(listings.found), dtype=np.int64)

    def table(
        self, measured: Measured, quantity: str, estimator: str, *, where: str = "", judgments: Ints | None = None
    ) -> EstimateTable:
        """Numbers of every system as a table."""
        behind = self.judged() if judgments is None else judgments
        ends = one_look(measured, self._level)
        nothing = self.made.sizes == 0
        ends = np.where((nothing & (measured.missing >= 1.0))[:, None], [[0.0, 1.0]], ends)
        columns = EstimateColumns(
            names=self.made.systems,
            subjects=np.arange(len(nothing))[:, None],
            value=np.clip(measured.value, 0.0, 1.0),
            interval=ends,
            method="wilson",
            anytime=None,
            judgments=behind,
            clusters=np.minimum(measured.pieces, behind).astype(np.int64),
        )
        return self.signed(columns, quantity, estimator, where=where, low=0.0)

    def differences(self) -> EstimateTable:
        """What every two systems differ by in precision; what moves both is taken off (their covariance)."""
        gap, low, high = differences(self.precision(), self._level)
        first, second = np.triu_indices(len(self.made.systems), 1)
        behind = self.judged()
        judged = np.where(np.minimum(behind[first], behind[second]) > 0, behind[first] + behind[second], 0)
        columns = EstimateColumns(
            names=self.made.systems,
            subjects=np.column_stack([first, second]),
            value=gap[first, second],
            interval=np.column_stack([low[first, second], high[first, second]]),
            method="student",
            anytime=None,
            judgments=judged,
            clusters=judged,
        )
        return self.signed(columns, f"difference of {self.precision_words}", "joint", low=-1.0)

    def signed(
        self, columns: EstimateColumns, quantity: str, estimator: str, *, where: str = "", low: float
    ) -> EstimateTable:
        """A table with what it assumes, its notes and its signature."""
        is_listed = self.listings is not None and "recall" in quantity and POOLED not in quantity
        return EstimateTable(
            estimator=estimator,
            quantity=quantity,
            low=low,
            high=1.0,
            level=self._level,
            estimates=columns.estimates(),
            assumptions=(*ONE_LOOK, LISTED) if is_listed else ONE_LOOK,
            notes=self._notes(),
            signature=sign(self.evidence, estimator=estimator, quantity=quantity, level=self._level),
            where=where,
        )

    def _notes(self) -> tuple[str, ...]:
        said = []
        if self.found.unanswered:
            were = counted(self.found.unanswered, "statement was", "statements were")
            said.append(f"{were} asked about and not answered: taken to be like the rest.")
        silent = [name for name, size in zip(self.made.systems, self.made.sizes, strict=True) if not size]
        if silent:
            said.append(f"{listed(silent, most=None)} {'states' if len(silent) == 1 else 'state'} nothing: {NOTHING}")
        return tuple(said)

    @property
    def precision_words(self) -> str:
        """What precision is of, in words."""
        return "precision" if self.main == "right" else "precision, statement and links right"

    def everything(self) -> list[EstimateTable]:
        """Precision first; then recall, F1, factors, and the numbers from each system's own draws.

        Where items were listed and no statement asked about, recall alone.
        """
        if not self.evidence.kind.arity:
            items = self.listed(self.listings)
            return [self.table(self.recall("simple"), "share of what was listed", "simple", judgments=items)]
        precision, recall = self.precision(), self.recall()
        of = self.precision_words
        share = "recall" if self.listings is not None else POOLED
        tables = [
            self.table(precision, of, "joint"),
            self.table(recall, share, "joint"),
            self.table(measure_f1(precision, recall), f"F1, with {share}", "joint"),
        ]
        if self.main == "all":
            tables += [
                self.table(self.precision(name), f"precision, {_factor(name)} right", "joint") for name in self.factors
            ]
        tables += [
            self.table(self.precision(name), words, "joint") for name, words in BY_MARKS.items() if name in self.names
        ]
        own = self.precision(method="simple")
        tables.append(self.table(own, f"{of}, from own draws alone", "simple", judgments=self.judged("simple")))
        if self.listings is not None:
            items = self.listed(self.listings)
            alone = self.table(self.recall("simple"), "recall, from listed items alone", "simple", judgments=items)
            tables.append(alone)
        return tables


def _factor(name: str) -> str:
    return "statement" if name == "right" else name
