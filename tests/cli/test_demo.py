import re

import pytest
from commands import done, run

from quorate.cli import demo_folder
from quorate.simulation.notices import STRENGTHS, notices

pytestmark = pytest.mark.slow


def test_notices_are_the_same_everywhere_and_some_are_identical():
    rows = list(notices())
    assert rows == list(notices())
    assert len(rows) == 300
    by_item = {}
    for row in rows:
        by_item.setdefault(row["item"], {})[row["system"]] = row["output"]
    assert all(set(outputs) == set(STRENGTHS) for outputs in by_item.values())
    assert 10 < sum(len(set(outputs.values())) < 5 for outputs in by_item.values()) < 50
    assert {row["domain"] for row in rows} == {"weather", "stock"}


def test_demo_answers_and_can_be_run_again(folder):
    (folder / "demo").mkdir()
    (folder / "demo" / "notes.txt").write_text("mine", encoding="utf-8")
    first = done("demo")
    assert "careful loses to nobody by more than 5 points of win rate" in first.out.replace("\n", " ").replace(
        "  ", " "
    )
    assert "It ended by itself after 185 judgments." in first.out
    assert "reproduces itself: 185 questions decided again" in first.out
    own, alike = re.search(r"played 10 times with other seeds: (\d+) against (\d+) in the mean", first.out).groups()
    assert int(own) < 0.5 * int(alike)
    assert "quorate serve demo --open --store demo/demo.db" in first.out
    (folder / "demo" / "report.html").unlink()
    (folder / "demo" / "demo.db").unlink()  # as if it had been interrupted
    assert done("demo").out == first.out
    made = {path.name for path in (folder / "demo").iterdir()}
    assert made == {"outputs.jsonl", "demo.db", "report.html", "notes.txt"}
    demo_folder.make_room(*(folder / "demo" / name for name in ("", "outputs.jsonl", "demo.db", "report.html")))
    assert not (folder / "demo" / "demo.db").exists()
    assert (folder / "demo" / "notes.txt").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("name", ["outputs.jsonl", "report.html", "demo.db"])
def test_demo_never_replaces_what_it_did_not_make(folder, name):
    (folder / "demo").mkdir()
    (folder / "demo" / name).write_text("mine", encoding="utf-8")
    ran = run("demo")
    assert ran.code == 2
    assert "--fresh" in ran.err
    assert (folder / "demo" / name).read_text(encoding="utf-8") == "mine"


def test_demo_keeps_a_store_with_other_studies(folder):
    (folder / "demo").mkdir()
    done("define signs outputs.jsonl --store demo/demo.db")
    assert run("demo").code == 2
    assert done("studies --json --store demo/demo.db").json[0]["study"] == "signs"
