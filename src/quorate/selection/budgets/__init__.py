"""What a budget buys: the most utility for a number of items or for what they cost.

utility, cost ──► units (items or documents) ──► quotas by group ──► knapsack ──► choice
"""

from quorate.selection.budgets.choice import Choice, check_budget, check_costs, choose_within, lift
from quorate.selection.budgets.knapsack import Packed, pack, pack_greedy
from quorate.selection.budgets.quotas import share_budget
from quorate.selection.budgets.units import Units

__all__ = [
    "Choice",
    "Packed",
    "Units",
    "check_budget",
    "check_costs",
    "choose_within",
    "lift",
    "pack",
    "pack_greedy",
    "share_budget",
]
