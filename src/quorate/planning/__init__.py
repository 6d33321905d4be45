"""How many judgments will it take: what a study costs before it is run."""

from quorate.planning.pilot import Pilot, assume
from quorate.planning.scores import Assumed, ScorePlan, plan_scores

__all__ = ["Assumed", "Pilot", "ScorePlan", "assume", "plan_scores"]
