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

from quorate.kernels.compiling import inlined
from quorate.policies.duels.machine.policy import DuelPolicy
from quorate.policies.duels.machine.state import State
from quorate.policies.duels.published.bounds import ALPHAS, Exploration
from quorate.policies.duels.published.copeland import COPELAND, recommend
from quorate.policies.duels.published.draws import Draws, ask_twice, begin, memory, tell


@inlined
def ask(state: State[Draws], parameters: Exploration, seed: int, run: int, question: int) -> tuple[int, int]:
    """First and second system from two draws."""
    return ask_twice(state, parameters.alpha, False, seed, run, question)


POLICY = DuelPolicy(
    name="dts",
    home=__name__,
    parameters=Exploration(),
    limits=ALPHAS,
    memory=memory,
    begin=begin,
    ask=ask,
    tell=tell,
    recommend=recommend,
    recommends=COPELAND,
)
