"""`quorate score`: columns of metrics beside what was there."""

import csv
import json
from pathlib import Path

import pytest
from commands import done, run


@pytest.fixture(autouse=True)
def kept(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "quorate" / "scores.sqlite"


@pytest.fixture
def table(folder) -> Path:
    path = folder / "some.csv"
    path.write_text(
        "item,system,output,reference,gold,year,text\n"
        "1,a,the cat,the cat,a cat,2020,x\n"
        "1,b,a cat,the cat,a cat,2021,\n"
        "2,a,,the dog,dog,2022,x\n"
    )
    return path


def test_columns_are_added_and_the_others_stay(table, kept):
    said = done("score some.csv --metric chrf --metric length")
    rows = list(csv.DictReader((table.parent / "some.scored.csv").read_text().splitlines()))
    assert rows[0]["chrf"] == "100.0"
    assert rows[2]["chrf"] == ""
    assert [row["length"] for row in rows] == ["2.0", "2.0", ""]
    assert [row["year"] for row in rows] == ["2020", "2021", "2022"]
    assert "The scores are in some.scored.csv." in said.out
    assert "No score, because a text it needs is missing: 1 output." in said.err
    assert kept.exists()


@pytest.mark.usefixtures("table")
def test_scores_are_known_the_second_time():
    done("score some.csv -m chrf -j 1")
    told = done("score some.csv -m chrf -j 1 -o again.jsonl --json").json
    assert told["file"] == "again.jsonl"
    assert (told["metrics"][0]["known"], told["metrics"][0]["fresh"]) == (2, 0)


def test_another_reference_gives_another_score(table):
    done("score some.csv -m chrf --reference gold -o gold.jsonl --cache here.sqlite")
    first = [json.loads(line)["chrf"] for line in (table.parent / "gold.jsonl").read_text().splitlines()]
    assert first[1] == 100
    assert (table.parent / "here.sqlite").exists()


@pytest.mark.usefixtures("table")
def test_a_column_of_the_same_name_is_written_anew_and_that_is_said():
    done("score some.csv -m length -o first.csv")
    assert "written anew: length" in done("score first.csv -m length -o second.csv").err


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("score some.csv -m chrv", "Did you mean 'chrf'"),
        ("score some.csv -m chrf --reference nowhere", "there is no column 'nowhere'"),
        ("score some.csv -m novelty", "needs sources, and there is no column 'source'"),
        ("score some.csv -m chrf --reference year", "'year' is 2020.0, not a text"),
        ("score some.csv -m comet", "name its interpreter with --python PATH"),
        ("score none.csv -m chrf", "none.csv"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(command, words):
    ran = run(command)
    assert ran.code == 2
    assert words in ran.err
    assert ran.err.count("\n") == 1


def test_scores_that_tell_nothing_apart_are_said(folder):
    (folder / "same.csv").write_text("item,system,output\n1,a,one word\n1,b,two words\n")
    assert "length cannot tell them apart" in done("score same.csv -m length").err
