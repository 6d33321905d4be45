"""Tree search, with what its description leaves open filled in; and why it asks more than look-ahead.

Where the tree ends a game has to go on somehow. By moves drawn at random, hundreds of pointless questions pass for
what asking leads to. Here a game waits for what is open and returns; each move is tried once, and one question a
position is open at a time. What is left of the difference: a move is as good as the answers that were drawn for it.
An agreeing answer, which is the likely one, is worth all of the doubt; so a question is asked while the doubt exceeds
the price, not while the gain does. That is shown with no tree at all: `drawn answers` asks by the mean gain over so
many drawn answers, and what it asks falls to that of the exact gain as they become more.

The price of a question is ten times that of look-ahead for that reason, chosen on orders with other seeds (100 and up).
"""

from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from frame import Results
from onthejob_sections.streams import mean, note, run_tags, several

from quorate.labelling.policies.look_ahead import LookAhead
from quorate.labelling.policies.tree_search import TreeSearch
from quorate.labelling.prices import Prices
from quorate.labelling.situation import Situation

SEARCH = TreeSearch(games=2, per_move=1.0, alone=True)
PRICES = Prices(question=0.055, second=0.0005)
SAME = Prices(question=0.01)  # where the cause is shown
DRAWN = (1, 10, 100)
FIRST = 50  # sentences, on which the cause is shown
ORDERS = 3


@dataclass(frozen=True, kw_only=True)
class DrawnAnswers:
    """Ask where the mean gain over drawn answers exceeds the price."""

    answers: int
    name: str = "drawn answers"

    def choose(self, situation: Situation) -> list[int]:
        """Positions without an open question."""
        marginals, _ = situation.belief
        crowd, evidence = situation.crowd, situation.evidence
        same, before = evidence.counts[:, None, :], evidence.counts.sum(1)[:, None, None]
        tables = np.einsum("nyd,dyr->nyr", evidence.given, crowd.expected_tables)
        concentration = crowd.settings.concentration
        joint = marginals[:, :, None] * (concentration * tables + same) / (concentration + before)
        chances = joint.sum(1)
        surer = joint.max(1) / chances - marginals.max(1)[:, None]
        rng = np.random.default_rng([situation.seed, situation.number, situation.step])
        draws = rng.random((len(surer), self.answers))
        chosen = []
        for i, one in enumerate(draws):
            drawn = np.minimum(np.searchsorted(chances[i].cumsum(), one), surer.shape[1] - 1)
            is_open = situation.waiting[i] == 0 and situation.left[i] > 0
            if is_open and surer[i, drawn].mean() > situation.prices.question:
                chosen.append(i)
        return chosen


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """The whole stream with bars; the cause on the first sentences."""
    inputs = 10 if quick else FIRST
    found = several(quick, seed, partial(run_tags, data, SEARCH, prices=PRICES, inputs=inputs if quick else None))
    results.at_least("F1", "tree search", mean(found, "score"), "per cent", None if quick else 87.8)
    results.at_most("questions at that F1", "tree search", mean(found, "questions"), "a token", None if quick else 0.6)
    note(results, "tree search", found)
    policies = {
        "tree search, 40 games, then random moves": TreeSearch(by_chance=True),
        "tree search, 40 games, then waits and returns": TreeSearch(),
        "tree search, one game a move": SEARCH,
        **{f"{many} drawn answers": DrawnAnswers(answers=many) for many in DRAWN},
        "exact gain of one answer": LookAhead(window=0, depth=1),
        "look-ahead": LookAhead(),
    }
    for name, policy in policies.items():
        found = several(quick, seed, partial(run_tags, data, policy, prices=SAME, inputs=inputs), ORDERS)
        case = f"{name}, first {inputs} sentences at {SAME.question:g}"
        results.at_least("F1", case, mean(found, "score"), "per cent")
        note(results, case, found)
