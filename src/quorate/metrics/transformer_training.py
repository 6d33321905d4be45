"""How a comparer that reads learns: pairs that were made first, wide margins before narrow ones, then people's.

Items are held out (one in ten) to see when training stops to help; of people's comparisons where there are some, else
of the pairs that were made. Each pair is learned from in both orders, in turns.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from scipy.special import softmax

from quorate.arrays import Floats, Ints
from quorate.kernels.win_tie_loss import chances, fit_chances
from quorate.metrics.encoders import LONGEST, Encoder, load_torch, load_untrained
from quorate.metrics.lessons import Lessons, check_lessons, order_steps, set_apart
from quorate.metrics.light import PHRASES, Light, train_light
from quorate.metrics.meaning import with_meaning
from quorate.metrics.phrases import count_phrases, scores_of_others
from quorate.metrics.reader import LOOKS, Batch, Network, make_reader, say, tune
from quorate.metrics.transformer import (
    Transformer,
    logarithms,
    numbers_told,
    only_items_of,
    readings_of,
)

ANSWERS = 3
Watch = Callable[[int, int, float], None]


@dataclass(frozen=True, kw_only=True)
class Training:
    """How to train.

    Attributes:
        epochs: How often to go through people's comparisons, and through made pairs; 0 leaves the encoder as it is.
        rate: Learning rate of the encoder.
        batch: Pairs of a step.
        networks: How many to train, from different seeds.
        most: Pairs of an epoch at most; others are drawn in the next.
        most_held: Pairs that are held out at most.
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
    most_held: int = 1_000
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
    check_lessons(lessons)
    if training.has_numbers and not is_prepared:
        outputs, first, second = only_items_of(lessons.outputs, lessons.first, lessons.second)
        lessons = Lessons(
            outputs=with_meaning(outputs, encoder),
            first=first,
            second=second,
            outcome=lessons.outcome,
            margin=lessons.margin,
        )
    learned, held = set_apart(lessons, seed, training.most_held)
    share = np.array([np.mean(lessons.outcome == value) for value in (1.0, 0.5, 0.0)])
    share = np.maximum((share + share[::-1]) / 2, 1e-3)
    light = (
        train_light(lessons.outputs, lessons.first, lessons.second, lessons.outcome, has_phrases=True, seed=seed)
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
    steps = order_steps(
        lessons,
        learned,
        epochs=training.epochs,
        batch=training.batch,
        most=training.most,
        has_curriculum=training.has_curriculum,
        seed=seed,
    )
    if not steps:
        return untaught
    desk = _Desk(lessons, untaught, learned, held, seed)
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

    def __init__(self, lessons: Lessons, untaught: Transformer, learned: Ints, held: Ints, seed: int) -> None:
        there, back = (lessons.first, lessons.second), (lessons.second, lessons.first)
        light = untaught.light
        if light is None:
            self.numbers = np.zeros((2 * len(lessons.outcome), 0))
            base = np.tile(untaught.share, (len(lessons.outcome), 1))
        else:  # begin with what was not fitted to what is held out
            sided, even = _as_of_others(light, lessons, seed)
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


def _as_of_others(light: Light, lessons: Lessons, seed: int) -> tuple[Floats, Floats]:
    """Numbers about pairs, what words say being learned from other items: as it will be where it is asked."""
    outputs = lessons.outputs
    if len(light.phrases):
        counted = count_phrases([text or "" for text in outputs.texts.outputs])
        told = scores_of_others(
            counted,
            outputs.item,
            lessons.first,
            lessons.second,
            lessons.outcome,
            random=np.random.default_rng([seed, 1]),
        )
        outputs = replace(outputs, scores={**outputs.scores, PHRASES: told})
        names = tuple(f"metric {name}" if name == PHRASES else name for name in light.names)
        light = replace(light, phrases=np.zeros(0), names=names)
    return light.describe(outputs, lessons.first, lessons.second)


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
