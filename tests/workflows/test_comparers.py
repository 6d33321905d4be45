"""A comparer of one's own: from the files to the predictions in a study."""

import json
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from quorate import add_predictions, define, read_comparer, train_comparer
from quorate.cli.application import app
from quorate.errors import InputError
from quorate.records.events import ScoresAdded

SYSTEMS = ("short", "long")


def make_outputs(items: range, **more: object) -> list[dict[str, object]]:
    """One system says more than the other."""
    said = {"short": "a few words", "long": "many more words than the other one has, every time"}
    return [{"item": n, "system": s, "output": f"{said[s]} {n}", **more} for n in items for s in SYSTEMS]


def make_votes(items: Iterable[int], wrong: float = 0.2, seed: int = 1) -> list[dict[str, object]]:
    """People prefer more words, but for some."""
    random = np.random.default_rng(seed)
    rows = []
    for n in items:
        sides = SYSTEMS if n % 2 else SYSTEMS[::-1]
        better = "right" if sides == SYSTEMS else "left"
        worse = "left" if better == "right" else "right"
        outcome = worse if random.random() < wrong else better
        rows.append({"item": n, "system_a": sides[0], "system_b": sides[1], "outcome": outcome})
    return rows


@pytest.fixture(scope="module")
def learned():
    return train_comparer(make_outputs(range(120)), make_votes(range(120)))


def test_it_learns_whom_people_prefer_and_says_how_often_it_is_right(learned):
    found = learned.evaluate(make_outputs(range(120, 240)), make_votes(range(120, 240), seed=2))
    one = found.trust.accuracy
    assert one.low <= one.value <= one.high
    assert one.low > found.trust.common  # sides are balanced: one half is a guess
    assert found.trust.mirrored == 0
    assert found.headline.startswith("Right in 77.5 %")


def test_what_it_learned_from_is_left_out_or_refused(learned):
    both = make_outputs(range(60, 180))
    found = learned.evaluate(both, make_votes(range(60, 180), seed=3))
    assert found.left_out == 60
    with pytest.raises(InputError, match="learned from these very outputs"):
        learned.evaluate(make_outputs(range(120)), make_votes(range(120)))


def test_a_guess_is_called_one():
    learned = train_comparer(make_outputs(range(60)), make_votes(range(60), wrong=0.5))
    found = learned.evaluate(make_outputs(range(60, 160)), make_votes(range(60, 160), wrong=0.5, seed=4))
    assert "no better than a guess" in found.headline


def test_a_saved_comparer_says_the_same_and_runs_nothing_when_it_is_read(learned, tmp_path: Path):
    learned.save(tmp_path / "comparer")
    again = read_comparer(tmp_path / "comparer")
    rows = make_outputs(range(200, 210))
    assert again.predict(rows) == learned.predict(rows)
    assert again.saved.signature == learned.saved.signature
    with np.load(tmp_path / "comparer" / "weights.npz", allow_pickle=False) as weights:
        assert set(weights) == {"scale", "sided", "even", "phrases", "texts", "sources"}


def test_a_changed_or_missing_comparer_is_refused(learned, tmp_path: Path):
    place = tmp_path / "comparer"
    with pytest.raises(InputError, match="There is no comparer in"):
        read_comparer(place)
    learned.save(place)
    about = json.loads((place / "comparer.json").read_text())
    (place / "comparer.json").write_text(json.dumps({**about, "signature": "other"}))
    with pytest.raises(InputError, match="not those it was signed with"):
        read_comparer(place)
    (place / "comparer.json").write_text(json.dumps({**about, "form": 99}))
    with pytest.raises(InputError, match="another version"):
        read_comparer(place)
    (place / "comparer.json").write_text("{}")
    with pytest.raises(InputError, match="damaged"):
        read_comparer(place)
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "mine.txt").write_text("x")
    with pytest.raises(InputError, match="holds something else"):
        learned.save(tmp_path / "notes")


def test_references_and_checkpoints_teach_without_people():
    rows = make_outputs(range(40), reference="what a person took the time to write down about all of this")
    assert train_comparer(rows).saved.learned_from[0].startswith("80 pairs of a reference and an output")
    steps = [
        {"item": n, "system": f"m{step}", "output": " ".join(["word"] * step) + f" {n}", "step": step}
        for n in range(30)
        for step in (1, 5, 10)
    ]
    for row in steps:
        row["system"] = "m"
    learned = train_comparer(steps)
    assert learned.saved.learned_from[0].startswith("90 pairs of a later and an earlier checkpoint")
    said = learned.predict(make_outputs(range(500, 503)))
    assert all(row["win"] < 0.5 for row in said if row["system_a"] == "short")


def test_predictions_join_a_study(learned):
    rows = make_outputs(range(300, 309))
    study = define("small", rows, seed=1)
    assert "9 predictions of comparer joined small" in str(
        add_predictions(study, learned.predict(rows), called="comparer", signature=learned.saved.signature)
    )


def test_predictions_about_what_it_learned_from_are_labelled_there_and_in_the_study(learned):
    rows = make_outputs(range(110, 130))
    said = learned.predict(rows)
    assert [row["known"] for row in said] == [1] * 10 + [0] * 10
    study = define("seen", rows, seed=1)
    add_predictions(study, said, called="comparer", signature=learned.saved.signature)
    (kept,) = [event for _, event in study.store.events("seen") if isinstance(event, ScoresAdded)]
    assert kept.signature.endswith("; had learned from the outputs of 10 of these 20 pairs")


def test_items_that_it_learned_from_by_other_systems_are_said():
    sources = [{**row, "source": f"what of {row['item']}?"} for row in make_outputs(range(40))]
    learned = train_comparer(sources, make_votes(range(40)))
    others = [{**row, "output": row["output"] + "!"} for row in sources[:40]] + [
        {**row, "source": f"what of {row['item']}?"} for row in make_outputs(range(50, 70))
    ]
    found = learned.evaluate(others, make_votes([*range(20), *range(50, 70)], seed=2))
    assert (found.left_out, found.same_items) == (0, 20)
    assert "about items that it learned from by outputs of other systems" in " ".join(found.words)


def test_ties_are_left_out_on_request_and_what_needs_an_encoder_says_so(learned):
    votes = [{**row, "outcome": "tie"} if row["item"] % 3 == 0 else row for row in make_votes(range(90))]
    without = train_comparer(make_outputs(range(90)), votes, without=["ties"])
    assert "no ties" in without.saved.learned_from
    assert max(row["tie"] for row in without.predict(make_outputs(range(200, 210)))) < 0.02
    with pytest.raises(InputError, match="without them there is nothing"):
        train_comparer(make_outputs(range(90)), [{**row, "outcome": "tie"} for row in votes], without=["ties"])
    with pytest.raises(InputError, match="no 'words' to leave out"):
        train_comparer(make_outputs(range(90)), votes, without=["words"])
    with pytest.raises(InputError, match="name an encoder"):
        train_comparer(make_outputs(range(90)), votes, without=["pretraining"])
    with pytest.raises(InputError, match="takes a comparer that reads"):
        learned.with_doubt("dropout")


def test_without_comparison_it_tells_texts_by_people_from_outputs(tmp_path: Path):
    rows = make_outputs(range(40), reference="what a person took the time to write down about all of this")
    learned = train_comparer(rows, without=["comparison"])
    assert learned.headline.startswith("A comparer that learned from 120 texts, references and outputs, one at a time")
    assert "It tells 100 % of held-out texts" in learned.headline
    assert list(learned.to_rows()) == []
    learned.save(tmp_path / "comparer")
    again, new = read_comparer(tmp_path / "comparer"), make_outputs(range(100, 110))
    assert again.predict(new) == learned.predict(new)
    assert again.saved.signature == learned.saved.signature
    assert learned.evaluate(new, make_votes(range(100, 110))).trust.mirrored == 0
    with pytest.raises(InputError, match="nothing else is set"):
        train_comparer(rows, without=["comparison", "ties"])
    with pytest.raises(InputError, match="there is none"):
        train_comparer(make_outputs(range(40)), without=["comparison"])


def test_refusals_say_what_to_do(learned):
    rows = make_outputs(range(5))
    with pytest.raises(InputError, match="nothing to learn from"):
        train_comparer(rows)
    with pytest.raises(InputError, match="it takes at least 30"):
        train_comparer(rows, make_votes(range(5)))
    with pytest.raises(InputError, match=r"about outputs that are not there: .* on 5"):
        train_comparer(rows, make_votes(range(6)))
    with pytest.raises(InputError, match="no supervision 'robots'"):
        train_comparer(rows, supervision=["robots"])
    with pytest.raises(InputError, match="takes comparisons by people"):
        train_comparer(rows, supervision=["people"])
    with pytest.raises(InputError, match="no column 'domain'"):
        learned.evaluate(rows, make_votes(range(5)), by=["domain"])


def test_one_outcome_alone_teaches_and_is_said_to_be_a_guess():
    votes = [{**row, "outcome": "tie"} for row in make_votes(range(80))]
    learned = train_comparer(make_outputs(range(40)), votes[:40])
    found = learned.evaluate(make_outputs(range(40, 80)), votes[40:])
    assert found.trust.accuracy.value == 1
    assert "no better than a guess" in found.headline


def test_from_the_command_line(tmp_path: Path):
    for name, rows in (("outputs", make_outputs(range(80))), ("new", make_outputs(range(80, 130), domain="news"))):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    for name, rows in (("votes", make_votes(range(80))), ("new-votes", make_votes(range(80, 130)))):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    place = str(tmp_path / "comparer")
    run = CliRunner().invoke
    words = ["comparer", "train", str(tmp_path / "outputs.jsonl"), "-o", place]
    made = run(app, [*words, "--comparisons", str(tmp_path / "votes.jsonl")])
    assert "learned from 80 comparisons by people" in made.output
    words = ["comparer", "evaluate", str(tmp_path / "new.jsonl"), "--comparer", place, "--by", "domain"]
    found = run(app, [*words, "--comparisons", str(tmp_path / "new-votes.jsonl")])
    assert "domain = news" in found.output
    table = tmp_path / "predictions.csv"
    said = run(app, ["comparer", "predict", str(tmp_path / "new.jsonl"), "--comparer", place, "-o", str(table)])
    assert "50 predictions in" in said.output
    assert table.read_text().startswith("item,system_a,system_b,win,tie,spread")
    assert run(app, ["comparer", "predict", str(tmp_path / "new.jsonl")]).exit_code != 0
