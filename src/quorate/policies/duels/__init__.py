"""Which pair next, one file for each policy."""

from quorate.policies.composition import PairPolicy
from quorate.policies.duels.uniform import UniformPair

PAIR_POLICIES: dict[str, type[PairPolicy]] = {UniformPair.name: UniformPair}

__all__ = ["PAIR_POLICIES", "UniformPair"]
