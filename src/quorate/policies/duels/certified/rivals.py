"""The certified winner by direct comparison: one system against each of its rivals.

Idea: whoever shall be certified must be compared with every other, and each comparison has to show enough. Draw who
beats whom from the posterior, work out how many judgments each system would still need if things were as drawn, take
the one that would be certified soonest, and compare it with the rival that needs most. What a system has already shown
counts, so near-ties do not make the choice waver; a system that was overrated is given up once others seem nearer.

Formula: posterior as in `kernels.posterior`, evidence M_xj of `kernels.mixtures` for x against j with every question
that is open counted against x. Need of x: Σ_j (ln c − ln M_xj)⁺ / g_xj, g = d²/(2(¼ p_dec + d²)) the growth per
judgment at the lead d over the bound that was drawn. Certified at M_xj ≥ c for every j, c = k/δ. Beside it the bets of
`machine.wagers` go on against "x loses to nobody", quoted when a question is asked: they say who is best if there is a
winner, and that there is none where everybody is refuted.

Waiting: what is open is not yet known. Where x would be certified if the u open answers about each rival came out as
those so far, and better by √u/2, nothing more is asked until they are there.

Guarantee: "X loses to nobody by more than m" (bound ½ − m) or "X beats every other" (bound ½): false with probability
≤ δ at every look, whatever the preferences are, however long answers take and whether they come at all; for k = 2 and
m > 0 at c = 1/δ, since not both can lose by more than m. Without people being alike it is about the mean over what was
asked: whoever was asked more weighs more (`kernels.mixtures`). The bets' claim needs people to be alike.
When not to use: for systems that differ by less than a point and no margin, which takes tens of thousands of judgments.
"""

import math
from typing import NamedTuple

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.kernels.compiling import compiled
from quorate.kernels.mixtures import log_evidence
from quorate.kernels.posterior import Posterior, begin_posterior, believed_winner, learn_scales, new_posterior, refit
from quorate.kernels.rng import draw_normal, seed_rng
from quorate.policies.duels.machine.policy import Bets, DuelPolicy, Known
from quorate.policies.duels.machine.state import PASS, STEPS, TOLD, WAIT, State, counts_of, numbers, record, record_of
from quorate.policies.duels.machine.wagers import Wagers, new_wagers, pay, quote


class _Parameters(NamedTuple):
    """Names and usual values."""

    error: float = 0.05  # δ
    margin: float = 0.05
    enough: float = 0.0  # ln c where k = 2 and there is no margin
    order: float = 0.0  # of evidence: one of the following


AS_ASKED, AS_IT_ARRIVES, WHATEVER_IS_LOST = 0.0, 1.0, 2.0  # the last: what was given up counts against a claim for ever

OFTEN = 100  # judgments after which the posterior is fitted only when they have grown by one in a hundred
SPREAD_NEAR, SPREAD_BEATS = 0.7, 1.0  # of the posterior that is drawn from: with a margin it matters less who it is
LEAST = 0.002  # lead over the bound that is thought possible at the least


class _Marks:
    """Numbers that change."""

    next_fit: int  # judgments at which the posterior is fitted again
    winner: int  # whom the posterior prefers
    decisive: int  # how many judgments were no ties
    left: int  # how many systems are alive
    claimed: int = -1  # who is certified; −1 for nobody
    assumed: int = -1  # who is if what was given up is like the rest; −1 for nobody


class _Memory(NamedTuple):
    """What is believed and bet, the evidence of every pair, and who is certified."""

    marks: _Marks
    beliefs: Posterior
    bets: Wagers
    pending: Floats  # system → what its open bets may lose, in logarithms: nothing or less
    lost: Floats  # system × system: questions that were given up
    evidence: Floats  # system × system: ln M of the row against the column, open questions counted against the row
    margins: Floats  # system × system: the margin over outputs that differ
    shares: Floats  # system × system: share of the items whose outputs differ; −1 where no question can be asked
    alive: Ints  # system → 1 while the bets have not refuted it


def memory(known: Known) -> _Memory:
    """Nobody is refuted or certified."""
    k = len(known.sizes)
    shares = np.ones((k, k)) if known.shares is None else np.where(known.shares > 0.0, known.shares, -1.0)
    return _Memory(
        marks=record_of(_Marks),
        beliefs=new_posterior(k, known.shares),
        bets=new_wagers(k),
        pending=np.zeros(k),
        lost=np.zeros((k, k)),
        evidence=np.zeros((k, k)),
        margins=np.zeros((k, k)),
        shares=shares,
        alive=numbers(k),
    )


@compiled
def needed(systems: int, parameters: _Parameters) -> float:
    """Ln c."""
    if systems > 2:
        return math.log(systems / parameters.error)
    return parameters.enough if parameters.margin <= 0.0 else -math.log(parameters.error)


@compiled
def begin(state: State[_Memory], parameters: _Parameters, seed: int, run: int) -> None:
    """Everybody is alive, nobody claimed. Identical outputs are ties: the margin is larger over those that differ."""
    k = state.copeland.size
    state.memory.marks.next_fit = 1
    state.memory.marks.left = k
    state.memory.marks.claimed = state.memory.marks.assumed = -1
    state.memory.alive[:] = 1
    for i in range(k):
        for j in range(k):
            share = state.memory.shares[i, j]
            state.memory.margins[i, j] = parameters.margin / share if share > 0.0 else 0.5
    begin_posterior(state.memory.beliefs, counts_of(state))
    for i in range(k):
        for j in range(i + 1, k):
            _weigh(state, parameters, i, j)


@compiled
def is_settled(state: State[_Memory]) -> bool:
    """Somebody is certified, if only assuming that what was given up is like the rest; or everybody is refuted."""
    return state.memory.marks.claimed >= 0 or state.memory.marks.assumed >= 0 or state.memory.marks.left == 0


@compiled
def ask(state: State[_Memory], parameters: _Parameters, seed: int, run: int, question: int) -> tuple[int, int]:
    """Who would be certified soonest, against the rival that needs most."""
    if is_settled(state):
        return PASS
    state.clock[STEPS] += 1
    k = state.copeland.size
    needs = _needs(state, parameters, seed_rng(seed, run, question, 0))
    chosen, least = 0, np.inf
    for i in range(k):
        if needs[i].sum() < least:
            chosen, least = i, needs[i].sum()
    if state.open[chosen].sum() > 0 and parameters.order != AS_IT_ARRIVES:
        return _beyond_open(state, parameters, chosen)
    return chosen, int(np.argmax(needs[chosen]))


@compiled
def _needs(state: State[_Memory], parameters: _Parameters, rng: np.uint64) -> Floats:
    """Judgments each system would still need against each other, if things were as drawn."""
    k = state.copeland.size
    beliefs, evidence, margins = state.memory.beliefs, state.memory.evidence, state.memory.margins
    spread = SPREAD_NEAR if parameters.margin > 0.0 else SPREAD_BEATS
    enough = needed(k, parameters)
    share = (state.memory.marks.decisive + 1.0) / (state.clock[TOLD] + 2.0)
    needs = np.zeros((k, k))
    for i in range(k):
        for j in range(i + 1, k):
            rng, z = draw_normal(rng)
            logit = beliefs.mean[i, j] + spread * z * math.sqrt(beliefs.variance[i, j])
            n = state.plays[i, j]
            decisive = (n - state.ties[i, j] + 10.0 * share) / (n + 10.0)
            lead = decisive * (1.0 / (1.0 + math.exp(-logit)) - 0.5)
            for x, y, ahead in ((i, j, lead), (j, i, -lead)):
                if evidence[x, y] < enough:
                    over = max(ahead + margins[x, y], LEAST + 0.1 * margins[x, y])
                    growth = over * over / (2.0 * (0.25 * decisive + over * over))
                    needs[x, y] = (enough - evidence[x, y]) / growth
    return needs


@compiled
def _beyond_open(state: State[_Memory], parameters: _Parameters, chosen: int) -> tuple[int, int]:
    """The rival that still needs most when what is open comes out as it may; to wait where none does."""
    k = state.copeland.size
    most, rival = 0.0, -1
    for j in range(k):
        if j != chosen:
            u = state.open[chosen, j]
            wins, ties, losses = _outcomes(state, chosen, j)
            n = wins + ties + losses + 10.0
            up, down = (wins + 5.0) / n, (losses + 5.0) / n
            wins += u * up + 0.5 * math.sqrt(u)
            losses = max(losses + u * down - 0.5 * math.sqrt(u), 0.0) + _lost_against(state, parameters, chosen, j)
            ties += u * max(1.0 - up - down, 0.0)
            lacking = needed(k, parameters) - log_evidence(wins, ties, losses, state.memory.margins[chosen, j])
            if lacking > most:
                most, rival = lacking, j
    return (chosen, rival) if rival >= 0 else WAIT


@compiled
def _lost_against(state: State[_Memory], parameters: _Parameters, i: int, j: int) -> float:
    """Questions of a pair that were given up, where they are to count for ever."""
    lost: float = state.memory.lost[i, j] if parameters.order == WHATEVER_IS_LOST else 0.0
    return lost


@compiled
def _outcomes(state: State[_Memory], i: int, j: int) -> tuple[float, float, float]:
    """Wins, ties and losses of i against j."""
    ties = float(state.ties[i, j])
    return state.wins[i, j] - 0.5 * ties, ties, state.wins[j, i] - 0.5 * ties


@compiled
def evidence_with(state: State[_Memory], i: int, j: int, unanswered: float) -> float:
    """Ln M of i against j, with so many questions counted against i."""
    wins, ties, losses = _outcomes(state, i, j)
    return log_evidence(wins, ties, losses + unanswered, state.memory.margins[i, j])


@compiled
def _weigh(state: State[_Memory], parameters: _Parameters, i: int, j: int) -> None:
    """Evidence of a pair anew, what is open counted against both; certify who has enough against everybody."""
    unanswered = float(state.open[i, j]) if parameters.order != AS_IT_ARRIVES else 0.0
    unanswered += _lost_against(state, parameters, i, j)
    state.memory.evidence[i, j] = evidence_with(state, i, j, unanswered)
    state.memory.evidence[j, i] = evidence_with(state, j, i, unanswered)
    for x in (i, j):
        if state.memory.marks.assumed == x:
            state.memory.marks.assumed = -1
        if state.memory.marks.claimed < 0 and state.clock[TOLD] > 0 and _is_certain(state, parameters, x, False):
            if _is_certain(state, parameters, x, True):
                state.memory.marks.claimed = x
            else:
                state.memory.marks.assumed = x


@compiled
def _is_certain(state: State[_Memory], parameters: _Parameters, x: int, counts_lost: bool) -> bool:
    """Whether x has enough against everybody, with what was given up counted against it or left out."""
    k = state.copeland.size
    enough = needed(k, parameters)
    for y in range(k):
        if y != x and state.memory.evidence[x, y] < enough:
            return False
    for y in range(k):
        lost = state.memory.lost[x, y] if counts_lost and y != x else 0.0
        if lost > 0.0 and evidence_with(state, x, y, state.open[x, y] + lost) < enough:
            return False
    return True


@compiled
def stake(state: State[_Memory], parameters: _Parameters, i: int, j: int) -> tuple[float, float]:
    """A question is asked: quote the bets against both systems, and count it as open."""
    beliefs = state.memory.beliefs
    state.open[i, j] += 1
    state.open[j, i] += 1
    q = np.full(2, 0.5)
    for place, (a, b) in enumerate(((i, j), (j, i))):
        if state.memory.alive[a] == 1:
            q[place] = quote(state.memory.bets, beliefs, a, b, -math.log(parameters.error))
            state.memory.pending[a] += math.log(2.0 * q[place])
    _weigh(state, parameters, i, j)
    return q[0], q[1]


@compiled
def lose(state: State[_Memory], parameters: _Parameters, i: int, j: int) -> None:
    """A question was given up: it is no longer waited for, and counted apart. The bets on it stay open."""
    for x, y in ((i, j), (j, i)):
        state.open[x, y] -= 1
        state.memory.lost[x, y] += 1.0
    _weigh(state, parameters, i, j)


@compiled
def cancel(state: State[_Memory], parameters: _Parameters, i: int, j: int, qi: float, qj: float) -> None:
    """An open question was never shown and never will be: it is as if it had not been asked."""
    for x, y, q in ((i, j, qi), (j, i, qj)):
        state.open[x, y] -= 1
        state.memory.pending[x] -= math.log(2.0 * q)
    _weigh(state, parameters, i, j)


@compiled
def find(state: State[_Memory], i: int, j: int) -> None:
    """An answer comes to a question that was given up: it is as if it had been open all the time."""
    for x, y in ((i, j), (j, i)):
        state.open[x, y] += 1
        state.memory.lost[x, y] -= 1.0


@compiled
def settle(
    state: State[_Memory], parameters: _Parameters, i: int, j: int, outcome: float, qi: float, qj: float
) -> None:
    """An answer comes to an open question: pay the bets as they were quoted, count it, fit again when it is due."""
    k = state.copeland.size
    beliefs = state.memory.beliefs
    for x, y, q in ((i, j, qi), (j, i, qj)):
        state.open[x, y] -= 1
        state.memory.pending[x] -= math.log(2.0 * q)
    if outcome != 0.5:
        state.memory.marks.decisive += 1
        for a, b, y, q in ((i, j, outcome, qi), (j, i, 1.0 - outcome, qj)):
            _bet(state, beliefs, parameters, a, b, y, q)
    record(state, i, j, outcome)
    _weigh(state, parameters, i, j)
    told = state.clock[TOLD]
    if told >= state.memory.marks.next_fit:
        refit(beliefs, counts_of(state), 2)
        learn_scales(beliefs)
        state.memory.marks.next_fit = told + max(1, told // OFTEN)
    state.memory.marks.winner = believed_winner(beliefs, np.ones(k, dtype=np.int64))


@compiled
def _bet(
    state: State[_Memory], beliefs: Posterior, parameters: _Parameters, a: int, b: int, outcome: float, q: float
) -> None:
    """Pay a bet against a; drop it when the evidence suffices even if it won all that is open."""
    if state.memory.alive[a] == 1:
        enough = -math.log(parameters.error)
        if pay(state.memory.bets, beliefs, a, b, outcome, q) + state.memory.pending[a] >= enough - 1e-9:
            state.memory.alive[a] = 0
            state.memory.marks.left -= 1


@compiled
def tell(
    state: State[_Memory], parameters: _Parameters, i: int, j: int, outcome: float, seed: int, run: int, question: int
) -> None:
    """An answer to a question asked just now."""
    qi, qj = stake(state, parameters, i, j)
    settle(state, parameters, i, j, outcome, qi, qj)


@compiled
def recommend(state: State[_Memory], parameters: _Parameters, seed: int, run: int) -> int:
    """Who is certified; until then the system that the posterior prefers to most others."""
    if state.memory.marks.claimed >= 0:
        return state.memory.marks.claimed
    return state.memory.marks.assumed if state.memory.marks.assumed >= 0 else state.memory.marks.winner


POLICY = DuelPolicy(
    name="certified-rivals",
    revision=2,
    home=__name__,
    parameters=_Parameters(),
    memory=memory,
    begin=begin,
    ask=ask,
    tell=tell,
    recommend=recommend,
    recommends="Who is certified",
    bets=Bets(stake, settle, lose, cancel, find),
    at_error=lambda error: _Parameters(error=error),
)
