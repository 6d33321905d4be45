"""What machines say about outputs: metrics, comparers and judges.

A *metric* scores one output; a *comparer* says how likely one output beats another; a *judge* is a model that is asked
to judge, and its answer is a *verdict*. None of them is a judgment: people are what they are held against.
"""
