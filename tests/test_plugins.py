"""Another package brings along a reader, a metric, a kind and a policy; command line and service know them by name."""

import json
import sys
from pathlib import Path
from textwrap import dedent

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner

from quorate.cli import app
from quorate.errors import InputError
from quorate.io import understand
from quorate.io.readers import readers
from quorate.metrics.registry import find_metric
from quorate.plugins import brought_along
from quorate.policies import policy_of
from quorate.questions import kind_of
from quorate.records.design import Design
from quorate.stores import open_store
from quorate.study import Study
from quorate.web.application import create_application
from quorate.web.invitations import invite

CODE = dedent('''
    from dataclasses import dataclass

    from quorate.io.readers import Reader, Reading, Sign
    from quorate.io.readers.reader import table_of
    from quorate.policies.composition import PairPolicy
    from quorate.questions.kind import Criterion, Family


    def _rows(files, wanted):
        rows = [dict(zip(("item", "system", "output"), line.split("|"))) for file in files
                for line in file.path.read_text().splitlines()]
        return Reading(table=table_of(files[0].path, rows, range(1, len(rows) + 1)))


    PIPES = Reader(
        name="pipes",
        title="lines with pipes",
        recognise=lambda file: Sign(sureness=0.9, why="the extension .pipes") if file.extension == ".pipes" else None,
        read=_rows,
    )


    def exclaims(outputs):
        """How many exclamation marks."""
        return [output.count("!") for output in outputs]


    @dataclass(frozen=True, kw_only=True)
    class Warmth:
        words: str = "How warm is this?"
        family: Family = Family.SCORE
        arity: int = 1
        reads_texts: bool = False
        criteria = (Criterion(name="warmth", low=1, high=4, step=1),)
        options = {}

        @classmethod
        def from_options(cls, options):
            return cls(**options)

        def completed(self, answer, *, item, outputs):
            return answer

        def numbers(self, answer):
            number = answer["warmth"] if isinstance(answer, dict) else answer
            return (self.criteria[0].check(number),), {}

        def answer(self, values, detail):
            return values[0]


    class InTurn(PairPolicy):
        """The pairs one after the other."""

        name, revision, floor = "in-turn", 1, 0.0

        def choose(self, index, pairs, allowed, history, *, stream, draw, annotator=None):
            return history.count % len(allowed), None


    def make_in_turn(design):
        return InTurn()
''')


@pytest.fixture
def brought(tmp_path, monkeypatch):
    """A package that is installed in a folder of its own."""
    brings = {
        "readers": {"pipes": "PIPES"},
        "metrics": {"exclaims": "exclaims"},
        "kinds": {"warmth": "Warmth"},
        "policies": {"in-turn": "make_in_turn"},
    }
    yield install(tmp_path / "site", "warmly", CODE, brings, monkeypatch)
    forget("warmly")


def install(site: Path, name: str, code: str, brings: dict[str, dict[str, str]], monkeypatch) -> Path:
    """What an installer leaves behind: a module, and metadata with entry points."""
    info = site / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (site / f"{name}.py").write_text(code)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = [
        line
        for group, names in brings.items()
        for line in (f"[quorate.{group}]", *(f"{key} = {name}:{value}" for key, value in names.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
    monkeypatch.syspath_prepend(site)
    brought_along.cache_clear()
    readers.cache_clear()
    return site


def forget(name: str) -> None:
    sys.modules.pop(name, None)
    brought_along.cache_clear()
    readers.cache_clear()


@pytest.fixture
def outputs(tmp_path, brought):  # noqa: ARG001 - the reader is brought along
    path = tmp_path / "notes.pipes"
    path.write_text("".join(f"{item}|{system}|{system} {item}!\n" for item in range(6) for system in ("a", "b", "c")))
    return path


def run(*words: object) -> str:
    outcome = CliRunner().invoke(app, [str(word) for word in words], prog_name="quorate")
    assert outcome.exit_code == 0, outcome.output
    return outcome.stdout


def test_reader_metric_kind_and_policy_of_another_package_work_by_name(outputs, tmp_path):
    store = tmp_path / "studies.db"
    words = ("define", "warm", outputs, "--kind", "warmth", "--store", store, "--seed", 1, "--json")
    assert json.loads(run(*words))["read"]["formats"][0]["format"] == "pipes"
    asked = json.loads(run("ask", "warm", "--annotator", "ada", "--store", store, "--json"))
    assert asked["words"] == "How warm is this?"
    run("tell", "warm", asked["number"], 3, "--annotator", "ada", "--store", store)
    assert "decided again" in run("verify", "warm", "--store", store)

    run("define", "turns", outputs, "--policy", "in-turn", "--store", store, "--seed", 1)
    for answer in ("left", "right", "tie"):
        number = json.loads(run("ask", "turns", "--annotator", "ada", "--store", store, "--json"))["number"]
        run("tell", "turns", number, answer, "--annotator", "ada", "--store", store)
    assert "3 questions decided by in-turn@1/uniform@1" in run("verify", "turns", "--store", store)

    csv = tmp_path / "outputs.csv"
    csv.write_text("item,system,output\n1,a,good!!\n1,b,fine\n")
    run("score", csv, "--metric", "exclaims", "--cache", tmp_path / "cache.sqlite", "-o", tmp_path / "scored.csv")
    assert (tmp_path / "scored.csv").read_text().splitlines()[1:] == ["1,a,good!!,2", "1,b,fine,0"]


def test_the_service_shows_a_kind_of_another_package_as_scales(outputs):
    store = open_store("memory:")
    material = understand(outputs).material
    Study.define("warm", material, design=Design(kind="warmth"), store=store)
    (made,) = invite(store, "warm", "annotator", names=["ada"])
    header = {"Authorization": f"Bearer {made.token}"}
    with TestClient(create_application(store), base_url="http://testserver") as client:
        page = client.get("/studies/warm", headers=header)
        assert page.status_code == 200, page.text
        assert "scales.css" in page.text
        turn = client.post("/api/v1/studies/warm/ask", json={}, headers=header).json()
        told = {"number": turn["questions"][0]["number"], "answer": {"warmth": 4}, "seconds": 2.0}
        assert client.post("/api/v1/studies/warm/tell", json=told, headers=header).status_code == 200


def test_unknown_names_are_told_beside_those_that_are_brought(brought):  # noqa: ARG001
    with pytest.raises(InputError, match=r"Kinds: .*rating.*warmth"):
        kind_of(Design(kind="wormth"))
    with pytest.raises(InputError, match=r"Known: .*uniform.*in-turn"):
        policy_of(Design(policy="in-tern"))
    with pytest.raises(InputError, match="exclaims"):
        find_metric("exclaim")


@pytest.mark.parametrize(
    ("group", "use", "words"),
    [
        ("kinds", lambda: kind_of(Design(kind="odd")), r"quorate.kinds by oddly \(oddly:ODD\), is 7, not a class"),
        ("policies", lambda: policy_of(Design(policy="odd")), "is 7, not a DuelPolicy"),
        ("metrics", lambda: find_metric("odd"), "is 7, not a function"),
        ("readers", readers, "is 7, not a Reader"),
    ],
)
def test_what_does_not_fit_is_said_with_its_package(group, use, words, tmp_path, monkeypatch):
    install(tmp_path / "odd", "oddly", "ODD = 7\n", {group: {"odd": "ODD"}}, monkeypatch)
    try:
        with pytest.raises(InputError, match=words):
            use()
    finally:
        forget("oddly")


def test_a_package_that_cannot_be_loaded_is_named(tmp_path, monkeypatch):
    install(tmp_path / "odd", "oddly", "import nowhere_at_all\n", {"kinds": {"odd": "ODD"}}, monkeypatch)
    try:
        with pytest.raises(InputError, match="cannot be loaded: No module named 'nowhere_at_all'"):
            kind_of(Design(kind="odd"))
    finally:
        forget("oddly")


def test_our_own_names_come_first(tmp_path, monkeypatch):
    install(tmp_path / "odd", "oddly", "ODD = 7\n", {"kinds": {"rating": "ODD"}}, monkeypatch)
    try:
        assert kind_of(Design(kind="rating")).arity == 1
    finally:
        forget("oddly")
