"""A study played on from where it stands, against preferences drawn from what is believed.

Formula: the posterior of `kernels.posterior` from all counts; logit of a pair = own · (θ_i − θ_j) + shift + noise · z;
ties at the pair's share, (ties + 10 p̄)/(n + 10). Runs go through the policy's own compiled `proceed`. A policy that
certifies is done when it says so; with any other it is certain when one system beats every other at k/δ
(`estimators.certificates`), looked at whenever the judgments have grown by a twelfth.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quorate.kernels.betting import log_evidences
from quorate.kernels.posterior import Counts, Posterior
from quorate.policies import Policy
from quorate.policies.duels import CertifiedPolicy, ServedPolicy, duel_policy
from quorate.policies.duels.machine.policy import DuelPolicy
from quorate.policies.duels.machine.state import Parameters, State, copy_state
from quorate.records.history import History
from quorate.records.material import MaterialIndex

POOL = 1_000_000  # a share becomes so many judgments to draw from
LOOKS = 12  # a look whenever the judgments have grown by one part in so many
ROUNDING = 1e-12  # added to variances, so that rounding leaves them positive
DONE = 1


@dataclass(frozen=True, kw_only=True)
class Continuation:
    """A policy and the state it goes on from.

    Attributes:
        parameters: Its parameters.
        start: Where it stands; copied before every run.
        certifies: Whether it says itself when it is done.
        seed: Seed of the study.
        first: Number of the next question.
        threshold: Logarithm of the evidence that "best" needs where the policy does not certify.
    """

    policy: DuelPolicy
    parameters: Parameters
    start: State[Any]
    certifies: bool
    seed: int
    first: int
    threshold: float

    @classmethod
    def of(cls, index: MaterialIndex, history: History, policy: Policy, counts: Counts) -> "Continuation":
        """The study's policy as it stands; one that keeps no state goes on from the counts."""
        pair_policy: Any = getattr(policy, "pair_policy", None)
        served = pair_policy if isinstance(pair_policy, ServedPolicy) else None
        duels = served.policy if served else duel_policy("uniform")
        return cls(
            policy=duels,
            parameters=served.parameters if served else duels.parameters,
            start=served.state_at(history, index)
            if served
            else duels.new_state(counts.plays)._replace(**counts._asdict()),
            certifies=isinstance(served, CertifiedPolicy),
            seed=history.design.seed,
            first=history.count + 1,
            threshold=math.log(len(history.systems) / round(1 - history.design.level, 12)),
        )

    def run(self, pool: NDArray[np.int64], run: int, horizon: int) -> tuple[int, bool, NDArray[np.int64]]:
        """Judgments until it is certain, whether that comes before the horizon, and how many of each pair."""
        state = copy_state(self.start)
        state.open[:] = 0  # answered or not, nothing is waited for
        told, is_done = self._go(state, pool, run, horizon)
        return told, is_done, state.plays - self.start.plays

    def _go(self, state: State[Any], pool: NDArray[np.int64], run: int, horizon: int) -> tuple[int, bool]:
        if self.certifies:
            told, end = self._proceed(state, pool, run, 0, horizon)
            return told, end == DONE
        told, before = 0, int(state.plays.sum()) // 2
        while told < horizon:
            if is_best_certain(state, self.threshold):
                return told, True
            step = min(max((before + told) // LOOKS, 1), horizon - told)
            more, end = self._proceed(state, pool, run, told, step)
            told += more
            if end:
                return told, is_best_certain(state, self.threshold)
        return told, False

    def _proceed(self, state: State[Any], pool: NDArray[np.int64], run: int, told: int, most: int) -> tuple[int, int]:
        found: tuple[int, int] = self.policy.proceed(
            state, self.parameters, pool, True, self.seed, run, self.first + told, most
        )
        return found


def is_best_certain(state: State[Any], threshold: float) -> bool:
    """Whether the system that leads all others has evidence enough against each."""
    leading = np.flatnonzero((state.wins > state.wins.T).sum(axis=1) == len(state.wins) - 1)
    if not len(leading):
        return False
    best = int(leading[0])
    others = np.arange(len(state.wins)) != best
    ties = state.ties[best, others]
    wins, losses = state.wins[best, others] - ties / 2, state.wins[others, best] - ties / 2
    values = np.tile([0.0, 0.5, 1.0], len(wins))
    often = np.column_stack([losses, ties, wins]).ravel()
    evidence = log_evidences(3 * np.arange(len(wins) + 1), values, often, 0.5)
    return bool((evidence >= threshold).all())


def draw_pool(beliefs: Posterior, counts: Counts, rng: np.random.Generator) -> NDArray[np.int64]:
    """Preferences drawn from the posterior, as judgments to draw from: pair × (win, tie, loss)."""
    systems = len(beliefs.theta)
    strengths = beliefs.theta + np.linalg.cholesky(
        beliefs.covariance + ROUNDING * np.eye(systems)
    ) @ rng.standard_normal(systems)
    upper = np.triu(rng.standard_normal((systems, systems)), 1)
    logit = beliefs.own * (strengths[:, None] - strengths) + beliefs.shift + beliefs.noise * (upper - upper.T)
    asked, tied = counts.plays, counts.ties
    share = (tied.sum() / 2 + 1) / (asked.sum() / 2 + 2)
    ties = (tied + 10 * share) / (asked + 10)
    wins = (1 - ties) / (1 + np.exp(-logit))
    shares = np.stack([wins, ties, wins.T], axis=2)
    shares[np.arange(systems), np.arange(systems)] = 0
    pool: NDArray[np.int64] = np.rint(POOL * shares).astype(np.int64)
    return pool
