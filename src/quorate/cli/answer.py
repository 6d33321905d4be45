"""`quorate answer`: judge in the terminal, one question after the other."""

import sys
import time
from typing import TYPE_CHECKING

import typer

from quorate.cli.options import DEFAULT_STORE, Annotator, Name, StoreAddress
from quorate.errors import AnswerError

if TYPE_CHECKING:
    from quorate.study import Question

KEYS = {
    "l": "left",
    "r": "right",
    "t": "tie",
    "s": "skip",
    "q": "quit",
    "\x1b[D": "left",
    "\x1b[C": "right",
    "\x1bOD": "left",
    "\x1bOC": "right",
}


def answer(name: Name, annotator: Annotator, store: StoreAddress = DEFAULT_STORE) -> None:
    """Answer questions in the terminal until you quit or nothing is left.

    Comparisons take one key: ← or l, → or r, t for a tie. In ratings type the number and Enter. s skips, q quits; an
    open question is kept for you.

    \b
    Example:
      quorate answer fall --annotator me
    """
    from quorate.cli.opening import opened
    from quorate.cli.output import counted, draw
    from quorate.cli.showing import show_question
    from quorate.policies import Rest

    told = 0
    with opened(name, store) as study:
        while not isinstance(question := study.ask(annotator), Rest):
            draw(show_question(question))
            begin = time.monotonic()
            given = _take(question)
            if given == "quit":
                break
            if given == "skip":
                study.release(question.number, "skipped")
                continue
            try:
                study.tell(question.number, given, annotator=annotator, seconds=round(time.monotonic() - begin, 1))
            except AnswerError as error:
                typer.echo(f"{error} Once more.")
                continue
            told += 1
        else:
            typer.echo(question.words)
    typer.echo(f"{counted(told, 'judgment')} told. Thank you.")


def _take(question: "Question") -> object:
    """What the annotator wants: an answer, skip or quit."""
    if question.kind == "comparison":
        while True:
            typer.echo("← left   → right   t tie   s skip   q quit ", nl=False)
            key = _key()
            typer.echo(KEYS.get(key, "?"))
            if key in KEYS:
                return KEYS[key]
    scores: dict[str, object] = {}
    for criterion in question.criteria:
        typed = typer.prompt(f"{criterion['name']} ({criterion['low']:g} to {criterion['high']:g}, s skip, q quit)")
        if typed in ("s", "q"):
            return KEYS[typed]
        scores[criterion["name"]] = typed
    return scores


def _key() -> str:
    """One key in a terminal; else the first letter of a line."""
    if sys.stdin.isatty():
        key = typer.getchar()
        return key.lower() if len(key) == 1 else key
    line = sys.stdin.readline()
    return line.strip()[:1].lower() if line else "q"
