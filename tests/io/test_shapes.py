"""Files as people save them are read rightly, or what cannot be known is asked; never read as something else."""

import fresh_shapes
import last_shapes
import later_shapes
import mended_shapes
import pytest
import stranger_outputs
import stranger_ratings
import stranger_votes
import unseen_shapes
from reading import Expected, ExpectedVotes, judge_outputs, judge_ratings, judge_votes

from quorate.data.phrases import read_phrase

# What the benchmark counts as not understood: one is read wrongly (columns of first names as criteria); a packed file,
# a last row with an average, and an object of the votes of each person are refused.
KNOWN_FAULTS = ("people_in_headers", "packed_lines", "average_below", "votes_by_person")
LOTS = (
    *(mended_shapes, unseen_shapes, fresh_shapes, stranger_outputs, stranger_votes, stranger_ratings),
    *(later_shapes, last_shapes),
)
MADE = [
    make
    for shapes in LOTS
    for kind in ("OUTPUTS", "VOTES", "RATINGS")
    for make in getattr(shapes, kind, ())
    if make.__name__ not in KNOWN_FAULTS
]


@pytest.mark.parametrize("make", MADE, ids=lambda make: make.__name__)
def test_a_file_is_read_rightly_or_what_cannot_be_known_is_asked(tmp_path, make):
    expected = make(tmp_path)
    judges = {Expected: judge_outputs, ExpectedVotes: judge_votes}
    verdict, said = judges.get(type(expected), judge_ratings)(expected)
    assert verdict in (("asked", "refused") if expected.asks else ("right", "asked")), said
    assert verdict != "asked" or expected.asks or expected.may_ask


@pytest.mark.parametrize(
    ("said", "preference"),
    [
        ("A much better", 1.0),
        ("B is slightly worse than A", 1.0),
        ("a tie", 0.5),
        ("Both are bad", 0.5),
        ("the right one", 0.0),
        ("B>>A", 0.0),
        ("A=B", 0.5),
        ("no preference", 0.5),
        ("rechts ist etwas besser", 0.0),
        ("A est meilleur", 1.0),
        ("1st", 1.0),
        ("win", None),
        ("can't decide", None),
        ("A and B", None),
        ("not A", None),
        ("A, because it is shorter", None),
        ("3", None),
        ("", None),
    ],
)
def test_an_answer_means_what_its_words_say_or_nothing(said, preference):
    assert read_phrase(said) == preference


def test_a_win_is_of_the_first_only_where_the_columns_say_whose():
    assert read_phrase("win", of_first=True) == 1.0
    assert read_phrase("loss", of_first=True) == 0.0
