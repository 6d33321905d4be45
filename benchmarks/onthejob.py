"""On the job: labels for a stream of inputs, people asked only where it pays; recorded answers played by a clock.

Each section is a module of `onthejob_sections` that adds its figures. `--sections a,b` runs only some of them and
leaves the others in the result file as they are.
"""

import importlib
import sys

from frame import Results, parse_arguments
from onthejob_sections import streams
from parts import Parts, join_parts, read_parts

SEED = 0
SECTIONS = ("votes", "prices", "orders", "rivals", "tree", "sentiment", "compute", "audit", "alike", "live")


def main() -> int:
    """Run the sections that were asked for."""
    arguments = parse_arguments(__doc__, sections=SECTIONS, workers=True)
    streams.WORKERS = arguments.workers
    if arguments.data is None:
        print("Name the folder that holds onthejob-ner/ and onthejob-sentiment/ with --data.", file=sys.stderr)
        return 2
    parts, _ = read_parts(arguments.json)
    runs = {"quick": int(arguments.quick), "orders of the answers, at least": 1 if arguments.quick else streams.RUNS}
    for name in arguments.sections:
        print(name, file=sys.stderr)
        results = Results(benchmark="onthejob", seeds=[SEED], runs=runs)
        importlib.import_module(f"onthejob_sections.{name}").run(results, arguments.data, arguments.quick, SEED)
        parts[name] = results.figures
        joined(parts, runs).save(arguments.json)
    return joined(parts, runs).finish(arguments.json)


def joined(parts: Parts, runs: dict[str, int]) -> Results:
    """The figures of all sections so far, with their words."""
    known = [name for name in SECTIONS if name in parts]
    words = {name: (importlib.import_module(f"onthejob_sections.{name}").__doc__ or "").strip() for name in known}
    return join_parts("onthejob", SEED, SECTIONS, parts, runs, words=words)


if __name__ == "__main__":
    sys.exit(main())
