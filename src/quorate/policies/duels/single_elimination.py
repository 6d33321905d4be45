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
of a system with itself), 55,900 for the 28 of ParaBank is m = 2000. `PARAMETERS_OF` has the values of the figures.

With open questions the same duel goes on being asked about; what comes after its end only adds to the counts.

Reference: Mohajer, Suh, Elmahdy, Active learning for top-K rank aggregation from noisy comparisons (2017).
When not to use: when clear duels should end early (Knockout, sequential elimination), or the margin is unknown.
"""

from quorate.kernels.compiling import compiled
from quorate.kernels.duels import Parameters, State, begin_chance, record
from quorate.policies.duels.knockout import ask, begin, end_duel, is_current, memory, recommend
from quorate.policies.duels.loop import loop_code

__all__ = ["NAME", "PARAMETERS", "PARAMETERS_OF", "ask", "begin", "memory", "recommend", "tell"]

NAME = "single-elim"
PARAMETERS = (500.0,)  # m
PARAMETERS_OF = {  # as the evaluation paper's figures show; all other data: as above
    "wmt16-ron-eng": (1000.0,),
    "e2e-quality": (1000.0,),
    "gmeg-fce": (1000.0,),
    "gmeg-wiki": (1500.0,),
    "conll14-gec-paper": (1000.0,),
    "conll14-gec": (1000.0,),
    "parabank-paper": (2000.0,),
    "parabank": (2000.0,),
}


@compiled
def tell(
    state: State, parameters: Parameters, i: int, j: int, outcome: float, seed: int, run: int, question: int
) -> None:
    """Count it and end the duel when it has had its m comparisons."""
    record(state, i, j, outcome)
    if is_current(state, i, j) and state.plays[i, j] >= parameters[0]:
        end_duel(state, begin_chance(seed, run, question, 4))


exec(loop_code(__file__), globals())  # defines `play`
