"""Similarities and perplexity on tiny networks of random weights."""

import numpy as np
import pytest

from quorate.errors import InputError
from quorate.metrics.metric import MetricSettings, OutputTexts
from quorate.metrics.registry import find_metric
from quorate.metrics.scoring import score_texts
from quorate.metrics.similarity import ALIKE
from tiny_networks import make_tiny

pytest.importorskip("torch")
pytest.importorskip("transformers")


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """An encoder and a language model that read letters."""
    return {name: make_tiny(tmp_path_factory.mktemp(name), name) for name in ("encoder", "generator")}


@pytest.mark.parametrize("how", sorted(ALIKE))
def test_equal_texts_are_alike_and_batches_change_nothing(folders, how):
    metric = find_metric(f"similarity-{how}", MetricSettings(encoder=folders["encoder"]))
    outputs = ["a cat sat", "a cat sat", "quite another text", ""]
    references = ["a cat sat", "a dog", "xyz", "abc"]
    scores = score_texts(metric, OutputTexts(outputs=outputs, references=references)).scores
    assert scores[0] == pytest.approx(1, abs=1e-6)
    assert (scores <= 1 + 1e-6).all()
    assert scores[3] == 0
    alone = score_texts(metric, OutputTexts(outputs=outputs[2:3], references=references[2:3])).scores
    assert alone[0] == pytest.approx(scores[2], abs=1e-5)


def test_perplexity_is_exp_of_the_mean_surprise(folders):
    metric = find_metric("perplexity", MetricSettings(generator=folders["generator"]))
    scored = score_texts(metric, OutputTexts(outputs=["abcabc", "q"]))
    assert 1 < scored.scores[0] < 1000
    assert np.isnan(scored.scores[1])
    assert scored.failed == 1


def test_a_text_longer_than_the_language_model_takes_is_read_as_far_as_it_goes(folders):
    metric = find_metric("perplexity", MetricSettings(generator=folders["generator"]))
    texts = OutputTexts(outputs=["ab" * 65, "ab" * 65 + "cdefgh" * 9])
    whole, longer = score_texts(metric, texts).scores
    assert longer == pytest.approx(whole)


def test_a_network_that_is_not_there_is_named(tmp_path):
    with pytest.raises(InputError, match="There is no language model"):
        score_texts(find_metric("perplexity", MetricSettings(generator=str(tmp_path))), OutputTexts(outputs=["a b"]))
