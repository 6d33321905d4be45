"""Metrics and judges: how fast scores are, what they say about preferences, and how far people agree with them.

Each section is a module of `judges_sections` that adds its figures. `--sections a,b` runs only some of them and leaves
the others in the result file as they are.
"""

import sys

from frame import parse_arguments
from parts import run_sections

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
    return run_sections("judges", SECTIONS, arguments, needs="pairwise/, judges/ and scores/")


if __name__ == "__main__":
    sys.exit(main())
