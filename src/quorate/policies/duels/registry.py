"""Where every duel policy is found by its name, in the order of the published table; the certified ones behind it."""

from collections.abc import Mapping
from types import MappingProxyType

from quorate.errors import UnknownError
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
    """The policy of this name; its module is brought in with it.

    Raises:
        UnknownError: No policy has it.
    """
    if name not in DUELS:
        raise UnknownError(f"No policy is called {name!r}. Policies: {', '.join(DUELS)}.")
    return policy_of_module(f"quorate.policies.duels.{DUELS[name]}")
