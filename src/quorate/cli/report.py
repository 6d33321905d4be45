"""`quorate report`: write what we believe to a file."""

from pathlib import Path
from typing import Annotated

import typer

from quorate.cli.options import DEFAULT_STORE, Json, Name, Slices, StoreAddress

Out = Annotated[
    Path,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="A page (.html), text (.txt), LaTeX table (.tex), JSON (.json), a methods section with references (.md), "
        "or the figure (.pdf, .png, .svg).",
        show_default=False,
    ),
]


def report(
    name: Name, output: Out, by: Slices = None, store: StoreAddress = DEFAULT_STORE, as_json: Json = False
) -> None:
    """Write a report to a file.

    It holds the answer, the ranking with intervals, the win matrix, what was asked, and the signature. The extension of
    the file chooses its form: a page, plain text, a LaTeX table, JSON, a methods section for
    a paper with its references, or the figure alone. PNG needs an extra:
    pip install 'quorate[png]'.

    \b
    Example:
      quorate report fall -o report.html --by domain
      quorate report fall -o table.tex
      quorate report fall -o figure.pdf
      quorate report fall -o methods.md
    """
    from quorate.cli.opening import command, opened
    from quorate.cli.output import say
    from quorate.reports import write_report

    with opened(name, store) as study:
        slices = [part for column in by or () for part in ("--by", column)]
        reproduce = [
            command("verify", name, store),
            command("report", name, store, "-o", output.name, *slices),
        ]
        findings = study.findings(slices=tuple(by or ()), reproduce=reproduce)
    write_report(findings, output)
    data = {"study": name, "report": str(output), "answer": findings.answer.words}
    say(f"{findings.answer.words}\nThe report is in {output}.", data, as_json=as_json)
