"""What came of a stream of inputs: accuracy, cost and latency over time, audits, and what other prices would give."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from threading import RLock
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from quorate.errors import InputError
from quorate.results import Result
from quorate.wording.phrases import counted

if TYPE_CHECKING:
    from quorate.labelling.audit import BlockReport
    from quorate.labelling.frontier import PricePoint
    from quorate.policies.tags import TagPolicy
    from quorate.study import Study

STRETCHES = 24
LAST = 100  # inputs that other prices are tried on
PRICE_FACTORS = (0.05, 0.2, 0.5, 1.0, 2.0, 5.0, 20.0)


@dataclass(frozen=True, kw_only=True)
class StretchOfInputs:
    """Some inputs in a row.

    Attributes:
        first: How many inputs came before.
        inputs: How many.
        expected: Share of labels that was expected to be right.
        questions: Questions for each position.
        cost: Of asking, for each input, where a wrong label costs 1.
        seconds: Until half of them were answered.
        slow: Until 95 % of them were.
    """

    first: int
    inputs: int
    expected: float
    questions: float
    cost: float
    seconds: float
    slow: float


@dataclass(frozen=True, kw_only=True, repr=False)
class LabelReport(Result):
    """What came of a stream.

    Attributes:
        study: Name of the study.
        inputs: How many were answered.
        waiting: How many wait.
        positions: How many labels were returned.
        questions: How many questions were put to the crowd.
        late: How many of their answers came too late for their input; the model learned from them.
        expected: Share of labels that was expected to be right.
        cost: Of all questions, where a wrong label costs 1.
        seconds: Until half of the inputs were answered.
        slow: Until 95 % of them were.
        why: Why they were answered when they were: words → how many.
        stretches: The same over time.
        audit: What the audit shows of each block that has begun.
        audited: What is audited, and what that can show, in words; empty where nothing is.
        prices: What other prices would give; the model's own estimate.
    """

    study: str
    inputs: int
    waiting: int
    positions: int
    questions: int
    late: int
    expected: float
    cost: float
    seconds: float
    slow: float
    why: Mapping[str, int]
    stretches: tuple[StretchOfInputs, ...]
    audit: "tuple[BlockReport, ...]"
    audited: str
    prices: "tuple[PricePoint, ...]" = ()

    @property
    def headline(self) -> str:
        """How many, how sure, at what cost, how fast."""
        if not self.inputs:
            return f"{self.study}: no input was answered yet; {self.waiting:,} wait."
        return (
            f"{self.study}: {counted(self.inputs, 'input')} answered, {self.waiting:,} wait. Expected to be right: "
            f"{self.expected:.1%} of {counted(self.positions, 'label')}, "
            f"for {self.questions / self.positions:.2f} questions a label; "
            f"half within {self.seconds:.2f} s, 95 % within {self.slow:.2f} s."
        )

    def to_rows(self) -> Iterator[dict[str, Any]]:
        """One row for each stretch."""
        names = ("first", "inputs", "expected", "questions", "cost", "seconds", "slow")
        yield from ({name: getattr(one, name) for name in names} for one in self.stretches)

    def to_json(self) -> dict[str, Any]:
        """Everything as plain JSON values."""
        from quorate.records.codec import to_json

        return cast("dict[str, Any]", to_json({name: getattr(self, name) for name in self.__dataclass_fields__}))

    @property
    def lines(self) -> list[str]:
        """The report in words."""
        said = [self.headline]
        said += [f"Answered because {why}: {count:,}." for why, count in self.why.items()]
        if self.late:
            said.append(f"{counted(self.late, 'answer')} came too late to be returned; the model learned from them.")
        if self.audited:
            said.append(self.audited)
        for one in self.audit:
            said.append(
                f"Block {one.block + 1}: {counted(one.inputs, 'input')} answered, {one.checked:,} checked: at least "
                f"{one.bound:.1%} of its labels are right."
                if one.checked
                else f"Block {one.block + 1}: {counted(one.inputs, 'input')} answered, none checked yet."
            )
        if self.prices:
            said.append("What other prices of a question would give, by what the model believes:")
            said += [
                f"  {one.price:g}: {one.accuracy:.1%} right, {one.questions:.2f} questions a label, {one.seconds:.2f} s"
                for one in self.prices
            ]
        return said


@dataclass(eq=False)
class LabelWatch:
    """A look at a stream, taken up where the last one ended.

    Attributes:
        study: The study.
    """

    study: "Study"
    _position: int = 0
    _rows: list[tuple[int, int, float, int, float, float, str]] = field(default_factory=list, repr=False)
    _returned: dict[int, tuple[float, ...]] = field(default_factory=dict, repr=False)
    _lock: RLock = field(default_factory=RLock, repr=False)
    _prices: "tuple[int, tuple[PricePoint, ...]]" = (-1, ())

    def look(self, *, prices: bool = True) -> LabelReport:
        """How the stream stands now.

        Args:
            prices: Whether other prices are tried, which takes about a second.
        """
        from quorate.study.returning import WHY

        with self._lock:
            history = self.study.history
            self._read_on()
            rows = self._rows
            values = np.array([row[1:6] for row in rows], dtype=np.float64).reshape(-1, 5)
            positions, expected, _, _, seconds = values.T
            total = float(positions.sum())
            learned = self._policy.learned.at(history)
            asked = learned.is_crowd(history)
            late = asked & history.is_judged
            answered_at = np.array([history.answered.get(int(item), 0) for item in history["item"][late]])
            whys = [row[6] for row in rows]
            return LabelReport(
                study=self.study.name,
                inputs=len(rows),
                waiting=len(learned.waiting),
                positions=int(total),
                questions=int(asked.sum()),
                late=int(((answered_at > 0) & (history["judged_position"][late] > answered_at)).sum()),
                expected=float((expected * positions).sum() / total) if total else 0.0,
                cost=float(asked.sum()) * self._policy.settings.question,
                seconds=_quantile(seconds, 0.5),
                slow=_quantile(seconds, 0.95),
                why={WHY[why]: whys.count(why) for why in WHY if why in whys},
                stretches=_stretches(values),
                audit=self._audit(),
                audited=self._audited(),
                prices=self._tried() if prices else (),
            )

    def _read_on(self) -> None:
        from quorate.records.events import ItemAnswered

        for position, event in self.study.store.events(self.study.name, self._position):
            self._position = position
            if isinstance(event, ItemAnswered):
                said = event.detail
                numbers = (said["expected"], said["asked"], said["cost"], said["seconds"], said["why"])
                self._rows.append((event.item, len(event.values), *numbers))
                if self._policy.audit is not None and self._policy.audit.is_checked(event.item):
                    self._returned[event.item] = event.values

    def _audit(self) -> "tuple[BlockReport, ...]":
        from quorate.labelling.audit import audit_blocks

        audit = self._policy.audit
        if audit is None:
            return ()
        history = self.study.ledger.history
        mine = (history["annotator"] <= self._policy.settings.auditors) & history.counts
        said: dict[int, dict[int, float]] = {}
        for row in np.flatnonzero(mine):
            part = max(int(history["part"][row]), 0)
            said.setdefault(int(history["item"][row]), {})[part] = float(history["values"][row][0])
        right = {
            item: sum(labels.get(part) == value for part, value in enumerate(self._returned[item])) / len(labels)
            for item, labels in said.items()
            if item in self._returned and len(labels) == len(self._returned[item])
        }
        return tuple(audit_blocks(audit, len(self._rows), right))

    def _audited(self) -> str:
        audit = self._policy.audit
        if audit is None:
            return ""
        return (
            f"Audited: {audit.checks:,} of every {audit.block:,} inputs ({audit.share:.0%}). If all of them are right, "
            f"a block's bound can reach {audit.best():.1%}; each is too high with a chance of at most "
            f"{audit.error:.0%}, at every look."
        )

    def _tried(self) -> "tuple[PricePoint, ...]":
        from quorate.labelling.frontier import price_points

        if self._prices[0] != len(self._rows):
            rounds = self._policy.learned.last_rounds(self.study.ledger.history, [row[0] for row in self._rows[-LAST:]])
            base = self._policy.settings.question or 0.001
            points = price_points(rounds, [base * factor for factor in PRICE_FACTORS]) if rounds else []
            self._prices = (len(self._rows), tuple(points))
        return self._prices[1]

    @property
    def _policy(self) -> "TagPolicy":
        from quorate.policies.tags import TagPolicy

        if not isinstance(self.study.policy, TagPolicy):
            raise InputError(f"{self.study.name!r} is a study of {self.study.design.kind}s, and labels nothing.")
        return self.study.policy


def report_labels(study: "Study", *, prices: bool = True) -> LabelReport:
    """What came of a stream of inputs."""
    return LabelWatch(study).look(prices=prices)


def _stretches(values: Any) -> tuple[StretchOfInputs, ...]:  # noqa: ANN401 - rows of numbers
    found = []
    for rows in np.array_split(np.arange(len(values)), min(STRETCHES, len(values)) or 1):
        if len(rows):
            positions, expected, asked, cost, seconds = values[rows].T
            found.append(
                StretchOfInputs(
                    first=int(rows[0]),
                    inputs=len(rows),
                    expected=float((expected * positions).sum() / positions.sum()),
                    questions=float(asked.sum() / positions.sum()),
                    cost=float(cost.mean()),
                    seconds=_quantile(seconds, 0.5),
                    slow=_quantile(seconds, 0.95),
                )
            )
    return tuple(found)


def _quantile(seconds: "Sequence[float] | Any", share: float) -> float:  # noqa: ANN401
    return float(np.quantile(seconds, share)) if len(seconds) else 0.0
