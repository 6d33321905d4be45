"""Items, outputs, scores and predictions join a study that runs; what cannot join says why and leaves nothing."""

from dataclasses import replace

import numpy as np
import pytest
from helpers_of_studies import answer, ask, events, holds, new_study

from quorate.errors import ClosedError, InputError, StudyError, UnknownError
from quorate.records.chosen import ChosenItems
from quorate.records.design import Design
from quorate.records.material import Items, Material, SystemOutputs
from quorate.records.scores import NO_SECOND, Scores
from quorate.stores import open_store
from quorate.stores.memory import MemoryStore
from quorate.study import Study, copy_study, verify
from quorate.testing.logs import same_index
from quorate.testing.material import make_material

SYSTEMS = ("alpha", "bêta", "gamma-γ")


def items(*names, systems=SYSTEMS):
    """Items with an output of each system."""
    texts = {system: tuple(f"{name} {place}" for name in names) for place, system in enumerate(systems)}
    return Material(
        items=Items(names=names),
        systems=tuple(SystemOutputs(name=system, texts=texts[system]) for system in systems),
    )


def metric(study, name="chrf", signature="chrF2|v1", *, where=None):
    """Scores of every output that is there, or of those at some (system, item)."""
    system, item = np.nonzero(study.ledger.whole_index.fingerprints) if where is None else np.array(where).T
    none = np.full(len(item), NO_SECOND)
    values = np.cos(item + 2.0 * system)
    return Scores(name=name, about="outputs", signature=signature, item=item, first=system, second=none, values=values)


def predicted(name="judge", *, values=((0.5, 0.25, 0.1),), first=(0,), second=(1,), item=(2,)):
    """Predictions."""
    whose = {"first": np.array(first), "second": np.array(second), "item": np.array(item)}
    return Scores(name=name, about="pairs", values=np.array(values), **whose)


def test_what_joins_is_asked_about_and_verifies():
    study = new_study(policy="uniform", material=make_material(3, 4))
    for turn in range(6):
        answer(study, "a", turn)
    assert study.owner.add_items(items("one", "two")) == range(4, 6)
    assert study.owner.add_scores(metric(study)) == (study.index.fingerprints != 0).sum()
    assert study.owner.add_scores(predicted()) == 1
    late = SystemOutputs(name="late", texts=tuple(f"neu {n}" for n in range(6)), metrics={"own": np.ones(6)})
    assert study.owner.add_system(late) == 3
    study.owner.add_items(items("three", systems=("alpha", "late")))
    for turn in range(25):
        answer(study, f"annotator {turn % 3}", turn)
    assert study.owner.add_outputs(replace(study_outputs(study, "bêta"), metrics={})) == 1
    for turn in range(9):
        answer(study, f"annotator {turn % 3}", turn)
    assert {4, 5, 6} <= set(study.history["item"].tolist())
    assert holds(study)


def study_outputs(study, system):
    """An output for every item that the system has none for."""
    number = study.index.system(system)
    texts = tuple(None if look else f"filled {n}" for n, look in enumerate(study.index.fingerprints[number]))
    return SystemOutputs(name=system, texts=texts, metrics={})


@pytest.mark.parametrize("selector", ["active", "neyman", "stratified", "metric-variance"])
def test_a_metric_that_comes_half_way_is_used_from_then_on_and_verifies(selector):
    material = make_material(3, 30, metrics=False, missing=0.1)
    study = new_study(kind="rating", policy="uniform", selector=selector, material=material)
    for turn in range(20):
        answer(study, f"annotator {turn % 4}", turn)
    flat = study.history["item_probability"] * study.history["item_choices"]
    assert np.allclose(flat, 1.0)  # without metrics every item is as likely
    study.owner.add_scores(metric(study))
    for turn in range(40):
        answer(study, f"annotator {turn % 4}", turn)
    late = SystemOutputs(name="late", texts=("neu",) * 30, metrics={"other": np.linspace(0, 1, 30)})
    study.owner.add_system(late)
    study.owner.add_scores(metric(study, where=[(3, item) for item in range(30)]))
    study.owner.add_items(items("one", "two"))
    for turn in range(40):
        answer(study, f"annotator {turn % 4}", turn)
    varied = study.history["item_probability"] * study.history["item_choices"]
    assert selector == "active" or not np.allclose(varied[20:], 1.0)  # that one sees how little this metric tells
    assert holds(study)


@pytest.mark.parametrize("target", ["winner", "ranking"])
def test_a_certified_study_goes_on_with_more_items(target):
    study = new_study(target=target, material=make_material(3, 6, identical=0.3))
    for turn in range(30):
        answer(study, f"annotator {turn % 7}", turn)
        if turn % 4 == 3:
            study.owner.add_items(items(f"new {turn}"))
    assert study.history.late_items == 7
    assert holds(study)


def test_another_process_notices(tmp_path):
    address = str(tmp_path / "studies.db")
    one = new_study(open_store(address), policy="uniform", material=make_material(3, 4))
    other = Study.open("study", open_store(address))
    answer(one, "a")
    one.owner.add_items(items("new"))
    one.owner.add_scores(metric(one))
    one.owner.add_scores(predicted())
    answer(other, "b")
    assert other.index.items[-1] == "new"
    assert same_index(other.index, one.index)
    assert other.index.metrics.keys() >= {"chrf"}
    assert other.index.predictions["judge"].expected(0, 1)[2] == 0.625
    for number in range(8):  # both add, neither knows of the other's
        (one, other)[number % 2].owner.add_items(items(f"more {number}"))
    assert one.history.extent.items == 13
    assert one.store.index("study").items == one.index.items
    assert same_index(Study.open("study", open_store(address)).index, one.index)
    assert holds(one)


def test_a_copy_has_what_joined():
    study = new_study(policy="uniform", material=make_material(3, 4))
    answer(study, "a")
    study.owner.add_items(items("new", systems=("alpha",)))
    study.owner.add_scores(metric(study))
    study.owner.add_outputs(study_outputs(study, "bêta"))
    study.owner.add_scores(predicted())
    answer(study, "b")
    target = MemoryStore()
    copy_study(study.store, target, "study", with_secret=True)
    copied = Study.open("study", target)
    assert events(copied) == events(study)
    assert same_index(copied.index, study.index)
    assert verify(copied).holds


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE outputs SET output = 'x' WHERE item = 4 AND system = 0", "the items"),
        ('UPDATE items SET texts = \'{"a": "b"}\' WHERE item = 4', "the items"),
        ("UPDATE outputs SET output = 'x' WHERE item = 4 AND system = 1", "the outputs"),
        ("UPDATE joined_scores SET scores = zeroblob(length(scores)) WHERE name = 'chrf'", "scores 'chrf'"),
        ("DELETE FROM joined_scores WHERE name = 'judge'", "scores 'judge'"),
    ],
)
def test_what_joined_and_was_changed_does_not_verify(tmp_path, statement, said):
    store = open_store(str(tmp_path / "studies.db"))
    study = new_study(store, policy="uniform", material=make_material(3, 4, missing=0.0))
    study.owner.add_items(items("new", systems=("alpha",)))
    study.owner.add_outputs(study_outputs(study, "bêta"))
    study.owner.add_scores(metric(study))
    study.owner.add_scores(predicted())
    assert holds(study)
    with store._engine.begin() as connection:
        assert connection.exec_driver_sql(statement).rowcount
    (problem,) = verify(Study.open("study", store)).problems
    assert said in problem


@pytest.fixture
def study():
    """A study with a metric, a prediction and a question."""
    study = new_study(policy="uniform", material=make_material(3, 4, missing=0.0))
    study.owner.add_scores(metric(study, where=[(0, 0)]))
    study.owner.add_scores(predicted())
    ask(study, "a")
    return study


@pytest.mark.parametrize(
    ("add", "error", "said"),
    [
        (lambda s: s.add_items(items("new", systems=("nobody",))), UnknownError, "No system is called 'nobody'"),
        (lambda s: s.add_outputs(SystemOutputs(name="alpha", texts=("x",) * 3)), InputError, "3 outputs for 4 items"),
        (lambda s: s.add_outputs(SystemOutputs(name="alpha", texts=("x",) * 4)), InputError, "has an output for item"),
        (lambda s: s.add_outputs(SystemOutputs(name="alpha", texts=(None,) * 4)), InputError, "no output of 'alpha'"),
        (lambda s: s.add_scores(predicted(item=(4,))), InputError, "there are 4 items and 3 systems"),
        (lambda s: s.add_scores(predicted(second=(3,))), InputError, "there are 4 items and 3 systems"),
        (lambda s: s.add_scores(predicted()), InputError, "already"),
        (lambda s: s.add_scores(predicted("chrf")), InputError, "is about outputs"),
        (lambda s: s.add_scores(predicted(first=(2,), second=(2,))), InputError, "itself"),
        (lambda s: s.add_scores(predicted(values=((0.7, 0.4, 0.0),))), InputError, "add up to 1"),
        (lambda s: s.add_scores(predicted(values=((0.7, 0.1, np.nan),))), InputError, "finite"),
        (lambda s: s.add_scores(predicted(values=((0.7, 0.1),))), InputError, "three numbers"),
    ],
)
def test_what_cannot_join_says_why(study, add, error, said):
    before = events(study)
    with pytest.raises(error, match=said):
        add(study.owner)
    assert events(study) == before
    assert study.store.holdings("study").additions.keys() == {5, 6}
    assert holds(study)


def test_scores_are_new_made_by_one_and_about_something(study):
    one = metric(study, where=[(0, 1), (1, 1)])
    for scores, said in (
        (metric(study, where=[(0, 1), (0, 0)]), "already"),
        (replace(one, signature="other"), "made by 'chrF2|v1', these by 'other'"),
        (metric(study, "judge", ""), "is about pairs"),
    ):
        with pytest.raises(InputError, match=said.replace("|", r"\|")):
            study.owner.add_scores(scores)
    study.owner.add_items(items("new", systems=("alpha",)))
    with pytest.raises(InputError, match="there is none"):
        study.owner.add_scores(metric(study, where=[(1, 4)]))
    with pytest.raises(InputError, match="brings scores 'chrf'"):
        study.owner.add_system(SystemOutputs(name="late", texts=("x",) * 5, metrics={"chrf": np.ones(5)}))
    assert study.owner.add_scores(one) == 2
    assert holds(study)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_a_score_is_a_finite_number(value):
    with pytest.raises(InputError, match="finite"):
        Scores(name="m", about="outputs", item=[0], first=[0], second=[NO_SECOND], values=[value])


def test_the_same_output_has_one_score():
    with pytest.raises(InputError, match="twice"):
        Scores(name="m", about="outputs", item=[3, 3], first=[0, 0], second=[-1, -1], values=[0.0, 0.0])
    with pytest.raises(InputError, match="twice"):
        predicted(values=((0.5, 0.0, 0.0), (0.5, 0.0, 0.0)), first=(0, 1), second=(1, 0), item=(1, 1))


def test_the_same_item_joins_once(study):
    with pytest.raises(InputError, match="already"):
        study.owner.add_items(items("new", study.index.items[2]))
    assert len(study.index.items) == 4


@pytest.mark.parametrize(
    "add",
    [
        lambda owner: owner.add_items(items("new")),
        lambda owner: owner.add_outputs(SystemOutputs(name="alpha", texts=("x",) * 4)),
        lambda owner: owner.add_scores(predicted("other")),
    ],
)
def test_a_closed_study_takes_nothing(study, add):
    study.owner.close("enough")
    with pytest.raises(ClosedError):
        add(study.owner)


@pytest.mark.parametrize(
    ("design", "said"),
    [
        ({"scope": "judgments"}, "each judged once"),
        ({"frame": "panel", "people": 1}, "panel"),
    ],
)
def test_items_join_only_where_claims_allow_it(design, said):
    names = ("a",) if design.get("people") else ()
    study = Study.define("study", make_material(3, 8), design=Design(**design), annotators=names)
    study.owner.add_items(items("before"))  # nothing is asked yet
    ask(study, "a")
    with pytest.raises(StudyError, match=said):
        study.owner.add_items(items("after"))
    with pytest.raises(StudyError, match=said):
        study.owner.add_outputs(SystemOutputs(name="alpha", texts=("x",) * 9))
    study.owner.add_scores(metric(study))  # changes nothing that is claimed
    assert holds(study)


def test_items_that_were_chosen_stay_alone():
    chosen = ChosenItems(items=(0, 1), probabilities=(0.25, 0.25), population=8, method="uniform", design="poisson")
    study = new_study(kind="rating", policy="uniform", chosen=chosen)
    with pytest.raises(StudyError, match="chosen before"):
        study.owner.add_items(items("new"))
