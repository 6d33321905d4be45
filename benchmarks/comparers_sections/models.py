"""Systems in order, by a comparer: HANNA, OpenMEVA-ROC and SummEval.

The light comparer learns from comparisons that follow people's scores (means of criteria) on a half of the items, by
the metrics below where a set has them, and by texts where it has those; the other half is rated. By *rating*:
systems play until their order rests (Glicko-2). By *mean of samples*: every output plays the same fifty others for 3, 1
or 0 points, and a system has the mean. Truth is people's mean score on the rated half. Six halves, of three splits;
intervals are the mean ± 2 standard errors over the halves. The metric chosen is the one that is best on the other two
sets; the best in hindsight was not known. HANNA without its human texts.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from frame import Results
from numpy.typing import NDArray
from scipy.stats import spearmanr

from quorate.estimators.skills.findings import rate_games
from quorate.estimators.skills.playing import play_common, play_systems
from quorate.io.formats import read_table
from quorate.metrics.comparer import Outputs
from quorate.metrics.light import Light, train_light
from quorate.metrics.metric import OutputTexts

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SETS = {"HANNA": "hanna", "OpenMEVA-ROC": "openmeva_roc", "SummEval": "summeval"}
# What a metric is called in each set; a language model that was asked is a judge, and stands apart.
METRICS = {
    "BLEU": ("BLEU", "BLEU_4", "bleu_11refs"),
    "chrF": ("chrF", "chrf", "chrf_11refs"),
    "METEOR": ("METEOR", "METEOR", ""),
    "BERTScore": ("BERTScore F1", "bert_score_f", ""),
    "MoverScore": ("MoverScore", "mover_score", ""),
    "ROUGE-L": ("ROUGE-L F-Score", "rougel_f", ""),
    "judge": ("ChatGPT AVG 1", "chatgpt", "geval_gpt4_sum"),
}
SPLITS = 3


@dataclass(frozen=True, kw_only=True)
class Scored:
    """A set: outputs with people's mean score.

    Attributes:
        outputs: The outputs, with metrics by their common names.
        system: System of each.
        human: People's score of each.
        rows: System × item: the row of an output, −1 where there is none.
        systems: Names.
    """

    outputs: Outputs
    system: Ints
    human: Floats
    rows: Ints
    systems: tuple[str, ...]


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Every set, then the means over the three."""
    found: dict[str, dict[str, list[float]]] = {}
    for place, (case, folder) in enumerate(SETS.items()):
        if quick and case != "OpenMEVA-ROC":
            continue
        scored = read_scored(data / "scores" / folder, place)
        found[case] = {}
        for split in range(1 if quick else SPLITS):
            items = np.random.default_rng([seed, place, split]).permutation(scored.rows.shape[1])
            halves = np.array_split(items, 2)
            for learned, rated in (halves, halves[::-1]):
                for name, value in correlations(scored, learned, rated, seed + split).items():
                    found[case].setdefault(name, []).append(value)
        for name, values in found[case].items():
            results.at_least(f"model level, Spearman: {case}", said(name, values), np.mean(values), "")
    if quick:
        return
    ways = ("rating by comparer", "mean of sample scores")
    ours = over_sets(found, dict.fromkeys(found, ways[0]))
    samples = over_sets(found, dict.fromkeys(found, ways[1]))
    chosen = {case: best_elsewhere(found, case, METRICS) for case in found}
    plain = {case: best_elsewhere(found, case, [name for name in METRICS if name != "judge"]) for case in found}
    hindsight = {
        case: max((name for name in METRICS if name in found[case]), key=lambda name: np.mean(found[case][name]))
        for case in found
    }
    results.at_least("model level, mean of three sets: rating by comparer", said("", ours), np.mean(ours), "")
    others = {
        "mean of sample scores": (samples, True),
        f"metric best on the other two ({', '.join(plain.values())})": (over_sets(found, plain), True),
        f"metric or judge best on the other two ({', '.join(chosen.values())})": (over_sets(found, chosen), True),
        f"best in hindsight ({', '.join(hindsight.values())})": (over_sets(found, hindsight), False),
    }
    for name, (values, has_bar) in others.items():
        results.at_least(f"model level, mean of three sets: {name}", said("", values), np.mean(values), "")
        gap = ours - values
        error = gap.std(ddof=1) / np.sqrt(len(gap))
        case = f"above {name}, ± {error:.3f} (standard error)"
        results.at_least("model level: rating by comparer", case, gap.mean(), "", 0.0 if has_bar else None)


def said(name: str, values: list[float] | Floats) -> str:
    """A case with its interval."""
    reach = 2 * np.std(values, ddof=1) / np.sqrt(len(values)) if len(values) > 1 else 0.0
    return f"{name}{', ' if name else ''}{np.mean(values) - reach:.3f} to {np.mean(values) + reach:.3f}"


def over_sets(found: dict[str, dict[str, list[float]]], names: dict[str, str]) -> Floats:
    """Half × mean over the sets, one way for each set."""
    means: Floats = np.mean([found[case][name] for case, name in names.items()], axis=0)
    return means


def best_elsewhere(found: dict[str, dict[str, list[float]]], case: str, names: object) -> str:
    """Of the metrics that this set has, the one with the best mean over the other sets that have it."""
    means = {
        name: np.mean([np.mean(rows[name]) for other, rows in found.items() if other != case and name in rows])
        for name in names  # type: ignore[attr-defined]
        if name in found[case] and any(name in rows for other, rows in found.items() if other != case)
    }
    return max(means, key=lambda name: means[name])


def read_scored(folder: Path, place: int) -> Scored:
    """Read a set."""
    scores = read_table(folder / "scores.parquet").columns
    kept: dict[tuple[str, str], list[float]] = {}
    for item, system, criterion, score in zip(
        *(scores[name] for name in ("item", "system", "criterion", "score")), strict=True
    ):
        if system != "Human" and criterion != "overall_mean" and score not in (None, ""):
            kept.setdefault((str(item), str(system)), []).append(float(score))
    keys = sorted(kept)
    row = {key: number for number, key in enumerate(keys)}
    items, systems = (sorted({key[side] for key in keys}) for side in (0, 1))
    rows = np.full((len(systems), len(items)), -1, dtype=np.int64)
    for number, (item, system) in enumerate(keys):
        rows[systems.index(system), items.index(item)] = number
    names = {names[place]: name for name, names in METRICS.items() if names[place]}
    table = read_table(folder / "metrics.parquet").columns
    metrics = {name: np.full(len(keys), np.nan) for name in names.values()}
    for item, system, metric, score in zip(
        *(table[name] for name in ("item", "system", "metric", "score")), strict=True
    ):
        if metric in names and (str(item), str(system)) in row and score not in (None, ""):
            metrics[names[str(metric)]][row[str(item), str(system)]] = float(score)
    texts: dict[str, list[str | None]] = {name: [None] * len(keys) for name in ("output", "source", "reference")}
    said = read_table(folder / "outputs.parquet").columns
    for number, (item, system) in enumerate(zip(said["item"], said["system"], strict=True)):
        if (str(item), str(system)) in row:
            for name, column in texts.items():
                column[row[str(item), str(system)]] = said[name][number]
    has_texts = any(texts["output"])
    return Scored(
        outputs=Outputs(
            item=np.array([items.index(item) for item, _ in keys]),
            texts=OutputTexts(
                outputs=texts["output"],
                references=texts["reference"] if has_texts else None,
                sources=texts["source"] if has_texts else None,
            ),
            scores={name: values for name, values in metrics.items() if np.isfinite(values).any()},
        ),
        system=np.array([systems.index(system) for _, system in keys]),
        human=np.array([np.mean(kept[key]) for key in keys]),
        rows=rows,
        systems=tuple(systems),
    )


def correlations(scored: Scored, learned: Ints, rated: Ints, seed: int) -> dict[str, float]:
    """Spearman with people, by each way."""
    comparer = learn(scored, learned, seed)
    kept = np.sort(scored.rows[:, rated][scored.rows[:, rated] >= 0])
    truth = means_of(scored, scored.human, kept)

    def decide(first: Ints, second: Ints) -> Floats:
        return comparer.compare(scored.outputs, first, second).outcome

    games = play_systems(scored.systems, scored.rows[:, rated], decide, most=20_000, batch=5_000, seed=seed)
    by_name = {one.contestant: one.rating for one in rate_games(games, replays=0).contestants}
    names = tuple(str(row) for row in kept.tolist())
    common = play_common(names, lambda first, second: decide(kept[first], kept[second]), seed=seed)
    points = np.full(len(scored.human), np.nan)
    for one in rate_games(common, "points", replays=0).contestants:
        points[int(one.contestant)] = one.rating
    ways = {
        "rating by comparer": np.array([by_name[name] for name in scored.systems]),
        "mean of sample scores": means_of(scored, points, kept),
    }
    ways |= {name: means_of(scored, values, kept) for name, values in scored.outputs.scores.items()}
    told = {
        name: float(spearmanr(values, truth).statistic) if np.ptp(values) > 0 else 0.0 for name, values in ways.items()
    }
    there = np.isfinite(points[kept])
    sample = spearmanr(points[kept][there], scored.human[kept][there]).statistic
    return told | {"sample level, points of single outputs": float(sample)}


def learn(scored: Scored, items: Ints, seed: int) -> Light:
    """A comparer from the comparisons that people's scores on these items make."""
    first, second = [], []
    for item in items.tolist():
        here = scored.rows[scored.rows[:, item] >= 0, item]
        pairs = np.triu_indices(len(here), 1)
        first.append(here[pairs[0]])
        second.append(here[pairs[1]])
    one, other = np.concatenate(first), np.concatenate(second)
    outcome = np.sign(np.round(scored.human[one] - scored.human[other], 9)) / 2 + 0.5
    return train_light(scored.outputs, one, other, outcome, has_phrases=True, seed=seed)


def means_of(scored: Scored, values: Floats, kept: Ints) -> Floats:
    """Mean of each system over some outputs."""
    return np.array([np.nanmean(values[kept[scored.system[kept] == number]]) for number in range(len(scored.systems))])
