"""What a sample should represent: everything known about the items without asking, as columns.

Metrics of all systems' outputs, the logarithm of the source's length and shares of each domain are put together and
reduced to what varies most (`quorate.selection.designs.balance`). Balance pays where columns say something about the
judgments and costs where they say less than chance would: for scores that have nothing at all to do with p columns, the
variance of a mean over some of N items grows by N/(N - p). At most N/20 columns keep that worst case at a twentieth;
and n items cannot represent more than about n/2.
"""

import numpy as np

from quorate.arrays import Floats
from quorate.kernels.calibration import summarise_covariates
from quorate.selection.candidates import Candidates
from quorate.selection.costs import count_words
from quorate.selection.designs.balance import COLUMNS, balance_columns

MOST_DOMAINS = 20


def columns_of(candidates: Candidates, wanted: float) -> Floats:
    """Item × column: what a sample of so many items should represent, the most telling first."""
    items, systems = len(candidates.items), len(candidates.systems)
    tables = [np.where(candidates.exists, scores, np.nan).T for _, scores in sorted(candidates.metrics.items())]
    metrics = np.stack(tables, axis=2) if tables else np.zeros((items, systems, 0))
    others = [*_lengths(candidates), *_domains(candidates)]
    if not systems:  # nothing has been produced yet: what is known about items is all there is
        return np.column_stack(others) if others else np.zeros((items, 0))
    known = summarise_covariates(metrics, np.column_stack(others) if others else None)
    return balance_columns(known, most_columns(wanted, items))


def most_columns(wanted: float, items: int) -> int:
    """How many columns a sample of so many of these items may represent."""
    return min(COLUMNS, max(int(min(wanted / 2, items / 20)), 1))


def _lengths(candidates: Candidates) -> list[Floats]:
    if not candidates.sources or any(text is None for text in candidates.sources):
        return []
    return [np.log1p(np.array([count_words(text or "") for text in candidates.sources]))]


def _domains(candidates: Candidates) -> list[Floats]:
    values = candidates.columns.get("domain", ())
    names = sorted({value for value in values if value is not None}, key=lambda name: (-values.count(name), name))
    return [np.array([float(value == name) for value in values]) for name in names[:MOST_DOMAINS]]
