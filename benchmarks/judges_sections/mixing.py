"""The four published ways in which a metric decides part of the comparisons, played with RMED beside RMED alone."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from frame import Results
from judges_sections.metric import read_mqm
from judges_sections.pairs import Compared

from quorate.metrics.light import train_light
from quorate.policies.duels.mixed.fitting import fit_predictions, fit_scores
from quorate.policies.duels.mixed.foretold import Foretold, preference_of
from quorate.records.mixing import USES, Mixing
from quorate.simulation.mixed_pools import mix_pool
from quorate.simulation.pools import Pool
from quorate.simulation.replay import replay
from quorate.simulation.replayed import Replayed

RUNS = 100
HORIZONS = {
    "gmeg-fce": 4186,
    "gmeg-wiki": 11294,
    "CoNLL": 18728,
    "E2E": 7506,
    "ParaBank": 24132,
    "wmt23_ende": 10_000,
    "wmt23_zhen": 10_000,
}
NEURAL = ("XCOMET-Ensemble", "MetricX-23", "GEMBA-MQM")
SINGLE = ("chrf",)  # beside the light comparer


@dataclass(frozen=True, kw_only=True)
class Case:
    """A set of comparisons, and metrics that may decide part of them.

    Attributes:
        name: The set.
        pool: People's comparisons.
        outcome: The same one by one.
        metrics: Metric → what it says of each, and how it may be used.
        horizon: Where a run ends.
    """

    name: str
    pool: Pool
    outcome: np.ndarray
    metrics: dict[str, tuple[Foretold, Mixing]]
    horizon: int


def play_cases(results: Results, cases: Iterable[Case], *, quick: bool, seed: int) -> None:
    """The four ways with every metric of some sets."""
    runs = 20 if quick else RUNS
    for case in cases:
        alone = replay({case.name: case.pool}, ["rmed1"], runs=runs, horizon=case.horizon, seed=seed)[0]
        add(results, case, "people alone", alone)
        for metric, (foretold, mixing) in case.metrics.items():
            favourite = bool(case.pool.best[favourite_of(foretold)])
            accuracy = 100 * float(np.mean(foretold.answer == case.outcome))
            results.at_least(f"three-way accuracy, {metric}", case.name, accuracy, "%")
            results.at_least(f"what it may answer, {metric}", case.name, mixing.share, "")
            results.at_least(f"its favourite is the winner, {metric}", case.name, favourite, "")
            for use in USES:
                mixed = {use: mix_pool(foretold, case.outcome, replace(mixing, use=use))}
                pool = replace(case.pool, mixed=mixed)
                found = replay({case.name: pool}, [f"rmed1+{use}"], runs=runs, horizon=case.horizon, seed=seed)[0]
                add(results, case, f"{metric}, {use}", found)
                change = 100 * (spent(found) / spent(alone) - 1)
                results.at_most(f"change of annotation complexity, {metric}, {use}", case.name, change, "%")


def add(results: Results, case: Case, how: str, found: Replayed) -> None:
    """Complexity with its interval, and wrong winners."""
    complexity = found.complexity
    reached = "" if complexity.judgments is not None else "; NEVER REACHED, counts with the horizon"
    ends = [one if one is not None else case.horizon for one in (complexity.low, complexity.high)]
    words = f"{case.name}, {ends[0]:,} to {ends[1]:,}{reached}"
    results.at_most(f"annotation complexity of RMED, {how}", words, spent(found), "judgments")
    results.at_most(f"runs that name a wrong winner, {how}", case.name, 100 * found.wrong_ends, "%")


def spent(found: Replayed) -> int:
    """Annotation complexity; the horizon where it is not reached."""
    return found.horizon if found.complexity.judgments is None else found.complexity.judgments


def favourite_of(foretold: Foretold) -> int:
    """The system that a metric expects to beat most others, by its mean over items."""
    k, known = foretold.systems, foretold.is_known
    total = np.zeros((k, k))
    np.add.at(total, (foretold.first[known], foretold.second[known]), foretold.expected[known] - 0.5)
    total -= total.T
    return int(np.lexsort((total.sum(axis=1), (total > 0).sum(axis=1)))[-1])


def texts(dev: Compared, sets: dict[str, Compared], seed: int) -> Iterator[Case]:
    """Sets with texts: the light comparer, and single metrics."""
    light = train_light(dev.outputs, dev.first, dev.second, dev.outcome, seed=seed)
    item = dev.outputs.item[dev.first]
    learned = {"light comparer": fit_predictions("light comparer", held_out_answers(dev, seed), dev.outcome, item)}
    for metric in SINGLE:
        scores = dev.outputs.scores[metric]
        learned[metric] = fit_scores(metric, scores[dev.first], scores[dev.second], dev.outcome, item)
    for name, test in sets.items():
        pool, first, second = pool_of(test.system, test.first, test.second, test.outcome)
        said = light.compare(test.outputs, test.first, test.second)
        numbers = {"systems": len(pool.systems), "first": first, "second": second}
        metrics = {
            "light comparer": (
                Foretold(**numbers, expected=said.expected, answer=said.outcome, spread=said.doubt),
                learned["light comparer"],
            )
        }
        for metric in SINGLE:
            scores = test.outputs.scores[metric]
            said_by = foretold_by(learned[metric], scores[test.first], scores[test.second], **numbers)
            metrics[metric] = (said_by, learned[metric])
        yield Case(name=name, pool=pool, outcome=test.outcome, metrics=metrics, horizon=HORIZONS[name])


def held_out_answers(dev: Compared, seed: int) -> np.ndarray:
    """What the comparer says of comparisons on items that it has not learned from: two halves, each from the other."""
    item = dev.outputs.item[dev.first]
    items = np.unique(item)
    half = np.isin(item, np.random.default_rng(seed).permutation(items)[: len(items) // 2])
    answer = np.empty(len(item))
    for part in (half, ~half):
        light = train_light(dev.outputs, dev.first[~part], dev.second[~part], dev.outcome[~part], seed=seed)
        answer[part] = light.compare(dev.outputs, dev.first[part], dev.second[part]).outcome
    return answer


def shared_tasks(data: Path) -> Iterator[Case]:
    """WMT23: comparisons are the signs of differences of MQM; each metric is fitted on the other language pair."""
    read = {name: mqm_comparisons(data / "scores" / name) for name in ("wmt23_ende", "wmt23_zhen")}
    for name, other in (("wmt23_ende", "wmt23_zhen"), ("wmt23_zhen", "wmt23_ende")):
        systems, _, first, second, outcome, scores = read[name]
        _, their_item, one, two, said, theirs = read[other]
        items = next(iter(scores.values())).size // len(systems)
        pool, first_system, second_system = pool_of(np.repeat(systems, items), first, second, outcome)
        metrics = {}
        for metric in NEURAL:
            mixing = fit_scores(metric, theirs[metric][one], theirs[metric][two], said, their_item)
            numbers = {"systems": len(pool.systems), "first": first_system, "second": second_system}
            metrics[metric] = (foretold_by(mixing, scores[metric][first], scores[metric][second], **numbers), mixing)
        yield Case(name=name, pool=pool, outcome=outcome, metrics=metrics, horizon=HORIZONS[name])


def mqm_comparisons(
    folder: Path,
) -> tuple[list[str], np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, np.ndarray]]:
    """Systems; item, first and second output and outcome of each comparison; scores of outputs by metric."""
    systems, people, metrics = read_mqm(folder)
    k, items = people.shape
    one, other = np.triu_indices(k, 1)
    first = (one[:, None] * items + np.arange(items)).ravel()
    second = (other[:, None] * items + np.arange(items)).ravel()
    flat = people.ravel()
    known = np.isfinite(flat[first]) & np.isfinite(flat[second])
    first, second = first[known], second[known]
    outcome = np.sign(flat[first] - flat[second]) / 2 + 0.5
    return systems, first % items, first, second, outcome, {name: scores.ravel() for name, scores in metrics.items()}


def pool_of(
    system: np.ndarray, first: np.ndarray, second: np.ndarray, outcome: np.ndarray
) -> tuple[Pool, np.ndarray, np.ndarray]:
    """People's comparisons as a pool, and the systems of each by number."""
    names, code = np.unique(system, return_inverse=True)
    used = np.unique(code[np.concatenate([first, second])])
    place = np.full(len(names), -1)
    place[used] = np.arange(len(used))
    one, other = place[code[first]], place[code[second]]
    counts = np.zeros((len(used), len(used), 3), dtype=np.int64)
    np.add.at(counts, (one, other, np.rint(2 - 2 * outcome).astype(np.int64)), 1)
    pool = Pool(systems=tuple(names[used].tolist()), counts=counts + counts.transpose(1, 0, 2)[:, :, ::-1])
    return pool, one, other


def foretold_by(
    mixing: Mixing,
    first_scores: np.ndarray,
    second_scores: np.ndarray,
    *,
    systems: int,
    first: np.ndarray,
    second: np.ndarray,
) -> Foretold:
    """What a metric of outputs says of comparisons."""
    preference = preference_of(mixing)
    return Foretold(
        systems=systems,
        first=first,
        second=second,
        expected=preference.probability(first_scores, second_scores),
        answer=preference.outcome(first_scores, second_scores),
        spread=np.full(len(first), np.nan),
    )
