"""Film reviews: votes of recorded answers, and look-ahead with a softmax head over words, or words and vectors.

Price, rate and replays were chosen on orders of answers with other seeds (100 and up).
"""

from functools import cache, partial
from pathlib import Path

import numpy as np
from frame import Results
from onthejob_sections.recorded import arranged, read_reviews
from onthejob_sections.streams import RUNS, Outcome, course, mean, note, outcome_of, several, trust

from quorate.kernels.streams import Stream
from quorate.labelling.crowd import Crowd
from quorate.labelling.models.linear import LinearModel
from quorate.labelling.policies.look_ahead import LookAhead
from quorate.labelling.policies.policy import AskingPolicy
from quorate.labelling.policies.simple import Threshold
from quorate.labelling.prices import Prices
from quorate.labelling.recorded import RecordedInput
from quorate.labelling.trainee import Trainee

PUBLISHED = {1: 89.2, 3: 95.8, 5: 98.7}
PRICE = 0.001
RATE, REPLAYS = 0.03, 4  # many features of one label each are soon too sure of themselves
INPUTS = {"words": False, "words and vectors": True}


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Votes, then look-ahead and the threshold on both kinds of features."""
    for answers, published in PUBLISHED.items():
        score = np.mean([voted(data, answers, seed + place) for place in range(2 if quick else RUNS)])
        results.at_most(
            "votes: accuracy off the published one", f"{answers} answers", abs(score - published), "points", 0.5
        )
        results.at_least("accuracy", f"{answers} votes", score, "per cent")
    for words, with_vectors in INPUTS.items():
        for name, policy in (("look-ahead", LookAhead(depth=5)), ("threshold", Threshold())):
            playing = partial(labelled, data, policy, with_vectors=with_vectors, inputs=100 if quick else None)
            found = several(quick, seed, playing)
            case = f"{name}, {words}"
            has_bar = name == "look-ahead" and with_vectors and not quick
            results.at_least("accuracy", case, mean(found, "score"), "per cent", 98.5 if has_bar else None)
            if has_bar:
                results.at_most("questions at that accuracy", case, mean(found, "questions"), "a review", 3.0)
            note(results, case, found, score="accuracy", per="review")
            trust(results, case, found, 0.006 if has_bar else None)
            if name == "look-ahead":
                course(results, f"reviews, {words}", found)


@cache
def reviews(data: Path, *, with_vectors: bool) -> tuple[RecordedInput, ...]:
    """Reviews with their recorded answers."""
    return tuple(read_reviews(data / "onthejob-sentiment", with_vectors=with_vectors))


def labelled(
    data: Path, policy: AskingPolicy, *, seed: int, with_vectors: bool, inputs: int | None, price: float = PRICE
) -> Outcome:
    """One run over the reviews, shuffled: in the file all of one kind come first."""
    stream = arranged(reviews(data, with_vectors=with_vectors), "shuffled", seed)[:inputs]
    trainee = Trainee(LinearModel(2, rate=RATE), Crowd(2), replays=REPLAYS, seed=seed)
    return outcome_of(stream, trainee, policy, seed, Prices(question=price))


def voted(data: Path, answers: int, seed: int) -> float:
    """Per cent right by majority of the first answers in the file's order, ties broken by chance."""
    right = 0.0
    stream = reviews(data, with_vectors=False)
    for number, one in enumerate(stream):
        counts = np.bincount(one.labels[0, :answers], minlength=2)
        tie = Stream(seed, 3, number).uniform(0) < 0.5
        given = int(counts[1] > counts[0]) if counts[0] != counts[1] else int(tie)
        right += given == one.gold[0]
    return 100.0 * right / len(stream)
