# ruff: noqa: ARG001 - a fixture is asked for by its name
"""What a study says in the end: estimates, reports, exports, the log and its verification."""

import csv
import json
import sqlite3

import pyarrow.parquet as pq
import pytest
from commands import done, run

STRENGTHS = "--strength fluent=2 --strength literal=0.2"


@pytest.fixture
def judged(signs):
    done(f"simulate signs --annotators 6 --judgments 50 {STRENGTHS}")
    return signs


def test_simulate_says_what_it_did(signs):
    data = done(f"simulate signs --annotators 6 --judgments 20 {STRENGTHS} --json").json
    assert data["judgments"] == 20
    again = done(f"simulate signs --annotators 6 {STRENGTHS} --json").json
    assert again["judgments"] == 40
    assert "budget" in again["rest"]


def test_simulate_plays_exported_judgments_again(judged):
    done("export signs -o past.csv")
    done("define again outputs.jsonl --policy uniform --budget 30")
    data = done("simulate again --judgments-file past.csv --annotators 4 --json").json
    assert data["judgments"] == 30


def test_simulate_plays_exported_ratings_again(tone):
    done("simulate tone --annotators 3 --judgments 30")
    done("export tone -o past.jsonl")
    done("define again outputs.jsonl --kind rating --criterion fluency=likert5 --budget 20")
    assert done("simulate again --judgments-file past.jsonl --json").json["judgments"] == 20


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--strength nobody=1", "No system is called 'nobody'"),
        ("--strength fluent=much", "must be a number"),
        ("--strength fluent=1 --judgments-file past.csv", "not by both"),
        ("--judgments-file past.csv", "past.csv, line 2"),
        ("--judgments-file ratings.csv", "answer a rating"),
        ("--annotators 0", ""),
        ("--accuracy 2", "accuracy"),
    ],
)
def test_simulate_refuses_what_is_wrong(signs, folder, options, words):
    (folder / "past.csv").write_text("item,system_a,system_b,outcome\nsign-01,fluent,nobody,1\n", encoding="utf-8")
    (folder / "ratings.csv").write_text("item,system,score\nsign-01,fluent,1\n", encoding="utf-8")
    ran = run(f"simulate signs {options}")
    assert ran.code == 2
    assert words in ran.err
    assert done("studies --json").json[0]["judgments"] == 0


def test_estimate_as_words_and_as_json(judged):
    said = done("estimate signs --by domain").out
    assert "Ranking" in said
    assert "domain = kitchen" in said
    data = done("estimate signs --by domain --json").json
    assert data["asked"]["judgments"] == 50
    assert [table["where"] for table in data["slices"]] == ["domain = kitchen", "domain = station"]
    assert data["signature"].startswith("quorate:")


@pytest.mark.parametrize("estimator", ["ranking", "win-matrix", "bradley-terry"])
def test_estimate_one_estimator(judged, estimator):
    data = done(f"estimate signs --estimator {estimator} --json").json
    assert {"estimator", "estimates", "level", "assumptions"} <= set(data)
    said = done(f"estimate signs --estimator {estimator}").out
    assert data["signature"] in said
    assert "fluent" in said


def test_estimate_refuses_unknown_columns_and_estimators(judged, tone):
    assert "no column 'colour'" in run("estimate signs --by colour").err
    assert run("estimate signs --estimator luck").code == 2
    ran = run("estimate tone --estimator win-matrix")
    assert ran.code == 2
    assert "comparisons" in ran.err


def test_estimate_of_ratings(tone):
    done("simulate tone --annotators 3 --judgments 40 --strength fluent=1")
    tables = done("estimate tone --estimator ranking --json").json
    assert [table["quantity"] for table in tables] == ["mean fluency, from 1 to 5", "mean tone, from 0 to 100"]


def test_estimate_without_judgments(signs):
    assert "Nothing is known yet" in done("estimate signs").out
    assert done("estimate signs --json").json["asked"]["judgments"] == 0


@pytest.mark.parametrize("name", ["report.html", "report.txt", "table.tex", "report.json"])
def test_report_in_every_form(judged, folder, name):
    said = done(f"report signs -o {name} --by domain").out
    assert f"The report is in {name}." in said
    text = (folder / name).read_text(encoding="utf-8")
    assert "fluent" in text
    assert str(folder) not in text


def test_report_refuses_other_forms_and_folders(judged, folder):
    for name in ("report.docx", "nowhere/report.html"):
        ran = run(f"report signs -o {name}")
        assert ran.code == 2
        assert ran.err.startswith("Error: ")
    assert sorted(path.name for path in folder.iterdir() if "report" in path.name) == []


def test_export_one_row_for_each_judgment(judged, folder):
    done("ask signs -a me")
    done("export signs -o judgments.jsonl --estimates estimates.parquet --by domain")
    rows = [json.loads(line) for line in (folder / "judgments.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(rows) == 50
    row = rows[0]
    assert row["answer"] == {1.0: "left", 0.5: "tie", 0.0: "right"}[row["outcome"]]
    assert row["pair_probability"] == pytest.approx(1 / 3)
    assert row["asked"] < row["told"]
    assert row["seconds"] > 0
    estimates = pq.read_table(folder / "estimates.parquet").to_pylist()
    assert {row["estimator"] for row in estimates} == {"win rate", "win matrix", "Bradley–Terry"}
    assert all(row["low"] <= row["high"] for row in estimates)


def test_export_leaves_out_what_does_not_count(judged, folder):
    done("exclude signs -a 1 --reason test")
    done("export signs -o some.csv")
    done("export signs -o all.csv --all")
    some, everything = (
        list(csv.DictReader((folder / name).read_text(encoding="utf-8").splitlines()))
        for name in ("some.csv", "all.csv")
    )
    assert "1" not in {row["annotator"] for row in some}
    assert len(everything) == 50
    assert {row["annotator"] for row in everything if row["counts"] == "false"} == {"1"}


def test_export_needs_a_file_it_can_write(judged, folder):
    assert run("export signs").code == 2
    assert run("export signs -o judgments.docx").code == 2
    assert run("export signs -o nowhere/judgments.csv").code == 2
    assert not list(folder.glob("judgments*"))


def test_log_in_words_and_as_json_lines(judged):
    lines = [json.loads(line) for line in done("log signs --json").out.splitlines()]
    assert [line["position"] for line in lines] == list(range(1, len(lines) + 1))
    assert lines[0]["type"] == "StudyDefined"
    assert lines[0]["design"]["seed"] == 7
    words = done("log signs --after 4").out.splitlines()
    assert len(words) == len(lines) - 4
    assert "question 1 asked of annotator 1" in words[0]


def test_verify_holds(judged):
    data = done("verify signs --json").json
    assert (data["holds"], data["problems"]) == (True, [])
    assert "reproduces itself" in done("verify signs").out


def test_verify_finds_an_edited_log(judged, folder):
    connection = sqlite3.connect(folder / "quorate.db")
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    (asked,) = (
        table
        for table in tables
        if "side_probability" in {column[1] for column in connection.execute(f"PRAGMA table_info({table})")}
    )
    connection.execute(f"UPDATE {asked} SET item = (item + 1) % 12 WHERE number = 7")
    connection.commit()
    connection.close()
    ran = run("verify signs --json")
    assert ran.code == 1
    assert ran.json["holds"] is False
    assert "question 7" in ran.json["problems"][0]
    assert "does not reproduce itself" in run("verify signs").out


def test_copy_to_another_file_and_again(judged, folder):
    events = done("copy signs --to other.db --json").json["events"]
    assert done("copy signs --to other.db --json").json["events"] == events
    assert done("log signs --json").out == done("log signs --json --store other.db").out
    done("ask signs -a me --store other.db")
    done("define signs outputs.jsonl --policy uniform --seed 8 --store third.db")
    assert run("copy signs --to third.db").code == 1
    assert run("copy nobody --to fourth.db").code == 2
