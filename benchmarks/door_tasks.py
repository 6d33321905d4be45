"""Ten things that people come for, each one command or twelve lines of Python, done in a folder of its own.

A task is done where the command ends well and what it was for is there: a number, a file that is what it should be, a
page that answers.
"""

import json
import os
import random
import re
import subprocess
import sys
import textwrap
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

QUORATE = (sys.executable, "-c", "from quorate.cli import main; main()")
MOST_LINES = 12
SYSTEMS = ("small", "base", "large")

FRAME = """
import pandas
from quorate import define, simulate, crowd, Strengths
frame = pandas.DataFrame([{"item": n, "system": s, "output": f"{s} {n}"} for n in range(20) for s in ("a", "b")])
study = define("frame", frame, budget=20, seed=1)
simulate(study, crowd(3, seed=1), Strengths({"a": 2.0}), seed=1)
findings = study.findings()
print(findings.to_frame().iloc[0]["value"])
"""
PACKAGE = """
from quorate.io.readers import Reader, Reading, Sign
from quorate.io.table import Rows, Table

def recognise(file):
    return Sign(sureness=1, why="the extension .said") if file.extension == ".said" else None

def read(files, wanted):
    rows = [line.split(": ", 2) for line in files[0].path.read_text().splitlines()]
    columns = {name: list(values) for name, values in zip(("system", "item", "output"), zip(*rows))}
    return Reading(table=Table(columns=columns, files=(Rows(path=files[0].path, places=range(1, len(rows) + 1)),)))
READER = Reader(name="said", title="what was said", recognise=recognise, read=read)
"""


@dataclass(frozen=True, kw_only=True)
class Task:
    """One thing people come for.

    Attributes:
        name: What it is.
        command: The command, or the lines of Python.
        holds: Whether what it was for is there, given what the command printed.
    """

    name: str
    command: str
    holds: Callable[[Path, str], bool]

    @property
    def lines(self) -> int:
        """How many lines it takes; a command is one."""
        return len(list(filter(str.strip, self.command.splitlines())))


def prepare(folder: Path) -> None:
    """What people bring: votes, ratings, a sheet of outputs, a study, an archive of it, a file of another format."""
    rng = random.Random(7)
    votes = ["model_a,model_b,winner,judge,question_id"]
    ratings = ["question,model,rating,rater"]
    for n in range(300):
        one, other = rng.sample(range(3), 2)
        won = "model_a" if rng.random() < 0.5 + 0.2 * (one - other) else "model_b"
        votes.append(f"{SYSTEMS[one]},{SYSTEMS[other]},{won},user {n % 20},q{n % 30}")
        ratings.append(f"q{n % 50},{SYSTEMS[n % 3]},{min(5, 1 + n % 3 + rng.randrange(3))},user {n % 7}")
    sheet = ["prompt,gpt,claude", *(f"Question {n}?,Answer {n} of gpt,Another answer {n}" for n in range(12))]
    said = [f"{name}: q{n}: {name} says {n}" for n in range(6) for name in ("ann", "ben")]
    for name, lines in (("votes.csv", votes), ("ratings.csv", ratings), ("wide.csv", sheet), ("talk.said", said)):
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    for words in (
        "define fall wide.csv --budget 20 --seed 1",
        "simulate fall --annotators 4 --strength gpt=1 --seed 1",
        "copy fall --to archive.db",
        "define two wide.csv",
    ):
        run(folder, words)
    package = folder / "site" / "said_reader"
    (folder / "site" / "said_reader-1.0.dist-info").mkdir(parents=True)
    package.mkdir()
    (package / "__init__.py").write_text(PACKAGE, encoding="utf-8")
    about = package.parent / "said_reader-1.0.dist-info"
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: said-reader\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text("[quorate.readers]\nsaid = said_reader:READER\n", encoding="utf-8")


def run(folder: Path, words: str) -> str:
    """What a command prints; fails where it does."""
    paths = os.pathsep.join(filter(None, [str(folder / "site"), os.environ.get("PYTHONPATH", "")]))
    command = [*QUORATE, *words.split()]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": paths}
    )
    return done.stdout


def script(folder: Path, lines: str) -> str:
    """What lines of Python print."""
    path = folder / "script.py"
    path.write_text(textwrap.dedent(lines), encoding="utf-8")
    return subprocess.run([sys.executable, path], cwd=folder, capture_output=True, text=True, check=True).stdout


def browser(folder: Path, words: str) -> str:
    """Serve a study, follow the open link as two colleagues would, and stop."""
    command = [*QUORATE, *words.split(), "--port", "0"]
    with subprocess.Popen(
        command,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as serving:
        said = ""
        try:
            for line in serving.stdout or ():
                said += line
                if line.startswith("Serving"):
                    break
            link = re.search(r"annotators\s+(\S+)", said)
            pages = [fetched(link[1]) for _ in range(2)] if link else []
        finally:
            serving.terminate()
    return f"{said}\n{len(pages)} pages, {sum('<form' in page for page in pages)} with a form"


def fetched(url: str, patience: float = 60.0) -> str:
    """A page as a browser of its own gets it, once it is served."""
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    end = time.monotonic() + patience
    while True:
        try:
            with opener.open(url, timeout=10) as answer:
                page: bytes = answer.read()
                return page.decode()
        except urllib.error.URLError as error:
            if isinstance(error, urllib.error.HTTPError) or time.monotonic() > end:
                raise
            time.sleep(0.5)


def begins(name: str, mark: bytes) -> Callable[[Path, str], bool]:
    """Whether a file was made and begins so."""
    return lambda folder, _: (folder / name).read_bytes().startswith(mark)


def _same(folder: Path, said: str) -> bool:
    here, there = json.loads(run(folder, "estimate fall --json")), json.loads(said)
    return bool(here["ranking"] == there["ranking"] and here["signature"] == there["signature"])


TASKS = (
    Task(name="ranking from votes", command="estimate votes.csv", holds=lambda _, said: "large is better" in said),
    Task(
        name="ranking from ratings",
        command="estimate ratings.csv --scale 1,5",
        holds=lambda _, said: "large has the highest score" in said,
    ),
    Task(name="wide CSV to study", command="define new wide.csv", holds=lambda _, said: "Study new is defined" in said),
    Task(name="frame to findings", command=FRAME, holds=lambda _, said: 0.5 < float(said) < 1),
    Task(name="two colleagues in a browser", command="serve two", holds=lambda _, said: "2 with a form" in said),
    Task(
        name="LaTeX",
        command="estimate votes.csv -o table.tex",
        holds=lambda folder, _: "\\begin{tabular}" in (folder / "table.tex").read_text(encoding="utf-8"),
    ),
    Task(name="figure as PDF", command="estimate votes.csv -o figure.pdf", holds=begins("figure.pdf", b"%PDF-1")),
    Task(name="methods paragraph", command="report fall -o methods.md", holds=begins("methods.md", b"## Methods")),
    Task(name="same number from an archived copy", command="estimate fall --store archive.db --json", holds=_same),
    Task(
        name="reader from another package",
        command="define talk talk.said",
        holds=lambda _, said: "what was said" in said and "Study talk is defined" in said,
    ),
)


def done(task: Task, folder: Path) -> tuple[bool, str]:
    """Whether a task was done, and what went wrong."""
    how = script if "\n" in task.command else browser if task.command.startswith("serve") else run
    try:
        said = how(folder, task.command)
        is_there = task.holds(folder, said)
    except subprocess.CalledProcessError as error:
        return False, error.stderr.strip()[-300:]
    except (OSError, ValueError, KeyError) as error:
        return False, repr(error)[:300]
    lines = (
        max(task.lines, len(list(filter(str.strip, PACKAGE.splitlines())))) if "package" in task.name else task.lines
    )
    return is_there and lines <= MOST_LINES, "" if is_there else said[-300:]
