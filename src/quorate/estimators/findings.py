"""Everything a report shows about a study, computed once: reports only lay it out."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quorate.annotators.agreement import Agreement
from quorate.estimators.estimate import EstimateTable, Likely
from quorate.estimators.fragility import Fragility
from quorate.estimators.redraw import Redraw
from quorate.records.codec import to_json
from quorate.records.design import Design
from quorate.results import Result
from quorate.wording.certificates import Certificate
from quorate.wording.named import Named
from quorate.wording.states import StudyState


@dataclass(frozen=True, kw_only=True)
class DataSummary:
    """What was asked and how often.

    Attributes:
        systems: Names, in the order of the arrays below.
        pairs: System × system: judgments that count; a rating counts on the diagonal.
        identical: System × system: items whose outputs look the same, never asked, ties by construction.
        askable: System × system: items that can be asked about; the diagonal counts the system's outputs.
        items: How many items the study has.
        items_judged: How many of them have a judgment that counts.
        missing: System → items it has no output for, where there are any.
        times: When each judgment that counts was told, in order.
        annotators: One row for each annotator: name as in the log, judgments, median seconds, share of "left", the side
            certainly favoured, closeness to the others' answers, checks passed; `None` where there is nothing to say.
        judgments: Judgments that count.
        open: Questions still open.
        skipped: Questions skipped.
        expired: Questions whose lease ended.
        retracted: Judgments retracted.
        excluded: Annotators excluded, with the reason.
        left: How many questions may still be put to those who have taken part; `None` where nobody counted.
        people_help: Whether more people could be asked more; else the items are used up.
    """

    systems: tuple[str, ...]
    pairs: NDArray[np.int64]
    identical: NDArray[np.int64]
    askable: NDArray[np.int64]
    items: int
    items_judged: int
    missing: Mapping[str, int]
    times: NDArray[np.float64]
    annotators: tuple[Mapping[str, Any], ...]
    judgments: int
    open: int
    skipped: int
    expired: int
    retracted: int
    excluded: Mapping[str, str]
    left: int | None = None
    people_help: bool = True


@dataclass(frozen=True, kw_only=True, repr=False)
class Findings(Result):
    """What we believe about a study and how sure we are.

    Attributes:
        study: Name of the study.
        design: Its design.
        state: Whether it is open, paused, at rest (and why) or closed.
        answer: The one sentence: the strongest claim that holds.
        alternatives: Where nobody beats everybody: who wins most often all the same.
        redraw: How the winner fares when the judgments are drawn again; for the scope `judgments` only.
        ranking: Win rates (or mean scores of the first criterion), best first; what the report orders by.
        ranks: System → the best and worst rank its certified relations leave open (1 is best); nothing for a system
            that nobody judged.
        relations: Every certified "a beats b".
        margins: Every certified "a beats b by at least the design's margin"; empty where the margin is 0.
        matrix: Win rate of each ordered pair; `None` for ratings.
        strengths: Bradley–Terry strengths beside the ranking; `None` for ratings.
        criteria: Mean scores by the other criteria; empty for comparisons.
        slices: The ranking within parts of the items.
        asked: What was asked and how often.
        disagreement: Where model and ranking order differ, in words; empty where they agree.
        signature: One line that makes these numbers comparable and repeatable.
        reproduce: Commands that make this again.
        agreement: How much annotators agree, every coefficient that makes sense.
        costs: Of a study of sets: about how many statements each system costs beside those before it.
        differences: Of a study of sets: what every two systems differ by, for one look; `None` elsewhere.
        likely: Who is likely to be best by a model, beside the answer; `None` for ratings, and before any judgment.
        all_items: Where the items were drawn beforehand: scores on all items, by each criterion; empty elsewhere.
        named: Where a metric has decided part of the comparisons: whom the policy takes for the best; uncertified.
        fragility: How few judgments decide who wins most often; `None` for ratings, and where nobody does alone.
    """

    study: str
    design: Design
    state: StudyState
    answer: Certificate
    alternatives: tuple[Certificate, ...]
    redraw: Redraw | None
    ranking: EstimateTable
    ranks: Mapping[str, tuple[int, int]]
    relations: Sequence[Certificate]
    margins: Sequence[Certificate]
    matrix: EstimateTable | None
    strengths: EstimateTable | None
    criteria: tuple[EstimateTable, ...]
    slices: tuple[EstimateTable, ...]
    asked: DataSummary
    disagreement: str
    signature: str
    reproduce: tuple[str, ...]
    agreement: tuple[Agreement, ...] = ()
    all_items: tuple[EstimateTable, ...] = ()
    likely: Likely | None = None
    fragility: Fragility | None = None
    costs: Mapping[str, int] = field(default_factory=dict)
    differences: EstimateTable | None = None
    named: Named | None = None

    @property
    def uncertified(self) -> str:
        """What a metric has decided, and that nothing of it is certified; empty where none has."""
        return "" if self.named is None else self.named.words

    @property
    def unjudged(self) -> str:
        """A line that names the systems nobody judged; empty where there are none, or nothing was judged."""
        names = [one.subject[0] for one in self.ranking.estimates if not one.judgments]
        if not names or len(names) == len(self.ranking.estimates):
            return ""
        return f"Nobody judged {', '.join(names)}: no number, no rank and no difference."

    @property
    def headline(self) -> str:
        """The name of the study and its answer."""
        return f"{self.study}: {self.answer.brief or self.answer.words}"

    def to_rows(self) -> Iterator[dict[str, Any]]:
        """One row for each estimate of every table."""
        tables = [self.ranking, *self.all_items, *self.criteria, *self.slices]
        tables += [table for table in (self.differences, self.matrix, self.strengths) if table is not None]
        for table in tables:
            for estimate in table.estimates:
                anytime = estimate.anytime
                yield {
                    "estimator": table.estimator,
                    "quantity": table.quantity,
                    "where": table.where or None,
                    "system": estimate.subject[0],
                    "against": estimate.subject[1] if len(estimate.subject) > 1 else None,
                    "value": estimate.value,
                    "low": estimate.interval.low,
                    "high": estimate.interval.high,
                    "anytime_low": anytime.low if anytime else None,
                    "anytime_high": anytime.high if anytime else None,
                    "level": table.level,
                    "judgments": estimate.judgments,
                    "clusters": estimate.clusters,
                    "signature": table.signature,
                }

    def to_json(self) -> dict[str, Any]:
        """Everything as plain JSON values."""
        parts = {name: getattr(self, name) for name in self.__dataclass_fields__ if name != "asked"}
        parts["state"], parts["answer"] = self.state.words, self.answer.to_json()
        for name in ("alternatives", "relations", "margins"):
            parts[name] = [certificate.to_json() for certificate in getattr(self, name)]
        tables = (("matrix", self.matrix), ("strengths", self.strengths), ("differences", self.differences))
        large = {name: table.to_json() for name, table in tables if table is not None}
        data: dict[str, Any] = to_json(parts | dict.fromkeys(large)) | large
        if self.named is not None:
            data["uncertified"] = self.uncertified
        asked = {name: getattr(self.asked, name) for name in self.asked.__dataclass_fields__}
        data["asked"] = {
            name: value.tolist() if isinstance(value, np.ndarray) else to_json(value) for name, value in asked.items()
        }
        return data
