"""Confidences and verdicts as control variates: variance of the estimates over draws, with them over without.

Systems' own scores, the same shuffled within each system, made scores whose correlation with the truth is about .5,
and made verdicts of a judge that is right four times out of five. What else predicts (how many systems make a
statement, how precise these are, its item) is used on both sides. *Alone* is one system at a time. How much of the
variance ranks of the systems' own scores explain is beside it: where that is 2 %, no more than 2 % can be gained.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np
from frame import Results
from sets_sections.collections import Collection, draw, read_collection, renumbered, restricted
from sets_sections.made import make_systems, make_world
from sets_sections.playing import median_error

from quorate.arrays import Floats
from quorate.estimators.sets.chances import inclusion
from quorate.estimators.sets.expected import expect
from quorate.estimators.sets.precision import measure_precision

KINDS = ("scores", "informative scores", "shuffled scores", "verdicts")


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Ratios of variances, medians over systems."""
    runs = 10 if quick else 60
    for name in ("trec-covid-r1", "clef-tar-2017", "made"):
        found = make_systems(make_world(seed), seed) if name == "made" else read_collection(data, name, least=200)
        share = 100 * float(np.median(explained(found)))
        results.at_least("variance explained by ranks of own scores", name, share, "%")
        rng = np.random.default_rng(seed + 4)
        many = len(found.statements.systems)
        few = rng.permutation(many)[: 4 if quick else 12]
        cases = {"all systems": [renumbered(restricted(found, np.sort(rng.permutation(many)[:40])))]}
        cases["alone"] = [renumbered(restricted(found, np.array([one]))) for one in few.tolist()]
        for case, collections in cases.items():
            ratios = {kind: [] for kind in KINDS}
            for one in collections:
                for kind, ratio in compare(one, runs if case == "alone" else max(runs // 4, 4), seed).items():
                    ratios[kind].append(ratio)
            for kind, found_ratios in ratios.items():
                ratio = np.concatenate(found_ratios)
                bar = {"shuffled scores": 1.03, "informative scores": 0.9}.get(kind) if case == "alone" else None
                words = f"{name}, {case}, {len(ratio)} systems"
                results.at_most(f"variance with {kind} / without", words, float(np.median(ratio)), "", bar)
                results.at_most(f"variance with {kind} / without, standard error", words, median_error(ratio), "")


def explained(found: Collection) -> Floats:
    """Share of the variance of truth that ranks of a system's own scores explain, for each system."""
    statements, shares = found.statements, []
    for i in range(len(statements.systems)):
        rows = slice(statements.starts[i], statements.starts[i + 1])
        rank = np.argsort(np.argsort(statements.confidence[rows]))
        truth = found.truth[statements.statement[rows]]
        shares.append(np.corrcoef(rank, truth)[0, 1] ** 2 if truth.std() > 0 else 0.0)
    return np.array(shares)


def compare(found: Collection, runs: int, seed: int) -> dict[str, Floats]:
    """Said variance with each kind of control over that without, means over draws, for each system."""
    statements = found.statements
    rng = np.random.default_rng([seed, 5])
    shuffled = statements.confidence.copy()
    for i in range(len(statements.systems)):
        rng.shuffle(shuffled[statements.starts[i] : statements.starts[i + 1]])
    noise = replace(statements, confidence=shuffled)
    right = found.precision[statements.owner]
    told = (found.truth[statements.statement] - right) / np.sqrt(np.maximum(right * (1 - right), 1e-6))
    telling = replace(statements, confidence=told + 1.7 * rng.normal(size=len(told)))
    verdicts = np.where(rng.random(len(found.truth)) < 0.8, found.truth, 1 - found.truth)[:, None]
    said: dict[str, Floats] = {}
    for run_number in range(runs):
        draws = draw(found, 150, np.random.default_rng([seed + 5, run_number]))
        values, chance = draws.values(statements.count), inclusion(statements, draws)
        guesses = {
            "none": expect(statements, values, chance, use_confidence=False),
            "scores": expect(statements, values, chance),
            "informative scores": expect(telling, values, chance),
            "shuffled scores": expect(noise, values, chance),
            "verdicts": expect(statements, values, chance, verdicts, use_confidence=False),
        }
        for kind, guess in guesses.items():
            variance = measure_precision(statements, draws, expected=guess).influence.variances
            said[kind] = said.get(kind, 0.0) + variance
    return {kind: said[kind] / said["none"] for kind in KINDS}
