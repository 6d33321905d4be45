"""Verdicts and ratings join a study: complete pairs, once, under one maker; then they are held against its people."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from quorate.cli import app
from quorate.stores import open_existing
from quorate.study import Study

KEY = "sk-a-key-that-stands-nowhere"


def run(*words, code=0):
    done = CliRunner(env={"QUORATE_JUDGE_KEY": KEY}).invoke(app, [*map(str, words)])
    assert done.exit_code == code, done.output
    return done


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("QUORATE_STORE", raising=False)
    random = np.random.default_rng(0)
    rows = [
        {
            "item": f"i{item}",
            "system": name,
            "output": "the same" if item == 0 else f"{name} says {item}",
            "source": f"question {item}",
            "metric:words": float(random.normal() + place),
        }
        for item in range(40)
        for place, name in enumerate("xyz")
    ]
    (tmp_path / "outputs.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    run("define", "fall", "outputs.jsonl", "--policy", "uniform", "--budget", 400, "--margin", 0.05)
    return tmp_path


def opened():
    return Study.open("fall", open_existing("quorate.db"))


def longer_name(prompt):
    """Prefers z to y to x, wherever they stand."""
    one, other = (prompt.split(f"<answer_{place}>\n")[1][0] for place in "AB")
    return "[[A]]" if one > other else "[[B]]"


def judged(count=200, wrong=0.1):
    """People who mostly prefer z to y to x."""
    random = np.random.default_rng(1)
    study = opened()
    for number in range(count):
        annotator = f"person{number % 4}"
        question = study.ask(annotator)
        systems = [study.index.systems[study.history.cell(side, question.number)] for side in ("first", "second")]
        left = (systems[0] > systems[1]) != (random.random() < wrong)
        study.tell(question.number, "left" if left else "right", annotator=annotator)
    study.store.close()


def test_verdicts_join_once_and_only_whole_pairs(folder, serve, stand_in):
    judge = stand_in(say=longer_name)
    with serve(judge) as url:
        ask = ("judge", "fall", "--model", "m", "--url", url, "--price", "1,1", "--most-tokens", 4)
        first = run(*ask, "--budget", "0.02usd")
        study = opened()
        some = sum(np.isfinite(values[:, 0]).sum() for values in study.index.predictions["m"].values.values())
        study.store.close()
        assert 0 < some < 117, first.output
        assert f"{some} predictions of m joined fall" in first.output
        rest = run(*ask, "--budget", "5usd")
        assert f"{117 - some} predictions of m joined fall" in rest.output
        assert "were there already and stay as they are" in rest.output
        run(*ask, "--budget", "5usd")
        assert max(judge.answered.values()) == 1
        other = run(*ask, "--temperature", 1, code=2)
        assert "Give these another name" in other.output
        assert sum(judge.answered.values()) == 234, "what could not join is not asked for"
    study = opened()
    assert "m" in study.index.predictions
    said = study.index.predictions["m"].of(0, 2)
    assert np.isnan(said[0]).all(), "outputs that look the same are asked of nobody"
    assert np.allclose(said[1:], [0, 0, 0]), "x loses to z in both orders"
    study.store.close()
    assert "Nobody has judged anything in fall" in run("trust", "judge", "fall", code=2).output
    judged()
    beside = run("judge", "fall", "--verdicts", "fall.verdicts.jsonl", "--apart").output
    assert "m agrees with people: right in" in beside
    page = run("trust", "judge", "fall").output
    assert "With care: m is right in" in page
    assert "Judged is what the study asked" in page
    run("verify", "fall")
    assert f"bearer {KEY}" in judge.keys
    assert not [path for path in folder.iterdir() if path.is_file() and KEY.encode() in path.read_bytes()]


def test_a_file_of_verdicts_does_the_same(folder):
    rows = ["item,system_a,system_b,judge,order,verdict"]
    rows += [f"i{item},z,x,sharp,{order},a" for item in range(1, 40) for order in ("ab", "ba")]
    rows += [f"i{item},x,y,sharp,ab,{'a' if item % 2 else 'dunno'}" for item in range(1, 11)]
    rows += ["i1,x,y,sharp,ba,b"]
    (folder / "verdicts.csv").write_text("\n".join(rows), encoding="utf-8")
    apart = run("judge", "fall", "--verdicts", "verdicts.csv", "--apart")
    assert "joined" not in apart.output
    done = run("judge", "fall", "--verdicts", "verdicts.csv")
    assert "44 predictions of sharp joined fall" in done.output
    assert "5 pairs with no answer that can be read have none" in done.output
    study = opened()
    said = study.index.predictions["sharp"]
    assert np.allclose(said.of(2, 0)[1], [1, 0, 0])
    assert np.allclose(said.of(0, 1)[1], [0, 1, 0.5]), "a flip is a tie, as unsure as can be"
    assert np.allclose(said.of(0, 1)[3], [1, 0, 0.5]), "a single answer is as unsure as can be"
    study.store.close()
    again = run("judge", "fall", "--verdicts", "verdicts.csv")
    assert "0 predictions of sharp joined fall. 44 were there already" in again.output
    judged()
    held = run("trust", "judge", "fall", "--verdicts", "verdicts.csv").output
    assert "flips" in held
    run("close", "fall", "--reason", "done")
    assert "nothing joins it" in run("judge", "fall", "--verdicts", "verdicts.csv", code=1).output


@pytest.mark.parametrize(("row", "words"), [("i1,x,nobody,ab,a", "system 'nobody'"), ("i99,x,y,ab,a", "item 'i99'")])
def test_verdicts_about_something_else_are_refused(folder, row, words):
    (folder / "verdicts.csv").write_text(f"item,system_a,system_b,order,verdict\n{row}\n", encoding="utf-8")
    assert words in run("judge", "fall", "--verdicts", "verdicts.csv", code=2).output
    study = opened()
    assert not study.index.predictions
    study.store.close()


@pytest.mark.usefixtures("folder")
def test_ratings_join_as_scores_of_outputs(serve, stand_in):
    with serve(stand_in()) as url:
        ask = ("judge", "fall", "--model", "m", "--url", url, "--rate", "--name", "helpful", "--most", 30)
        first = run(*ask, "--price", "1,4").output
        assert "30 scores of helpful joined fall" in first
        assert "--judge helpful=8.5e-05 --money M --cost C" in first
        assert "helpful: 30 of 30 answers are scores" in first
        assert "0 scores of helpful joined fall. 30 were there already" in run(*ask).output
        study = opened()
        assert np.isfinite(study.index.metrics["helpful"]).sum() == 30
        study.store.close()
        ask = ("judge", "fall", "--model", "m", "--url", url, "--rate", "--name", "thrice", "--temperature", 1)
        run(*ask, "--draws", 1, "--price", "1,1", "--apart")
        cut = run(*ask, "--draws", 3, "--price", "1,1", "--budget", "0.001usd").output
        assert "Asking ended early (the budget of 0.001usd)" in cut
        assert "\n0 scores of thrice joined fall." in cut, "an output with answers to come does not join yet"
        assert "\n120 scores of thrice joined fall." in run(*ask, "--draws", 3, "--price", "1,1").output


def test_a_study_of_ratings_takes_no_verdicts_about_pairs(folder, serve, stand_in):
    run("define", "rated", "outputs.jsonl", "--kind", "rating", "--budget", 400)
    (folder / "verdicts.csv").write_text("item,system_a,system_b,order,verdict\ni1,x,y,ab,a\n", encoding="utf-8")
    assert "rate outputs with --rate" in run("judge", "rated", "--verdicts", "verdicts.csv", code=2).output
    judge = stand_in()
    with serve(judge) as url:
        assert "asks no comparisons" in run("judge", "rated", "--model", "m", "--url", url, code=2).output
        assert not judge.answered
        assert "120 scores of m joined rated" in run("judge", "rated", "--model", "m", "--url", url, "--rate").output
    study = Study.open("rated", open_existing("quorate.db"))
    assert np.isfinite(study.index.metrics["m"]).all()
    study.store.close()


@pytest.mark.usefixtures("folder")
def test_metrics_of_a_study_of_comparisons_are_held_against_its_judgments():
    assert "0 pairs of outputs were judged" in run("trust", "metrics", "fall", code=2).output
    judged()
    page = run("trust", "metrics", "fall").output
    assert "With care: words agrees best" in page
    assert "pairs of outputs of 3 systems" in page
    assert "neither a file nor a study 'spring'" in run("trust", "metrics", "spring", code=2).output
