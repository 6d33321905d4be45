"""Small made streams: words whose label shows, and people who err."""

import numpy as np

from quorate.kernels.streams import Stream
from quorate.labelling.recorded import RecordedInput

NAMES = ("Ada", "Ben", "Cyd", "Dee")
WORDS = ("the", "runs", "of", "sees", "a", "and", "to", "home")


def made_stream(
    inputs: int, seed: int, *, slots: int = 5, right: float = 0.85, names: float = 0.25
) -> list[RecordedInput]:
    """Sentences of six words; label 1 is a name. `names`: how common names are."""
    stream = []
    for number in range(inputs):
        draws = Stream(seed, 11, number)
        gold = np.array([int(draws.uniform(i) < names) for i in range(6)])
        words = [
            NAMES[draws.integer(20 + i, len(NAMES))] if label else WORDS[draws.integer(40 + i, len(WORDS))]
            for i, label in enumerate(gold)
        ]
        wrong = np.array([[draws.uniform(100 + i * slots + s) >= right for s in range(slots)] for i in range(6)])
        seconds = np.array([[0.2 + draws.uniform(300 + i * slots + s) for s in range(slots)] for i in range(6)])
        stream.append(RecordedInput(words, np.where(wrong, 1 - gold[:, None], gold[:, None]), seconds, gold))
    return stream
