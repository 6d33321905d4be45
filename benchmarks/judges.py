"""Metrics and judges: how fast scores are, what they say about preferences, and how far people agree with them.

Each section is a module of `judges_sections` that adds its figures. `--sections a,b` runs only some of them and leaves
the others in the result file as they are.
"""

import importlib
import sys
import time

from frame import Results, parse_arguments
from parts import Parts, join_parts, read_parts

SEED = 0
SECTIONS = (
    "speed",
    "preferences",
    "comparer",
    "judge",
    "metric",
    "calls",
    "money",
    "watch",
    "peers",
    "neural",
    "mixing",
    "mixing_tasks",
    "mixing_figures",
)


def main() -> int:
    """Run the sections that were asked for."""
    arguments = parse_arguments(__doc__, sections=SECTIONS)
    if arguments.data is None:
        print("Name the folder that holds pairwise/, judges/ and scores/ with --data.", file=sys.stderr)
        return 2
    parts, runs = read_parts(arguments.json)
    runs["quick"] = int(arguments.quick)
    for name in arguments.sections:
        print(name, file=sys.stderr)
        results = Results(benchmark="judges", seeds=[SEED], runs=runs)
        begin = time.process_time()
        importlib.import_module(f"judges_sections.{name}").run(results, arguments.data, arguments.quick, SEED)
        runs[f"CPU seconds, {name}"] = round(time.process_time() - begin)
        parts[name] = results.figures
        joined(parts, runs).save(arguments.json)
    return joined(parts, runs).finish(arguments.json)


def joined(parts: Parts, runs: dict[str, int]) -> Results:
    """The figures of all sections so far, with their words."""
    known = [name for name in SECTIONS if name in parts]
    words = {name: (importlib.import_module(f"judges_sections.{name}").__doc__ or "").strip() for name in known}
    return join_parts("judges", SEED, SECTIONS, parts, runs, words=words)


if __name__ == "__main__":
    sys.exit(main())
