"""Metrics against the packages they stand for, and against their definitions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quorate.errors import InputError
from quorate.metrics import similarity
from quorate.metrics.metric import MetricSettings, OutputTexts, metric_from
from quorate.metrics.registry import METRICS, find_metric
from quorate.metrics.scoring import score_texts

OUTPUTS = [
    "The cat sat on the mat.",
    "a dog",
    "",
    "It cost $1,234.56 - or more (see p.3).\n",
    "水が流れる。",
    "same same same",
]
REFERENCES = [
    "The cat is on a mat!",
    "the dog barked",
    "nothing",
    "It cost 1,234.56 dollars-\n",
    "水が流れた。",
    "same",
]
texts = st.text(alphabet="abc .,1-é水\n", max_size=30)


def scores(name: str, outputs=OUTPUTS, references=REFERENCES, **settings) -> np.ndarray:
    metric = find_metric(name, MetricSettings(**settings))
    return score_texts(metric, OutputTexts(outputs=outputs, references=references, sources=references)).scores


def test_chrf_and_bleu_are_those_of_sacrebleu():
    sacrebleu = pytest.importorskip("sacrebleu")
    for name, scorer in (("chrf", sacrebleu.CHRF()), ("bleu", sacrebleu.BLEU(effective_order=True))):
        wanted = [scorer.sentence_score(*pair).score for pair in zip(OUTPUTS, [[r] for r in REFERENCES], strict=True)]
        assert scores(name) == pytest.approx(wanted, abs=1e-9)


@given(st.lists(st.tuples(texts, texts), min_size=1, max_size=5))
def test_both_are_sacrebleus_on_any_pairs(drawn):
    sacrebleu = pytest.importorskip("sacrebleu")
    outputs, references = ([pair[side] for pair in drawn] for side in (0, 1))
    characters, words = sacrebleu.CHRF(), sacrebleu.BLEU(effective_order=True)
    assert scores("chrf", outputs, references) == pytest.approx(
        [characters.sentence_score(one, [other]).score for one, other in drawn], abs=1e-9
    )
    assert scores("bleu", outputs, references) == pytest.approx(
        [words.sentence_score(one, [other]).score for one, other in drawn], abs=1e-9
    )


def test_ter_and_rouge_are_the_packages_own():
    ter = pytest.importorskip("sacrebleu").TER()
    rouge = pytest.importorskip("rouge_score.rouge_scorer").RougeScorer(["rougeL"], use_stemmer=True)
    pairs = list(zip(OUTPUTS, REFERENCES, strict=True))
    assert scores("ter") == pytest.approx([ter.sentence_score(one, [other]).score for one, other in pairs])
    assert scores("rouge-l") == pytest.approx([100 * rouge.score(b, a)["rougeL"].fmeasure for a, b in pairs])


def test_meteor_says_what_is_missing_without_wordnet():
    nltk = pytest.importorskip("nltk")
    try:
        nltk.data.find("corpora/wordnet")
    except LookupError:
        with pytest.raises(InputError, match=r"python -m nltk\.downloader wordnet"):
            scores("meteor")
    else:
        assert scores("meteor", ["the cat"], ["the cat"])[0] > 90


def test_baselines_count_words_and_pairs_of_words():
    assert scores("length").tolist() == [6, 2, 0, 8, 1, 3]
    assert scores("repetition", ["a b a b a", "a", ""]).tolist() == [0.5, 0, 0]
    assert scores("novelty", ["a b c", "x", "b c"], ["a b d", "y", "b c"]).tolist() == [0.5, 0, 0]


def test_a_text_without_its_reference_has_no_score():
    found = scores("chrf", ["a cat", None, "a dog"], ["a cat", "x", None])
    assert found[0] == 100
    assert np.isnan(found[1:]).all()


def test_pieces_are_held_against_each_other_as_defined():
    one, other = np.array([[3.0, 4.0], [1.0, 0.0]]), np.array([[1.0, 0.0]])
    assert similarity.greedy_alike(one, other) == pytest.approx(((0.6 + 1) / 2 + 1) / 2)
    assert similarity.bertscore_alike(one, other) == pytest.approx(2 * 0.8 * 1 / 1.8)
    assert similarity.mean_alike(one, other) == pytest.approx(2 / np.hypot(2, 2))
    assert similarity.extrema_alike(np.array([[-3.0, 1.0], [2.0, 0.0]]), np.array([[-1.0, 0.0]])) == pytest.approx(
        3 / np.hypot(3, 1)
    )
    for alike in similarity.ALIKE.values():
        assert alike(one, one) == pytest.approx(1)


def test_what_an_encoder_or_a_language_model_needs_is_said(monkeypatch):
    monkeypatch.setattr(similarity, "SMALL_ENCODER", "no_such_package")
    with pytest.raises(InputError, match="--encoder"):
        find_metric("similarity-mean")
    with pytest.raises(InputError, match="--generator"):
        find_metric("perplexity")
    with pytest.raises(InputError, match="--python PATH"):
        find_metric("comet")


def test_an_unknown_metric_is_answered_with_the_nearest():
    with pytest.raises(InputError, match="Did you mean 'rouge-l'"):
        find_metric("rougel")
    with pytest.raises(InputError, match="Known are chrf, bleu"):
        find_metric("quality of life")


def test_every_metric_has_a_maker_with_words():
    settings = MetricSettings(encoder="x", generator="x", python="x")
    for name, make in METRICS.items():
        metric = make(settings)
        assert (metric.name, bool(metric.words)) == (name, True)


def test_one_function_makes_a_metric():
    def brevity(outputs):
        """Minus the number of words."""
        return [-len(text.split()) for text in outputs]

    metric = find_metric("brevity", MetricSettings(own={"brevity": brevity}))
    assert metric.words == "Minus the number of words."
    assert score_texts(metric, OutputTexts(outputs=["a b", "c"])).scores.tolist() == [-2, -1]


def test_a_function_of_something_else_is_refused():
    with pytest.raises(InputError, match="Its parameters must be 'outputs'"):
        metric_from("odd", lambda hypotheses: hypotheses)


def test_a_function_that_returns_the_wrong_count_is_named():
    with pytest.raises(InputError, match="one number for each output"):
        score_texts(metric_from("short", lambda outputs: outputs[:0]), OutputTexts(outputs=["a", "b"]))


def test_what_is_no_finite_number_is_counted_and_left_out():
    metric = metric_from("wild", lambda outputs: [float(text) for text in outputs])
    scored = score_texts(metric, OutputTexts(outputs=["1", "nan", "inf", "2", "nan"]))
    assert scored.failed == 3
    assert scored.there.tolist() == [1, 2]
