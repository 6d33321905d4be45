"""Command line, Python and REST take the same names and defaults, and refuse the same things in the same words."""

import inspect
import json
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner

import quorate
from quorate.cli import app
from quorate.cli.application import VERBS
from quorate.errors import QuorateError
from quorate.stores import open_store
from quorate.web.application import create_application
from quorate.web.invitations import invite
from quorate.workflows import (
    add_items,
    add_outputs,
    add_predictions,
    add_scores,
    add_system,
    define,
    plan,
    prepare_study,
    replay,
    score,
    select,
    variance,
    verify,
)

ROWS = [
    {"item": f"i{item}", "system": system, "output": f"{system} says {item}", "source": f"line {item}"}
    for item in range(6)
    for system in ("a", "b", "c")
]
CALLED = {  # verb → what it calls, and how its options are called there
    "define": (
        prepare_study,
        {
            "no_ties": "ties",
            "type_": "types",
            "relation": "relations",
            "link": "links",
            "no_evidence": "evidence",
            "criterion": "criteria",
            "category": "categories",
            "policy_parameter": "policy_parameters",
            "annotator": "annotators",
            "column": "columns",
            "label": "labels",
        },
    ),
    "select": (select, {}),
    "plan": (plan, {"judge": "judges"}),
    "replay": (replay, {"data": "data"}),
    "score": (score, {}),
    "variance": (variance, {"file": "scores"}),
    "verify": (verify, {"name": "study"}),
    "add_system": (add_system, {"name": "study"}),
    "add_items": (add_items, {"name": "study"}),
    "add_outputs": (add_outputs, {"name": "study"}),
    "add_scores": (add_scores, {"name": "study"}),
    "add_predictions": (add_predictions, {"name": "study"}),
}
OF_THE_COMMAND = {  # what only a command does: where it prints and writes, and what it does beside
    "store", "as_json", "output", "page", "preview", "replace", "study", "kind", "criterion", "item_cost", "cost"
}  # fmt: skip
ONLY_IN_PYTHON = {"progress", "most", "counting", "own", "columns"}  # and what only Python can say


def verb(name: str) -> object:
    return next(one for one in VERBS if one.__name__ == name)


def plainly(value: object) -> object:
    """A default as what it means: nothing given is nothing, however it is written; `10s` are 10 seconds."""
    if value in ("", (), None) or value is inspect.Parameter.empty:
        return None
    return 10.0 if value == "10s" else value


@pytest.mark.parametrize("name", CALLED)
def test_options_of_a_verb_and_arguments_of_its_function_are_the_same(name):
    function, called = CALLED[name]
    typed, taken = inspect.signature(verb(name)).parameters, inspect.signature(function).parameters
    matched = {called.get(option, option): option for option in typed if called.get(option, option) in taken}
    assert set(typed) - set(matched.values()) <= OF_THE_COMMAND
    assert set(taken) - set(matched) <= ONLY_IN_PYTHON
    for argument, option in matched.items():
        expected = plainly(typed[option].default)
        given = plainly(taken[argument].default)
        assert given == (not expected if option.startswith("no_") else expected), (name, argument)


def test_a_study_begins_with_the_same_design_by_command_and_in_python(outputs, tmp_path):
    store = str(tmp_path / "studies.db")
    assert run("define", "typed", outputs, "--store", store).exit_code == 0
    with_python = define("called", ROWS, store=store).design
    by_command = quorate.Study.open("typed", store).design
    differing = {name for name in vars(by_command) if getattr(by_command, name) != getattr(with_python, name)}
    assert differing == {"seed"}  # drawn at random: both draw questions from a secret
    assert by_command.draws == "secret"
    assert by_command.ahead == 1


@pytest.fixture
def outputs(tmp_path) -> Path:
    path = tmp_path / "outputs.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    return path


def run(*words: object):
    return CliRunner().invoke(app, [str(word) for word in words], prog_name="quorate")


REFUSED = {
    "what is shown": (("define", "x", "FILE", "--show", "sorce"), lambda file: define("x", file, show=["sorce"])),
    "a kind": (("define", "x", "FILE", "--kind", "ratin"), lambda file: define("x", file, kind="ratin")),
    "a policy": (("define", "x", "FILE", "--policy", "rmed"), lambda file: define("x", file, policy="rmed")),
    "a target": (("define", "x", "FILE", "--target", "worst"), lambda file: define("x", file, target="worst")),
    "a level": (("define", "x", "FILE", "--level", 2), lambda file: define("x", file, level=2.0)),
    "an error": (("define", "x", "FILE", "--error", -1), lambda file: define("x", file, error=-1)),
    "people": (("define", "x", "FILE", "--people", -1), lambda file: define("x", file, people=-1)),
    "the same twice": (
        ("define", "x", "FILE", "--annotator", "ada", "--annotator", "ada"),
        lambda file: define("x", file, annotators=["ada", "ada"]),
    ),
    "a frame": (("define", "x", "FILE", "--frame", "round"), lambda file: define("x", file, frame="round")),
    "a file": (("define", "x", "nowhere.csv"), lambda _: define("x", "nowhere.csv")),
    "a budget": (("select", "FILE", "--budget", "all"), lambda file: select(file, budget="all")),
    "too many items": (("select", "FILE", "--budget", 60), lambda file: select(file, budget=60)),
    "a method": (
        ("select", "FILE", "--budget", 3, "--method", "best"),
        lambda file: select(file, budget=3, method="best"),
    ),
    "a gap": (("select", "FILE", "--budget", 3, "--gap", -1), lambda file: select(file, budget=3, gap=-1)),
    "a plan without numbers": (("plan", "scores"), lambda _: plan("scores")),
    "a correlation": (
        ("plan", "scores", "--gamma", 1, "--rho", 2),
        lambda _: plan("scores", gamma=1, rho=2),
    ),
    "systems": (("plan", "winner", "--systems", 1, "--outputs", 9), lambda _: plan("winner", systems=1, outputs=9)),
    "a policy to play": (
        ("replay", "FILE", "--policies", "rmed"),
        lambda file: replay(file, policies="rmed"),
    ),
    "judgments": (("replay", "FILE", "--policies", "rmed1"), lambda file: replay(file, policies="rmed1")),
    "runs": (("replay", "FILE", "--runs", 0), lambda file: replay(file, runs=0)),
    "a metric": (("score", "FILE", "--metric", "chr"), lambda file: score(file, metric="chr")),
    "a reference": (("score", "FILE", "--metric", "chrf"), lambda file: score(file, metric="chrf")),
    "scores": (("variance", "FILE"), variance),
    "a store": (("verify", "x", "--store", "nowhere.db"), lambda _: verify("x", store="nowhere.db")),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_one_refuses_all_refuse_in_the_same_words(what, outputs, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words, call = REFUSED[what]
    done = run(*[outputs if word == "FILE" else word for word in words])
    assert done.exit_code == 2, done.output
    with pytest.raises(QuorateError) as found:
        call(outputs)
    assert done.stderr == f"Error: {' '.join(str(found.value).split())}\n"


def test_a_design_refuses_what_a_command_refuses():
    material = prepare_study("y", ROWS).understood.material
    with pytest.raises(QuorateError, match=r"no text 'sorce' to show\. They have: source"):
        quorate.Study.define("x", material, design=quorate.Design(show=("sorce",)))


def test_an_answer_is_refused_in_the_same_words_by_command_in_python_and_by_rest(tmp_path):
    place = str(tmp_path / "studies.db")
    study = define("fall", ROWS, store=place, policy="uniform", seed=1)
    number = study.ask("ada").number
    with pytest.raises(QuorateError) as found:
        study.tell(number, "lef", annotator="ada")
    typed = run("tell", "fall", number, "lef", "--annotator", "ada", "--store", place)
    assert typed.stderr == f"Error: {found.value}\n"
    store = open_store(place)
    (made,) = invite(store, "fall", "annotator", names=["ada"])
    with TestClient(create_application(store), base_url="http://testserver") as client:
        header = {"Authorization": f"Bearer {made.token}"}
        client.post("/api/v1/studies/fall/ask", json={}, headers=header)
        told = client.post(
            "/api/v1/studies/fall/tell", json={"number": number, "answer": "lef", "seconds": 1.0}, headers=header
        )
    assert told.json()["error"]["words"] == str(found.value)
    store.close()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("estimat", "x"), "No such command 'estimat'. Did you mean 'estimate', 'simulate'? See: quorate --help"),
        (("define", "x"), "Missing argument 'OUTPUTS'. See: quorate define --help"),
        (("ask", "x", "-a", "ada", "--bogus"), "No such option: --bogus. See: quorate ask --help"),
        (("replay", "x", "--runs", "many"), "See: quorate replay --help"),
    ],
)
def test_what_was_typed_wrongly_is_one_line(words, said):
    done = run(*words)
    assert done.exit_code == 2
    assert done.stderr.count("\n") == 1
    assert said in done.stderr
