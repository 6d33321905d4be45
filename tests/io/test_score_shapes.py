"""Scores as people nest them become plain tables."""

import json

import pytest

from quorate.io import read_scores


def scores(data, criterion=0):
    rows = (data.criterion == criterion).nonzero()[0]
    return {(data.systems[data.system[row]], data.items[data.item[row]]): float(data.score[row]) for row in rows}


def test_marked_errors_are_weighed_as_mqm_does(tmp_path):
    rows = [
        ("A", "1", "r", "Accuracy/Mistranslation", "Major"),
        ("A", "1", "r", "Fluency/Punctuation", "Minor"),
        ("A", "1", "r", "Style/Awkward", "minor"),
        ("A", "2", "r", "No-error", "No-error"),
        ("B", "1", "r", "Non-translation!", "Major"),
        ("B", "2", "r", "Accuracy/Omission", "Critical"),
    ]
    path = tmp_path / "mqm.tsv"
    path.write_text("\n".join("\t".join(row) for row in [("system", "seg_id", "rater", "category", "severity"), *rows]))
    data = read_scores(path)
    assert scores(data) == {("A", "1"): pytest.approx(-6.1), ("A", "2"): 0.0, ("B", "1"): -25.0, ("B", "2"): -25.0}
    assert any("weighed as MQM does" in note for note in data.notes)


@pytest.mark.parametrize("mark", ["_", ".", " - ", "/", ": "])
def test_columns_of_system_and_criterion_are_taken_apart_whichever_stands_first(tmp_path, mark):
    for turned in (False, True):
        names = [
            mark.join((what, who) if turned else (who, what)) for who in ("bot", "base") for what in ("fluency", "tone")
        ]
        path = tmp_path / "wide.csv"
        path.write_text("\n".join([",".join(["id", *names]), "q1,1,2,3,4", "q2,5,4,3,2"]))
        data = read_scores(path)
        assert data.criteria == ("fluency", "tone")
        assert scores(data) == {("bot", "q1"): 1, ("base", "q1"): 3, ("bot", "q2"): 5, ("base", "q2"): 3}


def test_a_grid_with_a_hole_is_no_grid(tmp_path):
    path = tmp_path / "wide.csv"
    path.write_text("id,bot_fluency,bot_tone,base_fluency\nq1,1,2,3\nq2,5,4,3\n")
    assert len(read_scores(path).systems) == 3


def test_objects_of_scores_and_people_are_opened(tmp_path):
    path = tmp_path / "a.json"
    rows = [{"item": n, "model": s, "annotator": {"id": 7}, "scores": {"x": n, "y": 9}} for n in range(3) for s in "ab"]
    path.write_text(json.dumps(rows))
    data = read_scores(path)
    assert (data.criteria, data.annotators) == (("x", "y"), ("7",))


def test_steps_of_a_scale_with_their_words_are_numbers_and_numbered_texts_are_not(tmp_path):
    path = tmp_path / "form.csv"
    path.write_text(
        "id,system,Fluency,Why\n1,A,5 - Excellent,1. short\n2,A,0 - Poor,1. long\n3,A,5 - Excellent,2. odd\n"
    )
    data = read_scores(path)
    assert data.criteria == ("Fluency",)
    assert scores(data) == {("A", "1"): 5.0, ("A", "2"): 0.0, ("A", "3"): 5.0}
