"""Where nobody beats everybody: who wins most often all the same, each answer with its own certificate.

Copeland: the system that beats most others. From the relations certified at k(k − 1)/δ every number of wins lies
between those certified and those not certified lost; who reaches the highest certain number is still possible. Borda:
the system with the highest mean win rate over all others, from anytime-valid intervals at the error δ/k each.
"""

import numpy as np

from quorate.arrays import Mask
from quorate.data.from_history import Evidence
from quorate.estimators.ranking import rank
from quorate.records.claims import Claim
from quorate.records.design import Design
from quorate.wording.certificates import Certificate


def find_alternatives(evidence: Evidence, beats: Mask) -> tuple[Certificate, ...]:
    """Copeland's and Borda's answer."""
    design, names = evidence.design, evidence.names
    fewest, most = beats.sum(axis=1), len(names) - 1 - beats.sum(axis=0)
    wins = [name for name, number in zip(names, most, strict=True) if number >= fewest.max()]
    table = rank(evidence.at_level(1 - (1 - design.level) / len(names)))
    always = [table.of(name).anytime for name in names]
    ends = np.array([(0.0, 1.0) if one is None else (one.low, one.high) for one in always])
    rates = [name for name, high in zip(names, ends[:, 1], strict=True) if high >= ends[:, 0].max()]
    return (_one_of(design, Claim.COPELAND, wins), _one_of(design, Claim.BORDA, rates))


def _one_of(design: Design, claim: Claim, possible: list[str]) -> Certificate:
    return Certificate(claim=claim, subject=tuple(possible), error=round(1 - design.level, 12), scope="items")
