"""How many judgments will it take, and what will they cost: before a study is run, and while it runs."""

from quorate.planning.pilot import Pilot, assume
from quorate.planning.scores import Assumed, ScorePlan, plan_scores

__all__ = ["Assumed", "Pilot", "ScorePlan", "assume", "plan_scores"]
