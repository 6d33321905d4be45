"""Scores with metrics for every look, whatever an answer does to how long it takes.

Idea:
    An answer that takes longer because of what it says is missing when one looks, and the answers that are there are a
    selection. In the order in which outputs were drawn nothing is selected, as long as nothing is left out: a question
    that is open counts at the least score for the lower end and at the greatest for the upper end, and its output
    counts as had at that score wherever what was had counts as known. The same from what was drawn before the oldest
    open question, which has all its answers, and from what was drawn before the third, the fifth, the ninth: old open
    questions are few, new ones many. All hold at all looks together, so the narrowest ends do.

Formula:
    ψₜ = mean f̂ₜ + wₜ (yₜ − f̂ₜ(zₜ)), or with Σ_had y(z) (see `sequential`). The lower end is the least m for which bets
    up on ψ, worked out with every open y at the least of the scale, have not made 2/(1 − level) out of 1; the upper end
    the greatest m for which bets down, every open y at the greatest, have not (`kernels.capital`).

Guarantee:
    Say yₜ is what the annotator answers, or would. Given all earlier questions, with their answers, however late these
    come, and how long they took, ψₜ has the expectation μ: what was drawn, f̂ₜ, wₜ and the bounds of ψₜ were fixed by
    answers that had arrived by then, all of earlier questions. How long yₜ itself takes never enters. So bets on the
    true ψ are a martingale in this order (Ville). Every ψ increases in every y, its own with wₜ and those had with 1/N,
    and so do the bounds of ψ; bets up then win more, the larger any y: with ψ = k + r between k + l and k + h they win
    c (k + r − m)/(m − k − l), which increases in k and in r. Bets up on the least values have never more than those on
    the true ones, whose half is never more than both directions together: whatever this refutes at any time, the true
    answers refute. Bets down mirror that. A difference of two systems increases in the answers of the first and
    decreases in those of the second: its lower end takes the first at its least and the second at its greatest.
    Relations and stopping rules read these ends, and need nothing more: they may look whenever they like.

    In shared-item blocks an output of a begun block that was not asked about yet waits for the answers before it, and
    is as selected as an open question. It counts like one.

Assumptions:
    An answer depends on the past only through its question, and not on what others will say. Questions that were given
    up, and blocks whose annotator was silent for as long as a question is waited for, are like the others. The noise of
    what was had (`_with_noise` in `sequential`) is that of the answers that are there. As long as all answers of a
    system are equal its values are the plain scores, as in `sequential`.

Reference:
    Ville (1939); Waudby-Smith, Ramdas (2024), Estimating means of bounded random variables by betting.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from quorate.arrays import Floats, Ints, Mask
from quorate.data.from_history import Evidence
from quorate.estimators.contributions import Contributions
from quorate.estimators.scores.draws import drawn_positions
from quorate.estimators.scores.every_look import betting_interval
from quorate.estimators.scores.ratings import NEVER, Ratings, merge_copies
from quorate.estimators.scores.reading import from_history
from quorate.estimators.scores.sequential import Corrector
from quorate.records.design import PATIENCE
from quorate.records.history import History
from quorate.records.material import MISSING

Columns: TypeAlias = dict[str, Floats | Ints]


@dataclass(frozen=True, kw_only=True)
class AsAsked:
    """What judgments contribute to scores in the order drawn, while questions are open.

    Attributes:
        rows: All questions, copies merged, open ones too: what `worst` and `best` have a row for.
        worst: What they contribute with every open question at the least score.
        best: The same with the greatest.
        early_rows: The questions drawn before the oldest open one.
        early: What these contribute.
        opened: When the open ones were drawn, the oldest first.
    """

    rows: Ratings
    worst: Contributions
    best: Contributions
    early_rows: Ratings
    early: Contributions
    opened: Ints

    @classmethod
    def of(cls, evidence: Evidence, corrector: Corrector) -> "AsAsked | None":
        """What the evidence says; `None` where no question is open, or open ones make no difference."""
        told, waiting = evidence.once(from_history), _waiting(evidence)
        if not len(waiting["system"]):
            return None
        scale = told.scale
        joined: dict[str, Any] = {
            name: np.concatenate([getattr(told, name)[: told.count], waiting[name]]) for name in waiting
        }
        order = np.argsort(joined["drawn"], kind="stable")
        joined = {name: column[order] for name, column in joined.items()}
        is_open = joined["told"] == NEVER
        joined["repeats"] = np.ones(len(order), dtype=np.int64)
        at_least, at_most = (
            replace(told, **joined | {"score": np.where(is_open, end, joined["score"])})
            for end in (scale.low, scale.high)
        )
        early = told.only(told.drawn < waiting["drawn"].min()) if told.count else told
        plain = corrector.contribute(told)  # noise is estimated from the answers that are there
        given = [replace(corrector.contribute(one), noise=plain.noise) for one in (at_least, at_most, early)]
        return cls(
            rows=merge_copies(at_least),
            worst=given[0],
            best=given[1],
            early_rows=merge_copies(early),
            early=given[2],
            opened=np.sort(waiting["drawn"]),
        )

    def stretches(self) -> Iterator[tuple[Ratings, Contributions, Contributions]]:
        """Rows, worst and best: of all, and of what was drawn before the third oldest open one, the fifth, and on."""
        yield self.rows, self.worst, self.best
        for place in 2 ** np.arange(1, len(self.opened).bit_length()):
            if place < len(self.opened):
                mask = self.rows.drawn < self.opened[place]
                yield self.rows.only(mask), self.worst.rows(mask), self.best.rows(mask)

    def anytime(self, level: float) -> Floats:
        """Group × 2 ends of intervals that hold at every look."""
        early = betting_interval(self.early, level)
        low, high = early.T
        for _, worst, best in self.stretches():
            low = np.maximum(low, betting_interval(worst, level, side=1)[:, 0])
            high = np.minimum(high, betting_interval(best, level, side=-1)[:, 1])
        return np.column_stack([np.minimum(low, high), np.maximum(low, high)])


def _waiting(evidence: Evidence) -> Columns:
    """Columns of ratings: the questions that are open, and those of begun blocks that were not asked yet."""
    history, rows, still_open = evidence.history, evidence.open_rows, evidence.open
    drawn = drawn_positions(evidence.design, history, rows)
    none = np.zeros(0, dtype=np.int64)
    columns = {
        "system": none if still_open is None else still_open.first,
        "item": none if still_open is None else still_open.item,
        "annotator": none if still_open is None else still_open.annotator,
        "copy_of": none if still_open is None else still_open.copy_of,
        "cluster": none if still_open is None else still_open.cluster,
        "weight": np.zeros(0) if still_open is None else still_open.item_weight,
        "drawn": drawn,
    }
    if evidence.design.policy == "blocks" and evidence.design.evidence == "asked":
        more = _left_of_blocks(evidence)
        columns = {name: np.concatenate([column, more[name]]) for name, column in columns.items()}
    count = len(columns["system"])
    return columns | {"told": np.full(count, NEVER), "score": np.full(count, np.nan)}


def _left_of_blocks(evidence: Evidence) -> Columns:
    """Outputs of begun blocks that their annotators will be asked about next, as columns of ratings."""
    history, systems = evidence.history, evidence.systems
    rows = np.sort(np.concatenate([evidence.rows, evidence.open_rows]))
    asked = np.flatnonzero(history.is_question & (history["copy_of"] == history["number"]))
    asked = asked[asked <= rows.max(initial=-1)]
    keys = history["annotator"].astype(np.int64) * (int(history["item"].max(initial=0)) + 1) + history["item"]
    blocks, begun, code = np.unique(keys[asked], return_index=True, return_inverse=True)
    first = asked[begun]
    is_left = evidence.index.fingerprints[:systems, history["item"][first]].T != MISSING
    is_left &= np.arange(systems) < np.searchsorted(history.joined, history["seen"][first], side="right")[:, None]
    is_left[code, history["first"][asked]] = False
    is_left &= np.isin(blocks, keys[rows])[:, None]
    last = np.zeros(len(blocks), dtype=np.int64)
    np.maximum.at(last, code, asked)
    is_left &= ~_is_given_up(history, last)[:, None]
    if evidence.design.scope != "items":  # somebody else may have been asked
        taken = np.zeros(evidence.index.fingerprints.shape, dtype=np.bool_)
        taken[history["first"][asked], history["item"][asked]] = True
        is_left &= ~taken[:systems, history["item"][first]].T
    block, system = np.nonzero(is_left)
    row = first[block]
    return {
        "system": system,
        "item": history["item"][row].astype(np.int64),
        "annotator": history["annotator"][row].astype(np.int64),
        "copy_of": history.count + 1 + np.arange(len(row)),
        "cluster": history["copy_of"][row].astype(np.int64),
        "weight": 1.0 / (history["item_choices"][row] * history["item_probability"][row]),
        "drawn": drawn_positions(evidence.design, history, row),
    }


def _is_given_up(history: History, rows: Ints) -> Mask:
    """Whether nobody waits any more for what comes after these questions: taken from their annotator, or silent."""
    if not history.count:
        return np.zeros(len(rows), dtype=np.bool_)
    released = (history["released_position"] > history["reopened_position"]) & ~history.is_judged
    since = np.fmax(history["time"], history["judged_time"])
    is_given_up: Mask = released[rows] | (since[rows] + PATIENCE * history.design.lease <= since.max())
    return is_given_up
