"""When to stop training: when outputs of the newest checkpoint no longer win against those of the checkpoints before.

Idea:
    Outputs of the newest checkpoint and of one of the k before it, on the same input, are compared by a comparer. By
    wins: training ends when the newest has lost more than it has won, five times in a row. By margin: it ends when it
    is certain that the newest is better by less than m points, however often one looks.

Formula:
    Outcomes y are 1, ½ or 0. By margin the hypothesis "better by m points or more", E y ≥ c = ½ + m/100, is bet
    against: capital × (1 + λ (c − y)), with λ from the outcomes before (mean and spread, as if two hundred tosses of a
    coin had been seen first) and at most half of 1/(1 − c). Checkpoint j ends training when capital reaches
    π² j²/(6 α): over all checkpoints the chances of error add up to α.

Guarantee:
    By margin: the chance that training is ever ended at a checkpoint which is better by m points or more is at most α,
    for any number of checkpoints, comparisons and looks; inputs are drawn at random. "Better" is what the comparer
    says: where people see it otherwise, nothing is promised. By wins: none.

Assumptions:
    The inputs given at a checkpoint stand for those that matter, and each is drawn anew.

Reference:
    Zhou, Xu (2020), Learning to compare; Waudby-Smith, Ramdas (2024), Estimating means of bounded random variables by
    betting.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import log, pi
from typing import Any, Literal

import numpy as np

from quorate.errors import InputError
from quorate.metrics.comparer import Comparer
from quorate.results import Result
from quorate.training.callbacks import Generate, LightningCallback, TransformersCallback
from quorate.training.compared import Compare, compare_texts, knows_all

BATCH = 50  # comparisons between two looks
SEEN = 200.0  # tosses of a coin that mean and spread are shrunk to


@dataclass(frozen=True, kw_only=True)
class Checkpoint:
    """What was found at one checkpoint.

    Attributes:
        step: What the trainer calls it.
        comparisons: How many pairs were compared.
        wins: How many the newest won.
        losses: How many it lost.
        evidence: By margin: how many times likelier "better by less" has become, as a logarithm to base 10.
        stops: Whether training should end here.
    """

    step: float
    comparisons: int
    wins: int
    losses: int
    evidence: float
    stops: bool

    @property
    def ahead(self) -> float:
        """By how many points the newest is ahead: half the share won less the share lost, in per cent."""
        return 50.0 * (self.wins - self.losses) / max(self.comparisons, 1)


@dataclass(kw_only=True, repr=False)
class EarlyStopping(Result):
    """Say after each evaluation whether training should end.

    Attributes:
        comparer: A comparer, or a function of inputs, first texts and second texts that gives 1, ½ or 0 for each pair.
        inputs: What the outputs answer, in the order in which they will be given.
        rule: `wins` as published, or `margin`.
        previous: k, with how many checkpoints before the newest is compared.
        most: n, the most comparisons at a checkpoint.
        patience: By wins: how many times in a row the newest must lose.
        margin: By margin: m, in points.
        error: By margin: α.
        seed: What pairs are drawn from.
        seen: What was found so far.
    """

    comparer: Comparer | Compare
    inputs: Sequence[str]
    rule: Literal["wins", "margin"] = "margin"
    previous: int = 2
    most: int = 1000
    patience: int = 5
    margin: float = 5.0
    error: float = 0.05
    seed: int = 0
    seen: list[Checkpoint] = field(default_factory=list)
    _before: list[Sequence[str]] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        if self.rule not in ("wins", "margin"):
            raise InputError(f"The rule is wins or margin, not {self.rule!r}.")
        for name in ("previous", "most", "patience"):
            if getattr(self, name) < 1:
                raise InputError(f"{name} is 1 or more, not {getattr(self, name)}.")
        if not 0 < self.margin < 50 or not 0 < self.error < 1:
            raise InputError(
                f"The margin lies between 0 and 50 points and the error between 0 and 1, not at {self.margin:g} and "
                f"{self.error:g}."
            )
        if not self.inputs:
            raise InputError("There are no inputs to compare outputs on.")

    def add(self, step: float, outputs: Sequence[str]) -> bool:
        """Take the outputs of a checkpoint, compare them with those before, and say whether training should end.

        Args:
            step: What the trainer calls the checkpoint.
            outputs: One text for each input.

        Raises:
            InputError: There is not one text for each input.
        """
        if len(outputs) != len(self.inputs):
            raise InputError(
                f"{len(outputs):,} outputs came for {len(self.inputs):,} inputs. Give one for each, in their order."
            )
        texts = list(outputs)
        if self._before:
            self.seen.append(self._compare(step, texts))
        self._before = [*self._before, texts][-self.previous :]
        return bool(self.seen) and self.seen[-1].stops

    def for_transformers(self, generate: Generate) -> "TransformersCallback":
        """A callback for the Trainer of Hugging Face: `Trainer(..., callbacks=[stopping.for_transformers(generate)])`.

        Args:
            generate: Takes the model, gives one output for each input.
        """
        return TransformersCallback(self, generate)

    def for_lightning(self, generate: Generate) -> "LightningCallback":
        """A callback for the Trainer of Lightning: `Trainer(callbacks=[stopping.for_lightning(generate)])`.

        Args:
            generate: Takes the module, gives one output for each input.
        """
        return LightningCallback(self, generate)

    @property
    def stops(self) -> bool:
        """Whether training should have ended."""
        return any(one.stops for one in self.seen)

    def _compare(self, step: float, texts: Sequence[str]) -> Checkpoint:
        """Compare in batches, until it is certain or there are enough."""
        random = np.random.default_rng([self.seed, len(self.seen)])
        bar = 2 * log(pi * (len(self.seen) + 1)) - log(6 * self.error)
        bet = _Bet(0.5 + self.margin / 100)
        outcomes: list[float] = []
        known = [*texts, *(text for before in self._before for text in before)]
        asked = list(self.inputs) * (1 + len(self._before))
        places = random.integers(0, len(texts), self.most)
        rivals = places + len(texts) * random.integers(1, 1 + len(self._before), self.most)
        at_once = self.most if knows_all(self.comparer) else BATCH
        for begin in range(0, self.most, at_once):
            here = slice(begin, begin + at_once)
            said = compare_texts(self.comparer, asked, known, places[here], rivals[here])
            for number, outcome in enumerate(said.tolist(), 1):
                outcomes.append(outcome)
                bet.pay(outcome)
                if number % BATCH == 0 and self.rule == "margin" and bet.best >= bar:
                    break
            if self.rule == "margin" and bet.best >= bar:
                break
        wins, losses = sum(one > 0.5 for one in outcomes), sum(one < 0.5 for one in outcomes)
        is_enough = bet.best >= bar if self.rule == "margin" else self._has_lost(wins, losses)
        return Checkpoint(
            step=step,
            comparisons=len(outcomes),
            wins=wins,
            losses=losses,
            evidence=bet.best / log(10),
            stops=is_enough,
        )

    def _has_lost(self, wins: int, losses: int) -> bool:
        """Whether the newest has lost, and those before it, often enough in a row."""
        last = self.seen[len(self.seen) - self.patience + 1 :] if self.patience > 1 else []
        enough = len(self.seen) >= self.patience - 1
        return enough and wins < losses and all(one.wins < one.losses for one in last)

    @property
    def headline(self) -> str:
        """Whether to stop, and why."""
        if not self.seen:
            return "No two checkpoints were compared yet."
        stopped = next((one for one in self.seen if one.stops), None)
        if stopped is None:
            last = self.seen[-1]
            return f"Go on: at step {last.step:g} the newest checkpoint won {last.wins} and lost {last.losses}."
        why = (
            f"the newest checkpoint is better by less than {self.margin:g} points (error {100 * self.error:g} %)"
            if self.rule == "margin"
            else f"the newest checkpoint lost more than it won {self.patience} times in a row"
        )
        return f"Stop at step {stopped.step:g}: {why}, after {sum(one.comparisons for one in self.seen):,} comparisons."

    def to_rows(self) -> Iterator[dict[str, Any]]:
        """One row for each checkpoint."""
        for one in self.seen:
            yield {
                "step": one.step,
                "comparisons": one.comparisons,
                "wins": one.wins,
                "losses": one.losses,
                "ahead": one.ahead,
                "evidence": one.evidence,
                "stops": one.stops,
            }

    def to_json(self) -> dict[str, Any]:
        """Everything but texts and comparer as plain values."""
        names = ("rule", "previous", "most", "patience", "margin", "error", "seed")
        return {name: getattr(self, name) for name in names} | {
            "checkpoints": list(self.to_rows()),
            "stops": self.stops,
        }


@dataclass
class _Bet:
    """Capital of a bet against a mean of c or more."""

    mean: float
    capital: float = 0.0
    best: float = 0.0
    count: float = SEEN
    total: float = SEEN / 2
    squares: float = SEEN / 4

    def pay(self, outcome: float) -> None:
        """Take one outcome; the stake was fixed by those before it."""
        short = self.mean - self.total / self.count
        spread = self.squares / self.count
        stake = min(max(short / (spread + short * short), 0.0), 0.5 / (1.0 - self.mean))
        self.capital += log(1.0 + stake * (self.mean - outcome))
        self.best = max(self.best, self.capital)
        self.total += outcome
        self.count += 1.0
        self.squares += (outcome - (self.total / self.count)) ** 2
