"""Owning a study: define, copies, exclude, pause, close, join, erase, budget, exhaustion."""

from collections import Counter, defaultdict

import numpy as np
import pytest
from helpers_of_studies import LEASE, answer, ask, events, holds, new_study, rest

from quorate.errors import ClosedError, ExistsError, InputError, StudyError, UnknownError
from quorate.records.design import Design
from quorate.records.events import AnnotatorExcluded, QuestionReleased, StudyClosed
from quorate.records.material import Items, Material, SystemOutputs
from quorate.stores import open_store
from quorate.stores.memory import MemoryStore
from quorate.study import Study
from quorate.testing.material import make_material
from quorate.testing.walks import Clock


def pair_of_systems(*outputs):
    return Material(
        items=Items(names=tuple(f"i{number}" for number in range(len(outputs[0])))),
        systems=tuple(SystemOutputs(name=f"s{number}", texts=tuple(texts)) for number, texts in enumerate(outputs)),
    )


@pytest.mark.parametrize(
    ("material", "design"),
    [
        (pair_of_systems(["a", "b"]), {}),
        (pair_of_systems(["a", "b"], ["a ", "b\n"]), {}),
        (pair_of_systems(["a", None], [None, "b"]), {}),
        (pair_of_systems([None, None]), {"kind": "rating"}),
        (make_material(columns=False), {"cluster": "document"}),
        (make_material(), {"kind": "poem"}),
        (make_material(), {"policy": "guess"}),
        (make_material(), {"selector": "guess"}),
        (make_material(), {"stopping": {"boredom": 3}}),
        (make_material(), {"stopping": {"budget": 0}}),
        (make_material(), {"stopping": {"budget": 2.5}}),
        (make_material(), {"question": {"colour": "red"}}),
    ],
)
def test_a_study_that_cannot_ask_is_refused_and_nothing_is_written(tmp_path, material, design):
    path = tmp_path / "studies.db"
    with pytest.raises(InputError):
        Study.define("study", material, design=Design(**design), store=str(path))
    assert not path.exists()
    store = MemoryStore()
    with pytest.raises(InputError):
        Study.define("study", material, design=Design(**design), store=store)
    assert store.studies() == []


def test_a_study_needs_a_name_of_its_own():
    study = new_study()
    with pytest.raises(InputError, match="name"):
        new_study(name="")
    with pytest.raises(ExistsError):
        new_study(study.store)
    with pytest.raises(UnknownError, match="study"):
        Study.open("other", study.store)


def test_one_system_can_be_rated():
    study = new_study(material=pair_of_systems(["a", None, "c"]), kind="rating")
    answer(study, "a")
    answer(study, "a")
    assert rest(study, "a") == "exhausted"
    assert study.history["second"].tolist() == [-1, -1]
    assert holds(study)


def copies_by_first(study):
    copies = defaultdict(list)
    for number in range(1, study.history.count + 1):
        copies[study.history.cell("copy_of", number)].append(number)
    return copies


def test_each_question_is_answered_by_three():
    study = new_study(policy="uniform", copies=3, material=make_material(systems=3, items=30))
    for turn in range(15):
        for who in ("a", "b", "c", "d"):
            answer(study, who, turn)
    for who in ("e", "f"):
        while study.history.assignments.lacking(study.store.annotator("study", who)):
            answer(study, who)
    history = study.history
    assert len(copies_by_first(study)) >= 20
    for first, numbers in copies_by_first(study).items():
        judged = [number for number in numbers if history.is_live(number)]
        assert len(judged) == 3, first
        assert len({history.cell("annotator", number) for number in judged}) == 3
        for column in ("item", "pair_probability", "item_probability"):
            assert len({history.cell(column, number) for number in numbers}) == 1
        assert len({frozenset(history.systems_of(number)) for number in numbers}) == 1
    assert holds(study)


def test_a_dropped_copy_is_asked_again():
    clock = Clock()
    study = new_study(copies=3, clock=clock, evidence="arrived")
    first = ask(study, "a")
    study.tell(first.number, "left", annotator="a")
    dropped, skipped = ask(study, "b"), ask(study, "c")
    study.owner.release(skipped.number, "skipped")
    clock.advance(LEASE)
    for who in ("d", "e"):
        question = ask(study, who)
        assert study.history.cell("copy_of", question.number) == first.number
        study.tell(question.number, "left", annotator=who)
    assert study.history.assignments.is_answered(first.number)
    new = ask(study, "f")
    assert study.history.cell("copy_of", new.number) == new.number
    with pytest.raises(StudyError):
        study.tell(dropped.number, "left", annotator="b")
    assert holds(study)


def test_a_late_copy_counts_while_copies_are_lacking():
    clock = Clock()
    study = new_study(copies=3, clock=clock)
    late = ask(study, "a")
    clock.advance(LEASE)
    for who in ("b", "c"):
        study.tell(ask(study, who).number, "left", annotator=who)
    study.tell(late.number, "left", annotator="a")
    assert study.history.assignments.is_answered(late.number)
    assert holds(study)


def test_an_excluded_annotator_does_not_count_and_is_replaced():
    study = new_study()
    numbers = [answer(study, "a"), answer(study, "b"), answer(study, "a")]
    opened = ask(study, "a")
    study.owner.exclude("a", "too fast")
    assert rest(study, "a") == "excluded"
    assert study.history.counts.tolist() == [False, True, False, False]
    assert study.history.assignments.judged == 1
    last = events(study)[-2:]
    assert [type(event) for event in last] == [AnnotatorExcluded, QuestionReleased]
    with pytest.raises(StudyError, match="no more part"):
        study.tell(opened.number, "left", annotator="a")
    again = [study.history.cell("copy_of", answer(study, "c")) for _ in range(3)]
    assert again == [numbers[0], numbers[2], opened.number]
    with pytest.raises(StudyError, match="already"):
        study.owner.exclude("a", "too fast")
    with pytest.raises(InputError, match="why"):
        study.owner.exclude("b", "")
    with pytest.raises(UnknownError):
        study.owner.exclude("nobody", "…")
    study.owner.exclude(2, "by number")
    assert study.history.excluded == {1: "too fast", 2: "by number"}
    assert holds(study)


def test_a_paused_study_asks_nothing_and_takes_answers():
    study = new_study()
    question = ask(study, "a")
    study.owner.pause("lunch")
    assert rest(study, "a") == "paused"
    assert rest(study, "b") == "paused"
    study.tell(question.number, "left", annotator="a")
    study.owner.resume()
    assert ask(study, "b").number == 2
    assert holds(study)


def test_a_closed_study_is_closed():
    clock = Clock()
    study = new_study(clock=clock)
    question = ask(study, "a")
    study.owner.close("enough")
    log = events(study)
    clock.advance(10 * LEASE)
    assert rest(study, "a") == "closed"
    assert rest(study, "b") == "closed"
    for attempt in (
        lambda: study.tell(question.number, "left", annotator="a"),
        lambda: study.owner.release(question.number),
        lambda: study.owner.exclude("a", "…"),
        study.owner.pause,
        study.owner.resume,
        study.owner.close,
        lambda: study.owner.add_system(SystemOutputs(name="late", texts=("x",) * 8)),
    ):
        with pytest.raises(ClosedError, match="enough"):
            attempt()
    assert events(study) == log
    assert isinstance(log[-1], StudyClosed)
    assert holds(study)


def test_a_system_joins_a_running_study(store):
    study = new_study(store)
    other = Study.open("study", store)
    for _ in range(4):
        answer(study, "a")
    late = SystemOutputs(name="late", texts=(*(f"neu {n}" for n in range(7)), None), metrics={"overlap": np.ones(8)})
    assert study.owner.add_system(late) == 3
    assert study.index.systems[3] == "late"
    assert other.history.systems[3].name == "late"
    assert other.index.systems[3] == "late"
    for wrong in (
        late,
        SystemOutputs(name="short", texts=("x",)),
        SystemOutputs(name="empty", texts=(None,) * 8),
    ):
        with pytest.raises(InputError):
            study.owner.add_system(wrong)
    for _ in range(15):
        answer(other, "b")
    assert 3 in set(other.history["first"].tolist()) | set(other.history["second"].tolist())
    assert study.history.position == other.history.position
    assert holds(study)


def test_erasing_leaves_the_log_and_every_number(store):
    study = new_study(store)
    for who in ("a", "b", "a"):
        answer(study, who)
    log = events(study)
    before = {name: study.history[name].copy() for name in ("annotator", "values", "item", "first")}
    study.owner.erase("a")
    assert events(study) == log
    opened = Study.open("study", store)
    for name, column in before.items():
        assert np.array_equal(opened.history[name], column)
    assert store.annotators("study") == {1: None, 2: "b"}
    with pytest.raises(UnknownError):
        study.owner.erase("a")
    assert ask(study, "a").number == 4
    assert store.annotators("study") == {1: None, 2: "b", 3: "a"}
    assert holds(study)


def test_open_questions_count_for_the_budget():
    clock = Clock()
    study = new_study(stopping={"budget": 3}, clock=clock, evidence="arrived")
    first, second, third = (ask(study, who) for who in ("a", "b", "c"))
    assert rest(study, "d") == "enough"
    assert study.ask("a") == first
    study.tell(first.number, "left", annotator="a")
    assert rest(study, "a") == "enough"
    study.owner.release(second.number, "skipped")
    question = ask(study, "a")
    study.tell(question.number, "left", annotator="a")
    study.tell(third.number, "left", annotator="c")
    assert rest(study, "a") == "enough"
    assert study.history.assignments.judged == 3
    study.owner.retract(third.number, "slip")
    assert rest(study, "a") == "enough"
    assert ask(study, "c").number == third.number
    clock.advance(LEASE)
    assert ask(study, "a")
    assert holds(study)


def test_running_out_is_a_rest():
    study = new_study(material=pair_of_systems(["a", "b", "same"], ["c", "d", "same "]))
    answer(study, "a")
    answer(study, "a")
    assert rest(study, "a") == "exhausted"
    assert answer(study, "b") == 3
    assert holds(study)


def test_every_choice_is_recorded_with_its_probability():
    study = new_study(
        policy="uniform", material=pair_of_systems(["a", "b", "x", "y"], ["c", "d", "x", None], ["e", "f", "x", "z"])
    )
    numbers = [ask(study, "a").number]
    asked = events(study)[-1]
    assert (asked.pair_choices, asked.pair_probability) == (3, pytest.approx(1 / 3))
    assert asked.item_probability == pytest.approx(1 / asked.item_choices)
    assert asked.item_choices == (3 if set(asked.systems) == {0, 2} else 2)
    assert (asked.side_probability, asked.seen, asked.policy) == (0.5, 4, study.policy.signature)
    study.tell(numbers[0], "left", annotator="a")
    answered = Counter()
    while study.ask("a"):
        number = answer(study, "a")
        answered[frozenset(study.history.systems_of(number))] += 1
    assert study.history["pair_choices"].tolist()[-1] == 1
    assert study.history["item_probability"][-1] == 1.0
    assert study.history.count == 7
    assert holds(study)


def test_the_clock_is_the_only_time(store):
    clock = Clock(123.0)
    study = new_study(store, clock=clock)
    answer(study, "a")
    assert {event.time for event in events(study)} == {123.0}


def test_opening_gives_the_same_study(address):
    store = open_store(address)
    study = new_study(store, copies=2, ahead=1)
    for who in ("a", "b", "c"):
        answer(study, who)
    question = ask(study, "a")
    if address != "memory:":
        store.close()
        store = open_store(address)
    opened = Study.open("study", store, clock=study.ledger.clock)
    assert opened.design == study.design
    assert opened.ask("a") == question
    assert holds(opened)
    store.close()
