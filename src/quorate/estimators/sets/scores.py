"""Precision, recall and F1 of every system with their intervals: one call from statements and judgments.

From a study's log: `index_statements` numbers what systems state, `join_judgments` puts answers beside what was drawn
(both in `data.statement_rows`), `Listed.of` counts who found what was listed, `score_sets` does the rest. Factored
scores (statement right, link right, both) are calls with other values from the same draws; a slice is a call with
`kept`. Sums run over statements and systems in their order, so that the order in which answers came changes nothing.
"""

from dataclasses import dataclass

import numpy as np

from quorate.arrays import Floats, Ints, Mask
from quorate.data.statements import DrawnStatements, Listed, Statements
from quorate.errors import InputError
from quorate.estimators.sets.chances import inclusion
from quorate.estimators.sets.distributions import even, part
from quorate.estimators.sets.every_look import f1_at_every_look, precision_at_every_look, recall_at_every_look
from quorate.estimators.sets.expected import expect
from quorate.estimators.sets.f1 import measure_f1
from quorate.estimators.sets.intervals import differences, one_look
from quorate.estimators.sets.measured import Measured
from quorate.estimators.sets.precision import measure_precision
from quorate.estimators.sets.recall import measure_recall


@dataclass(frozen=True, kw_only=True, eq=False)
class SetScore:
    """One number of every system.

    Attributes:
        value: The numbers; ½ where nothing says anything.
        low: Lower ends.
        high: Upper ends.
        measured: What moves them.
    """

    value: Floats
    low: Floats
    high: Floats
    measured: Measured

    def differences(self, level: float = 0.95) -> tuple[Floats, Floats, Floats]:
        """Of every two systems: value of the row less that of the column, and both ends (one look)."""
        return differences(self.measured, level)


@dataclass(frozen=True, kw_only=True, eq=False)
class SetScores:
    """Scores of every system.

    Attributes:
        systems: Names.
        level: Level of the intervals.
        every_look: Whether they hold at every look.
        drawn: How many statements were drawn from each system.
        judged: How many different statements of each system were judged, whoever they were drawn from.
        precision: Share of what it states that is right.
        recall: Share of what is right that it states; `None` where nothing was listed.
        f1: Their harmonic mean; `None` likewise.
    """

    systems: tuple[str, ...]
    level: float
    every_look: bool
    drawn: Ints
    judged: Ints
    precision: SetScore
    recall: SetScore | None
    f1: SetScore | None


def score_sets(
    statements: Statements,
    draws: DrawnStatements,
    listed: Listed | None = None,
    *,
    level: float = 0.95,
    precision: str = "distinct",
    recall: str = "joint",
    target: Floats | None = None,
    kept: Mask | None = None,
    macro: str | None = None,
    more: Floats | None = None,
    use_confidence: bool = True,
    every_look: bool = False,
) -> SetScores:
    """Precision of every system; where items were listed, recall and F1, too.

    Args:
        statements: What systems state, with the chances they were drawn with.
        draws: What was drawn and judged.
        listed: Items in which everything right was listed; of a slice, only what belongs to it.
        level: Level of the intervals.
        precision: One of `precision.METHODS`.
        recall: One of `recall.METHODS`.
        target: For each row, its share in what is meant; see `distributions`. The chances drawn with, without it.
        kept: The statements of a slice; all without it.
        macro: Column of which each value counts the same: `item`, or a column of the statements. Recall of items that
            count the same is that of the listed items alone (simple); by other columns there is no recall and no F1.
        more: Statement × column of what may predict a judgment: verdicts of judges, scores; NaN where unknown.
        use_confidence: Whether systems' confidences may predict judgments.
        every_look: Whether intervals hold at every look, instead of at one.

    Raises:
        InputError: The level is none, or there is no such method or column.
    """
    if not 0.5 <= level < 1:
        raise InputError(f"A level of {level:g}. Levels are from 0.5 to below 1, such as 0.95.")
    meant = statements.chance if target is None else target
    meant = meant if kept is None else part(statements, kept, meant)
    meant = meant if macro is None else even(statements, macro, meant)
    values = draws.values(statements.count)
    guess = None
    if precision == "distinct" or (listed is not None and recall == "joint"):  # the others predict nothing
        guess = expect(statements, values, inclusion(statements, draws), more, use_confidence=use_confidence)
    of_precision = measure_precision(statements, draws, precision, target=meant, expected=guess)
    weight = None if kept is None else kept.astype(np.float64)
    of_recall = None
    if listed is not None and macro in {None, "item"}:
        counted, method = (listed, recall) if macro is None else (listed.even(), "simple")
        of_recall = measure_recall(statements, draws, counted, method, expected=guess, weight=weight)
    of_f1 = None if of_recall is None else measure_f1(of_precision, of_recall)
    each = 0.5 + level / 2 if every_look else level  # F1 from both at half the error
    ends = {"precision": one_look(of_precision, level)}
    if every_look:
        ends["precision"] = precision_at_every_look(statements, draws, level, meant)
    if of_recall is not None and of_f1 is not None:
        ends["recall"] = recall_at_every_look(of_recall, level) if every_look else one_look(of_recall, level)
        if every_look:
            both = precision_at_every_look(statements, draws, each, meant), recall_at_every_look(of_recall, each)
            ends["f1"] = f1_at_every_look(*both)
        else:
            ends["f1"] = one_look(of_f1, level)
    return SetScores(
        systems=statements.systems,
        level=level,
        every_look=every_look,
        drawn=draws.per_system(len(statements.systems)),
        judged=statements.total((~np.isnan(values))[statements.statement].astype(np.float64)).astype(np.int64),
        precision=_score(of_precision, ends["precision"]),
        recall=None if of_recall is None else _score(of_recall, ends["recall"]),
        f1=None if of_f1 is None else _score(of_f1, ends["f1"]),
    )


def _score(measured: Measured, ends: Floats) -> SetScore:
    return SetScore(value=np.clip(measured.value, 0.0, 1.0), low=ends[:, 0], high=ends[:, 1], measured=measured)
