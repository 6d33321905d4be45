"""Audits of simulated streams whose model decays: how often a bound is false, and what it shows."""

from pathlib import Path

import numpy as np
from frame import Results

from quorate.labelling.audit import Audit

STREAMS = 500
BLOCKS = (0.97, 0.9, 0.75)  # accuracy in the middle of each block, of a model that decays
LOOKS = 10


def run(results: Results, data: Path, quick: bool, seed: int) -> None:  # noqa: ARG001 - needs no data
    """Bounds at every tenth check and at the end; false once is false."""
    broken, shown = [], []
    for stream in range(40 if quick else STREAMS):
        rng = np.random.default_rng([seed, stream])
        audit = Audit(seed=seed + stream)
        for block, accuracy in enumerate(BLOCKS):
            right = (rng.random(audit.block) < np.linspace(accuracy + 0.03, accuracy - 0.03, audit.block)).astype(float)
            values = right[audit.drawn(block)].tolist()
            looks = [audit.bound(values[:look]) for look in range(LOOKS, len(values) + 1, LOOKS)]
            broken.append(max(looks) > right.mean())
        right = (rng.random(audit.block) < 0.95).astype(float)
        shown.append(audit.bound(right[audit.drawn(len(BLOCKS))].tolist()))
    case = f"blocks of {Audit().block:,}, {Audit().share:.0%} audited"
    results.at_most("audit bound false", case, float(np.mean(broken)), "of blocks", 0.05)
    results.at_least("mean bound at accuracy .95", case, float(np.mean(shown)), "", 0.83)
    results.at_least("best bound that such an audit can show", case, Audit().best(), "")
