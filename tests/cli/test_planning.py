# ruff: noqa: ARG001 - a fixture is asked for by its name
"""`plan` and `variance` as a user types them."""

import numpy as np
import pytest
from commands import done, run


@pytest.fixture
def scores(folder):
    """A file of scores: two criteria, each output judged twice, and a file of metrics."""
    rng = np.random.default_rng(1)
    quality = rng.normal(3, 1, (2, 60))
    lines, metrics = ["item,system,annotator,criterion,score,seconds"], ["item,system,metric,score"]
    for system in range(2):
        for item in range(60):
            metrics.append(f"i{item},s{system},overlap,{quality[system, item] + rng.normal(0, 0.7):.4f}")
            for annotator in range(2):
                for criterion, noise in (("tone", 0.3), ("facts", 1.0)):
                    score = quality[system, item] + rng.normal(0, noise)
                    lines.append(f"i{item},s{system},a{annotator},{criterion},{score:.4f},{30 + annotator}")
    (folder / "scores.csv").write_text("\n".join(lines) + "\n")
    (folder / "metrics.csv").write_text("\n".join(metrics) + "\n")
    return folder


def test_variance_of_every_criterion(scores):
    ran = done("variance scores.csv")
    assert "tone" in ran.out
    assert "facts" in ran.out
    assert "γ" in ran.out
    tone, facts = done("variance scores.csv --json").json
    assert tone["criterion"] == "tone"
    assert tone["gamma"]["low"] < tone["gamma"]["value"] < tone["gamma"]["high"] < facts["gamma"]["low"]
    assert tone["annotators_per_output"] == 1


def test_variance_as_published_and_per_system(scores):
    corrected, published = done("variance scores.csv --json").json, done("variance scores.csv --published --json").json
    assert published[1]["gamma"]["value"] < corrected[1]["gamma"]["value"]
    assert published[0]["is_published"]
    rows = done("variance scores.csv --per-system --json").json
    assert [(row["criterion"], row["system"]) for row in rows] == [
        ("tone", "s0"),
        ("tone", "s1"),
        ("facts", "s0"),
        ("facts", "s1"),
    ]
    assert "s1" in done("variance scores.csv --per-system").out


def test_variance_needs_two_judgments_of_an_output(folder):
    (folder / "once.csv").write_text("item,system,score\na,x,1\nb,x,2\n")
    ran = run("variance once.csv")
    assert ran.code == 2
    assert "Only 0 outputs have two judgments" in ran.err


def test_estimate_with_other_intervals_and_clusters(scores):
    command = "estimate scores.csv --metrics metrics.csv --criterion tone --scale=-5,11"
    plain, wide = done(command + " --json").json, done(command + " --interval simultaneous --json").json
    narrow, all_at_once = (data["tables"]["mean"]["estimates"][0]["interval"] for data in (plain, wide))
    assert all_at_once["method"] == "simultaneous"
    assert all_at_once["high"] - all_at_once["low"] > narrow["high"] - narrow["low"]
    assert plain["wilcoxon"]["control"] == "wmt"
    assert "Clusters of plain scores" in done(command).out
    ran = run(command + " --interval magic")
    assert ran.code == 2
    assert "no interval 'magic'" in ran.err


def test_plan_from_two_numbers(folder):
    ran = done("plan scores --gamma 1 --rho 0.5 --width 0.1 --cost 0.15 --seconds 30")
    assert "control variates" in ran.out
    assert "better question helps most" in ran.out
    data = done("plan scores --gamma 1 --rho 0.5 --width 0.1 --cost 0.15 --json").json
    assert data["rows"][0]["judgments"] == 1537
    assert data["rows"][2]["efficiency"] == pytest.approx(2 / 1.75)


def test_plan_from_a_pilot_with_figure_and_page(scores):
    command = "plan scores --pilot scores.csv --metrics metrics.csv --criterion tone --width 0.3 --cost 0.4"
    ran = done(command + " -o plan.html")
    assert "several metrics" in ran.out
    assert "shared items" in ran.out
    assert "<svg" in (scores / "plan.html").read_text(encoding="utf-8")
    done(command + " -o plan.svg")
    assert (scores / "plan.svg").read_text(encoding="utf-8").startswith("<svg")
    data = done(command + " --systems 7 --gamma 2 --rho 0.1 --json").json
    assert data["assumed"]["systems"] == 7
    assert data["assumed"]["noise"] / data["assumed"]["signal"] == pytest.approx(2)
    assert data["assumed"]["seconds"] == pytest.approx(30.5)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("plan scores --gamma 1", "--pilot FILE, or both --gamma and --rho"),
        ("plan scores --gamma 1 --rho 0.5 --deviation 0", "standard deviation is positive"),
        ("plan scores --pilot scores.csv", "Choose one with --criterion"),
        ("plan scores --pilot scores.csv --criterion zeal", "no criterion 'zeal'"),
        ("plan scores --pilot nowhere.csv", "nowhere.csv"),
        ("plan scores --gamma 1 --rho 0.5 -o plan.pdf", ".svg or .html"),
        ("variance nowhere.csv", "nowhere.csv"),
    ],
)
def test_what_cannot_be_is_said(scores, command, words):
    ran = run(command)
    assert ran.code == 2
    assert words in ran.err


def test_the_winner_has_a_plan_too():
    said = done("plan winner --systems 5 --outputs 200 --people 8 --seconds 25 --cost 0.2").out
    assert "loses to nobody by more than 5 points of win rate" in said
    assert "the best wins 60 of 100: about" in said
    assert "hours of work, cost" in said
    assert "8 annotators can give 16,000 at most" in said
    data = done("plan winner --systems 2 --outputs 10 --people 3 --json").json
    assert data["margin"] == 0.1
    assert not data["settling"]["settles"]
    assert data["settling"]["remedies"] == ["65 items", "20 annotators"]
    assert "beats every other" in done("plan winner --systems 3 --outputs 100 --exact").out


@pytest.mark.parametrize(
    ("options", "words"), [("--systems 5", "outputs of each"), ("--systems 3 --outputs 9 --rho 0.5", "--rho: only for")]
)
def test_a_plan_of_the_winner_needs_its_numbers(options, words):
    ran = run(f"plan winner {options}")
    assert ran.code == 2
    assert words in ran.err


def test_money_is_split_between_a_judge_and_people(scores):
    told = done("plan scores --pilot scores.csv --metrics metrics.csv --criterion tone --judge overlap=0.01 --money 60")
    assert "overlap judges" in told.out
    assert "--estimator two-phase" in told.out
    assumed = done("plan scores --gamma 1 --rho 0 --outputs 500 --judge small=0.01,0.5 --cost 0.4 --money 100 --json")
    assert '"about": "split"' in assumed.out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("--judge overlap=0.01", "say how much"),
        ("--money 5", "between whom"),
        ("--judge overlap --money 50", "is not NAME=PRICE"),
        ("--judge other=0.01 --money 50", "has no scores by 'other'"),
        ("--judge overlap=0 --money 50", "positive"),
        ("--judge overlap=0.01 --money 2", "at least 5"),
    ],
)
def test_a_split_that_cannot_be_is_one_line(scores, words, expected):
    ran = run(f"plan scores --pilot scores.csv --metrics metrics.csv --criterion tone {words}")
    assert ran.code == 2
    assert expected in ran.err
