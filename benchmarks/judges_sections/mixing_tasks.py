"""The same with neural metrics on WMT23, where comparisons are the signs of differences of MQM.

Each metric is fitted on the other language pair. A run ends at 20,000 on English–German, where the two best are nearly
level, and at 10,000 on Chinese–English.
"""

from pathlib import Path

from frame import Results
from judges_sections.mixing import play_cases
from judges_sections.mixing_cases import task_cases


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Both language pairs."""
    if not quick:
        play_cases(results, task_cases(data), quick=quick, seed=seed)
