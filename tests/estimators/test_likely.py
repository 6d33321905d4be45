"""What is likely beside what is certified: in order, bounded in words, and never in place of a claim."""

import numpy as np
import pytest

from quorate.data.from_history import Evidence
from quorate.estimators.gathering import gather
from quorate.estimators.likely import find_likely
from quorate.records.design import Design
from quorate.reports import json_report, text_report
from quorate.testing.histories import make_history, make_index
from quorate.wording.likely import likely_words


def compared(wins, systems=3, **design):
    """A history of (winner, loser, times)."""
    first = np.concatenate([np.full(times, one) for one, _, times in wins])
    second = np.concatenate([np.full(times, other) for _, other, times in wins])
    chosen, index = Design(policy="uniform", **design), make_index(systems, 400)
    history = make_history(
        chosen, index, first=first, second=second, item=np.arange(len(first)), values=np.ones(len(first))
    )
    return chosen, index, history


def test_more_wins_are_more_likely_and_nothing_is_certain():
    few = compared([(0, 1, 3), (1, 0, 1), (0, 2, 2)])
    many = compared([(0, 1, 60), (1, 0, 20), (0, 2, 60)])
    low, high = (find_likely(study[2], list("ABC")) for study in (few, many))
    assert low.systems[0] == high.systems[0] == "A"
    assert low.probabilities[0] < high.probabilities[0]
    assert "certified: A over 99 %" in high.words
    assert "Bradley–Terry" in high.words
    assert high.words.startswith("Likely best, but not certified: ")


def test_even_systems_are_evenly_likely_and_renaming_renames():
    study = compared([(0, 1, 20), (1, 0, 20)], systems=2)
    found = find_likely(study[2], ["A", "B"])
    assert found.probabilities == pytest.approx((0.5, 0.5), abs=0.05)
    other = find_likely(study[2], ["x", "y"])
    assert other.probabilities == found.probabilities
    assert set(other.systems) == {"x", "y"}


def test_in_a_circle_nobody_is_likely_to_beat_every_other():
    study = compared([(0, 1, 80), (1, 2, 80), (2, 0, 80), (1, 0, 20), (2, 1, 20), (0, 2, 20)])
    assert sum(find_likely(study[2], list("ABC")).probabilities) < 0.1


def test_it_stands_beside_the_answer_in_every_report_and_not_in_it():
    findings = gather(Evidence(*compared([(0, 1, 8), (1, 0, 5), (0, 2, 6), (2, 0, 4)])))
    assert findings.answer.claim == "none"
    assert "ikely" not in findings.answer.words
    text = " ".join(text_report(findings).split())
    assert "Likely best, but not certified: A " in text
    assert '"likely"' in json_report(findings)


def test_nothing_is_said_where_nothing_is_known_or_all_is_certain():
    assert gather(Evidence(*_nothing())).likely is None
    certain = gather(Evidence(*compared([(0, 1, 200), (0, 2, 200)])))
    assert certain.answer.claim == "beats every other"
    assert "Likely" not in text_report(certain)
    design, index = Design(kind="rating"), make_index(2, 10)
    rated = make_history(design, index, first=[0, 1], second=-1, item=[0, 0], values=[4.0, 2.0])
    assert gather(Evidence(design, index, rated)).likely is None


def _nothing():
    design, index = Design(policy="uniform"), make_index(2, 10)
    return design, index, make_history(design, index, first=[], second=[], item=[], values=[])


def test_words_never_say_a_hundred_percent():
    assert "over 99 %" in likely_words(["A", "B"], [1.0, 0.0], "some")
    assert "100" not in likely_words(["A", "B"], [1.0, 0.0], "some")
    assert "under 1 %" in likely_words(["A"], [0.0], "some")
    assert likely_words(["A", "B", "C", "D"], [0.5, 0.3, 0.1, 0.1], "some").count("%") == 3
