"""Sets of statements: how narrow, how honest and how cheap scores are, on sets whose truth is known.

Each section is a module of `sets_sections` that adds its figures. `--sections a,b` runs only some of them and leaves
the others in the result file as they are.
"""

import sys

from frame import parse_arguments
from parts import run_sections

SECTIONS = (
    "example",
    "widths",
    "bias",
    "coverage",
    "recall",
    "looks",
    "adaptive",
    "controls",
    "pool",
    "sampling",
    "shapes",
    "speed",
    "service",
)


def main() -> int:
    """Run the sections that were asked for."""
    arguments = parse_arguments(__doc__, sections=SECTIONS)
    return run_sections("sets", SECTIONS, arguments, needs="sets/")


if __name__ == "__main__":
    sys.exit(main())
