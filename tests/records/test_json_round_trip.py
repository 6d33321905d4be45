"""Every record becomes JSON and comes back the same; what is not quite a record is refused."""

import json
from dataclasses import fields

import pytest
from hypothesis import given, settings

from quorate.errors import InputError
from quorate.records.codec import from_json, to_json
from quorate.records.design import Design
from quorate.records.events import EVENT_TYPES, JudgmentRecorded, StudyPaused, event_from_json, event_to_json
from support import records as strategies


@given(strategies.events)
def test_an_event_comes_back(event):
    text = json.dumps(event_to_json(event))
    assert event_from_json(json.loads(text)) == event


@given(strategies.designs)
def test_a_design_comes_back(design):
    assert from_json(Design, json.loads(json.dumps(to_json(design)))) == design


def test_every_event_is_generated():
    seen = set()

    @settings(max_examples=400, derandomize=True, database=None)
    @given(strategies.events)
    def look(event):
        seen.add(type(event).__name__)

    look()
    assert seen == set(EVENT_TYPES)


@given(strategies.events)
def test_json_holds_every_field_and_the_type(event):
    assert set(event_to_json(event)) == {"type", *(field.name for field in fields(event))}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"type": "Nothing"}, "No event is called 'Nothing'"),
        ({}, "No event is called None"),
        ({"type": "StudyPaused"}, "lacks the field 'time'"),
        ({"type": "StudyPaused", "time": 1.0, "colour": "red"}, "has no field 'colour'"),
        ({"type": "StudyPaused", "time": "noon"}, "time must be of type float"),
        ({"type": "StudyPaused", "time": True}, "time must be of type float"),
        ({"type": "JudgmentRecorded", "time": 1.0, "number": 1.5, "values": [1.0]}, "number must be of type int"),
        ({"type": "JudgmentRecorded", "time": 1.0, "number": True, "values": [1.0]}, "number must be of type int"),
        ({"type": "JudgmentRecorded", "time": 1.0, "number": 1, "values": 1.0}, "values must be a list"),
        ({"type": "JudgmentRecorded", "time": 1.0, "number": 1, "values": ["a"]}, r"values\[0\] must be of type float"),
        ({"type": "JudgmentRecorded", "time": 1.0, "number": 1, "values": [1.0], "detail": []}, "detail must be"),
        ({"type": "QuestionReleased", "time": 1.0, "number": 1, "reason": "tired"}, "reason must be one of 'expired'"),
        ({"type": "StudyDefined", "time": 1.0, "study": "a", "items": 1, "digest": "", "design": 3}, "JSON object"),
    ],
)
def test_what_is_not_an_event_is_refused(data, words):
    with pytest.raises(InputError, match=words):
        event_from_json(data)


def test_whole_numbers_stand_for_numbers():
    event = event_from_json({"type": "JudgmentRecorded", "time": 1, "number": 1, "values": [1]})
    assert event == JudgmentRecorded(time=1.0, number=1, values=(1.0,))
    assert isinstance(event.values[0], float)
    assert event_from_json({"type": "StudyPaused", "time": 2}) == StudyPaused(time=2.0)


def test_what_has_no_json_form_is_refused():
    with pytest.raises(InputError, match=r"no JSON form.*object"):
        to_json({"a": [object()]})


@pytest.mark.parametrize(
    "change",
    [
        {"copies": 0},
        {"level": 0.0},
        {"level": 1.0},
        {"level": float("nan")},
        {"lease": 0.0},
        {"lease": float("nan")},
        {"ahead": -1},
        {"margin": -0.1},
        {"margin": float("nan")},
        {"cluster": "planet"},
        {"seed": -1},
        {"seed": 2**63},
    ],
    ids=str,
)
def test_a_design_that_makes_no_sense_is_refused(change):
    with pytest.raises(InputError):
        Design(**change)
    with pytest.raises(InputError):
        from_json(Design, change)


def test_records_are_frozen():
    with pytest.raises(AttributeError):
        Design().seed = 3
    with pytest.raises(AttributeError):
        StudyPaused(time=1.0).reason = "x"
