"""Benchmarks in sections: each adds its figures, and only some may be run again."""

import json
from pathlib import Path

from frame import Figure, Results

Parts = dict[str, list[Figure]]


def read_parts(path: Path | None) -> tuple[Parts, dict[str, int]]:
    """The figures of each section in an earlier result file, and its numbers of runs."""
    if path is None or not path.is_file():
        return {}, {}
    data = json.loads(path.read_text(encoding="utf-8"))
    figures = [Figure(**figure) for figure in data["figures"]]
    parts: Parts = {}
    for name, count in data.get("sections", {}).items():
        parts[name], figures = figures[:count], figures[count:]
    return parts, data["runs"]


def join_parts(
    benchmark: str, seed: int, sections: tuple[str, ...], parts: Parts, runs: dict[str, int], **extra: object
) -> Results:
    """The figures of all sections so far, in their order."""
    figures = [figure for name in sections for figure in parts.get(name, [])]
    counts = {name: len(parts[name]) for name in sections if name in parts}
    return Results(benchmark=benchmark, seeds=[seed], runs=runs, figures=figures, extra={"sections": counts, **extra})
