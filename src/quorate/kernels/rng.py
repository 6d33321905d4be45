"""Sequences of random numbers for compiled code: each begins with a key and is handed on from draw to draw.

A generator of NumPy's takes 15 µs to construct and cannot be constructed in compiled code.
"""

import math

import numpy as np
from numpy.typing import NDArray

from quorate.kernels.compiling import compiled
from quorate.kernels.streams import GOLDEN, bits, mix


@compiled
def seed_rng(seed: int, run: int, question: int, purpose: int) -> np.uint64:
    """Start a sequence of random numbers for one purpose at one question."""
    return bits(np.uint64(seed), np.uint64(run), np.uint64(question), np.uint64(purpose))


@compiled
def draw(rng: np.uint64) -> tuple[np.uint64, float]:
    """The sequence moved on, and a uniform number in [0, 1)."""
    rng = rng + GOLDEN
    return rng, np.float64(mix(rng) >> np.uint64(11)) * 2.0**-53


@compiled
def draw_below(rng: np.uint64, n: int) -> tuple[np.uint64, int]:
    """The sequence moved on, and a whole number in [0, n)."""
    rng, u = draw(rng)
    return rng, min(int(u * n), n - 1)


@compiled
def draw_normal(rng: np.uint64) -> tuple[np.uint64, float]:
    """The sequence moved on, and a standard normal number (Marsaglia's polar method)."""
    while True:
        rng, u = draw(rng)
        rng, v = draw(rng)
        x, y = 2.0 * u - 1.0, 2.0 * v - 1.0
        s = x * x + y * y
        if 0.0 < s < 1.0:
            return rng, x * math.sqrt(-2.0 * math.log(s) / s)


@compiled
def draw_normals(rng: np.uint64, out: NDArray[np.float64]) -> np.uint64:
    """Fill an array with standard normal numbers and return the sequence moved on."""
    place = 0
    while place < out.size:
        rng, u = draw(rng)
        rng, v = draw(rng)
        x, y = 2.0 * u - 1.0, 2.0 * v - 1.0
        s = x * x + y * y
        if 0.0 < s < 1.0:
            factor = math.sqrt(-2.0 * math.log(s) / s)
            out[place] = x * factor
            if place + 1 < out.size:
                out[place + 1] = y * factor
            place += 2
    return rng


@compiled
def draw_gamma(rng: np.uint64, shape: float) -> tuple[np.uint64, float]:
    """The sequence moved on, and a Gamma(shape, 1) number for shape ≥ 1 (Marsaglia and Tsang)."""
    d = shape - 1.0 / 3.0
    c = 1.0 / math.sqrt(9.0 * d)
    while True:
        rng, x = draw_normal(rng)
        v = 1.0 + c * x
        if v <= 0.0:
            continue
        v = v * v * v
        rng, u = draw(rng)
        if u < 1.0 - 0.0331 * x * x * x * x or math.log(u) < 0.5 * x * x + d * (1.0 - v + math.log(v)):
            return rng, d * v


@compiled
def draw_beta(rng: np.uint64, a: float, b: float) -> tuple[np.uint64, float]:
    """The sequence moved on, and a Beta(a, b) number for a, b ≥ 1."""
    rng, x = draw_gamma(rng, a)
    rng, y = draw_gamma(rng, b)
    return rng, x / (x + y)
