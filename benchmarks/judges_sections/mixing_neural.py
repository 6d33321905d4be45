"""The same with neural metrics on WMT23, where comparisons are the signs of differences of MQM.

Each metric is fitted on the other language pair; a run ends at 8,000. WMT15 and WMT16 have no outputs to score.
"""

from pathlib import Path

from frame import Results
from judges_sections.mixing import play_cases, shared_tasks


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Both language pairs."""
    if not quick:
        play_cases(results, shared_tasks(data), quick=quick, seed=seed)
