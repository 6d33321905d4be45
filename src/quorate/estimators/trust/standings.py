"""What judges say by themselves: who wins how often, flips, ties, what was not read; people need not have judged.

Formula:
    All verdicts of a judge on a pair become one as in `quorate.estimators.trust.judges`. The win share of a system is
    the mean over its pairs, a tie counting one half; intervals have one cluster for each item. *First* is the share of
    single verdicts that decide which prefer what was shown first.

Guarantee:
    None about people: this is what a judge says, and nothing is certified. Intervals are for one look, asymptotic in
    items.
"""

from dataclasses import dataclass

import numpy as np
from scipy.stats import norm

from quorate.data.verdicts import Verdicts
from quorate.estimators.fragility import Fragility, find_fragility
from quorate.estimators.trust.injection import Injection, Spoken, find_injections, find_words
from quorate.estimators.trust.judges import Share, merge_verdicts, share_of, unit_item, units_of
from quorate.estimators.trust.lengths import LengthControl, control_length


@dataclass(frozen=True, kw_only=True)
class JudgeStanding:
    """What one judge says.

    Attributes:
        judge: Its name.
        verdicts: How many there are.
        unread: How many could not be read.
        pairs: How many pairs of outputs have a verdict.
        flips: Share of the pairs asked in both orders in which it contradicts itself; they count as ties.
        ties: Share of the pairs that are ties, flips among them.
        first: Share of verdicts that prefer what was shown first.
        systems: Win share of each system, the highest first.
        by_pair: How often the first of a pair of systems wins.
        controlled: The same, had both outputs been equally long.
        fragility: How few pairs of outputs decide who wins most; `None` where nobody does alone.
        injections: Outputs that seem to tell it what to say.
    """

    judge: str
    verdicts: int
    unread: int
    pairs: int
    flips: Share
    ties: Share
    first: Share
    systems: dict[str, Share]
    by_pair: dict[tuple[str, str], Share]
    controlled: dict[tuple[str, str], LengthControl]
    fragility: Fragility | None
    injections: tuple[Injection, ...]


def find_standings(data: Verdicts, *, level: float = 0.95) -> tuple[JudgeStanding, ...]:
    """What each judge says."""
    z = float(norm.ppf(0.5 + level / 2))
    spoken = find_words(data)
    return tuple(_stand(data, judge, spoken, z) for judge in range(len(data.judges)))


def _stand(data: Verdicts, judge: int, spoken: Spoken, z: float) -> JudgeStanding:
    mine = data.judge == judge
    verdict, shown = data.verdict[mine], data.shown[mine]
    units, merged, both, flipped = merge_verdicts(units_of(data)[0][mine], verdict, shown)
    item, k = unit_item(units, data), len(data.systems)
    first, second = units // k % k, units % k
    decides = np.isfinite(verdict) & (verdict != 0.5) & (shown != 0)
    of_first = np.where(shown[decides] > 0, verdict[decides], 1 - verdict[decides])
    systems = {}
    for number, name in enumerate(data.systems):
        here = (first == number) | (second == number)
        if here.any():
            won = np.where(first[here] == number, merged[here], 1 - merged[here])
            systems[name] = share_of(won, item[here], z)
    by_pair, controlled = {}, {}
    for one, other in sorted(set(zip(first.tolist(), second.tolist(), strict=True))):
        here = (first == one) & (second == other)
        names = data.systems[one], data.systems[other]
        by_pair[names] = share_of(merged[here], item[here], z)
        letters, others = (data.letters[side, item[here]] for side in (one, other))
        controlled[names] = control_length(merged[here], letters, others, item[here], z)
    return JudgeStanding(
        judge=data.judges[judge],
        verdicts=int(mine.sum()),
        unread=int((~np.isfinite(verdict)).sum()),
        pairs=len(units),
        flips=share_of(flipped[both].astype(np.float64), item[both], z),
        ties=share_of((merged == 0.5).astype(np.float64), item, z),
        first=share_of(of_first, data.item[mine][decides], z),
        systems=dict(sorted(systems.items(), key=lambda one: -one[1].value)),
        by_pair=by_pair,
        controlled=controlled,
        fragility=find_fragility(data.systems, first, second, merged, is_pooled=True),
        injections=find_injections(data, judge, spoken),
    )
