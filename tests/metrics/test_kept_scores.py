"""Scores are kept: by content, batch by batch, and through an interruption; several processes give the same."""

from itertools import chain

import numpy as np
import pytest

from quorate.metrics.cache import Cache
from quorate.metrics.metric import Metric, OutputTexts
from quorate.metrics.registry import find_metric
from quorate.metrics.scoring import score_texts


def metric(calls: list, version: str = "", fail_after: int = 10**9) -> Metric:
    def score(outputs):
        if len(calls) >= fail_after:
            raise KeyboardInterrupt
        calls.append(list(outputs))
        return [float(len(text)) for text in outputs]

    return Metric(name="letters", score=score, needs=("outputs",), version=version, batch=2)


def test_an_unchanged_output_is_never_scored_twice(tmp_path):
    calls: list = []
    cache = Cache(tmp_path / "kept" / "scores.sqlite")
    score_texts(metric(calls), OutputTexts(outputs=["a", "bb", "a", "ccc"]), cache)
    assert [*chain(*calls)] == ["a", "bb", "ccc"]
    cache.close()
    again = score_texts(
        metric(calls), OutputTexts(outputs=["ccc", "dddd", "a"]), Cache(tmp_path / "kept" / "scores.sqlite")
    )
    assert again.scores.tolist() == [3, 4, 1]
    assert (again.known, again.fresh) == (2, 1)
    assert [*chain(*calls)] == ["a", "bb", "ccc", "dddd"]


def test_another_version_is_scored_anew():
    calls: list = []
    cache = Cache(None)
    for version in ("1", "2"):
        score_texts(metric(calls, version), OutputTexts(outputs=["a"]), cache)
    assert len(calls) == 2


def test_what_was_done_before_an_interruption_is_not_done_again(tmp_path):
    outputs = [letter * 3 for letter in "abcdefg"]
    place = tmp_path / "scores.sqlite"
    first: list = []
    with pytest.raises(KeyboardInterrupt):
        score_texts(metric(first, fail_after=2), OutputTexts(outputs=outputs), Cache(place))
    second: list = []
    reached: list = []
    scored = score_texts(metric(second), OutputTexts(outputs=outputs), Cache(place), watch=reached.append)
    assert not {*chain(*first)} & {*chain(*second)}
    assert scored.there.tolist() == [3] * 7
    assert reached[-1] == 7


def test_texts_that_read_alike_when_joined_are_told_apart():
    cache = Cache(None)
    pair = find_metric("chrf")
    first = score_texts(pair, OutputTexts(outputs=["ab"], references=["c"]), cache)
    second = score_texts(pair, OutputTexts(outputs=["a"], references=["bc"]), cache)
    assert (first.fresh, second.fresh, second.known) == (1, 1, 0)


def test_several_processes_give_the_same_scores():
    pytest.importorskip("rouge_score")
    outputs = [f"word{number} and more" for number in range(450)]
    texts = OutputTexts(outputs=outputs, references=outputs[::-1])
    alone, shared = (score_texts(find_metric("rouge-1"), texts, jobs=jobs).scores for jobs in (1, 2))
    assert np.array_equal(alone, shared)
