"""A store beside the one in memory, with every event in any order: whatever is done, both say the same.

    class TestMyStore(StoreMachine.TestCase): ...

with a subclass of `StoreMachine` that makes the store: `def make(self): return MyStore(...)`.
"""
# ruff: noqa: D102 - a step is named by what it does

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from quorate.errors import QuorateError
from quorate.records.events import (
    AnnotatorAway,
    AnnotatorExcluded,
    AnnotatorReadmitted,
    Event,
    ItemAnswered,
    ItemsAdded,
    JudgmentRetracted,
    OutputsAdded,
    QuestionReleased,
    ScoresAdded,
    StudyClosed,
    StudyPaused,
    StudyResumed,
    SystemAdded,
)
from quorate.records.growth import EMPTY, Extent, grown
from quorate.records.history import History
from quorate.records.holdings import is_of
from quorate.records.material import Items, Material, SystemOutputs
from quorate.records.parts import Parts
from quorate.records.scores import NO_SECOND, OF_PART, Scores
from quorate.stores import Store
from quorate.stores.memory import MemoryStore
from quorate.testing.logs import asked, define, same_index, same_stretch, told
from quorate.testing.stored_parts import make_statements

NUMBERS = st.integers(0, 999)
WORDS = ("one", "two", "three", "four")


class StoreMachine(RuleBasedStateMachine):
    """The steps. A subclass says how the store is made."""

    def make(self) -> Store:
        """A new, empty store."""
        raise NotImplementedError

    @initialize()
    def begin(self) -> None:
        self.stores: tuple[Store, Store] = (MemoryStore(), self.make())
        self.last = {define(store, material=make_statements()) for store in self.stores}.pop()
        self.beginning = self.last
        self.asked = self.made = 0
        self.revisions: dict[int, int] = {}
        self.is_closed = False
        self.history = History()
        self.history.fold(self.stores[0].read("study"))
        self.extents = [self.history.extent]

    def both(self, act: Callable[[Store], int]) -> None:
        """Do something in both stores: the same comes of it, or the same is refused."""
        found = []
        for store in self.stores:
            try:
                found.append(("done", str(act(store))))
            except QuorateError as error:
                found.append((type(error).__name__, str(error)))
        assert found[0] == found[1]
        if found[0][0] == "done":
            self.last = int(found[0][1])
            self.history.fold(self.stores[0].read("study", self.history.position))
            self.extents.append(self.history.extent)

    def append(self, *events: Event, seen: int | None = None) -> None:
        self.both(lambda store: store.append("study", events, seen=seen))

    @rule(late=st.booleans())
    def ask(self, late: bool) -> None:
        before = self.last
        self.append(asked(self.asked + 1, systems=(0, 1), seen=self.last), seen=0 if late else self.last)
        self.asked += self.last > before

    @precondition(lambda self: self.asked)
    @rule(which=NUMBERS, value=st.sampled_from([0.0, 0.5, 1.0]))
    def tell(self, which: int, value: float) -> None:
        number = 1 + which % self.asked
        self.append(
            told(number, value, revision=self.revisions.get(number, 0), detail={"reason": "ß"} if which % 2 else {})
        )

    @precondition(lambda self: self.asked)
    @rule(which=NUMBERS)
    def retract(self, which: int) -> None:
        number = 1 + which % self.asked
        revision, before = self.revisions.get(number, 0), self.last
        self.append(JudgmentRetracted(time=9.0, number=number, reason="r", revision=revision))
        self.revisions[number] = revision + (self.last > before)

    @precondition(lambda self: self.asked)
    @rule(
        which=NUMBERS,
        kind=st.sampled_from(["released", "excluded", "readmitted", "away", "answered", "paused", "resumed"]),
    )
    def say(self, which: int, kind: str) -> None:
        events: dict[str, Event] = {
            "released": QuestionReleased(time=3.0, number=1 + which % self.asked, reason="skipped", words="…"),
            "excluded": AnnotatorExcluded(time=3.0, annotator=1 + which % 3, reason="r"),
            "readmitted": AnnotatorReadmitted(time=3.0, annotator=1 + which % 3, reason="r"),
            "away": AnnotatorAway(time=3.0, annotator=1 + which % 3),
            "answered": ItemAnswered(time=3.0, item=which % 3, values=(0.5, 1.0), seen=self.last, detail={"cost": 0.5}),
            "paused": StudyPaused(time=3.0, reason="r"),
            "resumed": StudyResumed(time=3.0),
        }
        self.append(events[kind])

    @precondition(lambda self: len(self.history.systems) < 6)
    @rule(rows=st.lists(st.tuples(NUMBERS, st.sampled_from(WORDS)), max_size=4), taken=st.booleans())
    def add_system(self, rows: list[tuple[int, str]], taken: bool) -> None:
        items = self.history.extent.items
        self.made += 1
        name = "one" if taken else f"late {self.made}"
        texts = tuple(f"{name} {item}" if item % 2 else None for item in range(items))
        given = SystemOutputs(name=name, texts=texts, metrics={"m": np.arange(float(items))}, parts=_parts(rows, items))
        number = len(self.history.systems)
        event = SystemAdded(time=3.0, system=number, name=name, outputs=given.count, digest=given.digest)
        self.both(lambda store: store.add_system("study", given, event, seen=self.last))

    @rule(
        count=st.integers(1, 3),
        rows=st.lists(st.tuples(NUMBERS, st.sampled_from(WORDS)), max_size=3),
        taken=st.booleans(),
    )
    def add_items(self, count: int, rows: list[tuple[int, str]], taken: bool) -> None:
        self.made += 1
        names = ("a",) if taken else tuple(f"item {self.made} {place}" for place in range(count))
        systems = [event.name for event in self.history.systems][:2]
        made = [
            SystemOutputs(name=name, texts=(f"{name} {self.made}",) * len(names), parts=_parts(rows, len(names)))
            for name in systems
        ]
        given = Material(items=Items(names=names, parts=_parts(rows[:1], len(names))), systems=tuple(made))
        first = self.history.extent.items
        event = ItemsAdded(time=3.0, first=first, items=len(names), outputs=len(made) * len(names), digest=given.digest)
        self.both(lambda store: store.add_items("study", given, event, seen=self.last))

    @rule(which=NUMBERS, word=st.sampled_from(WORDS))
    def add_outputs(self, which: int, word: str) -> None:
        items, system = self.history.extent.items, which % len(self.history.systems)
        texts = tuple("filled" if item == which % items else None for item in range(items))
        parts = _parts([(which, word)], items) if which % 2 else None
        given = SystemOutputs(name=self.history.systems[system].name, texts=texts, parts=parts)
        event = OutputsAdded(time=3.0, system=system, outputs=1, digest=given.digest)
        self.both(lambda store: store.add_outputs("study", given, event, seen=self.last))

    @rule(about=st.sampled_from(["outputs", "pairs", "parts"]), which=NUMBERS)
    def add_scores(self, about: Any, which: int) -> None:  # noqa: ANN401 - a literal
        item = np.array([which % self.history.extent.items])
        first, second, values = np.array([0]), np.array([1]), np.array([[0.5, 0.25, 0.125]])
        if about != "pairs":
            second, values = np.array([NO_SECOND if about == "outputs" else OF_PART]), np.array([which / 7])
        self.made += 1
        named = {"name": f"{about} {which % 3}", "about": about, "signature": "s"}
        given = Scores(item=item, first=first, second=second, values=values, **named)
        event = ScoresAdded(time=4.0, scores=1, digest=given.digest, **named)
        self.both(lambda store: store.add_scores("study", given, event, seen=self.last))

    @precondition(lambda self: self.last > self.beginning + 12 and not self.is_closed)
    @rule()
    def close(self) -> None:
        self.append(StudyClosed(time=9.0, reason="done"))
        self.is_closed = True

    @invariant()
    def both_say_the_same(self) -> None:
        if not hasattr(self, "stores"):
            return
        memory, store = self.stores
        after = self.last // 2
        assert store.position("study") == memory.position("study") == self.last
        assert list(store.events("study", after)) == list(memory.events("study", after))
        assert same_stretch(store.read("study", after), memory.read("study", after))
        whole = memory.index("study")
        assert same_index(store.index("study"), whole)
        index, read = EMPTY, Extent()
        for extent in _some(self.extents):
            index, read = grown(index, store.growth("study", read, extent)), extent
        assert same_index(index, whole)
        parts = whole.parts
        for row in range(min(parts.count, 3)):
            item, number = int(parts.item[row]), int(parts.number[row])
            assert store.part("study", item, number) == memory.part("study", item, number)

    def teardown(self) -> None:
        if not hasattr(self, "stores"):
            return
        for store in self.stores:
            holdings = store.holdings("study")
            for event, system in zip(self.history.systems, holdings.systems, strict=True):
                assert event.digest == system.digest
            assert {place for place, _ in self.history.additions} == set(holdings.additions)
            for position, added in self.history.additions:
                assert is_of(added, holdings.additions[position])
            store.close()


def _some(extents: Sequence[Extent]) -> Sequence[Extent]:
    """Every third extent, and the last."""
    return [*extents[::3], extents[-1]]


def _parts(rows: list[tuple[int, str]], items: int) -> Parts | None:
    """Parts of these items, each once."""
    distinct = list(dict.fromkeys((number % items, word) for number, word in rows))
    if not distinct:
        return None
    item, texts = zip(*distinct, strict=True)
    return Parts(item=np.array(item), texts=texts, places=tuple(f"at {number}" for number in item))
