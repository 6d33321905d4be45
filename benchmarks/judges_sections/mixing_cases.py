"""Sets of comparisons by people, and metrics that may decide part of them: what each says, and how it may be used.

Scale, thresholds and comparer are fitted on other items (dev halves of GMEG; the other language pair of WMT23) or other
systems (five of E2E, seven of ParaBank). CoNLL has no references: its comparer learns with the source in their place.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
from judges_sections.metric import read_mqm
from judges_sections.pairs import Compared, Ints, read_compared
from judges_sections.preferences import FIRST_SEVEN, HELD_OUT
from numpy.typing import NDArray

from quorate.metrics.light import train_light
from quorate.policies.duels.mixed.expectations import Expectations, preference_of
from quorate.policies.duels.mixed.fitting import fit_predictions, fit_scores
from quorate.records.mixing import Mixing
from quorate.simulation.mixed_pools import mix_pool
from quorate.simulation.pools import Pool

Floats = NDArray[np.float64]

HORIZONS = {
    "gmeg-fce": 4186,
    "gmeg-wiki": 11294,
    "CoNLL": 18728,
    "E2E": 7506,
    "ParaBank": 24132,
    "wmt23_ende": 20_000,
    "wmt23_zhen": 10_000,
}
LIGHT = "light comparer"
SINGLE = ("chrf", "bleu", "rouge-l")
NEURAL = ("XCOMET-Ensemble", "MetricX-23", "GEMBA-MQM", "BLEURT-20", "COMET", "BERTscore", "chrF", "BLEU")


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
    outcome: Floats
    metrics: dict[str, tuple[Expectations, Mixing]]
    horizon: int

    def mixed(self, metric: str, **changes: object) -> Pool:
        """The comparisons divided between people and a metric that is used so."""
        expectations, mixing = self.metrics[metric]
        used = replace(mixing, **changes)  # type: ignore[arg-type]
        return replace(self.pool, mixed={used.use: mix_pool(expectations, self.outcome, used)})

    def accuracy(self, metric: str) -> float:
        """Share of the comparisons, win, tie or loss, that it says as people do."""
        return float(np.mean(self.metrics[metric][0].answer == self.outcome))

    def has_right_favourite(self, metric: str) -> bool:
        """Whether the system that it expects to beat most others, by its mean over items, is the winner."""
        expectations = self.metrics[metric][0]
        k, known = expectations.systems, expectations.is_known
        total = np.zeros((k, k))
        np.add.at(total, (expectations.first[known], expectations.second[known]), expectations.expected[known] - 0.5)
        total -= total.T
        return bool(self.pool.best[np.lexsort((total.sum(axis=1), (total > 0).sum(axis=1)))[-1]])


def leads_to_the_winner(pool: Pool, use: str) -> bool:
    """Whether comparisons without end, by people and metric in their parts, would name the winner."""
    mixed = pool.mixed[use]
    wins = np.array([1.0, 0.5, 0.0])
    mean = [_mean(counts, wins) for counts in (mixed.counts, mixed.turns.answers)]
    p = (1 - mixed.turns.share) * mean[0] + mixed.turns.share * mean[1]
    p[:, ~mixed.turns.kept] = 0.5
    beaten = (p > 0.5).sum(axis=1) - np.where(mixed.turns.kept, 0, len(p))
    return bool(pool.best[int(np.argmax(beaten))])


def _mean(counts: NDArray[np.int64], wins: Floats) -> Floats:
    size = counts.sum(axis=2)
    return np.divide(counts @ wins, size, out=np.full(size.shape, 0.5), where=size > 0)


@cache
def text_cases(data: Path, *, quick: bool, seed: int) -> tuple[Case, ...]:
    """Sets with texts: the light comparer, and single metrics."""
    dev = read_compared(data, "gmeg-fce-dev", "gmeg-wiki-dev")
    edits = {name: read_compared(data, name) for name in ("gmeg-fce", *(() if quick else ("gmeg-wiki",)))}
    e2e = read_compared(data, "e2e-quality")
    others = set(e2e.system.tolist()) - HELD_OUT
    found = [
        *_with_texts(dev, edits, seed),
        *_with_texts(e2e.of(e2e.among(HELD_OUT)), {"E2E": e2e.of(e2e.among(others))}, seed, is_for_others=True),
    ]
    if quick:
        return tuple(found)
    parabank = read_compared(data, "parabank")
    paper = read_compared(data, "parabank-paper", texts="parabank")
    rest = set(paper.system.tolist()) - FIRST_SEVEN
    bare = read_compared(data, "gmeg-fce-dev", "gmeg-wiki-dev", reference="source")
    return (
        *found,
        *_with_texts(bare, {"CoNLL": read_compared(data, "conll14-gec-paper")}, seed, is_for_others=True),
        *_with_texts(
            parabank.of(parabank.among(FIRST_SEVEN)).mean(),
            {"ParaBank": paper.of(paper.among(rest))},
            seed,
            is_for_others=True,
        ),
    )


def _with_texts(dev: Compared, sets: dict[str, Compared], seed: int, *, is_for_others: bool = False) -> Iterator[Case]:
    light = train_light(dev.outputs, dev.first, dev.second, dev.outcome, is_for_others=is_for_others, seed=seed)
    item = dev.outputs.item[dev.first]
    answers = _held_out_answers(dev, seed, is_for_others=is_for_others)
    learned = {LIGHT: fit_predictions(LIGHT, answers, dev.outcome, item)}
    for metric in SINGLE:
        scores = dev.outputs.scores[metric]
        learned[metric] = fit_scores(metric, scores[dev.first], scores[dev.second], dev.outcome, item)
    for name, test in sets.items():
        pool, first, second = _pool_of(test.system, test.first, test.second, test.outcome)
        said = light.compare(test.outputs, test.first, test.second)
        texts = np.array(test.outputs.texts.outputs)
        same = texts[test.first] == texts[test.second]
        numbers = {"systems": len(pool.systems), "first": first, "second": second, "same": same}
        metrics = {
            LIGHT: (
                Expectations(**numbers, expected=said.expected, answer=said.outcome, spread=said.doubt),
                learned[LIGHT],
            )
        }
        for metric in SINGLE:
            scores = test.outputs.scores[metric]
            said_by = _expected_by(learned[metric], scores[test.first], scores[test.second], **numbers)
            metrics[metric] = (said_by, learned[metric])
        yield Case(name=name, pool=pool, outcome=test.outcome, metrics=metrics, horizon=HORIZONS[name])


def _held_out_answers(dev: Compared, seed: int, *, is_for_others: bool) -> Floats:
    """What the comparer says of comparisons on items that it has not learned from: half of them; NaN elsewhere."""
    item = dev.outputs.item[dev.first]
    items = np.unique(item)
    part = np.isin(item, np.random.default_rng(seed).permutation(items)[: len(items) // 2])
    answer = np.full(len(item), np.nan)
    chosen = (dev.first[~part], dev.second[~part], dev.outcome[~part])
    light = train_light(dev.outputs, *chosen, is_for_others=is_for_others, seed=seed)
    answer[part] = light.compare(dev.outputs, dev.first[part], dev.second[part]).outcome
    return answer


@cache
def task_cases(data: Path) -> tuple[Case, ...]:
    """WMT23: comparisons are the signs of differences of MQM; each metric is fitted on the other language pair."""
    read = {name: _mqm_comparisons(data / "scores" / name) for name in ("wmt23_ende", "wmt23_zhen")}
    found = []
    for name, other in (("wmt23_ende", "wmt23_zhen"), ("wmt23_zhen", "wmt23_ende")):
        systems, _, first, second, outcome, scores = read[name]
        _, their_item, one, two, said, theirs = read[other]
        items = next(iter(scores.values())).size // len(systems)
        pool, first_system, second_system = _pool_of(np.repeat(systems, items), first, second, outcome)
        metrics = {}
        for metric in NEURAL:
            mixing = fit_scores(metric, theirs[metric][one], theirs[metric][two], said, their_item)
            numbers = {"systems": len(pool.systems), "first": first_system, "second": second_system}
            metrics[metric] = (_expected_by(mixing, scores[metric][first], scores[metric][second], **numbers), mixing)
        found.append(Case(name=name, pool=pool, outcome=outcome, metrics=metrics, horizon=HORIZONS[name]))
    return tuple(found)


def _mqm_comparisons(folder: Path) -> tuple[list[str], Ints, Ints, Ints, Floats, dict[str, Floats]]:
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


def _pool_of(system: NDArray[np.str_], first: Ints, second: Ints, outcome: Floats) -> tuple[Pool, Ints, Ints]:
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


def _expected_by(
    mixing: Mixing,
    first_scores: Floats,
    second_scores: Floats,
    *,
    systems: int,
    first: Ints,
    second: Ints,
    same: NDArray[np.bool_] | None = None,
) -> Expectations:
    """What a metric of outputs says of comparisons."""
    preference = preference_of(mixing)
    return Expectations(
        systems=systems,
        first=first,
        second=second,
        expected=preference.probability(first_scores, second_scores),
        answer=preference.outcome(first_scores, second_scores),
        spread=np.full(len(first), np.nan),
        same=same,
    )
