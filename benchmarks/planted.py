"""Items, outputs and scores made of numbers, with everything that made them: for tests and benchmarks of selection.

What is drawn: abilities θ ~ N(0, 1), made to have mean 0 and standard deviation 1; difficulties b ~ N(0, 1);
discriminabilities ln a ~ N(ln 1.5, 0.5²); feasibilities c ~ Beta(8, 2); scores c/(1 + exp(−a(θ − b))) + N(0, noise²).
Outputs are variations of one text for each item: words of a made vocabulary with the frequencies of Zipf's law, some of
them replaced, dropped or added, the more the lower the system's score.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from quorate.selection.candidates import Candidates

Floats = NDArray[np.float64]

NOISE = 0.02
VOCABULARY = 8000
SYLLABLES = ("ba", "ce", "di", "fo", "gu", "ha", "ki", "le", "mo", "nu", "pa", "re", "si", "to", "va", "ze", "an", "er")


@dataclass(frozen=True, kw_only=True)
class Planted:
    """Scores and the curves that they were made from.

    Attributes:
        ability: θ of each system.
        difficulty: b of each item.
        discriminability: a of each item.
        feasibility: c of each item.
        scores: System × item.
    """

    ability: Floats
    difficulty: Floats
    discriminability: Floats
    feasibility: Floats
    scores: Floats


def plant_curves(systems: int, items: int, seed: int, *, noise: float = NOISE, parameters: int = 3) -> Planted:
    """Scores from item-response curves of 1, 2 or 3 parameters, drawn as this module says."""
    rng = np.random.default_rng([seed, systems, items])
    ability = rng.normal(size=systems)
    ability = (ability - ability.mean()) / max(float(ability.std()), 1e-9)
    difficulty = rng.normal(size=items)
    spread = rng.normal(size=items)
    discriminability = 1.5 * np.exp(0.5 * spread * (parameters > 1))
    feasibility = rng.beta(8, 2, items) if parameters > 2 else np.ones(items)
    expected = feasibility / (1 + np.exp(-discriminability * (ability[:, None] - difficulty)))
    return Planted(
        ability=ability,
        difficulty=difficulty,
        discriminability=discriminability,
        feasibility=feasibility,
        scores=expected + noise * rng.normal(size=expected.shape),
    )


def plant_candidates(systems: int, items: int, seed: int, *, words: int = 25, noise: float = NOISE) -> Candidates:
    """Candidates with planted scores as their metric, noisier scores by people, and texts of about so many words.

    Sources of hard items are longer, so that something can be learned from them.
    """
    planted = plant_curves(systems, items, seed, noise=noise)
    rng = np.random.default_rng([seed, systems, items, words])
    vocabulary = _vocabulary(rng)
    chance = 1 / np.arange(1, len(vocabulary) + 1)
    chance /= chance.sum()
    lengths = np.maximum(rng.poisson(words * np.exp(0.3 * planted.difficulty)), 1)
    sources, outputs = [], [[""] * items for _ in range(systems)]
    for item, length in enumerate(lengths):
        original = rng.choice(len(vocabulary), size=length, p=chance)
        sources.append(_sentence(vocabulary, original))
        for system in range(systems):
            spoiled = float(np.clip(0.9 - 0.8 * planted.scores[system, item], 0.05, 0.9))
            changed = rng.random(length)
            other = rng.choice(len(vocabulary), size=length, p=chance)
            kept = np.where(changed < spoiled * 0.8, other, original)[changed < 1 - 0.2 * spoiled]
            outputs[system][item] = _sentence(vocabulary, kept)
    return Candidates(
        items=tuple(f"item {item:05d}" for item in range(items)),
        systems=tuple(f"system {system:02d}" for system in range(systems)),
        exists=np.ones((systems, items), dtype=np.bool_),
        metrics={"planted": planted.scores},
        outputs=tuple(tuple(texts) for texts in outputs),
        sources=tuple(sources),
        human=planted.scores + 0.1 * rng.normal(size=planted.scores.shape),
        columns={"document": tuple(f"document {item // 5}" for item in range(items))},
        seed=seed,
    )


def _vocabulary(rng: np.random.Generator) -> list[str]:
    """Different words of one to four syllables, the frequent ones short."""
    words: dict[str, None] = {}
    while len(words) < VOCABULARY:
        syllables = 1 + min(3, int(np.log10(len(words) + 1)))
        words[
            "".join(SYLLABLES[place] for place in rng.integers(len(SYLLABLES), size=syllables + (len(words) > 5)))
        ] = None
    return list(words)


def _sentence(vocabulary: list[str], places: NDArray[np.int64]) -> str:
    return (" ".join(vocabulary[place] for place in places)).capitalize() + "."
