"""What every estimator must do. Subclass `EstimatorContract`, say how the table is made, and pytest runs the checks.

    class TestWinRate(EstimatorContract):
        design = Design()

        def estimate(self, evidence):
            return win_rate(evidence)

Evidence is made at random, as a uniform policy asks it, with every kind of cluster.
"""
# ruff: noqa: D102 - a check is named by the behaviour it checks

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, get_args

import numpy as np
import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from quorate.data.from_history import Evidence
from quorate.errors import RequirementError
from quorate.estimators.estimate import EstimateTable
from quorate.questions import Family, kind_of
from quorate.records.design import Cluster, Design
from quorate.records.material import MISSING, MaterialIndex
from quorate.testing.histories import make_history, make_index

Columns = Mapping[str, Any]
Numbers = dict[tuple[str, ...], list[float]]

_EXAMPLES = settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.differing_executors, HealthCheck.too_slow]
)
CLOSE = 5e-5  # ends that are searched for are found to some digits
NEARLY = 0.999  # of a scale whose ends a model of strengths never reaches


@dataclass(frozen=True, kw_only=True)
class Case:
    """What was to be asked, what there is, and what was asked and told, one row a judgment."""

    design: Design
    index: MaterialIndex
    columns: Columns


@st.composite
def cases(draw: st.DrawFn, design: Design, *, shares_items: bool) -> Case:
    """Uniform questions of a design: few or many, with identical outputs and several annotators."""
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    kind = kind_of(design)
    bare = make_index(draw(st.integers(2, 4)), draw(st.integers(2, 12)), identical=draw(st.sampled_from([0.0, 0.3])))
    shape = bare.fingerprints.shape
    index = replace(bare, metrics={f"metric {number}": rng.normal(size=shape) for number in range(2)})
    first, item = rng.integers(0, shape[0], 200), rng.integers(0, shape[1], 200)
    if shares_items:
        first, item = (np.tile(column, 2) for column in np.meshgrid(range(shape[0]), rng.permutation(shape[1])))
        first, item = first.ravel(), item.ravel()  # an output may be judged by two, and not as a copy
    second = (
        (first + rng.integers(1, shape[0], 200)) % shape[0] if kind.family is Family.PAIR else np.full(len(first), -1)
    )
    shown = index.fingerprints[first, item]
    there = (shown != MISSING) & ((second < 0) | (shown != index.fingerprints[second, item]))
    who = rng.integers(1, 4, len(first))
    asked = np.column_stack([who, item, np.minimum(first, second), np.maximum(first, second)])[there]
    once = np.flatnonzero(there)[np.sort(np.unique(asked, axis=0, return_index=True)[1])]  # nobody is asked twice
    least = shape[0] if shares_items else 1
    rows = once[: draw(st.integers(0, 40)) // least * least]
    values = [
        rng.choice(np.linspace(scale.low, scale.high, 3 if kind.family is Family.PAIR else 5), len(rows))
        for scale in kind.criteria
    ]
    told = {"first": first[rows], "second": second[rows], "item": item[rows], "values": np.column_stack(values)}
    cluster = draw(st.sampled_from(get_args(Cluster)))
    return Case(design=replace(design, cluster=cluster), index=index, columns=told | {"annotator": who[rows]})


class EstimatorContract:
    """The checks.

    Attributes:
        design: What was asked. A uniform policy asked it.
        uses_time: Whether the order of judgments matters to the estimator.
        knows_copies: Whether copies of a question that all say the same change nothing.
        shares_items: Whether it needs all systems to be judged on the same items.
    """

    design: ClassVar[Design]
    uses_time: ClassVar[bool] = False
    knows_copies: ClassVar[bool] = True
    shares_items: ClassVar[bool] = False

    def estimate(self, evidence: Evidence) -> EstimateTable:
        """The table of the estimator."""
        raise NotImplementedError

    def table(self, case: Case) -> EstimateTable:
        """The table of a case; one that lacks what the estimator requires is no case."""
        history = make_history(case.design, case.index, **case.columns)
        try:
            return self.estimate(Evidence(case.design, case.index, history))
        except RequirementError:
            reject()

    def case(self, data: st.DataObject) -> Case:
        """Something that was asked and told."""
        return data.draw(cases(self.design, shares_items=self.shares_items))

    def numbers(self, case: Case) -> Numbers:
        """Subject → value and ends of the intervals."""
        return {
            one.subject: [
                one.value,
                *(end for ends in (one.interval, one.anytime) if ends is not None for end in (ends.low, ends.high)),
            ]
            for one in self.table(case).estimates
        }

    @_EXAMPLES
    @given(data=st.data())
    def test_renaming_systems_renames_results(self, data: st.DataObject) -> None:
        case = self.case(data)
        index, count = case.index, len(case.index.systems)
        order = np.array(data.draw(st.permutations(range(count))))
        place = np.append(np.argsort(order), -1)  # no second system stays none
        moved = replace(
            index,
            fingerprints=index.fingerprints[order],
            metrics={name: scores[order] for name, scores in index.metrics.items()},
        )
        columns = {**case.columns, **{name: place[case.columns[name]] for name in ("first", "second")}}
        named = dict(zip(moved.systems, (index.systems[number] for number in order), strict=True))
        found = self.numbers(replace(case, index=moved, columns=columns))
        renamed = {tuple(named[name] for name in subject): values for subject, values in found.items()}
        check_same(self.numbers(case), renamed)

    @_EXAMPLES
    @given(data=st.data())
    def test_the_order_of_judgments_does_not_matter(self, data: st.DataObject) -> None:
        if self.uses_time:
            pytest.skip("this estimator uses time")
        case = self.case(data)
        order = np.array(data.draw(st.permutations(range(len(case.columns["first"])))), dtype=np.int64)
        shuffled = {name: column[order] for name, column in case.columns.items()}
        check_same(self.numbers(case), self.numbers(replace(case, columns=shuffled)))

    @_EXAMPLES
    @given(data=st.data())
    def test_mirroring_side_and_answer_changes_nothing(self, data: st.DataObject) -> None:
        if kind_of(self.design).family is not Family.PAIR:
            pytest.skip("one output has no sides")
        case = self.case(data)
        rows = len(case.columns["first"])
        flip = np.array(data.draw(st.lists(st.booleans(), min_size=rows, max_size=rows)), dtype=np.bool_)
        first, second, values = (case.columns[name] for name in ("first", "second", "values"))
        mirrored = {
            **case.columns,
            "first": np.where(flip, second, first),
            "second": np.where(flip, first, second),
            "values": np.where(flip[:, None], 1.0 - values, values),
        }
        check_same(self.numbers(case), self.numbers(replace(case, columns=mirrored)))

    @_EXAMPLES
    @given(data=st.data())
    def test_copies_that_all_say_the_same_are_one_judgment(self, data: st.DataObject) -> None:
        if not self.knows_copies:
            pytest.skip("this estimator takes every judgment for an opinion of its own")
        case = replace(self.case(data), design=self.design)
        count = len(case.columns["first"])
        twice = {name: np.repeat(column, 2, axis=0) for name, column in case.columns.items()}
        twice |= {"annotator": twice["annotator"] + 3 * np.tile([0, 1], count)}
        twice |= {"copy_of": np.repeat(2 * np.arange(count) + 1, 2)}
        check_same(self.numbers(case), self.numbers(replace(case, columns=twice)))

    @_EXAMPLES
    @given(data=st.data())
    def test_estimates_are_numbers_within_intervals_that_have_a_width(self, data: st.DataObject) -> None:
        case = self.case(data)
        table = self.table(case)
        for one in table.estimates:
            assert np.isfinite(one.value), one
            for ends in (one.interval, one.anytime):
                if ends is not None:
                    assert table.low <= ends.low < ends.high - CLOSE < table.high, one
                    assert ends.low - CLOSE <= one.value <= ends.high + CLOSE, one

    def test_without_judgments_the_interval_is_the_whole_scale(self) -> None:
        index = replace(make_index(3, 5), metrics={"length": np.arange(15.0).reshape(3, 5)})
        empty = {name: np.zeros(0, dtype=np.int64) for name in ("first", "second", "item", "annotator")}
        values = np.zeros((0, len(kind_of(self.design).criteria)))
        history = make_history(self.design, index, **empty, values=values)
        try:
            table = self.estimate(Evidence(self.design, index, history))
        except RequirementError:
            return
        for one in table.estimates:
            for ends in (one.interval, one.anytime):
                assert ends is None or ends.high - ends.low > NEARLY * (table.high - table.low), one


def check_same(one: Numbers, other: Numbers) -> None:
    """Whether two tables say the same of the same subjects."""
    assert one.keys() == other.keys()
    for subject, values in one.items():
        np.testing.assert_allclose(values, other[subject], atol=CLOSE, err_msg=str(subject))
