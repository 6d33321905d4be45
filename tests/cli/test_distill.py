"""`quorate distill`: from past items to a file, with what it is worth."""

import json
import sys

import numpy as np
import pytest
from commands import done, run
from planted import plant_candidates

from quorate.io.distilled import read_distilled


@pytest.fixture(scope="module")
def lines():
    planted = plant_candidates(4, 150, 1, words=15)
    rows = []
    for system, name in enumerate(planted.systems):
        for item, called in enumerate(planted.items):
            row = {
                "item": called,
                "system": name,
                "output": planted.outputs[system][item],
                "source": planted.sources[item],
            }
            rows.append({**row, "document": f"d{item // 3}", "good": float(planted.scores[system, item])})
    return rows


@pytest.fixture
def past(lines, tmp_path):
    path = tmp_path / "past.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    return str(path)


def test_a_utility_is_learned_and_saved_with_its_worth(past, tmp_path):
    said = done("distill", past, "--utility", "metric-average", "--save", "hard.npz").out
    assert said.startswith("metric-average, measured on metric scores, learned from the sources of 150 items.")
    assert "0.95 interval" in said
    assert "from 50 documents drawn again" in said
    assert "other kinds of text" in said
    told = read_distilled(tmp_path / "hard.npz").predict(["short.", "a long source " * 20])
    assert told[1] > told[0]


def test_json_has_the_same(past):
    found = done("distill", past, "--utility", "metric-average", "--save", "hard.npz", "--json").json
    assert found["interval"][0] < found["correlation"] < found["interval"][1]
    assert (found["basis"], found["items"], found["documents"]) == ("metrics", 150, 50)


def test_people_count_where_they_judged(past, lines, tmp_path):
    rng = np.random.default_rng(0)
    rows = [f"{row['item']},{row['system']},{row['good'] + 0.1 * rng.normal()}" for row in lines]
    (tmp_path / "ratings.csv").write_text("item,system,score\n" + "\n".join(rows))
    said = done("distill", past, "--ratings", "ratings.csv", "--save", "v.npz").out
    assert said.startswith("metric-variance, measured on people's scores")
    assert (
        "measured on metric scores"
        in done("distill", past, "--ratings", "ratings.csv", "--by", "metrics", "--save", "v.npz").out
    )


def test_what_is_no_better_than_chance_is_called_so(lines, tmp_path):
    items = sorted({row["item"] for row in lines})
    other = dict(zip(items, np.random.default_rng(3).permutation(items).tolist(), strict=True))
    sources = {row["item"]: row["source"] for row in lines}
    mixed = [{**row, "source": sources[other[row["item"]]]} for row in lines]
    (tmp_path / "mixed.jsonl").write_text("\n".join(map(json.dumps, mixed)))
    assert "The interval holds 0" in done("distill mixed.jsonl --utility metric-average --save hard.npz").out


def test_missing_outputs_are_told(lines, tmp_path):
    (tmp_path / "gaps.jsonl").write_text("\n".join(map(json.dumps, lines[:-2])))
    assert (
        "Note: 2 of 150 items have no output of some systems (system 03)" in done("distill gaps.jsonl --save v.npz").err
    )


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--save", "model.pkl"), "saved as .npz"),
        (("--save", "v.npz", "--utility", "variance"), "no utility 'variance'"),
        (("--save", "v.npz", "--metric", "comet"), "no metric 'comet'. Metrics: good"),
        (("--save", "v.npz", "--by", "people"), "no scores by people"),
        (("--save", "v.npz", "--without", "refA"), "no system 'refA'"),
        (("--save", "nowhere/v.npz"), "cannot be written"),
    ],
)
def test_what_is_wrong_is_said_in_one_line_of_distill(past, options, words):
    ran = run("distill", past, *options)
    assert ran.code == 2
    assert words in ran.err
    assert len(ran.err.splitlines()) == 1


def test_too_little_past_is_refused():
    ran = run("distill outputs.jsonl --utility diversity-chrf --save v.npz")
    assert ran.code == 2
    assert "past items to learn from; at least 30" in ran.err


def test_an_encoder_needs_its_packages(past, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    ran = run("distill", past, "--encoder", "xlm-roberta-base", "--save", "folder")
    assert ran.code == 2
    assert "pip install 'quorate[neural]'" in ran.err
    ran = run("distill", past, "--encoder", "xlm-roberta-base", "--save", past)
    assert "something is there already" in ran.err
