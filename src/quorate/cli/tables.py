"""Estimates as a table in a terminal."""

from typing import TYPE_CHECKING

from quorate.cli.output import stdout_console

if TYPE_CHECKING:
    from quorate.estimators.estimate import EstimateTable


def draw_estimates(table: "EstimateTable") -> None:
    """Print a table of estimates with its quantity, level and signature."""
    from rich.table import Table

    from quorate.reports.numbers import plain_percent, sentence
    from quorate.reports.outline import table_rows

    has_anytime = any(estimate.anytime for estimate in table.estimates)
    grid = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column("system", overflow="fold")
    for column in ("value", "one look", *(["every look"] if has_anytime else []), "judged"):
        grid.add_column(column, justify="right", no_wrap=True)
    for row in table_rows(table):
        cells = (row.value, row.interval, *([row.anytime] if has_anytime else []), row.judgments)
        grid.add_row(row.system, *cells)
    console = stdout_console()
    where = f" where {table.where}" if table.where else ""
    console.print(f"{sentence(table.quantity)}{where}; intervals at level {plain_percent(table.level)}", style="bold")
    console.print(grid)
    console.print(table.signature, style="dim", soft_wrap=True)
