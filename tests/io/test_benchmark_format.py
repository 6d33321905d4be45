import json

import numpy as np
import pytest

from quorate.errors import FileError
from quorate.io import read_pairwise, read_scores, write_table
from quorate.io.benchmark import outputs

COMPARISONS = [
    {
        "item": "2",
        "system_a": "b",
        "system_b": "a",
        "annotator": "x",
        "outcome": 1.0,
        "ranking": "r1",
        "implied": False,
    },
    {
        "item": "1",
        "system_a": "a",
        "system_b": "c",
        "annotator": None,
        "outcome": 0.5,
        "ranking": None,
        "implied": True,
    },
    {
        "item": "2",
        "system_a": "c",
        "system_b": "b",
        "annotator": "y",
        "outcome": 0.0,
        "ranking": "r1",
        "implied": False,
    },
]
SCORES = [
    {"item": "1", "system": "a", "annotator": "x", "criterion": "fluency", "score": 3.0, "seconds": 4.5},
    {"item": "1", "system": "b", "annotator": None, "criterion": "overall", "score": -1.0, "seconds": None},
]
METRICS = [
    {"item": "1", "system": "b", "metric": "bleu", "score": 0.25},
    {"item": "2", "system": "c", "metric": "bleu", "score": 0.75},
    {"item": "1", "system": "a", "metric": "chrf", "score": None},
]
EXTENSIONS = pytest.mark.parametrize("extension", [".parquet", ".jsonl", ".csv"])


@EXTENSIONS
def test_comparisons(tmp_path, extension):
    write_table(COMPARISONS, tmp_path / f"comparisons{extension}")
    (tmp_path / "dataset.json").write_text(json.dumps({"name": "small"}))
    data = read_pairwise(tmp_path)
    assert data.items == ("2", "1")
    assert data.systems == ("b", "a", "c")
    assert data.annotators == ("x", "y")
    assert data.item.tolist() == [0, 1, 0]
    assert data.first.tolist() == [0, 1, 2]
    assert data.second.tolist() == [1, 2, 0]
    assert data.annotator.tolist() == [0, -1, 1]
    assert data.value.tolist() == [1.0, 0.5, 0.0]
    assert data.ranking is not None
    assert data.ranking.tolist() == [0, -1, 0]
    assert data.implied is not None
    assert data.implied.tolist() == [False, True, False]
    assert data.metadata == {"name": "small"}
    assert outputs(tmp_path) is None


def test_only_four_columns_are_needed(tmp_path):
    names = ("item", "system_a", "system_b", "outcome")
    write_table([{name: row[name] for name in names} for row in COMPARISONS], tmp_path / "comparisons.csv")
    data = read_pairwise(tmp_path)
    assert data.annotators == ()
    assert data.annotator.tolist() == [-1, -1, -1]
    assert data.ranking is None
    assert data.implied is None
    assert data.metadata == {}


@EXTENSIONS
def test_scores_and_metrics(tmp_path, extension):
    write_table(SCORES, tmp_path / f"scores{extension}")
    write_table(METRICS, tmp_path / f"metrics{extension}")
    data = read_scores(tmp_path)
    assert data.items == ("1", "2")
    assert data.systems == ("a", "b", "c")
    assert data.criteria == ("fluency", "overall")
    assert data.annotator.tolist() == [0, -1]
    assert data.criterion.tolist() == [0, 1]
    assert data.score.tolist() == [3.0, -1.0]
    np.testing.assert_array_equal(data.seconds, [4.5, np.nan])
    np.testing.assert_array_equal(data.metrics["bleu"], [[np.nan, np.nan], [0.25, np.nan], [np.nan, 0.75]])
    assert np.isnan(data.metrics["chrf"]).all()


def test_scores_alone(tmp_path):
    write_table([{"item": 1, "system": "a", "score": 2}], tmp_path / "scores.jsonl")
    data = read_scores(tmp_path)
    assert data.criteria == ("quality",)
    assert data.metrics == {}
    assert np.isnan(data.seconds).all()


def test_texts_on_request(tmp_path):
    rows = [{"item": "1", "system": name, "output": name, "source": "s", "document": None} for name in "ab"]
    write_table(rows, tmp_path / "outputs.parquet")
    material = outputs(tmp_path)
    assert material is not None
    assert material.items.texts == {"source": ("s",)}
    assert not material.items.columns


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"outcome": 0.25}, "'outcome' is 0.25"),
        ({"outcome": None}, "'outcome' is None"),
        ({"system_b": "c"}, "'c' is compared with itself"),
        ({"item": None}, "'item' is missing"),
        ({"implied": "perhaps"}, "'implied'"),
    ],
)
def test_faults_in_comparisons_name_the_line(tmp_path, change, words):
    write_table([*COMPARISONS[:2], {**COMPARISONS[2], **change}], tmp_path / "comparisons.jsonl")
    with pytest.raises(FileError, match=words) as caught:
        read_pairwise(tmp_path)
    assert caught.value.line == 3
    assert caught.value.remedy


def test_faults_in_scores_name_the_line(tmp_path):
    write_table([*SCORES, {**SCORES[0], "score": None}], tmp_path / "scores.csv")
    with pytest.raises(FileError, match="line 4: 'score' is missing"):
        read_scores(tmp_path)
    write_table(SCORES, tmp_path / "scores.csv")
    write_table([*METRICS, METRICS[0]], tmp_path / "metrics.csv")
    with pytest.raises(FileError, match=r"metrics\.csv, line 5: \('1', 'b', 'bleu'\) is here a second time"):
        read_scores(tmp_path)


def test_folders_without_a_table(tmp_path):
    with pytest.raises(FileError, match="no table 'comparisons' here; found: nothing"):
        read_pairwise(tmp_path)
    with pytest.raises(FileError, match="no table 'scores' here; found: no such folder"):
        read_scores(tmp_path / "none")
    write_table(COMPARISONS, tmp_path / "comparisons.csv")
    (tmp_path / "dataset.json").write_text("{")
    with pytest.raises(FileError, match=r"dataset\.json: not valid JSON"):
        read_pairwise(tmp_path)
    (tmp_path / "dataset.json").write_text("[]")
    with pytest.raises(FileError, match=r"dataset\.json: not a JSON object"):
        read_pairwise(tmp_path)
