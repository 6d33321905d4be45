"""Selections go to files and come back."""

import numpy as np
import pytest

from quorate.errors import FileError
from quorate.io.selections import read_item_names, read_selection, selection_rows, write_selection
from quorate.selection.selection import Selection

ITEMS = tuple(f"item {number}" for number in range(8))


def make_selection(**changes):
    given = {
        "item": np.array([5, 2, 3]),
        "utility": np.array([0.1, 1 / 3, -2.0]),
        "cost": np.array([1.0, 2.5, 3.0]),
        "probability": np.array([0.25, 1.0, 0.1]),
        "unit": np.array([4, 2, 2]),
        "method": "metric-variance",
        "design": "cube",
        "population": 8,
        "seed": 7,
        "is_exact": True,
    }
    return Selection(**{**given, **changes})


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".parquet"])
@pytest.mark.parametrize(
    "changes", [{}, {"probability": np.full(3, np.nan), "design": "top"}, {"is_exact": False, "design": "balanced"}]
)
def test_a_selection_comes_back_from_every_format(tmp_path, suffix, changes):
    selection = make_selection(**changes)
    path = tmp_path / f"items{suffix}"
    write_selection(selection, ITEMS, path, {"source": tuple(f"text {number}" for number in range(8))})
    back, names = read_selection(path, ITEMS)
    assert names == ITEMS
    for field in ("item", "utility", "cost", "probability"):
        assert np.array_equal(getattr(back, field), getattr(selection, field), equal_nan=True), field
    for field in ("method", "design", "population", "seed", "is_exact", "is_sample"):
        assert getattr(back, field) == getattr(selection, field), field
    assert back.unit[1] == back.unit[2] != back.unit[0]


def test_without_the_items_the_chosen_ones_are_numbered(tmp_path):
    path = tmp_path / "items.csv"
    write_selection(make_selection(), ITEMS, path)
    back, names = read_selection(path)
    assert names == ("item 5", "item 2", "item 3")
    assert back.item.tolist() == [0, 1, 2]


def test_rows_in_another_order_are_ranked_again(tmp_path):
    path = tmp_path / "items.csv"
    write_selection(make_selection(), ITEMS, path)
    head, *rows = path.read_text().splitlines()
    path.write_text("\n".join([head, *reversed(rows)]) + "\n")
    assert read_selection(path, ITEMS)[0].item.tolist() == [5, 2, 3]


def change(column, value, row=1):
    rows = list(selection_rows(make_selection(), ITEMS))
    rows[row][column] = value
    return rows


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (change("item", "item 9"), "'item 9' is not among the 8 items"),
        (change("item", "item 5"), "second time"),
        (change("probability", 0.0), "above 0 and up to 1"),
        (change("probability", 1.5), "above 0 and up to 1"),
        (change("probability", None), "missing here and given elsewhere"),
        (change("population", 9), "'population' is 9 here and 8 in the first row"),
        (change("design", "top"), "Do not mix"),
        ([{**row, "population": 2} for row in selection_rows(make_selection(), ITEMS)], "3 items were chosen from 2"),
        ([{"item": "item 1"}], "no column 'method'"),
    ],
)
def test_what_is_wrong_is_named(tmp_path, rows, words):
    from quorate.io import write_table

    write_table(rows, tmp_path / "items.csv")
    with pytest.raises(FileError, match=words):
        read_selection(tmp_path / "items.csv", ITEMS)


def test_names_come_from_a_list_or_a_table(tmp_path):
    (tmp_path / "names.txt").write_text("item 3\n\n item 1 \nitem 3\n", encoding="utf-8")
    assert read_item_names(tmp_path / "names.txt") == ("item 3", "item 1")
    (tmp_path / "names.csv").write_text("item,more\n1,x\n2,y\n", encoding="utf-8")
    assert read_item_names(tmp_path / "names.csv") == ("1", "2")
    (tmp_path / "empty.txt").write_text("\n", encoding="utf-8")
    with pytest.raises(FileError, match="empty"):
        read_item_names(tmp_path / "empty.txt")
    with pytest.raises(FileError, match="cannot be read"):
        read_item_names(tmp_path / "none.txt")
