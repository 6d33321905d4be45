"""Look-ahead with the same settings and price when sentences come in another order."""

from functools import partial
from pathlib import Path

from frame import Results
from onthejob_sections.streams import QUICK_INPUTS, mean, note, run_tags, several, trust

from quorate.labelling.policies.look_ahead import LookAhead
from quorate.labelling.prices import Prices

PRICE = 0.002
ORDERS = 10


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Backwards, and shuffled anew in each run."""
    inputs = QUICK_INPUTS if quick else None
    for order in ("reversed", "shuffled"):
        playing = partial(run_tags, data, LookAhead(), prices=Prices(question=PRICE), order=order, inputs=inputs)
        found = several(quick, seed, playing, ORDERS)
        case = f"look-ahead at {PRICE:g}, {order}"
        results.at_least("F1", case, mean(found, "score"), "per cent", None if quick else 87.7)
        results.at_most("questions at that F1", case, mean(found, "questions"), "a token", None if quick else 0.45)
        note(results, case, found)
        trust(results, case, found)
