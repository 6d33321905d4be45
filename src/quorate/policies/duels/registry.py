"""Where every duel policy is found by its name, in the order of the published table; the certified ones behind it."""

from collections.abc import Mapping
from types import MappingProxyType

from quorate.errors import UnknownError
from quorate.plugins import brought_along, load_plugin, wrong_plugin
from quorate.policies.duels.machine.policy import DuelPolicy, policy_of_module

DUELS: Mapping[str, str] = MappingProxyType(
    {
        "uniform": "published.uniform",
        "if": "published.interleaved_filtering",
        "btm": "published.beat_the_mean",
        "seq-elim": "published.sequential_elimination",
        "pl": "published.plackett_luce",
        "knockout": "published.knockout",
        "single-elim": "published.single_elimination",
        "rucb": "published.relative_ucb",
        "rcs": "published.relative_confidence",
        "rmed1": "published.rmed1",
        "savage": "published.savage",
        "ccb": "published.copeland_confidence",
        "dts": "published.double_thompson",
        "dts++": "published.double_thompson_plus",
        "certified": "certified.winner",
        "certified-pool": "certified.pool",
        "certified-ranking": "certified.ranking",
        "certified-rivals": "certified.rivals",
    }
)


def duel_policy(name: str) -> DuelPolicy:
    """The policy of this name; its module is brought in with it. `rmed1+both` is rmed1 with a metric used for both.

    Raises:
        UnknownError: No policy has it.
        InputError: A metric is joined to a policy that certifies, or used in a way that nobody knows.
    """
    base, joined, use = name.rpartition("+")
    if joined and name not in DUELS and name not in brought_along("policies"):
        from quorate.policies.duels.mixed.wrapping import mixed_policy

        return mixed_policy(duel_policy(base), use)
    if name not in DUELS and name in brought_along("policies"):
        policy = load_plugin("policies", name)
        if not isinstance(policy, DuelPolicy):
            raise wrong_plugin("policies", name, policy, "a DuelPolicy, which alone can be simulated")
        return policy
    if name not in DUELS:
        known = ", ".join([*DUELS, *brought_along("policies")])
        raise UnknownError(f"No policy is called {name!r}. Policies: {known}.")
    return policy_of_module(f"quorate.policies.duels.{DUELS[name]}")
