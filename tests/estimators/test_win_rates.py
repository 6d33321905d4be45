import numpy as np
import pytest

from quorate.data.from_history import Evidence
from quorate.errors import RequirementError, UnknownError
from quorate.estimators.gathering import gather
from quorate.estimators.ranking import rank
from quorate.estimators.win_rate import win_matrix, win_rate
from quorate.records.design import Design
from quorate.testing.histories import make_history, make_index


def played(design, index, count=400, seed=0, **columns):
    """Judgments of random pairs in which earlier systems win more often."""
    rng = np.random.default_rng(seed)
    systems = len(index.systems)
    first = rng.integers(0, systems, count)
    second = (first + rng.integers(1, systems, count)) % systems
    item = np.array([rng.choice(np.flatnonzero(index.askable((a, b)))) for a, b in zip(first, second, strict=True)])
    chance = 0.5 + 0.1 * np.sign(second - first)
    value = np.where(rng.random(count) < 0.2, 0.5, (rng.random(count) < chance).astype(float))
    return make_history(design, index, first=first, second=second, item=item, values=value, **columns)


def test_without_judgments_every_interval_is_the_whole_scale():
    index = make_index(3, 10)
    history = make_history(Design(), index, first=[], second=[], item=[], values=[])
    for table in (win_rate(Evidence(Design(), index, history)), win_matrix(Evidence(Design(), index, history))):
        for estimate in table.estimates:
            assert (estimate.value, estimate.interval.low, estimate.interval.high) == (0.5, 0.0, 1.0)
            assert (estimate.anytime.low, estimate.anytime.high) == (0.0, 1.0)


@pytest.mark.parametrize("value", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("count", [1, 2, 30])
def test_answers_that_are_all_the_same_leave_an_interval(value, count):
    index = make_index(2, 50)
    history = make_history(
        Design(), index, first=np.zeros(count), second=np.ones(count), item=np.arange(count), values=[value] * count
    )
    estimate = win_matrix(Evidence(Design(), index, history)).of("A", "B")
    assert estimate.value == value
    assert estimate.interval.low <= value <= estimate.interval.high
    assert estimate.interval.width > 0.01
    assert estimate.anytime.width > 0.01


def test_a_slow_twin_agrees_on_values():
    index = make_index(4, 30, identical=0.3, missing=0.1)
    history = played(Design(), index)
    outcomes = {}
    for number in range(1, history.count + 1):
        first, second = history.systems_of(number)
        value = float(history["values"][number - 1, 0])
        outcomes.setdefault((first, second), []).append(value)
        outcomes.setdefault((second, first), []).append(1 - value)
    matrix = win_matrix(Evidence(Design(), index, history))
    rates = win_rate(Evidence(Design(), index, history))
    for i, name in enumerate(index.systems):
        shrunk = []
        for j, other in enumerate(index.systems):
            if i != j:
                differing = index.askable_counts[i, j] / (index.askable_counts[i, j] + index.identical_counts[i, j])
                assert matrix.of(name, other).value == pytest.approx(0.5 + differing * (np.mean(outcomes[i, j]) - 0.5))
                shrunk += [0.5 + differing * (value - 0.5) for value in outcomes[i, j]]
        assert rates.of(name).value == pytest.approx(np.mean(shrunk))


def test_identical_outputs_pull_towards_a_tie_and_narrow_the_interval():
    plain, alike = make_index(2, 100), make_index(2, 100, identical=0.7, seed=3)
    columns = {"first": np.zeros(50), "second": np.ones(50), "values": np.tile([1.0, 1.0, 0.0], 17)[:50]}
    items = np.flatnonzero(alike.askable((0, 1)))
    columns["item"] = np.resize(items, 50)
    one = win_matrix(Evidence(Design(cluster="copy"), plain, make_history(Design(), plain, **columns))).of("A", "B")
    other = win_matrix(Evidence(Design(cluster="copy"), alike, make_history(Design(), alike, **columns))).of("A", "B")
    share = len(items) / 100
    assert other.value - 0.5 == pytest.approx(share * (one.value - 0.5))
    assert other.interval.width == pytest.approx(share * one.interval.width)
    assert other.anytime.width == pytest.approx(share * one.anytime.width)


def test_an_unknown_probability_is_an_error_only_where_it_is_needed():
    index = make_index(3, 20)
    history = played(Design(), index, pair_probability=np.nan)
    win_matrix(Evidence(Design(), index, history))
    with pytest.raises(RequirementError, match="not recorded"):
        win_rate(Evidence(Design(), index, history))
    with pytest.raises(RequirementError, match="no chance"):
        win_rate(Evidence(Design(), index, played(Design(), index), floor=0.0))
    with pytest.raises(RequirementError, match="floor"):
        win_rate(Evidence(Design(), index, played(Design(), index, pair_probability=0.01), floor=0.5))


def test_a_slice_is_what_a_study_of_those_items_would_say():
    index = make_index(3, 30, identical=0.2)
    history = played(Design(), index)
    whole = Evidence(Design(), index, history)
    part = whole.slice("document", "2")
    assert part.index.askable((0, 1)).sum() <= 5
    table = rank(part)
    alone = history["item"][part.where]
    assert set(alone // 5) == {2}
    assert sum(estimate.judgments for estimate in table.estimates) == 2 * len(alone)
    with pytest.raises(UnknownError, match="No item has"):
        whole.slice("document", "nowhere")
    with pytest.raises(UnknownError, match="column"):
        whole.slice("colour", "red")


def test_retracted_excluded_and_practice_judgments_do_not_count():
    index = make_index(2, 50)
    roles = np.array([0, 1, 2, 0])
    history = make_history(
        Design(), index, first=[0] * 4, second=[1] * 4, item=range(4), values=[1.0, 0.0, 0.0, np.nan], role=roles
    )
    estimate = win_matrix(Evidence(Design(), index, history)).of("A", "B")
    assert (estimate.value, estimate.judgments) == (1.0, 1)


def test_late_systems_do_not_shift_the_win_rates_of_the_others():
    """Before C joins only A and B meet; afterwards every pair alike. A beats B always and loses to C always."""
    from quorate.records.events import SystemAdded
    from quorate.records.log import stretch_of

    index = make_index(3, 400)
    early = make_history(Design(), index, first=[0] * 300, second=[1] * 300, item=range(300), values=[1.0] * 300)
    early.systems.pop()
    early.joined.pop()
    early.fold(
        stretch_of(
            [(early.position + 1, SystemAdded(time=0, system=2, name="C", outputs=400, digest=""))], early.position
        )
    )
    late = make_history(
        Design(),
        index,
        first=[0, 0, 1] * 40,
        second=[1, 2, 2] * 40,
        item=np.arange(120),
        values=[1.0, 0.0, 0.5] * 40,
    )
    joined = early.position
    from quorate.records.log import ASKED_COLUMNS, JUDGED_COLUMNS, Stretch

    asked = {name: late[name].copy() for name in ASKED_COLUMNS}
    judged = {name: late["judged_" + name if name in {"position", "time"} else name].copy() for name in JUDGED_COLUMNS}
    judged |= {"number": late["number"] + 300, "values": late["values"].copy()}
    asked |= {"number": late["number"] + 300, "copy_of": late["number"] + 300, "seen": late["seen"] + joined}
    asked["position"] = asked["position"] + joined
    early.fold(Stretch(last=joined + 1000, asked=asked, judged=judged))
    table = win_rate(Evidence(Design(), index, early))
    assert table.of("A").value == pytest.approx(0.5)  # ½ (1 against B) + ½ (0 against C), though B came far more often
    assert table.of("B").value == pytest.approx(0.25)
    assert table.of("C").value == pytest.approx(0.75)
    assert "joined" in table.notes[0]
    assert table.of("A").anytime.low < 0.5 < table.of("A").anytime.high


def test_findings_hold_together():
    index = make_index(4, 60, identical=0.1, missing=0.05)
    design = Design(margin=0.02, stopping={"budget": 10})
    findings = gather(Evidence(design, index, played(design, index, count=6000, annotator=3)), slices=["document"])
    assert findings.ranking.estimates[0].subject == findings.answer.subject == ("A",)
    assert "A beats every other system" in findings.answer.words
    assert "error ≤ 5 % at every look" in findings.answer.words
    assert findings.ranks["A"][0] == 1
    assert findings.asked.judgments == 6000
    assert findings.asked.pairs.sum() == 12000
    assert findings.asked.missing
    assert len(findings.slices) == 12
    assert {certificate.subject for certificate in findings.margins} <= {
        certificate.subject for certificate in findings.relations
    }
    assert "|log:" in findings.signature
    assert findings.to_json()["asked"]["pairs"]
