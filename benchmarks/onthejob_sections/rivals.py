"""Other ways to decide, on sentences in the given order: a threshold as published, chance, nobody asked."""

from functools import partial
from pathlib import Path

from frame import Results
from onthejob_sections.streams import QUICK_INPUTS, mean, note, run_tags, several

from quorate.labelling.policies.simple import Chance, Threshold

POLICIES = {"threshold": Threshold(), "random, two of five": Chance(share=0.4)}


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """The same model and crowd, other questions."""
    inputs = QUICK_INPUTS if quick else None
    for name, policy in POLICIES.items():
        found = several(quick, seed, partial(run_tags, data, policy, inputs=inputs))
        results.at_least("F1", name, mean(found, "score"), "per cent")
        note(results, name, found)
