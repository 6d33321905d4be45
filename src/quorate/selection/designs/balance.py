"""What a sample should represent so that comparing systems on it comes out as on all items.

Differences of systems depend on how each system does on the chosen items, not on how hard these are. So the columns to
balance are those along which the metrics of the systems' outputs vary most over items: the principal components
of all that metrics know about an item, every system's part for itself.
"""

import numpy as np

from quorate.arrays import Floats
from quorate.kernels.calibration import CovariateSummary

COLUMNS = 20


def balance_columns(known: CovariateSummary, columns: int = COLUMNS) -> Floats:
    """Item × column, the most telling first, mean 0 and variance 1; no column where there are no metrics."""
    items = len(known.own)
    everything = np.column_stack([known.shared, known.own.reshape(items, known.own.shape[1] * known.own.shape[2])])
    if not everything.size:
        return np.zeros((items, 0))
    everything = everything - everything.mean(axis=0)
    left, size, _ = np.linalg.svd(everything, full_matrices=False)
    kept = min(columns, int((size > 1e-9 * max(float(size[0]), 1e-300)).sum()))
    parts: Floats = left[:, :kept] * np.sqrt(items)
    return parts
