"""While a model trains: compare checkpoints by a comparer, stop in time, and pick the best of many runs."""

from quorate.training.picking import PickedRun, pick_best
from quorate.training.stopping import Checkpoint, EarlyStopping

__all__ = ["Checkpoint", "EarlyStopping", "PickedRun", "pick_best"]
