"""A comparer that reads: an encoder sees what is answered and both outputs, and corrects the light comparer.

Idea:
    Numbers about texts say most of what people's preferences follow, and a network that reads says the rest. The light
    comparer, which also knows how near outputs are in meaning to reference, source and each other, gives chances; a
    pretrained encoder that reads source, first and second output together adds to their logarithms.

Formula:
    P(a, b) = ½ [softmax(log p(a, b) + f(a, b)) + mirror softmax(log p(b, a) + f(b, a))]; p is the light comparer's
    answer, or how often people said so where numbers are left out; f is `quorate.metrics.reader`, which also gets
    the numbers. Several networks trained from different seeds are averaged.

Guarantee:
    A swapped pair gets exactly the swapped chances: each pair is read once in one order of its texts and answered for
    the order asked. The same data, seed, machine and versions give the same comparer. Nothing it says is certified.

Assumptions:
    As the light comparer's. An encoder of English knows nothing of other languages.

Reference:
    Zhou, Xu (2020), Learning to compare; Mohankumar, Khapra (2022), Active evaluation, section 5.2 and A.4; Gal,
    Ghahramani (2016), Dropout as a Bayesian approximation; Houlsby et al. (2011), BALD.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np
from scipy.special import softmax

from quorate.arrays import Floats, Ints, Mask
from quorate.metrics.comparer import Chances, Outputs
from quorate.metrics.encoders import Encoder
from quorate.metrics.light import Light
from quorate.metrics.meaning import with_meaning
from quorate.metrics.metric import OutputTexts
from quorate.metrics.reader import Network, say
from quorate.metrics.reading import Reading

Doubt: TypeAlias = Literal["ensemble", "dropout"]

PASSES = 20  # of dropout
FARTHEST = 4.0  # standard deviations of a number that a network is told
LEAST = 1e-6  # of a chance inside a logarithm


@dataclass(frozen=True, kw_only=True)
class Transformer:
    """A comparer that reads.

    Attributes:
        light: The comparer by numbers that it corrects; `None` where it goes by the texts alone.
        share: How often people said win, tie and loss, what it begins with without numbers.
        encoder: The pretrained encoder as it was, for nearness in meaning.
        encoder_name: What that was called.
        readers: Networks that were trained on; none where the encoder stayed as it was.
        count: How many comparisons it learned from.
        notes: What a reader should know about how it learned.
        doubt: Where `draws` come from: members of the ensemble (of numbers, and of networks where there are several),
            or passes of one network with dropout.
    """

    light: Light | None
    share: Floats
    encoder: Encoder
    encoder_name: str
    readers: tuple[Network, ...]
    count: int
    notes: tuple[str, ...]
    doubt: Doubt = "ensemble"

    @property
    def names(self) -> tuple[str, ...]:
        """The metrics and traits it goes by, beside the texts."""
        return () if self.light is None else self.light.names

    def with_doubt(self, doubt: Doubt) -> "Transformer":
        """The same, its doubt measured in another way."""
        return replace(self, doubt=doubt)

    def cut(self, outputs: Outputs, first: Ints, second: Ints) -> tuple[int, int]:
        """How many pairs are longer than what is read at once, and how many pieces that is."""
        if not self.readers:
            return 0, 0
        readings = self.readers[0].readings
        return int((readings.count(readings_of(outputs.texts, first, second)) > readings.room).sum()), readings.room

    def compare(self, outputs: Outputs, first: Ints, second: Ints, *, is_prepared: bool = False) -> Chances:
        """The chances of pairs.

        Args:
            outputs: The outputs.
            first: First of each pair.
            second: Second.
            is_prepared: Whether nearness in meaning is among the scores already (`with_meaning`).

        Raises:
            InputError: A metric that it learned from is missing.
        """
        texts = [text or "" for text in outputs.texts.outputs]
        rank = np.unique(np.array(texts, dtype=np.str_), return_inverse=True)[1] * len(texts) + np.arange(len(texts))
        is_turned = rank[first] > rank[second]
        one, other = np.where(is_turned, second, first), np.where(is_turned, first, second)
        pairs, place = np.unique(np.stack([one, other], axis=1), axis=0, return_inverse=True)
        is_same = np.array([texts[a] == texts[b] for a, b in pairs.tolist()], dtype=np.bool_)
        said = np.stack([*self._answers(outputs, pairs[:, 0], pairs[:, 1], is_same, is_prepared)])
        said = said[:, place.reshape(-1)]
        said[:, is_turned] = said[:, is_turned, ::-1]
        win, tie, loss = said[0].T
        members = said[1:]
        return Chances(win=win, tie=tie, loss=loss, draws=members[:, :, 0] + members[:, :, 1] / 2, members=members)

    def _answers(self, outputs: Outputs, one: Ints, other: Ints, is_same: Mask, is_prepared: bool) -> Iterator[Floats]:
        """Pair × (win, tie, loss) of all together, then of each member."""
        numbers, base = _start(self, outputs, one, other, is_prepared=is_prepared)
        readings = readings_of(outputs.texts, one, other), readings_of(outputs.texts, other, one)
        sure = [_both_ways(reader, readings, numbers, None) for reader in self.readers]
        whole = np.mean([_join(base[0], *added) for added in sure], axis=0) if sure else base[0]
        yield _even(whole, is_same)
        if self.doubt == "dropout" and self.readers:
            for number in range(PASSES):
                reader = self.readers[number % len(self.readers)]
                yield _even(_join(base[0], *_both_ways(reader, readings, numbers, number)), is_same)
            return
        for member in base[1:] if len(base) > 1 else base:
            if not sure:
                yield _even(member, is_same)
            for added in sure:
                yield _even(_join(member, *added), is_same)


def _start(
    comparer: Transformer, outputs: Outputs, first: Ints, second: Ints, *, is_prepared: bool
) -> tuple[tuple[Floats, Floats], Floats]:
    """What networks are told beside the texts, in both orders, and the chances they begin with, of each member."""
    if comparer.light is None:
        nothing = np.zeros((len(first), 0))
        return (nothing, nothing), np.tile(comparer.share, (1, len(first), 1))
    if not is_prepared:
        outputs, first, second = only_items_of(outputs, first, second)
        outputs = with_meaning(outputs, comparer.encoder)
    sided, even = comparer.light.describe(outputs, first, second)
    said = comparer.light.weigh(sided, even)
    whole = np.stack([said.win, said.tie, said.loss], axis=1)
    members = whole[None] if said.members is None else np.concatenate([whole[None], said.members])
    return numbers_told(sided, even), members


def numbers_told(sided: Floats, even: Floats) -> tuple[Floats, Floats]:
    """What a network is told beside the texts of pairs, in both orders."""
    near = np.clip(sided, -FARTHEST, FARTHEST)
    return np.hstack([near, even]), np.hstack([-near, even])


def only_items_of(outputs: Outputs, first: Ints, second: Ints) -> tuple[Outputs, Ints, Ints]:
    """The outputs of the items that pairs are about, with the pairs' numbers among them."""
    kept = np.flatnonzero(np.isin(outputs.item, np.unique(outputs.item[np.concatenate([first, second])])))
    place = np.zeros(len(outputs.item), dtype=np.int64)
    place[kept] = np.arange(len(kept))
    columns = {
        name: None if column is None else [column[row] for row in kept.tolist()]
        for name, column in (("references", outputs.texts.references), ("sources", outputs.texts.sources))
    }
    texts = OutputTexts(outputs=[outputs.texts.outputs[row] for row in kept.tolist()], **columns)
    scores = {name: values[kept] for name, values in outputs.scores.items()}
    return Outputs(item=outputs.item[kept], texts=texts, scores=scores), place[first], place[second]


def readings_of(texts: OutputTexts, first: Ints, second: Ints) -> list[Reading]:
    """What is answered, the first and the second output, of each pair; what is answered is left out where unknown."""
    sources = texts.sources or [None] * len(texts.outputs)
    return [
        (*((sources[a] or "",) if sources[a] else ()), texts.outputs[a] or "", texts.outputs[b] or "")
        for a, b in zip(first.tolist(), second.tolist(), strict=True)
    ]


def logarithms(chances: Floats) -> Floats:
    """Of chances, none of which is 0."""
    logs: Floats = np.log(np.maximum(chances, LEAST))
    return logs


def _both_ways(
    reader: Network, readings: tuple[list[Reading], list[Reading]], numbers: tuple[Floats, Floats], dropout: int | None
) -> tuple[Floats, Floats]:
    there, back = (say(reader, texts, beside, dropout=dropout) for texts, beside in zip(readings, numbers, strict=True))
    return there, back


def _join(base: Floats, there: Floats, back: Floats) -> Floats:
    """Mean of both orders, as said of the first."""
    logs = logarithms(base)
    joined: Floats = (softmax(logs + there, axis=1) + softmax(logs[:, ::-1] + back, axis=1)[:, ::-1]) / 2
    return joined


def _even(chances: Floats, is_same: Mask) -> Floats:
    """Where both texts are the same, neither is ahead."""
    found = chances.copy()
    found[is_same] = (found[is_same] + found[is_same, ::-1]) / 2
    return found
