"""Figures 3.6, 3.8 and 3.9 in shape, on made systems: entities by a power law, and what each distribution draws.

1,000 draws from each of ten systems, means over systems and 20 draws. Entities are of *low* frequency up to the median
number of documents, *high* above the 90th percentile. A *cluster* is an entity of which more than one type of relation
was drawn.
"""

from pathlib import Path

import numpy as np
from frame import Results
from sets_sections.collections import restricted
from sets_sections.made import TYPES, make_systems, make_world

from quorate.data.statements import Statements
from quorate.estimators.sets.distributions import NAMES, distribution
from quorate.selection.statements import draw_statements

DRAWS = 1000


def run(results: Results, data: Path, quick: bool, seed: int) -> None:  # noqa: ARG001
    """Slope of the power law, classes of entities, clusters, types that nothing was drawn from."""
    world = make_world(seed)
    seen = np.sort(world.seen)[::-1]
    many, count = np.unique(seen, return_counts=True)
    some = many <= 100
    slope = np.polyfit(np.log(many[some]), np.log(count[some]), 1)[0]
    results.at_most("figure 3.6: entities fall with documents to the power", "made", float(slope), "")
    low, high = np.quantile(world.seen, 0.5), np.quantile(world.seen, 0.9)
    group = np.where(world.seen <= low, 0, np.where(world.seen > high, 2, 1))
    chosen = restricted(make_systems(world, seed), np.arange(0, 69, 7)).statements
    for name in NAMES:
        shares, clusters, empty = [], [], []
        drawn = Statements(
            systems=chosen.systems,
            starts=chosen.starts,
            statement=chosen.statement,
            chance=distribution(chosen, name),
            item=chosen.item,
            items=chosen.items,
        )
        for number in range(2 if quick else 20):
            found = draw_statements(drawn, np.full(len(drawn.systems), DRAWS), seed=seed + number, replaced=True)
            for system in range(len(drawn.systems)):
                x = found.statement[found.source == system]
                entity, kind = world.entity[x], world.kind[x]
                shares.append(np.bincount(group[entity], minlength=3) / DRAWS)
                pairs = np.unique(np.column_stack([entity, kind]), axis=0)[:, 0]
                clusters.append(int((np.bincount(pairs) > 1).sum()))
                empty.append(TYPES - len(np.unique(kind)))
        for word, share in zip(("low", "medium", "high"), np.mean(shares, axis=0), strict=True):
            results.at_least(f"figure 3.8a: draws of entities of {word} frequency", name, 100 * float(share), "%")
        results.at_least("figure 3.8b: clusters among 1,000 draws", name, float(np.mean(clusters)), "entities")
        results.at_most("figure 3.9: types of which nothing was drawn", name, float(np.mean(empty)), f"of {TYPES}")
