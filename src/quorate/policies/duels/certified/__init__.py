"""Policies that certify what they find, and what they say about it."""
