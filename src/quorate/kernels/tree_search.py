"""Monte-Carlo tree search over what to ask about one input, with progressive widening where the crowd moves.

Idea:
    The system asks, waits or returns; the crowd answers one open question, at a time and with a label that are drawn.
    A tree of such games is grown by playing them from the present situation. Among the system's moves the one with the
    highest upper confidence bound is followed; among the crowd's, of which there are infinitely many, one of those
    seen before, unless there are fewer than √N of them.

    Where the tree ends a game goes on by waiting for what is open, then returning. What is published says nothing of
    that; moves drawn at random (`by_chance`) are the other reading.

Formula:
    A game ends with error price · Σᵢ max_k p(yᵢ = k) − question price · questions − second price · seconds. UCT follows
    arg max V/N + exploration · √(log N / N′). The move is the one with the best mean value (`by_visits`: that was
    followed most often). While a question is open it waits or asks; it returns when none is.

Guarantee:
    None at finite numbers of games, and then it errs to one side. A question whose answer was drawn once is worth what
    that answer is worth: the likely one agrees, and then all of the doubt is gained, where the gain that is to be
    expected may be nothing. So what is asked about is what is doubtful by more than the price. A few games more make it
    worse: they go deeper, and a pointless question is credited with the good ones that may follow it, which differ from
    it by no more than a price. It takes hundreds of games for each position to tell them apart. By random moves all
    that is so from the first game.

Reference:
    Kocsis, Szepesvári (2006), Bandit based Monte-Carlo planning; Coulom (2007), Computing Elo ratings of move patterns
    (progressive widening); Werling, Chaganty, Liang, Manning (2015), On-the-job learning with Bayesian decision theory.
"""

import math

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.kernels.chain import forward_backward
from quorate.kernels.compiling import compiled
from quorate.kernels.noisy_answers import chance
from quorate.kernels.rng import draw, draw_below

LIMIT = 64  # turns of one game
RETURN, WAIT = -1, -2
POSITION, LABEL, SIBLING, FIRST, COUNT = range(5)  # what is kept of a node beside its value


@compiled
def search(  # noqa: PLR0917 - compiled, by position
    rng: np.uint64,
    games: int,
    exploration: float,
    by_visits: bool,
    by_chance: bool,
    candidates: Ints,
    unary: Floats,
    transition: Floats,
    evidence: Floats,
    counts: Floats,
    asked: Ints,
    waiting: Ints,
    most: int,
    tables: Floats,
    concentration: float,
    times: Floats,
    people: int,
    prices: Floats,
) -> int:
    """The move to make: a position to ask about, `WAIT` or `RETURN`. `evidence`: position × label, of the answers."""
    nodes = 4 * games + 8
    visits, value, clock = np.zeros(nodes), np.zeros(nodes), np.zeros(nodes)
    children = np.full((nodes, candidates.size + 2), -1)  # of the system's nodes
    kept = np.full((nodes, 5), -1)  # of the crowd's
    kept[:, COUNT] = 0
    used = 1
    path = np.empty(2 * LIMIT + 2, dtype=np.int64)
    for _ in range(games):
        terms, seen = evidence.copy(), counts.copy()
        had, is_open = asked.copy(), waiting.copy()
        questions, now = 0, 0.0
        node, length = 0, 1
        path[0] = 0
        for _ in range(LIMIT):
            if used >= nodes - 2:
                break
            can_wait = is_open.sum() > 0
            rng, move = _choose(
                rng, node, candidates, had, can_wait, most, children, visits, value, exploration, by_chance
            )
            if children[node, move] < 0:
                children[node, move] = used
                used += 1
            node = children[node, move]
            path[length] = node
            length += 1
            if move == candidates.size + 1:
                break
            if move < candidates.size:
                had[candidates[move]] += 1
                is_open[candidates[move]] += 1
                questions += 1
                continue
            rng, used, child = _widen(rng, node, used, visits, kept)
            if kept[child, POSITION] < 0:
                rng, kept[child, POSITION], clock[child] = _next_answer(rng, is_open, times, people)
                rng, kept[child, LABEL] = _draw_label(
                    rng, kept[child, POSITION], unary + terms, transition, seen, tables, concentration
                )
            _hear(kept[child, POSITION], kept[child, LABEL], terms, seen, tables, concentration)
            is_open[kept[child, POSITION]] -= 1
            now += clock[child]
            node = child
            path[length] = node
            length += 1
        marginals, _, _ = forward_backward(unary + terms, transition)
        utility = -prices[0] * questions - prices[1] * now
        for i in range(marginals.shape[0]):
            utility += prices[2] * marginals[i].max()
        for place in range(length):
            visits[path[place]] += 1.0
            value[path[place]] += utility
    return _best(children[0], candidates, visits, value, by_visits)


@compiled
def _choose(  # noqa: PLR0917 - compiled, by position
    rng: np.uint64,
    node: int,
    candidates: Ints,
    had: Ints,
    can_wait: bool,
    most: int,
    children: Ints,
    visits: Floats,
    value: Floats,
    exploration: float,
    by_chance: bool,
) -> tuple[np.uint64, int]:
    """The system's move: one that was never tried, else the one with the highest bound.

    Of those never tried it waits or returns, whichever is possible, before it asks; or one is drawn (`by_chance`).
    """
    untried, new, best, highest = 0, -1, -1, -np.inf
    log_visits = math.log(max(visits[node], 1.0))
    for move in range(children.shape[1] - 1, -1, -1):
        is_possible = can_wait == (move == candidates.size)
        if move < candidates.size:
            is_possible = had[candidates[move]] < most
        if not is_possible:
            continue
        child = children[node, move]
        if child < 0:
            untried += 1
            place = 1
            if by_chance:
                rng, place = draw_below(rng, untried)
            if untried == 1 or place == 0:
                new = move
        else:
            bound = value[child] / visits[child] + exploration * math.sqrt(log_visits / visits[child])
            if bound > highest:
                best, highest = move, bound
    return rng, new if new >= 0 else best


@compiled
def _widen(rng: np.uint64, node: int, used: int, visits: Floats, kept: Ints) -> tuple[np.uint64, int, int]:
    """The crowd's move: one seen before, or a new node while there are fewer than √N."""
    if max(1.0, math.sqrt(visits[node])) > kept[node, COUNT]:
        kept[used, SIBLING] = kept[node, FIRST]
        kept[node, FIRST] = used
        kept[node, COUNT] += 1
        return rng, used + 1, used
    rng, place = draw_below(rng, kept[node, COUNT])
    child = kept[node, FIRST]
    for _ in range(place):
        child = kept[child, SIBLING]
    return rng, used, child


@compiled
def _hear(  # noqa: PLR0917 - compiled, by position
    i: int, r: int, terms: Floats, seen: Floats, tables: Floats, concentration: float
) -> None:
    """Count an answer of label r about position i."""
    before = seen[i].sum()
    for y in range(terms.shape[1]):
        terms[i, y] += math.log(chance(tables[y, r], concentration, seen[i, r], before))
    seen[i, r] += 1.0


@compiled
def _best(children: Ints, candidates: Ints, visits: Floats, value: Floats, by_visits: bool) -> int:
    """The move with the best mean, or the most visits."""
    best, highest = RETURN, -np.inf
    for move in range(children.size):
        child = children[move]
        if child >= 0 and visits[child] > 0.0:
            reached = visits[child] if by_visits else value[child] / visits[child]
            if reached > highest:
                highest = reached
                best = candidates[move] if move < candidates.size else WAIT if move == candidates.size else RETURN
    return best


@compiled
def _next_answer(rng: np.uint64, waiting: Ints, times: Floats, people: int) -> tuple[np.uint64, int, float]:
    """Which open question is answered first, and after how long: the least of as many draws as people work."""
    total = waiting.sum()
    soonest = np.inf
    for _ in range(min(total, max(people, 1))):
        rng, place = draw_below(rng, times.size)
        soonest = min(soonest, times[place])
    rng, place = draw_below(rng, total)
    for i in range(waiting.size):
        place -= waiting[i]
        if place < 0:
            return rng, i, soonest
    return rng, 0, soonest


@compiled
def _draw_label(  # noqa: PLR0917 - compiled, by position
    rng: np.uint64,
    i: int,
    unary: Floats,
    transition: Floats,
    counts: Floats,
    tables: Floats,
    concentration: float,
) -> tuple[np.uint64, int]:
    """An answer about position i, as model and crowd expect it."""
    marginals, _, _ = forward_backward(unary, transition)
    labels = marginals.shape[1]
    before = counts[i].sum()
    rng, u = draw(rng)
    total = 0.0
    for r in range(labels):
        for y in range(labels):
            total += marginals[i, y] * chance(tables[y, r], concentration, counts[i, r], before)
        if u < total:
            return rng, r
    return rng, labels - 1
