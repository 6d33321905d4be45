"""The spy as a policy that bets: it also writes down by what it staked."""
# ruff: noqa: ARG001, PLR0917 - the functions of a policy have these arguments

from quorate.kernels.compiling import compiled
from quorate.policies.duels.machine.policy import Bets, DuelPolicy
from support.spy import Parameters, ask, begin, memory, recommend, tell


@compiled
def stake(state, parameters, i, j):
    """Write down what was known then."""
    row = state.memory.staked[state.memory.count[0]]
    row[0], row[1] = i, j
    row[2:] = state.beside
    state.memory.count[0] += 1
    return 0.5, 0.5


@compiled
def settle(state, parameters, i, j, outcome, one, other):
    """As `tell`."""
    tell(state, parameters, i, j, outcome, 0, 0, 0)


@compiled
def lose(state, parameters, i, j):
    """Nothing."""


@compiled
def cancel(state, parameters, i, j, one, other):
    """Nothing."""


@compiled
def find(state, i, j):
    """Nothing."""


POLICY = DuelPolicy(
    name="betting-spy",
    home=__name__,
    parameters=Parameters(),
    memory=memory,
    begin=begin,
    ask=ask,
    tell=tell,
    recommend=recommend,
    recommends="anybody",
    bets=Bets(stake=stake, settle=settle, lose=lose, cancel=cancel, find=find),
)
