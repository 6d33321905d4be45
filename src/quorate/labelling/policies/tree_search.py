"""Ask what a Monte-Carlo tree search of the game finds best, as published.

Idea, formula, guarantee, reference: see `kernels.tree_search`.

When not to use:
    Where questions cost little beside errors, a few hundred games cannot tell moves apart whose values differ by the
    price of a question: it asks too much. `look-ahead` works the same values out exactly, and faster.
"""

from dataclasses import dataclass

import numpy as np

from quorate.kernels.rng import seed_rng
from quorate.kernels.tree_search import search
from quorate.labelling.situation import Situation

CLEAR = 1e-4  # doubt below which a position is not asked about


@dataclass(frozen=True, kw_only=True)
class TreeSearch:
    """UCT with progressive widening.

    Attributes:
        games: How many games are played for each move.
        exploration: Weight of what was tried little.
        by_visits: Make the move that was followed most often, not the one with the best mean.
        alone: One question a position is open at a time.
    """

    games: int = 300
    exploration: float = 1.0
    by_visits: bool = False
    alone: bool = False
    name: str = "tree search"

    def choose(self, situation: Situation) -> list[int]:
        """Moves of the search until it waits or returns."""
        evidence, crowd, prices = situation.evidence, situation.crowd, situation.prices
        asked, waiting = situation.asked.copy(), situation.waiting.copy()
        times = situation.latency.quantiles()
        costs = np.array([prices.question, prices.second, prices.error])
        tables = np.einsum("yd,dyr->yr", crowd.shares, crowd.expected_tables)
        chosen: list[int] = []
        while True:
            open_to_more = (asked < situation.most) & (situation.doubt > CLEAR)
            if self.alone:
                open_to_more &= waiting == 0
            candidates = np.flatnonzero(open_to_more).astype(np.int64)
            if not candidates.size:
                return chosen
            move = search(
                np.uint64(seed_rng(situation.seed, situation.number, situation.step, len(chosen))),
                self.games,
                self.exploration,
                self.by_visits,
                candidates,
                situation.unary,
                situation.transition,
                evidence.terms,
                evidence.counts,
                asked,
                waiting,
                situation.most,
                tables,
                crowd.settings.concentration,
                times,
                situation.people,
                costs,
            )
            if move < 0:
                return chosen
            chosen.append(int(move))
            asked[move] += 1
            waiting[move] += 1
