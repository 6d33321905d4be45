"""`quorate export`: judgments and estimates as tables."""

from pathlib import Path
from typing import Annotated

import typer

from quorate.cli.options import DEFAULT_STORE, Json, Name, Slices, StoreAddress

Out = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Judgments to: .csv, .jsonl or .parquet.")
]
EstimatesFile = Annotated[
    Path | None, typer.Option("--estimates", metavar="FILE", help="Estimates to: .csv, .jsonl or .parquet.")
]
All = Annotated[bool, typer.Option("--all", help="Also judgments that do not count (excluded annotators, checks).")]


def export(
    name: Name,
    *,
    output: Out = None,
    estimates: EstimatesFile = None,
    by: Slices = None,
    everything: All = False,
    store: StoreAddress = DEFAULT_STORE,
    as_json: Json = False,
) -> None:
    """Export judgments, estimates or both.

    One row is a judgment by one criterion: item, systems, answer, annotator (a number, never a name), how likely the
    question was, and times in UTC. `quorate simulate --judgments-file` reads it. In CSV files a text that a spreadsheet
    would compute (=, +, -, @ in front) has an apostrophe before it.

    \b
    Example:
      quorate export fall -o judgments.csv --estimates estimates.csv
    """
    from quorate.cli.opening import opened
    from quorate.cli.output import AFTER_THE_CLOSE, say
    from quorate.errors import InputError
    from quorate.io import write_judgments, write_table
    from quorate.io.rows import judgment_rows
    from quorate.io.spreadsheets import harmless
    from quorate.wording.phrases import counted

    if output is None and estimates is None:
        raise InputError("Nothing to export. Name a file: -o judgments.csv, --estimates estimates.csv, or both.")
    said: list[str] = []
    data: dict[str, object] = {"study": name}
    with opened(name, store) as study:
        if output is not None:
            rows = list(harmless(judgment_rows(study, everything=everything), output))
            write_judgments(rows, output)
            said.append(f"{counted(len(rows), 'row')} of judgments are in {output}.")
            data |= {"judgments": str(output)}
        if estimates is not None:
            table = list(harmless(study.findings(slices=tuple(by or ())).to_rows(), estimates))
            write_table(table, estimates)
            said.append(f"{counted(len(table), 'estimate')} are in {estimates}.")
            data |= {"estimates": str(estimates)}
        said += [AFTER_THE_CLOSE] if study.hides_choices else []
        data |= {"verifiable": not study.hides_choices}
    say("\n".join(said), data, as_json=as_json)
