"""Answers for a stream of inputs: a model that learns on the job, and people who are asked where it pays."""
