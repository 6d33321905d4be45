"""Would other people, judging the same items once each, name the same winner?

Idea: a winner on these judgments is a fact about them; judged anew, every pair's total would move. Each pair's answers
are drawn again, as many as it has items to ask about, from what its judgments say (a Dirichlet–multinomial with half a
judgment of each answer added), and the winner must beat every other again.

Guarantee: none; it is a description. Assumptions: judgments of a pair are alike, whoever gives them.
"""

from dataclasses import dataclass

import numpy as np

from quorate.data.from_history import Evidence
from quorate.wording import Sentence

DRAWS = 400


@dataclass(frozen=True, kw_only=True)
class Redraw:
    """How a winner fares when the judgments are drawn again.

    Attributes:
        system: The winner.
        share: Share of the draws in which it beats every other.
        draws: How many draws.
    """

    system: str
    share: float
    draws: int

    @property
    def words(self) -> str:
        """One sentence."""
        said = {"system": self.system, "percent": 100 * self.share, "draws": self.draws}
        return Sentence("redrawn", said).words


def redraw(evidence: Evidence, winner: int) -> Redraw:
    """Draw the winner's pairs anew."""
    index, judgments = evidence.index, evidence.judgments
    rng = np.random.default_rng([evidence.design.seed, judgments.count])
    same = np.ones(DRAWS, dtype=bool)
    for other in range(evidence.systems):
        size = int(index.askable_counts[winner, other])
        if other == winner or not size:
            continue
        forward = (judgments.first == winner) & (judgments.second == other)
        backward = (judgments.first == other) & (judgments.second == winner)
        outcome = np.concatenate([judgments.values[forward, 0], 1 - judgments.values[backward, 0]])
        seen = np.array([(outcome > 0.5).sum(), (outcome == 0.5).sum(), (outcome < 0.5).sum()])
        answers = rng.multinomial(size, rng.dirichlet(seen + 0.5, DRAWS))
        same &= answers[:, 0] > answers[:, 2]
    return Redraw(system=index.systems[winner], share=float(same.mean()), draws=DRAWS)
