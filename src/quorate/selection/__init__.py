"""Which items are worth a person's time: utilities of items, and ways to choose by them within a budget.

    material ──► utility ──► design or knapsack ──► selection ──► study, or any annotation tool

Utilities, sampling designs and budgets are families: one file for each member, names in one dictionary.
"""
