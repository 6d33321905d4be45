"""Let items, outputs, scores and predictions join a study that runs; systems join through `systems`."""

from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import Field

from quorate.web.access import Owner
from quorate.web.api import shapes
from quorate.workflows import grow

router = APIRouter(prefix="/studies/{study}", tags=["growth"], responses={"4XX": {"model": shapes.Failure}})

Joining = dict[str, str | int]  # what joined, and how much of it
Line = Annotated[str, Field(max_length=1000, description="What made them, so that somebody can make them again.")]


class GivenRows(shapes.Strict):
    """Rows as a file would have them."""

    rows: Annotated[list[dict[str, Any]], Field(min_length=1, description="One object for each row.")]


class OutputRows(GivenRows):
    """Outputs of one system."""

    system: Annotated[str, Field(min_length=1, max_length=200)]


class ScoreRows(GivenRows):
    """Scores, and what made them."""

    signature: Line = ""


class PredictionRows(ScoreRows):
    """Predictions, and what they are called."""

    called: Annotated[str, Field(min_length=1, max_length=200, description="What the comparer or judge is called.")]


@router.post("/items", status_code=201)
def add_items(access: Owner, body: GivenRows) -> Joining:
    """Let items join: rows with `item`, `system`, `output` and texts of the items, as in `quorate add-items`."""
    return _said(grow.add_items(access.study, body.rows))


@router.post("/outputs", status_code=201)
def add_outputs(access: Owner, body: OutputRows) -> Joining:
    """Let outputs join that a system had none of: rows with `item` and `output`."""
    return _said(grow.add_outputs(access.study, body.rows, system=body.system))


@router.post("/scores", status_code=201)
def add_scores(access: Owner, body: ScoreRows) -> Joining:
    """Let scores join: rows with `item`, `system` (of parts: `part`) and a number for each metric."""
    return _said(grow.add_scores(access.study, body.rows, signature=body.signature))


@router.post("/predictions", status_code=201)
def add_predictions(access: Owner, body: PredictionRows) -> Joining:
    """Let predictions join: rows with `item`, `system_a`, `system_b`, `win`, and perhaps `tie` and `spread`."""
    return _said(grow.add_predictions(access.study, body.rows, called=body.called, signature=body.signature))


def _said(joined: grow.Added) -> Joining:
    return joined.to_json()
