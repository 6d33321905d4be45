"""Quorate finds out which text-generation system is better, with as few human judgments as the question needs.

Names are imported when they are first used, so that `import quorate` is quick.
"""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

_HOMES = {
    "Design": "quorate.records.design",
    "Study": "quorate.study",
    "Rest": "quorate.policies",
    "QuorateError": "quorate.errors",
    "estimate": "quorate.workflows",
    "read_material": "quorate.io",
    "simulate": "quorate.simulation",
    "write_report": "quorate.reports",
}

__all__ = [
    "Design",
    "QuorateError",
    "Rest",
    "Study",
    "__version__",
    "estimate",
    "read_material",
    "simulate",
    "write_report",
]


def __getattr__(name: str) -> Any:  # noqa: ANN401
    if name not in _HOMES:
        raise AttributeError(f"module 'quorate' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
