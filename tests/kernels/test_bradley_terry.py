"""Davidson's model: equal to a slow optimiser and to closed forms, equivariant, finite in every degenerate case."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.optimize import minimize

from quorate.kernels import bradley_terry
from quorate.kernels.bradley_terry import fit, sandwich, score_meat, win_probability


@st.composite
def records(draw):
    k = draw(st.integers(1, 5))
    wins, ties = (draw(arrays(np.int64, (k, k), elements=st.integers(0, 30))).astype(float) for _ in range(2))
    np.fill_diagonal(wins, 0.0)
    return wins, np.triu(ties, 1) + np.triu(ties, 1).T


def log_posterior(parameters, wins, ties):
    theta, eta = parameters[:-1], parameters[-1]
    value = -((eta + 1) ** 2) / 8
    for i in range(len(theta)):
        value -= 0.5 * np.log1p(np.exp(-theta[i])) + 0.5 * np.log1p(np.exp(theta[i]))
        for j in range(len(theta)):
            ways = np.exp(theta[i]) + np.exp(theta[j]) + np.exp(eta + (theta[i] + theta[j]) / 2)
            value += wins[i, j] * (theta[i] - np.log(ways))
            if i < j:
                value += ties[i, j] * (eta + (theta[i] + theta[j]) / 2 - np.log(ways))
    return value


def numerical_hessian(function, at, step=1e-3):
    unit = step * np.eye(at.size)
    return np.array(
        [
            [(function(at + a + b) - function(at + a - b) - function(at - a + b) + function(at - a - b)) for a in unit]
            for b in unit
        ]
    ) / (4 * step * step)


def sample(rng, strengths, log_nu, n):
    first = rng.integers(0, strengths.size, n)
    second = (first + rng.integers(1, strengths.size, n)) % strengths.size
    win, tie = bradley_terry._probabilities(strengths[first] - strengths[second], log_nu)
    u = rng.random(n)
    return first, second, np.where(u < win, 1.0, np.where(u < win + tie, 0.5, 0.0))


def tally(k, first, second, outcome, weight):
    wins, ties = np.zeros((k, k)), np.zeros((k, k))
    np.add.at(wins, (first, second), weight * (outcome == 1.0))
    np.add.at(wins, (second, first), weight * (outcome == 0.0))
    np.add.at(ties, (first, second), weight * (outcome == 0.5))
    return wins, ties + ties.T


@given(records())
@settings(max_examples=40, deadline=None)
def test_equals_a_slow_optimiser(record):
    wins, ties = record
    k = len(wins)
    found = fit(wins, ties)
    slow = minimize(lambda p: -log_posterior(p, wins, ties), np.append(np.zeros(k), -1.0), method="BFGS", tol=1e-9)
    assert found.log_posterior >= -slow.fun - 1e-8
    assert found.strengths == pytest.approx(slow.x[:k] - slow.x[:k].mean(), abs=2e-3)
    assert found.log_nu == pytest.approx(slow.x[k], abs=2e-3)
    assert found.log_posterior == pytest.approx(-slow.fun, abs=1e-6)


@given(records())
@settings(max_examples=15, deadline=None)
def test_information_and_covariance_equal_numerical_derivatives(record):
    wins, ties = record
    k = len(wins)
    found = fit(wins, ties)
    slow = minimize(lambda p: -log_posterior(p, wins, ties), np.append(found.strengths, found.log_nu), tol=1e-10).x
    mode = np.append(found.strengths + slow[:k].mean(), found.log_nu)
    information = -numerical_hessian(lambda p: log_posterior(p, wins, ties), mode)
    assert found.information == pytest.approx(information, rel=1e-2, abs=1e-3 * (1 + wins.sum() + ties.sum()) / 10)
    centring = np.eye(k) - 1 / k
    inverse = np.linalg.inv(found.information)[:k, :k]
    assert found.covariance == pytest.approx(centring @ inverse @ centring, rel=1e-6, abs=1e-9)


def test_two_systems_with_many_judgments_give_the_closed_form():
    wins, ties = np.array([[0, 6e9], [2e9, 0]]), np.array([[0, 3e9], [3e9, 0]])
    found = fit(wins, ties)
    assert found.strengths[0] - found.strengths[1] == pytest.approx(np.log(3), abs=1e-7)
    assert found.log_nu == pytest.approx(np.log(3 / np.sqrt(12)), abs=1e-7)
    assert win_probability(np.log(3), found.log_nu) == pytest.approx((6 + 1.5) / 11, abs=1e-7)


def test_planted_strengths_are_recovered_within_their_errors():
    rng = np.random.default_rng(11)
    truth = rng.normal(size=12)
    truth -= truth.mean()
    found = fit(*tally(12, *sample(rng, truth, -0.4, 200_000), 1.0))
    deviation = np.abs(found.strengths - truth) / np.sqrt(np.diag(found.covariance))
    assert deviation.max() < 4.5
    assert np.sum(deviation**2) < 40.0
    assert found.log_nu == pytest.approx(-0.4, abs=0.03)


@given(records(), st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_renaming_systems_renames_results(record, random):
    wins, ties = record
    order = list(range(len(wins)))
    random.shuffle(order)
    before, after = fit(wins, ties), fit(wins[np.ix_(order, order)], ties[np.ix_(order, order)])
    assert after.strengths == pytest.approx(before.strengths[order], abs=1e-8)
    assert after.covariance == pytest.approx(before.covariance[np.ix_(order, order)], rel=1e-6, abs=1e-8)


@given(records())
@settings(max_examples=40, deadline=None)
def test_mirroring_every_judgment_mirrors_the_strengths(record):
    wins, ties = record
    before, after = fit(wins, ties), fit(wins.T, ties)
    assert after.strengths == pytest.approx(-before.strengths, abs=1e-8)
    assert after.log_nu == pytest.approx(before.log_nu, abs=1e-8)


def degenerate():
    none = np.zeros((4, 4))
    sweep = none.copy()
    sweep[0, 1:] = 1e6
    chain = none.copy()
    chain[0, 1] = chain[2, 3] = 500.0
    level = 1e6 * (1 - np.eye(4))
    return {
        "no data": (none, none),
        "never lost": (sweep, none),
        "never won": (sweep.T, none),
        "separate": (chain, none),
        "ties": (none, level),
        "no ties": (level, none),
        "one system": (np.zeros((1, 1)), np.zeros((1, 1))),
    }


@pytest.mark.parametrize("case", degenerate())
def test_degenerate_records_stay_finite(case):
    found = fit(*degenerate()[case])
    k = found.strengths.size
    assert np.isfinite(np.append(found.strengths, [found.log_nu, found.log_posterior])).all()
    assert np.isfinite(found.covariance).all()
    assert found.strengths.sum() == pytest.approx(0.0, abs=1e-9)
    if k > 1:
        assert np.diag(found.covariance).min() > 0.0
        widths = np.diag(sandwich(found, np.zeros((k + 1, k + 1)), 50))
        assert widths == pytest.approx(np.diag(found.covariance), rel=1e-6)


def test_no_data_gives_the_prior():
    found = fit(np.zeros((3, 3)), np.zeros((3, 3)))
    assert found.strengths.tolist() == [0.0, 0.0, 0.0]
    assert found.log_nu == -1.0
    assert found.iterations == 0


def test_a_thousand_systems_converge():
    rng = np.random.default_rng(1)
    truth = rng.normal(size=1000)
    found = fit(*tally(1000, *sample(rng, truth, -1.0, 20_000), 1.0))
    assert np.corrcoef(found.strengths, truth)[0, 1] > 0.9


def twin_meat(found, judgments):
    k = found.strengths.size
    scores = {}
    for i, j, y, w, g in zip(*judgments, strict=True):
        d = found.strengths[i] - found.strengths[j]
        ways = np.exp(d / 2) + np.exp(-d / 2) + np.exp(found.log_nu)
        tie = np.exp(found.log_nu) / ways
        score = scores.setdefault(g, np.zeros(k + 1))
        score[i] += w * (y - np.exp(d / 2) / ways - tie / 2)
        score[j] -= w * (y - np.exp(d / 2) / ways - tie / 2)
        score[k] += w * ((y == 0.5) - tie)
    return sum(np.outer(s, s) for s in scores.values()), len(scores)


def judged(rng, k, n, n_clusters):
    names = ("first", "second", "outcome", "weight", "clusters")
    columns = *sample(rng, rng.normal(size=k), -0.5, n), rng.random(n) + 0.1, rng.integers(0, n_clusters, n)
    return dict(zip(names, columns, strict=True))


def counts_of(k, judgments):
    return tally(k, *(judgments[name] for name in ("first", "second", "outcome", "weight")))


def test_meat_equals_the_twin_in_any_order():
    judgments = judged(np.random.default_rng(2), 5, 400, 60)
    found = fit(*counts_of(5, judgments))
    expected, n_clusters = twin_meat(found, judgments.values())
    order = np.argsort(judgments["clusters"], kind="stable")
    for rows in (slice(None), order, order[::-1]):
        meat, n = score_meat(found, **{name: column[rows] for name, column in judgments.items()})
        assert n == n_clusters
        assert meat == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_a_judgment_counted_twice_equals_weight_two():
    once = judged(np.random.default_rng(4), 4, 300, 40)
    twice = {name: np.concatenate([column, column]) for name, column in once.items()}
    heavy = once | {"weight": 2 * once["weight"]}
    found, again = fit(*counts_of(4, twice)), fit(*counts_of(4, heavy))
    assert again.strengths == pytest.approx(found.strengths, abs=1e-9)
    meat, n = score_meat(found, **twice)
    heavy_meat, heavy_n = score_meat(found, **heavy)
    assert n == heavy_n == 40
    assert heavy_meat == pytest.approx(meat, rel=1e-9, abs=1e-9)


def test_sandwich_equals_its_formula_and_never_falls_below_the_floor():
    judgments = judged(np.random.default_rng(5), 4, 300, 40)
    found = fit(*counts_of(4, judgments))
    meat, n = score_meat(found, **judgments)
    bread, centring = np.linalg.inv(found.information), np.eye(4) - 0.25
    plain = centring @ (bread @ meat @ bread)[:4, :4] @ centring * n / (n - 1)
    assert sandwich(found, meat, n, floor=0.0) == pytest.approx(plain, rel=1e-9, abs=1e-12)
    floored = sandwich(found, meat, n)
    for least in (plain, found.covariance):
        assert np.linalg.eigvalsh(floored - least).min() > -1e-10
    assert np.isinf(np.diag(sandwich(found, meat, 1))).all()


def test_no_judgments_make_no_meat():
    found = fit(np.zeros((2, 2)), np.zeros((2, 2)))
    meat, n = score_meat(found, first=[], second=[], outcome=[], weight=[], clusters=[])
    assert n == 0
    assert not meat.any()


def test_win_probability_is_a_fair_coin_at_equal_strengths_and_never_overflows():
    assert win_probability(0.0, [-50.0, 0.0, 50.0]) == pytest.approx([0.5] * 3)
    assert win_probability([-2000.0, 2000.0], 0.0).tolist() == [0.0, 1.0]
    d = np.linspace(-3, 3, 7)
    assert win_probability(d, -40.0) == pytest.approx(1 / (1 + np.exp(-d)))


def test_wrong_input_is_refused():
    good = np.zeros((2, 2))
    lopsided = np.array([[0.0, 1.0], [0.0, 0.0]])
    for wins, ties in [(good, lopsided), (-lopsided, good), (good, np.eye(2)), (good, np.zeros((3, 3)))]:
        with pytest.raises(ValueError, match=r"must|Counts"):
            fit(wins, ties)
    with pytest.raises(ValueError, match="Outcomes"):
        score_meat(fit(good, good), first=[0], second=[1], outcome=[0.7], weight=[1.0], clusters=[0])
    with pytest.raises(ValueError, match="numbered"):
        score_meat(fit(good, good), first=[0], second=[2], outcome=[1.0], weight=[1.0], clusters=[0])
