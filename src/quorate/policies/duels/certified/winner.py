"""The certified winner: fewer judgments than any published policy, and it knows when it is done.

Idea: keep a posterior over who beats whom (hierarchical Bradley–Terry on decisive outcomes), compare the two likeliest
winners, the weaker one against whoever refutes it best, and bet on every decisive outcome against "this system loses to
nobody". A system whose e-process reaches 1/δ′ is dropped. When one is left, the study is done once the bets against it
have not won either and the posterior holds it four to one for better than each other, or has no doubt; until then it is
compared with the rival it loses to most likely, so that where nobody wins, as in a cycle, it is dropped too.

Formula: `kernels.posterior` and `machine.wagers`. Top-two Thompson: a winner a drawn from the posterior; redrawn until
another winner appears (4 tries, then the closest rival); b = the one of the two with the lower mean. Opponent of b:
argmax_j p_dec(j, b) · x_jb² over j with x_jb > 0 (times 1 + 50 P(b beats it) for the other of the two: as long as it
may lose itself, the comparison speaks about both), x_jb = m_jb − ½ sd_jb + .3 sd_jb z_j with z_j drawn from N(0, 1),
p_dec = (decisive + 10 p̄)/(n + 10). With probability 1/(1 + 25 n g) a better opponent is looked for, be it one that was
dropped by bad luck: x_jb is drawn as if strengths were known and pairs deviated by .15 or more, so that someone who
beats b against the order of strengths is found. g is the growth of ln E_b expected at its best opponent. With
probability 1/(1 + (g⁺/.0004)²) too, g⁺ the growth there if the lead were a standard deviation larger, and then only
others are looked at: where little is gained anyway it costs little, and the best one is known well already.

Refuters that strengths hide: b needs n = (ln 1/δ′ − ln E_b)/g⁺ more judgments at its best known opponent. Where a look
at everybody is cheap beside that and beside the N judgments so far, all opponents race: each gets 16 comparisons with
b, the better half (by these comparisons alone, whatever the strengths say) twice as many, and so on until one is left;
then again with 32, 64, …, as long as the first of these steps costs at most .1 min(n, N). For such a b, opponents are
chosen as if pairs deviated from the strengths by .3 or more, so that their own comparisons decide soon.

Guarantee: "X is best, if some system loses to nobody": wrong with probability ≤ δ, at every look, whoever is compared
with whom. With δ′ = δ/2 (default) also where several systems are exactly tied at the top; `strict` takes δ′ = δ and
assumes there are no ties.
Reference: Russo (2016) for top-two sampling; Karnin, Koren and Somekh (2013) for the race (sequential halving).
When not to use: when every pair matters alike.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Ints
from quorate.kernels.compiling import compiled
from quorate.kernels.posterior import (
    Posterior,
    begin_posterior,
    believed_winner,
    chance_below,
    draw_winner,
    last_alive,
    learn_scales,
    new_posterior,
    refit,
    with_deviation,
)
from quorate.kernels.rng import draw, draw_normal, seed_rng
from quorate.policies.duels.machine.policy import DuelPolicy, Known
from quorate.policies.duels.machine.state import (
    PASS,
    STEPS,
    TOLD,
    State,
    counts_of,
    estimate,
    numbers,
    record,
    record_of,
)
from quorate.policies.duels.machine.wagers import Wagers, new_wagers, strongest_rival, wager


class _Parameters(NamedTuple):
    """Names and usual values."""

    error: float = 0.025  # δ′


TRIES = 4  # for a second winner that is not the first
CAUTION, MOVE = 0.5, 0.3  # standard deviations a refuter's lead is lowered by, and moved at random by
PARTNER = 50.0  # how much more the other of the two is worth as an opponent, times the chance that it loses
PATIENCE = 25.0  # the larger, the sooner judgments stop looking for a better opponent
LITTLE = 4e-4  # nats a judgment: who gains so little from the best opponent looks elsewhere half of the time
DEVIATION = 0.15  # from the strengths, that is thought possible then
FIRST = 16  # comparisons of everybody in a race's first step
SHARE = 0.1  # of what was spent and of what a system still needs, that a step of a race may cost
SLOW_DEVIATION = 0.3  # from the strengths, that is thought possible for a system whose opponents may race
SURE = 0.84  # standard deviations the last one must lead everybody by: four to one
BEYOND_DOUBT = 3.0  # by so many, bets that were won against it before count no more
OFTEN = 100  # judgments after which the posterior is fitted only when they have grown by one in a hundred


class _Marks:
    """Numbers that change."""

    next_fit: int  # judgments at which the posterior is fitted again
    winner: int  # whom it would recommend
    decisive: int  # how many judgments were no ties
    left: int  # how many systems are alive


class _Memory(NamedTuple):
    """What is believed and bet, and who is still in."""

    marks: _Marks
    beliefs: Posterior
    bets: Wagers
    alive: Ints  # system → 1 while the bets have not refuted it


def memory(known: Known) -> _Memory:
    """Nobody is refuted."""
    k = len(known.sizes)
    return _Memory(record_of(_Marks), new_posterior(k, known.shares), new_wagers(k), alive=numbers(k))


@compiled
def begin(state: State[_Memory], parameters: _Parameters, seed: int, run: int) -> None:
    """Everybody is alive."""
    state.memory.marks.next_fit = 1
    state.memory.marks.left = state.copeland.size
    state.memory.alive[:] = 1
    begin_posterior(state.memory.beliefs, counts_of(state))


@compiled
def ask(state: State[_Memory], parameters: _Parameters, seed: int, run: int, question: int) -> tuple[int, int]:
    """Two likely winners, the weaker against its best refuter."""
    if is_settled(state):
        return PASS
    state.clock[STEPS] += 1
    beliefs = state.memory.beliefs
    if state.memory.marks.left == 1:
        b = last_alive(state.memory.alive)
        return strongest_rival(beliefs, b), b
    a, b = two_winners(beliefs, state, seed_rng(seed, run, question, 0))
    if beliefs.mean[a, b] < 0.0:
        a, b = b, a
    return _refuter(state, beliefs, parameters.error, a, b, seed_rng(seed, run, question, 1)), b


@compiled
def is_settled(state: State[_Memory]) -> bool:
    """Nobody is left; or one is, and neither the bets nor the posterior speak against it, as they do in a cycle."""
    if state.memory.marks.left != 1:
        return state.memory.marks.left == 0
    last = last_alive(state.memory.alive)
    beliefs = state.memory.beliefs
    rival = strongest_rival(beliefs, last)
    z = beliefs.mean[last, rival] / math.sqrt(beliefs.variance[last, rival])
    return z >= SURE and (state.memory.bets.log_e[last] <= 0.0 or z >= BEYOND_DOUBT)


@compiled
def two_winners(beliefs: Posterior, state: State[_Memory], rng: np.uint64) -> tuple[int, int]:
    """A winner drawn from the posterior, and another; the closest rival where the draws agree."""
    alive = state.memory.alive
    rng, a = draw_winner(beliefs, alive, rng)
    for _ in range(TRIES):
        rng, b = draw_winner(beliefs, alive, rng)
        if b != a:
            return a, b
    rival, closest = a, np.inf
    for j in range(alive.size):
        if j != a and alive[j] == 1:
            z = beliefs.mean[a, j] / math.sqrt(beliefs.variance[a, j])
            if z < closest:
                rival, closest = j, z
    return a, rival


@compiled
def _best_opponent(beliefs: Posterior, b: int) -> int:
    """Who leads b by most as far as we know; b itself where nobody does."""
    best = b
    for j in range(beliefs.theta.size):
        if j != b and beliefs.mean[j, b] > beliefs.mean[best, b]:
            best = j
    return best


@compiled
def _refuter(state: State[_Memory], beliefs: Posterior, error: float, partner: int, b: int, rng: np.uint64) -> int:
    """Who shows soonest that b loses to somebody."""
    told = state.clock[TOLD]
    share = (state.memory.marks.decisive + 1.0) / (told + 2.0)
    best = _best_opponent(beliefs, b)
    is_slow = False  # whether opponents may race
    growth, most = 0.0, 0.0  # of log E_b there: as far as we know, and if the lead were a standard deviation larger
    if best != b:
        growth = share * beliefs.mean[best, b] ** 2 / 8.0
        most = share * (beliefs.mean[best, b] + math.sqrt(beliefs.variance[best, b])) ** 2 / 8.0
        lacking = max(-math.log(error) - state.memory.bets.log_e[b], 0.1)
        affordable = SHARE * min(lacking / most, told)
        is_slow = affordable >= FIRST * (beliefs.theta.size - 1)
        racer = _racer(state, b, affordable)
        if racer >= 0:
            return racer
    rng, u = draw(rng)
    is_elsewhere = u * (1.0 + (most / LITTLE) ** 2) < 1.0
    is_looking = is_elsewhere or u * (1.0 + PATIENCE * told * growth) < 1.0
    worth = 1.0 + PARTNER * chance_below(beliefs.mean[partner, b], beliefs.variance[partner, b])
    most_worth, chosen = -1.0, partner
    for j in range(beliefs.theta.size):
        if j == b or (is_elsewhere and j == best):
            continue
        rng, z = draw_normal(rng)
        if is_looking:
            mean, variance = with_deviation(beliefs, j, b, DEVIATION)
            lead = mean + z * math.sqrt(variance)
        else:
            mean, variance = beliefs.mean[j, b], beliefs.variance[j, b]
            if is_slow:
                mean, variance = with_deviation(beliefs, j, b, SLOW_DEVIATION)
            lead = mean + (MOVE * z - CAUTION) * math.sqrt(variance)
        if lead > 0.0:
            n = state.plays[j, b]
            decisive = (n - state.ties[j, b] + 10.0 * share) / (n + 10.0)
            value = decisive * lead * lead * (worth if j == partner else 1.0)
            if value > most_worth:
                most_worth, chosen = value, j
    return chosen


@compiled
def _racer(state: State[_Memory], b: int, affordable: float) -> int:
    """Whom b meets next in the race of its opponents; −1 where the next one would cost too much.

    A race is read off the counts: nothing is remembered, and comparisons made for other reasons count in it.
    """
    k = state.copeland.size
    racers = np.empty(k, dtype=np.int64)
    first = FIRST
    while first * (k - 1) <= affordable:
        size, due = 0, first
        for j in range(k):
            if j != b:
                racers[size] = j
                size += 1
        while size > 1:
            fewest, behind = due, -1
            for place in range(size):
                met = state.plays[racers[place], b] + state.open[racers[place], b]
                if met < fewest:
                    fewest, behind = met, racers[place]
            if behind >= 0:
                return behind
            size, due = _better_half(state, b, racers, size), 2 * due
        first *= 2
    return -1


@compiled
def _better_half(state: State[_Memory], b: int, racers: NDArray[np.int64], size: int) -> int:
    """Put those who won most of their comparisons with b first; how many of them stay."""
    stay = (size + 1) // 2
    for place in range(stay):
        for other in range(place + 1, size):
            if estimate(state, racers[other], b) > estimate(state, racers[place], b):
                racers[place], racers[other] = racers[other], racers[place]
    return stay


@compiled
def tell(
    state: State[_Memory], parameters: _Parameters, i: int, j: int, outcome: float, seed: int, run: int, question: int
) -> None:
    """Bet on a decisive outcome against both systems, count it, and fit again when it is due."""
    beliefs = state.memory.beliefs
    if outcome != 0.5:
        state.memory.marks.decisive += 1
        _bet(state, beliefs, parameters.error, i, j, outcome)
        _bet(state, beliefs, parameters.error, j, i, 1.0 - outcome)
    record(state, i, j, outcome)
    told = state.clock[TOLD]
    if told >= state.memory.marks.next_fit:
        refit(beliefs, counts_of(state), 2)
        learn_scales(beliefs)
        state.memory.marks.next_fit = told + max(1, told // OFTEN)
    if state.memory.marks.left > 0:
        state.memory.marks.winner = believed_winner(beliefs, state.memory.alive)


@compiled
def _bet(state: State[_Memory], beliefs: Posterior, error: float, a: int, opponent: int, outcome: float) -> None:
    """Bet against a; drop it when the evidence suffices."""
    if state.memory.alive[a] == 1:
        threshold = -math.log(error)
        if wager(state.memory.bets, beliefs, a, opponent, outcome, threshold) >= threshold - 1e-9:
            state.memory.alive[a] = 0
            state.memory.marks.left -= 1


@compiled
def recommend(state: State[_Memory], parameters: _Parameters, seed: int, run: int) -> int:
    """The system still alive that the posterior prefers to most others."""
    return state.memory.marks.winner


POLICY = DuelPolicy(
    name="certified",
    revision=2,
    home=__name__,
    parameters=_Parameters(),
    memory=memory,
    begin=begin,
    ask=ask,
    tell=tell,
    recommend=recommend,
    recommends="The system still alive that the posterior prefers to most others",
    at_error=lambda error: _Parameters(error=error / 2),  # ties at the top allowed for
)
