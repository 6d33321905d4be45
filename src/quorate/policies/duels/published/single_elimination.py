"""Single elimination: a knockout whose duels all have m comparisons.

Idea: in every round the systems left are paired at random (one without a partner goes on) and each pair is compared m
times; the one preferred more often goes on. The whole takes m (k − 1) comparisons.

Formula: of a duel (i, j) after n_ij = m comparisons, i goes on if w_ij > w_ji; a coin decides where they are equal.

Guarantee: the best of k systems with a probability that tends to 1 for m of the order of ln ln k / Δ², Δ the smallest
margin of the best, if there is a total order with strong stochastic transitivity. With m given nothing is promised.

Recommends: of the systems still in, the one ahead of most others; at the end, the winner.

The evaluation's code never shortens its list of systems: for most k it adds duels with systems that are out, so that a
winner may have lost a duel and more than m (k − 1) comparisons are made (12 instead of 11 duels for k = 12). Of two
equal systems the second goes on. Neither is done here. It reports the mean number of comparisons.

The paper's m: 1000 for WMT16 ron-eng, E2E and Grammarly-FCE, 1500 for CoNLL, 500 elsewhere. Its figures say otherwise:
9000 for the 7 systems of Grammarly-Wiki is m = 1500, 12,940 for the 13 of CoNLL is m = 1000 (13 duels, a few of them
of a system with itself), 55,900 for the 28 of ParaBank is m = 2000. `benchmarks/duels.py` has these values.

With open questions the same duel goes on being asked about; what comes after its end only adds to the counts.

Reference: Mohajer, Suh, Elmahdy, Active learning for top-K rank aggregation from noisy comparisons (2017).
When not to use: when clear duels should end early (Knockout, sequential elimination), or the margin is unknown.
"""

from typing import NamedTuple

from quorate.kernels.compiling import compiled
from quorate.kernels.rng import seed_rng
from quorate.policies.duels.machine.policy import DuelPolicy
from quorate.policies.duels.machine.state import State, record
from quorate.policies.duels.published.knockout import Bracket, ask, begin, end_duel, is_current, memory, recommend


class _Parameters(NamedTuple):
    """Names and usual values."""

    comparisons: float = 500.0  # m


@compiled
def tell(
    state: State[Bracket], parameters: _Parameters, i: int, j: int, outcome: float, seed: int, run: int, question: int
) -> None:
    """Count it and end the duel when it has had its m comparisons."""
    record(state, i, j, outcome)
    if is_current(state, i, j) and state.plays[i, j] >= parameters.comparisons:
        end_duel(state, seed_rng(seed, run, question, 4))


POLICY = DuelPolicy(
    name="single-elim",
    home=__name__,
    parameters=_Parameters(),
    limits={"comparisons": (1.0, 1e9)},
    memory=memory,
    begin=begin,
    ask=ask,
    tell=tell,
    recommend=recommend,
    recommends="Of the systems still in, the one ahead of most others",
)
