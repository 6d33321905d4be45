"""Reads rows of {"people": [...], "judge": [...], "level": ...} and answers intervals by glide-py, one on each line.

Runs in a Python that has glide-py (3.12 or later): `GLIDE_PYTHON=path benchmarks/judges.py …`.
"""

import json
import sys


def main() -> None:
    """Answer until there is nothing more."""
    import numpy as np
    from glide.estimators import PPIMeanEstimator  # type: ignore[import-not-found]

    estimator = PPIMeanEstimator()
    for line in sys.stdin:
        row = json.loads(line)
        people = np.array([np.nan if value is None else value for value in row["people"]], dtype=float)
        found = estimator.estimate(people, np.array(row["judge"], dtype=float), confidence_level=row["level"])
        interval = found.confidence_interval
        sys.stdout.write(json.dumps([float(interval.lower_bound), float(interval.upper_bound)]) + "\n")


if __name__ == "__main__":
    main()
