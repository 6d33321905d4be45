"""Which item is listed next: in an order that is random and fixed, some of it by what systems find there.

Recorded is the chance that the item was reached by now, 1 − exp(−t·q), t being where the item after it stands
(`estimators.set_documents`); 1 where there is none. Nobody lists an item twice.
"""

from dataclasses import dataclass

import numpy as np

from quorate.arrays import Floats
from quorate.estimators.set_documents import chances_of_items, places_of_items
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
class DocumentPolicy(ClaimsNothing):
    """The items in an order, one after the other.

    Attributes:
        selector: `uniform`, or `overlap`: a fifth of the chance for all alike, the rest by what systems find.
        budget: At most so many judgments.
    """

    selector: str
    budget: StoppingRule | None = None
    floor: float = 0.0
    item_floor: float = 0.0

    @property
    def signature(self) -> str:
        """Its name and revision, and the selector with its own."""
        return f"documents@1/{self.selector}@1"

    def enough(self, design: Design, index: MaterialIndex, history: History) -> Said | None:
        """The budget is spent, or every item was listed."""
        spent = None if self.budget is None else self.budget.enough(design, index, history)
        if spent is not None:
            return spent
        assignments = history.assignments
        if assignments.open or assignments.are_lacking or not assignments.judged or not may_draw(design, history):
            return None
        is_done = not np.isfinite(self._places(design, index, history)).any()
        return Sentence("documents used up", {"judgments": assignments.judged}) if is_done else None

    def choose(
        self,
        design: Design,
        index: MaterialIndex,
        history: History,
        annotator: int,
        stream: Stream,  # noqa: ARG002 - what is random is fixed for each item
        *,
        time: float = 0.0,  # noqa: ARG002
    ) -> Ask | Rest:
        """Complete a question that lacks copies, or ask about the next item."""
        reason = self.enough(design, index, history)
        if reason:
            return Rest(reason=RestReason.ENOUGH, why=reason)
        lacking = history.assignments.lacking(annotator)
        if lacking is not None:
            return copy_of(history, lacking)
        places = self._places(design, index, history)
        order = np.argsort(places, kind="stable")
        left = int(np.isfinite(places).sum())
        if not left:
            return Rest(reason=RestReason.EXHAUSTED, why=Sentence("nothing left for you"))
        chosen = int(order[0])
        reached = 1.0
        if left > 1:
            reached = float(-np.expm1(-places[order[1]] * chances_of_items(design, index, history)[chosen]))
        return Ask(
            systems=(),
            item=chosen,
            pair_probability=1.0,
            item_probability=reached,
            side_probability=1.0,
            pair_choices=1,
            item_choices=left,
        )

    def _places(self, design: Design, index: MaterialIndex, history: History) -> Floats:
        """Where the items stand that nobody was asked about; ∞ for the others."""
        places = places_of_items(chances_of_items(design, index, history), history.chances.key(0))
        places[np.unique(history["item"][history.is_question])] = np.inf
        return places
