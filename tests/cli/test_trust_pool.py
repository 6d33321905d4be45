"""`quorate trust pool`: what a pool does to those who were not in it, from a file of judged statements."""

import json

import numpy as np
import pytest
from commands import done, run


@pytest.fixture
def pool(folder):
    random = np.random.default_rng(0)
    rows = []
    for system in range(9):
        for x in np.flatnonzero(random.random(120) < 0.4).tolist():
            row = {"item": f"d{x % 6}", "system": f"s{system}", "team": f"t{system // 3}", "statement": f"fact {x}"}
            rows.append({**row, "right": int(x % 3 > 0), "fact": f"f{x // 2}"})
    rows.append(
        {"item": "d0", "system": None, "team": None, "statement": "found by people", "right": 1, "fact": "f999"}
    )
    write(folder, rows)
    return rows


def write(folder, rows):
    (folder / "pool.jsonl").write_text("\n".join(map(json.dumps, rows)))


@pytest.mark.usefixtures("pool")
def test_a_pool_on_one_page(folder):
    said = done("trust pool pool.jsonl").out
    assert "9 systems of 3 teams" in said
    assert "left out of the pool, a system's F1 changes by" in said
    found = done("trust pool pool.jsonl --json").json
    assert found["medians"]["F1"]["low"] <= found["medians"]["F1"]["value"] <= found["medians"]["F1"]["high"]
    assert set(found["medians"]) == {"F1", "precision", "recall", "F1, any place"}
    done("trust pool pool.jsonl -o pool.html")
    assert "<svg" in (folder / "pool.html").read_text()


def test_what_everybody_makes_loses_nothing(folder, pool):
    same = [{**row, "statement": "s", "fact": "f", "item": "d0", "right": 1} for row in pool if row["system"]]
    first = {row["system"]: row for row in same}
    write(folder, list(first.values()))
    found = done("trust pool pool.jsonl --json").json
    assert found["medians"]["F1"]["value"] == 0
    assert "Yes, for systems like these" in done("trust pool pool.jsonl").out


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda rows: [*rows, rows[0]], "a second time. A set holds a statement once"),
        (lambda rows: [{**row, "right": 2} for row in rows], "'right' is 2 (also lines 2"),
        (lambda rows: [{**row, "right": 0} for row in rows], "Nothing in the pool is right"),
        (lambda rows: [{**row, "team": "one"} for row in rows], "There is one team"),
        (lambda rows: [{**row, "system": None} for row in rows[:1]], "no row names a system"),
        (lambda rows: [{**rows[0], "team": "other", "statement": "x"}, *rows], "A system has one team"),
        (
            lambda rows: [{**rows[0], "system": "new", "team": "t9", "right": 1 - rows[0]["right"]}, *rows],
            "is right in one row and wrong in another",
        ),
    ],
)
def test_a_pool_that_cannot_be_read_says_why(folder, pool, change, words):
    write(folder, change(pool))
    said = run("trust pool pool.jsonl")
    assert said.code != 0
    assert words in " ".join(said.err.split())


def trec(folder, **more):
    files = {
        "a.run": "1 Q0 d1 1 9 a\n1 Q0 d2 2 8 a\n2 Q0 d1 1 7 a",
        "b.run": "1 Q0 d2 1 9 b\n1 Q0 d3 2 8 b\n2 Q0 d4 1 7 b",
        "qrels.txt": "1 0 d1 2\n1 0 d2 0\n1 0 d3 1\n2 0 d4 1\n2 0 d9 1\n2 0 d8 0",
    } | more
    for name, text in files.items():
        (folder / name).write_text(text + "\n")


def test_runs_with_their_qrels_are_a_pool(folder):
    trec(folder)
    found = done("trust pool a.run b.run qrels.txt --json").json
    assert found["systems"] == ["a", "b"]
    assert found["judged"] == pytest.approx([2 / 3, 1.0])  # d1 of topic 2 was not judged
    again = [
        {"item": item, "system": system, "statement": document, "right": right}
        for item, system, document, right in [
            ("1", "a", "d1", 1), ("1", "a", "d2", 0), ("2", "a", "d1", None), ("1", "b", "d2", 0), ("1", "b", "d3", 1),
            ("2", "b", "d4", 1), ("2", None, "d9", 1),
        ]
    ]  # fmt: skip
    write(folder, again)
    assert done("trust pool pool.jsonl --json").json == found


def test_teams_of_runs_come_in_a_table(folder):
    trec(folder, **{"c.run": "1 Q0 d1 1 9 c", "teams.csv": "system,team\na,x\nb,y\nc,x"})
    found = done("trust pool a.run b.run c.run qrels.txt teams.csv --json").json
    assert found["teams"] == ["x", "y", "x"]
    trec(folder, **{"teams.csv": "system,team\na,x\nb,y"})
    assert "'c' of a run has no team" in run("trust pool a.run b.run c.run qrels.txt teams.csv").err


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ("a.run b.run", "no qrels"),
        ("qrels.txt", "no runs"),
        ("a.run broken.txt qrels.txt", "broken.txt, line 2: '1 Q0 d2 b' is no line of a TREC run"),
        ("a.run qrels.txt other.txt", "other.txt, line 1: 'd1' of '1' was judged otherwise before"),
    ],
)
def test_what_is_wrong_with_runs_and_qrels_is_said(folder, files, words):
    trec(folder, **{"broken.txt": "1 Q0 d1 1 9 b\n1 Q0 d2 b", "other.txt": "1 0 d1 0"})
    assert words in " ".join(run(f"trust pool {files}").err.split())
