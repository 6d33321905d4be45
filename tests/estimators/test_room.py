"""How many more answers there can be: held against studies that ask until nobody is left."""

import numpy as np
import pytest

from quorate.estimators.room import room_of
from quorate.policies import Rest
from quorate.records.design import Design
from quorate.records.guide import Guide
from quorate.records.material import Items, Material, SystemOutputs
from quorate.study import Study
from quorate.testing.histories import make_history, make_index


def begun(**design):
    """A study of three systems and six items; some outputs are the same, one is missing."""
    texts = [[f"{system} {item}" for item in range(6)] for system in "abc"]
    texts[1][0] = texts[0][0]
    texts[2][5] = None
    material = Material(
        items=Items(names=tuple(map(str, range(6))), texts={"source": ("",) * 6}),
        systems=tuple(SystemOutputs(name=name, texts=tuple(row)) for name, row in zip("abc", texts, strict=True)),
    )
    return Study.define("room", material, design=Design(**design), clock=lambda: 0.0)


DESIGNS = {
    "pairs": {"policy": "uniform"},
    "items once": {"policy": "uniform", "guide": Guide(again="item")},
    "a cap": {"policy": "uniform", "guide": Guide(cap=5)},
    "judgments": {"policy": "uniform", "scope": "judgments"},
    "copies": {"policy": "uniform", "copies": 2},
    "ratings": {"kind": "rating", "question": {"criteria": {"tone": "likert5"}}},
}


@pytest.mark.parametrize("name", DESIGNS)
def test_as_many_as_are_asked_until_nobody_is_left(name):
    study = begun(**DESIGNS[name])
    answer = 3 if study.design.kind == "rating" else "left"
    people = ["x", "y"]
    for who in people:
        study.tell(study.ask(who).number, answer, annotator=who)
    room = room_of(study.design, study.index, study.history, arity=study.kind.arity)
    said, asked = room.answers, 0
    assert room.people == 2
    while any(not isinstance(got := study.ask(who), Rest) for who in people):
        for who in people:
            got = study.ask(who)
            if not isinstance(got, Rest):
                study.tell(got.number, answer, annotator=who)
                asked += 1
    assert said == asked
    left = room_of(study.design, study.index, study.history, arity=study.kind.arity)
    assert left.answers == 0
    more = room_of(study.design, study.index, study.history, arity=study.kind.arity, newcomers=1)
    assert (more.questions > 0) == left.grows_with_people == (name != "judgments")


def test_population_uses_an_output_once():
    study = begun(policy="uniform", scope="population")
    before = room_of(study.design, study.index, study.history, arity=study.kind.arity, newcomers=1)
    question = study.ask("x")
    after = room_of(study.design, study.index, study.history, arity=study.kind.arity)
    assert before.pairs.max() == 5
    assert after.pairs.max() <= 5
    assert after.open == 1
    assert not after.grows_with_people
    assert question.number == 1


def test_excluded_and_failed_people_give_nothing():
    design, index = Design(), make_index(2, 10)
    asked = {"first": [0, 0, 0], "second": 1, "item": [0, 1, 2], "annotator": [1, 2, 3]}
    history = make_history(design, index, **asked, values=[1.0, 1.0, 1.0])
    assert room_of(design, index, history, arity=2).answers == 27
    assert room_of(design, index, history, arity=2, without=[3]).answers == 18
    history.excluded[2] = "asked to leave"
    assert room_of(design, index, history, arity=2, without=[3]).answers == 9
    assert room_of(design, index, history, arity=2, without=[1, 3]).people == 0


def test_pairs_are_counted_each():
    design, index = Design(), make_index(3, 10)
    history = make_history(design, index, first=[0, 1, 2], second=[1, 0, 0], item=[0, 1, 2], values=[1.0, 0.0, np.nan])
    room = room_of(design, index, history, arity=2)
    assert room.pairs[0, 1] == room.pairs[1, 0] == 8
    assert room.pairs[0, 2] == 10  # nine new ones and the open one
    assert room.pairs[1, 2] == 10
    assert (room.questions, room.open) == (27, 1)
