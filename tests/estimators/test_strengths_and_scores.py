import numpy as np
import pytest

from quorate.data.from_history import Evidence
from quorate.estimators.bradley_terry import bradley_terry
from quorate.estimators.mean_score import mean_score
from quorate.records.design import Design
from quorate.testing.histories import make_history, make_index


def test_a_system_that_never_won_is_placed_not_broken():
    index = make_index(4, 50)
    history = make_history(
        Design(cluster="copy"), index, first=[0, 0, 1, 1], second=[1, 2, 2, 0], item=range(4), values=[1, 1, 1, 0.5]
    )
    table = bradley_terry(Evidence(Design(cluster="copy"), index, history))
    strengths = [table.of(name).value for name in "ABCD"]
    assert strengths[0] > strengths[1] > strengths[2]
    assert strengths[2] < strengths[3] < strengths[0]  # D never met anybody: in the middle, and very uncertain
    for estimate in table.estimates:
        assert np.isfinite([estimate.value, estimate.interval.low, estimate.interval.high]).all()
        assert estimate.interval.low < estimate.value < estimate.interval.high
    assert table.of("D").interval.width > table.of("A").interval.width


def test_without_judgments_all_strengths_are_equal_and_open():
    index = make_index(3, 5)
    table = bradley_terry(
        Evidence(Design(), index, make_history(Design(), index, first=[], second=[], item=[], values=[]))
    )
    assert [estimate.value for estimate in table.estimates] == pytest.approx([0, 0, 0])
    assert all(estimate.interval.width == 40 for estimate in table.estimates)


def rated(design, scores, **columns):
    index = make_index(2, 100)
    count = len(scores)
    history = make_history(
        design, index, first=np.zeros(count), second=-1, item=np.arange(count), values=scores, **columns
    )
    return index, history


def test_means_by_every_criterion():
    design = Design(kind="rating", question={"criteria": {"fluency": "likert5", "adequacy": "slider"}})
    scores = np.column_stack([np.tile([2.0, 4.0], 20), np.tile([10.0, 30.0], 20)])
    index, history = rated(design, scores)
    fluency = mean_score(Evidence(design, index, history)).of("A")
    adequacy = mean_score(Evidence(design, index, history), criterion=1).of("A")
    assert fluency.value == pytest.approx(3)
    assert adequacy.value == pytest.approx(20)
    reach = 2.0227 * 10 / np.sqrt(39)  # t with 39 degrees of freedom, standard deviation 10 · √(40/39)
    assert adequacy.interval.width == pytest.approx(2 * reach, rel=1e-3)
    unseen = mean_score(Evidence(design, index, history)).of("B")
    assert (unseen.value, unseen.interval.low, unseen.interval.high) == (3, 1, 5)


@pytest.mark.parametrize("score", [1.0, 3.0, 5.0])
def test_equal_scores_never_give_certainty(score):
    design = Design(kind="rating")
    index, history = rated(design, [score] * 10)
    estimate = mean_score(Evidence(design, index, history)).of("A")
    assert estimate.value == score
    assert estimate.interval.width > 0.5


def test_one_judgment_says_almost_nothing():
    index, history = rated(Design(kind="rating"), [4.0])
    estimate = mean_score(Evidence(Design(kind="rating"), index, history)).of("A")
    assert (estimate.interval.low, estimate.interval.high) == (1, 5)
