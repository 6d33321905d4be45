"""The default on the sets of section *defaults*' folder that it has no room for: three systems, or items of their own.

Protocol as there, but that where systems were not judged on the same items each system's outputs are drawn for
themselves (n of them, uniformly, without replacement) and the default may be another (`choose_default`: `predicted`
where it narrows the intervals, else the mean). Coverage of nominal 95 %, of scores and of the differences of
neighbours, for the default scope and for the narrower one. A difference is about the items that both systems have where
half of the judged ones are shared, else of the two means. Nothing was chosen on these sets.
"""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
from frame import Results
from scores_sections.defaults import LEAST, LEVEL, MEAN, least_by_chance

from quorate.estimators.contributions import Contributions
from quorate.estimators.scores import contribute, contribute_differences
from quorate.estimators.scores.default import choose_default
from quorate.estimators.scores.intervals import choose
from quorate.estimators.scores.ratings import Ratings
from quorate.io import read_scores
from quorate.kernels.threads import single_thread
from quorate.questions import Criterion

SHARED = ("openai_cnndm3", "personachat_usr")
OWN = ("emnlp17_d2t", "frank", "e2e_challenge", "wmt22_calibration")
SIZES = (20, 50, 100, "N/2", ".9 N")
WHOLE = {"frank": "Factuality"}  # the other criteria are its parts
FEWEST_OUTPUTS = 30
MOST_METRICS = 8
MOST_MISSING = 0.02


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Add the section's figures."""
    draws = 10 if quick else 100
    results.runs["apart: draws of each set and size, shared items"] = draws
    results.runs["apart: draws of each set and size, items of their own"] = draws // 2
    cells: dict[str, list[tuple[str, float, float]]] = {}
    methods: Counter[str] = Counter()
    for place, folder in enumerate((*SHARED, *OWN)):
        for number, (name, table, metrics) in enumerate(read_tables(data / "scores" / folder, quick)):
            count = draws if folder in SHARED else draws // 2
            for size in SIZES:
                rng = np.random.default_rng([seed, place, number, SIZES.index(size)])
                found = play(table, metrics, size, count, rng, methods)
                for what, rows in found.items():
                    error = rows.std() / np.sqrt(count)
                    cells.setdefault(what, []).append((f"{name}, n = {size}", rows.mean(), error))
    said = ", ".join(f"{name} {count:,}" for name, count in methods.most_common())
    for what, found in cells.items():
        shares, errors = (np.array([cell[place] for cell in found]) for place in (1, 2))
        case = f"{what}, {len(found)} cells; draws with {said}"
        results.at_least("coverage of the default, mean over cells", case, 100 * shares.mean(), "%", 100 * MEAN)
        worst = int(np.argmin((shares - LEAST) / np.maximum(errors, 1e-9)))
        bar = 100 * (LEAST - least_by_chance(len(found)) * errors[worst])
        label = f"{what}, {len(found)} cells: {found[worst][0]}; standard error {100 * errors[worst]:.2f}"
        results.at_least("coverage of the default, least cell", label, 100 * shares[worst], "%", bar)


def read_tables(folder: Path, quick: bool):  # noqa: ANN201
    """Each criterion: name, system × item mean scores (NaN where nobody judged), metrics that are nearly complete."""
    given = read_scores(folder)
    shape = (len(given.systems), len(given.items))
    for number, criterion in enumerate(given.criteria[:1] if quick else given.criteria):
        if criterion != WHOLE.get(folder.name, criterion):
            continue
        rows = given.criterion == number
        place = given.system[rows] * shape[1] + given.item[rows]
        counts = np.bincount(place, minlength=shape[0] * shape[1])
        totals = np.bincount(place, weights=given.score[rows], minlength=len(counts))
        table = np.divide(totals, counts, out=np.full(len(counts), np.nan), where=counts > 0).reshape(shape)
        kept = np.flatnonzero(np.isfinite(table).sum(axis=1) >= FEWEST_OUTPUTS)
        table = table[kept]
        if len(kept) < 2 or np.nanmax(table) <= np.nanmin(table):
            continue
        judged = np.isfinite(table)
        metrics = {
            name: np.where(judged, values[kept], np.nan)
            for name, values in given.metrics.items()
            if np.isnan(values[kept][judged]).mean() < MOST_MISSING
        }
        yield f"{folder.name} {criterion}", table, dict(list(metrics.items())[:MOST_METRICS])


@single_thread()
def play(table, metrics, size, draws, rng, methods):  # noqa: ANN001, ANN201
    """Coverage of each draw, by what and scope; nothing where there are too few outputs for the size."""
    exists = np.isfinite(table)
    outputs = exists.sum(axis=1)
    if not isinstance(size, str) and size >= outputs.min() // 2:
        return {}
    truth = np.nanmean(table, axis=1)
    pairs = [(a, a + 1) for a in range(len(table) - 1)]
    apart = truth[:-1] - truth[1:]
    shared = np.array([np.nanmean(table[a] - table[b]) if (exists[a] & exists[b]).any() else 0.0 for a, b in pairs])
    found: dict[str, list[float]] = {}
    for _ in range(draws):
        ratings = draw(table, exists, metrics, size, rng)
        default = choose_default(ratings)
        methods[default.method] += 1
        given = contribute(default.method, default.ratings)
        between = contribute_differences(default.method, default.ratings, pairs)
        is_paired = np.zeros(len(pairs), dtype=np.bool_) if between.is_paired is None else between.is_paired
        gap = np.where(is_paired, shared, apart)
        for scope in ("items", "judgments"):
            found.setdefault(f"scores, {scope}", []).append(holds(given, scope, truth))
            found.setdefault(f"differences, {scope}", []).append(holds(between, scope, gap))
    return {what: np.array(rows) for what, rows in found.items()}


def draw(table, exists, metrics, size, rng) -> Ratings:  # noqa: ANN001
    """Every system judged once on its outputs that were drawn; on the same items where all systems have them all."""
    whole = bool(exists.all())
    order = rng.permutation(table.shape[1])
    systems, items = [], []
    for system, judged in enumerate(exists):
        there = order[judged[order]] if whole else rng.permutation(np.flatnonzero(judged))
        count = size if not isinstance(size, str) else int({"N/2": 0.5, ".9 N": 0.9}[size] * len(there))
        items.append(np.sort(there[:count]))
        systems.append(np.full(count, system))
    system, item = np.concatenate(systems), np.concatenate(items)
    return Ratings(
        systems=tuple(map(str, range(len(table)))),
        scale=Criterion(name="score", low=float(np.nanmin(table)), high=float(np.nanmax(table)) + 1e-9),
        system=system,
        item=item,
        annotator=np.full(len(item), -1),
        score=table[system, item],
        copy_of=item,
        cluster=item,
        weight=np.ones(len(item)),
        exists=exists,
        metrics=metrics,
        scope="judgments",
    )


def holds(given: Contributions, scope: str, truth: np.ndarray) -> float:
    """Share of the intervals that hold the truth; for items judged again nothing is taken off without repeats."""
    scoped = given if scope == "judgments" else replace(given, remaining=np.ones(given.groups))
    ends = choose("recommended")(scoped, LEVEL)
    return float(((ends[:, 0] <= truth + 1e-9) & (truth <= ends[:, 1] + 1e-9)).mean())
