"""Contract suites for stores and policies, small material and generated records: for tests, here and elsewhere.

Nothing outside tests imports this; it needs pytest and Hypothesis.
"""
