"""A model that is given a first guess: by a language model, rules, or a classifier that nobody trained on this stream.

Idea:
    A guess is one more feature of a position. At first it counts like one answer of somebody who is right so often;
    lessons then move its weight for each label, as they move every other's. So a guesser that is good at one label and
    bad at another is trusted so, and one that always says the same is soon not listened to.

Formula:
    The feature `guess=r` begins with the weight log(right · (labels − 1)/(1 − right)) at label r, 0 elsewhere.

Assumptions:
    The same parts are guessed the same whenever they are read: keep what a language model said.

When not to use:
    Where a guess costs as much as a question.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from quorate.arrays import Floats
from quorate.errors import InputError
from quorate.labelling.models.linear import LinearModel, PositionFeatures
from quorate.labelling.models.model import Lesson
from quorate.labelling.models.tokens import chain_features

Guess: TypeAlias = Callable[[Sequence[Any]], Sequence[int | None]]  # parts of an input → number of a label, or nothing


class GuessedModel:
    """A linear model that hears a guess about every position.

    Args:
        model: The model, before its first lesson.
        guess: Gives the number of a label for each part of an input, `None` where it has no guess.
        right: How often guesses are thought to be right before anything was learned of them.
    """

    def __init__(self, model: LinearModel, guess: Guess, *, right: float = 0.8) -> None:
        if not 0.0 < right < 1.0:
            raise InputError(f"Guesses are thought to be right with a chance between 0 and 1, not {right}.")
        self.labels = model.labels
        self._model, self._guess = model, guess
        weight = math.log(right * max(model.labels - 1, 1) / (1.0 - right))
        for label in range(model.labels):
            model.expect(_name(label), label, weight)

    def read(self, parts: Sequence[Any]) -> PositionFeatures:
        """What the model reads, and the guesses."""
        guesses = list(self._guess(parts))
        if len(guesses) != len(parts):
            raise InputError(f"There are {len(guesses)} guesses for {len(parts)} positions: one for each is expected.")
        named = chain_features(parts)
        for features, label in zip(named, guesses, strict=True):
            if label is None:
                continue
            if not 0 <= label < self.labels:
                raise InputError(f"The guess {label} is no label: there are {self.labels}, from 0.")
            features.append((_name(label), 1.0))
        return self._model.place(named)

    def believe(self, features: PositionFeatures) -> tuple[Floats, Floats]:
        """As the model with what it has learned of guesses."""
        return self._model.believe(features)

    def learn(self, lessons: Sequence[Lesson]) -> None:
        """As the model."""
        self._model.learn(lessons)


def _name(label: int) -> str:
    return f"guess={label}"
