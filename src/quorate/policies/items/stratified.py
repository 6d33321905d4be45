"""Items are drawn so that every stratum of outputs gets its share of the judgments.

Idea: outputs that the metrics hold alike form strata (`quorate.estimators.scores.strata`). A stratum that lags behind
its share becomes likelier; within it every item is as likely. `stratified` gives shares by size; `neyman` by size times
the spread of the scores seen so far, because a stratum whose scores hardly differ needs few judgments.

Formula: share τ_h = N_h/N, or N_h σ̂_h / Σ N σ̂, mixed with .3 N_h/N. Of n questions so far n_h fell into stratum h; it
lags by l_h = τ_h (n + 1) − n_h. Probability of a stratum: .7 in proportion to τ_h exp(.3 l_h), .3 to its size. A
stronger pull would balance the strata better, but make the weights of estimators that use probabilities so uneven that
they lose more than they gain.

Guarantee: every item keeps 30 % of its uniform probability; within a stratum and system all are as likely, which is all
that the stratified estimator needs. σ̂_h² is drawn to the spread over all strata by five judgments' worth, so that a
poor start does not starve a stratum.

When not to use: without metrics there is one stratum, and this is `uniform`.

Reference: Neyman (1934), On the two different aspects of the representative method.
"""

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.estimators.scores.draws import told_of
from quorate.estimators.scores.learner import last_look
from quorate.estimators.scores.predictor import JudgmentSequence
from quorate.estimators.scores.strata import make_strata
from quorate.kernels.streams import Stream
from quorate.records.growth import Extent
from quorate.records.history import History
from quorate.records.material import MISSING, MaterialIndex

UNIFORM_SHARE = 0.3
PULL = 0.3  # how much likelier, as a logarithm, a stratum is for each question it lags behind
MOST_PULL = 20.0
OWN_SPREAD = 5.0


class StratifiedItem:
    """Each stratum gets judgments by its size."""

    name = "stratified"
    revision = 1
    floor = UNIFORM_SHARE

    def __init__(self) -> None:
        self._made: tuple[MaterialIndex, Ints] | None = None

    def choose(
        self,
        index: MaterialIndex,
        systems: tuple[int, ...],
        items: Ints,
        history: History,
        *,
        stream: Stream,
        draw: int,
    ) -> tuple[int, float | None]:
        """Draw a stratum that lags behind, then an item in it."""
        system = systems[0]
        strata = self._strata(index)
        mine = strata[system, items]
        available = np.bincount(mine, minlength=int(strata.max()) + 1)
        share = self.shares(history, system, strata, index)
        share = UNIFORM_SHARE * sizes(strata, system, index) + (1 - UNIFORM_SHARE) * share
        asked = self._asked(history, system, strata)
        lag = share * (asked.sum() + 1) - asked
        pulled = np.where(available > 0, share * np.exp(np.clip(PULL * lag, -MOST_PULL, MOST_PULL)), 0.0)
        chance = (1 - UNIFORM_SHARE) * pulled / pulled.sum() + UNIFORM_SHARE * available / len(items)
        probabilities = chance[mine] / available[mine]
        place = stream.place(draw, probabilities)
        return place, float(probabilities[place])

    def shares(self, history: History, system: int, strata: Ints, index: MaterialIndex) -> Floats:  # noqa: ARG002
        """Which part of a system's judgments each stratum should get: that of its outputs."""
        return sizes(strata, system, index)

    def _asked(self, history: History, system: int, strata: Ints) -> Ints:
        """How many questions about the system, copies counted once, fell into each stratum."""
        mine = (history["first"] == system) & (history["copy_of"] == history["number"]) & history.is_question
        counts: Ints = np.bincount(strata[system, history["item"][mine]], minlength=int(strata.max()) + 1)
        return counts

    def _strata(self, index: MaterialIndex) -> Ints:
        if self._made is None or self._made[0] is not index:
            self._made = (index, make_strata(index.metrics, index.fingerprints != MISSING))
        return self._made[1]


class NeymanItem(StratifiedItem):
    """Each stratum gets judgments by its size times the spread of its scores."""

    name = "neyman"

    def __init__(self) -> None:
        super().__init__()
        self._seen: tuple[History, tuple[int, int, Extent], Floats] | None = None

    def shares(self, history: History, system: int, strata: Ints, index: MaterialIndex) -> Floats:
        """N_h σ̂_h, where the spread is that of all systems' scores around their own means."""
        size = sizes(strata, system, index)
        spread = self._spread(history, strata)
        total = float((size * spread).sum())
        return size * spread / total if total > 0 else size

    def _spread(self, history: History, strata: Ints) -> Floats:
        """Learned anew each time the judgments have grown by a tenth, or were corrected."""
        look = last_look(history.assignments.judged)
        key = (look, history.corrections, history.extent)
        if self._seen is None or self._seen[0] is not history or self._seen[1] != key:
            self._seen = (history, key, _spreads_of(told_of(history).first(look), strata))
        return self._seen[2]


def sizes(strata: Ints, system: int, index: MaterialIndex) -> Floats:
    """Share of a system's outputs in each stratum."""
    exists = index.fingerprints[system] != MISSING
    counts = np.bincount(strata[system, exists], minlength=int(strata.max()) + 1)
    return counts / max(int(counts.sum()), 1)


def _spreads_of(told: JudgmentSequence, strata: Ints) -> Floats:
    """Spread of the scores in each stratum, of all systems together, around the systems' own means."""
    counts = np.maximum(np.bincount(told.system, minlength=len(strata)), 1)
    means = np.bincount(told.system, weights=told.score, minlength=len(strata)) / counts
    return spreads(strata[told.system, told.item], told.score - means[told.system], int(strata.max()) + 1)


def spreads(stratum: Ints, deviation: Floats, count: int) -> Floats:
    """Standard deviation within each stratum around its own mean, drawn to that within all of them."""
    numbers = np.bincount(stratum, minlength=count)
    means = np.bincount(stratum, weights=deviation, minlength=count) / np.maximum(numbers, 1)
    squares = np.bincount(stratum, weights=(deviation - means[stratum]) ** 2, minlength=count)
    overall = float(squares.sum()) / max(len(stratum) - int((numbers > 0).sum()), 1)
    spread: Floats = np.sqrt((squares + OWN_SPREAD * overall) / (np.maximum(numbers - 1, 0) + OWN_SPREAD))
    return spread
