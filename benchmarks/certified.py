"""The certified winner: when it stops, against the lower bound; how often it is wrong; where nobody wins.

Judgments are drawn with replacement (scope *items*) or without (*judgments*).
"""

import math
import sys
import time
from functools import cache
from pathlib import Path

import certified_delay
import certified_refuters
import certified_told
import numpy as np
from frame import Figure, Results, parse_arguments
from joblib import Parallel, delayed, parallel_config
from numba import njit
from parts import join_parts, read_parts

from quorate.kernels import betting
from quorate.kernels.rng import seed_rng
from quorate.policies.duels import duel_policy
from quorate.policies.duels.machine.state import State, draw_outcome
from quorate.simulation.bounds import information_needed, loss_evidence, lower_bound
from quorate.simulation.complexity import annotation_complexity, checkpoints
from quorate.simulation.pools import Pool

SEED = 0
ERROR = 0.05
CERTIFIED, RMED = duel_policy("certified"), duel_policy("rmed1")
HORIZON = 400_000
ORDER_HORIZON = 30_000
USUAL = 50  # runs: with fewer the figure is not drawn anew
FEW = 20  # judgments: a rate from fewer says little about two systems
RUNS = 50  # of a set
MORE = 2  # times as many runs where a mean lies close to its bar
MOST = 6  # times as many runs for annotation complexity: from few it lies too high, being the last of many crossings
RIVAL_HORIZON = 3  # times what RMED took in the paper: where runs of double Thompson end
# Annotation complexity of RMED in the evaluation paper (table 10); E2E there has other systems.
RMED_PAPER = {
    "wmt16-ron-eng": 5113,
    "wmt16-cze-eng": 1612,
    "wmt16-tur-eng": 2028,
    "wmt16-deu-eng": 864,
    "wmt15-fin-eng": 1707,
    "wmt15-rus-eng": 1929,
    "wmt15-deu-eng": 4047,
    "gmeg-fce": 2093,
    "gmeg-wiki": 5647,
    "conll14-gec-paper": 9364,
    "parabank-paper": 24132,
}
JUDGMENTS = "scope judgments: stop beside the bound of scope items (another problem)"
SETS = (*list(RMED_PAPER)[:10], "e2e-quality", "parabank-paper")
DELAYED = ("wmt16-deu-eng", "wmt15-fin-eng")
REFUTERS = ("stop / bound, mean", "stop / bound, worst member", "wrong or unstopped")
WITHOUT_WINNER = ("wmt12-deu-eng", "wmt12-fra-eng", "wmt16-fin-eng")


@cache
def read(folder: Path, name: str, *, drop_implied: bool) -> Pool:
    """The judgments of one data set."""
    from quorate.io import read_pairwise

    return Pool.from_comparisons(read_pairwise(folder / "pairwise" / name), drop_implied=drop_implied)


def play_once(policy, parameters, pool, seed, run, *, opponents=None, replace=True, horizon=HORIZON, looks=None):  # noqa: ANN001, ANN201
    """One run: state at its end, judgments, why it ended, who was named, and what was named at the looks."""
    state = policy.new_state(pool.counts.sum(axis=2), pool.differing)
    if opponents is not None:
        state = certified_told.with_opponents(state, opponents)
    looks = np.array([horizon], dtype=np.int64) if looks is None else looks
    named = np.empty(len(looks), dtype=np.int64)
    trace = np.empty((0, 2), dtype=np.int64)
    told, end, last = policy.play(
        state,
        policy.parameters._make(parameters),
        np.array(pool.counts),
        replace,
        seed,
        run,
        horizon,
        0,
        looks,
        named,
        trace,
    )
    return state, int(told), int(end), int(last), named


def play_some(policy, parameters, pool, seed, runs, **options):  # noqa: ANN001, ANN003, ANN201
    """Stops, ends and winners of some runs."""
    played = [play_once(policy, parameters, pool, seed, run, **options) for run in runs]
    return [(told, end, last, named) for _, told, end, last, named in played]


def play_all(policy, parameters, pool, *, seed: int, runs: int, **options):  # noqa: ANN001, ANN003, ANN201
    """All runs, on all cores, in order."""
    chunks = [range(first, min(first + 10, runs)) for first in range(0, runs, 10)]
    parts = Parallel()(delayed(play_some)(policy, parameters, pool, seed, chunk, **options) for chunk in chunks)
    told, ends, last, named = zip(*(one for part in parts for one in part), strict=True)
    return np.array(told), np.array(ends), np.array(last), np.array(named)


def complexity_section(results: Results, data: Path, runs: int, seed: int) -> None:
    """Annotation complexity beside RMED in the paper and corrected double Thompson."""
    reductions: dict[str, list[float]] = {"RMED": [], "corrected double Thompson": []}
    for name, paper in RMED_PAPER.items():
        pool = read(data, name, drop_implied=False)
        looks = checkpoints(int(1.5 * paper))
        found = complexity_of(names_of(named_by_default, pool, seed, range(MOST * runs), looks), pool, seed, looks)
        low, high = (math.inf if end is None else end for end in (found.low, found.high))
        error = 100 * (high - low) / 4 / paper  # the interval is about four standard errors long
        words = f"{name}, {MOST * runs} runs with replacement: {found}"
        own = 100 * (found.value / paper - 1)
        reductions["RMED"].append(own)
        case = f"{words}, RMED in the paper {paper:,}"
        hold(results, "annotation complexity against RMED", case, own, -50.0, error, "%")
        rival = certified_delay.complexity_at(duel_policy("dts"), pool, 0, seed, 2 * runs, RIVAL_HORIZON * paper)
        other = 100 * (found.value / min(rival.value, rival.horizon) - 1)
        reductions["corrected double Thompson"].append(other)
        case = f"{words}, double Thompson {rival}, {2 * runs} runs"
        results.at_most("annotation complexity against corrected double Thompson", case, other, "%")
    for label, values in reductions.items():
        case = f"the {len(values)} sets of the paper, {MOST * runs} runs each"
        bar = -64.0 if label == "RMED" else None
        results.at_most(f"annotation complexity against {label}, mean", case, float(np.mean(values)), "%", bar)


def lent_section(results: Results, data: Path, runs: int, seed: int) -> None:
    """Annotation complexity of RMED's own questions with the default's recommender."""
    label, reductions = "annotation complexity against RMED, RMED's questions with the default's recommender", []
    for name, paper in RMED_PAPER.items():
        pool = read(data, name, drop_implied=False)
        looks = checkpoints(int(1.5 * paper))
        found = complexity_of(names_of(named_on_rmed, pool, seed, range(runs), looks), pool, seed, looks)
        reductions.append(100 * (found.value / paper - 1))
        case = f"{name}, {runs} runs with replacement: {found}, RMED in the paper {paper:,}"
        results.at_most(label, case, reductions[-1], "%")
    results.at_most(f"{label}, mean", "the sets with RMED", float(np.mean(reductions)), "%")


def names_of(play, pool, seed, runs, looks):  # noqa: ANN001, ANN201
    """Who is named at the looks, run by run, on all cores."""
    chunks = [runs[first : first + 10] for first in range(0, len(runs), 10)]
    return np.concatenate(Parallel()(delayed(play)(pool, seed, chunk, looks) for chunk in chunks))


def complexity_of(named, pool, seed, looks):  # noqa: ANN001, ANN201
    """Annotation complexity of what was named at the looks."""
    is_right = named == pool.condorcet_winner
    return annotation_complexity(is_right, looks, error=ERROR, seed=seed, recommender="the posterior")


def named_by_default(pool, seed, runs, looks):  # noqa: ANN001, ANN201
    """Whom the default names at the looks, run by run."""
    options = {"horizon": int(looks[-1]), "looks": looks}
    return np.array([play_once(CERTIFIED, (ERROR / 2,), pool, seed, run, **options)[4] for run in runs])


@njit  # type: ignore[misc]
def outcomes_of(counts, pairs, seed, run):  # noqa: ANN001, ANN201
    """What a run was told: the simulator's own draws."""
    outcomes = np.empty(len(pairs))
    for place in range(len(pairs)):
        chance = seed_rng(seed, run, place + 1, 2)
        outcomes[place] = draw_outcome(counts, pairs[place, 0], pairs[place, 1], True, chance)
    return outcomes


def named_on_rmed(pool, seed, runs, looks):  # noqa: ANN001, ANN201
    """Whom the default's posterior names at the looks when RMED asks; nobody is dropped."""
    horizon, counts = int(looks[-1]), np.array(pool.counts)
    never, unquoted = CERTIFIED.parameters._replace(error=1e-300), np.empty((0, 2))
    named = np.empty((len(runs), len(looks)), dtype=np.int64)
    for row, run in enumerate(runs):
        trace = np.full((horizon, 2), -1, dtype=np.int64)
        asking = RMED.new_state(counts.sum(axis=2))
        unused = np.empty(1, dtype=np.int64)
        told, *_ = RMED.play(
            asking, RMED.parameters, counts, True, seed, run, horizon, 0, np.array([horizon]), unused, trace
        )
        outcomes = outcomes_of(counts, trace[:told], seed, run)
        state, done = CERTIFIED.new_state(counts.sum(axis=2), pool.differing), 0
        CERTIFIED.begin(state, never, seed, run)
        for place, look in enumerate(np.minimum(looks, told)):
            numbers = np.arange(done + 1, look + 1)
            seeds = np.full(len(numbers), seed)
            CERTIFIED.follow(state, never, seeds, numbers, trace[done:look], outcomes[done:look], unquoted)
            done = look
            named[row, place] = CERTIFIED.recommend(state, never, seed, run)
    return named


def stopping_section(results: Results, data: Path, runs: int, seed: int) -> None:
    """Scope *items*, claim (c): mean stop over the lower bound of that claim; tie-safe default, then strict."""
    kept = "strict, identical outputs asked as in the paper's data"
    usual = runs
    for label, error, drop_implied, bars in (
        ("tie-safe default", ERROR / 2, True, (2.05, None)),
        ("strict", ERROR, True, (1.75, 2.1)),
        (kept, ERROR, False, (None, None)),
    ):
        runs = usual if drop_implied else max(usual // 5, 2)
        ratios, errors, share = [], [], 0.0
        for name in SETS:
            pool = read(data, name, drop_implied=drop_implied)
            bound = lower_bound(pool, ERROR)
            told, ends, last, _ = play_all(CERTIFIED, (error,), pool, seed=seed, runs=runs)
            wrong = float(np.mean((last != pool.condorcet_winner) & (ends == 1)))
            share += wrong / len(SETS)
            ratios.append(told.mean() / bound)
            errors.append(told.std() / bound / math.sqrt(runs))
            case = f"{name}: bound {bound:,.0f}, mean stop {told.mean():,.0f}, {runs} runs (± {errors[-1]:.2f})"
            hold(results, f"scope items, {label}: stop / bound", case, ratios[-1], bars[1], errors[-1])
            if error == ERROR and drop_implied and (steady := steady_bound(pool)) > 1.01 * bound:
                case = f"{name}: bound {steady:,.0f} over pairs with {FEW} judgments or more"
                results.at_most(f"scope items, {label}: stop / other bound", case, told.mean() / steady, "ratio")
            results.at_most(f"scope items, {label}: wrong winners", name, 100 * wrong, "%", 5.0)
            results.at_most(f"scope items, {label}: runs unstopped", name, int((ends != 1).sum()), "runs", 0)
        mean, error_of_mean = float(np.mean(ratios)), float(np.linalg.norm(errors)) / len(errors)
        case = f"12 sets, {runs} runs each (± {error_of_mean:.3f})"
        hold(results, f"scope items, {label}: stop / bound, mean", case, mean, bars[0], error_of_mean)
        results.at_most(f"scope items, {label}: wrong winners, mean", case, 100 * share, "%", 5.0)


def hold(
    results: Results, name: str, case: str, value: float, bar: float | None, error: float, unit: str = "ratio"
) -> None:
    """Add a figure that should not exceed its bar by more than its standard error."""
    holds = None if bar is None else bool(value <= bar + error)
    results.add(Figure(name=name, case=case, value=float(value), unit=unit, bar=bar, holds=holds))


def refuters_section(results: Results, data: Path, runs: int, seed: int) -> None:  # noqa: ARG001 - its data is made here
    """Families in which strengths mislead about who refutes whom, members with test seeds, claim (c), strict."""
    is_usual, runs = runs >= USUAL, max(runs // 5, 2)
    for kind in certified_refuters.KINDS:
        members = (1 if kind == "near-ties" else 6) if is_usual else 1  # near-ties take long
        bars = (2.2, 2.8) if kind == certified_refuters.KINDS[0] else (None, None)
        ratios, errors, wrong = [], [], []
        for name, pool in certified_refuters.members(kind, certified_refuters.TEST, members).items():
            bound = lower_bound(pool, ERROR)
            told, ends, last, _ = play_all(CERTIFIED, (ERROR,), pool, seed=seed, runs=runs)
            ratios.append(told.mean() / bound)
            errors.append(told.std() / bound / math.sqrt(runs))
            wrong.append(np.mean((last != pool.condorcet_winner) | (ends != 1)))
            case = f"{name}: bound {bound:,.0f}, mean stop {told.mean():,.0f}, {runs} runs (± {errors[-1]:.2f})"
            hold(results, f"{kind}, strict: stop / bound", case, ratios[-1], None, errors[-1])
        error_of_mean, worst = float(np.linalg.norm(errors)) / len(errors), int(np.argmax(ratios))
        case = f"{len(ratios)} members with test seeds, {runs} runs each"
        words = f"{case} (± {error_of_mean:.2f})"
        hold(results, f"{kind}, strict: stop / bound, mean", words, float(np.mean(ratios)), bars[0], error_of_mean)
        words = f"{case} (± {errors[worst]:.2f})"
        hold(results, f"{kind}, strict: stop / bound, worst member", words, ratios[worst], bars[1], errors[worst])
        results.at_most(f"{kind}, strict: wrong or unstopped", case, 100 * float(np.mean(wrong)), "%", 5.0)


def delay_section(results: Results, data: Path, runs: int, seed: int) -> None:
    """Figure 8 of the evaluation paper: annotation complexity over delays, RMED and double Thompson beside."""
    pools = {name: (read(data, name, drop_implied=False), 2 * RMED_PAPER[name]) for name in DELAYED}
    certified_delay.add_delays(results, pools, max(runs // 2, 4), seed, draws=runs >= USUAL)


def steady_bound(pool: Pool) -> float:
    """The lower bound where no system is refuted by a rate that rests on a handful of judgments."""
    evidence = loss_evidence(pool)
    is_usable = pool.counts.sum(axis=2) >= FEW
    is_usable[:, pool.condorcet_winner] = True
    best = np.where(is_usable, evidence, 0.0).max(axis=1)
    losers = np.arange(len(best)) != pool.condorcet_winner
    return float((1.0 / best[losers]).sum()) * information_needed(ERROR)


def told_section(results: Results, data: Path, runs: int, seed: int) -> None:
    """Yardstick for scope *items*: the same, but told beforehand who wins, or who refutes whom soonest."""
    pools = {name: read(data, name, drop_implied=True) for name in SETS}
    pools["parabank, 35 systems"] = read(data, "parabank", drop_implied=True)
    for label, is_winner in (("the winner", True), ("the best opponents", False)):
        ratios = []
        for name, pool in pools.items():
            opponents = certified_told.opponents_of(pool, is_winner=is_winner)
            bound = lower_bound(pool, ERROR)
            told, *_ = play_all(certified_told.POLICY, (ERROR,), pool, seed=seed, runs=runs // 2, opponents=opponents)
            ratios.append(told.mean() / bound)
            results.at_most(f"scope items, strict, told {label}: stop / bound", name, ratios[-1], "ratio")
        mean = float(np.mean(ratios[:-1]))
        results.at_most(f"scope items, strict, told {label}: stop / bound, mean", "12 sets", mean, "ratio")


def pool_section(results: Results, data: Path, runs: int, seed: int) -> None:
    """Scope *judgments*: mean stop beside the bound of scope *items*, which is that of another problem.

    A pool ends: who has seen all of it knows the winner, so no bound for independent draws holds, and the ratio only
    says what the narrower question saves. How often a redrawn pool has the same winner says what it is worth.
    """
    runs *= MORE
    ratios = []
    for name in SETS:
        pool = read(data, name, drop_implied=False)
        bound = lower_bound(pool, ERROR)
        told, ends, last, _ = play_all(
            duel_policy("certified-pool"), (ERROR,), pool, seed=seed, runs=runs, replace=False
        )
        ratios.append(told.mean() / bound)
        case = f"{name}: bound {bound:,.0f}, mean stop {told.mean():,.0f}, {runs} runs"
        wrong = float(np.mean(last != pool.condorcet_winner))
        results.at_most(JUDGMENTS, case, ratios[-1], "ratio", 1.35)
        results.at_most("scope judgments: wrong winners", name, 100 * wrong, "%", 5.0)
        results.at_most("scope judgments: runs unstopped", name, int((ends != 1).sum()), "runs", 0)
        results.at_least("redrawn pools with the same winner", name, 100 * same_winner(pool, seed), "%")
    results.at_most(f"{JUDGMENTS}, mean", "12 sets", float(np.mean(ratios)), "ratio", 0.85)


def same_winner(pool: Pool, seed: int, draws: int = 400) -> float:
    """Share of bootstrapped pools in which the same system beats every other."""
    rng = np.random.default_rng(seed)
    k = len(pool.systems)
    first, second = np.triu_indices(k, 1)
    counts = pool.counts[first, second]
    same = 0
    for _ in range(draws):
        drawn = np.array([rng.multinomial(one.sum(), one / one.sum()) for one in counts])
        lead = np.zeros((k, k))
        lead[first, second] = drawn[:, 0] - drawn[:, 2]
        lead[second, first] = -lead[first, second]
        same += bool(((lead[pool.condorcet_winner] > 0).sum()) == k - 1)
    return same / draws


def verified(state: State, error: float) -> bool:
    """Whether some system is certain to beat every other, by the pairs alone."""
    k = state.copeland.size
    threshold = math.log(k / error)
    for i in range(k):
        values = [betting.log_evidence([0.0, 0.5, 1.0], _outcomes(state, i, j), 0.5) for j in range(k) if j != i]
        if min(values) >= threshold:
            return True
    return False


def _outcomes(state: State, i: int, j: int) -> list[float]:
    ties = state.ties[i, j]
    return [state.wins[j, i] - ties / 2, ties, state.wins[i, j] - ties / 2]


def claims_of(pool, seed, runs, horizon):  # noqa: ANN001, ANN201
    """For each run: whether a false verified claim stood at any of four looks, and how it ended."""
    found = []
    for run in runs:
        claimed = False
        for look in np.geomspace(horizon / 8, horizon, 4).astype(int):
            state, told, end, _, _ = play_once(CERTIFIED, (ERROR / 2,), pool, seed, run, horizon=int(look))
            claimed |= verified(state, ERROR)
            if end == 1:
                break
        found.append((claimed, end, int(state.memory.marks.left), told))
    return found


def no_winner_section(results: Results, data: Path, runs: int, seed: int) -> None:
    """Sets without a Condorcet winner, and a cycle of three: nothing false is verified, and every run ends honestly."""
    cycle = np.full((3, 3), 0.4)
    for i in range(3):
        cycle[i, (i + 1) % 3] = 0.6
    np.fill_diagonal(cycle, 0.0)
    pools = {name: read(data, name, drop_implied=True) for name in WITHOUT_WINNER}
    pools["3-cycle"] = Pool.from_preferences(cycle, np.zeros((3, 3)), size=1000)
    for name, pool in pools.items():
        chunks = [range(first, min(first + 10, runs)) for first in range(0, runs, 10)]
        parts = Parallel()(delayed(claims_of)(pool, seed, chunk, 10_000) for chunk in chunks)
        claims = [one for part in parts for one in part]
        ended = sum(end == 1 for _, end, _, _ in claims)
        nobody = sum(end == 1 and left == 0 for _, end, left, _ in claims)
        case = (
            f"{name}: {ended} ended by the policy ({nobody} with no winner, {ended - nobody} with one that is best if "
            f"anybody is), the rest at 10,000 with a set; four looks, {runs} runs"
        )
        results.at_most("false verified claims", case, 100 * float(np.mean([one[0] for one in claims])), "%", 5.0)


def tied_section(results: Results, data: Path, runs: int, seed: int) -> None:  # noqa: ARG001 - its data is made here
    """Equal systems: a winner between them is claimed in at most 5 % of the studies, looking after every judgment."""
    equal = Pool.from_preferences([[0.0, 0.4], [0.4, 0.0]], [[0.0, 0.2], [0.2, 0.0]], size=1000)
    studies = 10 * runs
    _, ends, _, _ = play_all(CERTIFIED, (ERROR / 2,), equal, seed=seed, runs=studies, horizon=500)
    case = f"two equal systems, 500 judgments, {studies} studies"
    results.at_most("false winners", f"{case}, default", 100 * float((ends == 1).mean()), "%", 5.0)
    results.at_most("false winners", f"{case}, a t-test at every look", 100 * naive(studies, seed), "%")
    strength = np.array([0.0, 0.0, 0.0, -0.3, -0.4, -0.5, -0.6, -0.8])
    win = 0.8 / (1 + np.exp(strength[None, :] - strength[:, None]))
    tied = Pool.from_preferences(_hollow(win), _hollow(np.full((8, 8), 0.2)), size=100_000)
    _, ends, _, _ = play_all(CERTIFIED, (ERROR / 2,), tied, seed=seed, runs=studies, horizon=5000)
    case = f"three tied at the top of eight, 5,000 judgments, {studies} studies, default"
    results.at_most("false winners", case, 100 * float((ends == 1).mean()), "%", 5.0)


def naive(studies: int, seed: int) -> float:
    """Share of studies of two equal systems in which a t-test at level 5 % calls a winner at one of 500 looks."""
    rng = np.random.default_rng(seed)
    outcomes = rng.choice([-1.0, 0.0, 1.0], (studies, 500), p=[0.4, 0.2, 0.4])
    n = np.arange(1, 501)
    mean = outcomes.cumsum(axis=1) / n
    spread = np.sqrt(np.maximum((outcomes**2).cumsum(axis=1) / n - mean**2, 1e-9) / np.maximum(n - 1, 1))
    return float((np.abs(mean / spread) > 1.96)[:, 9:].any(axis=1).mean())


def _hollow(matrix: np.ndarray) -> np.ndarray:
    np.fill_diagonal(matrix, 0.0)
    return matrix


def hard_section(results: Results, data: Path, runs: int, seed: int) -> None:
    """Far from Bradley–Terry: the winner wins every duel narrowly while another beats the rest clearly."""
    chance = np.full((8, 8), 0.5)
    chance[0, 1:] = 0.55
    chance[1, 2:] = 0.75
    chance = np.triu(chance, 1) + np.tril(1 - chance.T, -1)
    hard = Pool.from_preferences(_hollow(0.7 * chance), _hollow(np.full((8, 8), 0.3)), size=100_000)
    for name, pool, more in (
        ("narrow winner of eight", hard, 1),
        ("parabank, 35 systems", read(data, "parabank", drop_implied=True), MORE),
    ):
        bound = lower_bound(pool, ERROR)
        told, ends, last, _ = play_all(CERTIFIED, (ERROR,), pool, seed=seed, runs=max(int(more * runs), 2))
        error = told.std() / bound / math.sqrt(told.size)
        case = f"{name}: bound {bound:,.0f}, mean stop {told.mean():,.0f}, {told.size} runs (± {error:.2f}), strict"
        results.at_most("far from Bradley–Terry: stop / bound", case, told.mean() / bound, "ratio", 2.9)
        wrong = float(np.mean((last != pool.condorcet_winner) | (ends != 1)))
        results.at_most("far from Bradley–Terry: wrong or unstopped", name, 100 * wrong, "%", 5.0)


def order_section(results: Results, data: Path, runs: int, seed: int) -> None:
    """Judgments to fix the top 3 and the full order, against uniform sampling with the same certificate."""
    runs = max(runs // 10, 2)
    for name in SETS[:10]:
        pool = read(data, name, drop_implied=True)
        for target, top in (("top 3", 3.0), ("full order", 0.0)):
            found = {}
            for label, flag in (("certified", 0.0), ("uniform", 1.0)):
                told, ends, _, _ = play_all(
                    duel_policy("certified-ranking"),
                    (ERROR, top, flag, 0.0),
                    pool,
                    seed=seed,
                    runs=runs,
                    horizon=ORDER_HORIZON,
                )
                found[label] = float(np.median(told))
                share = 100 * float((ends == 1).mean())
                case = f"{name}, {label}, {share:.0f} % of {runs} runs within {ORDER_HORIZON:,}"
                results.at_most(f"judgments to fix the {target}, median", case, found[label], "judgments")


def serving_section(results: Results, data: Path, runs: int, seed: int) -> None:  # noqa: ARG001
    """CPU time to choose the next question: 30 systems, 100,000 judgments in the log."""
    from thread import SYSTEMS, make_events, make_material

    from quorate import Design, Study
    from quorate.kernels.streams import Stream

    study = Study.define("serving", make_material(SYSTEMS, 1000), design=Design(policy="certified"))
    rng = np.random.default_rng(0)
    study.store.append("serving", list(make_events(1, 100_000, 1000, SYSTEMS + 1, rng)))
    history = study.history
    times = []
    for call in range(max(runs, 100)):
        begin = time.process_time()
        study.policy.choose(study.design, study.index, history, 1 + call % 50, Stream(0, 0, history.count + 1 + call))
        times.append(1000 * (time.process_time() - begin))
    results.at_most(
        "choosing the next question, p50", "30 systems, 100,000 judgments, CPU", float(np.median(times)), "ms", 2.0
    )


HEADLINE = (
    "scope items, tie-safe default: stop / bound, mean",
    "scope items, tie-safe default: wrong winners, mean",
    "scope items, strict: stop / bound, mean",
    "scope items, strict: wrong winners, mean",
    *(f"{kind}, strict: {what}" for kind in certified_refuters.KINDS for what in REFUTERS),
    "annotation complexity against RMED, mean",
    "annotation complexity against corrected double Thompson, mean",
    "annotation complexity over delays 0 to 32: deviation / mean",
    "false winners",
    "false verified claims",
    "far from Bradley–Terry: stop / bound",
    f"{JUDGMENTS}, mean",
    "choosing the next question, p50",
)
SECTIONS = {
    "items": stopping_section,
    "refuters": refuters_section,
    "told": told_section,
    "judgments": pool_section,
    "complexity": complexity_section,
    "lent": lent_section,
    "delay": delay_section,
    "tied": tied_section,
    "hard": hard_section,
    "no-winner": no_winner_section,
    "order": order_section,
    "serving": serving_section,
}


def main() -> int:
    """Run the sections that were asked for."""
    arguments = parse_arguments(__doc__, sections=tuple(SECTIONS), workers=True)
    if arguments.data is None:
        print("Say where the data is: --data DIR, a folder that holds pairwise/.", file=sys.stderr)
        return 2
    parts, runs = read_parts(arguments.json)
    runs |= {"quick": int(arguments.quick), "runs": 15 if arguments.quick else RUNS}
    everything = Results(benchmark="certified", seeds=[SEED], runs=runs)
    for name in arguments.sections:
        results = Results(benchmark="certified", seeds=[SEED], runs=runs)
        with parallel_config(n_jobs=arguments.workers):
            SECTIONS[name](results, arguments.data, runs["runs"], SEED)
        parts[name] = results.figures
        everything = join_parts("certified", SEED, tuple(SECTIONS), parts, runs, headline=list(HEADLINE))
        everything.save(arguments.json)
    return everything.finish(arguments.json)


if __name__ == "__main__":
    sys.exit(main())
