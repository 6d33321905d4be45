"""How long utilities take, in CPU seconds of one process, on 15 systems × 1100 items made here; IRT recovers curves.

Reference speeds are those of the published package on as many items and systems. Texts are made of 4,000 words with
frequencies as in language, 25 words an output; a system replaces more of the words the weaker it is.
"""

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from frame import Results
from quorate.kernels.item_response import fit_curves

from quorate.selection.candidates import Candidates
from quorate.selection.designs import draw, inclusion
from quorate.selection.utilities import measure_utility
from quorate.simulation.subsets import evaluate, read_plain

SYSTEMS, ITEMS, WORDS = 15, 1100, 25
#            utility → reference, bar
UTILITIES = {
    "difficulty-discriminability": ("about 89, scores binarised", 1.0),
    "metric-consistency": ("2.26", 0.05),
    "diversity-unigram": ("2.25", 0.5),
    "diversity-chrf": ("more than 1000", 5.0),
    "diversity-bleu": ("about 184", 10.0),
    "metric-average": (".009", None),
    "metric-variance": (".018", None),
    "diversity-embedding": ("not known", None),
}


def run(results: Results, data: Path, quick: bool, seed: int) -> None:  # noqa: ARG001
    """Add the section's figures."""
    rng = np.random.default_rng(seed)
    scores, planted = make_scores(rng)
    given = Candidates(
        items=tuple(f"item {number}" for number in range(ITEMS)),
        systems=tuple(f"system {number}" for number in range(SYSTEMS)),
        exists=np.ones((SYSTEMS, ITEMS), dtype=np.bool_),
        metrics={"metric": scores},
        outputs=make_texts(rng),
        sources=tuple("source" for _ in range(ITEMS)),
    )
    small = given.with_items(range(20))
    for name, (reference, bar) in UTILITIES.items():
        measure_utility(name, small)  # compiled code is brought in, and kept on disk
        seconds = timed(lambda name=name: measure_utility(name, given), 1 if (bar or 0) > 1 else 3)
        results.at_most(f"CPU s of {name}", f"15 × 1100, reference {reference}", seconds, "CPU s", bar)
    curves = fit_curves(scores, 3)
    for name, found, true in (
        ("ability θ", curves.ability, planted["ability"]),
        ("difficulty b", curves.difficulty, planted["difficulty"]),
        ("discriminability a, logarithms", np.log(curves.discriminability), np.log(planted["discriminability"])),
        ("feasibility c", curves.feasibility, planted["feasibility"]),
    ):
        bar = 0.95 if name.startswith(("ability", "difficulty")) else None
        r = float(np.corrcoef(found, true)[0, 1])
        results.at_least("correlation with what was planted, IRT", name, r, "", bar)
    equal = inclusion(np.ones(ITEMS), 110)
    columns = rng.normal(size=(ITEMS, 8))
    for name in ("random", "systematic", "cube", "balanced"):
        draw(name, equal, balance=columns, seed=0)
        seconds = timed(lambda name=name: draw(name, equal, balance=columns, seed=1), 5)
        results.at_most(f"CPU s of one draw, {name}", "110 of 1100 items, 8 columns", seconds, "CPU s")
    chosen = rng.permutation(ITEMS)[:550]
    seconds = timed(lambda: evaluate(scores, [read_plain(scores, chosen)], is_controlled=False), 20)
    results.at_most(
        "CPU s of one evaluation with published clusters", "550 items, reference of clusters .028", seconds, "CPU s"
    )


def make_scores(rng: np.random.Generator) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Metric scores from planted curves r = c/(1 + exp(−a(θ − b))) with a little noise, and the curves."""
    planted = {
        "ability": rng.normal(size=SYSTEMS),
        "difficulty": rng.normal(size=ITEMS),
        "discriminability": np.exp(0.4 * rng.normal(size=ITEMS)),
        "feasibility": rng.uniform(0.75, 1.0, size=ITEMS),
    }
    gap = planted["ability"][:, None] - planted["difficulty"]
    true = planted["feasibility"] / (1 + np.exp(-planted["discriminability"] * gap))
    return np.clip(true + 0.02 * rng.normal(size=true.shape), 0, 1), planted


def make_texts(rng: np.random.Generator) -> tuple[tuple[str, ...], ...]:
    """Outputs that share words, the more the better both systems are."""
    letters = np.array(list("abcdefghijklmnopqrstuvwxyz"))
    words = ["".join(rng.choice(letters, rng.integers(2, 10))) for _ in range(4000)]
    chance = 1 / np.arange(1, 4001)
    chance /= chance.sum()
    lengths = rng.integers(WORDS // 2, 2 * WORDS, ITEMS)
    base = [rng.choice(4000, length, p=chance) for length in lengths]
    systems = []
    for system in range(SYSTEMS):
        texts = []
        for one in base:
            changed = np.where(
                rng.random(len(one)) < 0.1 + 0.4 * system / SYSTEMS, rng.choice(4000, len(one), p=chance), one
            )
            texts.append(" ".join(words[word] for word in changed))
        systems.append(tuple(texts))
    return tuple(systems)


def timed(work: Callable[[], object], repeats: int) -> float:
    """Seconds of CPU that one call takes, the quickest of so many: other processes only ever make it slower."""
    found = []
    for _ in range(repeats):
        begin = time.process_time()
        work()
        found.append(time.process_time() - begin)
    return min(found)
