"""Marginals, pairs and partition sum of a chain, against enumeration."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quorate.kernels.chain import forward_backward, near_given


def enumerated(unary, transition):
    """Marginals, pairs and log partition sum by listing every label sequence."""
    n, labels = unary.shape
    marginals, pairs, total = np.zeros((n, labels)), np.zeros((max(n - 1, 0), labels, labels)), 0.0
    for sequence in itertools.product(range(labels), repeat=n):
        score = sum(unary[i, y] for i, y in enumerate(sequence))
        score += sum(transition[a, b] for a, b in itertools.pairwise(sequence))
        weight = np.exp(score)
        total += weight
        for i, y in enumerate(sequence):
            marginals[i, y] += weight
        for i, (a, b) in enumerate(itertools.pairwise(sequence)):
            pairs[i, a, b] += weight
    return marginals / total, pairs / total, np.log(total)


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 5), st.integers(2, 3), st.integers(0, 2**32 - 1))
def test_marginals_are_those_of_all_label_sequences(n, labels, seed):
    rng = np.random.default_rng(seed)
    unary, transition = rng.normal(0, 2, (n, labels)), rng.normal(0, 2, (labels, labels))
    for found, expected in zip(forward_backward(unary, transition), enumerated(unary, transition), strict=True):
        np.testing.assert_allclose(found, expected, atol=1e-10)


def test_marginals_that_look_back_only_are_found_out():
    """The planted fault: what comes after a position is forgotten."""
    rng = np.random.default_rng(0)
    unary, transition = rng.normal(0, 2, (4, 3)), rng.normal(0, 2, (3, 3))
    behind = np.array([forward_backward(unary[: i + 1], transition)[0][-1] for i in range(4)])
    assert np.abs(behind - enumerated(unary, transition)[0]).max() > 0.05


def test_large_scores_do_not_overflow():
    marginals, _, log_partition = forward_backward(np.array([[900.0, 0.0], [0.0, 900.0]]), np.zeros((2, 2)))
    np.testing.assert_allclose(marginals, [[1.0, 0.0], [0.0, 1.0]], atol=1e-12)
    assert log_partition == pytest.approx(1800.0)


def test_what_a_label_says_of_those_near_it_is_conditional_probability():
    rng = np.random.default_rng(3)
    unary, transition = rng.normal(size=(5, 3)), rng.normal(size=(3, 3))
    marginals, pairs, _ = forward_backward(unary, transition)
    near = near_given(2, 2, marginals, pairs)
    for a in range(3):
        fixed = unary.copy()
        fixed[2, [k for k in range(3) if k != a]] = -60.0
        np.testing.assert_allclose(near[:, a], enumerated(fixed, transition)[0], atol=1e-9)


def test_the_same_marginals_as_crfsuite(tmp_path):
    pycrfsuite = pytest.importorskip("pycrfsuite")
    rng = np.random.default_rng(7)
    names = ("A", "B", "C")
    sentences = [
        [[f"w={rng.integers(6)}", f"v={rng.integers(4)}"] for _ in range(rng.integers(2, 7))] for _ in range(40)
    ]
    trainer = pycrfsuite.Trainer(verbose=False)
    for sentence in sentences:
        trainer.append(sentence, [names[int(word[0][2:]) % 3] if rng.random() < 0.8 else "A" for word in sentence])
    trainer.set_params({"max_iterations": 30, "c2": 0.1})
    trainer.train(str(tmp_path / "model"))
    tagger = pycrfsuite.Tagger()
    tagger.open(str(tmp_path / "model"))
    info = tagger.info()
    transition = np.array([[info.transitions.get((a, b), 0.0) for b in names] for a in names])
    for sentence in sentences[:10]:
        unary = np.array(
            [[sum(info.state_features.get((f, k), 0.0) for f in word) for k in names] for word in sentence]
        )
        marginals, _, _ = forward_backward(unary, transition)
        tagger.set(sentence)
        oracle = [[tagger.marginal(k, i) for k in names] for i in range(len(sentence))]
        np.testing.assert_allclose(marginals, oracle, atol=1e-5)
