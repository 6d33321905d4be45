"""Skill ratings that are updated game by game: Elo and Glicko-2.

Idea:
    Every contestant has a number; the winner of a game takes points from the loser, more of them for an unlikely win.
    Glicko-2 also keeps how unsure each number is (its deviation) and how erratic the contestant (its volatility).

Formula:
    Elo: r += K (s − 1/(1 + 10^((r_j − r)/400))), s being 1, ½ or 0.
    Glicko-2, with μ = (r − 1500)/173.7178, φ = RD/173.7178, g = 1/√(1 + 3φ_j²/π²), E = 1/(1 + e^{−g(μ − μ_j)}):
    v = 1/Σ g²E(1 − E), Δ = v Σ g(s − E); σ' solves the equation of its reference; φ*² = φ² + σ'²,
    1/φ'² = 1/φ*² + 1/v, μ' = μ + φ'² Σ g(s − E). All games of a period are played by the numbers at its beginning.
    A tie counts s = ½, or, with a tie ratio c: whoever has the higher rating moves by c of what a loss would cost,
    whoever has the lower one by c of what a win would bring, and equals stay.

Guarantee:
    None about the order: later games weigh more, and the same games in another order give other numbers.

Assumptions:
    A contestant who does not play in a period stays as sure as before: what is rated does not change meanwhile.

Reference:
    Elo (1978), The rating of chessplayers; Glickman (2012), Example of the Glicko-2 system; Zhou, Xu (2020), Learning
    to compare, for ties by a ratio.
"""

from math import exp, log, pi, sqrt
from typing import NamedTuple

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.kernels.compiling import compiled

CENTRE = 1500.0
SCALE = 173.7178
CLOSE = 1e-6  # where the search for a volatility ends
NO_RATIO = -1.0  # a tie is half a win


class Contestants(NamedTuple):
    """What is known of contestants; changed by games.

    Attributes:
        rating: Rating of each, on the scale of chess.
        deviation: Its deviation.
        volatility: Volatility of each.
        order: Contestants, best first.
        place: Place of each in it.
        since: Games of each since the order last changed.
    """

    rating: Floats
    deviation: Floats
    volatility: Floats
    order: Ints
    place: Ints
    since: Ints


class Glicko(NamedTuple):
    """How games are weighed: games in a period, τ, and the tie ratio (negative where a tie is half a win)."""

    period: int
    change: float
    ratio: float


def new_contestants(ratings: Floats, deviation: float, volatility: float) -> Contestants:
    """Contestants before any game."""
    count = len(ratings)
    order = np.argsort(-ratings, kind="stable").astype(np.int64)
    return Contestants(
        rating=ratings.copy(),
        deviation=np.full(count, deviation),
        volatility=np.full(count, volatility),
        order=order,
        place=np.argsort(order, kind="stable").astype(np.int64),
        since=np.zeros(count, dtype=np.int64),
    )


@compiled
def move_up_or_down(contestants: Contestants, contestant: int) -> bool:
    """Put a contestant where its rating belongs, best first, lower number first among equals; whether it moved."""
    order, place, rating = contestants.order, contestants.place, contestants.rating
    begin = at = place[contestant]
    while at > 0:
        above = order[at - 1]
        if rating[above] > rating[contestant] or (rating[above] == rating[contestant] and above < contestant):
            break
        order[at], place[above] = above, at
        at -= 1
    if at == begin:
        while at < len(order) - 1:
            below = order[at + 1]
            if rating[below] < rating[contestant] or (rating[below] == rating[contestant] and below > contestant):
                break
            order[at], place[below] = below, at
            at += 1
    order[at], place[contestant] = contestant, at
    return bool(at != begin)


@compiled
def play_elo(first: Ints, second: Ints, outcome: Floats, contestants: Contestants, step: float) -> None:
    """Play games one after the other.

    Args:
        first: First contestant of each game.
        second: Second contestant.
        outcome: 1 where the first won, ½ for a tie, 0 where the second did.
        contestants: What is known of them; changed.
        step: K, the most points a game moves.
    """
    rating = contestants.rating
    for game in range(len(first)):
        i, j = first[game], second[game]
        points = step * (outcome[game] - 1.0 / (1.0 + 10.0 ** ((rating[j] - rating[i]) / 400.0)))
        rating[i] += points
        rating[j] -= points
        has_moved = move_up_or_down(contestants, i)
        has_moved |= move_up_or_down(contestants, j)
        if has_moved:
            contestants.since[:] = 0
        contestants.since[i] += 1
        contestants.since[j] += 1


@compiled
def surprise_of(outcome: float, expected: float, higher: float, ratio: float) -> float:
    """What a game says beyond what was expected; `higher`: how much higher the one is rated than the other."""
    if outcome != 0.5 or ratio < 0.0:
        return outcome - expected
    if higher == 0.0:
        return 0.0
    return -ratio * expected if higher > 0.0 else ratio * (1.0 - expected)


@compiled
def volatility_after(deviation: float, volatility: float, variance: float, delta: float, change: float) -> float:
    """The volatility that makes a period's results likeliest (step 5 of the reference, by the Illinois rule).

    Args:
        deviation: φ before the period.
        volatility: σ before it.
        variance: v.
        delta: Δ.
        change: τ, how much volatilities change.
    """
    start = log(volatility * volatility)
    squares = (deviation * deviation, variance, delta * delta)
    low = start
    if squares[2] > squares[0] + squares[1]:
        high = log(squares[2] - squares[0] - squares[1])
    else:
        steps = 1.0
        while _slope(start - steps * change, start, squares, change) < 0.0:
            steps += 1.0
        high = start - steps * change
    at_low, at_high = _slope(low, start, squares, change), _slope(high, start, squares, change)
    while abs(high - low) > CLOSE:
        new = low + (low - high) * at_low / (at_high - at_low)
        at_new = _slope(new, start, squares, change)
        if at_new * at_high <= 0.0:
            low, at_low = high, at_high
        else:
            at_low /= 2.0
        high, at_high = new, at_new
    return exp(low / 2.0)


@compiled
def _slope(x: float, start: float, squares: tuple[float, float, float], change: float) -> float:
    grown = exp(x)
    spread = squares[0] + squares[1] + grown
    return grown * (squares[2] - spread) / (2.0 * spread * spread) - (x - start) / (change * change)


@compiled
def play_glicko(first: Ints, second: Ints, outcome: Floats, contestants: Contestants, how: Glicko) -> None:
    """Play games, so many a period; those of a period are weighed together.

    Args:
        first: First contestant of each game.
        second: Second contestant.
        outcome: 1 where the first won, ½ for a tie, 0 where the second did.
        contestants: What is known of them; changed.
        how: How games are weighed.
    """
    rating, deviation, volatility, since = (
        contestants.rating,
        contestants.deviation,
        contestants.volatility,
        contestants.since,
    )
    period = how.period
    information = np.zeros(len(rating))
    surprise = np.zeros(len(rating))
    playing = np.empty(min(2 * period, len(rating)), dtype=np.int64)
    is_playing = np.zeros(len(rating), dtype=np.bool_)
    for begin in range(0, len(first), period):
        count = 0
        for game in range(begin, min(begin + period, len(first))):
            for turn in range(2):
                i, j = (first[game], second[game]) if turn == 0 else (second[game], first[game])
                result = outcome[game] if turn == 0 else 1.0 - outcome[game]
                higher = (rating[i] - rating[j]) / SCALE
                phi = deviation[j] / SCALE
                weight = 1.0 / sqrt(1.0 + 3.0 * phi * phi / (pi * pi))
                expected = 1.0 / (1.0 + exp(-weight * higher))
                information[i] += weight * weight * expected * (1.0 - expected)
                surprise[i] += weight * surprise_of(result, expected, higher, how.ratio)
                if not is_playing[i]:
                    is_playing[i] = True
                    playing[count] = i
                    count += 1
        for i in playing[:count]:
            phi = deviation[i] / SCALE
            if information[i] > 0.0:
                delta = surprise[i] / information[i]
                volatility[i] = volatility_after(phi, volatility[i], 1.0 / information[i], delta, how.change)
                grown = phi * phi + volatility[i] * volatility[i]
                phi = 1.0 / sqrt(1.0 / grown + information[i])
                rating[i] += SCALE * phi * phi * surprise[i]
                deviation[i] = min(SCALE * phi, 2.0 * CENTRE)
            information[i] = surprise[i] = 0.0
            is_playing[i] = False
        has_moved = False
        for i in playing[:count]:
            has_moved |= move_up_or_down(contestants, i)
        if has_moved:
            since[:] = 0
        for game in range(begin, min(begin + period, len(first))):
            since[first[game]] += 1
            since[second[game]] += 1
