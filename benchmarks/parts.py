"""Benchmarks in sections: each adds its figures, and only some may be run again."""

import argparse
import importlib
import json
import sys
import time
from pathlib import Path

from frame import Figure, Results

Parts = dict[str, list[Figure]]


def run_sections(
    benchmark: str,
    sections: tuple[str, ...],
    arguments: argparse.Namespace,
    *,
    needs: str,
    seed: int = 0,
    counts: dict[str, int] | None = None,
) -> int:
    """Run those sections that were asked for, the modules of `BENCHMARK_sections`, and keep what is known after each.

    Args:
        benchmark: Its name.
        sections: All of its sections, in their order.
        arguments: What the command line says.
        needs: Which folders of data it reads.
        seed: Where every section begins.
        counts: How many runs stand behind the figures; in place of the processor time of each section.
    """
    if arguments.data is None:
        print(f"Name the folder that holds {needs} with --data.", file=sys.stderr)
        return 2
    parts, runs = read_parts(arguments.json)
    runs = counts or runs
    runs["quick"] = int(arguments.quick)
    for name in arguments.sections:
        print(name, file=sys.stderr)
        results = Results(benchmark=benchmark, seeds=[seed], runs=runs)
        begin = time.process_time()
        importlib.import_module(f"{benchmark}_sections.{name}").run(results, arguments.data, arguments.quick, seed)
        if counts is None:
            runs[f"CPU seconds, {name}"] = round(time.process_time() - begin)
        parts[name] = results.figures
        _joined(benchmark, seed, sections, parts, runs).save(arguments.json)
    return _joined(benchmark, seed, sections, parts, runs).finish(arguments.json)


def _joined(benchmark: str, seed: int, sections: tuple[str, ...], parts: Parts, runs: dict[str, int]) -> Results:
    """The figures of all sections so far, with their words."""
    known = [name for name in sections if name in parts]
    words = {name: (importlib.import_module(f"{benchmark}_sections.{name}").__doc__ or "").strip() for name in known}
    return join_parts(benchmark, seed, sections, parts, runs, words=words)


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
