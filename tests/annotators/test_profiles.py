"""What is said about single annotators: speed, closeness to the others, side, checks."""

import numpy as np
import pytest

from quorate.annotators.profiles import IDLE, passed_checks, profiles
from quorate.questions import kind_of
from quorate.records.design import Design
from quorate.records.events import RoleCode
from quorate.records.guide import Exercise, Guide
from quorate.records.log import JUDGED_COLUMNS, Stretch
from quorate.testing.histories import make_history, make_index


def made(values, annotator, *, design=None, item=None, **columns):
    design = design or Design()
    count = len(values)
    history = make_history(
        design,
        make_index(2, 500),
        first=columns.pop("first", np.zeros(count)),
        second=columns.pop("second", np.ones(count)),
        item=np.arange(count) if item is None else item,
        values=values,
        annotator=annotator,
        **columns,
    )
    return history, kind_of(design).criteria


def retime(history, seconds):
    """The same history with other recorded times."""
    number = np.arange(1, history.count + 1)
    columns = {"position": history["judged_position"], "time": history["judged_time"], "number": number}
    judged = {**columns, "revision": 0, "seconds": seconds}
    told = {
        name: np.broadcast_to(np.asarray(judged[name], kind), history.count) for name, kind in JUDGED_COLUMNS.items()
    }
    asked = {name: history[name][:0] for name in ("number",)}
    history.fold(Stretch(last=history.position, asked=asked, judged={**told, "values": history["values"].copy()}))
    return history


def test_nobody():
    assert profiles(*made(np.empty(0), 1)) == ()


def test_speed_is_the_median_and_idle_time_is_cut():
    history, criteria = made(np.ones(5), [1, 1, 1, 2, 2])
    first, second = profiles(retime(history, [10.0, 20.0, 4000.0, np.nan, np.nan]), criteria)
    assert (first.judgments, first.seconds) == (3, 20.0)
    assert first.hours == pytest.approx((30 + IDLE) / 3600)
    assert second.seconds is None
    assert second.hours == 0


def test_a_side_is_favoured_only_when_that_is_certain():
    values = np.concatenate([np.ones(200), np.tile([0.0, 1.0], 100), np.zeros(3)])
    history, criteria = made(values, np.repeat([1, 2, 3], [200, 200, 3]))
    leaning, fair, unknown = profiles(history, criteria)
    assert leaning.leaning == "left"
    assert leaning.left == 1
    assert fair.leaning == unknown.leaning == ""
    assert fair.left_low < 0.5 < fair.left_high
    assert unknown.left_high - unknown.left_low > 0.5


def test_ties_say_nothing_about_a_side():
    (one,) = profiles(*made(np.full(20, 0.5), 1))
    assert one.left is None
    assert (one.left_low, one.left_high) == (0, 1)


def test_closeness_leaves_oneself_out():
    item = np.repeat(np.arange(60), 3)
    values = np.tile([1.0, 1.0, 0.0], 60)
    values[:90] = np.tile([0.0, 0.0, 1.0], 30)
    history, criteria = made(values, np.tile([1, 2, 3], 60), item=item)
    first, second, contrary = profiles(history, criteria)
    assert first.closeness == second.closeness == 0.5
    assert contrary.closeness == 0
    assert contrary.shared == 60
    assert contrary.closeness_high < first.closeness_low
    assert first.chance == pytest.approx(0.5, abs=0.01)


def test_closeness_without_overlap():
    one, two = profiles(*made(np.array([1.0, 0.0]), [1, 2]))
    assert one.closeness is None
    assert one.shared == two.shared == 0
    assert (one.closeness_low, one.closeness_high) == (0, 1)


def test_checks_are_counted_and_do_not_count_as_judgments():
    guide = Guide(checks=(Exercise(outputs=("a", "b"), answer="left"), Exercise(outputs=("a", "b"), answer="tie")))
    design = Design(guide=guide)
    role = [0, RoleCode.CHECK, RoleCode.CHECK, RoleCode.CHECK]
    history, criteria = made(
        np.array([1.0, 1.0, 0.5, 0.0]), [1, 1, 1, 2], design=design, item=np.array([5, 0, 1, 1]), role=role
    )
    passed = passed_checks(design, history)
    assert passed == {2: True, 3: True, 4: False}
    one, two = profiles(history, criteria, passed=passed)
    assert (one.judgments, one.checks, one.passed) == (1, 2, 2)
    assert (two.judgments, two.checks, two.passed) == (0, 1, 0)


def test_a_check_tolerates_numbers_close_by():
    guide = Guide(checks=(Exercise(outputs=("a",), answer=80, tolerance=5),))
    design = Design(kind="rating", question={"criteria": {"quality": "slider"}}, guide=guide)
    history, _ = made(
        np.array([85.0, 86.0]), 1, design=design, item=np.zeros(2, dtype=int), second=-np.ones(2), role=[2, 2]
    )
    assert passed_checks(design, history) == {1: True, 2: False}
