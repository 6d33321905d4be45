"""Every policy keeps the contract also where a metric decides part of the comparisons, in every way."""

from typing import ClassVar

import pytest

from quorate.kernels.streams import Stream
from quorate.policies import PAIR_POLICIES, policy_of
from quorate.records.design import Design
from quorate.records.mixing import USES, Mixing
from quorate.stores.memory import MemoryStore
from quorate.study import Study, verify
from quorate.testing.material import make_material
from quorate.testing.policies import PolicyContract, snapshot
from quorate.testing.walks import Clock, walk

pytestmark = pytest.mark.slow

WANDER = [
    (what, who, step)
    for step, (what, who) in enumerate(
        [("answer", n % 5) for n in range(14)] + [("ask", 6), ("retract", 3), ("answer", 2), ("wait", 1), ("ask", 4)]
    )
]
PUBLISHED = sorted(set(PAIR_POLICIES) - {"certified", "blocks"})
METRIC = next(iter(make_material().systems[0].metrics))


def mixing(use):
    """A metric of the test material, whose scores lie from 0 to 1."""
    return Mixing(metric=METRIC, use=use, share=0.6, keep=0.3, lower=0.48, upper=0.52)


class MixedContract(PolicyContract):
    """Where people get a part of the questions, and eliminated systems none."""

    __test__: ClassVar[bool] = False

    def test_an_annotator_is_never_asked_the_same_twice_and_everything_once(self) -> None:
        study = self._define(seed=1, identical=0.3, missing=0.2)
        seen = set()
        for who in ("annotator 0", "annotator 1"):
            for _ in range(60):
                number = self._answer(study, who)
                if not number:
                    break
                key = (who, frozenset(study.history.systems_of(number)), study.history.cell("item", number))
                assert key not in seen
                seen.add(key)
        assert seen
        assert verify(study).holds


for _use in USES:
    _name = f"TestMixed_{_use}"
    globals()[_name] = type(
        _name, (MixedContract,), {"design": Design(policy="rmed1", mixing=mixing(_use), lease=60.0), "__test__": True}
    )


@pytest.mark.parametrize("name", PUBLISHED)
def test_every_policy_is_pure_and_its_log_replays_in_every_way(name):
    for use in USES:
        design = Design(policy=name, mixing=mixing(use), lease=60.0, seed=4)
        clock = Clock()
        material = make_material(systems=4, items=6, identical=0.2, missing=0.1)
        study = Study.define("study", material, design=design, store=MemoryStore(), clock=clock)
        walk(study, clock, WANDER)
        history, before = study.history, snapshot(study.history)
        decisions = [
            policy_of(design).choose(design, study.index, history, 2, Stream(4, 0, question))
            for question in (100, 101, 102)
        ]
        again = policy_of(design)
        assert decisions == [
            again.choose(design, study.index, history, 2, Stream(4, 0, question)) for question in (100, 101, 102)
        ]
        assert snapshot(history) == before
        verification = verify(study)
        assert verification.holds, verification.problems
        assert verification.questions == history.count
