"""How many judgments a claim takes where every pair is asked alike: what a policy is to be compared with."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.policies.duels.certified.closeness import differing_shares, log_evidence_near
from quorate.records.material import Material
from quorate.simulation.annotators import SimulatedAnnotator
from quorate.simulation.clock import VirtualClock
from quorate.simulation.driver import simulate
from quorate.simulation.truths import Truth
from quorate.study import Study

STEP = 200  # judgments between two looks at whether it is enough


def judgments_alike(
    study: Study,
    material: Material,
    annotators: Sequence[SimulatedAnnotator],
    truth: Truth,
    *,
    most: int,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> int | None:
    """After how many judgments the same would be known of some system, asked of the same people about every pair alike.

    The same is: it loses to nobody by more than the margin, by the evidence that the study itself went by.

    Args:
        study: A study that ended with such a claim; its margin and its error are taken.
        material: What it is about.
        annotators: Who answers.
        truth: What they go by.
        most: Give up after so many.
        seed: What answers are drawn from.
        progress: Called with the number of judgments told so far.

    Returns:
        `None` where it takes more than `most`, or more than there are.
    """
    clock = VirtualClock(0.0)
    design = replace(study.design, policy="uniform", policy_parameters={}, stopping={}, frame="as they came")
    beside = Study.define(study.name, material, design=design, clock=clock)
    told = 0
    while told < most:
        done = simulate(beside, annotators, truth, seed=seed, judgments=min(STEP, most - told), clock=clock)
        told += done.judgments
        if progress:
            progress(told)
        if (enough := first_near(beside, since=told - done.judgments)) is not None:
            return enough
        if not done.judgments:
            break
    return None


def first_near(study: Study, since: int = 0) -> int | None:
    """After how many judgments, in the order of answers, one system was known to lose to nobody by the margin.

    Args:
        study: A study of comparisons.
        since: It was not after so many.
    """
    history, systems = study.history, len(study.history.systems)
    rows = np.flatnonzero(history.counts)
    rows = rows[np.argsort(history["judged_time"][rows], kind="stable")]
    first, second, value = history["first"][rows], history["second"][rows], history["values"][rows, 0]
    counts = np.zeros((len(rows) + 1, systems, systems, 3), dtype=np.int64)  # lost, tied, won
    steps = np.arange(1, len(rows) + 1)
    outcome = np.rint(2 * value).astype(np.int64)
    counts[steps, first, second, outcome] = 1
    counts[steps, second, first, 2 - outcome] = 1
    counts = counts.cumsum(axis=0)
    shares = differing_shares(study.index, systems)
    threshold = math.log(systems / (1 - study.design.level))
    for told in range(since + 1, len(rows) + 1):
        if any(_is_near(counts[told, one], one, shares[one], study.design.margin, threshold) for one in range(systems)):
            return told
    return None


def _is_near(counts: Ints, system: int, shares: Floats, margin: float, threshold: float) -> bool:
    """Whether a system loses to none of the others by more than the margin; those it met least are looked at first."""
    others = sorted((other for other in range(len(counts)) if other != system), key=lambda other: counts[other].sum())
    for other in others:
        if margin >= 0.5 * shares[other]:
            continue
        lost, tied, won = (float(number) for number in counts[other])
        if log_evidence_near(lost, tied, won, margin / shares[other]) < threshold:
            return False
    return True
