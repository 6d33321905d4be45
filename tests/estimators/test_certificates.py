import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quorate.data.from_history import Evidence
from quorate.estimators.certificates import Verdict, claim_answer, judge, order, rank_ranges, reach
from quorate.records.design import Design
from quorate.testing.histories import make_history, make_index


def relations(systems, *pairs):
    beats = np.zeros((systems, systems), dtype=bool)
    for i, j in pairs:
        beats[i, j] = True
    return beats


def test_rank_ranges_follow_chains():
    assert rank_ranges(relations(4, (0, 1), (1, 2))) == [(1, 2), (2, 3), (3, 4), (1, 4)]
    assert rank_ranges(relations(3)) == [(1, 3)] * 3


def test_a_cycle_orders_nobody_on_it():
    assert rank_ranges(relations(4, (0, 1), (1, 2), (2, 0), (0, 3))) == [(1, 3), (1, 3), (1, 3), (4, 4)]


@given(
    st.integers(1, 6).flatmap(
        lambda k: st.tuples(st.just(k), st.lists(st.tuples(st.integers(0, k - 1), st.integers(0, k - 1))))
    )
)
def test_ranges_hold_every_order_the_relations_allow(case):
    systems, pairs = case
    beats = relations(systems, *(pair for pair in pairs if pair[0] != pair[1]))
    ordered = order(beats, None, [0.0] * systems)
    assert sorted(ordered) == list(range(systems))
    above = reach(beats)
    for place, system in enumerate(ordered, 1):
        low, high = rank_ranges(beats)[system]
        assert low <= place <= high
        assert not any(above[later, system] for later in ordered[place:])


def test_the_certified_best_comes_first_whatever_the_numbers_say():
    assert order(relations(3, (1, 0), (1, 2)), 1, [0.9, 0.5, 0.1]) == [1, 0, 2]
    assert order(relations(3), 2, [0.9, 0.5, 0.1]) == [2, 0, 1]


def test_words():
    design = Design(level=0.9)
    names = ["A", "B"]
    none = Verdict(beats=relations(2), by_margin=relations(2), best=None, judgments=0)
    assert claim_answer(design, names, none, [0.5, 0.5]).words.startswith("Nothing is known yet")
    open_still = Verdict(beats=relations(2), by_margin=relations(2), best=None, judgments=7)
    assert (
        "Still possible as the best: A and B; error ≤ 10 %" in claim_answer(design, names, open_still, [0.6, 0.4]).words
    )
    done = Verdict(beats=relations(2, (1, 0)), by_margin=relations(2), best=1, judgments=70)
    answer = claim_answer(design, names, done, [0.4, 0.6])
    assert answer.words == (
        "On these items B beats A: it wins more often than it loses against it; "
        "error ≤ 10 % at every look; 70 judgments, ties included."
    )
    assert (answer.claim, answer.subject, answer.error, answer.scope) == ("beats every other", ("B",), 0.1, "items")
    assert answer.brief == "B beats A"


@pytest.mark.parametrize("wins", [1, 20, 80])
def test_a_margin_needs_more_evidence(wins):
    index = make_index(2, 200)
    design = Design(margin=0.2)
    values = np.r_[np.ones(wins), np.zeros(10)]
    history = make_history(
        design, index, first=np.zeros(len(values)), second=np.ones(len(values)), item=range(len(values)), values=values
    )
    verdict = judge(Evidence(design, index, history))
    assert (verdict.best == 0) == (wins == 80)
    assert verdict.by_margin[0, 1] <= verdict.beats[0, 1]
    assert not verdict.beats[1, 0]


def test_a_pair_that_always_looks_the_same_cannot_be_decided():
    index = make_index(3, 30, identical=1.0)
    history = make_history(Design(), index, first=[], second=[], item=[], values=[])
    verdict = judge(Evidence(Design(margin=0.1), index, history))
    assert not verdict.beats.any()
    assert not verdict.by_margin.any()


def test_scores_that_do_not_overlap_are_ordered():
    index = make_index(3, 100)
    design = Design(kind="rating", question={"criteria": {"quality": "likert5"}})
    rng = np.random.default_rng(0)
    first = np.repeat([0, 1, 2], 100)
    values = np.clip(np.round(np.array([4.5, 3.0, 3.0])[first] + rng.normal(0, 0.5, 300)), 1, 5)
    history = make_history(design, index, first=first, second=-1, item=np.tile(np.arange(100), 3), values=values)
    verdict = judge(Evidence(design, index, history))
    assert verdict.best == 0
    assert verdict.beats[0].tolist() == [False, True, True]
    assert not verdict.beats[1:].any()
