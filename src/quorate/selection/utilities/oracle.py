"""Oracle: which items would have been best, had one known what people would say.

Idea:
    An upper limit to compare with: items are taken one by one so that the ranking by people's scores on those taken is
    as close as it can be to the ranking on all.

Formula:
    Greedy: the next item is the one with the highest Spearman correlation of the means so far with the means of all,
    then with the least distance of the means. Missing scores are filled in by the means of item and system. The utility
    falls from 1 in steps of 1/N.

Guarantee:
    None: it looks at the answer. Greedy, so not even the best possible set.

When not to use:
    For anything but a benchmark on past judgments.
"""

import numpy as np

from quorate.arrays import Floats, Mask
from quorate.kernels.greedy_order import order_greedily
from quorate.selection.candidates import Candidates
from quorate.selection.utilities.chance import draw
from quorate.selection.utilities.utility import Utility, fill_unknown


def measure(candidates: Candidates) -> Floats:
    """One minus the place in the greedy order, over the number of items."""
    assert candidates.human is not None
    scores = candidates.human
    known = np.isfinite(scores)
    has_any: Mask = known.sum(axis=0) > 0
    # Items in an order that their names and the seed decide, so that ties do not depend on the order of the file.
    order = np.argsort(draw(candidates.items, candidates.seed), kind="stable")
    order = order[has_any[order]]
    values = np.zeros(len(candidates.items))
    if order.size:
        places = order[order_greedily(np.ascontiguousarray(_filled(scores, known)[:, order]))]
        values[places] = 1 - np.arange(len(places)) / len(candidates.items)
    return fill_unknown(values, has_any, candidates, "a score by people")


def _filled(scores: Floats, known: Mask) -> Floats:
    """Scores in which those missing are item mean + system mean − overall mean."""
    if known.all():
        return scores
    plain = np.where(known, scores, 0.0)
    overall = plain.sum() / max(known.sum(), 1)
    by_item = np.where(known.any(axis=0), plain.sum(axis=0) / np.maximum(known.sum(axis=0), 1), overall)
    offsets = np.where(known, plain - by_item, 0.0).sum(axis=1) / np.maximum(known.sum(axis=1), 1)
    return np.where(known, plain, by_item[None, :] + offsets[:, None])


ORACLE = Utility(
    name="oracle",
    words="what would have been best, knowing people's scores: an upper limit",
    needs=frozenset({"human"}),
    measure=measure,
)
