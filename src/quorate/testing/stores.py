"""What every store must do. Subclass `StoreContract`, give it a fixture `store`, and pytest runs the checks.

    class TestMyStore(StoreContract):
        @pytest.fixture
        def store(self):
            store = MyStore(...)
            yield store
            store.close()

The store must be empty at the start of each check.
"""
# ruff: noqa: D102 - a check is named by the behaviour it checks

import contextlib
import itertools
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quorate.errors import ConflictError, ExistsError, InputError, StudyError, UnknownError
from quorate.records.events import (
    AnnotatorAway,
    AnnotatorExcluded,
    AnnotatorReadmitted,
    Event,
    JudgmentRecorded,
    JudgmentRetracted,
    QuestionReleased,
    StudyClosed,
    StudyPaused,
    StudyResumed,
    SystemAdded,
)
from quorate.records.log import stretch_of
from quorate.records.material import SystemOutputs
from quorate.stores import Store
from quorate.testing.access import AccessContract
from quorate.testing.logs import ALL_PLANES, asked, beginning, define, same_stretch, told
from quorate.testing.material import make_material
from quorate.testing.stored_annotators import AnnotatorContract
from quorate.testing.stored_growth import GrowthContract
from quorate.testing.stored_material import MaterialContract
from quorate.testing.stored_parts import PartsContract
from quorate.testing.strategies import logs

_BULK = 6000  # events: more than any store reads in one piece
_EXAMPLES = settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.differing_executors, HealthCheck.too_slow],
)
_fresh = itertools.count()


class StoreContract(MaterialContract, GrowthContract, PartsContract, AnnotatorContract, AccessContract):
    """The checks."""

    def test_a_new_study_begins_with_its_definition_and_systems(self, store: Store) -> None:
        material = make_material()
        definition, added = beginning("study", material)
        store.create(definition, added, material)
        assert list(store.events("study")) == list(enumerate([definition, *added], 1))
        assert store.studies() == ["study"]

    def test_one_event_is_read_by_its_position(self, store: Store) -> None:
        define(store)
        store.append("study", [asked(1), told(1)])
        for position, event in store.events("study"):
            assert store.event("study", position) == event
        for beyond in (0, 7):
            with pytest.raises(UnknownError, match="no position"):
                store.event("study", beyond)

    def test_a_system_goes_before_the_first_question(self, store: Store) -> None:
        material = make_material(systems=4, items=5)
        definition, added = beginning("study", material)
        store.create(definition, added, material)
        store.annotator("study", "ann")
        store.change_settings("study", {"leaderboard": "on"})
        store.remove_system("study", 1)
        names = [system.name for system in material.systems]
        left = [names[0], names[2], names[3]]
        events = [event for _, event in store.events("study")]
        assert [(event.system, event.name) for event in events[1:] if isinstance(event, SystemAdded)] == list(
            enumerate(left)
        )
        assert events[0] == definition
        assert store.position("study") == store.read("study").last == 4
        kept = store.material("study")
        assert [system.name for system in kept.systems] == list(store.index("study").systems) == left
        assert [system.texts for system in kept.systems] == [material.systems[place].texts for place in (0, 2, 3)]
        assert store.texts("study", 0, [1]).outputs == {1: material.systems[2].texts[0]}
        assert store.annotators("study") == {1: "ann"}
        assert store.settings("study") == {"leaderboard": "on"}
        assert store.studies() == ["study"]
        with pytest.raises(UnknownError, match="no system 3"):
            store.remove_system("study", 3)
        store.append("study", [asked(1)])
        with pytest.raises(StudyError, match="has begun"):
            store.remove_system("study", 0)

    def test_a_name_is_taken_once(self, store: Store) -> None:
        define(store)
        before = list(store.events("study"))
        other = make_material(systems=2, items=5)
        with pytest.raises(ExistsError, match="study"):
            define(store, material=other)
        assert list(store.events("study")) == before
        assert len(store.index("study").systems) == 3
        assert store.studies() == ["study"]

    def test_a_study_is_created_whole_or_not_at_all(self, store: Store) -> None:
        material = make_material()
        definition, added = beginning("study", material)
        broken = replace(definition, design=replace(definition.design, question={"words": object()}))
        with contextlib.suppress(InputError):  # a store that writes nothing down may take it
            store.create(broken, added, material)
        if store.studies():
            assert len(list(store.events("study"))) == 4
        else:
            assert define(store) == 4
        assert len(store.index("study").systems) == 3

    def test_a_study_without_judgments_is_deleted_with_all_it_had(self, store: Store) -> None:
        define(store, "other")
        define(store)
        store.annotator("study", "ann")
        store.change_settings("study", {"currency": "€"})
        store.append("study", [replace(asked(1), role="practice"), told(1)])
        store.delete("study")
        assert store.studies() == ["other"]
        for look in (store.read, store.index, store.annotators, store.settings, store.delete):
            with pytest.raises(UnknownError):
                look("study")
        assert len(store.index("other").systems) == 3
        assert define(store, material=make_material(systems=2, items=5)) == 3
        assert store.studies() == ["other", "study"]
        assert len(store.index("study").systems) == 2
        assert store.annotators("study") == {}
        assert store.settings("study") == {}

    def test_a_study_with_judgments_stays(self, store: Store) -> None:
        define(store)
        store.append("study", [asked(1), told(1)])
        store.append("study", [JudgmentRetracted(time=3.0, number=1, reason="a slip")])
        with pytest.raises(StudyError, match="1 judgment was recorded"):
            store.delete("study")
        assert store.studies() == ["study"]
        assert store.position("study") == len(list(store.events("study")))

    def test_studies_stand_in_order_of_creation(self, store: Store) -> None:
        for name in ("b", "a", "ç", "A"):
            define(store, name)
        assert store.studies() == ["b", "a", "ç", "A"]

    def test_positions_are_consecutive(self, store: Store) -> None:
        last = define(store)
        assert store.append("study", [asked(1)], seen=last) == last + 1
        assert store.append("study", [asked(2), told(1), asked(3)], seen=last + 1) == last + 4
        assert store.append("study", [told(2)]) == last + 5
        assert [position for position, _ in store.events("study")] == list(range(1, last + 6))

    def test_appending_nothing_changes_nothing(self, store: Store) -> None:
        last = define(store)
        assert store.append("study", []) == last
        assert store.append("study", [], seen=last) == last
        assert len(list(store.events("study"))) == last

    @pytest.mark.parametrize(
        "unseen",
        [
            [asked(2)],
            [QuestionReleased(time=3.0, number=1, reason="expired")],
            [AnnotatorExcluded(time=3.0, annotator=1, reason="…")],
            [AnnotatorReadmitted(time=3.0, annotator=1, reason="…")],
            [AnnotatorAway(time=3.0, annotator=1, reason="…")],
            [StudyPaused(time=3.0)],
            [StudyResumed(time=3.0)],
            [StudyClosed(time=3.0)],
            [asked(2), told(1)],
        ],
        ids=lambda events: "+".join(type(event).__name__ for event in events),
    )
    def test_an_ask_must_not_miss(self, store: Store, unseen: Sequence[Event]) -> None:
        define(store)
        seen = store.append("study", [asked(1)])
        last = store.append("study", unseen)
        with pytest.raises(ConflictError):
            store.append("study", [asked(3)], seen=seen)
        assert [position for position, _ in store.events("study")] == list(range(1, last + 1))
        assert store.append("study", [asked(3)], seen=last) == last + 1

    def test_an_ask_may_miss_judgments_and_retractions(self, store: Store) -> None:
        define(store)
        seen = store.append("study", [asked(1), asked(2)])
        store.append("study", [told(1)])
        store.append("study", [JudgmentRetracted(time=3.0, number=1, reason="slip")])
        last = store.append("study", [told(2)])
        assert store.append("study", [asked(3)], seen=seen) == last + 1

    def test_an_ask_must_not_miss_a_system_that_joined(self, store: Store) -> None:
        last = define(store)
        event = SystemAdded(time=3.0, system=3, name="late", outputs=20, digest="")
        store.add_system("study", SystemOutputs(name="late", texts=("x",) * 20), event, seen=last)
        with pytest.raises(ConflictError):
            store.append("study", [asked(1)], seen=last)

    def test_judgments_are_accepted_at_any_position(self, store: Store) -> None:
        define(store)
        store.append("study", [asked(1), asked(2)])
        store.append("study", [asked(3)])
        store.append("study", [told(1)])
        store.append("study", [StudyPaused(time=3.0)])
        store.append("study", [told(2, 0.5)])
        judged = store.read("study").judged
        assert judged["number"].tolist() == [1, 2]
        assert judged["values"].tolist() == [[1.0], [0.5]]

    @pytest.mark.parametrize("value", [1.0, 0.0], ids=["same answer", "other answer"])
    def test_a_question_is_judged_once_a_revision(self, store: Store, value: float) -> None:
        define(store)
        store.append("study", [asked(1), asked(2)])
        last = store.append("study", [told(1)])
        with pytest.raises(ConflictError):
            store.append("study", [told(1, value)])
        with pytest.raises(ConflictError):
            store.append("study", [told(2), told(1, value)])
        with pytest.raises(ConflictError):
            store.append("study", [told(2), told(2, value)])
        assert store.read("study").judged["number"].tolist() == [1]
        assert store.append("study", [told(2)]) == last + 1
        assert [position for position, _ in store.events("study")] == list(range(1, last + 2))

    def test_a_judgment_is_retracted_once_a_revision(self, store: Store) -> None:
        define(store)
        store.append("study", [asked(1), told(1)])
        retraction = JudgmentRetracted(time=3.0, number=1, reason="slip", revision=0)
        last = store.append("study", [retraction])
        with pytest.raises(ConflictError):
            store.append("study", [retraction])
        assert store.append("study", [told(1, 0.0, revision=1)]) == last + 1
        assert store.append("study", [replace(retraction, revision=1)]) == last + 2

    @_EXAMPLES
    @given(log=logs())
    def test_columns_say_what_the_events_say(self, store: Store, log: list[Event]) -> None:
        name = f"study {next(_fresh)}"
        first = define(store, name, make_material(items=2))
        if log:
            store.append(name, log)
        assert [event for _, event in store.events(name, first)] == log
        assert same_stretch(store.read(name), stretch_of(store.events(name), 0))

    @_EXAMPLES
    @given(log=logs(), cut=st.floats(0, 1))
    def test_reading_on_gives_the_tail(self, store: Store, log: list[Event], cut: float) -> None:
        name = f"study {next(_fresh)}"
        first = define(store, name, make_material(items=2))
        last = store.append(name, log) if log else first
        everything = list(store.events(name))
        after = round(cut * last)
        assert list(store.events(name, after)) == everything[after:]
        assert same_stretch(store.read(name, after), stretch_of(everything[after:], after))

    def test_nothing_new_is_an_empty_stretch(self, store: Store) -> None:
        last = define(store)
        stretch = store.read("study", last)
        assert stretch.is_empty
        assert stretch.last == last
        assert list(store.events("study", last)) == []

    def test_a_long_log_reads_like_a_short_one(self, store: Store) -> None:
        last = define(store)
        half = _BULK // 2
        log: list[Event] = []
        for number in range(1, half + 1):
            log.append(asked(number, systems=(0, 1) if number % 2 else (2,), seen=last))
            log.append(told(number, number % 3 / 2, seconds=None if number % 4 else number / 8))
        log.insert(100, StudyPaused(time=3.0, reason="lunch"))
        log.append(JudgmentRetracted(time=3.0, number=7, reason="slip"))
        log.append(told(7, 0.5, revision=1, detail={"reason": "looked again"}))
        assert store.append("study", log) == last + len(log)
        assert [event for _, event in store.events("study", last)] == log
        at_once = store.read("study")
        assert same_stretch(at_once, stretch_of(store.events("study"), 0))
        tail = store.read("study", last + len(log) - 50)
        assert same_stretch(tail, stretch_of(list(enumerate(log, last + 1))[-50:], last + len(log) - 50))

    def test_an_unknown_study_is_said_to_be_unknown(self, store: Store) -> None:
        define(store, "known")
        material = make_material()
        event = SystemAdded(time=3.0, system=0, name="x", outputs=1, digest="")
        for attempt in (
            lambda: store.append("unknown", [asked(1)]),
            lambda: store.add_system("unknown", material.systems[0], event, seen=0),
            lambda: store.read("unknown"),
            lambda: list(store.events("unknown")),
            lambda: store.index("unknown"),
            lambda: store.texts("unknown", 0, [0]),
            lambda: store.material("unknown"),
            lambda: store.annotator("unknown", "a"),
            lambda: store.annotators("unknown"),
            lambda: store.restore_annotators("unknown", {}),
            lambda: store.erase("unknown", 1),
        ):
            with pytest.raises(UnknownError, match="known"):
                attempt()

    def test_details_come_back(self, store: Store) -> None:
        last = define(store)
        detail = {
            "reason": ALL_PLANES + "\x00",
            "strength": 2,
            "parts": [1, 0.1, True, None, {"deep": ["ß"]}],
            "half a pair": "\ud83d",  # browsers can send it
        }
        store.append(
            "study",
            [
                asked(1),
                told(1, 0.5, detail=detail),
                QuestionReleased(time=1.5, number=1, reason="skipped", words="\x00\udfff"),
            ],
        )
        events = [event for _, event in store.events("study", last + 1)]
        assert isinstance(events[0], JudgmentRecorded)
        assert events[0].detail == detail
        assert events[0].values == (0.5,)
        assert isinstance(events[1], QuestionReleased)
        assert events[1].words == "\x00\udfff"

    def test_several_criteria_come_back(self, store: Store) -> None:
        define(store)
        values = [(1.0, 0.1 + number, 1e-9) for number in range(5)]
        log: list[Event] = []
        for number, numbers in enumerate(values, 1):
            log += [asked(number, systems=(0,)), replace(told(number), values=numbers)]
        store.append("study", log)
        assert store.read("study").judged["values"].tolist() == [list(numbers) for numbers in values]
        judgments = [event for _, event in store.events("study") if isinstance(event, JudgmentRecorded)]
        assert [event.values for event in judgments] == values

    def test_two_studies_do_not_meet(self, store: Store) -> None:
        last = define(store, "one")
        assert define(store, "two", make_material(systems=2, items=5)) == 3
        store.append("one", [asked(1), told(1)], seen=last)
        assert store.append("two", [asked(1)], seen=3) == 4
        assert store.append("two", [told(1, 0.0)]) == 5
        store.annotator("one", "a")
        assert store.annotators("two") == {}
        assert store.annotator("two", "b") == 1
        store.erase("one", 1)
        assert store.annotators("two") == {1: "b"}
        assert store.read("one").judged["values"].tolist() == [[1.0]]
        assert store.read("two").judged["values"].tolist() == [[0.0]]
        assert len(store.index("one").items) == 20
        assert len(store.index("two").items) == 5

    def test_threads_append_without_gaps(self, store: Store) -> None:
        last = define(store)
        store.append("study", [asked(number) for number in range(1, 161)])

        def tell(number: int) -> int:
            return store.append("study", [told(number)])

        with ThreadPoolExecutor(8) as pool:
            positions = list(pool.map(tell, range(1, 161)))
        assert sorted(positions) == list(range(last + 161, last + 321))
        by_position = dict(store.events("study"))
        for number, position in enumerate(positions, 1):
            assert by_position[position] == told(number)

    def test_of_many_asks_at_one_position_one_wins(self, store: Store) -> None:
        last = define(store)

        def ask(_thread: int) -> int:
            try:
                return store.append("study", [asked(1)], seen=last)
            except ConflictError:
                return 0

        with ThreadPoolExecutor(8) as pool:
            results = list(pool.map(ask, range(8)))
        assert sorted(results) == [0] * 7 + [last + 1]
        assert len(list(store.events("study"))) == last + 1
