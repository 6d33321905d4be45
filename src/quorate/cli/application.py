"""The verbs, in the order a study goes through them."""

import inspect
from typing import Annotated

import typer

from quorate.cli.add_items import add_items
from quorate.cli.add_outputs import add_outputs
from quorate.cli.add_predictions import add_predictions
from quorate.cli.add_scores import add_scores
from quorate.cli.add_system import add_system
from quorate.cli.answer import answer
from quorate.cli.ask import ask
from quorate.cli.backup import backup
from quorate.cli.close import close
from quorate.cli.comparer import comparer
from quorate.cli.copy import copy
from quorate.cli.define import define
from quorate.cli.delete import delete
from quorate.cli.demo import demo
from quorate.cli.distill import distill
from quorate.cli.erase import erase
from quorate.cli.estimate import estimate
from quorate.cli.exclude import exclude
from quorate.cli.export import export
from quorate.cli.failures import FailingClearly
from quorate.cli.invite import invite
from quorate.cli.judge import judge
from quorate.cli.label import label
from quorate.cli.links import links
from quorate.cli.log import log
from quorate.cli.pause import pause
from quorate.cli.plan import plan
from quorate.cli.rate import rate
from quorate.cli.readmit import readmit
from quorate.cli.release import release
from quorate.cli.remove_system import remove_system
from quorate.cli.replay import replay
from quorate.cli.report import report
from quorate.cli.resume import resume
from quorate.cli.retract import retract
from quorate.cli.score import score
from quorate.cli.select import select
from quorate.cli.serve import serve
from quorate.cli.simulate import simulate
from quorate.cli.split import split
from quorate.cli.studies import studies
from quorate.cli.tell import tell
from quorate.cli.trust import trust
from quorate.cli.variance import variance
from quorate.cli.verify import verify
from quorate.version import __version__

VERBS = (
    demo,
    plan,
    score,
    split,
    judge,
    trust,
    comparer,
    select,
    distill,
    label,
    define,
    delete,
    add_system,
    add_items,
    add_outputs,
    add_scores,
    add_predictions,
    remove_system,
    serve,
    invite,
    links,
    ask,
    tell,
    answer,
    release,
    retract,
    exclude,
    readmit,
    erase,
    pause,
    resume,
    close,
    simulate,
    replay,
    estimate,
    rate,
    variance,
    report,
    export,
    log,
    verify,
    copy,
    backup,
    studies,
)

app = typer.Typer(
    cls=FailingClearly,
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _say_version(wanted: bool) -> None:
    if wanted:
        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def quorate(
    version: Annotated[
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Find out which text-generation system is better, with as few human judgments as the question needs.

    \b
    Example:
      quorate define fall outputs.jsonl --budget 300
      quorate ask fall --annotator me
      quorate tell fall 1 left --annotator me
      quorate report fall -o report.html
    """


def flowing(docstring: str | None) -> str:
    """A docstring whose paragraphs are one line each, for any width; those after `\\b` keep their lines."""
    paragraphs = inspect.cleandoc(docstring or "").split("\n\n")
    return "\n\n".join(part if part.startswith("\b") else " ".join(part.split()) for part in paragraphs)


for verb in VERBS:
    app.command(verb.__name__.replace("_", "-"), help=flowing(verb.__doc__))(verb)
