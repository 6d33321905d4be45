"""Distilled: a utility told from the source text alone, as it was learned from past items.

Idea:
    Before any system has produced anything, only sources exist. What made past items worth asking about may show in
    their text; see the distillation.

Guarantee:
    None; what it is worth is the cross-validated correlation that `quorate distill` prints.

Reference:
    Zouhar, Cui, Sachan (2025), How to select datapoints for efficient human evaluation of NLG models?, section 4.1.

When not to use:
    Where outputs and metrics exist; on items unlike those of the past.
"""

from quorate.arrays import Floats
from quorate.selection.candidates import Candidates
from quorate.selection.utilities.utility import Utility


def measure(candidates: Candidates) -> Floats:
    """What the distilled utility tells for each source."""
    assert candidates.utility_model is not None
    return candidates.utility_model.predict(candidates.sources)


DISTILLED = Utility(
    name="distilled",
    words="where a utility learned from past sources says so",
    needs=frozenset({"sources", "model"}),
    measure=measure,
)
