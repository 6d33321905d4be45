"""Double Thompson sampling: two draws of the preference matrix, one for each place.

Idea: in a first draw, the system that leads most others takes the first place, if the bounds let it be a Copeland
winner. In a second draw, whoever is most likely to beat the first takes the second place, unless it beats it for
certain anyway.

Formula: θ_ij ~ Beta(w_ij + 1, w_ji + 1), θ_ii = ½. First: argmax_i Σ_j [θ_ij > ½] among the i with most U_ij ≥ ½, one
of equals at random; new draw, second: argmax_j θ_j,first among the j with L_j,first ≤ ½; U and L = û ± √(α ln t / n).
The second is the first itself when it leads its new draw: that costs nothing, and time jumps over it (`draws`).

The evaluation paper's code draws the second place from the row of the first, not from its column: the opponent that
the first beats most easily. With the column, its ten data sets need 11–31 % of the judgments published for this
policy, fewer than that paper reports for any policy.

Guarantee: regret O(k² log T) with or without a Condorcet winner, O(k log T + k² log log T) with one; no stopping rule.
Reference: Wu and Liu, Double Thompson sampling for dueling bandits (2016).
When not to use: when the probability of each question must be known (a draw has no closed form), or when the study
should say itself that it is done.
"""

from typing import NamedTuple

from quorate.kernels.compiling import inlined
from quorate.policies.duels.machine.policy import DuelPolicy
from quorate.policies.duels.machine.state import State, copeland_winner
from quorate.policies.duels.published.draws import Draws, ask_twice, begin_draws, memory, record_draws


class _Parameters(NamedTuple):
    """Names and usual values."""

    alpha: float = 0.51  # α


@inlined
def begin(state: State[Draws], parameters: _Parameters, seed: int, run: int) -> None:
    """Every draw is a coin toss."""
    begin_draws(state)


@inlined
def ask(state: State[Draws], parameters: _Parameters, seed: int, run: int, question: int) -> tuple[int, int]:
    """First and second system from two draws."""
    return ask_twice(state, parameters.alpha, False, seed, run, question)


@inlined
def tell(
    state: State[Draws], parameters: _Parameters, i: int, j: int, outcome: float, seed: int, run: int, question: int
) -> None:
    """Count it and move the chances of its pair."""
    record_draws(state, i, j, outcome)


@inlined
def recommend(state: State[Draws], parameters: _Parameters, seed: int, run: int) -> int:
    """The Copeland winner of the counts, as in the evaluation paper."""
    return copeland_winner(state, seed, run)


POLICY = DuelPolicy(
    name="dts",
    home=__name__,
    parameters=_Parameters(),
    limits={"alpha": (0.01, 10.0)},
    memory=memory,
    begin=begin,
    ask=ask,
    tell=tell,
    recommend=recommend,
    recommends="The Copeland winner of the counts, as in the evaluation paper",
)
