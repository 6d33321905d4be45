"""Comparisons that nobody had to make: from references, and from checkpoints of one system.

Idea:
    What a person wrote is better than what a system says of the same item (strong supervision); what a later
    checkpoint says is better than what an earlier one of the same system says (weak supervision). Two texts by people,
    or two of the same system at the same checkpoint, are as good: ties.

Formula:
    Strong: reference against output, item by item; as many ties between two references, and between two outputs of one
    system, on other items. (Of n + n texts all C(2n, 2) pairs could be made; those of one item answer the same.)
    Weak: checkpoints at steps s < t of a system with t − s ≥ .1 of its training and s < .9 of it; margin
    (t − s)/training. The curriculum takes wide margins first.

Guarantee:
    None: later need not be better, and a reference need not be. What was learned shows in `quorate comparer evaluate`,
    on comparisons by people.

Reference:
    Zhou, Xu (2020), Learning to compare.
"""

from dataclasses import dataclass

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.errors import InputError
from quorate.metrics.comparer import Outputs
from quorate.metrics.metric import OutputTexts

APART = 0.1  # least share of training between two checkpoints
CONVERGED = 0.9  # of training, from where on checkpoints are alike
MOST = 40_000  # pairs of one kind


@dataclass(frozen=True, kw_only=True)
class MadePairs:
    """Pairs of outputs with what is taken for true about them.

    Attributes:
        outputs: The texts; references are among them, and nothing is held against a reference.
        first: First of each pair.
        second: Second.
        outcome: 1, or ½ for a tie; pairs come in both orders.
        margin: How far apart they are, from 0 (tie) to 1.
    """

    outputs: Outputs
    first: Ints
    second: Ints
    outcome: Floats
    margin: Floats

    def widest(self, share: float) -> "MadePairs":
        """The pairs with the widest margins, and as large a share of the ties: a step of the curriculum."""
        is_tie = self.margin == 0
        order = np.argsort(-self.margin, kind="stable")
        wins, ties = order[~is_tie[order]], order[is_tie[order]]
        kept = np.sort(np.concatenate([wins[: int(share * len(wins))], ties[: int(share * len(ties))]]))
        return MadePairs(
            outputs=self.outputs,
            first=self.first[kept],
            second=self.second[kept],
            outcome=self.outcome[kept],
            margin=self.margin[kept],
        )


def strong_pairs(
    outputs: Outputs, references: list[str | None], seed: int = 0, system: Ints | None = None
) -> MadePairs:
    """References against outputs.

    Args:
        outputs: The outputs.
        references: What a person wrote for each, `None` where there is nothing.
        seed: What ties are drawn from.
        system: System (and checkpoint) of each output: two outputs of one are as good as each other. Without it all
            are of one.

    Raises:
        InputError: There is no reference.
    """
    texts = list(outputs.texts.outputs)
    rows = [row for row, (text, other) in enumerate(zip(texts, references, strict=True)) if text and other]
    if not rows:
        raise InputError("References are compared with outputs, and there is none. Give a column `reference`.")
    random = np.random.default_rng(seed)
    if len(rows) > MOST:
        rows = sorted(random.choice(rows, MOST, replace=False).tolist())
    written: dict[tuple[int, str], int] = {}
    for row in rows:
        written.setdefault((int(outputs.item[row]), str(references[row])), len(texts) + len(written))
    items = np.concatenate([outputs.item, np.array([item for item, _ in written], dtype=np.int64)])
    sources = None if outputs.texts.sources is None else list(outputs.texts.sources)
    if sources is not None:
        by_item = {int(item): source for item, source in zip(outputs.item, sources, strict=True)}
        sources += [by_item[item] for item, _ in written]
    every = Outputs(item=items, texts=OutputTexts(outputs=[*texts, *(text for _, text in written)], sources=sources))
    people = np.array([written[int(outputs.item[row]), str(references[row])] for row in rows])
    said = np.array(rows)
    differ = np.array([texts[row] != references[row] for row in rows])
    people, said = people[differ], said[differ]
    whose = np.zeros(len(said), dtype=np.int64) if system is None else system[said]
    alike = [random.permutation(people), *(random.permutation(said[whose == one]) for one in np.unique(whose))]
    first, second = np.concatenate([people, *alike]), np.concatenate([said, *(np.roll(one, 1) for one in alike)])
    margin = np.concatenate([np.ones(len(people)), np.zeros(len(first) - len(people))])
    is_pair = first != second  # a system with one output has no other
    first, second, margin = first[is_pair], second[is_pair], margin[is_pair]
    return _both_orders(every, first, second, margin)


def weak_pairs(outputs: Outputs, system: Ints, step: Floats, seed: int = 0) -> MadePairs:
    """Later checkpoints against earlier ones of the same system on the same item.

    Args:
        outputs: The outputs.
        system: System of each.
        step: How far its training was; NaN where unknown.
        seed: What pairs are drawn from, where there are too many.

    Raises:
        InputError: No two checkpoints of a system are far enough apart.
    """
    known = ~np.isnan(step)
    last = np.zeros(int(system.max(initial=-1)) + 1)
    np.maximum.at(last, system[known], step[known])
    share = np.where(known & (last[system] > 0), step / np.maximum(last[system], 1e-12), np.nan)
    first, second, margin = [], [], []
    code = system * (int(outputs.item.max(initial=0)) + 1) + outputs.item
    order = np.argsort(code, kind="stable")
    for rows in np.split(order, np.flatnonzero(np.diff(code[order])) + 1):
        for later in rows:
            for earlier in rows:
                apart = share[later] - share[earlier]
                if apart >= APART and share[earlier] < CONVERGED:
                    first.append(later)
                    second.append(earlier)
                    margin.append(apart)
    if not first:
        raise InputError(
            "No two checkpoints of one system are a tenth of its training apart. Give a column `step` with how far "
            "training was, for several checkpoints of a system."
        )
    random = np.random.default_rng(seed)
    kept = np.arange(len(first)) if len(first) <= MOST else np.sort(random.choice(len(first), MOST, replace=False))
    one, other, wide = np.array(first)[kept], np.array(second)[kept], np.array(margin)[kept]
    same = _same_checkpoint(system, share, random)[: len(one)]
    return _both_orders(
        outputs,
        np.concatenate([one, same[:, 0]]),
        np.concatenate([other, same[:, 1]]),
        np.concatenate([wide, np.zeros(len(same))]),
    )


def _same_checkpoint(system: Ints, share: Floats, random: np.random.Generator) -> Ints:
    """Two outputs of one system at one checkpoint, on different items: ties."""
    _, code = np.unique(np.column_stack([system, np.nan_to_num(share, nan=-1.0)]), axis=0, return_inverse=True)
    pairs = []
    for group in range(int(code.max(initial=-1)) + 1):
        rows = random.permutation(np.flatnonzero((code == group) & ~np.isnan(share)))
        if len(rows) > 1:
            pairs.append(np.column_stack([rows, np.roll(rows, 1)]))
    found = np.concatenate(pairs) if pairs else np.zeros((0, 2), dtype=np.int64)
    return random.permutation(found)


def _both_orders(outputs: Outputs, first: Ints, second: Ints, margin: Floats) -> MadePairs:
    """The pairs, every other one turned round, so that the side says nothing."""
    turned = np.arange(len(first)) % 2 == 1
    outcome = np.where(margin > 0, 1.0, 0.5)
    return MadePairs(
        outputs=outputs,
        first=np.where(turned, second, first).astype(np.int64),
        second=np.where(turned, first, second).astype(np.int64),
        outcome=np.where(turned, 1.0 - outcome, outcome),
        margin=margin,
    )
