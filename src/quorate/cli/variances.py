"""What `variance` reads, and how it shows what it found."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from rich.table import Table

    from quorate.estimators.scores.variances import Spread, Variances
    from quorate.io import ScoresData


def all_variances(path: Path, *, per_system: bool, published: bool, level: float, seed: int) -> "list[Variances]":
    """Variance components of every criterion, or of every criterion and system.

    Raises:
        FileError: The file cannot be read.
        InputError: Too few outputs were judged twice.
    """
    from quorate.estimators.scores.variances import estimate_variances
    from quorate.io import read_scores

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


def variance_table(found: "Sequence[Variances]", worth: Sequence[int | None]) -> "Table":
    """One row for each criterion (and system)."""
    from rich.table import Table

    grid = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0))
    has_systems = any(one.system is not None for one in found)
    names = ("criterion", *(["system"] if has_systems else []))
    for name in names:
        grid.add_column(name, overflow="fold", min_width=11)
    for name in ("outputs", "σ_f²", "σ_a²", "γ", "strictness", "ask"):
        grid.add_column(name, justify="right", no_wrap=True)
    for one, most in zip(found, worth, strict=True):
        grid.add_row(
            one.criterion,
            *([one.system or ""] if has_systems else []),
            f"{one.outputs:,}",
            shown(one.signal),
            shown(one.noise),
            shown(one.gamma),
            "–" if one.annotator_share is None else f"{100 * one.annotator_share:.0f} %",
            "many" if most is None else f"{most}×",
        )
    return grid


def shown(spread: "Spread") -> str:
    """A number, and its interval on the line below; ∞ where nothing bounds it."""
    value = "∞" if spread.value is None else f"{spread.value:.3g}"
    low, high = ("∞" if end is None else f"{end:.2g}" for end in (spread.low, spread.high))
    return f"{value}\n{low}–{high}"
