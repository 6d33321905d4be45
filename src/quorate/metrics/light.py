"""A comparer that learns in seconds from metrics and simple numbers about the texts.

Idea:
    People's preference follows differences of metrics, each a little, and the words themselves (`phrases`). A linear
    model weighs them all, says how likely a tie is, and is its own mirror. Refitting it on items drawn again gives an
    ensemble, whose spread is its doubt.

Formula:
    d = (f(first) − f(second))/sd for each metric and trait f, sd over the pairs learned from. x holds d, tanh 2d and
    sign d; s holds 1, whether the texts are the same, log(1 + |d|) of each and the likeness of both texts by length;
    see `quorate.kernels.win_tie_loss`. The penalty is the one of `PENALTIES` with the least log loss on held-out items
    (five parts, two of them tried where there are many comparisons). Member l of the ensemble weighs each item by an
    exponential variable.

Guarantee:
    A swapped pair gets exactly the swapped chances. Names of systems are never seen. Deterministic given the seed.
    Chances are calibrated as far as new pairs are like those learned from; nothing it says is certified.

Assumptions:
    It learns what people preferred among these kinds of outputs; other tasks, languages or much better systems may need
    other weights. Consensus counts what other systems said: copies of one system outvote the others.

Reference:
    Mohankumar, Khapra (2022), Active evaluation, section 5.2, which trains a transformer instead; Rao, Kupper (1967);
    Rubin (1981), The Bayesian bootstrap.
"""

from dataclasses import dataclass, field

import numpy as np

from quorate.arrays import Floats, Ints, Mask
from quorate.errors import InputError
from quorate.kernels.win_tie_loss import chances, fit_chances
from quorate.metrics.comparer import Chances, Outputs
from quorate.metrics.edits import counts_words
from quorate.metrics.phrases import count_phrases, learn_phrases, scores_of_others
from quorate.metrics.traits import traits_of

PENALTIES = (1.0, 10.0, 100.0, 1000.0)
PARTS = 5
MANY = 10_000  # comparisons, from where on two of the parts tell which penalty is best
DRAWS = 20
FEWEST = 30  # comparisons to learn from
MOST = 40_000  # beyond, as many are drawn, pairs of one text last
PHRASES = "preferred words"  # what the score by phrases is called


@dataclass(frozen=True, kw_only=True)
class Light:
    """A light comparer.

    Attributes:
        names: The metrics and traits it goes by.
        scale: Standard deviation of the difference of each.
        sided: Weights β; one row for the fit on all items, one for each member of the ensemble.
        even: Weights γ, likewise.
        penalty: The penalty chosen.
        count: How many comparisons it learned from.
        notes: What a reader should know about what it learned from.
        phrases: Weights of words and pairs of words; empty where it does not go by them.
    """

    names: tuple[str, ...]
    scale: Floats
    sided: Floats
    even: Floats
    penalty: float
    count: int
    notes: tuple[str, ...]
    phrases: Floats = field(default_factory=lambda: np.zeros(0))

    def compare(self, outputs: Outputs, first: Ints, second: Ints) -> Chances:
        """The chances of pairs.

        Raises:
            InputError: A metric that it learned from is missing.
        """
        return self.weigh(*self.describe(outputs, first, second))

    def describe(self, outputs: Outputs, first: Ints, second: Ints) -> tuple[Floats, Floats]:
        """Numbers about pairs: those that change sign when a pair is swapped, and those that do not.

        Raises:
            InputError: A metric that it learned from is missing.
        """
        known = _numbers(outputs)
        if len(self.phrases):
            known[PHRASES] = count_phrases([text or "" for text in outputs.texts.outputs]) @ self.phrases
        lacking = [name for name in self.names if name not in known]
        if lacking:
            raise InputError(f"The comparer learned from {', '.join(lacking)}, and these outputs have no such scores.")
        table = np.stack([known[name] for name in self.names], axis=1)
        return _describe(outputs, table, self.scale, first, second)

    def weigh(self, sided: Floats, even: Floats) -> Chances:
        """The chances of pairs from their numbers."""
        members = np.stack(
            [chances(sided @ beta, even @ gamma) for beta, gamma in zip(self.sided, self.even, strict=True)]
        )
        win, tie, loss = members[0].T
        return Chances(
            win=win, tie=tie, loss=loss, draws=members[1:, :, 0] + members[1:, :, 1] / 2, members=members[1:]
        )


def train_light(
    outputs: Outputs,
    first: Ints,
    second: Ints,
    outcome: Floats,
    *,
    has_phrases: bool = False,
    is_for_others: bool = False,
    seed: int = 0,
) -> Light:
    """Learn from comparisons by people.

    Args:
        first: Number of the first output of each comparison.
        second: Number of the second.
        outcome: 1 where people preferred the first, ½ for a tie, 0 where the second.
        has_phrases: Whether it learns which words people prefer as well. What it then says of outputs that it learned
            from is surer than what it says of others.
        is_for_others: Whether it will be asked about systems that it has not learned from. It then goes without the
            words that it counts (changes, what nobody else says): they tell the systems seen, and mislead elsewhere.
        seed: What parts and members are drawn from.

    Raises:
        InputError: There are too few comparisons, or nothing tells outputs apart.
    """
    if len(outcome) < FEWEST:
        raise InputError(
            f"A comparer learns from comparisons by people: there are {len(outcome)}, and it takes at least {FEWEST}, "
            "better some hundreds."
        )
    random = np.random.default_rng(seed)
    count = len(outcome)
    if count > MOST:
        chosen = _drawn(_are_same(outputs, first, second), random)
        first, second, outcome = first[chosen], second[chosen], outcome[chosen]
    known = {name: one for name, one in _numbers(outputs).items() if not (is_for_others and counts_words(name))}
    phrases = np.zeros(0)
    if has_phrases:
        counted = count_phrases([text or "" for text in outputs.texts.outputs])
        apart = np.random.default_rng([seed, 1])
        known[PHRASES] = scores_of_others(counted, outputs.item, first, second, outcome, random=apart)
        phrases = learn_phrases(counted, first, second, outcome)
    names, table, scale, notes = _usable(known, first, second)
    if (outcome == 0.5).all():
        notes = (*notes, "All comparisons are ties: it has learned no preference.")
    sided, even = _describe(outputs, table, scale, first, second)
    _, group = np.unique(outputs.item[first], return_inverse=True)
    penalty = _choose_penalty(sided, even, outcome, group, random)
    found = [fit_chances(sided, even, outcome, np.ones(len(outcome)), penalty=penalty)]
    for _ in range(DRAWS):
        weight = random.exponential(size=group.max() + 1)[group]
        found.append(fit_chances(sided, even, outcome, weight, penalty=penalty, start=found[0], steps=25))
    return Light(
        names=names,
        scale=scale,
        sided=np.stack([beta for beta, _ in found]),
        even=np.stack([gamma for _, gamma in found]),
        penalty=penalty,
        count=count,
        notes=notes,
        phrases=phrases if PHRASES in names else np.zeros(0),
    )


def _drawn(is_same: Mask, random: np.random.Generator) -> Ints:
    """As many comparisons as can be learned from; of one text, which tell least, a tenth of them or the rest."""
    alike, others = (random.permutation(np.flatnonzero(kind)) for kind in (is_same, ~is_same))
    fewest = min(len(alike), max(MOST // 10, MOST - len(others)))
    return np.sort(np.concatenate([alike[:fewest], others[: MOST - fewest]]))


def _are_same(outputs: Outputs, first: Ints, second: Ints) -> Mask:
    """Pairs of one text."""
    texts = outputs.texts.outputs
    return np.array(
        [texts[a] == texts[b] for a, b in zip(first.tolist(), second.tolist(), strict=True)], dtype=np.bool_
    )


def _numbers(outputs: Outputs) -> dict[str, Floats]:
    """Metrics and traits of outputs by name; what is not finite is missing."""
    known = {**traits_of(outputs), **{f"metric {name}": scores for name, scores in outputs.scores.items()}}
    return {name: np.where(np.isfinite(values), values, np.nan) for name, values in known.items()}


def _usable(
    known: dict[str, Floats], first: Ints, second: Ints
) -> tuple[tuple[str, ...], Floats, Floats, tuple[str, ...]]:
    """Names, output × number table and scales of what tells the outputs of some pair apart, with notes on the rest."""
    names, columns, scales, notes = [], [], [], []
    for name, values in known.items():
        difference = values[first] - values[second]
        there = ~np.isnan(difference)
        missing = int((~there).sum())
        scale = float(np.sqrt(np.mean(difference[there] ** 2))) if there.any() else 0.0
        is_metric = name.startswith("metric ")
        if scale == 0:
            if is_metric:
                why = "has no score for both outputs of any comparison" if not there.any() else "never differs"
                notes.append(f"{name.removeprefix('metric ')} {why}: it was left out.")
            continue
        if missing and is_metric:
            words = f"misses a score in {missing:,} of {len(first):,} comparisons: it says nothing there."
            notes.append(f"{name.removeprefix('metric ')} {words}")
        names.append(name)
        columns.append(values)
        scales.append(scale)
    if not names:
        raise InputError("All outputs are alike by every metric and trait: there is nothing to learn from.")
    return tuple(names), np.stack(columns, axis=1), np.array(scales), tuple(notes)


def _describe(outputs: Outputs, table: Floats, scale: Floats, first: Ints, second: Ints) -> tuple[Floats, Floats]:
    """X and s of pairs; a missing score is no difference."""
    difference = np.nan_to_num((table[first] - table[second]) / scale, nan=0.0)
    sided = np.hstack([difference, np.tanh(2 * difference), np.sign(difference)])
    is_same = _are_same(outputs, first, second).astype(np.float64)
    lengths = np.array([len(text or "") for text in outputs.texts.outputs], dtype=float)
    longer = np.maximum(lengths[first], lengths[second])
    beside = np.minimum(lengths[first], lengths[second]) / np.maximum(longer, 1)
    even = np.column_stack([np.ones(len(first)), is_same, beside, np.log1p(longer) / 5, np.log1p(np.abs(difference))])
    return sided, even


def _choose_penalty(sided: Floats, even: Floats, outcome: Floats, group: Ints, random: np.random.Generator) -> float:
    """The penalty with the least log loss on items that were not learned from."""
    part = random.permuted(np.arange(group.max() + 1) % PARTS)[group]
    costs = []
    for penalty in PENALTIES:
        cost, start = 0.0, None
        for number in range(PARTS if len(outcome) < MANY else 2):
            kept = part != number
            if kept.all() or not kept.any():
                continue
            ones = np.ones(int(kept.sum()))
            start = fit_chances(sided[kept], even[kept], outcome[kept], ones, penalty=penalty, start=start, steps=60)
            said = chances(sided[~kept] @ start[0], even[~kept] @ start[1])
            right = said[np.arange(len(said)), np.round(2 * (1 - outcome[~kept])).astype(int)]
            cost -= float(np.log(np.maximum(right, 1e-9)).sum())
        costs.append(cost)
    return PENALTIES[int(np.argmin(costs))]
