"""On the job: labels for a stream of inputs, people asked only where it pays; recorded answers played by a clock.

Each section is a module of `onthejob_sections` that adds its figures. `--sections a,b` runs only some of them and
leaves the others in the result file as they are.
"""

import sys

from frame import parse_arguments
from onthejob_sections import streams
from parts import run_sections

SECTIONS = ("votes", "prices", "orders", "rivals", "tree", "sentiment", "compute", "audit", "alike", "live")


def main() -> int:
    """Run the sections that were asked for."""
    arguments = parse_arguments(__doc__, sections=SECTIONS, workers=True)
    streams.WORKERS = arguments.workers
    counts = {"orders of the answers, at least": 1 if arguments.quick else streams.RUNS}
    return run_sections("onthejob", SECTIONS, arguments, needs="onthejob-ner/ and onthejob-sentiment/", counts=counts)


if __name__ == "__main__":
    sys.exit(main())
