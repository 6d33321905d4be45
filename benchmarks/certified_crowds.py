"""The default claims on crowds: answers that are slow by what they say, get lost, or come from people who differ.

Every study is an event-driven simulation through the policy's own compiled functions: people ask, take exponential
times, answer and ask again. Claims are made in the order asked; "as it arrives" is the order of earlier versions.
"""

import math
import sys
import time
from pathlib import Path

import numpy as np
from frame import Results, parse_arguments
from joblib import Parallel, delayed
from numba import njit
from parts import join_parts, read_parts

from quorate.kernels import mixtures
from quorate.policies.duels import certified_rivals as rivals
from quorate.policies.duels.memory import new_memory
from quorate.simulation.bounds import information_needed, loss_evidence
from quorate.simulation.pools import Pool

SEED, ERROR, JOBS = 0, 0.05, 1
BEATS = (ERROR, 0.0, math.log(2 / ERROR), 0.0)
ARRIVED = (ERROR, 0.0, math.log(2 / ERROR), 1.0)
NEAR = (ERROR, 0.05, 0.0, 0.0)
LEASE, PATIENCE = 2.0, 24  # mean answer times; leases that an answer is waited for
GAPS = (1, 2, 3, 5, 8, 12, 20, 30)


def level(systems: int, people: int, *, p: float = 0.5, split: float = 0.0) -> np.ndarray:
    """Chances of people: the first system is preferred with probability p by all, or p ± split by every other one."""
    chances = np.full((people, systems, systems), 0.5)
    lean = np.where(np.arange(people) % 2 == 0, split, -split)[:, None]
    chances[:, 0, 1:], chances[:, 1:, 0] = p + lean, 1 - p - lean
    return chances


def some(parameters, chances, seconds, slow, lost, wait, runs, most):  # noqa: ANN001, ANN201
    """Some studies: asked, answered, time, claimed, claimed with the assumption, mean lead over what was asked."""
    people, systems = chances.shape[:2]
    rows = []
    for run in runs:
        state, often = new_memory(rivals, np.full((systems, systems), 1000)), np.zeros(people, dtype=np.int64)
        asked, told, when, _ = rivals.meet(
            state, parameters, chances, seconds, slow, lost, wait, SEED, run, most, often
        )
        lead = float((often * (chances[:, 0, 1] - 0.5)).sum())
        rows.append((asked, told, when, state.marks[rivals.CLAIMED], state.marks[rivals.ASSUMED], lead))
    return rows


def crowd(parameters, chances, *, slow=1.0, keen=False, lost=(0.0, 0.0), wait=math.inf, runs, most):  # noqa: ANN001, ANN201
    """Many studies, one row each."""
    people, systems = chances.shape[:2]
    seconds = np.ones(people)
    seconds[1 if keen else people :] = 10.0
    slowness, losses = np.ones(systems), np.zeros(systems)
    slowness[1], losses[:2] = slow, lost
    chunks = [range(first, min(first + 50, runs)) for first in range(0, runs, 50)]
    parts = Parallel(n_jobs=JOBS)(
        delayed(some)(parameters, chances, seconds, slowness, losses, wait, chunk, most) for chunk in chunks
    )
    return np.array([row for part in parts for row in part])


def share(mask: np.ndarray) -> tuple[float, str]:
    """A share in per cent and its standard error with the number of runs, in words."""
    p = float(np.mean(mask))
    return 100 * p, f"{len(mask)} studies, ± {100 * math.sqrt(p * (1 - p) / len(mask)):.2g}"


def times_section(results: Results, _data: Path | None, runs: int) -> None:
    """Two equal systems, answers for one slow: false claims, with leases that end and without."""
    for people in (10, 50):
        for slow in (1.0, 1.5, 2.0, 3.0, 10.0):
            for label, wait in (("no lease ends", math.inf), ("leases end", PATIENCE * LEASE)):
                rows = crowd(BEATS, level(2, people), slow=slow, wait=wait, runs=runs, most=1000)
                false, words = share((rows[:, 3] >= 0) | (rows[:, 4] >= 0))
                case = f"{people} people, {slow:g} × as long, {label}, 1,000 questions; {words}"
                results.at_most("two equal, false claims", case, false, "%", 5.0)
            rows = crowd(ARRIVED, level(2, people), slow=slow, runs=runs, most=1000)
            false, words = share(rows[:, 3] >= 0)
            results.at_most(
                "two equal, false claims, as it arrives", f"{people} people, {slow:g} ×; {words}", false, "%"
            )


def price_section(results: Results, _data: Path | None, runs: int) -> None:
    """What the order asked and waiting cost, at p = .6."""
    for people, bars in ((3, (1.06, 1.6)), (10, (1.10, 2.1)), (50, (1.12, 3.2))):
        asked = crowd(BEATS, level(2, people, p=0.6), runs=runs, most=5000)
        arrived = crowd(ARRIVED, level(2, people, p=0.6), runs=runs, most=5000)
        case = f"{people} people, p = .6, {runs} studies: {asked[:, 0].mean():.0f} for {arrived[:, 0].mean():.0f}"
        results.at_most("price: asked / asked as it arrives", case, ratio(asked, arrived, 0), "ratio", bars[0])
        results.at_most("price: time / time as it arrives", case, ratio(asked, arrived, 2), "ratio", bars[1])
    for label, options, bar in (
        ("one ten times as keen, 10 people", {"keen": True}, 1.12),
        ("the better system 3 × as slow, 50 people", {"slow": 3.0}, 1.3),
    ):
        people = 10 if "keen" in options else 50
        chances = level(2, people, p=0.6 if "keen" in options else 0.4)
        asked = crowd(BEATS, chances, runs=runs, most=5000, **options)
        alike = crowd(ARRIVED, level(2, people, p=0.6), runs=runs, most=5000)
        case = f"{label}, {runs} studies: {asked[:, 0].mean():.0f} for {alike[:, 0].mean():.0f}"
        results.at_most(
            "price: asked / asked as it arrives, everybody alike", case, ratio(asked, alike, 0), "ratio", bar
        )


def ratio(first: np.ndarray, second: np.ndarray, column: int) -> float:
    """Ratio of two means."""
    return float(first[:, column].mean() / second[:, column].mean())


def lost_section(results: Results, _data: Path | None, runs: int) -> None:
    """Five per cent of the questions never answered: what it costs, and what is claimed falsely."""
    for people in (10, 50):
        for p in (0.6, 0.55):
            whole = crowd(BEATS, level(2, people, p=p), runs=runs, most=8000)
            lost = crowd(BEATS, level(2, people, p=p), lost=(0.05, 0.05), runs=runs, most=8000)
            case = f"{people} people, p = {p:g}, {runs} studies: {lost[:, 0].mean():.0f} for {whole[:, 0].mean():.0f}"
            bar = 1.15 if p == 0.6 else None
            results.at_most("5 % unanswered, weaker sentence: asked / asked", case, ratio(lost, whole, 0), "ratio", bar)
        rows = crowd(BEATS, level(2, people), lost=(0.0, 0.1), runs=runs, most=3000)
        false, words = share(rows[:, 3] >= 0)
        case = f"{people} people, a tenth of the answers for one of two equal systems, 3,000 questions; {words}"
        results.at_most("only some answers lost, stronger sentence false", case, false, "%", 5.0)
        false, _ = share((rows[:, 3] < 0) & (rows[:, 4] >= 0))
        results.at_most("only some answers lost, weaker sentence false, with its warning", case, false, "%")


def split_section(results: Results, _data: Path | None, runs: int) -> None:
    """People split 70/30 both ways, level as a whole: false against the sentence as said, and against all alike."""
    for people, most in ((10, 1500), (50, 2500)):
        for label, options in (
            ("alike in pace", {}),
            ("one ten times as keen", {"keen": True}),
            ("answers for one 3 × as long", {"slow": 3.0}),
            ("both", {"keen": True, "slow": 3.0}),
        ):
            rows = crowd(BEATS, level(2, people, split=0.2), runs=runs, most=most, **options)
            claimed = np.maximum(rows[:, 3], rows[:, 4])
            wrong = ((claimed == 0) & (rows[:, 5] <= 0)) | ((claimed == 1) & (rows[:, 5] >= 0))
            false, words = share(wrong)
            case = f"{people} people, {label}, {most:,} questions; {words}"
            results.at_most("split crowd, false as said (weighted by how often asked)", case, false, "%", 5.0)
            false, _ = share(claimed >= 0)
            results.at_most("split crowd, false if it had said everybody alike", case, false, "%")


def cycle(systems: int, weak: float) -> np.ndarray:
    """Everybody beats the next at 60/40, all but the last link; across the circle all are level."""
    chances = np.full((1, systems, systems), 0.5)
    for i in range(systems):
        p = weak if i == systems - 1 else 0.6
        chances[0, i, (i + 1) % systems], chances[0, (i + 1) % systems, i] = p, 1 - p
    return chances


def sentences(parameters, chances, run, most):  # noqa: ANN001, ANN201
    """What is said at the end of one study: who is claimed, and who is best if there is a winner."""
    systems = chances.shape[1]
    state = new_memory(rivals, np.full((systems, systems), 1000))
    one = np.ones(systems)
    people = np.repeat(chances, 5, axis=0)
    rivals.meet(state, parameters, people, np.ones(5), one, 0 * one, math.inf, SEED, run, most, np.zeros(5, np.int64))
    alive = np.flatnonzero(state.marks[rivals.ALIVE :] == 1)
    return int(state.marks[rivals.CLAIMED]), int(alive[0]) if len(alive) == 1 else -1, len(alive)


def sentences_section(results: Results, _data: Path | None, runs: int) -> None:
    """Every sentence on cycles and random matrices: false where what it says is not so."""
    rng = np.random.default_rng(SEED)
    cases = [(f"{k}-cycle, one link {100 * weak:g}", [cycle(k, weak)]) for k in (3, 5) for weak in (0.53, 0.51, 0.505)]
    matrices = []
    for _ in range(20):
        upper = np.triu(rng.uniform(0.35, 0.65, (6, 6)), 1)
        matrices.append((upper + np.tril(1 - upper.T, -1) + 0.5 * np.eye(6))[None])
    cases.append(("random matrices of six systems", matrices))
    for name, family in cases:
        for label, parameters, margin in (("near best", NEAR, 0.05), ("beats every other", BEATS, 0.0)):
            said = Parallel(n_jobs=JOBS)(
                delayed(sentences)(parameters, family[run % len(family)], run, 4000) for run in range(runs // 2)
            )
            claims, conditional, nobody = [], [], []
            for run, (claimed, only, alive) in enumerate(said):
                rates = family[run % len(family)][0] + 0.5 * np.eye(len(family[0][0])) * 0
                others = [np.delete(rates[i], i) for i in range(len(rates))]
                holds = [rest.min() >= 0.5 - margin if margin else rest.min() > 0.5 for rest in others]
                winners = [i for i, rest in enumerate(others) if rest.min() > 0.5]
                claims.append(claimed >= 0 and not holds[claimed])
                conditional.append(only >= 0 and bool(winners) and winners[0] != only)
                nobody.append(alive == 0 and bool(winners))
            for what, wrong in (
                (label, claims),
                ("best if there is a winner", conditional),
                ("no winner", nobody),
            ):
                false, words = share(np.array(wrong))
                made = sum(one[0] >= 0 for one in said) if what == label else sum(one[1] >= 0 for one in said)
                made = sum(one[2] == 0 for one in said) if what == "no winner" else made
                case = f"{name}, study for {label}, 4,000 questions, said in {made}; {words}"
                results.at_most(f"false sentences: {what}", case, false, "%", 5.0)


def play(parameters, pool, run, horizon):  # noqa: ANN001, ANN201
    """One study without delay: judgments, why it ended, who was claimed."""
    state = new_memory(rivals, pool.counts.sum(axis=2), pool.differing)
    looks, named, trace = np.array([horizon]), np.empty(1, dtype=np.int64), np.empty((0, 2), dtype=np.int64)
    told, end, _ = rivals.play(
        state, parameters, np.array(pool.counts), True, SEED, run, horizon, 0, looks, named, trace
    )
    return int(told), int(end), int(state.marks[rivals.CLAIMED])


def play_all(parameters, pool, runs, horizon):  # noqa: ANN001, ANN201
    """Many of them, one row each."""
    return np.array(Parallel(n_jobs=JOBS)(delayed(play)(parameters, pool, run, horizon) for run in range(runs)))


def flat(systems: int, lead: float) -> Pool:
    """The first is preferred to each other at ½ + lead; all others are alike."""
    return Pool.from_preferences(np.where(np.eye(systems), 0.0, level(systems, 1, p=0.5 + lead)[0]), size=100_000)


def near_section(results: Results, _data: Path | None, runs: int) -> None:
    """The default claim: judgments for near-ties and a clear lead, and how often it is wrong beyond the margin."""
    for systems, bar, count in ((2, 330, runs), (5, 5000, runs // 4), (12, 18_000, runs // 20)):
        for lead in (0.0, 0.005):
            rows = play_all(NEAR, flat(systems, lead), count, 400_000)
            error = rows[:, 0].std() / math.sqrt(count)
            case = f"{systems} systems, the best {100 * lead:g} points ahead, m = 5; {count} studies, ± {error:.0f}"
            results.at_most("near best: judgments, mean", case, rows[:, 0].mean(), "judgments", bar)
    count = runs // 2
    rows = play_all(NEAR, flat(5, 0.1), count, 400_000)
    case = f"5 systems, 60/40, m = 5; {count} studies, ± {rows[:, 0].std() / math.sqrt(count):.0f}"
    results.at_most("near best: judgments, mean", case, rows[:, 0].mean(), "judgments", 880)
    rows = play_all(NEAR, flat(2, -0.0502), 2 * runs, 20_000)
    false, words = share(rows[:, 2] == 0)
    results.at_most(
        "near best: false just beyond the margin", f"2 systems, 5.02 points behind; {words}", false, "%", 5.0
    )


def sets_section(results: Results, data: Path | None, runs: int) -> None:
    """The shared sets: claims (a) and (b), each divided by the bound of its own problem where there is one."""
    from certified import SETS, read

    if data is None:
        return
    ratios, stops = [], []
    for name in SETS:
        pool = read(data, name, drop_implied=True)
        winner, count = pool.condorcet_winner, max(runs // 20, 10)
        evidence = loss_evidence(pool)[np.arange(len(pool.systems)) != winner, winner]
        bound = float((1 / evidence).sum()) * information_needed(ERROR)
        rows = play_all(BEATS, pool, count, 400_000)
        ratios.append(rows[:, 0].mean() / bound)
        case = f"{name}: bound {bound:,.0f}, mean stop {rows[:, 0].mean():,.0f}, {count} studies"
        results.at_most("beats every other: stop / bound", case, ratios[-1], "ratio")
        results.at_most("beats every other: wrong or unstopped", name, share(rows[:, 2] != winner)[0], "%", 5.0)
        rows = play_all(NEAR, pool, count, 400_000)
        stops.append(rows[:, 0].mean())
        lead = pool.shares[:, :, 0] + 0.5 * pool.shares[:, :, 1] - 0.5
        lead *= 1.0 if pool.differing is None else pool.differing  # identical outputs are ties
        np.fill_diagonal(lead, 0.0)
        behind = lead.min(axis=1) < -0.05
        case = f"{name}: {count} studies"
        results.at_most("near best, m = 5: mean stop", case, stops[-1], "judgments")
        results.at_most("near best, m = 5: false", name, share(behind[rows[:, 2]])[0], "%", 5.0)
    results.at_most("beats every other: stop / bound, mean", "12 sets", float(np.mean(ratios)), "ratio", 2.9)


def two_section(results: Results, _data: Path | None, _runs: int) -> None:
    """Two systems: the mean stop over its bound by exact recursion, with calibrated and plain thresholds."""
    for label, threshold, bar in (
        ("strict, calibrated", mixtures.calibrated(ERROR, strict=True), 1.50),
        ("strict", math.log(1 / ERROR), None),
        ("tie-safe, calibrated", mixtures.calibrated(ERROR), 1.81),
        ("tie-safe", math.log(2 / ERROR), None),
    ):
        ratios = []
        for gap in GAPS:
            p = 0.5 + gap / 100
            bound = information_needed(ERROR) / (p * math.log(2 * p) + (1 - p) * math.log(2 * (1 - p)))
            steps = int(40 * bound)
            least = mixtures._boundary(threshold, steps)  # noqa: SLF001 - where claims are made
            ratios.append(mean_stop(least, p, steps) / bound)
        case = f"gaps of {', '.join(map(str, GAPS))} points, c = {math.exp(threshold):.2f}, exact"
        results.at_most(f"two systems, {label}: stop / bound, mean", case, float(np.mean(ratios)), "ratio", bar)


@njit  # type: ignore[misc]
def mean_stop(least, p, steps):  # noqa: ANN001, ANN201
    """Mean number of decisive answers until either is claimed, by recursion; what is left at the end counts so many."""
    reach = least.max() + 2
    mass, total = np.zeros(2 * reach + 1), 0.0
    mass[reach] = 1.0
    for n in range(1, steps + 1):
        left, edge = 0.0, min(least[n - 1], n)
        for place in range(reach - edge, reach + edge + 1):
            left += mass[place]
        total += left
        if left < 1e-9:
            break
        following = np.zeros(2 * reach + 1)
        inner = min(least[n] - 1, n)
        for place in range(reach - inner, reach + inner + 1):
            following[place] = p * mass[place - 1] + (1.0 - p) * mass[place + 1]
        mass = following
    return total


def serving_section(results: Results, _data: Path | None, runs: int) -> None:
    """Choosing the next question in a served study, with everything around the policy."""
    import thread

    from quorate import Design, Study
    from quorate.kernels.streams import Stream

    for systems, bar in ((30, 1.0), (100, 3.0), (300, 10.0)):
        thread.SYSTEMS, rng = systems, np.random.default_rng(SEED)  # pairs are drawn among so many
        study = Study.define("serving", thread.make_material(systems, 200), design=Design())
        study.store.append("serving", list(thread.make_events(1, 10_000, 200, systems + 1, rng)))
        history, times = study.history, []
        for call in range(max(runs // 20, 20)):
            begin = time.process_time()
            stream = Stream(0, 0, history.count + 1 + call)
            study.policy.choose(study.design, study.index, history, 1 + call % 50, stream)
            times.append(1000 * (time.process_time() - begin))
        case = f"{systems} systems, 10,000 judgments, {len(times)} questions, CPU"
        results.at_most("choosing the next question, p50", case, float(np.median(times)), "ms", bar)


SECTIONS = {
    "times": times_section,
    "price": price_section,
    "lost": lost_section,
    "split": split_section,
    "sentences": sentences_section,
    "near": near_section,
    "sets": sets_section,
    "two": two_section,
    "serving": serving_section,
}


def main() -> int:
    """Run the sections that were asked for."""
    arguments = parse_arguments(__doc__, sections=tuple(SECTIONS))
    parts, runs = read_parts(arguments.json)
    everything = Results(benchmark="certified_crowds", seeds=[SEED], runs=runs)
    for name in arguments.sections:
        runs[name] = 200 if arguments.quick else 2000  # of each section: some may be made again with more
        results = Results(benchmark="certified_crowds", seeds=[SEED], runs=runs)
        SECTIONS[name](results, arguments.data, runs[name])
        parts[name] = results.figures
        everything = join_parts("certified_crowds", SEED, tuple(SECTIONS), parts, runs)
        everything.save(arguments.json)
    return everything.finish(arguments.json)


if __name__ == "__main__":
    sys.exit(main())
