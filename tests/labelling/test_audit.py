"""The bound of an audit, over simulated streams with a model that decays."""

import numpy as np
import pytest
from scipy.stats import binom

from quorate.errors import InputError
from quorate.labelling.audit import Audit, audit_blocks

STREAMS = 100
BLOCK = 100


def broken_share(audit, bound):
    """Share of blocks whose bound was ever above their accuracy, at any look: a model that is worse block by block."""
    broken = blocks = 0
    for stream in range(STREAMS):
        rng = np.random.default_rng(stream)
        one = Audit(block=audit.block, share=audit.share, error=audit.error, seed=stream)
        for block, accuracy in enumerate((0.95, 0.8, 0.6)):
            decaying = np.linspace(accuracy + 0.04, accuracy - 0.04, one.block)
            right = (rng.random(one.block) < decaying).astype(float)
            values = right[one.drawn(block)]
            looks = [bound(one, values[: look + 1].tolist()) for look in range(4, len(values), 4)]
            broken += max(looks) > right.mean() + 1e-9
            blocks += 1
    return broken, blocks


def test_a_bound_is_false_for_at_most_its_error_of_the_blocks():
    audit = Audit(block=BLOCK, share=0.2)
    broken, blocks = broken_share(audit, Audit.bound)
    assert broken <= binom.isf(1e-6, blocks, audit.error)


def test_a_bound_that_pays_for_one_look_only_is_found_out():
    """The planted fault: the usual interval, looked at again and again."""

    def plain(_, values):
        share = np.mean(values)
        return share - 1.645 * np.sqrt(max(share * (1.0 - share), 1e-9) / len(values))

    audit = Audit(block=BLOCK, share=0.2)
    broken, blocks = broken_share(audit, plain)
    assert broken > binom.isf(1e-6, blocks, audit.error)


def test_a_tenth_of_a_thousand_shows_that_most_was_right():
    bounds = []
    for seed in range(40):
        rng = np.random.default_rng(seed)
        right = (rng.random(1000) < 0.95).astype(float)
        audit = Audit(seed=seed)
        bounds.append(audit.bound(right[audit.drawn(0)].tolist()))
    assert np.mean(bounds) >= 0.83


def test_all_checked_is_the_accuracy_itself():
    right = [1.0] * 8 + [0.0] * 2
    assert Audit(block=10, share=1.0).bound(right) == pytest.approx(0.8, abs=0.01)


def test_before_the_first_check_nothing_is_shown():
    assert Audit().bound([]) == 0.0


def test_what_is_not_checked_yet_ends_the_evidence_of_its_block():
    audit = Audit(block=10, share=0.5, seed=3)
    drawn = audit.drawn(0).tolist()
    right = dict.fromkeys(drawn, 1.0)
    (whole,) = audit_blocks(audit, 10, right)
    del right[drawn[2]]
    (part,) = audit_blocks(audit, 10, right)
    assert (whole.checked, part.checked) == (5, 2)
    assert part.bound < whole.bound
    assert [report.inputs for report in audit_blocks(audit, 23, right)] == [10, 10, 3]


def test_the_same_inputs_are_checked_whoever_asks():
    audit = Audit(block=50, share=0.1, seed=9)
    assert sum(audit.is_checked(number) for number in range(100)) == 10


@pytest.mark.parametrize("wrong", [{"block": 0}, {"share": 0.0}, {"share": 1.5}, {"error": 0.0}])
def test_an_audit_that_makes_no_sense_is_refused(wrong):
    with pytest.raises(InputError):
        Audit(**wrong)
