"""`quorate demo`: a whole study in a few seconds."""

from pathlib import Path
from typing import Annotated

import typer

Folder = Annotated[Path, typer.Option("--folder", metavar="FOLDER", help="Where its files go.")]
Fresh = Annotated[bool, typer.Option("--fresh", help="Keep an earlier demo: use a new folder beside it.")]


def demo(folder: Folder = Path("demo"), fresh: Fresh = False) -> None:
    """Run a whole study with simulated annotators, and see what it saves.

    Twenty simulated annotators compare five systems that write short notices, until the study ends by itself with a
    claim. Then the same annotators are asked about every pair alike until the same could be said. Everything is in one
    folder: the outputs, an SQLite file with the study, and the report. Run again, it replaces its own files and no
    others.

    \b
    Example:
      quorate demo
      quorate demo --folder another
    """
    from quorate.cli.demo_folder import make_room, new_folder
    from quorate.cli.output import stdout_console
    from quorate.cli.progress import counting
    from quorate.cli.tables import draw_estimates
    from quorate.wording.phrases import counted
    from quorate.workflows.demo import STUDY, play_demo

    folder = new_folder(folder) if fresh else folder
    outputs, database, report = (folder / name for name in ("outputs.jsonl", "demo.db", "report.html"))
    make_room(folder, outputs, database, report)
    found = play_demo(folder, counting=counting)
    stdout_console().print(found.headline, style="bold green")
    typer.echo(f"{found.saved}\n")
    draw_estimates(found.findings.ranking)
    holds = found.verification.holds
    questions = counted(found.verification.questions, "question")
    verdict = f"reproduces itself: {questions} decided again" if holds else f"breaks: {found.verification.problems[0]}"
    typer.echo(f"\nThe log {verdict}.")
    typer.echo(f"The report is in {report}.")
    typer.echo(f"Open the pages: quorate serve {STUDY} --open --store {database}")
    if not holds:
        raise typer.Exit(1)
