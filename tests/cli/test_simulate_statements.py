"""Past judgments of statements played again: TREC runs with their qrels, and tables."""

import json

import pytest
from commands import done, run

RUN = "".join(f"{topic} Q0 d{n} {n} {9 - n} {{}}\n" for topic in (1, 2) for n in range(5))
GRADES = {(1, n): int(n < 3) for n in range(5)} | {(2, n): 2 * int(n < 1) for n in range(5)}


@pytest.fixture
def runs(folder):
    (folder / "a.run").write_text(RUN.format(*["a"] * 10))
    (folder / "b.run").write_text("1 Q0 d0 1 9 b\n1 Q0 d9 2 8 b\n2 Q0 d0 1 9 b\n2 Q0 d1 1 8 b\n")
    (folder / "qrels.txt").write_text("".join(f"{topic} 0 d{n} {grade}\n" for (topic, n), grade in GRADES.items()))
    done("define runs a.run b.run --kind statement --width 0 --seed 1")
    return folder


def precisions(name="runs"):
    found = done(f"estimate {name} --json").json
    return {one["subject"][0]: one["value"] for one in found["ranking"]["estimates"]}


@pytest.mark.usefixtures("runs")
def test_qrels_answer_what_runs_are_asked_about():
    done("simulate runs --judgments-file qrels.txt --annotators 3")
    found = precisions()
    assert found["a"] == pytest.approx(4 / 10, abs=0.05)
    assert found["b"] == pytest.approx(2 / 3, abs=0.2)  # d9 was never judged
    said = done("estimate runs").out
    assert "1 statement was asked about and not answered" in said


def test_a_table_does_so_too_and_says_what_is_wrong(runs):
    rows = [{"item": str(t), "statement": f"d{n}", "right": min(g, 1)} for (t, n), g in GRADES.items()]
    rows.append({"item": "1", "statement": "d9", "right": 0.5})
    (runs / "said.jsonl").write_text("\n".join(map(json.dumps, rows)))
    done("simulate runs --judgments-file said.jsonl --annotators 3")
    assert precisions() == {"a": pytest.approx(4 / 10), "b": pytest.approx((1 + 0.5 + 1 + 0) / 4)}
    for value, words in ((2, "'right' is 2"), (0, "judged otherwise before")):
        (runs / "wrong.jsonl").write_text("\n".join(map(json.dumps, [rows[0], rows[0] | {"right": value}])))
        assert words in " ".join(run("simulate runs --judgments-file wrong.jsonl").err.split())
