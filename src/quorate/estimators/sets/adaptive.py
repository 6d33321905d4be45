"""How many statements of a new system must be judged, seeing how much was judged before.

Idea: what earlier systems make, too, has been judged with a chance that is known, so a new system needs the fewer
judgments the more of what it says is known.

Formula: the least n with ¼ Σ_x pₘ(x)²(1 − π(x))/π(x) ≤ V, where 1 − π(x) = (1 − pₘ(x))ⁿ Π_j (1 − p_j(x))^nⱼ; by
bisection, for the sum falls with n. For a system alone, drawn from many statements, this is ¼/n. The published bound,
w²/n Σ p(p/q)², takes f ≤ 1 where |f − ½| = ½ would do: for a lone system it is 1/n, four times too wide, and asks for
four times too much.

Guarantee: n depends on who makes what and on earlier numbers, never on a judgment: estimates by `distinct` stay
unbiased, and their variance is at most V (with ½ expected everywhere, up to terms that only make it smaller). All
judged for certain has variance 0.
"""

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.data.statements import Statements
from quorate.errors import InputError
from quorate.estimators.sets.chances import with_replacement

MOST = 1 << 40


def planned_variances(statements: Statements, counts: Ints | Floats, target: Floats | None = None) -> Floats:
    """The largest variance each system's precision can have after so many draws; ¼ where a part cannot be reached."""
    chance = with_replacement(statements, counts)
    meant = statements.chance if target is None else target
    at = chance[statements.statement]
    left = np.divide(1 - at, at, out=np.full(len(at), np.inf), where=at > 0)
    with np.errstate(invalid="ignore"):
        rows = np.where(meant > 0, meant**2 * left, 0.0)
    return np.minimum(0.25 * statements.total(rows), 0.25)


def draws_needed(statements: Statements, counts: Ints, system: int, variance: float) -> int:
    """The least number of draws from a system that brings its precision to a variance, beside those made before.

    Args:
        counts: Draws made from each system; that of the system itself is a lower bound.
        variance: Wanted variance, above 0.

    Raises:
        InputError: The variance is not above 0.
    """
    if not variance > 0:
        raise InputError(f"A variance of {variance:g} cannot be reached by draws. Give one above 0.")
    rows = slice(statements.starts[system], statements.starts[system + 1])
    if rows.start == rows.stop:
        return int(counts[system])
    p, x = statements.chance[rows], statements.statement[rows]
    others = np.array(counts, dtype=np.float64)
    others[system] = 0.0
    missed_before = 1.0 - with_replacement(statements, others)[x]
    log_missed = np.log(np.maximum(1.0 - p, 1e-15))

    def bound(n: int) -> float:
        missed = missed_before * np.exp(n * log_missed)
        reached = 1.0 - missed
        if (reached <= 0).any():
            return np.inf
        return 0.25 * float((p**2 * missed / reached).sum())

    low = int(counts[system])
    if bound(low) <= variance:
        return low
    high = max(1, 2 * low)
    while bound(high) > variance and high < MOST:
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if bound(middle) <= variance else (middle, high)
    return high


def variance_of_width(width: float, level: float) -> float:
    """The variance at which an interval is so wide.

    Raises:
        InputError: The width is not a share.
    """
    from scipy.special import ndtri

    if not 0 < width < 1:
        raise InputError(f"An interval of width {width:g} is no target. Give one between 0 and 1.")
    return float((width / (2 * ndtri(0.5 + level / 2))) ** 2)
