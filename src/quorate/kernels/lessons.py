"""Learning a chain's weights online, from what is believed about each input after its answers.

Idea:
    Nobody says the truth; answers shift the belief about an input. A lesson moves the model towards that belief: the
    features expected given the answers, less those the model expects alone (the gradient of the log-likelihood of the
    answers). What predicts is a running average of the weights, which forgets the noise of single lessons.

Formula:
    g = E[f | x, answers] − E[f | x] − ridge·w; AdaGrad: G += g², w += rate·g/√(G + 1e-8). After lesson n the average
    moves by aₙ towards the weights: w̄ += aₙ(w − w̄). Rows that a lesson does not touch are not visited: with
    s = Σ −log(1 − aₙ) and sᵣ its value when row r was last brought up to date, w̄ᵣ is w + exp(sᵣ − s)(w̄ᵣ − w).

Guarantee:
    A lesson costs what its features cost, however many weights there are. The same lessons in the same order give the
    same weights, bit for bit on one type of machine.

Reference:
    Duchi, Hazan, Singer (2011), Adaptive subgradient methods; Polyak, Juditsky (1992), Acceleration of stochastic
    approximation by averaging.
"""

import math

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.kernels.chain import forward_backward
from quorate.kernels.compiling import compiled

TINY = 1e-8
SAME = 1e-5  # a belief that answers moved less teaches nothing


@compiled
def averaged_scores(  # noqa: PLR0917 - compiled, by position
    features: Ints, values: Floats, starts: Ints, weights: Floats, averages: Floats, dates: Floats, date: float
) -> Floats:
    """Unary terms by the averaged weights, brought up to date on the way."""
    positions, labels = starts.size - 1, weights.shape[1]
    unary = np.zeros((positions, labels))
    for i in range(positions):
        for place in range(starts[i], starts[i + 1]):
            row = features[place]
            old = math.exp(dates[row] - date)
            for k in range(labels):
                weight = weights[row, k]
                unary[i, k] += values[place] * (weight + old * (averages[row, k] - weight))
    return unary


@compiled
def teach(  # noqa: C901, PLR0917 - nested loops, compiled
    features: Ints,
    values: Floats,
    starts: Ints,
    evidence: Floats,
    weights: Floats,
    squares: Floats,
    averages: Floats,
    dates: Floats,
    date: float,
    transition: Floats,
    transition_squares: Floats,
    rate: float,
    ridge: float,
) -> None:
    """One step towards what is believed of one input after its answers (`evidence`: position × label, logarithms)."""
    n, labels = evidence.shape
    unary = np.zeros((n, labels))
    for i in range(n):
        for place in range(starts[i], starts[i + 1]):
            for k in range(labels):
                unary[i, k] += values[place] * weights[features[place], k]
    alone, alone_pairs, _ = forward_backward(unary, transition)
    told, told_pairs, _ = forward_backward(unary + evidence, transition)
    for i in range(n):
        for k in range(labels):
            pull = told[i, k] - alone[i, k]
            if abs(pull) < SAME:
                continue
            for place in range(starts[i], starts[i + 1]):
                row = features[place]
                _bring_up(row, date, weights, averages, dates)
                gradient = pull * values[place] - ridge * weights[row, k]
                squares[row, k] += gradient * gradient
                weights[row, k] += rate * gradient / math.sqrt(squares[row, k] + TINY)
    if n > 1:
        for l in range(labels):
            for k in range(labels):
                gradient = (told_pairs[:, l, k] - alone_pairs[:, l, k]).sum() - ridge * transition[l, k]
                transition_squares[l, k] += gradient * gradient
                transition[l, k] += rate * gradient / math.sqrt(transition_squares[l, k] + TINY)


@compiled
def _bring_up(row: int, date: float, weights: Floats, averages: Floats, dates: Floats) -> None:
    """Bring the average of one row up to date, before its weights move."""
    if dates[row] != date:
        old = math.exp(dates[row] - date)
        for k in range(weights.shape[1]):
            averages[row, k] = weights[row, k] + old * (averages[row, k] - weights[row, k])
        dates[row] = date
