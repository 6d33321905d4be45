"""How good is each system on all items, where the study asked about some that were drawn beforehand?

A study of chosen items is about these: its intervals hold at every look for them alone. What they say about all items
is a second question, with one more source of chance, the draw of the items. Scores of an output are averaged first,
weighted by the probability of its item and corrected by the metrics of all items (`scores.calibrated`) where every
judged item was judged for all systems; else weighted means.

Guarantee: one look, at a number of judgments fixed beforehand; items (documents, where whole ones were drawn) are the
independent pieces. When not to use: items that were picked, not drawn, say nothing about the others but an order.
"""

from dataclasses import replace

import numpy as np

from quorate.data.from_history import Evidence
from quorate.errors import RequirementError
from quorate.estimators.contributions import Contributions
from quorate.estimators.estimate import EstimateTable, sign
from quorate.estimators.scores import METHODS, contribute
from quorate.estimators.scores.chosen import weigh_chosen
from quorate.estimators.scores.ratings import Ratings
from quorate.estimators.scores.reading import from_history
from quorate.estimators.scores.tables import tabulate
from quorate.records.chosen import ChosenItems
from quorate.records.history import History
from quorate.records.material import MISSING, MaterialIndex

ASSUMED = (
    "For all items: the chosen ones were drawn with the probabilities recorded, and the number of judgments was fixed "
    "beforehand; one look."
)


def all_items_score(
    evidence: Evidence, whole: MaterialIndex, chosen: ChosenItems, *, criterion: int = 0
) -> EstimateTable:
    """Score of every system on all items, from judgments of chosen ones.

    Args:
        whole: Index of all of the material, asked about or not.
        chosen: The items asked about, which were drawn.
        criterion: Which criterion, counted from 0.
    """
    scale, level = evidence.kind.criteria[criterion], evidence.design.level
    ratings, notes = weigh_chosen(_ratings(evidence.of(whole), criterion), chosen)
    name, given = _contribute(ratings)
    table = tabulate(
        given,
        level=level,
        interval=METHODS[name].interval,
        estimator=f"all items, {name}",
        quantity=f"mean {scale.name} on all {chosen.population:,} items, from {scale.low:g} to {scale.high:g}",
        assumptions=(ASSUMED,),
        notes=notes,
        signature=sign(evidence, estimator=name, criterion=scale.name, items="all", level=level),
    )
    return replace(table, estimates=tuple(sorted(table.estimates, key=lambda estimate: -estimate.value)))


def is_complete(whole: MaterialIndex, history: History, chosen: ChosenItems) -> bool:
    """Whether every output of the chosen items has a judgment that counts."""
    numbers, counts = list(chosen.items), history.counts
    judged = np.zeros(whole.fingerprints.shape, dtype=np.bool_)
    judged[history["first"][counts], history["item"][counts]] = True
    systems = len(history.systems)
    return bool((judged[:systems, numbers] | (whole.fingerprints[:systems, numbers] == MISSING)).all())


def _ratings(evidence: Evidence, criterion: int) -> Ratings:
    """Judgments of one output are copies: each output that was judged counts once, as its item was drawn once."""
    floor = _smallest_share(evidence.history)
    ratings = from_history(replace(evidence, item_floor=floor), criterion=criterion)
    return replace(
        ratings,
        copy_of=ratings.item,
        cluster=ratings.item,
        strata=None,
        selector="",
        is_replaced=False,
    )


def _smallest_share(history: History) -> float:
    """Least share of the uniform probability that any question had: items drawn again by the policy are merged."""
    share = history["item_choices"] * history["item_probability"]
    return float(np.fmin.reduce(share, initial=1.0)) * (1 - 1e-12)


def _contribute(ratings: Ratings) -> tuple[str, Contributions]:
    for name in ("calibrated", "mean"):
        try:
            return name, contribute(name, ratings)
        except RequirementError:
            continue
    raise AssertionError("the mean requires nothing")
