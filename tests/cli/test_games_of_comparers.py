"""`quorate rate` with a comparer: it plays outputs that nobody judged."""

import json
from pathlib import Path

import numpy as np
import pytest
from commands import run

WORDS = {True: ("fine", "clear", "apt"), False: ("um", "er", "hm")}


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    place = tmp_path_factory.mktemp("comparers")
    random = np.random.default_rng(1)

    def say(level: float) -> str:
        return " ".join(str(random.choice(WORDS[bool(random.random() < level)])) for _ in range(8))

    for name, count in (("old", 60), ("new", 15)):
        rows = [
            {"item": f"{name}{item}", "system": system, "output": say(level), "reference": say(1)}
            for item in range(count)
            for system, level in (("bad", 0.2), ("good", 0.8))
        ]
        (place / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)))
    run(f"comparer train {place / 'old.jsonl'} -o {place / 'comparer'}")
    return place


def test_systems_and_outputs_are_rated_by_a_saved_comparer(folder: Path):
    said = run(f"rate {folder / 'comparer'} --outputs {folder / 'new.jsonl'} --plays 700 --replays 2")
    assert said.code == 0
    assert "good is rated highest" in said.out
    assert "decided by a comparer (light" in said.out
    found = run(f"rate {folder / 'comparer'} --outputs {folder / 'new.jsonl'} --of outputs --method points --json").json
    assert len(found["contestants"]) == 30
    assert found["contestants"][0]["contestant"].startswith("good on new")


def test_a_comparer_without_outputs_is_told_what_is_missing(folder: Path):
    said = run(f"rate {folder / 'comparer'}")
    assert said.code != 0
    assert "--outputs FILE" in said.err


def test_a_file_that_is_not_there_is_a_file_and_no_study(folder: Path):
    said = run(f"rate {folder / 'none.csv'}")
    assert said.code != 0
    assert "none.csv: there is no such file" in said.err
