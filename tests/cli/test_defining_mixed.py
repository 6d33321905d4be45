"""`quorate define --metric`: from the command line to the report, and every page says that nothing is certified."""

import json
import random

import pytest
from commands import done, run

STRENGTHS = {"alpha": 1.0, "beta": 0.5, "gamma": 0.0, "delta": -0.5, "omega": -1.2}


@pytest.fixture(autouse=True)
def files(folder):
    draw = random.Random(1)
    outputs, scores, pilot = ["item,system,output"], ["item,system,chrf"], ["item,system_a,system_b,annotator,outcome"]
    for item in range(30):
        score = {system: 50 + 10 * (strength + draw.gauss(0, 0.7)) for system, strength in STRENGTHS.items()}
        outputs += [f"i{item},{system},text {draw.randrange(10**9)}" for system in STRENGTHS]
        scores += [f"i{item},{system},{score[system]:.2f}" for system in STRENGTHS]
        for one, other in (draw.sample(list(STRENGTHS), 2) for _ in range(4)):
            gap = score[one] - score[other] + draw.gauss(0, 6)
            pilot.append(f"i{item},{one},{other},ada,{1 if gap > 3 else 0 if gap < -3 else 0.5}")
    (folder / "outputs.csv").write_text("\n".join(outputs))
    (folder / "scores.csv").write_text("\n".join(scores))
    (folder / "pilot.csv").write_text("\n".join(pilot))


DEFINE = "define fast outputs.csv --metrics scores.csv --metric chrf"


def test_from_the_command_line_to_the_report(folder):
    said = done(f"{DEFINE} --use both --validation pilot.csv --budget 40 --seed 1").out
    assert "Uncertified: the metric chrf decided part of the comparisons" in said
    assert "rmed1" in said
    done("simulate fast --judgments 40 --strength alpha=1.5")
    done("report fast -o fast.txt")
    report = " ".join((folder / "fast.txt").read_text().split())
    assert "Uncertified: the metric chrf decided part of the comparisons" in report
    assert "from 40 comparisons by people and" in report
    done("report fast -o fast.json")
    assert json.loads((folder / "fast.json").read_text())["uncertified"].startswith("Uncertified")
    assert "rmed1+both" in done("verify fast").out


def test_what_is_missing_is_one_line():
    refused = run(DEFINE)
    assert refused.code != 0
    assert "--validation" in refused.err
    assert len(refused.err.strip().splitlines()) == 1
