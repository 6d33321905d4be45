"""Ask what a Monte-Carlo tree search of the game finds best, as published.

Idea, formula, guarantee, reference: see `kernels.tree_search`.

When not to use:
    It asks while the doubt exceeds the price, not while the gain does: `look-ahead` works the same values out
    exactly, and faster. If it has to be: one game a move (`games=2, per_move=1`), one question a
    position (`alone`), and ten times the price.
"""

import math
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
        games: How many games are played before each move, at least.
        per_move: How many for each move that is possible.
        exploration: Weight of what was tried little.
        by_visits: Make the move that was followed most often, not the one with the best mean.
        by_chance: Where the tree ends a game goes on by moves drawn at random, not by waiting and returning.
        alone: One question a position is open at a time.
    """

    games: int = 40
    per_move: float = 2.0
    exploration: float = 0.25
    by_visits: bool = False
    by_chance: bool = False
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
                max(self.games, math.ceil(self.per_move * (candidates.size + 1))),
                self.exploration,
                self.by_visits,
                self.by_chance,
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
