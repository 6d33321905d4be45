"""What the owner's page shows."""

from typing import Any

from quorate.study import Study


def overview_of(study: Study) -> dict[str, Any]:
    """How a study stands."""
    history = study.history
    return {"study": study.name, "state": study.state, "position": history.position, "judgments": history.assignments.judged}
