"""The same for descriptions (E2E) and paraphrases (ParaBank): fitted on some systems, played with the others.

Fitted on five systems of E2E and seven of ParaBank. A run on ParaBank ends at RMED's published figure.
"""

from collections.abc import Iterator
from pathlib import Path

from frame import Results
from judges_sections.mixing import Case, play_cases, texts
from judges_sections.pairs import read_compared
from judges_sections.preferences import FIRST_SEVEN, HELD_OUT


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Two sets."""
    play_cases(results, _cases(data, quick=quick, seed=seed), quick=quick, seed=seed)


def _cases(data: Path, *, quick: bool, seed: int) -> Iterator[Case]:
    e2e = read_compared(data, "e2e-quality")
    others = set(e2e.system.tolist()) - HELD_OUT
    yield from texts(e2e.of(e2e.among(HELD_OUT)), {"E2E": e2e.of(e2e.among(others))}, seed)
    if quick:
        return
    fitted = read_compared(data, "parabank")
    paper = read_compared(data, "parabank-paper", texts="parabank")
    rest = set(paper.system.tolist()) - FIRST_SEVEN
    yield from texts(fitted.of(fitted.among(FIRST_SEVEN)).mean(), {"ParaBank": paper.of(paper.among(rest))}, seed)
