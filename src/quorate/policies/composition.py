"""A policy from parts: pair → item → side, with the probability of each.

In an open crowd it is drawn as well whom the next question is for: the pair first, then a person among those who are
there, then an item that is new to them. So everybody counts alike however fast they answer, and the pair knows nothing
of the person. Whoever is not there yet is asked at once.

Before a new question is drawn, questions that lack copies come first: those somebody dropped, and those the design
wants answered by several annotators. A copy keeps the probabilities of its first copy, since it is the same draw.
"""

from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from quorate.kernels.streams import Stream
from quorate.policies.blocks import block_of
from quorate.policies.decision import Ask, Rest
from quorate.records.claims import UNDECIDED, RestReason
from quorate.records.design import Design
from quorate.records.history import History
from quorate.records.material import MISSING, MaterialIndex
from quorate.wording import Said, Sentence
from quorate.wording.certificates import Certificate
from quorate.wording.named import Named

PAIR_DRAW, ITEM_DRAW, SIDE_DRAW = 0, 1, 2  # each choice has its own draw of the question's stream
PERSON_DRAW = 1 << 32  # and every person behind this one
WAITING = (-1, None)  # what a pair policy says when open answers may decide it


@dataclass(frozen=True, kw_only=True)
class Pairs:
    """The pairs a question can be about (in a rating: the systems, one each; where items stand alone, one of nobody).

    Attributes:
        members: Pair × arity: system numbers, smaller first.
        askable: How many items can be asked about each pair.
    """

    members: NDArray[np.int64]
    askable: NDArray[np.int64]


class PairPolicy(Protocol):
    """Which pair next.

    Attributes:
        name: What designs call it.
        revision: One more whenever it decides differently from the same history.
        floor: Smallest share of the uniform probability that any pair gets.
        blocks: Whether an annotator is asked about all systems on an item before the next item (ratings).
    """

    name: str
    revision: int
    floor: float
    blocks: bool = False

    @property
    def signature(self) -> str:
        """Name and revision, and parameters that a design has set."""
        return f"{self.name}@{self.revision}"

    def choose(
        self,
        index: MaterialIndex,
        pairs: Pairs,
        allowed: NDArray[np.int64],
        history: History,
        *,
        stream: Stream,
        draw: int,
        annotator: int | None = None,
    ) -> tuple[int, float | None] | None:
        """A place in `allowed` (numbers of pairs) and its probability, `None` where that has no closed form.

        `None` instead of both when the policy has nothing more to ask, `WAITING` when other answers come first. Whom
        the question is for is known where it is not drawn; what is bet must not depend on it.
        """
        ...

    def narrow_pairs(
        self,
        index: MaterialIndex,  # noqa: ARG002
        pairs: Pairs,  # noqa: ARG002
        allowed: NDArray[np.int64],
        history: History,  # noqa: ARG002
    ) -> NDArray[np.int64]:
        """Those of the allowed pairs that it may ask people about at all."""
        return allowed

    def narrow_items(
        self,
        index: MaterialIndex,  # noqa: ARG002
        pair: tuple[int, ...],  # noqa: ARG002
        items: NDArray[np.int64],
        history: History,  # noqa: ARG002
    ) -> NDArray[np.int64]:
        """Those of the items that people shall judge for this pair; never none of some."""
        return items

    def is_waiting(self, index: MaterialIndex, history: History) -> bool:  # noqa: ARG002
        """Whether open answers come before the next question."""
        return False

    def claim(self, design: Design, index: MaterialIndex, history: History) -> Certificate | None:  # noqa: ARG002
        """What it certifies; `None` where it certifies nothing."""
        return None

    def named(self, index: MaterialIndex, history: History) -> Named | None:  # noqa: ARG002
        """Whom it takes for the best where a metric has decided part of it; `None` where none has."""
        return None


class Selector(Protocol):
    """Which item next, given the pair.

    Attributes:
        name: What designs call it.
        revision: One more whenever it decides differently from the same history.
        floor: Smallest share of the uniform probability that any item gets.
    """

    name: str
    revision: int
    floor: float

    def choose(
        self,
        index: MaterialIndex,
        systems: tuple[int, ...],
        items: NDArray[np.int64],
        history: History,
        *,
        stream: Stream,
        draw: int,
    ) -> tuple[int, float | None]:
        """A place in `items` and its probability, when these systems are asked about on it."""
        ...


class StoppingRule(Protocol):
    """When it is enough."""

    def enough(self, design: Design, index: MaterialIndex, history: History) -> Said | None:
        """Why the study may stop; `None` while it should go on."""
        ...


@dataclass(frozen=True, kw_only=True)
class Composition:
    """Pair policy, selector and stopping rules as one policy.

    Attributes:
        pair_policy: Which pair (in a rating: which system) next.
        selector: Which item.
        stopping: When it is enough.
        arity: How many outputs a question shows.
    """

    pair_policy: PairPolicy
    selector: Selector
    stopping: tuple[StoppingRule, ...]
    arity: int
    _pairs: dict[tuple[int, int], tuple[MaterialIndex, Pairs]] = field(default_factory=dict, repr=False, compare=False)

    @property
    def signature(self) -> str:
        """Pair policy and selector with their revisions."""
        return f"{self.pair_policy.signature}/{self.selector.name}@{self.selector.revision}"

    @property
    def floor(self) -> float:
        """The smaller share of the two parts multiplied: pair and item are drawn one after the other."""
        return self.pair_policy.floor * self.selector.floor

    @property
    def item_floor(self) -> float:
        """The selector's share, of the items that the pair policy leaves to people."""
        return self.selector.floor

    def enough(self, design: Design, index: MaterialIndex, history: History) -> Said | None:
        """The first stopping rule that holds, or what the policy has certified."""
        for rule in self.stopping:
            reason = rule.enough(design, index, history)
            if reason:
                return reason
        claim = self.claim(design, index, history)
        return claim if claim is not None and claim.claim not in UNDECIDED else None

    def waiting(self, index: MaterialIndex, history: History) -> Sentence | None:
        """Why nothing is asked though it is not enough yet; `None` where questions are asked."""
        if not history.assignments.open or not self.pair_policy.is_waiting(index, history):
            return None
        return _waiting(history.assignments.open)

    def claim(self, design: Design, index: MaterialIndex, history: History) -> Certificate | None:
        """What the pair policy certifies, where it certifies anything."""
        return self.pair_policy.claim(design, index, history)

    def named(self, index: MaterialIndex, history: History) -> Named | None:
        """Whom the pair policy takes for the best where a metric has decided part of it."""
        return self.pair_policy.named(index, history)

    def choose(
        self,
        design: Design,
        index: MaterialIndex,
        history: History,
        annotator: int,
        stream: Stream,
        *,
        time: float = 0.0,  # noqa: ARG002 - its parts have no use for it
    ) -> Ask | Rest:
        """Rest if it is enough; else complete a question that lacks copies, or draw a new one."""
        reason = self.enough(design, index, history)
        if reason:
            return Rest(reason=RestReason.ENOUGH, why=reason)
        if design.frame == "panel" and annotator > design.people:
            return Rest(reason=RestReason.EXCLUDED, why=Sentence("not in the panel", {"people": design.people}))
        lacking = history.assignments.lacking(annotator)
        if lacking is not None:
            return self._copy(history, lacking, stream)
        if self.pair_policy.blocks:
            begun = block_of(index, history, annotator)
            if begun is not None:
                return begun.ask_next(history, stream, PAIR_DRAW)
        if design.frame == "open crowd" and history.presence.has(annotator):
            return self._drawn(design, index, history, stream)
        return self._new(design, index, history, annotator, stream)

    def _copy(self, history: History, first: int, stream: Stream) -> Ask:
        systems, side = self._side(tuple(sorted(history.systems_of(first))), stream)
        return Ask(
            systems=systems,
            item=history.cell("item", first),
            part=history.cell("part", first),
            copy_of=first,
            pair_probability=_known(history.cell("pair_probability", first)),
            item_probability=_known(history.cell("item_probability", first)),
            side_probability=side,
            pair_choices=history.cell("pair_choices", first),
            item_choices=history.cell("item_choices", first),
        )

    def _new(
        self, design: Design, index: MaterialIndex, history: History, annotator: int, stream: Stream
    ) -> Ask | Rest:
        pairs = self._pairs_of(index, len(history.systems))
        allowed = np.flatnonzero(self._remaining(design, index, pairs, history, annotator) > 0)
        allowed = self.pair_policy.narrow_pairs(index, pairs, allowed, history)
        if not len(allowed):
            return Rest(reason=RestReason.EXHAUSTED, why=Sentence("nothing left for you"))
        chosen = self.pair_policy.choose(
            index, pairs, allowed, history, stream=stream, draw=PAIR_DRAW, annotator=annotator
        )
        if chosen is None or chosen == WAITING:
            return self._nothing(chosen, history)
        place, pair_probability = chosen
        pair = tuple(pairs.members[allowed[place]].tolist())
        items = self._items(design, index, history, annotator, pair)
        if not len(items):
            return Rest(reason=RestReason.EXHAUSTED, why=Sentence("items used up"))
        return self._on_item(index, history, stream, pair, pair_probability, items=items, allowed=allowed)

    def _drawn(self, design: Design, index: MaterialIndex, history: History, stream: Stream) -> Ask | Rest:
        """A pair, then the person it is for: the first in a random order who has not had all of its items."""
        pairs = self._pairs_of(index, len(history.systems))
        people = stream.shuffled(PERSON_DRAW, history.presence.people)
        allowed = self.pair_policy.narrow_pairs(index, pairs, np.flatnonzero(pairs.askable > 0), history)
        while len(allowed):
            chosen = self.pair_policy.choose(index, pairs, allowed, history, stream=stream, draw=PAIR_DRAW)
            if chosen is None or chosen == WAITING:
                return self._nothing(chosen, history)
            place, probability = chosen
            pair = tuple(pairs.members[allowed[place]].tolist())
            for person in people.tolist():
                items = self._items(design, index, history, person, pair)
                if len(items):
                    ask = self._on_item(index, history, stream, pair, probability, items=items, allowed=allowed)
                    return replace(ask, annotator=person)
            allowed = np.delete(allowed, place)
        return Rest(reason=RestReason.EXHAUSTED, why=Sentence("nothing left for anybody"))

    def _nothing(self, chosen: tuple[int, float | None] | None, history: History) -> Rest:
        """Why the pair policy has chosen no pair."""
        if chosen is None:
            return Rest(reason=RestReason.ENOUGH, why=Sentence("policy has no more", {"policy": self.pair_policy.name}))
        return Rest(reason=RestReason.WAITING, why=_waiting(history.assignments.open))

    def _on_item(
        self,
        index: MaterialIndex,
        history: History,
        stream: Stream,
        pair: tuple[int, ...],
        pair_probability: float | None,
        *,
        items: NDArray[np.int64],
        allowed: NDArray[np.int64],
    ) -> Ask:
        """A question about a pair, on one of these items."""
        shared = (*pair, *(int(other) for other in allowed if other != pair[0])) if self.pair_policy.blocks else pair
        item_place, item_probability = self.selector.choose(
            index, shared, items, history, stream=stream, draw=ITEM_DRAW
        )
        systems, side = self._side(pair, stream)
        return Ask(
            systems=systems,
            item=int(items[item_place]),
            pair_probability=pair_probability,
            item_probability=item_probability,
            side_probability=side,
            pair_choices=len(allowed),
            item_choices=len(items),
        )

    def _remaining(
        self, design: Design, index: MaterialIndex, pairs: Pairs, history: History, annotator: int
    ) -> NDArray[np.int64]:
        """How many items are left for this annotator, by pair (at most so many where the scope forbids repeats)."""
        remaining = pairs.askable.copy()
        if design.guide.again == "item":
            had = history.assignments.had_items(annotator)
            remaining -= _askable_on(index, pairs, had)
        else:
            for pair, count in history.assignments.had_counts(annotator).items():
                remaining[self._place(pair, len(history.systems))] -= count
        if design.scope == "judgments" and self.arity == 2:
            for place in np.flatnonzero(remaining > 0):
                used = len(history.assignments.items_of(tuple(pairs.members[place].tolist())))
                remaining[place] = min(remaining[place], pairs.askable[place] - used)
        return remaining

    def _items(
        self, design: Design, index: MaterialIndex, history: History, annotator: int, pair: tuple[int, ...]
    ) -> NDArray[np.int64]:
        """Items to ask about this pair: new to the annotator, new to whatever the scope says, and left to people."""
        askable = index.askable(pair)
        assignments = history.assignments
        had = assignments.had_items(annotator) if design.guide.again == "item" else assignments.had(annotator, pair)
        askable[had] = False
        if design.scope == "judgments":
            askable[assignments.items_of(pair)] = False
        elif design.scope == "population":
            for system in pair:
                askable[assignments.items_of((system,))] = False
        return self.pair_policy.narrow_items(index, pair, np.flatnonzero(askable), history)

    def _side(self, pair: tuple[int, ...], stream: Stream) -> tuple[tuple[int, ...], float]:
        if len(pair) < 2:
            return pair, 1.0
        return (pair if stream.integer(SIDE_DRAW, 2) == 0 else pair[::-1]), 0.5

    def _place(self, pair: tuple[int, ...], systems: int) -> int:
        """Where `_pairs_of` has put a pair."""
        if len(pair) < 2:
            return pair[0] if pair else 0
        first, second = pair
        return first * systems - first * (first + 1) // 2 + second - first - 1

    def _pairs_of(self, index: MaterialIndex, systems: int) -> Pairs:
        key = (id(index), systems)
        if key not in self._pairs:
            self._pairs.clear()
            self._pairs[key] = (index, pairs_of(index, systems, self.arity))  # holds the index so its id stays taken
        return self._pairs[key][1]


def pairs_of(index: MaterialIndex, systems: int, arity: int) -> Pairs:
    """Every pair of the first so many systems, in the order (0, 1), (0, 2), … (1, 2), …; one empty pair for arity 0."""
    if not arity:
        askable = index.askable(())
        return Pairs(members=np.zeros((1, 0), dtype=np.int64), askable=np.array([askable.sum()], dtype=np.int64))
    counts = index.askable_counts[:systems, :systems]
    if arity == 1:
        return Pairs(members=np.arange(systems)[:, None], askable=np.diagonal(counts).copy())
    first, second = np.triu_indices(systems, 1)
    return Pairs(members=np.column_stack([first, second]), askable=counts[first, second])


def _askable_on(index: MaterialIndex, pairs: Pairs, items: list[int]) -> NDArray[np.int64]:
    """How many of these items can be asked about each pair."""
    shown = index.fingerprints[:, items][pairs.members]  # pair × arity × item
    askable = (shown != MISSING).all(axis=1) & index.is_asked[items]
    if pairs.members.shape[1] == 2:
        askable &= shown[:, 0] != shown[:, 1]
    counts: NDArray[np.int64] = askable.sum(axis=1).astype(np.int64)
    return counts


def _waiting(questions: int) -> Sentence:
    return Sentence("open may decide", {"count": questions}) if questions else Sentence("others first")


def _known(probability: Any) -> float | None:  # noqa: ANN401 - a number or NaN
    return None if np.isnan(probability) else float(probability)
