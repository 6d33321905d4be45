"""How alike answers at one position are: by their likelihood before they were learned from, and what it does to F1.

The smaller the concentration the more alike. What is likeliest is what answers alone can show; errors given the truth
are more alike than that.
"""

import math
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np
from frame import Results
from onthejob_sections.recorded import ENTITIES, TAGS, arranged
from onthejob_sections.sentiment import PRICE, RATE, REPLAYS, reviews
from onthejob_sections.streams import QUICK_INPUTS, Outcome, mean, outcome_of, sentences, several, spread

from quorate.kernels.chain import forward_backward
from quorate.kernels.noisy_answers import likelihoods, sum_difficulties
from quorate.labelling.crowd import Crowd, CrowdSettings
from quorate.labelling.models.linear import LinearModel
from quorate.labelling.models.model import Read
from quorate.labelling.policies.look_ahead import LookAhead
from quorate.labelling.prices import Prices
from quorate.labelling.recorded import play
from quorate.labelling.trainee import Given, Trainee

LIKE = (2.0, 6.0, 12.0, math.inf)
LEARNED = (2.0, 12.0)


class Listening(Trainee):
    """Adds up how likely the answers of each input were before it was learned from, by concentration."""

    def __init__(self, *args: object, **given: object) -> None:
        super().__init__(*args, **given)
        self.logs = np.zeros(len(LIKE))

    def learn(self, features: Read, answers: Sequence[Given], positions: int) -> None:
        """Listen, then learn."""
        unary, transition = self.believe(features)
        alone = forward_backward(unary, transition)[2]
        crowd = self.crowd
        rows = crowd.rows([(one.position, one.label, one.seconds, one.annotator) for one in answers])
        for place, like in enumerate(LIKE):
            logs, _ = likelihoods(rows, crowd.shares, crowd.tables, like, crowd.habits, crowd.manners, positions)
            self.logs[place] += forward_backward(unary + sum_difficulties(logs)[0], transition)[2] - alone
        super().learn(features, answers, positions)


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Likelihoods on both sets, then F1 of reversed sentences."""
    inputs = QUICK_INPUTS if quick else None
    tags, kinds = len(TAGS), 2
    streams = {
        "tags": (sentences(data)[:inputs], Listening(LinearModel(tags), Crowd(tags), seed=seed), LookAhead(), 0.002),
        "reviews": (
            arranged(reviews(data, with_vectors=True), "shuffled", seed)[:inputs],
            Listening(LinearModel(kinds, rate=RATE), Crowd(kinds), replays=REPLAYS, seed=seed),
            LookAhead(depth=5),
            PRICE,
        ),
    }
    for what, (stream, trainee, policy, price) in streams.items():
        play(stream, trainee, policy, prices=Prices(question=price), seed=seed)
        for like, log in zip(LIKE, trainee.logs - trainee.logs.max(), strict=True):
            results.at_least("log-likelihood of answers below the best", f"{what}, concentration {like:g}", log, "")
    for like in LEARNED:
        found = several(quick, seed, partial(backwards, data, like=like, inputs=inputs))
        case = f"look-ahead at 0.002, reversed, concentration {like:g}"
        results.at_least("F1 by concentration", case, mean(found, "score"), "per cent")
        results.at_most("F1 by concentration, standard error", case, spread(found, "score"), "points")
        results.at_most("believed less true accuracy", case, mean(found, "believed") - mean(found, "accuracy"), "")


def backwards(data: Path, *, seed: int, like: float, inputs: int | None) -> Outcome:
    """Reversed sentences with a crowd whose answers are thought to be so alike."""
    stream = arranged(sentences(data), "reversed", seed)[:inputs]
    trainee = Trainee(LinearModel(len(TAGS)), Crowd(len(TAGS), CrowdSettings(concentration=like)), seed=seed)
    return outcome_of(stream, trainee, LookAhead(), seed, Prices(question=0.002), ENTITIES)
