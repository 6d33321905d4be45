"""Quorate finds out which text-generation system is better, with as few human judgments as the question needs.

Names are imported when they are first used, so that `import quorate` is quick. They are all there is to know: what is
found elsewhere in the package may change without notice (docs/python.md).
"""

from typing import TYPE_CHECKING

from quorate.results import LOOKS
from quorate.version import __version__

if TYPE_CHECKING:
    from quorate.errors import InputError, QuorateError
    from quorate.estimators.findings import Findings
    from quorate.estimators.skills.findings import SkillFindings
    from quorate.estimators.vote_findings import VoteFindings
    from quorate.io import read_judgments, read_material
    from quorate.policies import Rest
    from quorate.records.design import Design
    from quorate.records.guide import Guide
    from quorate.records.material import Material
    from quorate.reports import write_report
    from quorate.simulation import Strengths, crowd, simulate
    from quorate.study import Judgment, Question, Study, Verification, copy_study
    from quorate.training import EarlyStopping, PickedRun, pick_best
    from quorate.workflows import (
        Added,
        ItemChoice,
        LabelledInput,
        Labeller,
        PlannedScores,
        PlannedSplit,
        PlannedWinner,
        Replays,
        ScoredOutputs,
        TrainedComparer,
        add_items,
        add_outputs,
        add_predictions,
        add_scores,
        add_system,
        define,
        estimate,
        plan,
        rate,
        read_comparer,
        replay,
        score,
        select,
        train_comparer,
        variance,
        verify,
    )

_HOMES = {
    "Design": "quorate.records.design",
    "EarlyStopping": "quorate.training",
    "Findings": "quorate.estimators.findings",
    "Guide": "quorate.records.guide",
    "InputError": "quorate.errors",
    "ItemChoice": "quorate.workflows",
    "Added": "quorate.workflows",
    "Judgment": "quorate.study",
    "LabelledInput": "quorate.workflows",
    "Labeller": "quorate.workflows",
    "Material": "quorate.records.material",
    "PickedRun": "quorate.training",
    "PlannedScores": "quorate.workflows",
    "PlannedSplit": "quorate.workflows",
    "PlannedWinner": "quorate.workflows",
    "Question": "quorate.study",
    "QuorateError": "quorate.errors",
    "Replays": "quorate.workflows",
    "Rest": "quorate.policies",
    "ScoredOutputs": "quorate.workflows",
    "SkillFindings": "quorate.estimators.skills.findings",
    "Strengths": "quorate.simulation",
    "Study": "quorate.study",
    "TrainedComparer": "quorate.workflows",
    "Verification": "quorate.study",
    "VoteFindings": "quorate.estimators.vote_findings",
    "add_items": "quorate.workflows",
    "add_outputs": "quorate.workflows",
    "add_predictions": "quorate.workflows",
    "add_scores": "quorate.workflows",
    "add_system": "quorate.workflows",
    "copy_study": "quorate.study",
    "crowd": "quorate.simulation",
    "define": "quorate.workflows",
    "estimate": "quorate.workflows",
    "pick_best": "quorate.training",
    "plan": "quorate.workflows",
    "rate": "quorate.workflows",
    "read_comparer": "quorate.workflows",
    "read_judgments": "quorate.io",
    "read_material": "quorate.io",
    "replay": "quorate.workflows",
    "score": "quorate.workflows",
    "select": "quorate.workflows",
    "simulate": "quorate.simulation",
    "train_comparer": "quorate.workflows",
    "variance": "quorate.workflows",
    "verify": "quorate.workflows",
    "write_report": "quorate.reports",
}

__all__ = [
    "Added",
    "Design",
    "EarlyStopping",
    "Findings",
    "Guide",
    "InputError",
    "ItemChoice",
    "Judgment",
    "LabelledInput",
    "Labeller",
    "Material",
    "PickedRun",
    "PlannedScores",
    "PlannedSplit",
    "PlannedWinner",
    "Question",
    "QuorateError",
    "Replays",
    "Rest",
    "ScoredOutputs",
    "SkillFindings",
    "Strengths",
    "Study",
    "TrainedComparer",
    "Verification",
    "VoteFindings",
    "__version__",
    "add_items",
    "add_outputs",
    "add_predictions",
    "add_scores",
    "add_system",
    "copy_study",
    "crowd",
    "define",
    "estimate",
    "pick_best",
    "plan",
    "rate",
    "read_comparer",
    "read_judgments",
    "read_material",
    "replay",
    "score",
    "select",
    "simulate",
    "train_comparer",
    "variance",
    "verify",
    "write_report",
]

LOOKS.update(
    {
        "Result": "quorate.workflows.looks:plain",  # whatever has no look of its own
        "RatingFindings": "quorate.workflows.looks:ratings",
        "RanksOnly": "quorate.workflows.looks:ranks",
        "Findings": "quorate.workflows.looks:study",
        "VoteFindings": "quorate.workflows.looks:votes",
        "ScoreFindings": "quorate.workflows.looks:scores",
        "PlannedScores": "quorate.workflows.looks:plan",
        "Replays": "quorate.workflows.looks:replays",
        "SkillFindings": "quorate.workflows.looks:skills",
        "ItemChoice": "quorate.workflows.looks:choice",
        "PlannedWinner": "quorate.workflows.looks:plain",
        "PlannedSplit": "quorate.workflows.looks:plain",
        "ScoredOutputs": "quorate.workflows.looks:plain",
        "Verification": "quorate.workflows.looks:plain",
        "EarlyStopping": "quorate.workflows.looks:plain",
        "PickedRun": "quorate.workflows.looks:picked",
        "TrainedComparer": "quorate.workflows.looks:plain",
        "ComparerFindings": "quorate.workflows.looks:plain",
    }
)


if not TYPE_CHECKING:  # a type checker knows the names above, and no others

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            from difflib import get_close_matches

            near = get_close_matches(name, _HOMES, n=1)
            meant = f". Did you mean {near[0]!r}?" if near else ""
            raise AttributeError(f"module 'quorate' has no attribute {name!r}{meant}")
        from importlib import import_module

        found = globals()[name] = getattr(import_module(_HOMES[name]), name)
        return found


def __dir__() -> list[str]:
    return list(__all__)
