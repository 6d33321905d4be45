"""Rank correlation of many short columns with one.

Idea:
    Of all pairs of rows, how many more does a column order like the target than the other way round? Ties of the column
    take away from the largest value that can be reached (Stuart's τ_c), rows without a score are left out.

Formula:
    τ_c = 2 (C − D) / (n² (k − 1)/k), with C concordant and D discordant pairs among the n rows that have a score, and k
    the smaller number of distinct values of column and target among them; 0 where k < 2.

Guarantee:
    Between −1 and 1 up to rounding of n²(k − 1)/k; finite. Time of order columns × rows².

Reference:
    Kendall (1938), A new measure of rank correlation; Stuart (1953), The estimation and comparison of strengths of
    association in contingency tables.
"""

import numpy as np

from quorate.arrays import Floats
from quorate.kernels.compiling import compiled


@compiled
def kendall_with(columns: Floats, target: Floats) -> Floats:
    """τ_c of each column of a row × column table with the target, which has one number for each row."""
    rows, width = columns.shape
    result = np.zeros(width)
    for column in range(width):
        more = 0
        count = 0
        distinct = 0
        distinct_target = 0
        for i in range(rows):
            x, y = columns[i, column], target[i]
            if np.isnan(x) or np.isnan(y):
                continue
            count += 1
            is_new = True
            is_new_target = True
            for j in range(i):
                other, other_target = columns[j, column], target[j]
                if np.isnan(other) or np.isnan(other_target):
                    continue
                if x == other:
                    is_new = False
                if y == other_target:
                    is_new_target = False
                more += int(np.sign(x - other) * np.sign(y - other_target))
            distinct += is_new
            distinct_target += is_new_target
        classes = min(distinct, distinct_target)
        if classes > 1:
            result[column] = 2.0 * more / (count * count * (classes - 1) / classes)
    return result
