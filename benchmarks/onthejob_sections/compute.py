"""Processor time of a decision and of a lesson."""

from pathlib import Path

from frame import Results
from onthejob_sections.streams import QUICK_INPUTS, run_tags

from quorate.labelling.policies.look_ahead import LookAhead


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """A run that compiles, and one that counts."""
    run_tags(data, LookAhead(), seed=seed, inputs=20)
    found = run_tags(data, LookAhead(), seed=seed, inputs=QUICK_INPUTS if quick else None)
    results.at_most("decision", "look-ahead", found.deciding, "ms", 1.0)
    results.at_most("learning step", "a sentence", found.learning, "ms", 10.0)
    results.at_most("learning step, last third against second", "a sentence", found.growth, "times", 1.2)
