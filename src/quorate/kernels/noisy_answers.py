"""What answers of people say about labels: difficulty, speed, habit, and errors that come together.

Idea:
    People err more on some positions than on others, more when they hesitate, and at a hard position they err alike.
    A position is of one of D difficulties, given its label; an answer is drawn from a table of (difficulty, speed,
    label); and answers at one position resemble each other as if drawn from an urn that gets every ball back twice.
    Who is known by a number may also answer by habit, whatever the question is.

Formula:
    For label y and difficulty d with table A, answer r of speed b after counts n of m earlier answers has the chance
    c(r) = (s·A[d, b, y, r] + n_r)/(s + m), with s the concentration (s = ∞: independent). Annotator a answers by habit
    with chance h_a: p(r) = (1 − h_a)·c(r) + h_a·u_a(r). The evidence about a position is
    E(y) = log Σ_d π[y, d] Π p(r), a unary term of the chain.

Guarantee:
    With one difficulty, s = ∞ and no habit it is the confusion matrix of Dawid and Skene. The mean of each answer is
    A whatever s is, so tables that are fitted to single answers are those of the urn too.

Reference:
    Dawid, Skene (1979), Maximum likelihood estimation of observer error-rates; Hovy et al. (2013), Learning whom to
    trust with MACE.
"""

import math

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.kernels.compiling import compiled


@compiled
def chance(table: float, concentration: float, same: float, before: float) -> float:
    """Chance of an answer by the urn: `same` of `before` earlier answers agreed with it."""
    if math.isinf(concentration):
        return table
    return (concentration * table + same) / (concentration + before)


@compiled
def likelihoods(  # noqa: PLR0917 - compiled, by position
    answers: Ints,
    shares: Floats,
    tables: Floats,
    concentration: float,
    habits: Floats,
    manners: Floats,
    positions: int,
) -> tuple[Floats, Floats]:
    """Log π[y, d] Π p(r) of every position (× label × difficulty), and how often each label was answered.

    `answers` has one row each: position, label, speed, annotator (0: nobody in particular), in the order they came.
    """
    labels, difficulties = shares.shape
    logs = np.empty((positions, labels, difficulties))
    for i in range(positions):
        for y in range(labels):
            for d in range(difficulties):
                logs[i, y, d] = math.log(shares[y, d])
    counts = np.zeros((positions, labels))
    for place in range(answers.shape[0]):
        i, r, b, a = answers[place]
        before = counts[i].sum()
        for y in range(labels):
            for d in range(difficulties):
                drawn = chance(tables[d, b, y, r], concentration, counts[i, r], before)
                logs[i, y, d] += math.log((1.0 - habits[a]) * drawn + habits[a] * manners[a, r])
        counts[i, r] += 1.0
    return logs, counts


@compiled
def sum_difficulties(logs: Floats) -> tuple[Floats, Floats]:
    """Evidence (position × label), and chances of difficulties given the label (position × label × difficulty)."""
    positions, labels, difficulties = logs.shape
    evidence = np.empty((positions, labels))
    given = np.empty((positions, labels, difficulties))
    for i in range(positions):
        for y in range(labels):
            top = logs[i, y].max()
            total = 0.0
            for d in range(difficulties):
                given[i, y, d] = math.exp(logs[i, y, d] - top)
                total += given[i, y, d]
            for d in range(difficulties):
                given[i, y, d] /= total
            evidence[i, y] = top + math.log(total)
    return evidence, given


@compiled
def count_answers(  # noqa: PLR0917 - compiled, by position
    answers: Ints,
    marginals: Floats,
    given: Floats,
    tables: Floats,
    habits: Floats,
    manners: Floats,
    table_counts: Floats,
    share_counts: Floats,
    speed_counts: Floats,
    habit_counts: Floats,
    manner_counts: Floats,
) -> None:
    """Add what the answers about one input say, weighed by what is believed of label and difficulty."""
    labels, difficulties = share_counts.shape
    seen = np.zeros(marginals.shape[0], dtype=np.bool_)
    for place in range(answers.shape[0]):
        i, r, b, a = answers[place]
        by_habit = 0.0
        for y in range(labels):
            for d in range(difficulties):
                weight = marginals[i, y] * given[i, y, d]
                drawn = (1.0 - habits[a]) * tables[d, b, y, r]
                habit = habits[a] * manners[a, r]
                share = habit / (drawn + habit)
                table_counts[d, b, y, r] += weight * (1.0 - share)
                by_habit += weight * share
                if not seen[i]:
                    share_counts[y, d] += weight
        seen[i] = True
        speed_counts[b] += 1.0
        habit_counts[a, 0] += 1.0 - by_habit
        habit_counts[a, 1] += by_habit
        manner_counts[a, r] += by_habit
