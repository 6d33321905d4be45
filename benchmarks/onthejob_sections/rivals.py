"""Other ways to decide, on sentences in the given order: a threshold as published, chance, nobody asked.

Who asks nobody is told the truth of every sentence afterwards, as published: the best that a model alone could do.
"""

from functools import partial
from pathlib import Path

import numpy as np
from frame import Results
from onthejob_sections.recorded import ENTITIES, TAGS
from onthejob_sections.streams import QUICK_INPUTS, Outcome, counted, mean, note, run_tags, sentences, several

from quorate.labelling.crowd import Crowd
from quorate.labelling.models.linear import LinearModel
from quorate.labelling.policies.simple import Chance, Online, Threshold
from quorate.labelling.prices import Prices
from quorate.labelling.recorded import Played
from quorate.labelling.round import Round
from quorate.labelling.trainee import Given, Trainee

POLICIES = {"threshold": Threshold(), "random, two of five": Chance(share=0.4)}
TOLD = 5  # answers, all right, that stand for the truth


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """The same model and crowd, other questions."""
    inputs = QUICK_INPUTS if quick else None
    for name, policy in POLICIES.items():
        found = several(quick, seed, partial(run_tags, data, policy, inputs=inputs))
        results.at_least("F1", name, mean(found, "score"), "per cent")
        note(results, name, found)
    found = several(quick, seed, partial(taught_the_truth, data, inputs=inputs))
    results.at_least("F1", "model alone, told the truth afterwards", mean(found, "score"), "per cent")
    note(results, "model alone, told the truth afterwards", found)


def taught_the_truth(data: Path, *, seed: int, inputs: int | None) -> Outcome:
    """Nobody is asked; every sentence is a lesson with its right tags."""
    stream = sentences(data)[:inputs]
    trainee = Trainee(LinearModel(len(TAGS)), Crowd(len(TAGS)), seed=seed)
    replies = []
    for number, one in enumerate(stream):
        round_ = Round(trainee=trainee, policy=Online(), parts=one.parts, prices=Prices(), number=number)
        replies.append(round_.reply(0.0))
        round_.answers += [Given(i, int(label), 0.1) for i, label in enumerate(one.gold) for _ in range(TOLD)]
        round_.learn()
    return counted(stream, Played(replies, 0.0, np.ones(len(stream))), ENTITIES)
