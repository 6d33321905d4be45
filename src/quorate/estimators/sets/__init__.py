"""Precision, recall and F1 of systems whose outputs are sets of statements."""
