"""Curves over budgets are drawn once for each way, and the same each time."""

import xml.etree.ElementTree as ET

import numpy as np
from subset_figures import curves_figure
from subsets import Curve, evaluate, read_plain, seed_of


def curve(name, seed):
    scores = np.random.default_rng(0).normal(size=(5, 100)) + 0.2 * np.arange(5)[:, None]
    qualities = []
    for budget, count in enumerate((5, 10, 20, 50)):
        chosen = [
            np.random.default_rng(seed_of(seed, budget, run)).choice(100, count, replace=False) for run in range(5)
        ]
        qualities.append(evaluate(scores, [read_plain(scores, one) for one in chosen]))
    return Curve(name=name, shares=(0.05, 0.1, 0.2, 0.5), qualities=tuple(qualities))


def test_figure_names_every_way_and_set():
    panels = {"en-de <MQM>": [curve("random", 1), curve("variance & mean", 2)], "zh-en": [curve("random", 3)]}
    drawn = curves_figure(panels, words="rank correlation")
    root = ET.fromstring(drawn)
    words = " ".join(root.itertext())
    for said in ("rank correlation", "random", "variance & mean", "en-de <MQM>", "zh-en", "5 %"):
        assert said in words
    assert drawn == curves_figure(panels, words="rank correlation")


def test_figure_of_a_flat_measure_is_drawn():
    one = curve("random", 1)
    assert "<svg" in curves_figure({"flat": [one]}, measure="items")
