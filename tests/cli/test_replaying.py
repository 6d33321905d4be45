import csv
import json
from xml.etree import ElementTree as ET

import pytest
from commands import done, run

HEAD = "item,system_a,system_b,outcome\n"
SHARES = {("ada", "bob"): 8, ("ada", "cyd"): 9, ("bob", "cyd"): 7}


def rows(shares=SHARES):
    return HEAD + "".join(
        f"item-{item},{a},{b},{1 if item < wins else 0 if item < 9 else 0.5}\n"
        for (a, b), wins in shares.items()
        for item in range(10)
    )


@pytest.fixture
def past(folder):
    (folder / "past.csv").write_text(rows(), encoding="utf-8")
    (folder / "set-one").mkdir()
    (folder / "set-one" / "comparisons.csv").write_text(rows(), encoding="utf-8")
    return folder


@pytest.mark.usefixtures("past")
def test_the_table_says_what_belongs_to_its_numbers():
    said = done("replay past.csv --policies uniform,rmed1 --runs 20 --horizon 300 --jobs 1").out
    words = " ".join(said.split())
    assert "past: 3 systems, 30 judgments" in words
    assert "20 runs with replacement, horizon 300" in words
    assert "Right answer: ada. Lower bound for any rule:" in words
    assert "recommended by uniform" in words
    lines = [line.split() for line in said.splitlines()]
    assert ["policy", "complexity", "interval", "stop", "wrong", "30", "100", "300"] in lines
    assert [line[0] for line in lines if line and line[0] in {"uniform", "rmed1"}] == ["uniform", "rmed1"]


def test_tables_and_figures_are_written(past):
    command = "replay past.csv set-one -p uniform,knockout --runs 20 --horizon 400 -j 1 --seed 3 -o tables --json"
    told = done(command)
    assert told.json["files"] == [
        "tables/replay.csv",
        "tables/replay.json",
        "tables/accuracy-past.svg",
        "tables/accuracy-set-one.svg",
    ]
    one, other = told.json["sets"]
    assert (one["data"], other["data"]) == ("past", "set-one")
    assert one["lower_bound"] == other["lower_bound"] > 0
    assert one["best"] == ["ada"]
    assert [row["policy"] for row in one["policies"]] == ["uniform", "knockout"]
    assert one["policies"][1]["stopped"] > 0
    assert json.loads((past / "tables" / "replay.json").read_text(encoding="utf-8")) == told.json["sets"]
    with (past / "tables" / "replay.csv").open(encoding="utf-8") as file:
        table = list(csv.DictReader(file))
    assert [(row["data"], row["policy"]) for row in table] == [
        ("past", "uniform"),
        ("past", "knockout"),
        ("set-one", "uniform"),
        ("set-one", "knockout"),
    ]
    assert table[0]["horizon"] == "400"
    assert table[0]["recommender"].startswith("The Copeland winner")
    drawing = ET.fromstring((past / "tables" / "accuracy-past.svg").read_text(encoding="utf-8"))
    assert "knockout" in drawing.get("aria-label")
    first = one["policies"]
    assert done(command.replace("-j 1", "-j 2")).json["sets"][0]["policies"] == [
        {**row, "cpu_seconds": pytest.approx(row["cpu_seconds"], abs=5)} for row in first
    ]


@pytest.mark.usefixtures("past")
def test_each_judgment_once_and_a_pair_that_runs_out():
    said = done("replay past.csv -p uniform --runs 5 --horizon 300 -j 1 --without-replacement --delay 2").out
    words = " ".join(said.split())
    assert "without replacement, delay 2" in words
    assert "A pair ran out of judgments before the end: uniform in 5 of 5 runs." in words


def test_no_winner_is_said(past):
    (past / "cycle.csv").write_text(rows({("ada", "bob"): 8, ("bob", "cyd"): 8, ("cyd", "ada"): 8}), encoding="utf-8")
    words = " ".join(done("replay cycle.csv -p uniform --runs 3 --horizon 30 -j 1").out.split())
    assert "There is no winner: everybody loses to somebody" in words
    assert "No lower bound." in words


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("replay nowhere", "no table 'comparisons'"),
        ("replay past.csv -p nobody", "No policy is called 'nobody'"),
        ("replay past.csv past.csv", "Two sets are called 'past'"),
        ("replay gap.csv", "no judgment of 'ada' against 'cyd'"),
        ("replay ratings.csv", "these are ratings"),
        ("replay past.csv -p certified-pool", "made for finite pools"),
    ],
)
def test_mistakes_are_one_line(past, command, words):
    (past / "gap.csv").write_text(rows({("ada", "bob"): 8, ("bob", "cyd"): 8}), encoding="utf-8")
    (past / "ratings.csv").write_text("item,system,score\nitem-1,ada,3\n", encoding="utf-8")
    ran = run(command)
    assert ran.code == 2
    assert words in ran.err
    assert len(ran.err.strip().splitlines()) == 1


def test_implied_ties_are_kept_when_wanted(past):
    table = "item,system_a,system_b,outcome,implied\n" + "".join(
        f"item-{item},ada,bob,{0.5 if item > 5 else 1},{str(item > 5).lower()}\n" for item in range(10)
    )
    (past / "two").mkdir()
    (past / "two" / "comparisons.csv").write_text(table, encoding="utf-8")
    options = "-p uniform --runs 2 --horizon 5 -j 1 --json"
    assert done(f"replay two {options}").json["sets"][0]["judgments"] == 6
    assert done(f"replay two {options} --keep-implied").json["sets"][0]["judgments"] == 10
