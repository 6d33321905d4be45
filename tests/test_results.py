"""Results become frames, rows, plain data, words and a picture, whichever workflow made them."""

import csv
import inspect
import json
import re
import sys
import tempfile
from pathlib import Path
from typing import get_args

import pandas as pd
import pyarrow as pa
import pytest

import quorate
from quorate.errors import InputError
from quorate.results import LOOKS, Result

DRAWN = {"Findings", "VoteFindings", "RatingFindings", "SkillFindings", "PlannedScores", "Replays"}
ROWS = [
    {"item": f"i{item}", "system": system, "output": f"{system} says {item}", "source": f"{item} & <b>"}
    for item in range(8)
    for system in ("a<b>", "b", "c")
]
RATINGS = [
    {"item": f"i{item}", "system": system, "tone": 1 + (item + place) % 5, "facts": 1 + (item * place) % 5}
    for item in range(8)
    for place, system in enumerate(("a<b>", "b", "c"))
]
METRICS = [{"item": row["item"], "system": row["system"], "m": float(row["tone"])} for row in RATINGS]
VOTES = [{"model_a": "m<1>", "model_b": "m2", "winner": "model_a", "judge": f"j{n}"} for n in range(20)]
JUDGMENTS = [{"item": n, "system_a": "m1", "system_b": "m2", "outcome": int(n % 4 > 0)} for n in range(40)]


@pytest.fixture(scope="module")
def results():
    study = quorate.define("fall", ROWS, policy="uniform", budget=12, seed=1)
    for _ in range(12):
        study.tell(study.ask("ada").number, "left", annotator="ada")
    return {
        "Findings": study.findings(),
        "VoteFindings": quorate.estimate(VOTES),
        "ItemChoice": quorate.select(ROWS, budget=4),
        "PlannedScores": quorate.plan("scores", gamma=1, rho=0.5),
        "PlannedWinner": quorate.plan("winner", systems=5, outputs=200),
        "PlannedSplit": quorate.plan(
            "scores", gamma=1, rho=0.0, outputs=500, judges={"small": (0.01, 0.5)}, cost=0.4, money=100
        ),
        "Replays": quorate.replay(JUDGMENTS, policies="uniform", runs=2, horizon=100, jobs=1),
        "ScoredOutputs": quorate.score(
            ROWS, metric="ones", own={"ones": lambda outputs: [1.0 for _ in outputs]}, jobs=1
        ),
        "Verification": quorate.verify(study),
        "RatingFindings": quorate.estimate(RATINGS, scale=(1, 5)),
        "RanksOnly": ranks_only(),
        "SkillFindings": quorate.rate(VOTES),
    }


def ranks_only():
    with tempfile.TemporaryDirectory() as folder:
        picked = Path(folder, "picked.csv")
        quorate.select(ROWS, method="metric-variance", metrics=METRICS, budget=4).write(picked)
        chosen = {row["item"] for row in csv.DictReader(picked.read_text(encoding="utf-8").splitlines())}
        return quorate.estimate([row for row in RATINGS if row["item"] in chosen], scale=(1, 5), selection=picked)


ELSEWHERE = {"ScoreFindings", "Result", "EarlyStopping", "PickedRun", "TrainedComparer", "ComparerFindings"}
KINDS = sorted(set(LOOKS) - ELSEWHERE)  # others are made in the tests of what makes them


def test_whatever_a_verb_of_the_front_door_hands_back_is_a_result(results):
    assert results  # whatever they are of is loaded now
    kinds = {one.__name__ for one in subclasses(Result)}
    for name in ("estimate", "select", "plan", "replay", "verify", "score", "rate"):
        said = inspect.signature(getattr(quorate, name)).return_annotation
        parts = get_args(said) or (said,)
        named = {word for one in parts for word in re.findall(r"\w+", getattr(one, "__name__", str(one)))}
        assert named
        assert named <= kinds, name


def subclasses(kind):
    return {one for child in kind.__subclasses__() for one in (child, *subclasses(child))}


@pytest.mark.parametrize("kind", KINDS)
def test_a_result_is_rows_frames_and_plain_data(results, kind):
    found = results[kind]
    rows = list(found.to_rows())
    assert rows
    assert json.loads(json.dumps(found.to_dict(), allow_nan=True)).keys() == found.to_dict().keys()
    for library, made in (("pandas", pd.DataFrame), ("pyarrow", pa.Table), ("", pd.DataFrame)):
        frame = found.to_frame(library)
        assert isinstance(frame, made)
        assert len(frame) == len(rows)
    assert set(found.to_frame().columns) == {name for row in rows for name in row}


@pytest.mark.parametrize("kind", KINDS)
def test_a_result_is_read_in_a_terminal_and_seen_in_a_notebook(results, kind):
    found = results[kind]
    assert repr(found).startswith(f"<{kind}: ")
    assert "\n" not in repr(found)
    assert str(found)
    page = found._repr_html_()
    assert "<table>" in page
    assert ("<svg" in page) == (kind in DRAWN)
    assert "<b>" not in page
    assert "<1>" not in page


def test_a_frame_is_made_by_whatever_is_installed(results, monkeypatch):
    found = results["VoteFindings"]
    monkeypatch.setitem(sys.modules, "pandas", None)
    monkeypatch.setitem(sys.modules, "polars", None)
    assert isinstance(found.to_frame(), pa.Table)
    with pytest.raises(InputError, match="needs pandas, which is not installed: pip install pandas"):
        found.to_frame("pandas")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InputError, match="needs pandas, polars or pyarrow, which is not installed"):
        found.to_frame()
    with pytest.raises(InputError, match=r"No frames are made by 'excel'\. There are: pandas, polars, pyarrow"):
        found.to_frame("excel")


def test_a_study_and_findings_that_claim_nothing_say_what_they_are():
    study = quorate.define("fall", ROWS, seed=1)
    assert repr(study) == "<Study 'fall': comparison, 3 systems, 8 items>"
    assert repr(study.findings()) == f"<Findings: fall: {study.findings().answer.words}>"
