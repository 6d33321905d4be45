"""`quorate estimate` on files of ratings."""

import csv

import numpy as np
import pytest
from commands import done, run


@pytest.fixture
def files(tmp_path):
    rng = np.random.default_rng(0)
    with (
        (tmp_path / "ratings.csv").open("w", newline="") as ratings,
        (tmp_path / "metrics.csv").open("w", newline="") as metrics,
    ):
        judged, known = csv.writer(ratings), csv.writer(metrics)
        judged.writerow(["item", "system", "annotator", "criterion", "score"])
        known.writerow(["item", "system", "metric", "score"])
        for number, system in enumerate(("plain", "better", "best")):
            for item in range(120):
                metric = rng.normal()
                known.writerow([f"i{item}", system, "metric", metric])
                if item % 3 == 0:
                    score = np.clip(round(2.6 + 0.5 * number + 0.8 * metric + 0.3 * rng.normal()), 1, 5)
                    judged.writerow([f"i{item}", system, f"a{item % 4}", "quality", score])
    return tmp_path


def test_means_with_and_without_metrics_stand_side_by_side(files):
    said = done("estimate", str(files / "ratings.csv"), "--metrics", str(files / "metrics.csv"), "--scale", "1,5").out
    assert said.splitlines()[0].startswith("best has the highest score")
    assert "Metrics make each judgment worth" in said
    for words in ("mean", "predicted", "annotator-effects", "Data efficiency", "best − plain", "|judgments:120|"):
        assert words in said


def test_json_has_everything(files):
    command = ("estimate", str(files / "ratings.csv"), "--metrics", str(files / "metrics.csv"), "--json")
    found = done(*command).json
    assert found["chosen"] == "predicted"
    assert found["efficiencies"]["predicted"] > 1.3
    assert [row["subject"] for row in found["tables"]["mean"]["estimates"]] == [["best"], ["better"], ["plain"]]
    assert found["clusters"]["ranked"][0]["system"] == "best"
    assert any("scale was taken from the scores" in words for words in found["notes"])
    narrower = found["tables"]["predicted"]["estimates"][0]["interval"]
    wider = found["tables"]["mean"]["estimates"][0]["interval"]
    assert narrower["high"] - narrower["low"] < wider["high"] - wider["low"]


def test_without_metrics_the_mean_is_left_and_the_rest_is_explained(files):
    said = done("estimate", str(files / "ratings.csv"), "--scale", "1,5", "--without", "plain").out
    assert "predicted: predicted needs a metric on all outputs, and there is none." in said
    assert "better − plain" not in said
    assert "best − better" in said


def test_a_page_is_written_whole(files):
    page = files / "scores.html"
    said = done("estimate", str(files / "ratings.csv"), "--metrics", str(files / "metrics.csv"), "-o", str(page)).out
    assert "The report is in" in said
    text = page.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert "<svg" in text
    assert "Data efficiency" in text
    assert "src=" not in text


def test_past_ratings_help(files):
    past = files / "past"
    past.mkdir()
    for name, target in (("ratings.csv", "scores.csv"), ("metrics.csv", "metrics.csv")):
        (past / target).write_text((files / name).read_text())
    command = ("estimate", str(files / "ratings.csv"), "--metrics", str(files / "metrics.csv"), "--past", str(past))
    assert "Predictions were learned from 120 past judgments." in done(*command).out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--scale", "1,3"), "lie outside its scale from 1 to 3"),
        (("--scale", "five"), "A scale is two numbers with a comma"),
        (("--scale", "5,1"), "lies below the highest"),
        (("--criterion", "fluency"), "There is no criterion 'fluency'. Known: quality."),
        (("--without", "worst"), "There is no system 'worst'"),
        (("-o", "scores.pdf"), "ends in .html, .txt or .json"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(files, options, words):
    ran = run("estimate", str(files / "ratings.csv"), *options)
    assert ran.code == 2
    assert words in ran.err
    assert len(ran.err.splitlines()) == 1


def test_a_file_that_is_not_there_is_named(tmp_path):
    ran = run("estimate", str(tmp_path / "nowhere.csv"))
    assert ran.code == 2
    assert "nowhere.csv" in ran.err
