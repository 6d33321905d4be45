"""Who is there, from the log."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from quorate.records.presence import Presence


def columns(*rows):
    """Rows of (position, annotator, role, time) as columns of questions asked."""
    position, annotator, role, time = (np.array(column) for column in zip(*rows, strict=True))
    return {"position": position, "annotator": annotator, "role": role, "time": time.astype(float)}


def test_the_first_question_of_the_study_brings_somebody_in():
    presence = Presence()
    presence.ask(columns((1, 4, 1, 0.0), (2, 2, 0, 1.0), (3, 7, 2, 2.0)))
    assert presence.people.tolist() == [2], "practice and checks bring nobody in"
    assert presence.has(2)
    assert not presence.has(4)
    assert not presence.has(900)


def test_whoever_is_away_comes_back_with_the_next_question_put_to_them():
    presence = Presence()
    presence.ask(columns((1, 2, 0, 0.0), (2, 3, 0, 0.0)))
    presence.leave(2, 5)
    assert presence.people.tolist() == [3]
    presence.ask(columns((6, 2, 0, 9.0)))
    assert presence.people.tolist() == [2, 3]


def test_somebody_is_heard_of_when_first_asked_and_when_they_answer():
    presence = Presence()
    presence.ask(columns((1, 2, 0, 5.0), (2, 2, 0, 8.0)))
    assert presence.heard(2) == 5.0
    presence.hear(np.array([2]), np.array([11.0]))
    presence.ask(columns((4, 2, 0, 20.0)))
    assert presence.heard(2) == 11.0, "a question drawn for somebody says nothing of them"


@given(st.lists(st.tuples(st.sampled_from(["ask", "leave"]), st.integers(1, 4)), max_size=30), st.integers(1, 7))
def test_it_does_not_matter_how_the_log_is_cut(events, size):
    whole, parts = Presence(), Presence()
    for presence, step in ((whole, len(events) or 1), (parts, size)):
        for begin in range(0, len(events), step):
            stretch = list(enumerate(events, 1))[begin : begin + step]
            asked = [(position, who, 0, float(position)) for position, (what, who) in stretch if what == "ask"]
            if asked:
                presence.ask(columns(*asked))
            for position, (what, who) in stretch:
                if what == "leave":
                    presence.leave(who, position)
    assert whole.people.tolist() == parts.people.tolist()
