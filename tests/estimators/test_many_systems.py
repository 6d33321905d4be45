import time

import numpy as np

from quorate.data.from_history import Evidence
from quorate.estimators.certificates import order, reach
from quorate.estimators.estimate import Lazily
from quorate.estimators.gathering import gather
from quorate.records.codec import to_json
from quorate.records.design import Design
from quorate.testing.histories import make_history, make_index

LIMIT = 6.0  # CPU seconds, some ten times what it takes


def evidence(systems, judgments):
    rng = np.random.default_rng(0)
    index, strength = make_index(systems, 100, identical=0.05), np.linspace(-1, 1, systems)
    first = rng.integers(0, systems, judgments)
    second = (first + rng.integers(1, systems, judgments)) % systems
    wins = rng.random(judgments) < 1 / (1 + np.exp(strength[second] - strength[first]))
    columns = {"item": rng.integers(0, 100, judgments), "annotator": 1 + np.arange(judgments) % 20}
    history = make_history(Design(), index, first=first, second=second, values=wins.astype(float), **columns)
    return Evidence(Design(), index, history, floor=0.0)


def test_findings_of_three_hundred_systems_take_no_minutes():
    gather(evidence(4, 100))
    given = evidence(300, 20_000)
    began = time.process_time()
    found = gather(given)
    assert time.process_time() - began < LIMIT
    assert len(found.matrix.estimates) == 300 * 299
    assert found.matrix.of("S7", "S3").value == 1 - found.matrix.of("S3", "S7").value


def test_tables_are_the_same_json_as_their_estimates_one_by_one():
    found = gather(evidence(6, 200))
    expected = {name: [to_json(one) for one in getattr(found, name).estimates] for name in ("matrix", "strengths")}
    data = found.to_json()
    assert list(data) == [name for name in found.__dataclass_fields__ if name != "asked"] + ["asked"]
    for name, estimates in expected.items():
        assert data[name]["estimates"] == estimates
        assert list(data[name]["estimates"][0]) == list(estimates[0])


def test_pairs_are_made_when_they_are_looked_at():
    made = []
    numbers = Lazily(1000, lambda place: made.append(place) or place**2)
    assert len(numbers) == 1000
    assert numbers[-1] == 999**2
    assert numbers[2:4] == (4, 9)
    assert made == [999, 2, 3]
    assert numbers == [place**2 for place in range(1000)]


def test_what_was_collected_and_fitted_is_kept_for_other_levels():
    given, calls = evidence(5, 200), []
    work = lambda one: calls.append(one) or len(calls)  # noqa: E731
    assert given.once(work) == given.at_level(0.5).once(work) == 1
    assert given.at_level(0.5).judgments is given.judgments
    assert given.slice("document", "2").once(work) == 2


def test_the_order_is_what_it_says_for_any_relations():
    rng = np.random.default_rng(1)
    for systems in (1, 2, 5, 9):
        for _ in range(30):
            beats, values = rng.random((systems, systems)) < 0.25, rng.integers(0, 3, systems).astype(float).tolist()
            np.fill_diagonal(beats, False)
            above, left, expected = reach(beats), set(range(systems)), []
            while left:
                free = [i for i in left if not any(above[j, i] for j in left)] or list(left)
                expected.append(max(free, key=lambda i: (values[i], -i)))
                left.remove(expected[-1])
            assert order(beats, None, values) == expected
