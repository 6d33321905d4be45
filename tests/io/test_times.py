"""Recorded times and sources from files."""

import numpy as np
import pytest

from quorate.errors import FileError, InputError
from quorate.io.sources import read_sources
from quorate.io.times import known_lengths, read_times


def test_lengths_come_from_the_file_or_from_known_items(tmp_path):
    path = tmp_path / "times.csv"
    path.write_text("item,annotator,seconds\na,x,3\nb,,4.5\na,y,\n")
    times = read_times(path, {"a": 2.0})
    assert times.length[[0, 2]].tolist() == [2, 2]
    assert np.isnan(times.length[1])
    assert times.annotator.tolist() == [0, -1, 1]
    assert np.isnan(times.seconds[2])
    path.write_text("item,seconds,source\na,3,one two\nb,4,\n")
    assert read_times(path, {"a": 9.0}).length[0] == 2
    path.write_text("item,seconds,length\na,3,7\n")
    assert read_times(path).length.tolist() == [7]
    assert read_times(path).annotator.tolist() == [-1]


def test_a_folder_has_its_own_sources(tmp_path):
    (tmp_path / "scores.csv").write_text("item,system,score,seconds\na,s,1,3\nb,s,1,4\n")
    (tmp_path / "outputs.csv").write_text("item,system,output,source\na,s,x,one two three\nb,s,y,one\n")
    assert read_times(tmp_path).length.tolist() == [3, 1]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("item,score\na,1\n", "no column 'seconds'"),
        ("item,seconds\na,1\n", "length of no judged item is known"),
        ("item,seconds,length\na,soon,3\n", "not a number"),
    ],
)
def test_what_is_missing_is_said(tmp_path, text, words):
    path = tmp_path / "times.csv"
    path.write_text(text)
    with pytest.raises(FileError, match=words):
        read_times(path)


def test_a_folder_without_scores_is_said(tmp_path):
    with pytest.raises(FileError, match="no table 'scores'"):
        read_times(tmp_path)


def test_sources_are_read_without_outputs(tmp_path):
    path = tmp_path / "sources.csv"
    path.write_text("item,source,domain,document,year,genre\n1,eins zwei,news,7,2020,long\n2,drei,chat,7,2021,short\n")
    items = read_sources(path)
    assert items.names == ("1", "2")
    assert items.texts == {"source": ("eins zwei", "drei")}
    assert items.columns == {"domain": ("news", "chat"), "document": ("7", "7"), "genre": ("long", "short")}
    assert known_lengths(items.names, items.texts["source"]) == {"1": 2, "2": 1}
    path.write_text("item,text\n1,eins\n")
    with pytest.raises(FileError, match="no column 'source'"):
        read_sources(path)
    with pytest.raises(InputError, match="No file"):
        read_sources()
