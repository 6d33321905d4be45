"""`quorate trust crowd`: what so many people find of what experts mark, against every choice of them."""

import json
from itertools import combinations

import numpy as np
import pytest
from commands import done, run

from quorate.estimators.trust.crowd import trust_crowd
from quorate.io.marks import read_marks


@pytest.fixture
def marks(folder):
    random = np.random.default_rng(0)
    rows = []
    for item in range(12):
        gold = range(item % 5 + 1)
        rows += [{"item": f"d{item}", "annotator": "ada", "start": 10 * x, "end": 10 * x + 5} for x in gold]
        for person in range(5):
            found = [x for x in gold if random.random() < 0.7] + [x for x in range(6, 9) if random.random() < 0.1]
            said = [{"start": 10 * x, "end": 10 * x + 5} for x in found] or [{"start": None, "end": None}]
            rows += [{"item": f"d{item}", "annotator": f"p{person}", **one} for one in said]
    write(folder, rows)
    return rows


def write(folder, rows):
    (folder / "marks.jsonl").write_text("\n".join(map(json.dumps, rows)))


def test_the_same_as_every_choice_of_people(folder, marks):
    found = trust_crowd(read_marks(folder / "marks.jsonl"), ["ada"])
    by = {}
    for row in marks:
        if row["start"] is not None:
            by.setdefault((row["item"], row["annotator"]), set()).add(row["start"])
    items = [f"d{item}" for item in range(12)]
    gold = {item: by[item, "ada"] for item in items}
    for one in found.together:
        shares = np.zeros(4)
        for chosen in combinations([f"p{k}" for k in range(5)], one.people):
            for item in items:
                sets = [by.get((item, person), set()) for person in chosen]
                union = set().union(*sets)
                most = {x for x in union if 2 * sum(x in said for said in sets) > one.people}
                shares += len(union & gold[item]), len(union), len(most & gold[item]), len(most)
        total = sum(map(len, gold.values())) * len(list(combinations(range(5), one.people)))
        assert one.found.value == pytest.approx(shares[0] / total)
        assert one.right.value == pytest.approx(shares[0] / shares[1])
        assert one.found_by_most.value == pytest.approx(shares[2] / total)
        assert one.right_by_most.value == pytest.approx(shares[2] / shares[3])
        for part in (one.found, one.right, one.found_by_most, one.right_by_most):
            assert 0 <= part.low < part.high <= 1
            assert part.low <= part.value <= part.high


@pytest.mark.usefixtures("marks")
def test_a_crowd_on_one_page(folder):
    said = done("trust crowd marks.jsonl --expert ada").out
    assert "3 people together find" in said
    assert "Two people mark the same to" in said
    assert len(done("trust crowd marks.jsonl --expert ada --json").json["together"]) == 5
    done("trust crowd marks.jsonl --expert ada -o crowd.html")
    assert "found by majority" in (folder / "crowd.html").read_text()


@pytest.mark.parametrize(
    ("change", "expert", "words"),
    [
        (lambda rows: rows, "--expert eve", "There is no annotator 'eve'"),
        (lambda rows: rows, "", "No expert is named"),
        (lambda rows: [row for row in rows if row["annotator"] == "ada"], "--expert ada", "by experts and by others"),
        (lambda rows: [{**row, "start": None, "end": None} for row in rows], "--expert ada", "nobody marked anything"),
        (lambda rows: [{"item": "d", "annotator": "a"} for _ in rows], "--expert a", "no column of what was marked"),
    ],
)
def test_a_crowd_that_cannot_be_read_says_why(folder, marks, change, expert, words):
    write(folder, change(marks))
    said = run(f"trust crowd marks.jsonl {expert}".strip())
    assert said.code != 0
    assert words in " ".join(said.err.split())
