"""Every system equally likely, and then all of them on the same item before the next item (`quorate.policies.blocks`).

Idea: differences between systems are measured on shared items by the same annotator.
Guarantee: the system that begins a block is uniform, and so is the order of the others.
When not to use: to learn about single systems; spreading judgments over more items tells more.
"""

from quorate.policies.duels.uniform_pair import UniformPair


class BlockLead(UniformPair):
    """Which system begins a block of questions about one item; ratings only."""

    name = "blocks"
    blocks = True
