"""Every policy keeps the contract, for comparisons, ratings and with copies."""

from dataclasses import replace

import pytest

from quorate.policies import PAIR_POLICIES, SELECTORS, Ask
from quorate.policies.items.useful import USEFUL, UsefulItem
from quorate.records.design import Design
from quorate.testing.policies import PolicyContract, check_frequencies, check_sides

pytestmark = pytest.mark.slow


class TestUniform(PolicyContract):
    design = Design(policy="uniform", selector="uniform", lease=60.0)


class TestUniformRating(PolicyContract):
    design = Design(kind="rating", question={"criteria": {"fluency": "likert5", "adequacy": "slider"}}, lease=60.0)


_RATING = Design(kind="rating", question={"criteria": {"fluency": "likert5"}}, lease=60.0)


class TestActive(PolicyContract):
    design = replace(_RATING, selector="active")


class TestActiveWithCopies(PolicyContract):
    design = replace(_RATING, selector="active", copies=2, seed=12)


class TestStratified(PolicyContract):
    design = replace(_RATING, selector="stratified")


class TestNeyman(PolicyContract):
    design = replace(_RATING, selector="neyman")


for _name in ("metric-variance", "difficulty"):  # the others are the same class with another utility
    _suite = type(f"Test_{_name}", (PolicyContract,), {"design": replace(_RATING, selector=_name)})
    globals()[_suite.__name__] = _suite


class TestUsefulBlocks(PolicyContract):
    design = replace(_RATING, policy="blocks", selector="metric-variance", copies=2, seed=5)


class TestBlocks(PolicyContract):
    design = replace(_RATING, policy="blocks")


class TestActiveBlocks(PolicyContract):
    design = replace(_RATING, policy="blocks", selector="active")


class TestUniformWithCopies(PolicyContract):
    design = Design(policy="uniform", selector="uniform", copies=2, lease=60.0, seed=11)


class TestCertified(PolicyContract):
    design = Design(policy="certified", lease=60.0)


class TestCertifiedRanking(PolicyContract):
    design = Design(policy="certified", target="ranking", lease=60.0)


class TestCertifiedTopWithCopies(PolicyContract):
    design = Design(policy="certified", target="top", top=2, copies=2, lease=60.0)


for _name in sorted(set(PAIR_POLICIES) - {"uniform", "certified", "blocks"}):
    _suite = type(f"Test_{_name}", (PolicyContract,), {"design": Design(policy=_name, lease=60.0)})
    globals()[_suite.__name__] = _suite


def test_every_policy_is_in_a_contract():
    suites = [suite for suite in PolicyContract.__subclasses__() if suite.__module__ == __name__]
    tested = {suite.design.policy for suite in suites}
    assert tested == set(PAIR_POLICIES), "give every policy a suite in this file"
    selectors = {suite.design.selector for suite in suites}
    assert selectors | set(USEFUL) == set(SELECTORS)
    assert {USEFUL[name].__mro__[1] for name in USEFUL} == {UsefulItem}


def test_the_contract_notices_a_wrong_probability():
    with pytest.raises(AssertionError, match="differ"):
        check_frequencies(["a"] * 600 + ["b"] * 400, {"a": 0.5, "b": 0.5})
    with pytest.raises(AssertionError, match="add up"):
        check_frequencies(["a", "b"], {"a": 0.5, "b": 0.4})


def test_the_contract_notices_a_wrong_side():
    def shown(systems, times):
        numbers = {"pair_probability": 1.0, "item_probability": 1.0, "pair_choices": 1, "item_choices": 1}
        return [Ask(systems=systems, item=0, side_probability=0.5, **numbers)] * times

    check_sides(shown((0, 1), 4500) + shown((1, 0), 4500))
    with pytest.raises(AssertionError, match="sides"):
        check_sides(shown((0, 1), 4950) + shown((1, 0), 4050))
