"""What every benchmark shares: arguments, a table of figures, and the result file."""

import argparse
import json
import os
import platform
import sys
from dataclasses import asdict, dataclass, field
from importlib.metadata import version
from pathlib import Path

from rich.console import Console
from rich.table import Table

PACKAGES = ("quorate", "numpy", "scipy", "numba", "pyarrow", "sqlalchemy")


@dataclass(frozen=True, kw_only=True)
class Figure:
    """One number a benchmark found.

    Attributes:
        name: What was measured.
        case: On what.
        value: The number.
        unit: Its unit.
        bar: What it is held against; `None` where nothing is.
        holds: Whether it meets the bar.
    """

    name: str
    case: str
    value: float
    unit: str
    bar: float | None = None
    holds: bool | None = None


@dataclass(kw_only=True)
class Results:
    """The figures of one benchmark and how they were made."""

    benchmark: str
    seeds: list[int]
    runs: dict[str, int]
    figures: list[Figure] = field(default_factory=list)
    extra: dict[str, object] = field(default_factory=dict)
    kept: list[Figure] = field(default_factory=list)

    def at_most(self, name: str, case: str, value: float, unit: str, bar: float | None = None) -> None:
        """Add a figure that should not exceed its bar."""
        holds = None if bar is None else bool(value <= bar)
        self.add(Figure(name=name, case=case, value=float(value), unit=unit, bar=bar, holds=holds))

    def at_least(self, name: str, case: str, value: float, unit: str, bar: float | None = None) -> None:
        """Add a figure that should reach its bar."""
        holds = None if bar is None else bool(value >= bar)
        self.add(Figure(name=name, case=case, value=float(value), unit=unit, bar=bar, holds=holds))

    def add(self, figure: Figure) -> None:
        """Add a figure."""
        self.figures.append(figure)
        print(f"  {figure.name} · {figure.case}: {figure.value:.4g} {figure.unit}", file=sys.stderr, flush=True)

    def keep_others(self, path: Path | None) -> None:
        """Where only some sections are run: what the file holds already stays, before what is measured now."""
        if path is not None and path.exists():
            self.kept = [Figure(**one) for one in json.loads(path.read_text(encoding="utf-8"))["figures"]]

    def save(self, path: Path | None) -> None:
        """Write the result file as far as it goes."""
        if path is not None:
            path.write_text(json.dumps(self.to_json(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

    def finish(self, path: Path | None) -> int:
        """Print the table, write the result file, and return how many bars were missed."""
        table = Table(title=self.benchmark, title_justify="left")
        for column in ("figure", "case", "value", "unit", "bar", "holds"):
            table.add_column(column, justify="right" if column in {"value", "bar"} else "left")
        for figure in self.figures:
            bar = "–" if figure.bar is None else f"{figure.bar:g}"
            holds = {None: "–", True: "yes", False: "NO"}[figure.holds]
            table.add_row(figure.name, figure.case, f"{figure.value:.4g}", figure.unit, bar, holds)
        Console(width=140).print(table)
        self.save(path)
        return sum(figure.holds is False for figure in self.figures)

    def _all(self) -> list[Figure]:
        new = {(figure.name, figure.case) for figure in self.figures}
        return [one for one in self.kept if (one.name, one.case) not in new] + self.figures

    def to_json(self) -> dict[str, object]:
        """The content of the result file."""
        return {
            "benchmark": self.benchmark,
            "figures": [asdict(figure) for figure in self._all()],
            "versions": {"python": platform.python_version(), **{name: version(name) for name in PACKAGES}},
            "seeds": self.seeds,
            "runs": self.runs,
            **self.extra,
            "machine": {"system": platform.system(), "processor": platform.machine(), "cores": os.cpu_count()},
        }


def parse_arguments(
    description: str | None, sections: tuple[str, ...] = (), *, workers: bool = False, before: bool = False
) -> argparse.Namespace:
    """`--data DIR`, `--quick`, `--json FILE`; `--sections a,b` and `--workers N` where a benchmark has them."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--data", type=Path, help="folder that holds pairwise/ and scores/")
    parser.add_argument("--quick", action="store_true", help="fewer runs, same figures, under five minutes")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    if workers:
        parser.add_argument("--workers", type=int, default=2, help="processes to share the runs; changes no figure")
    if before:
        parser.add_argument("--before", type=Path, help="checkout of an earlier version, to be measured side by side")
    if sections:
        parser.add_argument(
            "--sections",
            type=lambda names: tuple(names.split(",")),
            default=sections,
            help=f"run only these: {', '.join(sections)}",
        )
    return parser.parse_args()
