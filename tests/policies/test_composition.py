"""The policy of a design from its parts: names, pairs, places, budget."""

import numpy as np
import pytest

from quorate.errors import InputError
from quorate.kernels.streams import Stream
from quorate.policies import Ask, Rest, policy_of
from quorate.policies.composition import pairs_of
from quorate.policies.stopping import Budget
from quorate.records.claims import RestReason
from quorate.records.design import Design
from quorate.records.history import History
from quorate.records.material import MaterialIndex
from quorate.testing.material import make_material
from quorate.wording import Sentence


def test_the_signature_names_parts_and_version():
    name, selector, version = policy_of(Design(policy="uniform")).signature.split("/")
    assert (name, selector) == ("uniform", "uniform")
    assert version


@pytest.mark.parametrize("part", ["policy", "selector"])
def test_an_unknown_part_is_refused_with_those_known(part):
    with pytest.raises(InputError, match=r"'guess'.*uniform"):
        policy_of(Design(**{part: "guess"}))
    with pytest.raises(InputError, match=r"'guess'.*budget"):
        policy_of(Design(policy="uniform", stopping={"guess": 1}))


@pytest.mark.parametrize("systems", [1, 2, 3, 5, 9])
@pytest.mark.parametrize("arity", [1, 2])
def test_pairs_stand_where_they_are_looked_for(systems, arity):
    index = MaterialIndex.of(make_material(systems=systems, items=12, identical=0.3, missing=0.3))
    policy = policy_of(Design(kind="rating" if arity == 1 else "comparison"))
    pairs = pairs_of(index, systems, arity)
    assert len(pairs.members) == (systems if arity == 1 else systems * (systems - 1) // 2)
    for place, members in enumerate(pairs.members.tolist()):
        assert policy._place(tuple(members), systems) == place
        assert pairs.askable[place] == index.askable(tuple(members)).sum()


def test_systems_that_have_not_joined_yet_are_not_asked_about():
    index = MaterialIndex.of(make_material(systems=5, items=12))
    assert pairs_of(index, 2, 2).members.tolist() == [[0, 1]]


@pytest.mark.parametrize("bound", [0, -1, 1.5, float("nan"), float("inf")])
def test_a_budget_is_a_whole_number(bound):
    with pytest.raises(InputError, match="budget"):
        Budget(bound)


def test_a_rest_says_why_and_is_false():
    rest = Rest(reason=RestReason.ENOUGH, why=Sentence("budget spent", {"judgments": 3}))
    assert not rest
    assert Ask(
        systems=(0, 1),
        item=0,
        pair_probability=1.0,
        item_probability=1.0,
        side_probability=0.5,
        pair_choices=1,
        item_choices=1,
    )


def test_policies_do_not_share_what_they_remember():
    small, large = (MaterialIndex.of(make_material(systems=n, items=6, missing=0)) for n in (2, 4))
    policy, fresh = policy_of(Design(policy="uniform")), policy_of(Design(policy="uniform"))
    for index in (small, large, small, large):
        for question in range(30):
            stream = Stream(1, 0, question)
            history = _history(index)
            decision = policy.choose(Design(policy="uniform"), index, history, 1, stream)
            assert decision == fresh.choose(Design(policy="uniform"), index, history, 1, stream)
            assert max(decision.systems) < len(index.systems)


def _history(index: MaterialIndex) -> History:
    from quorate.records.events import StudyDefined, SystemAdded
    from quorate.records.log import stretch_of

    history = History()
    events = [StudyDefined(time=0.0, study="s", design=Design(policy="uniform"), items=len(index.items), digest="")]
    events += [
        SystemAdded(
            time=0.0, system=number, name=name, outputs=int(np.count_nonzero(index.appearances[number])), digest=""
        )
        for number, name in enumerate(index.systems)
    ]
    history.fold(stretch_of(enumerate(events, 1), 0))
    return history
