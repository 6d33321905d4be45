"""Centres of groups of points (k-means), seeded.

Idea:
    Start from points that lie far from each other (k-means++), then move every centre to the mean of the points nearest
    to it until nothing changes.

Formula:
    min over centres of Σ_x min_k |x − μ_k|². A first centre is uniform; the next are drawn with probability
    proportional to the squared distance to the nearest centre so far.

Guarantee:
    The sum never rises from one step to the next. The same seed and order of points give the same centres. The start is
    within 8 (ln k + 2) of the best sum in expectation.

Reference:
    Lloyd (1982), Least squares quantization in PCM; Arthur, Vassilvitskii (2007), k-means++: the advantages of careful
    seeding.
"""

import numpy as np

from quorate.arrays import Floats, Ints

STEPS = 100


def find_centres(points: Floats, count: int, seed: int) -> tuple[Floats, Ints]:
    """Centres (count × number) of points (point × number), and the nearest centre of each point."""
    if not 1 <= count <= len(points):
        raise ValueError(f"There must be at least one centre and no more than points, not {count} for {len(points)}.")
    rng = np.random.default_rng(seed)
    centres = _spread_out(points, count, rng)
    nearest = np.full(len(points), -1, dtype=np.int64)
    for _ in range(STEPS):
        distance = square_distances(points, centres)
        found = np.argmin(distance, axis=1).astype(np.int64)
        if (found == nearest).all():
            break
        nearest = found
        sizes = np.bincount(nearest, minlength=count)
        sums = np.zeros_like(centres)
        np.add.at(sums, nearest, points)
        has_points = sizes > 0  # a centre that lost all its points stays where it was
        centres[has_points] = sums[has_points] / sizes[has_points, None]
    return centres, nearest


def square_distances(points: Floats, centres: Floats) -> Floats:
    """Point × centre: squared distances, not below 0."""
    products = points @ centres.T
    distance = np.square(points).sum(axis=1)[:, None] - 2 * products + np.square(centres).sum(axis=1)[None, :]
    floored: Floats = np.maximum(distance, 0.0)
    return floored


def _spread_out(points: Floats, count: int, rng: np.random.Generator) -> Floats:
    chosen = [int(rng.integers(len(points)))]
    distance = square_distances(points, points[chosen])[:, 0]
    while len(chosen) < count:
        total = float(distance.sum())
        if total > 1e-12:
            place = int(np.searchsorted(np.cumsum(distance), rng.random() * total, side="right"))
        else:  # every point lies on a centre
            place = int(rng.integers(len(points)))
        chosen.append(min(place, len(points) - 1))
        distance = np.minimum(distance, square_distances(points, points[chosen[-1:]])[:, 0])
    return points[chosen].copy()
