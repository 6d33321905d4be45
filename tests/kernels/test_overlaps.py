"""Similarity of texts, against sacrebleu and the definitions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quorate.kernels.ngrams import count_common
from quorate.kernels.overlaps import bleu, both_ways, chrf, unigram_overlap
from quorate.metrics.tokens import number_characters, number_words, split_13a

SENTENCES = [
    "The cat sat on the mat.",
    "The cat sat on a mat, didn't it?",
    "the cat",
    "mat",
    "It cost $1,234.56 - or 10-20 % more (see p.3).",
    "It cost $1,234.56 or 10-20 % more (see p. 3)!",
    "水が流れる。川は長い。",
    "水が流れた。",
    "a a a a b",
    "a b a b",
    "completely different words here now",
    "&quot;quoted&quot; text-\nbroken <skipped> here",
    "🙂 😀🙂",
]
texts = st.text(alphabet="abc .,1-é水", max_size=30)


def test_chrf_is_that_of_sacrebleu():
    sacrebleu = pytest.importorskip("sacrebleu")
    found = chrf(count_common(*number_characters(SENTENCES), 6))
    scorer = sacrebleu.CHRF(char_order=6, beta=2, whitespace=False)
    wanted = [[scorer.sentence_score(one, [other]).score / 100 for other in SENTENCES] for one in SENTENCES]
    assert found == pytest.approx(np.array(wanted), abs=1e-12)


def test_bleu_is_that_of_sacrebleu():
    sacrebleu = pytest.importorskip("sacrebleu")
    found = bleu(count_common(*number_words(SENTENCES, split_13a), 4))
    scorer = sacrebleu.BLEU(tokenize="13a", smooth_method="exp", effective_order=True)
    wanted = [[scorer.sentence_score(one, [other]).score / 100 for other in SENTENCES] for one in SENTENCES]
    assert found == pytest.approx(np.array(wanted), abs=1e-12)


@given(st.lists(texts, min_size=2, max_size=4))
def test_both_are_sacrebleus_on_any_texts(drawn):
    sacrebleu = pytest.importorskip("sacrebleu")
    characters = chrf(count_common(*number_characters(drawn), 6))
    words = bleu(count_common(*number_words(drawn, split_13a), 4))
    character_scorer = sacrebleu.CHRF()
    word_scorer = sacrebleu.BLEU(effective_order=True)
    for i, one in enumerate(drawn):
        for j, other in enumerate(drawn):
            if one.strip() or other.strip():
                assert characters[i, j] == pytest.approx(character_scorer.sentence_score(one, [other]).score / 100)
                assert words[i, j] == pytest.approx(word_scorer.sentence_score(one, [other]).score / 100)


@given(st.lists(texts, min_size=1, max_size=5))
def test_similarities_lie_between_0_and_1_and_are_1_for_equal_texts(drawn):
    twice = [*drawn, drawn[0]]
    for table in (
        unigram_overlap(count_common(*number_words(twice), 1)),
        both_ways(chrf(count_common(*number_characters(twice), 6))),
        both_ways(bleu(count_common(*number_words(twice, split_13a), 4))),
    ):
        assert (table >= 0).all()
        assert (table <= 1 + 1e-12).all()
        assert table == pytest.approx(table.T)
        assert table[0, -1] == pytest.approx(1)
        assert np.diagonal(table) == pytest.approx(1)


def test_an_empty_text_is_like_another_empty_one_and_unlike_the_rest():
    drawn = ["", " \t", "word"]
    for table in (
        unigram_overlap(count_common(*number_words(drawn), 1)),
        chrf(count_common(*number_characters(drawn), 6)),
        bleu(count_common(*number_words(drawn), 4)),
    ):
        assert table == pytest.approx(np.array([[1, 1, 0], [1, 1, 0], [0, 0, 1]]))


def test_unigram_overlap_counts_words_as_often_as_they_occur():
    table = unigram_overlap(count_common(*number_words(["a a b", "a b b c"]), 1))
    assert table[0, 1] == pytest.approx(2 * 2 / 7)
