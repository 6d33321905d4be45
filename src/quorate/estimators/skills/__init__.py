"""Skill ratings: numbers by the games that systems or outputs won, and how far the order of the games made them."""
