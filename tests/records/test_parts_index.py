"""Parts get the numbers that a slow, obvious count gives them; what cannot be one says why."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quorate.errors import InputError, UnknownError
from quorate.records.material import Items, SystemOutputs
from quorate.records.parts import NO_PARTS, Parts, PartsSaid, with_said, with_scores

SYSTEMS = 3
ROWS = st.lists(st.tuples(st.integers(0, 3), st.integers(1, 5)), max_size=8, unique=True)
PIECES = st.lists(st.tuples(st.integers(-1, SYSTEMS - 1), ROWS), max_size=8)


def said(position, system, rows):
    item, look = np.array(rows, dtype=np.int64).reshape(-1, 2).T
    metrics = {"sure": look / 10} if system >= 0 and position % 2 else {}
    return PartsSaid(item, look.astype(np.uint64), metrics, system, position)


@given(PIECES, st.data())
def test_numbers_are_those_of_a_slow_count(given_pieces, data):
    """Whoever says something of an item first gives it the next number there, in whatever pieces one reads on."""
    pieces = [said(position, *one) for position, one in enumerate(given_pieces)]
    number, count, rows = {}, {}, {system: [] for system in range(-1, SYSTEMS)}
    for piece in pieces:
        for item, look in zip(piece.item.tolist(), piece.looks.tolist(), strict=True):
            if (item, look) not in number:
                number[item, look] = count.get(item, 0)
                count[item] = count.get(item, 0) + 1
            rows[piece.system].append((item, look))
    index, place = NO_PARTS, 0
    while place < len(pieces):
        step = data.draw(st.integers(1, len(pieces)))
        index, place = with_said(index, SYSTEMS, pieces[place : place + step][::-1]), place + step
    keys = list(zip(index.item.tolist(), index.looks.tolist(), strict=True))
    assert keys == list(number)
    assert index.number.tolist() == list(number.values())
    for system in range(SYSTEMS):
        assert [keys[row] for row in index.said_by(system)] == rows[system]
    assert [keys[row] for row in index.own] == rows[-1]
    for item in range(5):
        mine = index.of_item(item).tolist()
        assert [number[keys[row]] for row in mine] == list(range(count.get(item, 0)))
        assert [index.row(item, place) for place in range(len(mine))] == mine
        with pytest.raises(UnknownError, match="none has number"):
            index.row(item, len(mine))
    for values, whose in zip(index.metrics.get("sure", ()), index.said, strict=False):
        assert len(values) == len(whose)


def test_scores_of_parts_stay_as_they_join():
    index = with_said(NO_PARTS, 1, [said(1, 0, [(0, 1), (2, 1), (0, 2)])])
    index = with_scores(index, "judge", np.array([0, 9]), np.array([1, 0]), np.array([0.5, 1.0]))
    index = with_said(index, 1, [said(2, 0, [(0, 3)])])
    index = with_scores(index, "judge", np.array([0]), np.array([2]), np.array([0.75]))
    assert np.array_equal(index.scores["judge"], [np.nan, np.nan, 0.5, 0.75], equal_nan=True)
    assert not index.same(replace(index, scores={}))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"texts": ("x",)}, "'texts' has 1 values for 2 parts"),
        ({"texts": ("x ", "x")}, "given twice"),
        ({"texts": ("x", " \n")}, "says nothing"),
        ({"texts": ("x", "a\0")}, "NUL"),
        ({"item": [0, -1]}, "of item -1"),
        ({"places": ("here",)}, "'places' has 1"),
        ({"metrics": {"sure": np.ones(3)}}, "'sure' has 3"),
    ],
)
def test_what_is_no_part_says_why(change, said):
    with pytest.raises(InputError, match=said):
        Parts(**{"item": np.array([0, 0]), "texts": ("x", "y"), **change})


def test_parts_are_of_items_that_are_there():
    parts = Parts(item=np.array([0, 2]), texts=("x", "y"))
    with pytest.raises(InputError, match="a part of item 2, and there are 2 items"):
        SystemOutputs(name="a", texts=(None, None), parts=parts)
    with pytest.raises(InputError, match="come without numbers"):
        Items(names=("a", "b", "c"), parts=replace(parts, metrics={"sure": np.ones(2)}))


def test_material_without_parts_has_the_digest_it_always_had():
    """Studies that began before there were parts verify."""
    items = Items(names=("a",), texts={"source": ("b",)})
    assert items.digest == replace(items, parts=Parts(item=np.zeros(0, dtype=np.int64), texts=())).digest
    nothing = Parts(item=np.zeros(0, dtype=np.int64), texts=())
    assert SystemOutputs(name="a", texts=("b",), parts=nothing).digest == SystemOutputs(name="a", texts=("b",)).digest
