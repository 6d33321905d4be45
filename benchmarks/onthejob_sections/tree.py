"""Tree search as published, over how many games it plays for each move; and why it asks more than look-ahead.

A move's value is the mean of the games that began with it. With few games for each of many positions that mean is
noise of the size of a label, while moves differ by the price of a question: the best of many noisy means is a question.
So with the same price, model and crowd, what is asked falls as more games are played.
"""

from functools import partial
from pathlib import Path

from frame import Results
from onthejob_sections.streams import mean, note, run_tags, several

from quorate.labelling.policies.look_ahead import LookAhead
from quorate.labelling.policies.tree_search import TreeSearch
from quorate.labelling.prices import Prices

PRICE = 0.004
GAMES = (100, 200, 400, 800)
FIRST = 100  # sentences
WHOLE = 400  # games, where the whole stream is played


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """The first sentences over the number of games, then the whole stream."""
    inputs = 10 if quick else FIRST
    prices = Prices(question=PRICE)
    for games in (50, 100) if quick else GAMES:
        playing = partial(run_tags, data, TreeSearch(games=games), prices=prices, inputs=inputs)
        found = several(quick, seed, playing)
        case = f"tree search, {games} games, first {inputs} sentences"
        results.at_least("F1", case, mean(found, "score"), "per cent")
        note(results, case, found)
    found = several(quick, seed, partial(run_tags, data, LookAhead(), prices=prices, inputs=inputs))
    case = f"look-ahead at {PRICE:g}, first {inputs} sentences"
    results.at_least("F1", case, mean(found, "score"), "per cent")
    note(results, case, found)
    if not quick:
        found = several(quick, seed, partial(run_tags, data, TreeSearch(games=WHOLE), prices=prices))
        case = f"tree search, {WHOLE} games"
        results.at_least("F1", case, mean(found, "score"), "per cent", 87.8)
        results.at_most("questions at that F1", case, mean(found, "questions"), "a token", 0.6)
        note(results, case, found)
