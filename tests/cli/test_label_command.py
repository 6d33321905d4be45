"""`quorate label`: define, run, report: a stream through the command line."""

import json
import subprocess
import sys
import threading
import time

import pytest
from typer.testing import CliRunner

from quorate.cli.application import app
from quorate.policies import Rest
from quorate.study import Study

RUN = CliRunner()
GUESSED = ("--url", "http://127.0.0.1:1/v1", "--model", "small")
TEXTS = [f"{'invoice' if n % 2 else 'password'} {n // 4}" for n in range(24)]


def quorate(*words, **more):
    return RUN.invoke(app, [str(word) for word in words], **more)


@pytest.fixture
def store(tmp_path):
    address = tmp_path / "jobs.db"
    words = ("--label", "bill", "--label", "login", "--patience", 1.5, "--cost", 0.05, "--store", address)
    done = quorate("label", "define", "tickets", *words, "--audit", 0.5, "--block", 8, "--auditor", "chief")
    assert done.exit_code == 0, done.output
    assert "tickets labels texts: bill, login." in done.stdout
    return address


def answering(store, names, stop):
    def person(name):
        study = Study.open("tickets", str(store))
        while not stop.is_set():
            question = study.ask(name)
            if isinstance(question, Rest):
                time.sleep(0.02)
                continue
            said = "bill" if "invoice" in question.item["text"] else "login"
            study.tell(question.number, said, annotator=name, seconds=0.05)

    threads = [threading.Thread(target=person, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    return threads


def test_a_stream_is_answered_line_by_line_and_goes_on_where_it_stopped(store, tmp_path):
    file = tmp_path / "inputs.jsonl"
    file.write_text("".join(json.dumps({"text": text}) + "\n" for text in TEXTS[:8]))
    stop = threading.Event()
    threads = answering(store, ("ada", "ben", "chief"), stop)
    try:
        first = quorate("label", "run", "tickets", file, "--at-once", 2, "--store", store)
        file.write_text("".join(json.dumps({"text": text}) + "\n" for text in TEXTS))
        second = quorate("label", "run", "tickets", file, "--at-once", 2, "--store", store)
        time.sleep(0.5)  # for the audit
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    assert first.exit_code == second.exit_code == 0, first.output + second.output
    before, after = ([json.loads(line) for line in done.stdout.splitlines()] for done in (first, second))
    assert len(before) == 8
    assert {one["id"]: one for one in after}.items() >= {one["id"]: one for one in before}.items()
    right = sum(("bill" if "invoice" in one["text"] else "login") == one["labels"][0] for one in after)
    assert right >= 22
    said = quorate("label", "report", "tickets", "--store", store)
    assert "24 inputs answered, 0 wait" in said.stdout
    assert "Audited: 4 of every 8 inputs (50%)" in said.stdout
    assert "Block 3: 8 inputs answered, 4 checked: at least" in said.stdout
    report = json.loads(quorate("label", "report", "tickets", "--store", store, "--json").stdout)
    questions = [one["questions"] for one in report["prices"]]
    assert questions == sorted(questions, reverse=True)
    assert questions[0] > questions[-1]
    assert "reproduces itself" in quorate("verify", "tickets", "--store", store).stdout


def test_inputs_come_from_stdin_and_are_answered_while_it_is_open(store):
    command = [
        sys.executable,
        "-c",
        "from quorate.cli import main; main()",
        "label",
        "run",
        "tickets",
        "--store",
        str(store),
    ]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        process.stdin.write("my invoice\n")
        process.stdin.flush()
        answer = json.loads(process.stdout.readline())  # nobody there, and the stream is not at its end
        process.stdin.close()
        assert process.wait(30) == 0
    assert answer["why"] == "nobody was there to ask"
    assert answer["text"] == "my invoice"


def test_without_the_model_that_guesses_first_inputs_are_answered_and_that_is_said(store, tmp_path):
    prompt = tmp_path / "prompt.txt"
    prompt.write_text("Which of {labels} is {text}?")
    done = quorate("label", "run", "tickets", *GUESSED, "--prompt", prompt, "--store", store, input="my invoice\n")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["why"] == "nobody was there to ask"
    assert "First guesses by small: for 0 of 1 inputs. None for 1: no connection" in done.stderr
    prompt.write_text("Which of {labels} is it?")
    done = quorate("label", "run", "tickets", *GUESSED, "--prompt", prompt, "--store", store, input="my bill\n")
    assert done.exit_code == 2
    assert "write {text} where it stands" in done.stderr


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"text": ""}', "line 2: an input is a text"),
        ('{"words": "x"}', "line 2: an input is a text"),
        ('{"text": ', "line 2: no JSON object"),
    ],
)
def test_a_line_that_is_no_input_is_named(store, line, words):
    done = quorate("label", "run", "tickets", "--store", store, input=f"fine\n{line}\n")
    assert done.exit_code == 2
    assert words in done.stderr


def test_what_is_wrong_is_said_in_one_line(store, tmp_path):
    for words, said in (
        (("run", "mails"), "No study is called 'mails'"),
        (("define", "x", "--label", "one"), "2 to 50 different labels"),
        (("define", "x", "inputs.jsonl", "--label", "one"), "Inputs come with"),
        (("run", "tickets", tmp_path / "nowhere.jsonl"), "There is no file"),
        (("define", "x", "--label", "a", "--label", "b", "--model", "forest"), "is chain or head"),
        (("define", "x", "--label", "a", "--label", "b", "--budget", "1.5"), "a number of answers"),
        (("run", "tickets", "--model", "small"), "needs both --url and --model"),
        (("run", "tickets", "--budget", "2"), "needs both --url and --model"),
        (("run", "tickets", "--url", "ftp://a", "--model", "small"), "--url is an address"),
        (("run", "tickets", *GUESSED, "--budget", "2"), "needs its price"),
        (("run", "tickets", *GUESSED, "--price", "cheap"), "--price is two numbers"),
        (("run", "tickets", *GUESSED, "--prompt", tmp_path / "nowhere.txt"), "the prompt cannot be read"),
    ):
        done = quorate("label", *words, "--store", store)
        assert done.exit_code == 2
        assert said in done.stderr, done.stderr


def test_a_report_of_one_input_speaks_of_one(tmp_path):
    store = tmp_path / "jobs.db"
    quorate("label", "define", "one", "--label", "bill", "--label", "login", "--patience", 0.1, "--store", store)
    (tmp_path / "inputs.txt").write_text("I cannot log in\n")
    quorate("label", "run", "one", tmp_path / "inputs.txt", "--store", store)
    said = quorate("label", "report", "one", "--store", store).stdout
    assert "one: 1 input answered, 0 wait. Expected to be right: 50.0% of 1 label, for 0.00 questions" in said
