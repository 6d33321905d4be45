"""Choose items, judge them, estimate: by files and by a study, drawn and picked, against what all items say."""

import csv
import json

import numpy as np
import pytest
from typer.testing import CliRunner

from quorate.cli import app
from quorate.io import read_material, read_metrics
from quorate.io.selections import read_selection
from quorate.records.design import Design
from quorate.stores.memory import MemoryStore
from quorate.study import Study, verify
from quorate.testing.walks import Clock

pytestmark = pytest.mark.slow

SYSTEMS = ("plain", "good", "better", "best", "odd")
ITEMS = 150


class World:
    """What people would say about every output, and two metrics that know something of it."""

    def __init__(self, folder):
        rng = np.random.default_rng(11)
        hard, spread = rng.normal(0, 10, ITEMS), rng.gamma(2, 1, ITEMS)
        level = np.array([-4.0, -1.0, 1.0, 4.0, 0.0])
        self.score = np.clip(55 + level[:, None] * spread / 2 - hard + rng.normal(0, 5, (5, ITEMS)), 0, 100)
        self.folder = folder
        with (
            (folder / "outputs.csv").open("w", newline="") as texts,
            (folder / "metrics.csv").open("w", newline="") as m,
        ):
            outputs, metrics = csv.writer(texts), csv.writer(m)
            outputs.writerow(["item", "system", "output", "source", "domain", "document"])
            metrics.writerow(["item", "system", "metric", "score"])
            for item in range(ITEMS):
                source = " ".join(["word"] * int(rng.integers(4, 60)))
                for number, system in enumerate(SYSTEMS):
                    place = [f"i{item}", system]
                    outputs.writerow([*place, f"{system} {item}", source, "ab"[item % 2], f"d{item // 5}"])
                    metrics.writerow([*place, "close", self.score[number, item] + rng.normal(0, 4)])
                    metrics.writerow([*place, "far", self.score[number, item] + rng.normal(0, 15)])

    def judge(self, name):
        """Two people judge what was chosen, with some noise."""
        rng = np.random.default_rng(12)
        with (self.folder / f"{name}.csv").open(newline="") as handle:
            chosen = [int(row["item"][1:]) for row in csv.DictReader(handle)]
        with (self.folder / f"{name}-ratings.csv").open("w", newline="") as handle:
            rows = csv.writer(handle)
            rows.writerow(["item", "system", "annotator", "score"])
            for item in chosen:
                for number, system in enumerate(SYSTEMS):
                    for who in "xy":
                        score = np.clip(self.score[number, item] + rng.normal(0, 3), 0, 100)
                        rows.writerow([f"i{item}", system, who, round(float(score), 2)])

    def truth(self, system):
        return float(self.score[SYSTEMS.index(system)].mean())


@pytest.fixture
def world(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("QUORATE_STORE", raising=False)
    return World(tmp_path)


def quorate(*words):
    ran = CliRunner().invoke(app, list(words), prog_name="quorate")
    assert ran.exit_code == 0, (ran.stderr, ran.exception)
    return ran.stdout


def estimate(name):
    metrics = ("--metrics", "metrics.csv", "--selection", f"{name}.csv", "--scale", "0,100", "--json")
    return json.loads(quorate("estimate", f"{name}-ratings.csv", *metrics))


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--method", "metric-variance", "--metric", "close", "--design", "cube"),
        ("--method", "metric-average", "--design", "systematic", "--balance", "domain"),
        ("--by", "document"),
    ],
)
def test_drawn_items_say_what_all_items_would(world, options):
    quorate("select", "outputs.csv", "--metrics", "metrics.csv", "--budget", "40", *options, "-o", "items.csv")
    world.judge("items")
    found = estimate("items")
    assert found["chosen"] == "calibrated"
    estimates = found["tables"]["calibrated"]["estimates"]
    inside = sum(
        row["interval"]["low"] <= world.truth(row["subject"][0]) <= row["interval"]["high"] for row in estimates
    )
    assert inside >= 4
    for row in estimates:
        assert abs(row["value"] - world.truth(row["subject"][0])) < 3
    assert found["order"][0] == "best"
    assert found["order"][-1] == "plain"
    assert found["efficiencies"]["calibrated"] > 2


def test_picked_items_give_an_order_and_nothing_else(world):
    select = ("select", "outputs.csv", "--metrics", "metrics.csv", "--metric", "close", "--method", "metric-variance")
    quorate(*select, "--budget", "40", "-o", "items.csv")
    world.judge("items")
    found = estimate("items")
    assert set(found) == {"quantity", "order", "means", "judged", "label", "words", "notes"}
    assert found["order"][0] == "best"
    differences = found["means"][0] - found["means"][-1]
    assert differences > 1.2 * (world.truth("best") - world.truth("plain")), "this is why no numbers are given"


def test_a_study_asks_about_the_chosen_items_and_speaks_of_all(world):
    quorate("select", "outputs.csv", "--metrics", "metrics.csv", "--budget", "30", "-o", "items.csv")
    material = read_metrics("metrics.csv", read_material("outputs.csv"))
    chosen = read_selection("items.csv", material.items.names)[0].chosen
    design = Design(kind="rating", question={"criteria": {"quality": "slider"}}, policy="blocks", chosen=chosen, seed=2)
    study = Study.define("few", material, design=design, store=MemoryStore(), clock=Clock())
    while question := study.ask("one"):
        system, item = study.history.cell("first", question.number), study.history.cell("item", question.number)
        study.tell(question.number, round(float(world.score[system, item])), annotator="one")
    assert study.history.count == 30 * len(SYSTEMS)
    assert verify(study).holds
    (table,) = study.findings().all_items
    for row in table.estimates:
        assert abs(row.value - world.truth(row.subject[0])) < 3
        assert row.interval.low - 1 <= world.truth(row.subject[0]) <= row.interval.high + 1
    assert table.estimates[0].subject == ("best",)
