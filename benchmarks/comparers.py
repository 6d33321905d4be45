"""Comparers: how often they are right, what ratings by them say of systems, and what they are worth while training.

Each section is a module of `comparers_sections` that adds its figures. `--sections a,b` runs only some of them and
leaves the others in the result file as they are.
"""

import sys

from frame import parse_arguments
from parts import run_sections

SECTIONS = ("accuracy", "ratings", "models", "training", "stopping", "neural")


def main() -> int:
    """Run the sections that were asked for."""
    arguments = parse_arguments(__doc__, sections=SECTIONS)
    return run_sections("comparers", SECTIONS, arguments, needs="pairwise/ and scores/")


if __name__ == "__main__":
    sys.exit(main())
