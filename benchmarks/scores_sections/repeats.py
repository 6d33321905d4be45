"""Do intervals hold when some outputs were judged twice? Sets with two judgments of every output.

Protocol: N/2 or nine tenths of the items, every system judged once on each by one of the people who judged it; none,
one, three or ten of these outputs get a second person's judgment. The truth is the mean of all judgments; scope: these
items, judged again. The default estimator with its interval; a doubled row (the first judgment again, nobody named) is
the last case. Nine of the criteria (DialSummEval coherence, HANNA coherence and engagement, OpinSummEval asp_rel and
self_coh, WebNLG 2020 fluency, WMT23 ESA, CNN/DailyMail overall, side by side) were used to choose how the noise is
bounded; the others were not.
"""

from pathlib import Path

import numpy as np
from frame import Results
from scores_sections.defaults import LEAST, MEAN, holds, least_by_chance

from quorate.estimators.scores import contribute, contribute_differences
from quorate.estimators.scores.default import choose_default
from quorate.estimators.scores.ratings import Ratings
from quorate.io import read_scores
from quorate.kernels.threads import single_thread
from quorate.questions import Criterion

FOLDERS = (
    "cdm-language-quality",
    "dialsummeval_amt",
    "hanna",
    "msmarco-correctness",
    "opinsummeval",
    "webnlg2017",
    "webnlg2020_en",
    "wmt23_ende_esa",
    "wmt23_ende_sxsmqm",
)
FEWEST_ITEMS = 50
MOST_METRICS = 8
CASES = ("none", "one", "three", "ten", "a doubled row")
COPIES = {"none": 0, "one": 1, "three": 3, "ten": 10, "a doubled row": 1}


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Add the section's figures."""
    draws = 20 if quick else 60
    results.runs["repeats: draws of each set, size and case"] = draws
    found: dict[tuple[str, str], list[tuple[str, float, float]]] = {}
    for place, folder in enumerate(FOLDERS[::4] if quick else FOLDERS):
        for name, judgments, metrics, scale in read_twice(data / "scores" / folder):
            for share in (0.5, 0.9):
                for case in CASES:
                    rng = np.random.default_rng([seed, place, round(10 * share), CASES.index(case)])
                    shares = play(judgments, metrics, scale, share, case, draws, rng)
                    for what, rows in zip(("scores", "differences"), shares.T, strict=True):
                        error = rows.std() / np.sqrt(draws)
                        found.setdefault((what, case), []).append((f"{name}, {share:g} N", rows.mean(), error))
    for (what, case), cells in found.items():
        values = np.array([value for _, value, _ in cells])
        errors = np.array([error for _, _, error in cells])
        label = f"{what}, repeats: {case}, {len(cells)} cells"
        results.at_least("coverage with repeats, mean over cells", label, 100 * values.mean(), "%", 100 * MEAN)
        worst = int(np.argmin((values - LEAST) / np.maximum(errors, 1e-9)))
        bar = 100 * (LEAST - least_by_chance(len(cells)) * errors[worst])
        where = f"{label}: {cells[worst][0]}; standard error {100 * errors[worst]:.2f}"
        results.at_least("coverage with repeats, least cell", where, 100 * values[worst], "%", bar)


def read_twice(folder: Path):  # noqa: ANN201
    """Each criterion in which systems have two judgments of the same outputs: name, judgments, metrics, scale."""
    given = read_scores(folder)
    shape = (len(given.systems), len(given.items))
    for number, criterion in enumerate(given.criteria):
        rows = np.flatnonzero(given.criterion == number)
        place = given.system[rows] * shape[1] + given.item[rows]
        counts = np.bincount(place, minlength=shape[0] * shape[1]).reshape(shape)
        systems = np.flatnonzero((counts >= 2).sum(axis=1) >= FEWEST_ITEMS)
        if len(systems) < 2:
            continue
        items = np.flatnonzero((counts[systems] >= 2).all(axis=0))
        if len(items) < FEWEST_ITEMS:
            continue
        table = np.full((*shape, counts.max()), np.nan)
        order = np.argsort(place, kind="stable")
        begin = np.r_[0, np.cumsum(np.bincount(place, minlength=shape[0] * shape[1]))]
        rank = np.arange(len(order)) - begin[place[order]]
        table.reshape(-1, counts.max())[place[order], rank] = given.score[rows[order]]
        metrics = {
            name: values[np.ix_(systems, items)]
            for name, values in given.metrics.items()
            if np.isfinite(values[np.ix_(systems, items)]).all()
        }
        chosen = dict(list(metrics.items())[:MOST_METRICS])
        scores = given.score[rows]
        yield f"{folder.name} {criterion}", table[np.ix_(systems, items)], chosen, (scores.min(), scores.max())


@single_thread()
def play(judgments, metrics, scale, share, case, draws, rng):  # noqa: ANN001, ANN201
    """Draw × (scores, differences): share of intervals that hold."""
    systems, items, _ = judgments.shape
    truth = np.nanmean(judgments, axis=2).mean(axis=1)
    pairs = [(a, a + 1) for a in range(systems - 1)]
    gap = truth[:-1] - truth[1:]
    counts = np.isfinite(judgments).sum(axis=2)
    count = int(share * items)
    found = np.empty((draws, 2))
    for draw in range(draws):
        chosen = np.sort(rng.permutation(items)[:count])
        system, item = np.repeat(np.arange(systems), count), np.tile(chosen, systems)
        first = (rng.random(len(system)) * counts[system, item]).astype(int)
        other = (first + 1 + (rng.random(len(system)) * (counts[system, item] - 1)).astype(int)) % counts[system, item]
        again = rng.permutation(len(system))[: COPIES[case]]
        second = first if case == "a doubled row" else other
        rows = np.r_[np.arange(len(system)), again]
        which = np.r_[first, second[again]]
        ratings = Ratings(
            systems=tuple(map(str, range(systems))),
            scale=Criterion(name="score", low=scale[0], high=scale[1]),
            system=system[rows],
            item=item[rows],
            annotator=np.full(len(rows), -1),
            score=judgments[system[rows], item[rows], which],
            copy_of=item[rows],
            cluster=item[rows],
            weight=np.ones(len(rows)),
            exists=np.ones((systems, items), dtype=np.bool_),
            metrics=metrics,
        )
        method = choose_default(ratings).method
        found[draw] = (
            holds(contribute(method, ratings), truth),
            holds(contribute_differences(method, ratings, pairs), gap),
        )
    return found
