"""Several texts as one reading of an encoder: what is answered first, then the texts that answer it.

Where all of it is more than the encoder takes, texts are cut in the middle: what room there is goes to all alike, what
a short one leaves goes to the others, and a text that is cut keeps its beginning and its end.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from quorate.arrays import Ints
from quorate.metrics.encoders import LONGEST, Encoder, load_torch

Reading = tuple[str, ...]
FEWEST_PIECES = 8  # an encoder that takes fewer reads nothing


@dataclass(frozen=True, kw_only=True)
class Readings:
    """What makes readings for one encoder; each text goes through its tokenizer once.

    Attributes:
        encoder: Whose pieces they are.
        longest: At most so many pieces, where the encoder takes as many.
    """

    encoder: Encoder
    longest: int = LONGEST
    _known: dict[str, list[int]] = field(default_factory=dict, repr=False)

    @property
    def room(self) -> int:
        """How many pieces go in at once, with the marks between texts."""
        config = self.encoder.network.config
        most = int(getattr(config, "max_position_embeddings", self.longest))
        begins_late = str(getattr(config, "model_type", "")).endswith("roberta")  # whose places count from 2
        return max(min(self.longest, most - 2 * begins_late), FEWEST_PIECES)

    def count(self, readings: Iterable[Reading]) -> Ints:
        """How many pieces each would be, uncut."""
        rows = list(readings)
        self._learn(rows)
        return np.array([sum(len(self._known[text]) + 1 for text in row) + 1 for row in rows], dtype=np.int64)

    def pieces(self, readings: Sequence[Reading]) -> dict[str, Any]:
        """Readings as tensors that the encoder takes, padded to the longest of them."""
        torch = load_torch()
        self._learn(readings)
        begin, between = self._marks()
        rows, kinds = [], []
        for reading in readings:
            parts = cut_to_fit([self._known[text] for text in reading], self.room - len(reading) - 1)
            numbers, kind = list(begin), [0] * len(begin)
            for place, part in enumerate(parts):
                numbers += [*part, *between]
                kind += [int(place > 0 and place == len(parts) - 1)] * (len(part) + len(between))
            rows.append(numbers)
            kinds.append(kind)
        width = max(len(row) for row in rows)
        padding = self.encoder.tokenizer.pad_token_id or 0
        found = {
            "input_ids": [row + [padding] * (width - len(row)) for row in rows],
            "attention_mask": [[1] * len(row) + [0] * (width - len(row)) for row in rows],
        }
        if int(getattr(self.encoder.network.config, "type_vocab_size", 0) or 0) > 1:
            found["token_type_ids"] = [row + [0] * (width - len(row)) for row in kinds]
        return {name: torch.tensor(values, device=self.encoder.network.device) for name, values in found.items()}

    def _learn(self, readings: Iterable[Reading]) -> None:
        fresh = list(dict.fromkeys(text for row in readings for text in row if text not in self._known))
        if fresh:
            told = self.encoder.tokenizer(fresh, add_special_tokens=False, truncation=False, verbose=False)
            self._known.update(zip(fresh, told["input_ids"], strict=True))

    def _marks(self) -> tuple[list[int], list[int]]:
        """What stands at the beginning and after each text, as far as the tokenizer has marks."""
        tokenizer = self.encoder.tokenizer
        begin = tokenizer.cls_token_id if tokenizer.cls_token_id is not None else tokenizer.bos_token_id
        between = tokenizer.sep_token_id if tokenizer.sep_token_id is not None else tokenizer.eos_token_id
        return [[] if mark is None else [int(mark)] for mark in (begin, between)]  # type: ignore[return-value]


def cut_to_fit(parts: Sequence[list[int]], room: int) -> list[list[int]]:
    """The parts, the longest of them cut in the middle, so that they fit."""
    lengths = [len(part) for part in parts]
    if sum(lengths) <= room:
        return list(parts)
    left, limit = room, 0
    for waiting, length in zip(range(len(parts), 0, -1), sorted(lengths), strict=True):
        limit = left // waiting
        if length > limit:
            break
        left -= length
    return [cut_in_the_middle(part, limit) for part in parts]


def cut_in_the_middle(part: list[int], limit: int) -> list[int]:
    """Its beginning and its end."""
    if len(part) <= limit:
        return part
    return part[: limit - limit // 2] + part[len(part) - limit // 2 :]
