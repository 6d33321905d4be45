"""Readers and writers: outputs, metrics, judgments, the benchmark format, harness logs. See docs/formats.md.

Importing this is cheap; what is heavy is imported when a file needs it.
"""

from quorate.io.additions import check_systems, read_metrics, read_system
from quorate.io.benchmark import ScoresData, read_pairwise, read_scores
from quorate.io.guide import read_guide
from quorate.io.judgments import read_judgments, write_judgments
from quorate.io.outputs import Understood, read_material, understand
from quorate.io.readers.inspect import read_inspect
from quorate.io.readers.lm_eval import read_lm_eval
from quorate.io.stated_systems import read_stated_system, stated_in_lines
from quorate.io.statements import understand_statements
from quorate.io.writing import write_table, write_text

__all__ = [
    "ScoresData",
    "Understood",
    "check_systems",
    "read_guide",
    "read_inspect",
    "read_judgments",
    "read_lm_eval",
    "read_material",
    "read_metrics",
    "read_pairwise",
    "read_scores",
    "read_stated_system",
    "read_system",
    "stated_in_lines",
    "understand",
    "understand_statements",
    "write_judgments",
    "write_table",
    "write_text",
]
