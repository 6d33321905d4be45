"""Which statement next: the next of the plan that nobody was asked about.

Idea: `estimators.set_plan` has put the statements in an order that is random and fixed; whoever asks gets the next one.
It is drawn from no system in particular: it serves all that make it, and the words shown are those of the first.
A system that joins changes what is planned, and what was asked before stays a part of it.

Formula: recorded are λ, the share of the plan that is carried out with this question (as the probability of the pair),
and 1 − exp(−λD), the chance that the statement was reached by then (as that of the item and its part). λ is where the
question after it stands, 1 where it is the last: the threshold of priority sampling.

Guarantee: no judgment is looked at, so that estimates are unbiased wherever it stops. Nobody gets a statement twice.
"""

from dataclasses import dataclass, field

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.estimators.set_plan import SetPlan, order_of, plan_of
from quorate.kernels.streams import Stream
from quorate.policies.composition import StoppingRule
from quorate.policies.decision import Ask, ClaimsNothing, Rest
from quorate.policies.sets.asking import copy_of, may_draw
from quorate.records.claims import RestReason
from quorate.records.design import Design
from quorate.records.history import History
from quorate.records.material import MaterialIndex
from quorate.wording import Said, Sentence


@dataclass(frozen=True, kw_only=True)
class Ahead:
    """What is asked for some systems, and in which order."""

    plan: SetPlan
    places: Floats
    order: Ints


@dataclass(frozen=True, kw_only=True)
class StatementPolicy(ClaimsNothing):
    """The statements of a plan, one after the other.

    Attributes:
        selector: The distribution that statements are drawn by.
        budget: At most so many judgments.
    """

    selector: str
    budget: StoppingRule | None = None
    floor: float = 0.0
    item_floor: float = 0.0
    _kept: dict[tuple[int, int, int], tuple[MaterialIndex, Ahead]] = field(
        default_factory=dict, repr=False, compare=False
    )

    @property
    def signature(self) -> str:
        """Its name and revision, and the distribution with its own."""
        return f"statements@1/{self.selector}@1"

    def enough(self, design: Design, index: MaterialIndex, history: History) -> Said | None:
        """The budget is spent, or all that is planned was asked and answered, or given up."""
        spent = None if self.budget is None else self.budget.enough(design, index, history)
        if spent is not None:
            return spent
        assignments = history.assignments
        if assignments.open or assignments.are_lacking or not assignments.judged:
            return None
        is_done = self.is_carried_out(design, index, history)
        return Sentence("plan carried out", {"judgments": assignments.judged}) if is_done else None

    def is_carried_out(self, design: Design, index: MaterialIndex, history: History) -> bool:
        """Whether all that is planned was asked; not known, and so not said, where the secret is not here."""
        return may_draw(design, history) and not len(self._left(design, index, history))

    def choose(
        self,
        design: Design,
        index: MaterialIndex,
        history: History,
        annotator: int,
        stream: Stream,  # noqa: ARG002 - what is random is fixed for each statement
        *,
        time: float = 0.0,  # noqa: ARG002
    ) -> Ask | Rest:
        """Complete a question that lacks copies, or ask about the next statement."""
        reason = self.enough(design, index, history)
        if reason:
            return Rest(reason=RestReason.ENOUGH, why=reason)
        lacking = history.assignments.lacking(annotator)
        if lacking is not None:
            return copy_of(history, lacking)
        left = self._left(design, index, history)
        if not len(left):
            return Rest(reason=RestReason.EXHAUSTED, why=Sentence("nothing left for you"))
        ahead = self._ahead(design, index, history)
        chosen = int(left[0])
        share = float(ahead.places[left[1]]) if len(left) > 1 else 1.0
        stated = ahead.plan.stated
        return Ask(
            systems=(int(stated.speaker[chosen]),),
            item=int(stated.item[chosen]),
            part=int(stated.part[chosen]),
            pair_probability=share,
            item_probability=float(-np.expm1(-share * ahead.plan.intensity[chosen])),
            side_probability=1.0,
            pair_choices=1,
            item_choices=len(left),
        )

    def _left(self, design: Design, index: MaterialIndex, history: History) -> Ints:
        """The statements of the plan that nobody was asked about, in order."""
        ahead = self._ahead(design, index, history)
        questions = history.is_question & (history["part"] >= 0)
        about = history["item"][questions].astype(np.int64), history["part"][questions].astype(np.int64)
        asked = ahead.plan.stated.find(index.parts.rows(*about))
        open_ = np.ones(ahead.plan.stated.statements.count, dtype=np.bool_)
        open_[asked[asked >= 0]] = False
        return ahead.order[open_[ahead.order]]

    def _ahead(self, design: Design, index: MaterialIndex, history: History) -> Ahead:
        systems = len(history.systems)
        chance = history.chances.key(0)
        key = (id(index), systems, chance)
        if key not in self._kept:
            self._kept.clear()
            plan = plan_of(design, index, systems)
            places = plan.places(chance)
            self._kept[key] = (index, Ahead(plan=plan, places=places, order=order_of(places)))  # so its id stays taken
        return self._kept[key][1]
