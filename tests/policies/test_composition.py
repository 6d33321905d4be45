"""The policy of a design from its parts: names, pairs, places, budget."""

import numpy as np
import pytest

from quorate.errors import InputError
from quorate.kernels.streams import Stream
from quorate.policies import PAIR_POLICIES, Ask, Rest, policy_of
from quorate.policies.composition import pairs_of
from quorate.policies.duels import DUELS, duel_policy
from quorate.policies.stopping import Budget
from quorate.records.claims import RestReason
from quorate.records.design import Design
from quorate.records.history import History
from quorate.records.material import MaterialIndex
from quorate.testing.material import make_material
from quorate.wording import Sentence


@pytest.mark.parametrize(
    ("design", "signature"),
    [
        (Design(policy="uniform"), "uniform@1/uniform@1"),
        (Design(policy="certified", selector="uniform"), "certified@2/uniform@1"),
        (Design(kind="rating", selector="stratified"), "uniform@1/stratified@1"),
        (Design(policy="certified", frame="panel", people=2), "certified@2/uniform@1"),
        (Design(policy="rmed1"), "rmed1@1/uniform@1"),
        (Design(policy="rmed1", policy_parameters={"opponent": 1}), "rmed1@1(opponent=1.0)/uniform@1"),
        (Design(policy="rmed1", policy_parameters={"factor": 0.3}), "rmed1@1/uniform@1"),
    ],
)
def test_the_signature_names_parts_with_their_revisions_and_what_was_set(design, signature):
    assert policy_of(design).signature == signature


@pytest.mark.parametrize(
    ("policy", "parameters", "words"),
    [
        ("knockout", {"error": 0.1}, r"no parameter 'error' to set\. Known: epsilon, delta, gamma"),
        ("ccb", {"alpha": 0.0}, r"'alpha' of the policy 'ccb' lies from 0.01 to 10, not 0"),
        ("ccb", {"alpha": float("nan")}, "not nan"),
        ("certified", {"error": 0.5}, r"'certified' has no parameters to set: what it promises .* Leave out 'error'"),
        ("uniform", {"alpha": 1.0}, "it needs none"),
    ],
)
def test_parameters_that_a_policy_has_not_or_that_void_a_promise_are_refused(policy, parameters, words):
    with pytest.raises(InputError, match=words):
        policy_of(Design(policy=policy, policy_parameters=parameters))


@pytest.mark.parametrize(
    "name", [name for name in PAIR_POLICIES if name in DUELS and name not in {"uniform", "certified"}]
)
def test_every_parameter_of_a_published_policy_has_limits_that_hold_its_usual_value(name):
    policy = duel_policy(name)
    assert tuple(policy.limits) == policy.parameters._fields
    assert (
        policy_of(Design(policy=name, policy_parameters=policy.parameters._asdict())).signature == f"{name}@1/uniform@1"
    )


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
            time=0.0, system=number, name=name, outputs=int(np.count_nonzero(index.fingerprints[number])), digest=""
        )
        for number, name in enumerate(index.systems)
    ]
    history.fold(stretch_of(enumerate(events, 1), 0))
    return history
