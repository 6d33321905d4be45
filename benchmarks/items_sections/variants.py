"""The paper's other tables on the sets there are.

Documents (table 4), domains (7), artificial crowd (5), distilled utilities (figure 4), products of utilities (8), and
the share of the data needed to match random (2 and 3).
Means over the sets and ten budgets; published figures stand in the case, means over nine language pairs of WMT23.
Each top row is one draw per set; "s.d. of a random draw" says how much that is worth. The share needed is taken at the
first budget that reaches random's value, as published, and at the first from which on it stays reached: a curve that is
one draw jumps, and the first crossing is flattered by that: "random, one draw" shows by how much.
Distilled: a light regressor on text features of the source, learned on WMT21 news and TED of the same languages with
utilities of people's MQM scores (outputs for diversity), told for the sources of WMT23.
"""

from pathlib import Path

import numpy as np
from crowds_of_systems import draw_crowd
from frame import Results
from items_sections.paper import SELECTORS
from items_sections.playing import Job, curves_of, gather
from items_sections.sets import MAIN, RECENT, SUMMARIES, ScoreSet, read_set
from items_sections.ways import NESTED, Way, order_by, utility_of
from subsets import evaluate, read_plain, seed_of, share_needed

from quorate.selection.budgets import choose_within
from quorate.selection.budgets.units import Units
from quorate.selection.distillation.linear import train
from quorate.selection.distillation.training_set import prepare_training_set
from quorate.selection.utilities import measure_utility

SETS = (*MAIN, *RECENT)
CROWD = 4
#                       random, average, variance, consistency, diversity, difficulty × discriminability
DOCUMENTS = ((83.6, 2.67), (86.6, 3.04), (88.8, 3.10), (89.6, 3.23), (87.6, 2.86), (86.7, 3.20))
DOMAINS = ((91.8, 2.47), (92.9, 3.01), (93.4, 3.06), (94.6, 2.99), (94.4, 2.61), (91.7, 2.86))
CROWDS = ((91.5, 2.44), (92.4, 3.22), (92.8, 2.91), (91.5, 2.67), (91.1, 2.73), (90.9, 2.63))
JOINT = {
    "metric-variance[MetricX-23]": (93.8, 3.22),
    "metric-variance[XCOMET-XL]": (94.3, 3.17),
    "metric-variance[MetricX-23]*metric-variance[XCOMET-XL]": (94.3, 3.32),
    "metric-consistency[MetricX-23]": (94.2, 3.24),
    "metric-consistency[XCOMET-XL]": (92.2, 3.01),
    "metric-consistency[MetricX-23]*metric-consistency[XCOMET-XL]": (93.1, 3.10),
    "*".join(
        f"metric-{kind}[{metric}]" for kind in ("variance", "consistency") for metric in ("MetricX-23", "XCOMET-XL")
    ): (
        94.1,
        3.38,
    ),
}
NEEDED = {  # of the published tables 2 (WMT23) and 3 (SummEval): correlation, clusters
    "metric-average": ((97.8, 61.0), (75.4, 87.1)),
    "metric-variance": ((86.8, 32.0), (61.5, 76.6)),
    "metric-consistency": ((87.4, 42.7), (59.9, 81.9)),
    "diversity-unigram": ((71.7, 56.4), (64.2, 62.5)),
    "difficulty-discriminability": ((62.0, 44.7), (117.7, 78.0)),
}
GRID = 60
ALONE = 20  # random draws, each for itself


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Add the section's figures."""
    draws = 100 if quick else 400
    results.runs["random draws for each set and budget, variants"] = draws
    for title, function, published in (
        ("documents, table 4", documents, DOCUMENTS),
        ("equal domains, table 7", domains, DOMAINS),
        ("artificial crowd of 4, table 5", crowds, CROWDS),
    ):
        for place, label in enumerate(("random", *SELECTORS)):
            cells = [(data, name, label, draws if label == "random" else 1, quick, seed) for name in SETS]
            found = np.array(list(gather(function, cells)))
            said = f"published {published[place][0]}/{published[place][1]}"
            add(results, title, f"{label}, mean of {len(MAIN)} sets of WMT23, {said}", found[: len(MAIN)])
            for name, row in zip(SETS, found, strict=True):
                add(results, title, f"{label}, {name}", row[None])
    distilled(results, data, seed)
    joint(results, data, seed)
    needed(results, data, quick, seed)


def add(results: Results, title: str, case: str, found: np.ndarray) -> None:
    """Rank correlation, clusters, and the deviation of one draw where there are several."""
    results.at_least(f"rank correlation, {title}", case, 100 * float(found[:, 0].mean()), "%")
    results.at_least(f"clusters as published, {title}", case, float(found[:, 1].mean()), "")
    if case.startswith("random") and np.isfinite(found[:, 2]).all():
        results.at_most(f"s.d. of one random draw, {title}", case, 100 * float(found[:, 2].mean()), "points")


def measured(given: ScoreSet, choices: list[list[np.ndarray]], scores: np.ndarray | None = None) -> np.ndarray:
    """Mean rank correlation, clusters, and deviation of one draw's mean over budgets; choices are draw × budget."""
    table = given.scores if scores is None else scores
    flat = [read_plain(table, chosen) for draw in choices for chosen in draw]
    quality = evaluate(table, flat, splits_equal=True, clusters="published")
    each = quality.spearman.reshape(len(choices), -1).mean(axis=1)
    spread = float(each.std(ddof=1)) if len(each) > 1 else float("nan")
    return np.array([quality.value("spearman"), quality.value("clusters"), spread])


def utilities(given: ScoreSet, label: str, draws: int, seed: int) -> list[np.ndarray]:
    """The utility, or as many random ones as there are draws."""
    if label != "random":
        return [utility_of(given, label)]
    return [np.random.default_rng(seed_of(seed, 0, draw)).random(given.items) for draw in range(draws)]


def documents(data: Path, name: str, label: str, draws: int, quick: bool, seed: int) -> np.ndarray:
    """Whole documents: utility is the mean of their items', cost their number of items."""
    given = read_set(data, name)
    units = Units.of(given.candidates.columns["document"], given.items)
    sizes = np.bincount(units.unit).astype(np.float64)
    chosen = []
    for utility in utilities(given, label, draws, seed):
        worth = units.mean(utility)
        row = []
        for share in given.shares:
            room = share * given.items
            if label == "random":  # whole documents in random order, as long as they fit
                order = np.argsort(-worth, kind="stable")
                taken = order[np.cumsum(sizes[order]) <= room]
            else:
                taken = choose_within(worth, sizes, room, seed=seed, seconds=1.0 if quick else 5.0).chosen
            row.append(np.flatnonzero(np.isin(units.unit, taken)))
        chosen.append([one if len(one) > 1 else np.arange(2) for one in row])
    return measured(given, chosen)


def domains(data: Path, name: str, label: str, draws: int, quick: bool, seed: int) -> np.ndarray:  # noqa: ARG001
    """The same number of items from every domain."""
    given = read_set(data, name)
    ones = np.ones(given.items)
    chosen = [
        [
            choose_within(utility, ones, float(int(share * given.items)), group=given.domain, seed=seed).chosen
            for share in given.shares
        ]
        for utility in utilities(given, label, draws, seed)
    ]
    return measured(given, chosen)


def crowds(data: Path, name: str, label: str, draws: int, quick: bool, seed: int) -> np.ndarray:
    """Utilities from four systems, judged on the others; mean over random crowds."""
    given = read_set(data, name)
    found = []
    for number in range(5 if quick else 20):
        crowd = draw_crowd(given.candidates, CROWD, seed_of(seed, 7, number))
        if label == "random":
            orders = [
                np.random.default_rng(seed_of(seed, number, draw)).permutation(given.items)
                for draw in range(max(1, draws // 20))
            ]
        else:
            orders = [order_by(measure_utility(label, crowd.candidates), seed)]
        chosen = [[order[: int(share * given.items)] for share in given.shares] for order in orders]
        found.append(measured(given, chosen, given.scores[list(crowd.others)]))
    return np.mean(found, axis=0)


def distilled(results: Results, data: Path, seed: int) -> None:
    """Utilities told from sources alone, learned on WMT21 by people's scores, tried on WMT23."""
    for label in SELECTORS:
        found = list(gather(distil_one, [(data, name, label, seed) for name in MAIN]))
        rows = np.array([row for row, _ in found])
        add(results, "distilled from WMT21", f"{label}, mean of {len(MAIN)} sets of WMT23", rows)
        told = float(np.mean([agreement for _, agreement in found]))
        case = f"{label}, on documents of WMT21 not learned from"
        results.at_least("correlation of the distilled utility with the utility", case, told, "")


def distil_one(data: Path, name: str, label: str, seed: int) -> tuple[np.ndarray, float]:
    """Learn on the past of the same languages, choose by what is told."""
    given = read_set(data, name)
    pair = "en-de" if "en-de" in name else "zh-en"
    past = [read_set(data, f"WMT21 {kind} {pair} MQM").candidates for kind in ("news", "TED")]
    learned = train(prepare_training_set(label, past), seed=seed)
    order = order_by(learned.predict(given.candidates.sources), seed)
    chosen = [[order[: int(share * given.items)] for share in given.shares]]
    return measured(given, chosen), learned.agreement.correlation


def joint(results: Results, data: Path, seed: int) -> None:
    """Products of utilities by two metrics, as in table 8."""
    for label, published in JOINT.items():
        jobs = [
            Job(name=name, way=Way(name=label, chooser="top", utility=label), draws=1, splits_equal=True)
            for name in MAIN
        ]
        curves = curves_of(data, jobs, seed)
        case = f"{label}, mean of {len(MAIN)} sets, published {published[0]}/{published[1]}"
        found = np.array([[curve.mean("spearman"), curve.mean("clusters"), np.nan] for curve in curves])
        add(results, "products, table 8", case, found)


def needed(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Share of the data that matches random, tables 2 and 3."""
    draws = 200 if quick else 1000
    for title, names, place in (("WMT23", tuple(MAIN), 0), ("SummEval", tuple(SUMMARIES), 1)):
        randoms = curves_of(data, [Job(name=name, way=NESTED, draws=draws, splits_equal=True) for name in names], seed)
        for label in ("random, one draw", *SELECTORS):
            cells = [(data, name, label, seed) for name in names]
            lines = list(gather(fine_curves, cells))
            for measure, row in (("spearman", 0), ("clusters", 1)):
                for lasting in (False, True):
                    shares = [
                        share_needed(
                            line[row], line[2], random.values(measure), np.array(random.shares), lasting=lasting
                        )
                        for drawn, random in zip(lines, randoms, strict=True)
                        for line in drawn
                    ]
                    words = "for good" if lasting else "first crossing"
                    what = "rank correlation" if measure == "spearman" else "clusters"
                    said = f", published {NEEDED[label][place][row]} %" if label in NEEDED else ""
                    case = f"{label}, {title}, mean of {len(names)} sets{said}"
                    results.at_most(
                        f"share needed to match random's {what}, {words}", case, 100 * float(np.mean(shares)), "%"
                    )


def fine_curves(data: Path, name: str, label: str, seed: int) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Rank correlation and clusters of a top-utility subset at many budgets; or of single random draws, each alone."""
    given = read_set(data, name)
    shares = np.geomspace(given.shares[0] / 4, 1.0, GRID)
    if label in SELECTORS:
        orders = [order_by(utility_of(given, label), seed)]
    else:
        orders = [np.random.default_rng(seed_of(seed, 0, draw)).permutation(given.items) for draw in range(ALONE)]
    lines = []
    for order in orders:
        readings = [read_plain(given.scores, order[: max(3, int(share * given.items))]) for share in shares]
        quality = evaluate(given.scores, readings, splits_equal=True, clusters="published")
        lines.append((quality.spearman, quality.clusters, shares))
    return lines
