"""`quorate estimate` on files of ratings."""

import csv

import numpy as np
import pytest
from commands import done, run

from quorate.errors import InputError
from quorate.workflows import estimate


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
    for words in ("mean", "calibrated", "annotator-effects", "Data efficiency", "best − plain", "|judgments:120|"):
        assert words in said


def test_json_has_everything(files):
    command = ("estimate", str(files / "ratings.csv"), "--metrics", str(files / "metrics.csv"), "--json")
    found = done(*command).json
    assert found["chosen"] == "calibrated"
    assert found["efficiencies"]["calibrated"] > 1.3
    assert [row["subject"] for row in found["tables"]["mean"]["estimates"]] == [["best"], ["better"], ["plain"]]
    assert found["clusters"]["ranked"][0]["system"] == "best"
    assert any("scale was taken from the scores" in words for words in found["notes"])
    narrower = found["tables"]["calibrated"]["estimates"][0]["interval"]
    wider = found["tables"]["mean"]["estimates"][0]["interval"]
    assert narrower["high"] - narrower["low"] < wider["high"] - wider["low"]


def test_without_metrics_the_mean_is_left(files):
    said = done("estimate", str(files / "ratings.csv"), "--scale", "1,5", "--without", "plain").out
    assert "calibrated" not in said
    assert "better − plain" not in said
    assert "best − better" in said


def test_a_system_that_nobody_judged_is_named_and_has_nothing_else(files):
    with (files / "metrics.csv").open("a") as metrics:
        metrics.writelines(f"i{item},new,metric,{item % 7}\n" for item in range(120))
    for more in ((), ("--estimator", "predicted"), ("--estimator", "mean")):
        command = ("estimate", str(files / "ratings.csv"), "--metrics", str(files / "metrics.csv"), *more)
        said = done(*command).out
        assert said.count("new") == 1
        assert "Nobody judged new: no score, no rank and no difference." in said


def test_equal_systems_are_not_told_apart(tmp_path):
    rows = [f"i{item},{system},3" for item in range(20) for system in "ABC"]
    (tmp_path / "same.csv").write_text("item,system,score\n" + "\n".join(rows) + "\n")
    said = done("estimate", str(tmp_path / "same.csv"), "--scale", "1,5").out
    assert said.startswith("A, B and C have the highest score, 3; 3 of 3 systems may still be the best.")
    assert said.count("1–3") == 6
    assert "All scores by 'quality' are 3" in run("estimate", str(tmp_path / "same.csv")).err


def test_a_doubled_row_is_one_opinion_and_its_lines_are_named(files):
    command = ("estimate", str(files / "ratings.csv"), "--metrics", str(files / "metrics.csv"), "--json")
    once = done(*command).json
    rows = (files / "ratings.csv").read_text().splitlines()
    (files / "ratings.csv").write_text("\n".join([*rows, *rows[1:11]]) + "\n")
    again = done(*command).json
    assert again["tables"] == once["tables"]
    assert any("10 ratings are by an annotator who had judged the same output before (line 2 and line 122" in note
               for note in again["notes"])  # fmt: skip


def test_rows_without_an_annotator_are_opinions_and_that_is_said(tmp_path):
    rows = [f"i{item},{system},{1 + (item + len(system)) % 5}" for item in range(20) for system in ("A", "BB")]
    (tmp_path / "r.csv").write_text("item,system,score\n" + "\n".join([*rows, rows[3]]) + "\n")
    said = done("estimate", str(tmp_path / "r.csv"), "--scale", "1,5").out
    assert "1 rating repeats an output without saying who judged (line 5 and line 42)" in said


def test_metrics_of_other_items_are_refused(files):
    (files / "other.csv").write_text("item,system,m\n" + "".join(f"x{item},best,1\n" for item in range(5)))
    refused = run("estimate", str(files / "ratings.csv"), "--metrics", str(files / "other.csv")).err
    assert "The metrics know none of the 40 items that were judged" in refused


@pytest.fixture
def many(tmp_path):
    rng = np.random.default_rng(1)
    rows = ["prompt;model;judge;fluency;adequacy;domain"]
    for item in range(60):
        hard = rng.normal() * 0.7
        for number, model in enumerate(("alpha", "beta", "gamma")):
            scores = (np.clip(round(3 + step * number + hard + 0.8 * rng.normal()), 1, 5) for step in (0.7, 0.1))
            rows.append(";".join([f"p{item}", model, f"j{item % 5}", *map(str, scores), ("news", "chat")[item % 2]]))
    (tmp_path / "many.csv").write_text("\n".join(rows))
    return tmp_path / "many.csv"


def test_several_criteria_and_parts_share_an_error_and_say_so(many):
    said = done("estimate", str(many), "--by", "domain", "--scale", "1,5").out
    assert said.startswith("By fluency: gamma has the highest score")
    assert "\nBy adequacy: " in said
    for words in ("system  fluency", "Fluency by domain", "Adequacy by domain", "chat (30 items)", "|by:domain\n"):
        assert words in said
    assert "One error of 0.05 for 2 criteria" in said
    assert "2 slices, 2 criteria: 4 looks at the same ratings." in said
    found = done("estimate", str(many), "--by", "domain", "--scale", "1,5", "--json").json
    assert list(found["criteria"]) == ["adequacy"]
    assert [(part["value"], part["criterion"]) for part in found["slices"]][:2] == [
        ("chat", "fluency"),
        ("chat", "adequacy"),
    ]
    assert found["signature"].count("criterion:fluency+adequacy") == 1
    alone = done("estimate", str(many), "--criterion", "adequacy", "--scale", "adequacy=1,7", "--json").json
    assert "from 1 to 7" in alone["quantity"]
    assert alone["criteria"] == {}
    assert alone["slices"] == []


def test_what_a_report_cannot_be_split_by_is_refused(many):
    command = ("estimate", str(many), "--scale", "1,5")
    assert "there is no column 'topic'; columns found: " in run(*command, "--by", "topic").err
    assert (
        "'prompt' has 60 values, and a report is split into 40 slices at the most"
        in run(*command, "--by", "prompt").err
    )
    assert "each names its criterion" in run(*command, "--scale", "0,9").err
    assert "no criterion 'tone'" in run("estimate", str(many), "--scale", "tone=1,5").err
    assert "There is no criterion 'tone'" in run(*command, "--criterion", "tone").err


def test_reports_of_ratings_are_written_in_every_form(many):
    for form in ("html", "txt", "tex", "csv", "svg", "json"):
        out = many.with_name(f"out.{form}")
        done("estimate", str(many), "--by", "domain", "--scale", "1,5", "-o", str(out))
        said = out.read_text(encoding="utf-8")
        assert "adequacy" in said
        assert ("domain" in said) == (form != "svg")
    rows = list(csv.DictReader(many.with_name("out.csv").read_text(encoding="utf-8").splitlines()))
    believed = [row for row in rows if row["believed"] == "true" and not row["against"] and not row["column"]]
    assert {(row["criterion"], row["system"]) for row in believed} == {
        (criterion, system) for criterion in ("fluency", "adequacy") for system in ("alpha", "beta", "gamma")
    }
    latex = many.with_name("out.tex").read_text(encoding="utf-8")
    assert latex.count(r"\begin{table}") == latex.count(r"\end{table}") == 3
    assert "One error of 0.05 for 2 criteria" in latex
    page = many.with_name("out.html").read_text(encoding="utf-8")
    assert page.count("<svg") >= 2
    assert "What is claimed" in page


def test_an_estimator_can_be_named_and_the_first_is_believed(files):
    command = ("estimate", str(files / "ratings.csv"), "--metrics", str(files / "metrics.csv"), "--json")
    found = done(*command, "--estimator", "predicted", "--estimator", "tuned").json
    assert found["chosen"] == "predicted"
    assert list(found["tables"]) == ["mean", "predicted", "tuned"]
    assert "There is no estimator of scores 'magic'" in run(*command, "--estimator", "magic").err


def test_an_interval_for_every_look_leaves_out_what_cannot_have_one(files):
    command = ("estimate", str(files / "ratings.csv"), "--metrics", str(files / "metrics.csv"), "--scale", "1,5")
    said = done(*command, "--interval", "betting").out
    assert "Not used\n- What this estimator averages is not bounded beforehand" in said
    assert "by mean" in said


def test_documents_and_annotators_are_clusters_where_they_are_known(tmp_path):
    rng = np.random.default_rng(3)
    shift = rng.normal(size=8)  # sentences of a document are alike
    rows = [
        f"i{item},{system},d{item // 5},p{item % 3},{3 + shift[item // 5] + 0.2 * rng.normal():.3f}"
        for item in range(40)
        for system in "AB"
    ]
    (tmp_path / "r.csv").write_text("item,system,document,annotator,score\n" + "\n".join(rows) + "\n")
    widths = {}
    for cluster in ("item", "document", "annotator"):
        found = done("estimate", str(tmp_path / "r.csv"), "--scale", "0,6", "--cluster", cluster, "--json").json
        ends = found["tables"]["mean"]["estimates"][0]["interval"]
        widths[cluster] = ends["high"] - ends["low"]
    assert widths["document"] > 1.5 * widths["item"]
    assert widths["annotator"] != widths["item"]
    (tmp_path / "r.csv").write_text("item,system,score\n" + "\n".join(f"i{i},A,{i % 4}" for i in range(9)) + "\n")
    for cluster, column in (("document", "no column 'document'"), ("annotator", "which 'annotator' gave them")):
        assert column in run("estimate", str(tmp_path / "r.csv"), "--cluster", cluster).err


def test_options_for_files_are_errors_for_a_study(tmp_path):
    outputs, store = tmp_path / "outputs.csv", ("--store", str(tmp_path / "x.db"))
    outputs.write_text("item,system,output\n" + "".join(f"{n},{s},{s} {n}\n" for n in range(3) for s in "ab"))
    done("define", "fall", str(outputs), *store)
    refused = run("estimate", "fall", *store, "--scale", "1,5")
    assert "scale does nothing for a study, which has the like in its definition. Leave it out." in refused.err
    assert "A study has no estimator 'mean'" in run("estimate", "fall", *store, "--estimator", "mean").err
    refused = run("estimate", "fall", *store, "-o", str(tmp_path / "x.html"))
    assert "For a report of a study: quorate report fall" in refused.err


def test_options_for_ratings_are_errors_for_votes(tmp_path):
    votes = tmp_path / "votes.csv"
    votes.write_text("item,system_a,system_b,outcome\n1,a,b,1\n2,a,b,0\n")
    refused = run("estimate", str(votes), "--by", "item", "--scale", "1,5")
    assert refused.code == 2
    assert "by, scale do nothing for votes. Leave them out." in refused.err
    with pytest.raises(InputError, match="by, scale do nothing for votes"):  # as Python says it
        estimate(votes, by=["item"], scale=(1, 5))


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
        (("-o", "scores.docx"), "ends in .html, .txt, .tex, .csv, .json, .md, .svg, .pdf, .png"),
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
    assert "nowhere.csv: there is no such file." in ran.err


def test_documents_silence_tests_that_know_no_documents(tmp_path):
    rows = [f"i{i},{s},{1 + (i // 5 + (s == 'b')) % 5},d{i // 5}" for s in "ab" for i in range(40)]
    (tmp_path / "r.csv").write_text("item,system,score,document\n" + "\n".join(rows))
    ran = run("estimate", str(tmp_path / "r.csv"), "--cluster", "document")
    assert "Wilcoxon" not in ran.out
    assert "8 clusters, the independent pieces. Intervals from so few are rough." in ran.out
    assert "|clusters:8|" in ran.out
    assert "Wilcoxon" in run("estimate", str(tmp_path / "r.csv")).out


def test_columns_by_another_name_and_semicolons_are_read(tmp_path):
    (tmp_path / "r.csv").write_text("item,model,rating\na,b,1\nc,b,2\n")
    said = done("estimate", str(tmp_path / "r.csv"), "--scale", "1,5").out
    assert "b has the score 1.5" in said
    assert "A row is one score ('rating'); item = 'item'; system = 'model' (guessed" in said
    (tmp_path / "r.csv").write_text("item,who,points\na,b,1\nc,b,2\n")
    command = ("estimate", str(tmp_path / "r.csv"), "--scale", "1,5")
    assert "no column names the system" in run(*command).err
    assert "b has the score 1.5" in done(*command, "--column", "system=who").out
    (tmp_path / "r.csv").write_text("item;system;score\na;b;1,5\nc;b;2\n")
    assert "b has the score 1.75" in run("estimate", str(tmp_path / "r.csv"), "--scale", "1,5").out


def test_differences_say_that_they_are_about_shared_items(tmp_path):
    rows = [f"i{i},{s},{1 + (i * 7 + ord(s)) % 5}" for s in "ab" for i in range(0 if s == "a" else 6, 20)]
    (tmp_path / "r.csv").write_text("item,system,score\n" + "\n".join(rows))
    assert "need not be that of the two scores" in run("estimate", str(tmp_path / "r.csv")).out


def test_one_system_has_a_score_and_no_rivals(tmp_path):
    (tmp_path / "r.csv").write_text("item,system,score\ni0,alone,2\n")
    ran = run("estimate", str(tmp_path / "r.csv"), "--scale", "1,5")
    assert ran.out.startswith("alone has the score 2.\nThese scores are about the one item here")


def test_scores_on_shared_items_are_about_the_items_that_all_have(tmp_path):
    rows = [f"i{i},{s},{1 + (i * 7 + ord(s)) % 5}" for s in "ab" for i in range(20)]
    (tmp_path / "r.csv").write_text("item,system,score\n" + "\n".join(rows))
    metrics = [f"i{i},{s},{(i * 7) % 5 + 0.1 * (i % 3)}" for s in "ab" for i in range(30) if s == "a" or i < 25]
    (tmp_path / "m.csv").write_text("item,system,m\n" + "\n".join(metrics))
    ran = run("estimate", str(tmp_path / "r.csv"), "--metrics", str(tmp_path / "m.csv"))
    assert "the 25 of 30 items here that all systems have an output for" in ran.out
