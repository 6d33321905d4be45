"""How many judgments the next system needs: 40 runs of TREC-COVID in 10 random orders, target variance ¼/150.

Each system gets as few draws as bring its planned variance to the target, seeing what was drawn before; it is scored
at once. *Fixed* is 150 draws for each. Judged statements are fewer than draws: what was judged before is not asked
again. *Printed bound*: published weights and w²/n Σ p(p/q)², asking for 1/150 as it stands there; *a quarter of it*:
the same with ¼, asking for ¼/150. *As served* is what a study of sets does: every statement has one random number,
and is asked about once the plan reaches it (sequential Poisson sampling).
"""

from collections.abc import Callable
from pathlib import Path

import numpy as np
from frame import Results
from scipy.stats import norm
from sets_sections.collections import Collection, read_collection, renumbered, restricted
from sets_sections.made import make_systems, make_world

from quorate.arrays import Floats, Ints
from quorate.data.statements import DrawnStatements, Statements
from quorate.estimators.set_plan import draws_of
from quorate.estimators.sets.adaptive import draws_needed
from quorate.estimators.sets.chances import inclusion
from quorate.estimators.sets.expected import expect
from quorate.estimators.sets.intervals import one_look
from quorate.estimators.sets.measured import Measured
from quorate.estimators.sets.precision import measure_precision

FIXED, MANY, LAST = 150, 40, 10
WANTED = 0.25 / FIXED
Needs = Callable[[Statements, Ints, DrawnStatements], int]


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Shares of what a fixed number takes, and whether the target is met."""
    for name in ("trec-covid-r1", "trec-covid-r3", "made"):
        orders = 2 if quick else 10
        found = make_systems(make_world(seed), seed) if name == "made" else read_collection(data, name, least=20)
        barred = name == "trec-covid-r1"
        case = f"{name}, {MANY} systems, {orders} orders"
        spent, judged, error = play_orders(found, orders, seed, ours, "distinct")
        share, last = spent / FIXED, spent[:, -LAST:] / FIXED
        results.at_most("draws / fixed", case, 100 * float(share.mean()), "%", 54 if barred else None)
        results.at_most("draws / fixed, standard error", case, 100 * spread(share.mean(axis=1)), "%")
        results.at_most("draws / fixed, last ten", case, 100 * float(last.mean()), "%", 37 if barred else None)
        results.at_most("draws / fixed, last ten, standard error", case, 100 * spread(last.mean(axis=1)), "%")
        results.at_most("newly judged / fixed", case, 100 * float(judged.mean()) / FIXED, "%")
        results.at_most("newly judged / fixed, last ten", case, 100 * float(judged[:, -LAST:].mean()) / FIXED, "%")
        show_error(results, "", case, error)
        results.at_most("bias", case, float(error.mean()), "")
        results.at_most("bias, standard error", case, spread(error.mean(axis=1)), "")
        for place in (0, 1, 4, 9, 19, 29, 39):
            many = float(judged[:, place].mean())
            results.at_most(f"newly judged for the next system, {name}", f"system {place + 1:02d}", many, "statements")
        slope = np.polyfit(np.log(np.arange(1, MANY + 1)), np.log(np.maximum(judged.mean(axis=0), 0.5)), 1)[0]
        results.at_most("newly judged fall with the number of systems to the power", case, float(slope), "")
        asked, error, held = play_served(found, orders, seed)
        results.at_least("as served: coverage of 95 % intervals", case, 100 * float(held.mean()), "%")
        off = 100 * spread(held.mean(axis=1))
        results.at_most("as served: coverage of 95 % intervals, standard error", case, off, "points")
        results.at_most(
            "as served: asked / fixed", case, 100 * float(asked.mean()) / FIXED, "%", 54 if barred else None
        )
        last_asked = asked[:, -LAST:] / FIXED
        results.at_most(
            "as served: asked / fixed, last ten", case, 100 * float(last_asked.mean()), "%", 37 if barred else None
        )
        results.at_most(
            "as served: asked / fixed, last ten, standard error", case, 100 * spread(last_asked.mean(axis=1)), "%"
        )
        show_error(results, "as served: ", case, error)
        if not barred:
            continue
        for words, needs in (("printed bound", printed), ("a quarter of it", quartered)):
            spent, judged, error = play_orders(found, 2 if quick else 4, seed, needs, "published")
            results.at_most(f"draws / fixed, {words}", name, 100 * float(spent.mean()) / FIXED, "%")
            results.at_most(
                f"draws / fixed, last ten, {words}", name, 100 * float(spent[:, -LAST:].mean()) / FIXED, "%"
            )
            rmse = float(np.sqrt((error**2).mean()))
            results.at_most(f"root mean squared error / target, {words}", name, rmse / WANTED**0.5, "")


def show_error(results: Results, words: str, case: str, error: Floats) -> None:
    """Root mean squared error over the target, and the standard error of that over orders."""
    ratio = float(np.sqrt((error**2).mean() / WANTED))
    results.at_most(f"{words}root mean squared error / target", case, ratio, "", 1)
    off = spread((error**2).mean(axis=1)) / (2 * ratio * WANTED)
    results.at_most(f"{words}root mean squared error / target, standard error", case, off, "")


def spread(values: Floats) -> float:
    """Standard error of a mean over orders."""
    return float(values.std(ddof=1) / np.sqrt(len(values)))


def play_orders(found: Collection, orders: int, seed: int, needs: Needs, method: str) -> tuple[Floats, Floats, Floats]:
    """Order × place: draws, newly judged statements, and the error of the score when the system has come."""
    spent, judged, error = (np.zeros((orders, MANY)) for _ in range(3))
    for number in range(orders):
        rng = np.random.default_rng([seed + 3, number])
        chosen = restricted(found, rng.permutation(len(found.statements.systems))[:MANY])
        truth = chosen.precision
        source, drawn = np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
        counts = np.zeros(MANY, dtype=np.int64)
        for place in range(MANY):
            there = restricted(chosen, np.arange(place + 1)).statements
            before = DrawnStatements(source=source, statement=drawn, value=found.truth[drawn])
            counts[place] = needs(there, counts[: place + 1], before)
            row = there.starts[place] + (rng.random(counts[place]) * there.sizes[place]).astype(np.int64)
            fresh = there.statement[row]
            judged[number, place] = len(np.setdiff1d(fresh, drawn))
            source = np.concatenate([source, np.full(len(fresh), place)])
            drawn = np.concatenate([drawn, fresh])
            draws = DrawnStatements(source=source, statement=drawn, value=found.truth[drawn])
            error[number, place] = score(there, draws, method).value[-1] - truth[place]
        spent[number] = counts
    return spent, judged, error


def play_served(found: Collection, orders: int, seed: int) -> tuple[Floats, Floats, Floats]:
    """Order × place: statements asked about, the error of the score of who has just come, and whether it is held."""
    asked, error, held = (np.zeros((orders, MANY)) for _ in range(3))
    width = 2 * float(norm.isf(0.025)) * WANTED**0.5
    for number in range(orders):
        rng = np.random.default_rng([seed + 3, number])
        chosen = renumbered(restricted(found, rng.permutation(len(found.statements.systems))[:MANY]))
        statements, truth = chosen.statements, chosen.precision
        many = draws_of(statements, width, 0.95)
        own, known = rng.exponential(size=statements.count), np.zeros(statements.count)
        for place in range(MANY):
            there = restricted(chosen, np.arange(place + 1)).statements
            rows = slice(there.starts[place], there.starts[place + 1])
            before = int((own <= known).sum())
            known[there.statement[rows]] += many[place] * there.chance[rows]
            reached = np.flatnonzero(own <= known)
            asked[number, place] = len(reached) - before
            each = -np.expm1(-known / np.maximum(there.makers, 1))  # so that all makers together reach it so often
            source = np.zeros(statements.count, dtype=np.int64)
            source[there.statement[::-1]] = there.owner[::-1]
            draws = DrawnStatements(
                source=source[reached],
                statement=reached,
                value=chosen.truth[reached],
                replaced=False,
                inclusion=each[there.statement],
            )
            measured = score(there, draws, "distinct")
            low, high = one_look(measured, 0.95)[-1]
            error[number, place] = measured.value[-1] - truth[place]
            held[number, place] = low <= truth[place] <= high
    return asked, error, held


def score(statements: Statements, draws: DrawnStatements, method: str) -> Measured:
    """Precision of all systems; the last one has just come."""
    guess = None
    if method == "distinct":
        guess = expect(statements, draws.values(statements.count), inclusion(statements, draws))
    return measure_precision(statements, draws, method, expected=guess)


def ours(statements: Statements, counts: Ints, draws: DrawnStatements) -> int:  # noqa: ARG001
    """By who makes what alone."""
    return draws_needed(statements, counts, len(counts) - 1, WANTED)


def printed(statements: Statements, counts: Ints, draws: DrawnStatements) -> int:
    """As printed: for a lone system 1/n, held against 1/150."""
    return least(statements, counts, draws, 1.0, 1 / FIXED)


def quartered(statements: Statements, counts: Ints, draws: DrawnStatements) -> int:
    """With |f − ½| = ½ where the paper has f ≤ 1."""
    return least(statements, counts, draws, 0.25, WANTED)


def least(statements: Statements, counts: Ints, draws: DrawnStatements, factor: float, wanted: float) -> int:
    """Bisection on the conservative variance with the published weights."""
    overlap = overlaps(statements)
    low, high = 0, 2 * FIXED
    while high - low > 1:
        middle = (low + high) // 2
        if bound(statements, counts, draws, overlap, middle, factor) <= wanted:
            high = middle
        else:
            low = middle
    return high


def overlaps(statements: Statements) -> Floats:
    """Σ p_i p_m of every system with the last one."""
    last = np.zeros(statements.count)
    rows = slice(statements.starts[-2], statements.starts[-1])
    last[statements.statement[rows]] = statements.chance[rows]
    return statements.total(statements.chance * last[statements.statement])


def bound(
    statements: Statements, counts: Ints, draws: DrawnStatements, overlap: Floats, n: int, factor: float
) -> float:
    """Empirical variance of what was drawn before, and an upper bound for n draws to come."""
    last = len(counts) - 1
    many = counts.astype(float)
    many[last] = n
    weights = many * overlap
    weights = weights / weights.sum()
    q = np.bincount(
        statements.statement, weights=weights[statements.owner] * statements.chance, minlength=statements.count
    )
    p = np.zeros(statements.count)
    rows = slice(statements.starts[last], statements.starts[last + 1])
    p[statements.statement[rows]] = statements.chance[rows]
    ratio = np.divide(p, q, out=np.zeros(len(p)), where=q > 0)
    total = factor * weights[last] ** 2 / n * float((p * ratio**2).sum())
    if len(draws.source):
        moved = ratio[draws.statement] * draws.value
        each = np.bincount(draws.source, minlength=last + 1).astype(float)
        mean = np.bincount(draws.source, weights=moved, minlength=last + 1) / np.maximum(each, 1)
        square = np.bincount(draws.source, weights=moved**2, minlength=last + 1) / np.maximum(each, 1)
        total += float((weights**2 / np.maximum(each, 1) * (square - mean**2))[each > 0].sum())
    return total
