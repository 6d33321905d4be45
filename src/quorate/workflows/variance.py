"""Do outputs differ, or do annotators?"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from quorate.io.held import Source, as_file
from quorate.workflows.limits import check_limits

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from quorate.estimators.scores.variances import Variances
    from quorate.io import ScoresData


def variance(
    scores: Source, *, published: bool = False, per_system: bool = False, level: float = 0.95, seed: int = 0
) -> "list[Variances]":
    """How much outputs differ, and how much annotators differ about one output.

    Args:
        scores: Scores with annotators: a file or folder, rows or a frame.
        published: Whether to take the papers' formula, which leaves annotators' noise in the outputs' spread.
        per_system: Whether each system is looked at by itself.
        level: Level of the intervals.
        seed: Random seed of the bootstrap.

    Raises:
        FileError: The file cannot be read.
        InputError: Too few outputs were judged twice.
    """
    from quorate.estimators.scores.variances import estimate_variances
    from quorate.io import read_scores

    check_limits(level=(level, 0.01, 0.999))
    with as_file(scores) as path:
        given = read_scores(path)
    found = []
    for criterion, system, rows in _parts(given, per_system=per_system):
        is_known = bool((given.annotator[rows] >= 0).all())
        found.append(
            estimate_variances(
                given.system[rows] * len(given.items) + given.item[rows],
                given.annotator[rows] if is_known else None,
                given.score[rows],
                criterion=criterion,
                system=system,
                level=level,
                published=published,
                seed=seed,
            )
        )
    return found


def _parts(given: "ScoresData", *, per_system: bool) -> "Iterator[tuple[str, str | None, NDArray[np.bool_]]]":
    for number, criterion in enumerate(given.criteria):
        chosen = given.criterion == number
        if not per_system:
            yield criterion, None, chosen
            continue
        for place, system in enumerate(given.systems):
            rows = chosen & (given.system == place)
            if rows.any():
                yield criterion, system, rows
