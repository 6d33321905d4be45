"""A study gets ready before anybody comes, and nothing of that is left."""

import pytest

from quorate.records.design import Design
from quorate.records.guide import Guide
from quorate.study import Study, verify
from quorate.study.rehearsal import TURNS, prepare, rehearse
from quorate.testing.material import make_material


@pytest.mark.parametrize("draws", ["seed", "secret"])
@pytest.mark.parametrize(
    "options",
    [
        {"policy": "certified"},
        {"policy": "uniform", "copies": 2},
        {"policy": "uniform", "kind": "rating"},
        {"policy": "uniform", "guide": Guide(cap=1)},
    ],
)
def test_it_asks_as_it_would_have_asked_and_writes_nothing(options, draws):
    design = Design(seed=3, draws=draws, **options)
    prepared = Study.define("fall", make_material(4, 12), design=design)
    other = Study.define("fall", make_material(4, 12), design=design)
    if draws == "secret":
        for one in (prepared, other):
            one.store.keep_secret("fall", bytes(range(16)))
        prepared, other = (Study.open("fall", one.store) for one in (prepared, other))
    position = prepared.store.position("fall")
    prepare(prepared)
    assert rehearse(prepared.history, prepared.index, prepared.kind) == TURNS
    assert prepared.store.position("fall") == position
    assert prepared.store.annotators("fall") == {}
    assert prepared.history.count == 0
    for _ in range(2):
        mine, theirs = prepared.ask("a"), other.ask("a")
        if not mine:
            break
        assert (mine.outputs, mine.item) == (theirs.outputs, theirs.item)
        for one in (prepared, other):
            one.tell(mine.number, "left" if one.kind.arity == 2 else 3, annotator="a")
            prepare(one)
    if draws == "seed":
        assert verify(prepared).holds


@pytest.mark.parametrize("policy", ["certified", "blocks", "uniform", "dts"])
def test_a_policy_is_rehearsed_with_answers_to_fold(policy):
    kind = "rating" if policy == "blocks" else "comparison"
    study = Study.define("fall", make_material(4, 12), design=Design(policy=policy, kind=kind, seed=3))
    assert rehearse(study.history, study.index, study.kind) == TURNS


def test_it_ends_where_there_is_nothing_more_to_ask():
    study = Study.define("fall", make_material(2, 4), design=Design(policy="uniform", seed=3, scope="judgments"))
    assert rehearse(study.history, study.index, study.kind) == study.index.askable_counts[0, 1] < TURNS
    prepare(study)


def test_a_closed_study_stays_as_it_is():
    study = Study.define("fall", make_material(4, 12), design=Design(policy="uniform", draws="secret"))
    study.owner.close("done")
    position = study.store.position("fall")
    prepare(study)
    assert study.store.position("fall") == position
