"""A baseline without comparisons: how much a text looks as if a person had written it.

Idea:
    Learn to tell references from outputs, one text at a time; the log-odds are the score. It is what a comparer falls
    back to without comparing: two texts that both look made, or both written, are hardly told apart.

Formula:
    Logistic regression on the hashed n-grams of the text, its length, its repetition and its likeness to what it
    answers; the penalty is the one with the least held-out loss. With an encoder a network that reads what is answered
    and the text adds to the log-odds, see `quorate.metrics.reader`. As a comparer: win σ(βd − κ), tie what is left, d
    the difference of scores; β and κ are fitted to references against outputs, and ties of two of a kind.

Guarantee:
    None: it can be right about who wrote a text, and say nothing about which is better.

Reference:
    Kannan, Vinyals (2017), Adversarial evaluation of dialogue models; Zhou, Xu (2020), Learning to compare, table 1.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit, log_expit, log_softmax

from quorate.arrays import Floats, Ints, Mask
from quorate.errors import InputError
from quorate.kernels.win_tie_loss import chances, fit_chances
from quorate.metrics.baselines import score_length, score_repetition
from quorate.metrics.comparer import Chances, Outputs
from quorate.metrics.embeddings import embed
from quorate.metrics.encoders import Encoder, load_torch
from quorate.metrics.lexical import score_chrf
from quorate.metrics.light import FEWEST
from quorate.metrics.metric import OutputTexts
from quorate.metrics.reader import LOOKS, Batch, Network, make_reader, say, tune
from quorate.metrics.reading import Reading
from quorate.metrics.supervision import MadePairs, strong_pairs
from quorate.metrics.transformer_training import Training

PENALTIES = (0.3, 3.0, 30.0, 300.0)
HELD_OUT = 5  # one item in so many
WRITTEN, SAID = 0, 1  # answers of a network


@dataclass(frozen=True, kw_only=True)
class Discriminator:
    """What tells written from made texts.

    Attributes:
        mean: Of each number about a text.
        scale: Its standard deviation.
        weights: Of the log-odds; the constant last.
        reader: The network that adds to them, where there is one.
        sided: β.
        even: log κ.
        right: Share of held-out texts that it tells.
        count: Texts that it learned from.
    """

    mean: Floats
    scale: Floats
    weights: Floats
    reader: Network | None
    sided: Floats
    even: Floats
    right: float
    count: int

    @property
    def names(self) -> tuple[str, ...]:
        """What it goes by beside the text alone."""
        return ("looks written by a person",)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader should know about it."""
        return (f"It tells {100 * self.right:.0f} % of held-out texts by people from outputs, one at a time.",)

    def arrays(self) -> dict[str, Floats]:
        """All numbers of one that does not read."""
        more = np.array([self.right, self.count])
        parts = (self.mean, self.scale, self.weights, self.sided, self.even, more)
        return {f"discriminator {number}": values for number, values in enumerate(parts)}

    def score(self, texts: OutputTexts) -> Floats:
        """Log-odds that a person wrote each; the higher the better."""
        odds = _numbers(texts, self.mean, self.scale) @ self.weights
        if self.reader is not None:
            readings = _readings(texts)
            added = say(self.reader, readings, np.zeros((len(readings), 0)))
            odds = odds + added[:, WRITTEN] - added[:, SAID]
        score: Floats = odds
        return score

    def compare(self, outputs: Outputs, first: Ints, second: Ints) -> Chances:
        """The chances of pairs by the difference of both scores."""
        score = self.score(outputs.texts)
        said = chances((score[first] - score[second])[:, None] @ self.sided, np.ones((len(first), 1)) @ self.even)
        win, tie, loss = said.T
        return Chances(win=win, tie=tie, loss=loss, draws=(win + tie / 2)[None], members=said[None])


def discriminator_of(arrays: Mapping[str, Floats]) -> Discriminator:
    """One from its numbers.

    Raises:
        KeyError: Some are missing.
    """
    parts = [np.asarray(arrays[f"discriminator {number}"], dtype=np.float64) for number in range(6)]
    mean, scale, weights, sided, even, (right, count) = parts
    return Discriminator(
        mean=mean,
        scale=scale,
        weights=weights,
        reader=None,
        sided=sided,
        even=even,
        right=float(right),
        count=int(count),
    )


def train_discriminator(
    outputs: Outputs,
    references: list[str | None],
    *,
    encoder: Encoder | None = None,
    training: Training | None = None,
    seed: int = 0,
) -> Discriminator:
    """Learn to tell references from outputs.

    Args:
        outputs: The outputs.
        references: What a person wrote for each, `None` where there is nothing.
        encoder: A pretrained encoder that reads the texts as well.
        training: How it is trained.
        seed: What is drawn is drawn from this.

    Raises:
        InputError: There are too few texts, or no references: one class only.
    """
    pairs = strong_pairs(outputs, references, seed)
    used = np.unique(np.concatenate([pairs.first, pairs.second]))
    every = pairs.outputs.texts
    texts = OutputTexts(
        outputs=[every.outputs[row] for row in used.tolist()],
        sources=None if every.sources is None else [every.sources[row] for row in used.tolist()],
    )
    is_written = (used >= len(outputs.item)).astype(np.float64)
    if len(used) < FEWEST or not 0 < is_written.mean() < 1:
        raise InputError(
            f"To tell written from made texts takes at least {FEWEST} of them, some of each: there are {len(used)}, "
            f"{int(is_written.sum())} of them references."
        )
    item = pairs.outputs.item[used]
    drawn = np.random.default_rng([seed, 5]).permutation(np.unique(item))
    is_held = np.isin(item, drawn[: max(len(drawn) // HELD_OUT, 1)])
    if is_held.all() or len(np.unique(is_written[~is_held])) < 2:
        raise InputError("All texts are about one item: give more items, some of which can be held out.")
    numbers = _raw(texts)
    mean, scale = numbers.mean(axis=0), np.maximum(numbers.std(axis=0), 1e-9)
    x = _numbers(texts, mean, scale)
    balance = np.where(is_written == 1, 0.5 / is_written.mean(), 0.5 / (1 - is_written.mean()))
    fits = [_fit(x[~is_held], is_written[~is_held], balance[~is_held], penalty) for penalty in PENALTIES]
    losses = [_loss(x[is_held] @ weights, is_written[is_held], balance[is_held]) for weights in fits]
    best = int(np.argmin(losses))
    learned = Discriminator(
        mean=mean,
        scale=scale,
        weights=fits[best],
        reader=None,
        sided=np.ones(1),
        even=np.zeros(1),
        right=0.5,
        count=len(used),
    )
    reader = None
    if encoder is not None:
        reader = _read_too(
            learned, texts, is_written, is_held, encoder=encoder, training=training or Training(), seed=seed
        )
    weights = _fit(x, is_written, balance, PENALTIES[best]) if reader is None else fits[best]
    whole = Discriminator(**{**vars(learned), "weights": weights, "reader": reader})
    held = Discriminator(**{**vars(learned), "reader": reader})
    told = held.score(texts)
    right = float(np.mean((told > 0) == (is_written == 1), where=is_held))
    sided, even = _as_comparer(pairs, used, told)
    return Discriminator(**{**vars(whole), "sided": sided, "even": even, "right": right})


def _as_comparer(pairs: MadePairs, used: Ints, score: Floats) -> tuple[Floats, Floats]:
    place = np.zeros(len(pairs.outputs.item), dtype=np.int64)
    place[used] = np.arange(len(used))
    difference = score[place[pairs.first]] - score[place[pairs.second]]
    ones = np.ones(len(difference))
    return fit_chances(difference[:, None], ones[:, None], pairs.outcome, ones, penalty=1.0)


def _read_too(
    learned: Discriminator,
    texts: OutputTexts,
    is_written: Floats,
    is_held: Mask,
    *,
    encoder: Encoder,
    training: Training,
    seed: int,
) -> Network:
    torch = load_torch()
    readings, answer = _readings(texts), np.where(is_written == 1, WRITTEN, SAID).astype(np.int64)
    odds = learned.score(texts)
    offset = np.stack([log_expit(odds), log_expit(-odds)], axis=1)
    nothing = np.zeros((len(readings), 0))
    held, others = np.flatnonzero(is_held), np.flatnonzero(~is_held)
    random = np.random.default_rng([seed, 6])
    steps: list[Ints] = []
    for _ in range(max(round(training.epochs), 1)):
        order = random.permutation(others)[: training.most]
        steps += [order[begin : begin + training.batch] for begin in range(0, len(order), training.batch)]

    def load(rows: Ints) -> Batch:
        return Batch([readings[row] for row in rows.tolist()], nothing[rows], offset[rows], answer[rows])

    with torch.random.fork_rng():
        torch.manual_seed(seed)
        reader = make_reader(encoder, 0, 2, longest=training.longest)

        def loss() -> float:
            added = say(reader, [readings[row] for row in held.tolist()], nothing[held])
            logs = log_softmax(offset[held] + added, axis=1)
            return float(-logs[np.arange(len(held)), answer[held]].mean())

        looks = max(round(LOOKS * training.epochs), 1)
        tune(reader, steps, load, loss, rate=training.rate, patience=training.patience, looks=looks)
    return reader


def _readings(texts: OutputTexts) -> list[Reading]:
    sources = texts.sources or [None] * len(texts.outputs)
    return [(*((source,) if source else ()), text or "") for source, text in zip(sources, texts.outputs, strict=True)]


def _raw(texts: OutputTexts) -> Floats:
    said = [text or "" for text in texts.outputs]
    beside = [text or "" for text in texts.sources or [""] * len(said)]
    shape = [np.log1p(score_length(said)), score_repetition(said), score_chrf(said, beside)]
    return np.column_stack([embed(said), *(np.nan_to_num(one) for one in shape)])


def _numbers(texts: OutputTexts, mean: Floats, scale: Floats) -> Floats:
    return np.column_stack([(_raw(texts) - mean) / scale, np.ones(len(texts.outputs))])


def _fit(x: Floats, is_written: Floats, balance: Floats, penalty: float) -> Floats:
    kept = np.full(x.shape[1], penalty)
    kept[-1] = 0.0

    def cost(weights: Floats) -> tuple[float, Floats]:
        odds = x @ weights
        slope = balance * (expit(odds) - is_written)
        return (
            len(odds) * _loss(odds, is_written, balance) + 0.5 * float(kept @ weights**2),
            x.T @ slope + kept * weights,
        )

    found: Floats = minimize(cost, np.zeros(x.shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": 200}).x
    return found


def _loss(odds: Floats, is_written: Floats, balance: Floats) -> float:
    """Mean surprise; written and made texts count alike in all."""
    return float(-np.mean(balance * (is_written * log_expit(odds) + (1 - is_written) * log_expit(-odds))))
