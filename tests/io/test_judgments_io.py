import json
import math
import os

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quorate.errors import FileError, InputError
from quorate.io import read_judgments, read_material, write_judgments, write_table, write_text

TEXTS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=12)
COMPARISONS = [
    {"item": "q1", "system_a": "alpha", "system_b": "beta", "annotator": "ann1", "outcome": 1.0},
    {"item": "q2", "system_a": "beta", "system_b": "gamma", "annotator": None, "outcome": 0.5},
    {"item": "q1", "system_a": "gamma", "system_b": "alpha", "annotator": "ann1", "outcome": 0.0},
]


def write(path, *rows):
    path.write_text("\n".join(rows) + "\n")
    return path


def by_name(judgments):
    """Items, systems, annotators and criteria by name, row by row."""
    rows = range(len(judgments))
    return (
        [judgments.items[number] for number in judgments.item],
        [judgments.shown(row) for row in rows],
        [(*judgments.annotators, None)[number] for number in judgments.annotator],
        [judgments.criteria[number] for number in judgments.criterion],
    )


def fails(path, *words, line=None, material=None):
    with pytest.raises(FileError) as caught:
        read_judgments(path, material)
    assert caught.value.line == line
    assert caught.value.remedy
    for word in (str(path), *words):
        assert word in str(caught.value)


@pytest.mark.parametrize("name", ["j.csv", "j.tsv", "j.jsonl", "j.parquet"])
def test_comparisons_come_back(tmp_path, name):
    write_judgments(COMPARISONS, tmp_path / name)
    judgments = read_judgments(tmp_path / name)
    assert judgments.kind == "comparison"
    assert len(judgments) == 3
    assert by_name(judgments) == (
        ["q1", "q2", "q1"],
        [("alpha", "beta"), ("beta", "gamma"), ("gamma", "alpha")],
        ["ann1", None, "ann1"],
        ["preference"] * 3,
    )
    assert judgments.value.tolist() == [1.0, 0.5, 0.0]


@pytest.mark.parametrize("name", ["j.csv", "j.jsonl", "j.parquet"])
def test_ratings_come_back(tmp_path, name):
    rows = [
        {"item": 1, "system": "alpha", "annotator": 3, "criterion": "fluency", "score": 4},
        {"item": 1, "system": "beta", "annotator": 3, "criterion": "fluency", "score": 2.5},
    ]
    write_judgments(rows, tmp_path / name)
    judgments = read_judgments(tmp_path / name)
    assert judgments.kind == "rating"
    assert by_name(judgments) == (["1", "1"], [("alpha",), ("beta",)], ["3", "3"], ["fluency", "fluency"])
    assert judgments.value.tolist() == [4.0, 2.5]
    plain = read_judgments(write(tmp_path / "plain.csv", "item,system,score", "1,a,3"))
    assert by_name(plain) == (["1"], [("a",)], [None], ["quality"])


def test_outcomes_are_numbers_or_words(tmp_path):
    words = ["left", "Right", "tie", "a", "B", "1", "0.5", "0.0"]
    rows = [f"{number},x,y,{word}" for number, word in enumerate(words)]
    judgments = read_judgments(write(tmp_path / "j.csv", "item,system_a,system_b,outcome", *rows))
    assert judgments.value.tolist() == [1.0, 0.0, 0.5, 1.0, 0.0, 1.0, 0.5, 0.0]


@pytest.mark.parametrize("value", ["better", 0.7, None, True, [1], math.nan, 2])
def test_other_outcomes_are_refused(tmp_path, value):
    rows = [*COMPARISONS, {**COMPARISONS[0], "outcome": value}]
    path = write(tmp_path / "j.jsonl", *map(json.dumps, rows))
    fails(path, "'outcome'", "0.5 (tie)", line=4)


def test_unknown_systems_and_items_are_named_with_their_line(tmp_path):
    outputs = [f'{{"item": "{item}", "system": "{name}", "output": "x"}}' for item in "pq" for name in ("a", "b")]
    material = read_material(write(tmp_path / "outputs.jsonl", *outputs))
    header = "item,system_a,system_b,outcome"
    fails(write(tmp_path / "j.csv", header, "p,a,b,1", "q,a,c,1"), "system_b 'c' is unknown", line=3, material=material)
    fails(write(tmp_path / "j.csv", header, "r,a,b,1"), "item 'r' is unknown", line=2, material=material)
    fails(write(tmp_path / "j.csv", "item,system,score", "p,z,1"), "system 'z'", line=2, material=material)
    assert len(read_judgments(write(tmp_path / "j.csv", header, "p,a,b,1"), material)) == 1


def test_other_faults(tmp_path):
    header = "item,system_a,system_b,outcome"
    fails(write(tmp_path / "j.csv", "item,system_a,outcome", "p,a,1"), "'system_b'", "found: item, system_a, outcome")
    fails(write(tmp_path / "j.csv", "item,rating", "p,1"), "'system'", "docs/formats.md")
    fails(write(tmp_path / "j.csv", header, "p,a,a,1"), "'a' is compared with itself", line=2)
    fails(write(tmp_path / "j.csv", header, "p,a,,1"), "'system_b' is missing", line=2)
    fails(write(tmp_path / "j.csv", "item,system,score", "p,a,"), "'score' is missing", line=2)
    fails(write(tmp_path / "j.csv", "item,system,score", "p,a,nan"), "'score' is nan", line=2)
    fails(write(tmp_path / "j.csv", "item,system,score", "p,a,3", "p,b,good"), "'score' is 'good'", line=3)


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(TEXTS, TEXTS, TEXTS, st.none() | TEXTS, st.sampled_from([0.0, 0.5, 1.0])).filter(
            lambda row: row[1] != row[2]
        ),
        min_size=1,
        max_size=6,
    )
)
@pytest.mark.parametrize("extension", [".csv", ".jsonl", ".parquet"])
def test_any_names_come_back(tmp_path, extension, rows):
    names = ("item", "system_a", "system_b", "annotator", "outcome")
    write_judgments([dict(zip(names, row, strict=True)) for row in rows], tmp_path / f"j{extension}")
    judgments = read_judgments(tmp_path / f"j{extension}")
    items, systems, annotators, _ = by_name(judgments)
    back = zip(items, systems, annotators, judgments.value.tolist(), strict=True)
    assert [(item, *pair, annotator, value) for item, pair, annotator, value in back] == rows


def test_values_of_every_kind_are_written(tmp_path):
    rows = [
        {
            "name": "x",
            "count": np.int64(3),
            "share": np.float64(0.1),
            "ends": (0, 1),
            "known": np.True_,
            "none": math.nan,
        },
        {"name": "y", "count": 4, "share": 1e-7, "more": {"a": None}},
    ]
    for name in ("t.jsonl", "t.csv", "t.parquet"):
        write_table(rows, tmp_path / name)
    first, second = map(json.loads, (tmp_path / "t.jsonl").read_text().splitlines())
    assert first == {"name": "x", "count": 3, "share": 0.1, "ends": [0, 1], "known": True, "none": None}
    assert second["more"] == {"a": None}
    text = (tmp_path / "t.csv").read_text().splitlines()
    assert text == [
        "name,count,share,ends,known,none,more",
        'x,3,0.1,"[0, 1]",true,,',
        'y,4,1e-07,,,,"{""a"": null}"',
    ]
    import pyarrow.parquet as pq

    assert tuple(pq.read_table(tmp_path / "t.parquet").to_pylist()[0].values())[:5] == ("x", 3, 0.1, "[0, 1]", True)


def test_a_table_without_rows_is_an_empty_file(tmp_path):
    write_judgments([], tmp_path / "j.csv")
    assert (tmp_path / "j.csv").read_bytes() == b""


@pytest.mark.parametrize("extension", [".csv", ".jsonl", ".parquet"])
def test_nothing_is_half_written(tmp_path, extension):
    path = tmp_path / f"table{extension}"
    write_table([{"a": 1}], path)
    before = path.read_bytes()

    def rows():
        yield {"a": 2}
        raise RuntimeError

    with pytest.raises(RuntimeError):
        write_table(rows(), path)
    for bad in (math.inf, "\ud800"):
        with pytest.raises(InputError):
            write_table([{"a": "x"}, {"a": bad}], path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_texts_are_replaced_whole(tmp_path):
    path = tmp_path / "report.html"
    write_text(path, "é\r\n")
    assert path.read_bytes() == b"\xc3\xa9\r\n"
    link = tmp_path / "link.html"
    link.symlink_to(path)
    write_text(link, "new")
    assert link.is_symlink()
    assert path.read_text() == "new"
    with pytest.raises(InputError, match="half a character"):
        write_text(path, "abc\udcff")
    assert path.read_text() == "new"
    assert sorted(tmp_path.iterdir()) == [link, path]


def test_places_that_cannot_be_written(tmp_path):
    with pytest.raises(FileError, match=r"cannot be written.*Check the folder"):
        write_text(tmp_path / "none" / "a.txt", "x")
    with pytest.raises(FileError, match="not a file that can be replaced"):
        write_text(tmp_path, "x")
    with pytest.raises(FileError, match="not a file that can be replaced"):
        write_text(os.devnull, "x")
    with pytest.raises(FileError, match=r"'\.xlsx' is no format known here"):
        write_table([{"a": 1}], tmp_path / "a.xlsx")
    assert not list(tmp_path.iterdir())
