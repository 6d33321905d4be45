"""Chances of statements under mixtures of several systems' draws, one mixture for each system.

Idea:
    Draws from all systems serve every system, as if they came from a mixture made for it. The weights of the mixture
    say how much each system's draws are worth to it.

Formula:
    Overlap A_ij = Σ_x p_i(x) p_j(x); published weights w_ij ∝ n_j A_ij; q_i(x) = Σ_j w_ij p_j(x). A draw of x from j
    moves the precision of i by w_ij/n_j · p_i(x)/q_i(x) when x is right.

Reference:
    Owen (2013), Monte Carlo theory, methods and examples, ch. 9; Veach, Guibas (1995), Optimally combining sampling
    techniques.
"""

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.kernels.compiling import compiled


@compiled
def mixed_chances(starts: Ints, maker: Ints, chance: Floats, weights: Floats, wanted: Ints) -> Floats:
    """q_i(x) for each maker i of each wanted statement, one after the other.

    Args:
        starts: Makers of statement x stand from `starts[x]` to before `starts[x + 1]`.
        maker: The systems that make it.
        chance: p_i(x) of each.
        weights: System × system, w_ij.
        wanted: Numbers of statements.
    """
    count = 0
    for x in wanted:
        count += starts[x + 1] - starts[x]
    found = np.empty(count)
    place = 0
    for x in wanted:
        for a in range(starts[x], starts[x + 1]):
            total = 0.0
            for b in range(starts[x], starts[x + 1]):
                total += weights[maker[a], maker[b]] * chance[b]
            found[place] = total
            place += 1
    return found
