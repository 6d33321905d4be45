"""How a comparer that reads learns: pairs that were made first, wide margins before narrow ones, then people's.

Items are held out (one in ten) to see when training stops to help; of people's comparisons where there are some, else
of the pairs that were made. Each pair is learned from in both orders, in turns.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from scipy.special import softmax

from quorate.arrays import Floats, Ints
from quorate.errors import InputError
from quorate.kernels.win_tie_loss import chances, fit_chances
from quorate.metrics.comparer import Outputs
from quorate.metrics.encoders import LONGEST, Encoder, load_torch, load_untrained
from quorate.metrics.light import FEWEST, train_light
from quorate.metrics.meaning import with_meaning
from quorate.metrics.reader import LOOKS, Batch, Network, make_reader, say, tune
from quorate.metrics.transformer import (
    Transformer,
    logarithms,
    numbers_told,
    only_items_of,
    readings_of,
)

HELD_OUT = 10  # one item in so many
ANSWERS = 3
CURRICULUM = (1 / 3, 2 / 3, 1.0)  # share of made pairs, widest first
Watch = Callable[[int, int, float], None]


@dataclass(frozen=True, kw_only=True)
class Lessons:
    """What is learned from.

    Attributes:
        outputs: The outputs.
        first: First of each pair.
        second: Second.
        outcome: 1, ½ or 0.
        margin: How far apart a made pair is, 0 for a tie; NaN for a comparison by people.
    """

    outputs: Outputs
    first: Ints
    second: Ints
    outcome: Floats
    margin: Floats


@dataclass(frozen=True, kw_only=True)
class Training:
    """How to train.

    Attributes:
        epochs: How often to go through people's comparisons, and through made pairs; 0 leaves the encoder as it is.
        rate: Learning rate of the encoder.
        batch: Pairs of a step.
        networks: How many to train, from different seeds.
        most: Pairs of an epoch at most; others are drawn in the next.
        longest: Pieces of a reading at most.
        patience: Looks without a better held-out loss that end training.
        has_numbers: Whether it goes by numbers about the texts as well.
        is_pretrained: Whether it begins with the encoder's weights, or with random ones.
        has_curriculum: Whether wide margins come first.
    """

    epochs: float = 2.0
    rate: float = 3e-5
    batch: int = 32
    networks: int = 1
    most: int = 20_000
    longest: int = LONGEST
    patience: int = 4
    has_numbers: bool = True
    is_pretrained: bool = True
    has_curriculum: bool = True


def train_transformer(
    lessons: Lessons,
    encoder: Encoder,
    name: str,
    *,
    training: Training | None = None,
    seed: int = 0,
    watch: Watch | None = None,
    is_prepared: bool = False,
) -> Transformer:
    """Learn from comparisons.

    Args:
        lessons: The comparisons.
        encoder: A pretrained encoder.
        name: What it is called.
        training: How to train.
        seed: What is drawn is drawn from this.
        watch: Told steps, all steps and held-out loss at each look.
        is_prepared: Whether nearness in meaning is among the scores already (`with_meaning`).

    Raises:
        InputError: There are too few comparisons, all of them are ties, or texts are empty.
    """
    training = training or Training()
    _check(lessons)
    if training.has_numbers and not is_prepared:
        outputs, first, second = only_items_of(lessons.outputs, lessons.first, lessons.second)
        lessons = Lessons(
            outputs=with_meaning(outputs, encoder),
            first=first,
            second=second,
            outcome=lessons.outcome,
            margin=lessons.margin,
        )
    learned, held = _parts(lessons, seed)
    share = np.array([np.mean(lessons.outcome == value) for value in (1.0, 0.5, 0.0)])
    share = np.maximum((share + share[::-1]) / 2, 1e-3)
    light = (
        train_light(lessons.outputs, lessons.first, lessons.second, lessons.outcome, seed=seed)
        if training.has_numbers
        else None
    )
    untaught = Transformer(
        light=light,
        share=share / share.sum(),
        encoder=encoder,
        encoder_name=name,
        readers=(),
        count=len(lessons.outcome),
        notes=() if light is None else light.notes,
    )
    steps = _steps(lessons, learned, training, seed)
    if not steps:
        return untaught
    desk = _Desk(lessons, untaught, learned, held)
    taught = [
        _train_one(desk, encoder, training, seed=seed + number, steps=steps, watch=watch)
        for number in range(training.networks)
    ]
    return replace(
        untaught,
        readers=tuple(reader for reader, _ in taught),
        notes=(*untaught.notes, *(words for _, words in taught), *desk.said_of_length(taught[0][0])),
    )


class _Desk:
    """What training takes its batches from: pairs in both orders, with their numbers and the chances they begin with.

    Row k + n of n pairs is pair k the other way round.
    """

    def __init__(self, lessons: Lessons, untaught: Transformer, learned: Ints, held: Ints) -> None:
        there, back = (lessons.first, lessons.second), (lessons.second, lessons.first)
        light = untaught.light
        if light is None:
            self.numbers = np.zeros((2 * len(lessons.outcome), 0))
            base = np.tile(untaught.share, (len(lessons.outcome), 1))
        else:  # begin with what was not fitted to what is held out
            sided, even = light.describe(lessons.outputs, *there)
            beta, gamma = fit_chances(
                sided[learned],
                even[learned],
                lessons.outcome[learned],
                np.ones(len(learned)),
                penalty=light.penalty,
                start=(light.sided[0], light.even[0]),
            )
            self.numbers = np.concatenate(numbers_told(sided, even))
            base = chances(sided @ beta, even @ gamma)
        self.offset = logarithms(np.concatenate([base, base[:, ::-1]]))
        self.readings = [*readings_of(lessons.outputs.texts, *there), *readings_of(lessons.outputs.texts, *back)]
        answer = np.round(2 * (1 - lessons.outcome)).astype(np.int64)
        self.answer = np.concatenate([answer, 2 - answer])
        self.held = held

    def load(self, rows: Ints) -> Batch:
        return Batch(
            [self.readings[row] for row in rows.tolist()], self.numbers[rows], self.offset[rows], self.answer[rows]
        )

    def loss(self, reader: Network) -> float:
        """Mean surprise at held-out answers, both orders averaged."""
        size = len(self.answer) // 2
        sides = []
        for rows in (self.held, self.held + size):
            added = say(reader, [self.readings[row] for row in rows.tolist()], self.numbers[rows])
            sides.append(softmax(self.offset[rows] + added, axis=1))
        said = (sides[0] + sides[1][:, ::-1]) / 2
        right = said[np.arange(len(said)), self.answer[self.held]]
        return float(-np.log(np.maximum(right, 1e-9)).mean())

    def said_of_length(self, reader: Network) -> list[str]:
        size, room = len(self.answer) // 2, reader.readings.room
        cut = int((reader.readings.count(self.readings[:size]) > room).sum())
        if not cut:
            return []
        return [
            f"{cut:,} of {size:,} pairs are longer than the {room} pieces that are read at once: cut in the middle."
        ]


def _train_one(
    desk: _Desk, encoder: Encoder, training: Training, *, seed: int, steps: list[Ints], watch: Watch | None
) -> tuple[Network, str]:
    torch = load_torch()
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        begin = encoder if training.is_pretrained else load_untrained(encoder)
        reader = make_reader(
            begin, desk.numbers.shape[1], ANSWERS, longest=training.longest, keep_words=training.is_pretrained
        )
        before = desk.loss(reader)
        step, after = tune(
            reader,
            steps,
            desk.load,
            lambda: desk.loss(reader),
            rate=training.rate,
            patience=training.patience,
            looks=max(round(LOOKS * training.epochs), 1),
            watch=watch,
        )
    told = f"Reading brings the held-out loss from {before:.4f} to {after:.4f} (step {step:,} of {len(steps):,})."
    return reader, told if step else f"Reading does not help: held-out loss stays {before:.4f}."


def _parts(lessons: Lessons, seed: int) -> tuple[Ints, Ints]:
    """Pairs that are learned from, and those that are held out: no item is in both.

    Raises:
        InputError: There are too few items.
    """
    is_made = ~np.isnan(lessons.margin)
    item = lessons.outputs.item[lessons.first]
    asked = np.unique(item[~is_made] if not is_made.all() else item)
    if len(asked) < 2:
        raise InputError("To see whether reading helps items are held out, and there is one item only. Give more.")
    drawn = np.random.default_rng([seed, 3]).permutation(asked)[: max(len(asked) // HELD_OUT, 1)]
    is_held = np.isin(item, drawn) | np.isin(lessons.outputs.item[lessons.second], drawn)
    counts = is_held if is_made.all() else is_held & ~is_made
    return np.flatnonzero(~is_held), np.flatnonzero(counts)


def _steps(lessons: Lessons, learned: Ints, training: Training, seed: int) -> list[Ints]:
    """What each step learns from, in the numbers of `_Desk`."""
    random = np.random.default_rng([seed, 4])
    size = len(lessons.outcome)
    margin = lessons.margin[learned]
    made, people = learned[~np.isnan(margin)], learned[np.isnan(margin)]
    side = random.integers(2, size=size)
    steps: list[Ints] = []
    for rows, is_made in ((made, True), (people, False)):
        whole, rest = divmod(training.epochs, 1)
        for number, share in enumerate([1.0] * int(whole) + [rest] * (rest > 0)):
            kept = rows
            if is_made and training.has_curriculum:
                stage = CURRICULUM[min(number * len(CURRICULUM) // max(round(training.epochs), 1), len(CURRICULUM) - 1)]
                kept = widest(rows, lessons.margin[rows], stage if number + 1 < training.epochs else 1.0)
            drawn = random.permutation(kept)[: round(share * min(len(kept), training.most))]
            turned = drawn + (side[drawn] + number) % 2 * size
            steps += [turned[begin : begin + training.batch] for begin in range(0, len(drawn), training.batch)]
    return steps


def widest(rows: Ints, margin: Floats, share: float) -> Ints:
    """The rows with the widest margins, and as large a share of the ties."""
    order = np.argsort(-margin, kind="stable")
    apart, ties = rows[order[margin[order] > 0]], rows[order[margin[order] == 0]]
    return np.concatenate([apart[: int(share * len(apart))], ties[: int(share * len(ties))]])


def _check(lessons: Lessons) -> None:
    if len(lessons.outcome) < FEWEST:
        raise InputError(
            f"A comparer learns from comparisons: there are {len(lessons.outcome)}, and it takes at least {FEWEST}, "
            "better some thousands."
        )
    if (lessons.outcome == 0.5).all():
        raise InputError("All comparisons are ties: there is nothing that tells a better from a worse output.")
    said = lessons.outputs.texts.outputs
    used = np.unique(np.concatenate([lessons.first, lessons.second])).tolist()
    empty = sum(not (said[row] or "").strip() for row in used)
    if empty == len(used):
        raise InputError("All outputs are empty: there is nothing to read.")
