"""What `define` takes beside name, outputs and store, as `prepare_study` says it."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypedDict

from quorate.records.guide import Guide
from quorate.selection.selection import Selection


class StudyOptions(TypedDict, total=False):
    """Options of a study."""

    kind: str
    question: str
    ties: bool
    criteria: Mapping[str, str] | None
    categories: Sequence[str]
    context: str
    evidence: bool
    policy: str
    policy_parameters: Mapping[str, float] | None
    target: str
    top: int
    scope: str
    strict: bool
    exact: bool
    selector: str
    budget: int | None
    width: float | None
    difference: float | None
    copies: int
    annotators: Sequence[str]
    frame: str
    lease: float | None
    ahead: int
    cluster: str
    level: float
    error: float | None
    margin: float
    people: int
    seconds: float
    price: float
    columns: Mapping[str, str | Sequence[str]] | None
    show: Sequence[str] | None
    labels: Mapping[str, str] | None
    shape: str
    guide: Guide | str | Path | None
    selection: Selection | str | Path | None
    seed: int | None
    metrics: Any
