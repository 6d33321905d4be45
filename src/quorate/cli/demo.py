"""`quorate demo`: a whole study in a few seconds."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from quorate.records.material import Material

BEGIN = 1767603600.0  # 2026-01-05 09:00 UTC: the demo's own clock, so that its log is the same everywhere
BUDGET = 1200

Folder = Annotated[Path, typer.Option("--folder", metavar="FOLDER", help="Where its files go.")]
Fresh = Annotated[bool, typer.Option("--fresh", help="Keep an earlier demo: use a new folder beside it.")]


def demo(folder: Folder = Path("demo"), fresh: Fresh = False) -> None:
    """Run a whole study with simulated annotators.

    Define, ask and tell, estimate, verify, report: twenty simulated annotators compare five systems that write short
    notices. Everything is in one folder: the outputs, an SQLite file with the study, and the report. Run again, it
    replaces its own files and no others.

    \b
    Example:
      quorate demo
      quorate demo --folder another
    """
    from quorate.cli.demo_folder import STUDY, make_room, new_folder
    from quorate.cli.notices import STRENGTHS, notices
    from quorate.cli.output import stdout_console
    from quorate.cli.progress import counting
    from quorate.cli.tables import draw_estimates
    from quorate.io import read_material, write_table
    from quorate.records.design import Design
    from quorate.reports import write_report
    from quorate.simulation import Strengths, VirtualClock, crowd, simulate
    from quorate.study import Study, verify
    from quorate.wording.phrases import counted

    folder = new_folder(folder) if fresh else folder
    outputs, database, report = (folder / name for name in ("outputs.jsonl", "demo.db", "report.html"))
    make_room(folder, outputs, database, report)
    write_table(notices(), outputs)
    material = read_material(outputs)
    typer.echo(f"{_size(material)} are in {outputs}.")
    design = Design(
        policy="uniform",
        question={"words": "Which notice says better what the record says?"},
        stopping={"budget": BUDGET, "width": 0.1},
        margin=0.05,
        seed=20,
    )
    clock = VirtualClock(BEGIN)
    study = Study.define(STUDY, material, design=design, store=str(database), clock=clock)
    try:
        with counting("Asking 20 simulated annotators", BUDGET) as progress:
            done = simulate(study, crowd(20, seed=20), Strengths(STRENGTHS), seed=20, clock=clock, progress=progress)
        with counting("Verifying the log", study.history.position) as progress:
            found = verify(study, progress=progress)
            progress(found.events)
        reproduce = ("quorate demo", "quorate verify demo --store demo/demo.db")
        findings = study.findings(slices=("domain",), reproduce=reproduce)
        write_report(findings, report)
    finally:
        study.store.close()
    typer.echo(f"{counted(done.judgments, 'judgment')}. {done.rest}\n")
    stdout_console().print(findings.answer.words, "\n", style="bold green")
    draw_estimates(findings.ranking)
    verdict = "The log reproduces itself" if found.holds else f"The log does not hold: {found.problems[0]}"
    typer.echo(f"\n{verdict}: {counted(found.questions, 'question')} decided again from {database}.")
    typer.echo(f"The report is in {report}: open it in a browser.")
    typer.echo(f"Go on with: quorate estimate {STUDY} --by domain --store {database}")
    if not found.holds:
        raise typer.Exit(1)


def _size(material: "Material") -> str:
    outputs = sum(system.count for system in material.systems)
    return f"{outputs} outputs of {len(material.systems)} systems for {len(material.items.names)} items"
