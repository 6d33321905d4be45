"""Verdicts of a judge as predictions of a study, and predictions and judgments of a study as verdicts beside people's.

Idea: what a judge says of a pair of outputs in both orders, and several times, is one prediction. What contradicts
itself is a tie, as everywhere.

Formula: each answer that was read is the chance r that the first wins, a tie counting one half (by log-probabilities
where there are any). e is the mean of r within an order, then over orders. Win max(0, 2e − 1), loss max(0, 1 − 2e), tie
the rest; spread the standard deviation of r, one half where there is a single answer.
"""

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.data.from_history import Evidence
from quorate.data.verdicts import Verdicts
from quorate.errors import InputError
from quorate.records.material import MISSING, MaterialIndex
from quorate.records.predictions import PairPredictions
from quorate.records.scores import Scores

Texts: TypeAlias = Sequence[Sequence[str | None]]
ALONE = 0.5  # spread of a single answer: nobody knows how it would be answered again


def predictions_of(
    said: Verdicts, judge: int, index: MaterialIndex, signature: str, wanted: int = 1
) -> tuple[Scores | None, int]:
    """What a judge predicts about pairs of a study, and of how many pairs every answer is unread.

    Pairs of outputs that look the same are left out: nobody is asked about them.

    Args:
        said: Verdicts.
        judge: Whose.
        index: What the study has.
        signature: What made them.
        wanted: Answers, read or not, that a pair takes: what has fewer is not done, and left for later.

    Raises:
        InputError: The study has no such system, or no such item.
    """
    systems = _numbers(said.systems, np.concatenate([said.first, said.second]), index.systems, "system")
    items = _numbers(said.items, said.item, index.items, "item")
    mine = np.flatnonzero(said.judge == judge)
    first, second, item = systems[said.first[mine]], systems[said.second[mine]], items[said.item[mine]]
    there = (index.fingerprints[first, item] != index.fingerprints[second, item]) & (
        np.minimum(index.fingerprints[first, item], index.fingerprints[second, item]) != MISSING
    )
    mine, first, second, item = mine[there], first[there], second[there], item[there]
    read = np.where(np.isfinite(said.probability[mine]), said.probability[mine], said.verdict[mine])
    keys, unit, counts = np.unique(
        np.column_stack([first, second, item]), axis=0, return_inverse=True, return_counts=True
    )
    expected, spread = _merged(unit.ravel(), said.shown[mine], read, len(keys))
    done = counts >= wanted
    known = done & np.isfinite(expected)
    unread = int((done & ~np.isfinite(expected)).sum())
    if not known.any():
        return None, unread
    e = expected[known]
    values = np.column_stack([np.maximum(2 * e - 1, 0), 1 - np.abs(2 * e - 1), spread[known]])
    one, other, where = keys[known].T
    name = said.judges[judge]
    return Scores(name=name, about="pairs", signature=signature, item=where, first=one, second=other, values=values), (
        unread
    )


def only_new(scores: Scores, known: PairPredictions) -> Scores | None:
    """The predictions that are not there already; nothing where all are."""
    rows = zip(scores.first.tolist(), scores.second.tolist(), scores.item.tolist(), strict=True)
    new = np.array([
        (one, other) not in known.values or bool(np.isnan(known.values[one, other][item, 0]))
        for one, other, item in rows
    ])  # fmt: skip
    if not new.any():
        return None
    return Scores(
        name=scores.name,
        about=scores.about,
        signature=scores.signature,
        item=scores.item[new],
        first=scores.first[new],
        second=scores.second[new],
        values=scores.values[new],
    )


def study_verdicts(evidence: Evidence, texts: Texts) -> Verdicts:
    """What comparers and judges predicted in a study, beside its judgments.

    Args:
        evidence: The judgments.
        texts: System × item: the outputs.
    """
    index = evidence.index
    judges = tuple(sorted(index.predictions))
    parts = [_said(number, index.predictions[name]) for number, name in enumerate(judges)]
    columns = [np.concatenate(column) for column in zip(*parts, strict=True)] if parts else [np.zeros(0)] * 6
    item, first, second, judge = (column.astype(np.int64) for column in columns[:4])
    return _beside(
        evidence,
        texts,
        judges=judges,
        item=item,
        first=first,
        second=second,
        judge=judge,
        shown=np.zeros(len(item), dtype=np.int64),
        verdict=columns[4],
        probability=columns[5],
    )


def beside_study(said: Verdicts, evidence: Evidence, texts: Texts) -> Verdicts:
    """Verdicts from elsewhere beside the judgments of a study.

    Raises:
        InputError: The study has no such system, or no such item.
    """
    index = evidence.index
    systems = _numbers(said.systems, np.concatenate([said.first, said.second]), index.systems, "system")
    items = _numbers(said.items, said.item, index.items, "item")
    one, other = systems[said.first], systems[said.second]
    turned = one > other
    return _beside(
        evidence,
        texts,
        judges=said.judges,
        item=items[said.item],
        first=np.minimum(one, other),
        second=np.maximum(one, other),
        judge=said.judge,
        shown=np.where(turned, -said.shown, said.shown),
        verdict=np.where(turned, 1 - said.verdict, said.verdict),
        probability=np.where(turned, 1 - said.probability, said.probability),
        notes=said.notes,
    )


def _beside(evidence: Evidence, texts: Texts, **said: Any) -> Verdicts:  # noqa: ANN401 - fields of `Verdicts`
    judged = evidence.judgments
    turned = judged.first > judged.second
    known = np.unique(judged.annotator)
    return Verdicts(
        items=evidence.index.items,
        systems=evidence.index.systems,
        annotators=tuple(f"annotator {number}" for number in known.tolist()),
        people_item=judged.item,
        people_first=np.minimum(judged.first, judged.second),
        people_second=np.maximum(judged.first, judged.second),
        annotator=np.searchsorted(known, judged.annotator),
        outcome=np.where(turned, 1 - judged.values[:, 0], judged.values[:, 0]),
        letters=np.zeros(0),
        **said,
    ).with_texts(texts)


def _said(judge: int, predictions: PairPredictions) -> tuple[Ints, Ints, Ints, Ints, Floats, Floats]:
    found = []
    for one, other in sorted(predictions.values):
        values = predictions.of(one, other)
        items = np.flatnonzero(np.isfinite(values[:, 0]))
        win, tie = values[items, 0], values[items, 1]
        most = np.argmax(np.column_stack([tie, win, 1 - win - tie]), axis=1)
        verdict = np.array([0.5, 1.0, 0.0])[most]
        expected = win + tie / 2
        found.append(
            (
                items,
                np.full(len(items), one),
                np.full(len(items), other),
                np.full(len(items), judge),
                verdict,
                expected,
            )
        )
    item, first, second, whose, verdict, expected = (np.concatenate(part) for part in zip(*found, strict=True))
    says_chances = bool((np.abs(expected - verdict) > 1e-6).any())
    return item, first, second, whose, verdict, expected if says_chances else np.full(len(item), np.nan)


def _merged(unit: Ints, shown: Ints, read: Floats, count: int) -> tuple[Floats, Floats]:
    """The mean answer of each unit, orders weighing alike, and how far its answers spread."""
    known = np.isfinite(read)
    unit, order, read = unit[known], shown[known] + 1, read[known]
    answers = np.bincount(3 * unit + order, minlength=3 * count).reshape(count, 3)
    sums = np.bincount(3 * unit + order, weights=read, minlength=3 * count).reshape(count, 3)
    squares = np.bincount(unit, weights=read * read, minlength=count)
    total = answers.sum(axis=1)
    orders = (answers > 0).sum(axis=1)
    means = np.divide(sums, answers, out=np.zeros_like(sums), where=answers > 0)
    expected = np.divide(means.sum(axis=1), orders, out=np.full(count, np.nan), where=orders > 0)
    mean = sums.sum(axis=1) / np.maximum(total, 1)
    spread = np.sqrt(np.maximum(squares / np.maximum(total, 1) - mean**2, 0.0))
    return expected, np.where(total > 1, spread, ALONE)


def _numbers(names: tuple[str, ...], used: Ints, known: tuple[str, ...], what: str) -> Ints:
    """The study's number of each name."""
    place = {name: number for number, name in enumerate(known)}
    for number in np.unique(used).tolist():
        if names[number] not in place:
            shown = ", ".join(known[:5]) + (", …" if len(known) > 5 else "")
            raise InputError(f"Verdicts are about {what} {names[number]!r}, and the study has: {shown}.")
    return np.array([place.get(name, -1) for name in names], dtype=np.int64)
