"""The default against random items and top variance: order, error of differences, and whether intervals hold.

Default: random items balanced by what metrics, lengths and domains say, scores calibrated by all metrics, systems
ordered behind the gate. The intervals are those of the calibrated means; the error of differences is that of the
strengths which the order goes by (of the calibrated means where the way is called so). Relative error: over that of
random items and their plain mean at the same budget, mean over budgets. Parts: random 60 % of items × 75 % of systems,
all that metrics say made of these alone. Settings of the estimator were chosen with other seeds than this one (decision
30 says on which sets).
"""

from pathlib import Path

import numpy as np
from frame import Results
from items_sections.playing import Job, curves_of
from items_sections.sets import MAIN, RECENT, SUMMARIES, read_set
from items_sections.ways import DEFAULT, RANDOM, Way, check, share_alike, top
from subset_figures import curves_figure
from subsets import Curve, share_needed

FIGURES = Path(__file__).parents[2] / "docs" / "benchmarks"
TOP = top("metric-variance")
CALIBRATED = Way(name="random, calibrated", reader="calibrated")
ONE = Way(name="default, one metric", chooser="balanced", reader="ordered", metrics="one")
WAYS = (
    RANDOM,
    TOP,
    CALIBRATED,
    Way(name="balanced, calibrated", chooser="balanced", reader="calibrated"),
    Way(name="random, ordered", reader="ordered"),
    Way(name="cube, ordered", chooser="cube", reader="ordered"),
    Way(name="cube ∝ deviation, ordered", chooser="cube", utility="metric-variance", reader="ordered"),
    ONE,
    DEFAULT,
)


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Add the section's figures."""
    draws = 20 if quick else 300
    results.runs["draws for each set and budget, default"] = draws
    for name in MAIN:
        off = max(check(read_set(data, name), way, 60, seed) for way in WAYS if way.reader == "ordered")
        results.at_most("distance of the benchmark's reading from the library's estimator", name, off, "", 1e-4)
        alike = min(share_alike(read_set(data, name), count, seed) for count in (25, 150))
        results.at_least("share of the default's items that select chooses too", name, alike, "", 1.0)
    found: dict[str, list[Curve]] = {}
    for name in MAIN:
        jobs = [Job(name=name, way=way, draws=draws, clusters="none") for way in WAYS]
        found[name] = curves_of(data, jobs, seed)
    for place, way in enumerate(WAYS):
        mine, base = ([found[name][number] for name in MAIN] for number in (place, 0))
        describe(results, way, mine, base)
    mean = {
        way.name: 100 * np.mean([found[name][place].mean("spearman") for name in MAIN])
        for place, way in enumerate(WAYS)
    }
    apart = mean[ONE.name] - mean[TOP.name]
    results.at_least("rank correlation above top variance's", f"{ONE.name}, mean of 4 sets", apart, "points", -0.3)
    apart = mean[DEFAULT.name] - mean[TOP.name]
    results.at_least("rank correlation above top variance's", f"{DEFAULT.name}, mean of 4 sets", apart, "points")
    for name in MAIN:
        for curve in found[name]:
            results.at_least("rank correlation", f"{curve.name}, {name}", 100 * curve.mean("spearman"), "%")
            if curve.name == DEFAULT.name:
                ratio = relative_error(curve, found[name][0], "difference_error")
                results.at_most("error of differences over random's", f"{curve.name}, {name}", ratio, "×")
                results.at_least("coverage of 95 %", f"{curve.name}, {name}", 100 * curve.mean("coverage"), "%")
    parts(results, data, quick, seed)
    others(results, data, draws // 3, seed)
    if not quick:
        shown = ("random, mean", TOP.name, CALIBRATED.name, ONE.name, DEFAULT.name)
        for measure, words in (("spearman", "Rank correlation"), ("coverage", "Coverage of 95 % intervals")):
            panels = {name: [curve for curve in found[name] if curve.name in shown] for name in MAIN}
            path = FIGURES / f"items-{measure}.svg"
            path.write_text(curves_figure(panels, measure=measure, words=words) + "\n", encoding="utf-8")


def describe(results: Results, way: Way, mine: list[Curve], base: list[Curve]) -> None:
    """Means over the sets, with the bars of the default."""
    is_default = way is DEFAULT
    case = f"{way.name}, mean of {len(mine)} sets"
    correlation = 100 * float(np.mean([curve.mean("spearman") for curve in mine]))
    doubt = standard_error([quality.spearman for curve in mine for quality in curve.qualities])
    label = f"{case}; standard error {doubt:.2f}"
    results.at_least("rank correlation", label, correlation, "%", 96.2 if is_default else None)
    least = 100 * float(np.mean([curve.values("spearman")[0] for curve in mine]))
    label = f"{case}; standard error {standard_error([curve.qualities[0].spearman for curve in mine]):.2f}"
    results.at_least("rank correlation at 5 %", label, least, "%", 94.0 if is_default else None)
    pairs = list(zip(mine, base, strict=True))
    ratio = float(np.mean([relative_error(one, two, "difference_error") for one, two in pairs]))
    results.at_most("error of differences over random's", case, ratio, "×", 0.78 if is_default else None)
    ratio = float(np.mean([relative_error(one, two, "mean_error") for one, two in pairs]))
    results.at_most("error of means over random's", case, ratio, "×")
    each = 100 * np.array([curve.values("coverage") for curve in mine])
    results.at_least("coverage of 95 %, mean", case, float(each.mean()), "%", 94.0 if is_default else None)
    if is_default:
        results.at_most("coverage of 95 %, mean", case, float(each.mean()), "%", 96.0)
    results.at_least(
        "coverage of 95 %, least of set × budget", case, float(each.min()), "%", 92.0 if is_default else None
    )
    for measure, words in (
        ("kendall", "Kendall"),
        ("soft_accuracy", "soft pairwise accuracy"),
        ("top", "top-1 accuracy"),
    ):
        results.at_least(words, case, 100 * float(np.mean([curve.mean(measure) for curve in mine])), "%")
    needed = 100 * float(np.mean([needed_share(one, two) for one, two in pairs]))
    results.at_most("share needed to match random's rank correlation, at most", case, needed, "%")


def standard_error(cells: list[np.ndarray]) -> float:
    """Standard error of a mean over cells, each with its own draws, in percent; 0 where nothing was left to chance."""
    variances = [cell.var(ddof=1) / len(cell) if len(cell) > 1 else 0.0 for cell in cells]
    return 100 * float(np.sqrt(np.sum(variances))) / len(cells)


def relative_error(mine: Curve, base: Curve, measure: str) -> float:
    """Mean over budgets of a root mean square error over random's."""
    return float(np.mean(mine.values(measure) / base.values(measure)))


def needed_share(mine: Curve, base: Curve) -> float:
    """Share needed, between budgets by interpolation; what the smallest budget reaches counts as that budget."""
    shares = np.array(mine.shares)
    fine = np.geomspace(shares[0], shares[-1], 400)
    values = np.interp(np.log(fine), np.log(shares), mine.values("spearman"))
    return share_needed(values, fine, base.values("spearman"), np.array(base.shares))


def parts(results: Results, data: Path, quick: bool, seed: int) -> None:
    """The default against top variance on random parts of every set."""
    count, draws = (4, 5) if quick else (24, 12)
    results.runs["random parts of each set, default"] = count
    results.runs["draws for each part and budget, default"] = draws
    ways = (RANDOM, TOP, ONE, DEFAULT)
    jobs = [
        Job(name=name, way=way, draws=draws, part=1000 * seed + number, clusters="none")
        for name in MAIN
        for number in range(count)
        for way in ways
    ]
    curves = curves_of(data, jobs, seed)
    table = np.array([curve.mean("spearman") for curve in curves]).reshape(len(MAIN), count, len(ways)).swapaxes(1, 2)
    for place, way in enumerate(ways):
        case = f"{way.name}, {count} parts of each of {len(MAIN)} sets"
        results.at_least("rank correlation on parts", case, 100 * float(table[:, place].mean()), "%")
    for place, way in ((3, DEFAULT), (2, ONE)):
        above = 100 * (table[:, place] - table[:, 1])
        bar = 0.5 if way is DEFAULT else None
        case = f"{way.name}, {count} parts of each of {len(MAIN)} sets"
        results.at_least("rank correlation on parts above top variance's", case, float(above.mean()), "points", bar)
        error = float(above.mean(axis=0).std(ddof=1) / np.sqrt(count))
        results.at_most("its standard error over parts", case, error, "points")
        for name, row in zip(MAIN, above, strict=True):
            results.at_least(
                "rank correlation on parts above top variance's", f"{way.name}, {name}", float(row.mean()), "points"
            )


def others(results: Results, data: Path, draws: int, seed: int) -> None:
    """SummEval and WMT24: the same ways, no bars."""
    results.runs["draws for each set and budget, default, other sets"] = draws
    ways = (RANDOM, TOP, DEFAULT)
    for name in (*SUMMARIES, *RECENT):
        curves = curves_of(data, [Job(name=name, way=way, draws=draws, clusters="none") for way in ways], seed)
        for curve in curves:
            case = f"{curve.name}, {name}"
            results.at_least("rank correlation", case, 100 * curve.mean("spearman"), "%")
            results.at_least("coverage of 95 %", case, 100 * curve.mean("coverage"), "%")
            results.at_most(
                "error of differences over random's", case, relative_error(curve, curves[0], "difference_error"), "×"
            )
