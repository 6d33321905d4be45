"""Games of two contestants, in the order they were played."""

from dataclasses import dataclass, replace

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.data.past import PastJudgments
from quorate.errors import InputError


@dataclass(frozen=True, kw_only=True)
class Games:
    """Games, one row each.

    Attributes:
        contestants: Names: systems, or single outputs.
        first: First contestant of each game.
        second: Second contestant.
        outcome: 1 where the first won, ½ for a tie, 0 where the second did.
    """

    contestants: tuple[str, ...]
    first: Ints
    second: Ints
    outcome: Floats

    def __len__(self) -> int:
        return len(self.first)

    @property
    def played(self) -> Ints:
        """Games of each contestant."""
        both = np.concatenate([self.first, self.second])
        return np.bincount(both, minlength=len(self.contestants)).astype(np.int64)

    def taken(self, rows: Ints) -> "Games":
        """These games, in this order."""
        return replace(self, first=self.first[rows], second=self.second[rows], outcome=self.outcome[rows])


def games_of(votes: PastJudgments, of: str = "systems") -> Games:
    """Votes as games; what was never judged, because both outputs say the same, is none.

    Args:
        votes: Comparisons.
        of: Who plays: `systems`, or `outputs`, each text being a contestant of its own.

    Raises:
        InputError: These are ratings; or outputs play, and no items are known.
    """
    if votes.kind != "comparison":
        raise InputError("Skill ratings take comparisons, and these are scores. `--compare` compares those on a sheet.")
    kept = np.ones(len(votes), dtype=np.bool_) if votes.implied is None else ~votes.implied
    first, second, outcome = votes.first[kept], votes.second[kept], votes.value[kept]
    if of == "systems":
        return Games(contestants=votes.systems, first=first, second=second, outcome=outcome)
    item = votes.item[kept]
    if (item < 0).any() or len(votes.items) == 0:
        raise InputError("Outputs are told apart by their item, and these votes name none. Give --column item=NAME.")
    size = len(votes.items)
    code = np.concatenate([first * size + item, second * size + item])
    known, contestant = np.unique(code, return_inverse=True)
    names = tuple(f"{votes.systems[one // size]} on {votes.items[one % size]}" for one in known.tolist())
    return Games(contestants=names, first=contestant[: len(first)], second=contestant[len(first) :], outcome=outcome)
