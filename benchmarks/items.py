"""Items: which inputs are worth a human's time, and what may be read off them.

Each section is a module of `items_sections` that adds its figures. `--sections a,b` runs only some of them and leaves
the others in the result file as they are. The number of processes changes nothing but the time.
"""

import importlib
import sys
import time
from argparse import Namespace
from pathlib import Path
from tempfile import TemporaryDirectory

from frame import Results, parse_arguments
from items_sections import playing
from items_sections.sets import prepare
from parts import Parts, join_parts, read_parts

SEED = 0
SECTIONS = ("paper", "bias", "default", "gate", "documents", "costs", "variants", "speed")


def main() -> int:
    """Run the sections that were asked for."""
    arguments = parse_arguments(__doc__, sections=SECTIONS, workers=True)
    if arguments.data is None:
        print("Name the folder that holds scores/ with --data.", file=sys.stderr)
        return 2
    with TemporaryDirectory() as folder:
        prepare(arguments.data, Path(folder))
        return run(arguments, Path(folder))


def run(arguments: Namespace, data: Path) -> int:
    """Run sections on prepared sets."""
    playing.WORKERS["count"] = arguments.workers
    parts, runs = read_parts(arguments.json)
    runs["quick"] = int(arguments.quick)
    for name in arguments.sections:
        print(name, file=sys.stderr)
        results = Results(benchmark="items", seeds=[SEED], runs=runs)
        begin, spent = time.process_time(), playing.SPENT["cpu"]
        importlib.import_module(f"items_sections.{name}").run(results, data, arguments.quick, SEED)
        own = time.process_time() - begin + (playing.SPENT["cpu"] - spent if arguments.workers != 1 else 0.0)
        runs[f"CPU seconds, {name}"] = round(own)
        print(f"  {own:.0f} CPU s", file=sys.stderr)
        parts[name] = results.figures
        joined(parts, runs).save(arguments.json)
    return joined(parts, runs).finish(arguments.json)


def joined(parts: Parts, runs: dict[str, int]) -> Results:
    """The figures of all sections so far, with their words."""
    known = [name for name in SECTIONS if name in parts]
    words = {name: (importlib.import_module(f"items_sections.{name}").__doc__ or "").strip() for name in known}
    return join_parts("items", SEED, SECTIONS, parts, runs, words=words)


if __name__ == "__main__":
    sys.exit(main())
