"""Vectors of items from files."""

import json

import numpy as np
import pytest

from quorate.errors import FileError
from quorate.io.vectors import read_vectors

ITEMS = ("a", "b", "c")


def test_arrays_and_tables_are_read(tmp_path):
    wanted = np.array([[0.1, -2.0], [3.0, 4.0], [5.0, 6.5]])
    np.save(tmp_path / "v.npy", wanted)
    rows = [{"item": name, "vector": list(row)} for name, row in zip(ITEMS, wanted.tolist(), strict=True)]
    (tmp_path / "v.jsonl").write_text("\n".join(json.dumps(row) for row in reversed(rows)))
    lines = [f'{row["item"]},"{row["vector"]}"' for row in rows]
    (tmp_path / "v.csv").write_text("item,vector\n" + "\n".join(lines))
    for name in ("v.npy", "v.jsonl", "v.csv"):
        assert np.array_equal(read_vectors(tmp_path / name, ITEMS), wanted)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"item": "a", "vector": [1]}', "2 of 3 items have no vector, such as 'b'"),
        ('{"item": "x", "vector": [1]}', "item 'x' is unknown"),
        ('{"item": "a", "vector": "one"}', "not a list of numbers"),
        (
            '{"item": "a", "vector": [1]}\n{"item": "b", "vector": [1, 2]}\n{"item": "c", "vector": [1]}',
            "differ in length",
        ),
        ('{"item": "a"}', "vector"),
    ],
)
def test_tables_that_do_not_fit_are_refused(tmp_path, text, words):
    (tmp_path / "v.jsonl").write_text(text)
    with pytest.raises(FileError, match=words):
        read_vectors(tmp_path / "v.jsonl", ITEMS)


def test_arrays_that_do_not_fit_are_refused(tmp_path):
    path = tmp_path / "v.npy"
    for array, words in (
        (np.ones((2, 4)), "2 × 4, not 3 items"),
        (np.ones(3), "not 3 items"),
        (np.full((3, 1), np.nan), "not finite"),
        (np.array(["x", "y", "z"]), "no array of numbers"),
    ):
        np.save(path, array)
        with pytest.raises(FileError, match=words):
            read_vectors(path, ITEMS)
    path.write_bytes(b"nothing")
    with pytest.raises(FileError, match="damaged"):
        read_vectors(path, ITEMS)
