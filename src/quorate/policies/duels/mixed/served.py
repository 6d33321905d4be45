"""A policy in which a metric decides part of the comparisons, in a served study.

Between two questions to people the metric answers inside the policy's own state: its answers are no judgments, no event
holds them, no estimate or certificate counts them, and a replay of the log comes to the same ones, since they are drawn
from the question's own stream. Scores that join later change what the metric answers from then on: the history is
folded anew with all that is known at the position that the policy sees.
"""

import hashlib

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Mask
from quorate.policies.composition import Pairs
from quorate.policies.duels.machine.policy import MetricTurns
from quorate.policies.duels.machine.state import Parameters
from quorate.policies.duels.mixed.expectations import expect_all, expect_pair
from quorate.policies.duels.mixed.fitting import check_trust
from quorate.policies.duels.mixed.turns import is_sure, threshold_of, turns_of
from quorate.policies.duels.mixed.wrapping import MixedPolicy
from quorate.policies.duels.served import ServedPolicy
from quorate.policies.duels.served_material import KnownMaterial, known_material
from quorate.records.history import History
from quorate.records.material import MaterialIndex
from quorate.records.mixing import Mixing
from quorate.wording.named import Named


class MixedServed(ServedPolicy):
    """Which pair next, and which of its items people get.

    Args:
        policy: The policy with a metric in it.
        parameters: Its parameters.
        mixing: The metric, and how it is used.

    Raises:
        InputError: The metric is near chance.
    """

    def __init__(self, policy: MixedPolicy, parameters: Parameters, mixing: Mixing) -> None:
        check_trust(mixing)
        super().__init__(policy, parameters)
        self.mixing = mixing
        self._answers_on: tuple[MaterialIndex, int, MetricTurns, float] | None = None

    def narrow_pairs(
        self, index: MaterialIndex, pairs: Pairs, allowed: NDArray[np.int64], history: History
    ) -> NDArray[np.int64]:
        """Pairs of systems that are kept."""
        if not self.mixing.eliminates:
            return allowed
        kept = self._turns(index, len(history.systems))[0].kept
        return allowed[kept[pairs.members[allowed]].all(axis=1)]

    def narrow_items(
        self, index: MaterialIndex, pair: tuple[int, ...], items: NDArray[np.int64], history: History
    ) -> NDArray[np.int64]:
        """Items of which the metric is not sure, as long as there are any that are new to whoever is asked."""
        if not self.mixing.divides or not len(items):
            return items
        left = items[~self._is_sure(index, (pair[0], pair[1]), len(history.systems))[items]]
        return left if len(left) else items

    def named(self, index: MaterialIndex, history: History) -> Named:
        """Whom it takes for the best, and how many comparisons people and the metric have decided on the way."""
        state = self.state_at(history, index)
        memory = state.memory
        best = int(self.policy.recommend(state, self.parameters, 0, 0))
        return Named(
            policy=self.policy.name,
            system=index.systems[best],
            judgments=int(state.plays.sum()) // 2,
            answers=int(memory.marks.answered),
            eliminated=tuple(index.systems[place] for place in np.flatnonzero(memory.places < 0)),
            mixing=self.mixing,
        )

    def _look_at(self, index: MaterialIndex, history: History) -> KnownMaterial:
        known = known_material(index, history)
        turns, _ = self._turns(index, len(known.sizes))
        digest = hashlib.sha256(b"".join(np.ascontiguousarray(part).tobytes() for part in turns)).digest()
        return known._replace(key=(*known.key, digest), turns=turns)

    def _turns(self, index: MaterialIndex, systems: int) -> tuple[MetricTurns, float]:
        """What the metric answers on this material, and below which doubt."""
        if self._answers_on is None or self._answers_on[0] is not index or self._answers_on[1] != systems:
            said = expect_all(index, systems, self.mixing)
            sure = is_sure(said, self.mixing)
            below = threshold_of(said.doubt(self.mixing.doubt), self.mixing.share) if self.mixing.divides else np.inf
            self._answers_on = (index, systems, turns_of(said, self.mixing, sure), below)
        return self._answers_on[2:]

    def _is_sure(self, index: MaterialIndex, pair: tuple[int, int], systems: int) -> Mask:
        """For every item whether the metric answers it for a pair."""
        _, below = self._turns(index, systems)
        return expect_pair(index, pair, self.mixing).doubt(self.mixing.doubt) < below
