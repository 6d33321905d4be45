"""The people behind the judgments: how much they agree, how fast they are, whether they favour a side.

Everything here describes; nothing here changes what counts. Excluding somebody is the owner's decision.
"""
