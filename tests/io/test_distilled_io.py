"""Distilled utilities as files: read as written, and anything else refused by name."""

import json
import pickle

import numpy as np
import pytest
from planted import plant_candidates

from quorate.errors import FileError, InputError
from quorate.io.distilled import read_distilled, write_distilled
from quorate.io.past import read_past
from quorate.selection.distillation.linear import train
from quorate.selection.distillation.training_set import prepare_training_set


@pytest.fixture(scope="module")
def linear():
    return train(prepare_training_set("metric-variance", [plant_candidates(4, 80, 2, words=8)]))


@pytest.fixture
def saved(linear, tmp_path):
    write_distilled(linear, tmp_path / "variance.npz")
    return tmp_path / "variance.npz"


def test_what_is_read_tells_the_same(linear, saved):
    read = read_distilled(saved)
    sources = ["one", "two three.", None]
    assert np.array_equal(read.predict(sources), linear.predict(sources))
    assert (read.utility, read.basis, read.items, read.agreement) == ("metric-variance", "people", 80, linear.agreement)


def test_the_file_holds_numbers_and_words_but_no_code(saved):
    with np.load(saved, allow_pickle=False) as held:
        assert set(held.files) == {"about", "coefficients"}
        assert json.loads(bytes(held["about"]))["format"] == "quorate-distilled"


def damage(path, **changes):
    with np.load(path) as held:
        about, coefficients = json.loads(bytes(held["about"])), held["coefficients"]
    coefficients = changes.pop("coefficients", coefficients)
    about.update(changes)
    np.savez(path, about=np.frombuffer(json.dumps(about).encode(), dtype=np.uint8), coefficients=coefficients)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"format": "other"}, "no distilled utility"),
        ({"version": 2}, "version 2; this program reads version 1"),
        ({"coefficients": np.ones(3)}, "finite coefficients"),
        ({"coefficients": np.full(520, np.nan)}, "finite coefficients"),
        ({"agreement": {}}, "about itself is damaged"),
        ({"offset": "much"}, "about itself is damaged"),
        ({"offset": float("nan")}, "offset"),
    ],
)
def test_a_changed_file_is_refused(saved, changes, words):
    damage(saved, **changes)
    with pytest.raises(FileError, match=words):
        read_distilled(saved)


def test_other_files_are_refused(saved, tmp_path):
    whole = saved.read_bytes()
    for number, content in enumerate((b"", b"text", whole[: len(whole) // 2], pickle.dumps([1, 2]))):
        path = tmp_path / f"{number}.npz"
        path.write_bytes(content)
        with pytest.raises(FileError, match="damaged"):
            read_distilled(path)
    np.savez(tmp_path / "objects.npz", about=np.array([{}], dtype=object), coefficients=np.ones(3))
    with pytest.raises(FileError, match="damaged"):
        read_distilled(tmp_path / "objects.npz")
    with pytest.raises(FileError, match="no such file"):
        read_distilled(tmp_path / "nowhere.npz")


def test_only_npz_is_written(linear, tmp_path):
    with pytest.raises(FileError, match=r"Call it variance\.npz"):
        write_distilled(linear, tmp_path / "variance.pkl")


def write_past(folder, *, with_scores=True):
    planted = plant_candidates(3, 12, 4, words=4)
    rows, judged, metrics = [], [], ["item,system,metric,score"]
    for system, name in enumerate(planted.systems):
        for item, called in enumerate(planted.items):
            text = {"item": called, "system": name, "output": planted.outputs[system][item]}
            rows.append(json.dumps({**text, "source": planted.sources[item], "bleu": float(item)}))
            judged += [f"{called},{name},{who},fluency,{planted.human[system, item] + who}" for who in (0, 2)]
            metrics.append(f"{called},{name},ter,{planted.scores[system, item]}")
    (folder / "outputs.jsonl").write_text("\n".join(rows))
    if with_scores:
        (folder / "scores.csv").write_text("item,system,annotator,criterion,score\n" + "\n".join(judged))
        (folder / "metrics.csv").write_text("\n".join(metrics))
    return planted


def test_a_folder_of_the_past_is_read_with_what_people_said(tmp_path):
    planted = write_past(tmp_path)
    past = read_past(tmp_path, metric="ter", lower_is_better=["ter"], without=["system 01"])
    assert past.systems == ("system 00", "system 02")
    assert past.human == pytest.approx(planted.human[[0, 2]] + 1)
    assert past.scores == pytest.approx(-planted.scores[[0, 2]])
    assert past.sources == planted.sources
    assert set(past.metrics) == {"bleu", "ter"}


def test_a_file_of_the_past_may_have_ratings_beside_it(tmp_path):
    planted = write_past(tmp_path)
    assert read_past(tmp_path / "outputs.jsonl").human is None
    with_ratings = read_past(tmp_path / "outputs.jsonl", ratings=tmp_path / "scores.csv", criterion="fluency")
    assert with_ratings.human == pytest.approx(planted.human + 1)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"criterion": "tone"}, "no criterion 'tone'. Known: fluency"),
        ({"metric": "comet"}, "no metric 'comet'"),
        ({"lower_is_better": ["comet"]}, "no metric 'comet'"),
        ({"without": ["refA"]}, "no system 'refA'"),
    ],
)
def test_unknown_names_are_refused(tmp_path, options, words):
    write_past(tmp_path)
    with pytest.raises(InputError, match=words):
        read_past(tmp_path, **options)


def test_ratings_of_other_outputs_are_refused(tmp_path):
    write_past(tmp_path, with_scores=False)
    (tmp_path / "other.csv").write_text("item,system,score\nx,y,3\n")
    with pytest.raises(InputError, match="No rating is about an output"):
        read_past(tmp_path / "outputs.jsonl", ratings=tmp_path / "other.csv")
    with pytest.raises(InputError, match="belongs to ratings"):
        read_past(tmp_path / "outputs.jsonl", criterion="fluency")
    (tmp_path / "outputs.jsonl").unlink()
    with pytest.raises(FileError, match="no table 'outputs'"):
        read_past(tmp_path)
