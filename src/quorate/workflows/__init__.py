"""What a user wants done in one line; the command line and the service call these and show what comes back."""

from quorate.workflows.comparer import TrainedComparer, read_comparer
from quorate.workflows.comparer_training import train_comparer
from quorate.workflows.define import Definition, define, prepare_study
from quorate.workflows.estimate import estimate
from quorate.workflows.grow import Added, add_items, add_outputs, add_predictions, add_scores, add_system
from quorate.workflows.label_define import define_labelling
from quorate.workflows.labelled_input import LabelledInput
from quorate.workflows.labeller import Labeller
from quorate.workflows.plan import PlannedScores, PlannedWinner, plan
from quorate.workflows.rate import rate
from quorate.workflows.ratings import estimate_ratings
from quorate.workflows.replay import Replays, replay
from quorate.workflows.score import ScoredOutputs, score
from quorate.workflows.select import ItemChoice, select
from quorate.workflows.split import PlannedSplit
from quorate.workflows.stating import SplitOutputs, split_outputs
from quorate.workflows.variance import variance
from quorate.workflows.verify import verify

__all__ = [
    "Added",
    "Definition",
    "ItemChoice",
    "LabelledInput",
    "Labeller",
    "PlannedScores",
    "PlannedSplit",
    "PlannedWinner",
    "Replays",
    "ScoredOutputs",
    "SplitOutputs",
    "TrainedComparer",
    "add_items",
    "add_outputs",
    "add_predictions",
    "add_scores",
    "add_system",
    "define",
    "define_labelling",
    "estimate",
    "estimate_ratings",
    "plan",
    "prepare_study",
    "rate",
    "read_comparer",
    "replay",
    "score",
    "select",
    "split_outputs",
    "train_comparer",
    "variance",
    "verify",
]
