"""Metrics in an environment of their own, with stand-ins for their packages."""

import sys

import pytest

from quorate.errors import InputError
from quorate.metrics.metric import MetricSettings, OutputTexts
from quorate.metrics.registry import find_metric
from quorate.metrics.scoring import score_texts

COMET = """
print("noise that packages print")
class Found:
    def __init__(self, scores): self.scores = scores
class Network:
    def predict(self, data, batch_size, progress_bar):
        if any("crash" in row["mt"] for row in data):
            raise RuntimeError("out of memory")
        return Found([len(row["mt"]) + len(row["ref"]) + len(row["src"]) for row in data])
def download_model(name):
    if name == "none": raise KeyError(name)
    return name
def load_from_checkpoint(place): return Network()
"""
BLEURT = """
class BleurtScorer:
    def __init__(self, checkpoint): pass
    def score(self, references, candidates): return [float(a == b) for a, b in zip(references, candidates)]
"""


@pytest.fixture(autouse=True)
def packages(tmp_path, monkeypatch):
    (tmp_path / "comet.py").write_text(COMET)
    (tmp_path / "bleurt").mkdir()
    (tmp_path / "bleurt" / "__init__.py").touch()
    (tmp_path / "bleurt" / "score.py").write_text(BLEURT)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))


def test_scores_come_through_the_pipe(tmp_path):
    metric = find_metric("comet", MetricSettings(python=sys.executable, checkpoint=str(tmp_path)))
    texts = OutputTexts(outputs=["aé\n", "b"] * 100, references=["水", "xy"] * 100, sources=["", "s"] * 100)
    assert score_texts(metric, texts).scores.tolist() == [4, 4] * 100
    exact = find_metric("bleurt", MetricSettings(python=sys.executable, checkpoint=str(tmp_path)))
    assert score_texts(exact, OutputTexts(outputs=["a", "b"], references=["a", "c"])).scores.tolist() == [1, 0]


def test_a_metric_that_fails_says_so_in_its_own_words(tmp_path):
    metric = find_metric("comet", MetricSettings(python=sys.executable, checkpoint=str(tmp_path / "other")))
    with pytest.raises(InputError, match=r"comet failed in its own environment: RuntimeError: out of memory"):
        score_texts(metric, OutputTexts(outputs=["crash"], references=["x"], sources=["x"]))


def test_a_metric_that_is_not_installed_there_says_what_to_install():
    metric = find_metric("metricx", MetricSettings(python=sys.executable))
    with pytest.raises(InputError, match=r"No module named 'metricx23'.*github\.com/google-research/metricx"):
        score_texts(metric, OutputTexts(outputs=["a"], references=["x"]))


def test_an_interpreter_that_is_not_there_is_named():
    metric = find_metric("bleurt", MetricSettings(python="/no/such/python"))
    with pytest.raises(InputError, match="There is no Python at '/no/such/python'"):
        score_texts(metric, OutputTexts(outputs=["a"], references=["x"]))
