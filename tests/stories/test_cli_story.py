"""A study from its definition to its report on the command line, moved to PostgreSQL and back on the way."""

import json
import shlex
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from quorate.cli import app

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parents[2] / "examples"


def quorate(command: str, *more: str) -> str:
    outcome = CliRunner().invoke(app, [*shlex.split(command), *more], prog_name="quorate")
    assert outcome.exit_code == 0, (command, outcome.stderr, outcome.exception)
    return outcome.stdout


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch) -> Path:
    shutil.copy(EXAMPLES / "outputs.jsonl", tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("QUORATE_STORE", raising=False)
    return tmp_path


def answer_all(name: str, store: str, annotator: str, most: int) -> int:
    """Ask and tell as a script would; likes it short."""
    for told in range(most):
        question = json.loads(quorate(f"ask {name} --annotator {annotator} --json --store", store))
        if "rest" in question:
            return told
        left, right = map(len, question["outputs"])
        preference = "left" if left < right else "right" if right < left else "tie"
        quorate(f"tell {name} {question['number']} {preference} --annotator {annotator} --seconds 5 --store", store)
    return most


@pytest.mark.postgres
def test_from_definition_to_report_by_way_of_postgresql(folder, postgres_url):
    quorate("define signs outputs.jsonl --policy uniform --budget 40 --margin 0.05 --seed 3")
    assert answer_all("signs", "quorate.db", "me", 12) == 12
    quorate("retract signs 3 --reason 'wrong key'")

    quorate("copy signs --to", postgres_url)
    assert quorate("log signs --json") == quorate("log signs --json --store", postgres_url)
    assert answer_all("signs", postgres_url, "me", 10) == 10
    quorate("simulate signs --annotators 5 --strength terse=3 --store", postgres_url)
    assert json.loads(quorate("verify signs --json --store", postgres_url))["holds"]
    there = quorate("estimate signs --by domain --json --store", postgres_url)

    quorate("copy signs --to back.db --store", postgres_url)
    assert quorate("log signs --json --store back.db") == quorate("log signs --json --store", postgres_url)
    assert quorate("estimate signs --by domain --json --store back.db") == there
    assert json.loads(quorate("verify signs --json --store back.db"))["holds"]
    quorate("close signs --reason enough --store back.db")

    findings = json.loads(quorate("estimate signs --json --store back.db"))
    assert findings["asked"]["judgments"] == 40
    assert findings["ranking"]["estimates"][0]["subject"] == ["terse"]
    said = quorate("report signs -o report.html --store back.db")
    assert findings["answer"]["words"] in said
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "terse" in page
    assert "quorate verify signs --store back.db" in page


def test_demo_in_a_fresh_folder(folder):
    (folder / "tried").mkdir()
    said = quorate("demo --folder tried --fresh")
    assert "It ended by itself after" in said
    assert not list((folder / "tried").iterdir())
    assert {path.name for path in (folder / "tried-2").iterdir()} == {"outputs.jsonl", "demo.db", "report.html"}
    assert (folder / "tried-2" / "report.html").stat().st_size > 10_000
    assert json.loads(quorate("verify demo --json --store tried-2/demo.db"))["holds"]
