"""The default claims on crowds: answers that are slow by what they say, get lost, or come from people who differ.

Every study is an event-driven simulation through the policy's own compiled functions: people ask, take exponential
times, answer and ask again. *Open crowd* is what users get; "as it arrives" is the order of earlier versions. Panels,
and some studies of an open crowd, go through the real `Study.ask` and `tell`.
"""

import math
import sys
import time
from pathlib import Path

import numpy as np
from crowds import People, Rules, convene
from frame import Results, parse_arguments
from joblib import Parallel, delayed
from meeting import meet
from numba import njit
from parts import join_parts, read_parts

from quorate.kernels import mixtures
from quorate.policies.duels.certified import rivals
from quorate.simulation.bounds import information_needed, loss_evidence
from quorate.simulation.pools import Pool
from quorate.study.asking import PATIENCE
from quorate.study.drawing import LEAD, QUIET

SEED, ERROR, JOBS = 0, 0.05, 2
RUNS, QUICK = 2000, 100  # studies a cell; fewer where it says so
BEATS = rivals.POLICY.changed(error=ERROR, margin=0.0, enough=math.log(2 / ERROR), order=rivals.AS_ASKED)
ARRIVED = BEATS._replace(order=rivals.AS_IT_ARRIVES)
WHATEVER = BEATS._replace(order=rivals.WHATEVER_IS_LOST)
NEAR = (ERROR, 0.05, 0.0, 0.0)
LEASE, LEAVING_LEASE = 20.0, 40.0  # mean answer times
HEADLINE = [  # what the page of this benchmark shows
    "split crowd, level as a whole: false claims, open crowd",
    "people leave, split 70/30: false about those who were there",
    "price: asked / asked as it arrives",
    "price: time / time as it arrives",
    "price: asked / asked as it arrives, everybody alike",
    "5 % unanswered, weaker sentence: asked / asked",
    "5 % unanswered, stronger sentence: asked / asked",
    "only some answers lost, stronger sentence false",
    "only some answers lost, weaker sentence false, with its warning",
    "panel: false answers",
    "panel: median share of the census asked",
    "two equal, open crowd through Study.ask and tell: false claims",
    "near best: judgments, mean",
    "near best: false just beyond the margin",
    "beats every other: stop / bound, mean",
    "two systems, strict, calibrated: stop / bound, mean",
    "two systems, strict: stop / bound, mean",
    "two systems, tie-safe, calibrated: stop / bound, mean",
    "two systems, tie-safe: stop / bound, mean",
    "choosing the next question, p50",
]
GAPS = (1, 2, 3, 5, 8, 12, 20, 30)


def level(systems: int, people: int, *, p: float = 0.5, split: float = 0.0) -> np.ndarray:
    """Chances of people: the first system is preferred with probability p by all, or p ± split by every other one."""
    chances = np.full((people, systems, systems), 0.5)
    lean = np.where(np.arange(people) % 2 == 0, split, -split)[:, None]
    chances[:, 0, 1:], chances[:, 1:, 0] = p + lean, 1 - p - lean
    return chances


def people_of(chances, *, slow=1.0, keen=False, skips=(0.0, 0.0), leaves=(0.0, 0.0), walks_off=(0.0, 0.0)):  # noqa: ANN001, ANN201
    """A crowd: answers for the second system may be slow, all but one ten times slower, some of them lost."""
    count, systems = chances.shape[:2]
    seconds = np.ones(count)
    seconds[1 if keen else count :] = 10.0
    parts = [np.zeros(systems) for _ in range(3)]
    for part, given in zip(parts, (skips, leaves, walks_off), strict=True):
        part[:2] = given
    slowness = np.ones(systems)
    slowness[1] = slow
    return People(chances, seconds, slowness, *parts)


def gathered(parameters, people, rules, runs):  # noqa: ANN001, ANN201
    """Some studies of an open crowd: asked, answered, time, claimed, claimed with the assumption, leads."""
    systems, rows = people.chances.shape[1], []
    for run in runs:
        state, leads = rivals.POLICY.new_state(np.full((systems, systems), 1000)), np.zeros(2)
        asked, told, when, _ = convene(state, parameters, people, rules, SEED, run, leads)
        rows.append((asked, told, when, state.memory.marks.claimed, state.memory.marks.assumed, *leads))
    return rows


def crowd(parameters, chances, *, lease=math.inf, runs, most, **options):  # noqa: ANN001, ANN003, ANN201
    """Many studies of an open crowd, one row each."""
    rules = Rules(LEAD, lease, lease / QUIET, float(PATIENCE), most)
    return many(gathered, parameters, people_of(chances, **options), rules, runs=runs)


def met(parameters, people, most, runs):  # noqa: ANN001, ANN201
    """Some studies in which whoever asks is asked: the same columns, the last two by how often each was asked."""
    systems, rows = people.chances.shape[1], []
    for run in runs:
        state = rivals.POLICY.new_state(np.full((systems, systems), 1000))
        often, parts = np.zeros(len(people.seconds), dtype=np.int64), (people.seconds, people.slow, people.skips)
        asked, told, when, _ = meet(state, parameters, people.chances, *parts, math.inf, SEED, run, most, often)
        lead = float((often * (people.chances[:, 0, 1] - 0.5)).sum())
        rows.append((asked, told, when, state.memory.marks.claimed, state.memory.marks.assumed, lead, lead))
    return rows


def as_they_came(parameters, chances, *, runs, most, **options):  # noqa: ANN001, ANN003, ANN201
    """Many of them."""
    return many(met, parameters, people_of(chances, **options), most, runs=runs)


def many(function, *arguments, runs):  # noqa: ANN001, ANN002, ANN201
    """Studies in lots of fifty."""
    chunks = [range(first, min(first + 50, runs)) for first in range(0, runs, 50)]
    parts = Parallel(n_jobs=JOBS)(delayed(function)(*arguments, chunk) for chunk in chunks)
    return np.array([row for part in parts for row in part])


def share(mask: np.ndarray) -> tuple[float, str]:
    """A share in per cent and its standard error with the number of runs, in words."""
    p = float(np.mean(mask))
    return 100 * p, f"{len(mask)} studies, ± {100 * math.sqrt(p * (1 - p) / len(mask)):.2g}"


def claimed(rows: np.ndarray) -> np.ndarray:
    """Who was claimed, with the assumption or without; −1: nobody."""
    return np.maximum(rows[:, 3], rows[:, 4])


def is_false(rows: np.ndarray, column: int) -> np.ndarray:
    """Whether the wrong one of two was claimed, going by a column of leads."""
    who = claimed(rows)
    return ((who == 0) & (rows[:, column] <= 0)) | ((who == 1) & (rows[:, column] >= 0))


def times_section(results: Results, _data: Path | None, runs: int) -> None:
    """Two equal systems, answers for one slow: false claims, with leases that end and without."""
    for people in (10, 50):
        for slow in (1.0, 1.5, 2.0, 3.0, 10.0):
            for label, lease in (("no lease ends", math.inf), ("leases end", LEASE)):
                rows = crowd(BEATS, level(2, people), slow=slow, lease=lease, runs=runs, most=1000)
                false, words = share(claimed(rows) >= 0)
                case = f"{people} people, {slow:g} × as long, {label}, 1,000 questions; {words}"
                results.at_most("two equal, false claims", case, false, "%", 5.0)
            few = max(runs // 10, 100)
            rows = as_they_came(ARRIVED, level(2, people), slow=slow, runs=few, most=1000)
            false, words = share(rows[:, 3] >= 0)
            results.at_most(
                "two equal, false claims, as it arrives", f"{people} people, {slow:g} ×; {words}", false, "%"
            )


def price_section(results: Results, _data: Path | None, runs: int) -> None:
    """What drawing people, the order asked and waiting cost, at p = .6."""
    for people, bars in ((3, (1.06, 1.6)), (10, (1.10, 2.1)), (50, (1.12, 3.2))):
        asked = crowd(BEATS, level(2, people, p=0.6), runs=runs, most=5000)
        arrived = as_they_came(ARRIVED, level(2, people, p=0.6), runs=runs, most=5000)
        for what, column, bar in (("asked", 0, bars[0]), ("time", 2, bars[1])):
            case = f"{people} people, p = .6; {_compared(asked, arrived, column)}"
            value = ratio(asked, arrived, column)
            results.at_most(f"price: {what} / {what} as it arrives", case, value, "ratio", bar)
        simple = as_they_came(BEATS, level(2, people, p=0.6), runs=runs, most=5000)
        for what, column in (("asked", 0), ("time", 2)):
            case = f"{people} people, p = .6; {_compared(simple, arrived, column)}"
            value = ratio(simple, arrived, column)
            results.at_most(f"price as they came: {what} / {what} as it arrives", case, value, "ratio")
    for label, people, options, bar in (
        ("one ten times as keen, 3 people", 3, {"keen": True}, 1.12),
        ("one ten times as keen, 10 people", 10, {"keen": True}, 1.12),
        ("one ten times as keen, 50 people", 50, {"keen": True}, 1.12),
        ("the better system 3 × as slow, 50 people", 50, {"slow": 3.0}, 1.3),
    ):
        chances = level(2, people, p=0.4 if "slow" in options else 0.6)
        asked = crowd(BEATS, chances, runs=runs, most=5000, **options)
        alike = as_they_came(ARRIVED, level(2, people, p=0.6), runs=runs, most=5000)
        name = "price: asked / asked as it arrives, everybody alike"
        results.at_most(name, f"{label}; {_compared(asked, alike, 0)}", ratio(asked, alike, 0), "ratio", bar)
        if "keen" in options:
            arrived = as_they_came(ARRIVED, chances, runs=runs, most=5000, **options)
            name = "price: time / time as it arrives, one ten times as keen"
            results.at_most(name, f"{label}; {_compared(asked, arrived, 2)}", ratio(asked, arrived, 2), "ratio")


def _compared(first: np.ndarray, second: np.ndarray, column: int) -> str:
    """Two means with the standard error of their ratio."""
    parts = [(rows[:, column].mean(), rows[:, column].std() / math.sqrt(len(rows))) for rows in (first, second)]
    error = parts[0][0] / parts[1][0] * math.hypot(*(part[1] / part[0] for part in parts))
    return f"{parts[0][0]:.4g} for {parts[1][0]:.4g}; {len(first)} studies, ± {error:.2g}"


def ratio(first: np.ndarray, second: np.ndarray, column: int) -> float:
    """Ratio of two means."""
    return float(first[:, column].mean() / second[:, column].mean())


def lost_section(results: Results, _data: Path | None, runs: int) -> None:
    """Five per cent of the questions never answered: what it costs, and what is claimed falsely."""
    for people in (10, 50):
        for p in (0.6, 0.55):
            chances, few = level(2, people, p=p), runs if p == 0.6 else max(runs // 4, 50)
            whole = crowd(BEATS, chances, runs=few, most=8000)
            for label, parameters, bar in (("weaker", BEATS, 1.15), ("stronger", WHATEVER, 2.3)):
                rows = crowd(parameters, chances, skips=(0.05, 0.05), runs=few, most=8000)
                case = f"{people} people, p = {p:g}; {_compared(rows, whole, 0)}"
                name = f"5 % unanswered, {label} sentence: asked / asked"
                results.at_most(name, case, ratio(rows, whole, 0), "ratio", bar if p == 0.6 else None)
        case = f"{people} people, a tenth of the answers for one of two equal systems, 3,000 questions"
        rows = crowd(WHATEVER, level(2, people), skips=(0.0, 0.1), runs=runs, most=3000)
        false, words = share(rows[:, 3] >= 0)
        results.at_most("only some answers lost, stronger sentence false", f"{case}; {words}", false, "%", 5.0)
        rows = crowd(BEATS, level(2, people), skips=(0.0, 0.1), runs=runs, most=3000)
        false, words = share((rows[:, 3] < 0) & (rows[:, 4] >= 0))
        name = "only some answers lost, weaker sentence false, with its warning"
        results.at_most(name, f"{case}; {words}", false, "%")


def split_section(results: Results, _data: Path | None, runs: int) -> None:
    """People split 70/30 both ways, level as a whole: everybody counted alike there is nothing to claim."""
    for people, most in ((10, 1500), (50, 2500)):
        for label, options in (
            ("alike in pace", {}),
            ("one ten times as keen", {"keen": True}),
            ("answers for one 1.5 × as long", {"slow": 1.5}),
            ("answers for one 3 × as long", {"slow": 3.0}),
            ("answers for one 10 × as long", {"slow": 10.0}),
            ("one keen, answers for one 3 × as long", {"keen": True, "slow": 3.0}),
            ("one keen, answers for one 10 × as long, 5 % of these lost", {"keen": True, "slow": 10.0, "lost": True}),
        ):
            chances = level(2, people, split=0.2)
            given = {key: value for key, value in options.items() if key != "lost"}
            if "lost" in options:
                rows = crowd(WHATEVER, chances, runs=runs, most=most, skips=(0.0, 0.05), **given)
            else:
                rows = crowd(BEATS, chances, runs=runs, most=most, **given)
            false, words = share(claimed(rows) >= 0)
            case = f"{people} people, {label}, {most:,} questions; {words}"
            results.at_most("split crowd, level as a whole: false claims, open crowd", case, false, "%", 5.0)
            few = max(runs // 10, 100)
            rows = as_they_came(BEATS, chances, runs=few, most=most, **given)
            false, words = share(is_false(rows, 5))
            case = f"{people} people, {label}, {most:,} questions; {words}"
            results.at_most("split crowd, as they came: false as said", case, false, "%", 5.0)
            false, words = share(claimed(rows) >= 0)
            case = f"{people} people, {label}, {most:,} questions; {words}"
            results.at_most("split crowd, as they came: false if it had said everybody alike", case, false, "%")


def leaving_section(results: Results, _data: Path | None, runs: int) -> None:
    """People who leave: claims against the sentence as said, about those who were there, and about those asked."""
    for people in (10, 50):
        for label, options in (
            ("2 % leave after any answer", {"leaves": (0.02, 0.02)}),
            ("4 % leave after an answer for one", {"leaves": (0.0, 0.04)}),
            ("4 % leave with a question whose answer would be for one", {"walks_off": (0.0, 0.04)}),
        ):
            rows = crowd(BEATS, level(2, people, split=0.2), lease=LEAVING_LEASE, runs=runs, most=1500, **options)
            for whose, column in (("those who were there", 5), ("those who were asked", 6)):
                false, words = share(is_false(rows, column))
                made = int((claimed(rows) >= 0).sum())
                case = f"{people} people, {label}, claims in {made}; {words}"
                results.at_most(f"people leave, split 70/30: false about {whose}", case, false, "%", 5.0)
        clear = crowd(BEATS, level(2, people, p=0.6), lease=LEAVING_LEASE, runs=runs, most=5000, leaves=(0.02, 0.02))
        stay = crowd(BEATS, level(2, people, p=0.6), lease=LEAVING_LEASE, runs=runs, most=5000)
        found, words = share(claimed(clear) == 0)
        results.at_most("people leave, p = .6: the better one is claimed", f"{people} people; {words}", found, "%")
        case = f"{people} people; {_compared(clear, stay, 0)}"
        results.at_most("people leave, p = .6: asked / asked if they stayed", case, ratio(clear, stay, 0), "ratio")


def panel_section(results: Results, _data: Path | None, runs: int) -> None:
    """Three colleagues, four systems, ten items, through the real ask and tell: always an answer, and how soon."""
    from panels import play_panel

    from quorate import Design, Study
    from quorate.testing.material import make_material

    studies, people = max(runs // 4, 20), ("ada", "ben", "eva")
    material = make_material(systems=4, items=10, identical=0.0, missing=0.0)
    for claim in ("beats every other", "near best"):
        for p, bar in ((0.5, None), (0.65, 0.55), (0.75, 0.45), (0.85, 0.35), (0.95, 0.27)):
            shares, answered, false = [], [], []
            for run in range(studies):
                rng = np.random.default_rng([SEED, run, round(100 * p)])
                table = (rng.random((3, 4, 4, 10)) < np.where(np.arange(4) == 0, p, 0.5)[:, None, None]).astype(float)
                design = Design(frame="panel", people=3, claim=claim, seed=run)
                study = Study.define("panel", material, design=design, annotators=people)
                played = play_panel(study, people, table, rng, slow=3.0)
                answer = study.policy.claim(study.design, study.index, study.history)
                right = played.winners if claim == "beats every other" else played.near(design.margin)
                named = [list(study.index.systems).index(name) for name in answer.subject]
                shares.append(played.asked / (3 * 6 * 10))
                answered.append(answer.claim in {claim, "no winner"})
                false.append(bool(right) if answer.claim == "no winner" else named[0] not in right)
            case = f"3 people, 4 systems × 10 items, the best wins {100 * p:g} %, {claim}"
            results.at_least(
                "panel: an answer", f"{case}; {studies} studies", 100 * float(np.mean(answered)), "%", 100.0
            )
            value, words = share(np.array(false))
            results.at_most("panel: false answers", f"{case}; {words}", value, "%", 5.0)
            spread = f"quarters {np.quantile(shares, 0.25):.2f} and {np.quantile(shares, 0.75):.2f}"
            results.at_most(
                "panel: median share of the census asked",
                f"{case}; {studies} studies, {spread}",
                float(np.median(shares)),
                "share",
                bar if claim == "beats every other" else None,
            )


def served_section(results: Results, _data: Path | None, runs: int) -> None:
    """Two equal systems and an open crowd that disagrees, through the real ask and tell."""
    from dataclasses import replace

    from quorate import Design, Study
    from quorate.simulation import Strengths, VirtualClock, simulate
    from quorate.simulation import crowd as simulated
    from quorate.testing.material import make_material

    material = make_material(systems=2, items=400, identical=0.0, missing=0.0)
    slow, studies = {"alpha": 3.0}, max(runs // 10, 20)
    false, asked = [], []
    for run in range(studies):
        clock = VirtualClock(0.0)
        design = Design(frame="open crowd", claim="beats every other", seed=run, lease=36_000.0)
        study = Study.define("served", material, design=design, clock=clock)
        members = simulated(10, seed=run, leaving=0.0, tie_rate=0.0, side_bias=0.0, accuracy=1.0, slow=slow)
        members = tuple(replace(one, seconds=2.0 if not place else 20.0) for place, one in enumerate(members))
        simulate(study, members, Strengths({}), seed=run, clock=clock, judgments=400)
        answer = study.policy.claim(study.design, study.index, study.history)
        false.append(answer.claim == "beats every other")
        asked.append(np.bincount(study.history["annotator"])[1:].max())
    value, words = share(np.array(false))
    case = f"10 people, one ten times as keen, answers for one 3 × as long, 400 judgments; {words}"
    results.at_most("two equal, open crowd through Study.ask and tell: false claims", case, value, "%", 5.0)
    results.at_most("… questions put to the one who was asked most, mean", case, float(np.mean(asked)), "questions")


def cycle(systems: int, weak: float) -> np.ndarray:
    """Everybody beats the next at 60/40, all but the last link; across the circle all are level."""
    chances = np.full((1, systems, systems), 0.5)
    for i in range(systems):
        p = weak if i == systems - 1 else 0.6
        chances[0, i, (i + 1) % systems], chances[0, (i + 1) % systems, i] = p, 1 - p
    return chances


def rates_of(pool: Pool) -> np.ndarray:
    """Chances of one person who answers as a pool of judgments has it, ties counted half."""
    chances = pool.shares[:, :, 0] + 0.5 * pool.shares[:, :, 1]
    np.fill_diagonal(chances, 0.5)
    return chances[None]


def sentences(parameters, chances, run, most):  # noqa: ANN001, ANN201
    """What is said at the end of one study: who is claimed, and who is best if there is a winner."""
    systems = chances.shape[1]
    state = rivals.POLICY.new_state(np.full((systems, systems), 1000))
    one = np.ones(systems)
    people = np.repeat(chances, 5, axis=0)
    meet(state, parameters, people, np.ones(5), one, 0 * one, math.inf, SEED, run, most, np.zeros(5, np.int64))
    alive = np.flatnonzero(state.memory.alive == 1)
    return int(state.memory.marks.claimed), int(alive[0]) if len(alive) == 1 else -1, len(alive)


def sentence_cases(data: Path | None) -> list[tuple[str, list[np.ndarray]]]:
    """Preferences without a winner, or with any: cycles, random ones, past evaluations."""
    rng = np.random.default_rng(SEED)
    cases = [(f"{k}-cycle, one link {100 * weak:g}", [cycle(k, weak)]) for k in (3, 5) for weak in (0.53, 0.51, 0.505)]
    matrices = []
    for _ in range(20):
        upper = np.triu(rng.uniform(0.35, 0.65, (6, 6)), 1)
        matrices.append((upper + np.tril(1 - upper.T, -1) + 0.5 * np.eye(6))[None])
    cases.append(("random matrices of six systems", matrices))
    if data is not None:
        from certified import WITHOUT_WINNER, read

        cases += [(name, [rates_of(read(data, name, drop_implied=True))]) for name in WITHOUT_WINNER]
    return cases


def sentences_section(results: Results, data: Path | None, runs: int) -> None:
    """Every sentence on cycles, real sets without a winner and random matrices: false where what it says is not so."""
    for name, family in sentence_cases(data):
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
    state = rivals.POLICY.new_state(pool.counts.sum(axis=2), pool.differing)
    looks, named, trace = np.array([horizon]), np.empty(1, dtype=np.int64), np.empty((0, 2), dtype=np.int64)
    told, end, _ = rivals.POLICY.play(
        state, parameters, np.array(pool.counts), True, SEED, run, horizon, 0, looks, named, trace
    )
    return int(told), int(end), int(state.memory.marks.claimed)


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
        study = Study.define("serving", thread.make_material(systems, 200), design=Design(frame="open crowd"))
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
    "leaving": leaving_section,
    "panel": panel_section,
    "served": served_section,
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
        runs[name] = QUICK if arguments.quick else RUNS
        results = Results(benchmark="certified_crowds", seeds=[SEED], runs=runs)
        SECTIONS[name](results, arguments.data, runs[name])
        parts[name] = results.figures
        everything = join_parts("certified_crowds", SEED, tuple(SECTIONS), parts, runs, headline=HEADLINE)
        everything.save(arguments.json)
    return everything.finish(arguments.json)


if __name__ == "__main__":
    sys.exit(main())
