"""Model judges against people.

Both set-ups of MT-bench, habits of five judges that judge each other (vicuna80), judges that are made to err (llmbar).
"""

from dataclasses import replace
from pathlib import Path

import numpy as np
from frame import Results

from quorate.data.verdicts import Verdicts
from quorate.estimators.trust.judges import trust_judges
from quorate.io.verdicts import read_verdicts

PUBLISHED = {
    "GPT-4 with people, ties counted": 0.66,
    "GPT-4 with people, without ties": 0.85,
    "people among themselves, ties counted": 0.63,
    "people among themselves, without ties": 0.81,
}


def first_turn(data: Verdicts) -> Verdicts:
    """The items whose names end in :1."""
    is_first = np.array([name.endswith(":1") for name in data.items])
    said, people = is_first[data.item], is_first[data.people_item]
    rows = {name: getattr(data, name)[said] for name in ("item", "first", "second", "judge", "shown", "verdict")}
    rows |= {name: getattr(data, name)[people] for name in ("people_item", "people_first", "people_second")}
    rows |= {name: getattr(data, name)[people] for name in ("annotator", "outcome")}
    return replace(data, **rows, probability=data.probability[said])


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Three sets."""
    votes = read_verdicts(data / "judges" / "mt-bench")
    (gpt4,) = trust_judges(first_turn(votes))
    shares = (gpt4.agreement, gpt4.decided, gpt4.people, gpt4.people_decided)
    for (name, published), share in zip(PUBLISHED.items(), shares, strict=True):
        case = (
            f"mt-bench, first turn, {share.low:.3f} to {share.high:.3f}; {share.count:,} pairs; published {published}"
        )
        results.at_least(f"agreement of {name}", case, share.value, "")
        off = abs(share.value - published)
        results.at_most(f"distance from the published agreement of {name}", "mt-bench", off, "", 0.02)
    for one in trust_judges(read_verdicts(data / "judges" / "vicuna80")):
        named = f"vicuna80, {one.judge}"
        for habit in one.habits:
            if habit.name != "people":
                ends = f"{habit.low:.2f} to {habit.high:.2f}"
                results.at_least(f"{habit.name} bias", f"{named}, {ends}", habit.value, "logits")
        ends = f"{one.right.low:.3f} to {one.right.high:.3f}"
        results.at_least("right where people decide", f"{named}, {ends}", one.right.value, "")
        results.at_most("flips when the order changes", named, one.flips.value, "")
    verdicts = read_verdicts(data / "judges" / "llmbar")
    found = trust_judges(verdicts)
    results.at_least("judges refused", f"llmbar, of {len(found)}", sum(one.is_refused for one in found), "judges")
    lowest = min(one.right.value for one in found if not one.is_refused)
    results.at_least("right of the least of those not refused", "llmbar", lowest, "", 0.5)
    random, coins = np.random.default_rng(seed), 50 if quick else 400
    one_judge = verdicts.judge == verdicts.judge[0]
    rows = {name: getattr(verdicts, name)[one_judge] for name in ("item", "first", "second", "judge", "shown")}
    rows |= {"judge": np.zeros(int(one_judge.sum()), dtype=np.int64), "probability": np.full(one_judge.sum(), np.nan)}
    believed = 0
    for _ in range(coins):
        tossed = random.integers(0, 2, size=int(one_judge.sum())).astype(np.float64)
        (coin,) = trust_judges(replace(verdicts, judges=("coin",), verdict=tossed, **rows))
        believed += not coin.is_refused
    rate = 100 * believed / coins
    results.at_most("judges that toss a coin and are not refused", f"pairs of llmbar, {coins} judges", rate, "%", 5)
