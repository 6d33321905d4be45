"""What joins a study joins alike by command, in Python and by REST, and is refused in the same words."""

import json

import numpy as np
import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner

import quorate
from quorate.cli import app
from quorate.errors import QuorateError, StudyError
from quorate.stores import open_store
from quorate.study import Study, verify
from quorate.web.application import create_application
from quorate.web.invitations import invite
from quorate.workflows import add_items, add_outputs, add_predictions, add_scores, add_system, define


def rows(items, systems=("a", "b", "c")):
    return [
        {"item": f"i{item}", "system": system, "output": f"{system} says {item}", "source": f"line {item}"}
        for item in items
        for system in systems
    ]


NEW = rows([6, 7], ("a", "c"))
SCORES = [{"item": f"i{item}", "system": "b", "chrf": item / 2, "len": None} for item in range(5)]
SAID = [{"item": "i0", "system_a": "c", "system_b": "a", "win": 0.5, "tie": 0.25, "spread": 0.1}]
REST = [{"item": "i5", "output": "b says 5"}]
LATE = [{"item": f"i{item}", "output": f"neu {item}", "chrf": 0.25} for item in range(3)]


@pytest.fixture
def place(tmp_path) -> str:
    place = str(tmp_path / "studies.db")
    begun = [*rows(range(5)), *rows([5], ("a", "c"))]
    define("fall", begun, store=place, kind="rating", policy="uniform", seed=1).store.close()
    return place


def typed(tmp_path, place, verb, given, *options, study="fall"):
    file = tmp_path / "given.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in given))
    words = [verb, study, str(file), *options, "--store", place, "--json"]
    return CliRunner().invoke(app, words, prog_name="quorate")


VERBS = {  # verb → function, what it takes, its options, what the function takes for them, what REST takes
    "add-items": (add_items, NEW, (), {}, {}),
    "add-outputs": (add_outputs, REST, ("--system", "b"), {"system": "b"}, {"system": "b"}),
    "add-scores": (add_scores, SCORES, ("--signature", "x"), {"signature": "x"}, {"signature": "x"}),
    "add-predictions": (add_predictions, SAID, ("--called", "m"), {"called": "m"}, {"called": "m"}),
    "add-system": (add_system, LATE, ("--system", "late"), {"system": "late"}, None),
}


def rest(place, verb, given, body):
    store = open_store(place)
    (made,) = invite(store, "fall", "owner")
    with TestClient(create_application(store), base_url="http://testserver") as client:
        answer = client.post(
            f"/api/v1/studies/fall/{verb.removeprefix('add-')}",
            json={"rows": given, **body},
            headers={"Authorization": f"Bearer {made.token}"},
        )
    store.close()
    return answer


@pytest.mark.parametrize("verb", VERBS)
def test_by_command_in_python_and_by_rest_the_same_joins(verb, tmp_path):
    function, given, options, arguments, body = VERBS[verb]
    found = []
    for way in ("command", "python", "rest") if body is not None else ("command", "python"):
        place = str(tmp_path / f"{way}.db")
        begun = [*rows(range(5)), *rows([5], ("a", "c"))]
        define("fall", begun, store=place, kind="rating", policy="uniform", seed=1).store.close()
        if way == "command":
            done = typed(tmp_path, place, verb, given, *options)
            assert done.exit_code == 0, done.output
            said = json.loads(done.stdout)
        elif way == "python":
            said = function("fall", given, store=place, **arguments).to_json()
        else:
            answer = rest(place, verb, given, body)
            assert answer.status_code == 201, answer.text
            said = answer.json()
        study = Study.open("fall", place)
        assert verify(study).holds
        (event,) = [event for _, event in study.store.events("fall", 4)]
        found.append((said, getattr(event, "digest", None), type(event).__name__))
        study.store.close()
    assert all(one == found[0] for one in found)


def test_what_joined_is_asked_about_and_everything_verifies(place):
    study = Study.open("fall", place)
    add_items(study, NEW)
    add_outputs(study, REST, system="b")
    add_scores(study, SCORES)
    add_predictions(study, SAID, called="judge")
    joined = add_system(study, LATE, system="late", metrics=[{"item": "i1", "system": "late", "own": 2}])
    assert joined.headline == "late joined fall with 3 outputs. It has none for 5 items."
    for turn in range(60):
        if not (question := study.ask(f"annotator-{turn % 4}")):
            break
        study.tell(question.number, 3, annotator=f"annotator-{turn % 4}")
    assert verify(study).holds
    index = study.index
    assert index.items[6:] == ("i6", "i7")
    assert index.metrics["own"][3, 1] == 2.0
    assert index.metrics["chrf"][1, :5].tolist() == [0.0, 0.5, 1.0, 1.5, 2.0]
    assert index.metrics["chrf"][3, :3].tolist() == [0.25] * 3
    assert index.predictions["judge"].of(2, 0)[0].tolist() == pytest.approx([0.5, 0.25, 0.1])
    assert {6, 7} <= set(study.history["item"].tolist())
    said = CliRunner().invoke(app, ["log", "fall", "--store", place], prog_name="quorate").stdout
    assert "1 output of b added" in said
    assert "len" not in index.metrics
    study.store.close()


BAD = {
    "an item that is there": (add_items, [*NEW, *rows([0])], {}, "An item called 'i0' is in the study already"),
    "an item twice": (add_items, [*NEW, NEW[0]], {}, "second time"),
    "a system that is not": (add_items, rows([9], ("a", "z")), {}, "No system is called 'z'"),
    "items without the text": (
        add_items,
        [{"item": "x", "system": "a", "output": "y"}],
        {},
        "no text 'source' to show",
    ),
    "no rows": (add_items, [], {}, "not a single row"),
    "an output that is there": (add_outputs, [{"item": "i0", "output": "x"}], {"system": "b"}, "output for item 'i0'"),
    "outputs of nobody": (add_outputs, REST, {"system": "z"}, "No system is called 'z'"),
    "outputs of no item": (add_outputs, [{"item": "i99", "output": "x"}], {"system": "b"}, "'i99' is unknown"),
    "scores of an unknown output": (add_scores, [{"item": "i5", "system": "b", "m": 1}], {}, "there is none"),
    "scores of an unknown item": (add_scores, [{"item": "i9", "system": "b", "m": 1}], {}, "'i9' is unknown"),
    "scores of an unknown system": (add_scores, [{"item": "i0", "system": "z", "m": 1}], {}, "'z' is unknown"),
    "a score twice": (add_scores, [SCORES[0], SCORES[0]], {}, "second time"),
    "no score": (add_scores, [{"item": "i0", "system": "a", "m": None}], {}, "no score"),
    "no number": (add_scores, [{"item": "i0", "system": "a", "m": "good"}], {}, "not a number"),
    "one metric of two that cannot join": (
        add_scores,
        [{"item": "i0", "system": "b", "ok": 1.0}, {"item": "i5", "system": "b", "bad": 2.0}],
        {},
        "there is none",
    ),
    "a part of nothing": (
        add_scores,
        [{"item": "i0", "part": 3, "m": 1}],
        {},
        "of item 'i0'; parts are counted from 0, and that item has 0 parts",
    ),
    "a part beside its system": (
        add_scores,
        [{"item": "i0", "system": "b", "part": 3, "m": 1}],
        {},
        "'part' beside 'system'",
    ),
    "half a part": (add_scores, [{"item": "i0", "part": 0.5, "m": 1}], {}, "not a whole number"),
    "a part beyond all numbers": (add_scores, [{"item": "i0", "part": 1e30, "m": 1}], {}, "not a whole number from 0"),
    "chances above one": (add_predictions, [{**SAID[0], "win": 0.9}], {"called": "m"}, "add up to 1"),
    "a pair twice": (
        add_predictions,
        [SAID[0], {**SAID[0], "system_a": "a", "system_b": "c"}],
        {"called": "m"},
        "second time",
    ),
    "a pair of one": (add_predictions, [{**SAID[0], "system_b": "c"}], {"called": "m"}, "against itself"),
    "a chance that is missing": (add_predictions, [{**SAID[0], "win": None}], {"called": "m"}, "missing"),
    "no name": (add_predictions, SAID, {"called": ""}, "have no name"),
    "a system that joined": (add_system, LATE, {"system": "b"}, "is in the study already"),
    "metrics of an output that is not there": (
        add_system,
        LATE,
        {"system": "late", "metrics": [{"item": "i5", "system": "late", "m": 1}]},
        "there is none",
    ),
}


@pytest.mark.parametrize("what", BAD)
def test_what_cannot_join_says_why_and_leaves_nothing(what, place):
    function, given, options, said = BAD[what]
    study = Study.open("fall", place)
    with pytest.raises(QuorateError, match=said) as found:
        function(study, given, **options)
    assert "\n" not in str(found.value)
    assert study.history.position == 4
    assert study.store.holdings("fall").additions == {}
    study.store.close()


@pytest.mark.parametrize(
    ("verb", "given"),
    [
        ("add-items", rows([0])),
        ("add-scores", [{"item": "i5", "system": "b", "m": 1}]),
        ("add-scores", [{"item": "i0", "part": 3, "m": 1}]),
        ("add-outputs", [{"item": "i0", "output": "x"}]),
        ("add-predictions", [{**SAID[0], "win": 0.9}]),
    ],
)
def test_command_and_rest_refuse_in_the_same_words(verb, given, place, tmp_path):
    _, _, options, _, body = VERBS[verb]
    done = typed(tmp_path, place, verb, given, *options)
    assert done.exit_code in (1, 2)
    answer = rest(place, verb, given, body)
    assert answer.status_code in (409, 422)
    assert f"Error: {answer.json()['error']['words']}\n" == done.stderr


def test_items_with_statements_join_until_somebody_is_asked(tmp_path):
    """How questions are drawn follows from what there is when the first is asked."""
    place = str(tmp_path / "studies.db")
    stated = [
        {"item": item, "source": f"text {item}", "system": system, "statement": f"{item} says {system}"}
        for item in ("d1", "d2", "d3")
        for system in ("a", "b")
    ]
    define("facts", stated[:2], kind="statement", store=place, seed=1).store.close()
    done = typed(tmp_path, place, "add-items", stated[2:4], study="facts")
    assert done.exit_code == 0, done.stderr
    study = Study.open("facts", place)
    assert study.index.items == ("d1", "d2")
    assert len(study.index.parts.of_item(1)) == 2
    study.ask("ann")
    with pytest.raises(StudyError, match="No items or outputs may join this study"):
        add_items(study, stated[4:])
    assert verify(study).holds
    study.store.close()


def test_items_join_a_study_that_lists():
    study = define("listed", [{"item": "d1", "text": "Anna lives in Bonn."}], kind="listing", store="memory:", seed=1)
    add_items(study, [{"item": "d2", "text": "Ben swims."}])
    assert study.index.items == ("d1", "d2")
    assert verify(study).holds


def test_a_file_of_scores_may_name_the_metric_in_each_row(place):
    given = [{"item": "i0", "system": "a", "metric": name, "score": 1.5} for name in ("one", "two")]
    assert add_scores("fall", given, store=place).headline == "2 scores of one, two joined fall."
    study = Study.open("fall", place)
    assert study.index.metrics["two"][0, 0] == 1.5
    assert np.isnan(study.index.metrics["two"]).sum() == study.index.metrics["two"].size - 1
    study.store.close()


def test_all_of_it_is_at_the_front_door():
    for name in ("add_items", "add_outputs", "add_predictions", "add_scores", "add_system", "Added"):
        assert name in quorate.__all__
