"""From when, and by what, simulated annotators answer."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quorate.simulation import Truth
    from quorate.study import Study


def start_of(study: "Study") -> float:
    """Now, or where the log ends if an earlier simulation went on into the future."""
    import time

    import numpy as np

    told = study.history["judged_time"]
    last = [float(np.nanmax(times)) for times in (study.history["time"], told[~np.isnan(told)]) if len(times)]
    return max([time.time(), *last])


def truth_of(study: "Study", strength: list[str], past: Path | None) -> "Truth":
    """What simulated annotators go by: strengths as typed, or judgments from a file.

    Raises:
        UnknownError: A strength names no system.
        FileError: The judgments do not fit the study.
    """
    from quorate.cli.parsing import named_numbers
    from quorate.errors import FileError
    from quorate.io import read_judgments
    from quorate.questions import Family, kind_of
    from quorate.simulation import Recorded, Strengths

    if past is None:
        values = named_numbers(strength, "--strength")
        for system in values:
            study.index.system(system)
        return Strengths(values)
    recorded = read_judgments(past, study.store.material(study.name))
    if (recorded.kind == "comparison") != (kind_of(study.design).family is Family.PAIR):
        raise FileError(past, f"these judgments answer a {recorded.kind}; the study asks a {study.design.kind}.")
    scale = kind_of(study.design).criteria[0]
    rows = [
        (recorded.items[recorded.item[row]], recorded.shown(row), (value - scale.low) / (scale.high - scale.low))
        for row, value in enumerate(recorded.value)
        if recorded.criteria[recorded.criterion[row]] == scale.name
    ]
    if not rows:
        raise FileError(past, f"there is no judgment by the criterion {scale.name!r}.")
    return Recorded(*zip(*rows, strict=True))
