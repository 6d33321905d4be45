"""Outputs split by a model at an endpoint: nothing is asked twice, what cannot be read is split by rules and said."""

import pytest

from quorate.errors import InputError
from quorate.judges.splitting import read_split
from quorate.workflows import split_outputs

OUTPUTS = [{"item": n, "system": "a", "output": f"It is {n}. It was {n}."} for n in range(4)]


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ("- a\n- b\n- a", ["a", "b"]),
        ("Here:\n1. a\n2) b", ["a", "b"]),
        ('["a", "b"]', ["a", "b"]),
        ("- NONE", []),
        ("a, b", None),
        ('{"a": 1}', None),
    ],
)
def test_answers_are_lists_or_unread(answer, found):
    assert read_split(answer) == found


def test_each_text_is_asked_about_once_even_over_runs(tmp_path, serve, stand_in):
    judge = stand_in(say=lambda prompt: "- One.\n- Two." if "It is 1" in prompt else "no list")
    kept = tmp_path / "kept.answers"
    with serve(judge) as url:
        first = split_outputs([*OUTPUTS, {**OUTPUTS[1], "item": 9}], url=url, model="small", answers=kept)
        calls = dict(judge.answered)
        again = split_outputs(OUTPUTS, url=url, model="small", answers=kept)
        assert dict(judge.answered) == calls
    said = {row["item"]: [] for row in first.rows}
    for row in first.rows:
        said[row["item"]].append(row["statement"])
    assert said["1"] == said["9"] == ["One.", "Two."]
    assert said["2"] == ["It is 2.", "It was 2."]  # by rules
    assert first.by_rules == 3
    assert "3 answers could not be read" in again.headline


def test_outputs_that_are_empty_were_not_asked_about(serve, stand_in):
    with serve(stand_in(say=lambda _: "- One.")) as url:
        split = split_outputs([*OUTPUTS, {"item": 9, "system": "a", "output": ""}], url=url, model="small")
    assert (split.outputs, split.by_rules) == (5, 0)
    assert split.headline == "5 outputs split into 4 statements by small."


def test_an_endpoint_that_says_nothing_that_can_be_read_is_an_error(serve, stand_in):
    with serve(stand_in(say=lambda _: "no list")) as url, pytest.raises(InputError, match="gave no answer that could"):
        split_outputs(OUTPUTS, url=url, model="small")
