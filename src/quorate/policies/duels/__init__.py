"""Which pair next, one file for each policy.

The modules hold the compiled functions that the simulator and the served study share; `PAIR_POLICIES` makes from a
design what serves it.
"""

from collections.abc import Callable
from importlib import import_module

from quorate.policies.composition import PairPolicy
from quorate.policies.duels.block_lead import BlockLead
from quorate.policies.duels.certificate import CertifiedPolicy
from quorate.policies.duels.panel import PanelPolicy
from quorate.policies.duels.served import ServedPolicy
from quorate.policies.duels.uniform import UniformPair
from quorate.records.design import Design

MODULES = {
    "if": "interleaved_filtering",
    "btm": "beat_the_mean",
    "seq-elim": "sequential_elimination",
    "pl": "plackett_luce",
    "knockout": "knockout",
    "single-elim": "single_elimination",
    "rucb": "relative_ucb",
    "rcs": "relative_confidence",
    "rmed1": "rmed1",
    "savage": "savage",
    "ccb": "copeland_confidence",
    "dts": "double_thompson",
    "dts++": "double_thompson_plus",
}


def _server(module: str) -> Callable[[Design], PairPolicy]:
    return lambda design: ServedPolicy(import_module(f"{__name__}.{module}"))  # noqa: ARG005 - no options yet


PAIR_POLICIES: dict[str, Callable[[Design], PairPolicy]] = {
    "certified": lambda design: PanelPolicy(design) if design.frame == "panel" else CertifiedPolicy(design),
    "blocks": lambda design: BlockLead(),  # noqa: ARG005
    "uniform": lambda design: UniformPair(),  # noqa: ARG005
    **{name: _server(module) for name, module in MODULES.items()},
}

__all__ = ["MODULES", "PAIR_POLICIES", "BlockLead", "CertifiedPolicy", "PanelPolicy", "ServedPolicy", "UniformPair"]
