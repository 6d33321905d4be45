"""Which pair next, one file for each policy.

`machine/` is what they are made of, `certified/` holds those that certify what they find, `published/` the yardsticks.
A module holds the compiled functions that the simulator and the served study share, and its `POLICY`; `DUELS` says
where each is found, `PAIR_POLICIES` makes from a design what serves it.
"""

from collections.abc import Callable
from functools import partial

from quorate.policies.composition import PairPolicy
from quorate.policies.duels.block_lead import BlockLead
from quorate.policies.duels.certified.certificate import CertifiedPolicy
from quorate.policies.duels.certified.panel import PanelPolicy
from quorate.policies.duels.registry import DUELS, duel_policy
from quorate.policies.duels.served import ServedPolicy
from quorate.policies.duels.uniform_pair import UniformPair
from quorate.records.design import Design


def _served(name: str, design: Design) -> PairPolicy:
    return ServedPolicy(duel_policy(name))


PAIR_POLICIES: dict[str, Callable[[Design], PairPolicy]] = {
    "certified": lambda design: PanelPolicy(design) if design.frame == "panel" else CertifiedPolicy(design),
    "blocks": lambda design: BlockLead(),  # noqa: ARG005
    "uniform": lambda design: UniformPair(),  # noqa: ARG005
    **{name: partial(_served, name) for name, home in DUELS.items() if name != "uniform" and "published" in home},
}

__all__ = [
    "DUELS",
    "PAIR_POLICIES",
    "BlockLead",
    "CertifiedPolicy",
    "PanelPolicy",
    "ServedPolicy",
    "UniformPair",
    "duel_policy",
]
