"""`quorate estimate` on files of votes."""

import csv
import json
import xml.etree.ElementTree as ET

import pytest
from commands import done, run


@pytest.fixture
def votes(tmp_path):
    path = tmp_path / "votes.csv"
    with path.open("w", newline="") as handle:
        rows = csv.writer(handle)
        rows.writerow(["id", "left_one", "right_one", "model_a", "model_b", "winner", "judge", "question_id"])
        for n in range(240):
            a, b = [("x", "y"), ("y", "z"), ("z", "x")][n % 3]
            best = "tie (bothbad)" if n % 11 == 0 else "model_a" if (a == "x") != (n % 7 == 0) else "model_b"
            rows.writerow([n, a, b, a, b, best, f"p{n % 16}", f"q{n % 40}"])
    return path


def test_a_file_of_votes_is_ranked_and_the_guess_is_printed(votes):
    said = done("estimate", str(votes)).out
    assert said.startswith("x is better than every other.")
    for words in ("win rate", "Win matrix", "Who cannot be told apart", "annotator = 'judge'", "nothing is certified"):
        assert words in " ".join(said.split())
    assert max(map(len, said.splitlines())) <= 100


@pytest.mark.parametrize("form", ["html", "tex", "csv", "svg", "txt", "json"])
def test_the_report_is_written_in_every_form(votes, tmp_path, form):
    place = tmp_path / f"report.{form}"
    said = done("estimate", str(votes), "-o", str(place)).out
    assert "guessed by name" in said
    text = place.read_text(encoding="utf-8")
    assert all(name in text for name in "xyz")
    if form == "svg":
        assert ET.fromstring(text).tag.endswith("svg")
        assert "Win matrix" in text
    if form == "csv":
        assert len(list(csv.DictReader(text.splitlines()))) == 3 + 3 + 6
    if form == "json":
        assert json.loads(text)["ranks"]["x"] == [1, 1]
    if form == "html":
        assert "://" not in text.replace("http://www.w3.org/2000/svg", "")


def test_columns_are_corrected(votes):
    columns = ("--column", "system_a=left_one", "--column", "system_b=right_one", "--cluster", "item")
    found = done("estimate", str(votes), *columns, "--json").json
    assert "system_a = 'left_one'" in found["understood"][0]
    assert "by item" in found["clustering"]


def test_scores_on_a_sheet_are_compared_when_asked(tmp_path):
    path = tmp_path / "sheet.csv"
    rows = [f"q{n},{system},{3 + bonus + n % 2}" for n in range(30) for bonus, system in enumerate(("low", "high"))]
    path.write_text("\n".join(["item,system,score", *rows]) + "\n")
    assert done("estimate", str(path), "--compare").out.startswith("high is better than low.")


def test_refusals_are_one_line_and_say_what_to_type(tmp_path, votes):
    path = tmp_path / "bad.csv"
    path.write_text("model_a,model_b,winner\n" + "x,y,\n" * 8)
    ran = run("estimate", str(path))
    assert ran.code == 2
    assert len(ran.err.strip().splitlines()) == 1
    assert "bad.csv, line 2: 'winner' is empty (also lines 3, 4, 5, 6 and 3 more)" in ran.err
    assert "--answer" in ran.err
    for option in (("--by", "domain"), ("--column", "nothing"), ("--column", "who=judge"), ("-o", "x.docx")):
        assert run("estimate", str(votes), *option).code == 2
