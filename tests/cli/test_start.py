# ruff: noqa: ARG001 - a fixture is asked for by its name
"""How the command starts, what it says about itself, and how it ends."""

import json
import os
import subprocess
import sys
import time

import pytest
from commands import done, run
from typer.testing import CliRunner

import quorate
from quorate.cli import app, opening, parsing
from quorate.cli.application import VERBS
from quorate.errors import InputError

HEAVY = {"numba", "pyarrow", "openpyxl", "scipy", "matplotlib", "sqlalchemy", "numpy", "pydantic", "jinja2", "joblib"}


@pytest.mark.parametrize("verb", [verb.__name__.replace("_", "-") for verb in VERBS])
def test_help_shows_an_example(verb):
    said = done(f"{verb} --help").out
    assert "Example:" in said
    assert f"quorate {verb}" in said.split("Example:")[1]


def test_help_names_every_verb():
    said = done("--help").out
    assert all(verb.__name__.replace("_", "-") in said for verb in VERBS)
    assert "Example:" in said


def test_version():
    assert done("--version").out.strip() == quorate.__version__


def test_no_verb_is_help_and_a_wrong_verb_is_an_error():
    assert "Usage" in run("").out + run("").err
    assert run("").code == 2
    ran = run("defin signs")
    assert ran.code == 2
    assert "defin" in ran.err


START = """
import sys, time
{code}
import json
print()
print(json.dumps([time.process_time(), sorted({{name.partition(".")[0] for name in sys.modules}})]))
"""


@pytest.mark.parametrize(
    ("code", "seconds"),
    [
        ("import quorate", 0.5),
        ("from quorate.cli import app\napp(['--help'], prog_name='quorate', standalone_mode=False)", 0.7),
    ],
    ids=["import quorate", "quorate --help"],
)
def test_start_is_quick_and_imports_nothing_heavy(code, seconds):
    best = None
    for _ in range(3):  # the first start may compile; a busy machine may disturb
        ended = subprocess.run(
            [sys.executable, "-c", START.format(code=code)], capture_output=True, text=True, check=True, timeout=300
        )
        taken, modules = json.loads(ended.stdout.splitlines()[-1])
        assert not HEAVY & set(modules)
        best = taken if best is None else min(best, taken)
        if best <= seconds:
            break
    assert best <= seconds


def test_an_error_is_one_line_without_a_traceback(folder):
    ended = subprocess.run(
        [sys.executable, "-c", "from quorate.cli import main; main()", "ask", "x", "-a", "me"],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert ended.stderr.startswith("Error: There is no store at quorate.db.")
    assert ended.stderr.count("\n") == 1


def test_debugging_shows_the_error_itself(monkeypatch):
    monkeypatch.setenv("QUORATE_DEBUG", "1")
    outcome = CliRunner().invoke(app, ["ask", "x", "-a", "me"])
    assert isinstance(outcome.exception, LookupError)


def test_control_c_ends_quietly(signs, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(opening, "existing_store", interrupt)
    ran = run("ask signs -a me")
    assert (ran.code, ran.out, ran.err) == (130, "", "")


def test_a_reader_that_goes_away_ends_the_output_quietly(signs):
    done("simulate signs --judgments 60 --annotators 6")
    reader, writer = os.pipe()
    os.close(reader)
    ended = subprocess.run(
        [sys.executable, "-c", "from quorate.cli import main; main()", "log", "signs", "--json"],
        stdout=writer,
        stderr=subprocess.PIPE,
        check=False,
        timeout=300,
    )
    os.close(writer)
    assert ended.returncode == 141
    assert ended.stderr == b""


def test_passwords_and_folders_are_not_repeated():
    assert opening.place("postgresql://me:secret@host/name") == "postgresql://me@host/name"
    assert opening.place("postgresql://host/name") == "postgresql://host/name"
    assert opening.place("some/where.db") == "some/where.db"
    assert opening.command("verify", "a study", "some/where.db") == "quorate verify 'a study' --store where.db"
    assert "secret" not in opening.command("verify", "x", "postgresql://me:secret@host/name")


@pytest.mark.parametrize(("text", "seconds"), [("90", 90), ("90s", 90), ("15m", 900), ("1.5h", 5400), ("2d", 172800)])
def test_durations(text, seconds):
    assert parsing.seconds_of(text) == seconds


@pytest.mark.parametrize("text", ["", "h", "1 week", "-3m", "1e3"])
def test_wrong_durations(text):
    with pytest.raises(InputError, match="no time"):
        parsing.seconds_of(text)


def test_a_name_may_hold_an_equals_sign():
    assert parsing.named(["a=b=1"], "--strength") == {"a=b": "1"}
    with pytest.raises(InputError, match="twice"):
        parsing.named(["a=1", "a=2"], "--strength")


def test_time_is_read_when_a_verb_runs(signs):
    before = time.time()
    expires = done("ask signs -a me --json").json["expires"]
    assert before + 3600 <= expires <= time.time() + 3600
