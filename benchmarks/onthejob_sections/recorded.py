"""The recorded answers, as streams."""

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq

from quorate.kernels.streams import Stream
from quorate.labelling.recorded import RecordedInput

TAGS = ("O", "PER", "LOC", "ORG")
ENTITIES = (1, 2, 3)
LONGEST = 50  # tokens, as in the dissertation
SLOTS = 5
NAMES = {
    "word_hash": "word",
    "shape": "shape",
    "prefix3_hash": "prefix3",
    "suffix3_hash": "suffix3",
    "suffix2_hash": "suffix2",
    "capitalised": "capitalised",
    "has_digit": "digit",
}


def read_sentences(folder: Path) -> list[RecordedInput]:
    """Sentences with five answers on every token and at most 50 tokens."""
    tokens = pq.read_table(folder / "tokens.parquet").to_pylist()
    table = pq.read_table(folder / "answers.parquet").to_pylist()
    answers: dict[tuple[int, int], dict[int, tuple[int, float]]] = defaultdict(dict)
    for row in table:
        place = row["sentence"], row["position"]
        answers[place][row["slot"]] = TAGS.index(row["label"]), row["milliseconds"] / 1000.0
    sentences: dict[int, list[dict]] = defaultdict(list)
    for row in tokens:
        sentences[row["sentence"]].append(row)
    stream = []
    for number, rows in sentences.items():
        rows.sort(key=lambda row: row["position"])
        given = [answers[number, row["position"]] for row in rows]
        if len(rows) > LONGEST or any(len(one) != SLOTS for one in given):
            continue
        stream.append(
            RecordedInput(
                parts=[{name: row[column] for column, name in NAMES.items()} for row in rows],
                labels=np.array([[one[slot][0] for slot in range(SLOTS)] for one in given]),
                seconds=np.array([[one[slot][1] for slot in range(SLOTS)] for one in given]),
                gold=np.array([TAGS.index(row["gold"]) for row in rows]),
            )
        )
    return stream


def read_reviews(folder: Path, *, with_vectors: bool) -> list[RecordedInput]:
    """Film reviews with the words that are in them, and with the numbers given to them where these are wanted."""
    items = pq.read_table(folder / "items.parquet").to_pylist()
    answers: dict[int, dict[int, tuple[int, float]]] = defaultdict(dict)
    for row in pq.read_table(folder / "answers.parquet").to_pylist():
        answers[row["item"]][row["slot"]] = row["label"], row["milliseconds"] / 1000.0
    stream = []
    for item in items:
        given = answers[item["item"]]
        numbers = {f"word={word}": 1.0 for word in sorted(set(item["text"].lower().split()))}
        if with_vectors:
            numbers |= {f"number {place}": value for place, value in enumerate(item["embedding"])}
        stream.append(
            RecordedInput(
                parts=[numbers],
                labels=np.array([[given[slot][0] for slot in range(SLOTS)]]),
                seconds=np.array([[given[slot][1] for slot in range(SLOTS)]]),
                gold=np.array([item["gold"]]),
            )
        )
    return stream


def arranged(stream: Sequence[RecordedInput], order: str, seed: int) -> list[RecordedInput]:
    """The inputs as given, reversed, or shuffled by a seed."""
    if order == "shuffled":
        return [stream[i] for i in Stream(seed, 7, 0).shuffled(0, np.arange(len(stream)))]
    return list(stream if order == "given" else stream[::-1])
