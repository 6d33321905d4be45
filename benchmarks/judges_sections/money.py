"""Money split between people and a judge, against people alone and half for each.

A pilot of people's judgments (drawn; a tenth of the outputs, at least ten a system) says how far the judge agrees; the
split is planned from it, bought from the real scores, and estimated by `two-phase` (people alone: `mean`). Width: mean
of the recommended intervals at 95 % over systems and draws, one judgment an output (scope *judgments*). Half: half the
money for verdicts as far as there are outputs, the rest for people. All three see the same outputs first. Money: that
of so many judgments by people a system.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from frame import Results
from judges_sections.metric import read_mqm
from numpy.typing import NDArray

from quorate.estimators.scores import contribute, method
from quorate.estimators.scores.intervals import choose
from quorate.estimators.scores.ratings import Ratings
from quorate.io import read_scores
from quorate.planning.judges import offer_from
from quorate.planning.split import MoneySplit, Offer, Purchase, half_and_half, people_alone, split_money
from quorate.questions import Criterion

Floats = NDArray[np.float64]
PRICES = (10, 100, 1000)
BAR = 1.01


@dataclass(frozen=True, kw_only=True)
class Truth:
    """Scores of outputs by people and by judges: system × item."""

    people: Floats
    judges: dict[str, Floats]


def read_truth(data: Path, name: str) -> Truth:
    """Outputs with a human score, and the judge's."""
    if name == "summeval":
        scores = read_scores(data / "scores" / name)
        rows = scores.criterion == scores.criteria.index("coherence")
        people = np.full((len(scores.systems), len(scores.items)), np.nan)
        people[scores.system[rows], scores.item[rows]] = scores.score[rows]
        kept = np.isfinite(people).any(axis=1)
        people, judges = people[kept], {"geval_gpt4_coherence": scores.metrics["geval_gpt4_coherence"][kept]}
    else:
        _, people, metrics = read_mqm(data / "scores" / name)
        judges = {"GEMBA-MQM": metrics["GEMBA-MQM"]}
    whole = np.isfinite(people).all(axis=0)
    for scores_of in judges.values():
        whole &= np.isfinite(scores_of).all(axis=0)
    return Truth(people=people[:, whole], judges={name: one[:, whole] for name, one in judges.items()})


def draw_study(truth: Truth, bought: MoneySplit, random: np.random.Generator) -> Ratings:
    """Ratings after a split: each system its own outputs, judged by people inside what the judge saw."""
    systems, items = truth.people.shape
    order = random.permuted(np.tile(np.arange(items), (systems, 1)), axis=1)
    system = np.repeat(np.arange(systems), bought.people)
    item = order[:, : bought.people].ravel()
    metrics = {}
    for name, calls in bought.calls.items():
        seen = np.full(truth.people.shape, np.nan)
        rows = np.repeat(np.arange(systems), calls), order[:, :calls].ravel()
        seen[rows] = truth.judges[name][rows]
        metrics[name] = seen
    return Ratings(
        systems=tuple(str(number) for number in range(systems)),
        scale=Criterion(name="quality", low=float(truth.people.min()), high=float(truth.people.max())),
        system=system,
        item=item,
        annotator=np.full(len(system), -1),
        score=truth.people[system, item],
        copy_of=np.arange(len(system)),
        cluster=np.arange(len(system)),
        weight=np.ones(len(system)),
        exists=np.ones(truth.people.shape, dtype=np.bool_),
        metrics=metrics,
        scope="judgments",
    )


def measure(truth: Truth, bought: MoneySplit, random: np.random.Generator) -> tuple[float, float]:
    """Mean width over systems, and how many intervals cover."""
    ratings = draw_study(truth, bought, random)
    name = "two-phase" if bought.calls else "mean"
    ends = choose(method(name).interval)(contribute(name, ratings), 0.95)
    means = truth.people.mean(axis=1)
    return float((ends[:, 1] - ends[:, 0]).mean()), float(((ends[:, 0] <= means) & (means <= ends[:, 1])).mean())


def pilot_offer(truth: Truth, price: float, random: np.random.Generator) -> tuple[Offer, float]:
    """What a pilot says about the judge, and the variance of a judgment."""
    systems, items = truth.people.shape
    size = max(10, items // 10)
    picked = random.permuted(np.tile(np.arange(items), (systems, 1)), axis=1)[:, :size]
    system = np.repeat(np.arange(systems), size)
    score = truth.people[system, picked.ravel()]
    verdicts = {name: one[system, picked.ravel()] for name, one in truth.judges.items()}
    return offer_from(system, score, verdicts, dict.fromkeys(verdicts, price))


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """All sets, prices and budgets."""
    draws = 40 if quick else 300
    for name in ("summeval",) if quick else ("summeval", "wmt23_ende", "wmt23_zhen"):
        truth = read_truth(data, name)
        for money in (20, truth.people.shape[1] // 4):
            for price in PRICES:
                _measure_case(results, truth, name, money, price, draws, seed)


def _measure_case(results: Results, truth: Truth, name: str, money: int, price: int, draws: int, seed: int) -> None:
    systems, items = truth.people.shape
    found: dict[str, list[tuple[float, float]]] = {"split": [], "people": [], "half": []}
    bought: list[MoneySplit] = []
    for draw in range(draws):
        key = [seed, money, price, items, draw]
        offer, variance = pilot_offer(truth, 1 / price, np.random.default_rng([*key, 1]))
        purchase = Purchase(money=money, person=1.0, variance=variance, signal=variance, outputs=items, systems=systems)
        bought.append(split_money(offer, purchase))
        ways = {"split": bought[-1], "people": people_alone(purchase), "half": half_and_half(offer, purchase)}
        for way, one in ways.items():
            found[way].append(measure(truth, one, np.random.default_rng(key)))
    width = {way: np.array([one for one, _ in many]) for way, many in found.items()}
    best = min("people", "half", key=lambda way: width[way].mean())
    ratio = float(width["split"].mean() / width[best].mean())
    error = float((width["split"] - ratio * width[best]).std() / width[best].mean() / np.sqrt(draws))
    named = f"{name}, money of {money}, judge : person 1:{price:,}"
    people = np.mean([one.people for one in bought])
    calls = np.mean([max(one.calls.values(), default=0) for one in bought])
    shown = f"{named}, ± {error:.4f}, {people:.0f} people, {calls:.0f} verdicts a system"
    results.at_most("width of the split over the better of people alone and half", shown, ratio, "", BAR)
    for way in ("people", "half"):
        other = float(width["split"].mean() / width[way].mean())
        results.at_most(f"width of the split over {way}", named, other, "")
    for way in ("split", "people"):
        covered = 100 * float(np.mean([one for _, one in found[way]]))
        results.at_least(f"coverage of intervals, {way}", named, covered, "%")
