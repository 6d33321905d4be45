"""What `define` and `plan` take, for type checkers; what each means is said in `prepare_study` and in `plan`."""

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
    paragraphs: bool
    merge: str
    links: Sequence[str]
    types: Sequence[str]
    relations: Sequence[str]
    listed_in: str
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
    metric: str
    use: str
    validation: Any
    validation_metrics: Any
    share: float | None


class PlanOptions(TypedDict, total=False):
    """Options of a plan."""

    pilot: Any
    metrics: Any
    criterion: str | None
    gamma: float | None
    rho: float | None
    deviation: float
    width: float
    level: float
    cost: float | None
    item_cost: float
    systems: int | None
    outputs: int | None
    seconds: float | None
    items: Any
    judges: Mapping[str, tuple[float, float | None]] | None
    people: int
    margin: float
    exact: bool
