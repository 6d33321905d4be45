"""Which pair next, one file for each policy.

`machine/` is what they are made of, `certified/` holds those that certify what they find, `published/` the yardsticks.
A module holds the compiled functions that the simulator and the served study share, and its `POLICY`; `DUELS` says
where each is found, `PAIR_POLICIES` makes from a design what serves it. Another package brings one along by an entry
point of the group `quorate.policies`: a `DuelPolicy`, which is served and simulated, or whatever makes a `PairPolicy`
from a design, which is served.
"""

from collections.abc import Callable
from functools import partial
from typing import cast

from quorate.errors import InputError
from quorate.plugins import load_plugin, wrong_plugin
from quorate.policies.composition import PairPolicy
from quorate.policies.duels.block_lead import BlockLead
from quorate.policies.duels.certified.certificate import CertifiedPolicy
from quorate.policies.duels.certified.panel import PanelPolicy
from quorate.policies.duels.machine.policy import DuelPolicy
from quorate.policies.duels.mixed.served import MixedServed
from quorate.policies.duels.mixed.wrapping import mixed_policy
from quorate.policies.duels.registry import DUELS, duel_policy
from quorate.policies.duels.served import ServedPolicy
from quorate.policies.duels.uniform_pair import UniformPair
from quorate.records.design import Design


def _served(name: str, design: Design) -> PairPolicy:
    return _serve(duel_policy(name), design)


def _serve(policy: DuelPolicy, design: Design) -> PairPolicy:
    values = {name: float(value) for name, value in design.policy_parameters.items()}
    parameters = policy.parameters_with(values)
    if design.mixing is None:
        return ServedPolicy(policy, parameters)
    return MixedServed(mixed_policy(policy, design.mixing.use), parameters, design.mixing)


def brought_policy(design: Design) -> PairPolicy:
    """What serves a design by the policy of another package.

    Raises:
        InputError: The package brings something else, or a parameter is wrong.
    """
    given = load_plugin("policies", design.policy)
    made = _serve(given, design) if isinstance(given, DuelPolicy) else given(design) if callable(given) else None
    if not (hasattr(made, "choose") and getattr(made, "name", None) == design.policy):
        raise wrong_plugin(
            "policies", design.policy, given, f"a DuelPolicy, or what makes a PairPolicy named {design.policy!r}"
        )
    return cast("PairPolicy", made)


def _certified(design: Design) -> PairPolicy:
    if design.mixing is not None:
        mixed_policy(duel_policy("certified"), design.mixing.use)  # says why not
    policy = PanelPolicy(design) if design.frame == "panel" else CertifiedPolicy(design)
    _refuse_parameters(design, "what it promises follows from the level, the margin and the claim")
    return policy


def _simple(make: type[UniformPair], design: Design) -> PairPolicy:
    if design.mixing is not None:
        return _served(make.name, design)
    _refuse_parameters(design, "it needs none")
    return make()


def _refuse_parameters(design: Design, why: str) -> None:
    if design.policy_parameters:
        names = ", ".join(map(repr, design.policy_parameters))
        raise InputError(f"The policy {design.policy!r} has no parameters to set: {why}. Leave out {names}.")


PAIR_POLICIES: dict[str, Callable[[Design], PairPolicy]] = {
    "certified": _certified,
    "blocks": partial(_simple, BlockLead),
    "uniform": partial(_simple, UniformPair),
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
    "brought_policy",
    "duel_policy",
]
