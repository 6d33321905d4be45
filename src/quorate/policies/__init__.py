"""What to ask next, and when it is enough.

A policy is pure: the same design, material index, history, annotator and stream give the same decision. It never sees
the study and never writes. `policy_of` composes the policy of a design from its parts: which pair (`duels/`), which
item (`items/`), which side, and when to stop (`stopping/`).
"""

from collections.abc import Iterable

from quorate.errors import InputError
from quorate.plugins import brought_along
from quorate.policies.composition import Composition
from quorate.policies.decision import Ask, Policy, Rest
from quorate.policies.duels import PAIR_POLICIES, brought_policy
from quorate.policies.items import SELECTORS, UniformItem
from quorate.policies.sets import set_policy
from quorate.policies.stopping import STOPPING_RULES
from quorate.policies.tags import tag_policy
from quorate.policies.tags.learned import Reader
from quorate.questions import Family, Tag, kind_of
from quorate.records.design import Design


def policy_of(design: Design, read: Reader | None = None) -> Policy:
    """The policy a design names.

    Args:
        design: The design.
        read: Gives the texts of an item, for policies that decide by them.

    Raises:
        InputError: A part has a name nobody knows; the message lists those known.
    """
    kind = kind_of(design)
    if kind.family is Family.SET:
        return set_policy(design, kind)
    if isinstance(kind, Tag):
        return tag_policy(design, kind, read)
    if design.policy not in PAIR_POLICIES:
        _check("policy", design.policy, (*PAIR_POLICIES, *brought_along("policies")))
    _check("selector", design.selector, SELECTORS)
    for rule in design.stopping:
        _check("stopping rule", rule, STOPPING_RULES)
    if design.mixing is not None and kind.family is not Family.PAIR:
        raise InputError(
            f"A metric decides comparisons; a study of {design.kind}s uses the metrics of its outputs as it is."
        )
    pair_policy, selector = PAIR_POLICIES.get(design.policy, brought_policy)(design), SELECTORS[design.selector]()
    for what, name, is_needed in (
        ("policy", design.policy, pair_policy.blocks),
        ("selector", design.selector, design.selector != UniformItem.name),
        ("stopping rule", "difference", "difference" in design.stopping),
    ):
        if kind.family is not Family.SCORE and is_needed:
            raise InputError(f"The {what} {name!r} is for ratings; a study of {design.kind}s cannot use it.")
    floor = pair_policy.floor * selector.floor
    return Composition(
        pair_policy=pair_policy,
        selector=selector,
        stopping=tuple(STOPPING_RULES[rule](bound, floor) for rule, bound in design.stopping.items()),
        arity=kind.arity,
    )


def _check(what: str, name: str, known: Iterable[str]) -> None:
    if name not in known:
        raise InputError(f"No {what} is called {name!r}. Known: {', '.join(known)}.")


__all__ = ["PAIR_POLICIES", "SELECTORS", "STOPPING_RULES", "Ask", "Policy", "Rest", "policy_of"]
