"""Three-way accuracy (win, tie, loss) of one metric, with each way from scores to preferences.

Thresholds are fitted on other items (the dev halves of GMEG, for Grammarly and CoNLL) or other systems (systems 1 to 7
of ParaBank; five systems of E2E). Bars: Mohankumar and Khapra (2022), tables 3 and 11, chrF, linear, within 2 points.
*Counted as there*: pairs without a score are ties (Grammarly); thresholds come from a tenth, drawn 20 times, of the
pairs in which at least one system was held out, which gives the numbers of examples that the paper names (12,701 of E2E
less a tenth are its 11,000; 184,641 single judgments of ParaBank its 180,000); of E2E over all 13 sets of five systems
that leave as many comparisons as published. Without references (CoNLL) the source stands for them, where thresholds
are fitted too.
"""

import itertools
import json
from pathlib import Path

import numpy as np
from frame import Results
from judges_sections.pairs import METRICS, Compared, read_compared

from quorate.metrics.comparer import three_way_accuracy
from quorate.metrics.preferences import WAYS, fit_preference

PUBLISHED = {"Grammarly": 75.7, "CoNLL": 78.4, "ParaBank": 66.1, "E2E": 47.4}
HELD_OUT = {
    "adapt",
    "chen",
    "forge3",
    "tr2",
    "zhaw2",
}  # one of the sets of five that leave as many comparisons as published
TENTHS = 20
FIRST_SEVEN = {f"sys{number:02d}" for number in range(1, 8)}


def read_cases(data: Path, *, quick: bool) -> dict[str, tuple[Compared, Compared]]:
    """What is fitted on and what is reported on."""
    names = ("fce",) if quick else ("fce", "wiki")
    dev = read_compared(data, *(f"gmeg-{name}-dev" for name in names))
    cases = {"Grammarly": (dev, read_compared(data, *(f"gmeg-{name}" for name in names)))}
    e2e = read_compared(data, "e2e-quality")
    others = set(e2e.system.tolist()) - HELD_OUT
    cases["E2E"] = (e2e.of(e2e.among(HELD_OUT)), e2e.of(e2e.among(others)))
    if quick:
        return cases
    bare = read_compared(data, "gmeg-fce-dev", "gmeg-wiki-dev", reference="source")
    cases["CoNLL"] = (bare, read_compared(data, "conll14-gec-paper"))
    parabank = read_compared(data, "parabank")
    cases["ParaBank"] = (
        parabank.of(parabank.among(FIRST_SEVEN)).mean(),
        read_compared(data, "parabank-paper", texts="parabank"),
    )
    return cases


def with_unscored(compared: Compared) -> Compared:
    """The pairs of outputs that nobody scored as well, as ties: the paper counts them, 41,160 in all."""
    size = len(compared.system)
    known = set((compared.first * size + compared.second).tolist())
    known |= set((compared.second * size + compared.first).tolist())
    rows = np.arange(size)
    pairs = [
        (one, other)
        for item in np.split(rows, np.flatnonzero(np.diff(compared.outputs.item)) + 1)
        for one, other in itertools.combinations(item.tolist(), 2)
        if one * size + other not in known
    ]
    first, second = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    return Compared(
        outputs=compared.outputs,
        first=np.append(compared.first, first),
        second=np.append(compared.second, second),
        outcome=np.append(compared.outcome, np.full(len(first), 0.5)),
        system=compared.system,
        implied=np.append(compared.implied, np.zeros(len(first), dtype=np.bool_)),
    )


def accuracy_of(metric: str, way: str, fitted_on: Compared, reported_on: Compared) -> float:
    """In per cent."""
    scores = fitted_on.outputs.scores[metric]
    fitted = fit_preference(scores[fitted_on.first], scores[fitted_on.second], fitted_on.outcome, way)  # type: ignore[arg-type]
    scores = reported_on.outputs.scores[metric]
    said = fitted.outcome(scores[reported_on.first], scores[reported_on.second])
    return 100 * three_way_accuracy(said, reported_on.outcome)


def as_there(data: Path, seed: int) -> dict[str, list[float]]:
    """Accuracies of chrF with thresholds from a tenth of the pairs with a system that was held out."""
    random = np.random.default_rng(seed)
    e2e = read_compared(data, "e2e-quality")
    names = set(e2e.system.tolist())
    about = json.loads((data / "pairwise" / "e2e-quality" / "dataset.json").read_text(encoding="utf-8"))
    found: dict[str, list[float]] = {"E2E": [], "ParaBank": []}
    for held_out in about["held_out_sets_giving_17089"]:
        tested = e2e.among(names - set(held_out))
        found["E2E"] += _by_tenths(e2e.of(~tested), e2e.of(tested), random, TENTHS // 4)
    single = read_compared(data, "parabank")
    learned = single.of(~single.among(set(single.system.tolist()) - FIRST_SEVEN))
    paper = read_compared(data, "parabank-paper", texts="parabank")
    found["ParaBank"] += _by_tenths(learned, paper, random, TENTHS)
    return found


def _by_tenths(learned: Compared, test: Compared, random: np.random.Generator, times: int) -> list[float]:
    count = len(learned.first)
    parts = [np.isin(np.arange(count), random.choice(count, count // 10, replace=False)) for _ in range(times)]
    return [accuracy_of("chrf", "linear", learned.of(part), test) for part in parts]


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Every metric, way and set."""
    for case, (dev, test) in read_cases(data, quick=quick).items():
        for metric in METRICS:
            for way in WAYS:
                found = accuracy_of(metric, way, dev, test)
                results.at_least(f"three-way accuracy of {metric}, {way}", case, found, "%")
                if (metric, way) == ("chrf", "linear"):
                    off = abs(found - PUBLISHED[case])
                    results.at_most(
                        "chrf, linear: distance from the paper", f"{case}, {PUBLISHED[case]}", off, "points", 2
                    )
        if case == "Grammarly":
            found = accuracy_of("chrf", "linear", dev, with_unscored(test))
            results.at_least("three-way accuracy of chrf, linear, pairs without a score as ties", case, found, "%")
            off = abs(found - PUBLISHED[case])
            results.at_most("chrf, linear: distance from the paper, counted as there", case, off, "points", 2)
        if test.implied.any():
            found = accuracy_of("chrf", "linear", dev, test.of(~test.implied))
            results.at_least("three-way accuracy of chrf, linear, without identical outputs", case, found, "%")
        results.at_least("share of ties", case, 100 * float(np.mean(test.outcome == 0.5)), "%")
    for case, accuracies in {}.items() if quick else as_there(data, seed).items():
        mean, spread = float(np.mean(accuracies)), float(np.std(accuracies, ddof=1))
        words = f"{case}, {PUBLISHED[case]}; {len(accuracies)} draws, ± {spread:.1f}, {min(accuracies):.1f} to "
        off = abs(mean - PUBLISHED[case])
        results.at_least("three-way accuracy of chrf, linear, thresholds as there", case, mean, "%")
        results.at_most(
            "chrf, linear: distance from the paper, counted as there",
            f"{words}{max(accuracies):.1f}",
            off,
            "points",
            2,
        )
