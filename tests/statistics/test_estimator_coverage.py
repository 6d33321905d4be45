"""Do the intervals cover, are the estimates unbiased, and are false claims as rare as promised?

Each threshold is computed from the binomial distribution: a correct method fails with probability below one in a
million, and a planted fault must be found.
"""

import numpy as np
from scipy.stats import binom

from quorate.data.from_history import Evidence
from quorate.estimators.certificates import judge
from quorate.estimators.mean_score import mean_score
from quorate.estimators.win_rate import win_matrix, win_rate
from quorate.records.design import Design
from quorate.testing.histories import make_history, make_index

SLACK = 0.015  # a finite-sample interval may miss a little more often than nominal


def most_misses(runs, rate):
    """So many misses or fewer, unless something with a probability below 1e-6 happened."""
    return int(binom.isf(1e-6, runs, rate))


def pairs_at_random(rng, systems, count):
    first = rng.integers(0, systems, count)
    return first, (first + rng.integers(1, systems, count)) % systems


def pair_intervals(design, index, answers, item, **columns):
    """What each of many pairs of systems is said to be like: pair p is (2p, 2p + 1), and row p holds its judgments.

    Pairs do not touch each other, so that one table is as good as many and made in a third of the time.
    """
    pairs, count = item.shape
    first = np.repeat(2 * np.arange(pairs), count)
    history = make_history(
        design, index, first=first, second=first + 1, item=item.ravel(), values=answers.ravel(), **columns
    )
    found = win_matrix(Evidence(design, index, history))
    return [found.of(*index.systems[2 * pair : 2 * pair + 2]) for pair in range(pairs)]


def logistic(x):
    return 1 / (1 + np.exp(-x))


def test_wilson_intervals_cover_for_new_items_when_clustered_by_item():
    """Systems are good at different items: judgments on one item agree, and only clustering by item sees that."""
    rng = np.random.default_rng(1)
    runs, systems, items, count, spread = 600, 3, 40, 300, 1.5
    strength = np.array([0.4, 0.0, -0.4])
    draws = rng.normal(0, spread, (200_000, 2))
    matrix = np.array(
        [[logistic(strength[i] - strength[j] + draws[:, 0] - draws[:, 1]).mean() for j in range(3)] for i in range(3)]
    )
    truth = (matrix.sum(axis=1) - 0.5) / 2
    misses = {"item": 0, "copy": 0}
    for _ in range(runs):
        index = make_index(systems, items)
        own = rng.normal(0, spread, (systems, items))
        first, second = pairs_at_random(rng, systems, count)
        item = rng.integers(0, items, count)
        chance = logistic(strength[first] - strength[second] + own[first, item] - own[second, item])
        value = np.where(rng.random(count) < 0.1, 0.5, (rng.random(count) < chance).astype(float))
        for cluster in misses:
            design = Design(cluster=cluster)
            history = make_history(design, index, first=first, second=second, item=item, values=value)
            interval = win_rate(Evidence(design, index, history)).of("A").interval
            target = 0.1 * 0.5 + 0.9 * truth[0]
            misses[cluster] += not interval.low <= target <= interval.high
    limit = most_misses(runs, 0.05 + SLACK)
    assert misses["item"] <= limit
    assert misses["copy"] > limit, "forgetting the clusters is found"


def test_wilson_intervals_cover_with_copies():
    rng = np.random.default_rng(2)
    batches, pairs, count, copies, truth = 100, 10, 40, 3, 0.65
    misses = {"one cluster": 0, "apart": 0}
    index = make_index(2 * pairs, 500)
    design = Design(cluster="copy", copies=copies)
    number = np.arange(1, pairs * count * copies + 1)
    first = np.repeat(number[::copies], copies)
    for _ in range(batches):
        answer = np.repeat((rng.random((pairs, count)) < truth).astype(float), copies, axis=1)
        item = np.array([np.repeat(rng.choice(500, count, replace=False), copies) for _ in range(pairs)])
        for name, copy_of in (("one cluster", first), ("apart", number)):
            found = pair_intervals(design, index, answer, item, copy_of=copy_of)
            misses[name] += sum(not one.interval.low <= truth <= one.interval.high for one in found)
    limit = most_misses(batches * pairs, 0.05 + SLACK)
    assert misses["one cluster"] <= limit
    assert misses["apart"] > limit, "counting copies as independent is found"


def test_anytime_intervals_cover_at_all_looks_when_one_annotator_never_sees_an_item_twice():
    """Without replacement for the annotator: fixed answers on 60 items, a look after every third judgment."""
    rng = np.random.default_rng(3)
    batches, pairs, items = 50, 10, 60
    index = make_index(2 * pairs, items)
    design = Design(level=0.9)
    missed = 0
    for _ in range(batches):
        answers = rng.choice([0.0, 0.5, 1.0], (pairs, items), p=[0.35, 0.2, 0.45])
        truth = answers.mean(axis=1)
        item = rng.permuted(np.tile(np.arange(items), (pairs, 1)), axis=1)
        has_missed = np.zeros(pairs, dtype=bool)
        for look in range(3, items + 1, 3):
            shown = item[:, :look]
            found = pair_intervals(design, index, np.take_along_axis(answers, shown, axis=1), shown)
            has_missed |= [
                not one.anytime.low <= true <= one.anytime.high for one, true in zip(found, truth, strict=True)
            ]
        missed += has_missed.sum()
    assert missed <= most_misses(batches * pairs, 0.1)


def test_two_equal_systems_are_rarely_called_different_however_often_one_looks():
    rng = np.random.default_rng(4)
    runs, count = 200, 400
    looks = np.unique(np.geomspace(5, count, 30).astype(int))
    index = make_index(2, 1000)
    design = Design()
    values = rng.choice([0.0, 0.5, 1.0], (runs, count), p=[0.4, 0.2, 0.4])
    items = rng.integers(0, 1000, (runs, count))
    false = 0
    for value, item in zip(values, items, strict=True):
        for look in looks:
            history = make_history(
                design, index, first=np.zeros(look), second=np.ones(look), item=item[:look], values=value[:look]
            )
            if judge(Evidence(design, index, history)).best is not None:
                false += 1
                break
    many, pairs = make_index(20, 1000), 10
    is_told_apart = np.zeros(runs, dtype=bool)
    for look in looks:
        for run in range(0, runs, pairs):
            part = slice(run, run + pairs)
            found = pair_intervals(design, many, values[part, :look], items[part, :look])
            is_told_apart[part] |= [not one.interval.low <= 0.5 <= one.interval.high for one in found]
    naive = is_told_apart.sum()
    limit = most_misses(runs, 0.05)
    assert false <= limit
    assert binom.sf(limit, runs, 0.25) > 0.999  # what is below is false by chance no more often than that
    assert naive > limit, "looking again and again at an interval for one look is found"


def test_three_tied_at_the_top_of_six():
    rng = np.random.default_rng(5)
    runs, systems, count = 150, 6, 1500
    strength = np.array([0.5, 0.5, 0.5, 0.0, -0.5, -0.5])
    index = make_index(systems, 500)
    design = Design()
    false = wrong = 0
    for _ in range(runs):
        first, second = pairs_at_random(rng, systems, count)
        value = (rng.random(count) < logistic(strength[first] - strength[second])).astype(float)
        history = {"first": first, "second": second, "item": rng.integers(0, 500, count), "values": value}
        best, lies = False, False
        for look in (200, 500, 1000, 1500):
            part = {name: column[:look] for name, column in history.items()}
            verdict = judge(Evidence(design, index, make_history(design, index, **part)))
            best |= verdict.best is not None
            lies |= bool((verdict.beats & (strength[:, None] <= strength[None, :])).any())
        false += best
        wrong += lies
    assert false <= most_misses(runs, 0.05)
    assert wrong <= most_misses(runs, 0.05)


def test_weights_make_an_uneven_policy_unbiased():
    """Pairs and items are chosen unevenly, and the items chosen more often are easier for the first system."""
    rng = np.random.default_rng(6)
    runs, items, count, floor = 400, 50, 200, 0.25
    systems, pairs = 3, np.array([[0, 1], [0, 2], [1, 2]])
    index = make_index(systems, items)
    chance = rng.random((3, items))
    truth = np.array([(chance[0].mean() + chance[1].mean()) / 2])
    pair_share = floor / 3 + (1 - floor) * np.array([0.7, 0.2, 0.1])
    item_share = floor / items + (1 - floor) * chance / chance.sum(axis=1, keepdims=True)
    design = Design(cluster="copy")
    weighted, plain, missed, missed_any = [], [], 0, 0
    for _ in range(runs):
        pair = rng.choice(3, count, p=pair_share)
        item = np.array([rng.choice(items, p=item_share[one]) for one in pair])
        value = (rng.random(count) < chance[pair, item]).astype(float)
        columns = {"first": pairs[pair, 0], "second": pairs[pair, 1], "item": item, "values": value}
        history = make_history(
            design,
            index,
            **columns,
            pair_probability=pair_share[pair],
            item_probability=item_share[pair, item],
        )
        estimate = win_rate(Evidence(design, index, history, floor=floor**2)).of("A")
        weighted.append(estimate.value)
        missed += not estimate.interval.low <= truth[0] <= estimate.interval.high
        missed_any += not estimate.anytime.low <= truth[0] <= estimate.anytime.high
        plain.append(win_rate(Evidence(design, index, make_history(design, index, **columns))).of("A").value)
    error = np.std(weighted) / np.sqrt(runs)
    assert abs(np.mean(weighted) - truth[0]) < 5 * error
    assert abs(np.mean(plain) - truth[0]) > 10 * error, "forgetting the weights is found"
    assert missed <= most_misses(runs, 0.05 + SLACK)
    assert missed_any <= most_misses(runs, 0.05)


def test_mean_scores_cover():
    rng = np.random.default_rng(7)
    runs, count = 800, 60
    index = make_index(1, 5000)
    design = Design(kind="rating", cluster="item")
    scale = np.arange(1.0, 6.0)
    share = np.array([0.05, 0.1, 0.2, 0.4, 0.25])
    missed = missed_any = missed_fault = 0
    for _ in range(runs):
        values = rng.choice(scale, count, p=share)
        history = make_history(
            design, index, first=np.zeros(count), second=-1, item=rng.permutation(5000)[:count], values=values
        )
        estimate = mean_score(Evidence(design, index, history)).of("A")
        truth = float(scale @ share)
        half = estimate.interval.width / 4  # a standard error that is half as large as it should be
        missed += not estimate.interval.low <= truth <= estimate.interval.high
        missed_any += not estimate.anytime.low <= truth <= estimate.anytime.high
        missed_fault += abs(estimate.value - truth) > half
    limit = most_misses(runs, 0.05 + SLACK)
    assert missed <= limit
    assert missed_any <= limit
    assert missed_fault > limit
