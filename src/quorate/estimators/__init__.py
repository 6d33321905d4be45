"""What we believe, how sure we are, and on what assumptions.

An estimator is a function of design, material index and history. It works through contributions: each judgment becomes
a value with a weight and a cluster, and both the estimate and its intervals come from those.
"""
