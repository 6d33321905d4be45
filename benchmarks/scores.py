"""Scores: how many judgments metrics save, whether intervals hold, and the published numbers again.

Each section is a module of `scores_sections` that adds its figures. `--sections a,b` runs only some of them and leaves
the others in the result file as they are.
"""

import importlib
import os
import sys
import time
from pathlib import Path

from frame import Results, parse_arguments
from joblib import Parallel, delayed
from parts import join_parts, read_parts

SEED = 0
ALONE = ("speed",)  # timings want a machine to themselves
SECTIONS = (
    "defaults",
    "apart",
    "best",
    "repeats",
    "paper",
    "efficiency",
    "robustness",
    "annotators",
    "sequential",
    "coverage",
    "speed",
)


def main() -> int:
    """Run the sections that were asked for."""
    arguments = parse_arguments(__doc__, sections=SECTIONS)
    if arguments.data is None:
        print("Name the folder that holds scores/ with --data.", file=sys.stderr)
        return 2
    parts, runs = read_parts(arguments.json)
    alone = [name for name in arguments.sections if name in ALONE]
    together = [name for name in arguments.sections if name not in ALONE]
    options = (arguments.data, arguments.quick)
    done = Parallel(n_jobs=min(2, os.cpu_count() or 1))(delayed(run_section)(name, *options) for name in together)
    done += [run_section(name, *options) for name in alone]
    runs["quick"] = int(arguments.quick)
    for name, results in zip([*together, *alone], done, strict=True):
        parts[name] = results.figures
        runs |= results.runs
    words = {name: (importlib.import_module(f"scores_sections.{name}").__doc__ or "").strip() for name in parts}
    return join_parts("scores", SEED, SECTIONS, parts, runs, words=words).finish(arguments.json)


def run_section(name: str, data: Path, quick: bool) -> Results:
    """The figures of one section."""
    results = Results(benchmark="scores", seeds=[SEED], runs={})
    begin = time.process_time()
    importlib.import_module(f"scores_sections.{name}").run(results, data, quick, SEED)
    print(f"{name}: {time.process_time() - begin:.0f} CPU s", file=sys.stderr)
    return results


if __name__ == "__main__":
    sys.exit(main())
