"""What a balanced sample should represent: what is known about every item without asking.

Idea: means over the sample estimate means over all items best where both agree on whatever goes along with quality:
each system's metric scores, how hard items are, how long, and of which kind.

Formula: the matrix item × (system, metric), each column standardised and gaps filled with its mean, is reduced to its
first principal components; then the logarithm of the source length and shares of each domain follow. The most important
comes first; more columns than a fifth of the items wanted are left out, since so few items cannot represent more.
"""

import numpy as np
from numpy.typing import NDArray

from quorate.selection.candidates import Candidates
from quorate.selection.costs import count_words

COMPONENTS = 8
FOR_EACH = 5  # chosen items for each column

Floats = NDArray[np.float64]


def balance_columns(candidates: Candidates, wanted: float) -> Floats:
    """Item × column: what a sample of so many items should represent."""
    most = max(int(wanted / FOR_EACH), 1)
    columns = [*_components(candidates), *_lengths(candidates), *_domains(candidates)]
    return np.column_stack(columns[:most]) if columns else np.zeros((len(candidates.items), 0))


def _components(candidates: Candidates) -> list[Floats]:
    tables = [np.where(candidates.exists, scores, np.nan).T for _, scores in sorted(candidates.metrics.items())]
    if not tables:
        return []
    wide = np.column_stack(tables)
    known = np.isfinite(wide)
    counts = known.sum(axis=0)
    wide = wide[:, counts > 1]
    known, counts = known[:, counts > 1], counts[counts > 1]
    means = np.where(known, wide, 0.0).sum(axis=0) / counts
    centred = np.where(known, wide - means, 0.0)
    spread = np.sqrt((centred**2).sum(axis=0) / counts)
    kept = spread > 1e-12 * np.maximum(np.abs(means), 1e-300)
    if not kept.any():
        return []
    parts, sizes, _ = np.linalg.svd(centred[:, kept] / spread[kept], full_matrices=False)
    count = min(COMPONENTS, int((sizes > 1e-8 * sizes[0]).sum()))
    return [parts[:, number] * sizes[number] for number in range(count)]


def _lengths(candidates: Candidates) -> list[Floats]:
    if not candidates.sources or any(text is None for text in candidates.sources):
        return []
    return [np.log1p(np.array([count_words(text or "") for text in candidates.sources]))]


def _domains(candidates: Candidates) -> list[Floats]:
    values = candidates.columns.get("domain", ())
    names = sorted({value for value in values if value is not None}, key=lambda name: (-values.count(name), name))
    return [np.array([float(value == name) for value in values]) for name in names[:COMPONENTS]]
