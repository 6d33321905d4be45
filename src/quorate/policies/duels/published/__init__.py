"""Policies as they were published: yardsticks for the certified ones; nothing is claimed in a study they serve."""
