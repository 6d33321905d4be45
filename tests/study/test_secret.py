"""Blinding holds: questions are drawn from a secret that nobody has before the close, and everybody after it."""

import json
import shutil
import sqlite3
from dataclasses import replace

import numpy as np
import pytest
from helpers_of_studies import answer, ask, holds, new_study
from scipy import stats

from quorate.errors import StudyError
from quorate.kernels.streams import Stream
from quorate.policies import PAIR_POLICIES, Ask, policy_of
from quorate.records.codec import from_json, to_json
from quorate.records.design import Design
from quorate.records.events import StudyClosed, StudyDefined, event_to_json
from quorate.records.guide import Exercise, Guide
from quorate.records.secret import digest_of, key_of, keys_of
from quorate.stores import open_store
from quorate.stores.memory import MemoryStore
from quorate.study import Study, verify
from quorate.study.copying import copy_study
from quorate.testing.material import make_material


def secret_study(store=None, *, questions=12, **design) -> Study:
    study = new_study(store, **{"policy": "uniform", "draws": "secret", "seed": 7, **design})
    for turn in range(questions):
        answer(study, f"annotator {turn % 3}", turn)
    return study


def text_of(log) -> str:
    return json.dumps([event_to_json(event) for _, event in log])


def test_a_secret_of_16_bytes_is_drawn_when_a_study_is_defined(store):
    study = secret_study(store)
    secret = study.store.secret("study")
    assert len(secret) == 16
    definition = study.history.definition
    assert definition.secret_digest == digest_of(secret)
    other = new_study(MemoryStore(), draws="secret")
    assert other.store.secret("study") != secret
    assert new_study(MemoryStore()).store.secret("study") is None
    assert holds(study)


def test_the_secret_is_in_nothing_that_leaves_the_store_before_the_close(tmp_path):
    study = secret_study(open_store(str(tmp_path / "studies.db")))
    secret = study.store.secret("study")
    copy = open_store(str(tmp_path / "copy.db"))
    copy_study(study.store, copy, "study")
    assert copy.secret("study") is None
    copy.close()
    findings = study.findings()
    public = [text_of(study.store.events("study")), findings.signature, json.dumps(to_json(study.design)), repr(study)]
    assert all(secret.hex() not in text for text in public)
    assert secret not in (tmp_path / "copy.db").read_bytes()
    study.owner.close("done")
    assert study.history.closed
    assert secret.hex() in text_of(study.store.events("study"))
    study.store.close()


def test_who_knows_seed_and_numbers_computes_nothing():
    """The review's attack: a study of the attacker's own, other texts and names, the same seed and numbers."""

    def found(draws: str) -> int:
        study = secret_study(questions=0, material=make_material(4, 30), draws=draws)
        for turn in range(100):
            answer(study, f"annotator {turn % 5}", turn)
        dummy = Study.define("mine", make_material(4, 30), design=replace(study.design, draws="seed"))
        policy = policy_of(study.design)
        right = 0
        for number in range(1, 101):
            guess = policy.choose(dummy.design, dummy.index, dummy.history, 1, Stream(study.design.seed, 0, number))
            assert isinstance(guess, Ask)
            right += guess.systems == study.history.systems_of(number)
        return right

    bound = int(stats.binom.isf(1e-6, 100, 1 / 12))
    assert found("secret") <= bound
    assert found("seed") > bound  # as it was: the attack works


@pytest.mark.parametrize("policy", sorted(PAIR_POLICIES))
def test_every_policy_reproduces_itself_from_the_secret(policy):
    kind = "rating" if policy == "blocks" else "comparison"
    study = secret_study(policy=policy, kind=kind, questions=20)
    assert holds(study)


def test_a_copy_says_that_it_can_be_verified_after_the_close_and_then_can(store):
    study = secret_study()
    copy_study(study.store, store, "study")
    copy = Study.open("study", store)
    assert copy.hides_choices
    found = verify(copy)
    assert not found.holds
    assert found.questions == 0
    assert "only after the study is closed" in found.problems[0]
    with pytest.raises(StudyError, match="secret"):
        copy.ask("somebody")
    study.owner.close("done")
    assert not study.hides_choices
    copy_study(study.store, store, "study")
    assert store.secret("study") is None
    assert holds(Study.open("study", store))


def test_a_study_that_is_moved_with_its_secret_goes_on(store):
    study = secret_study()
    copy_study(study.store, store, "study", with_secret=True)
    there = Study.open("study", store, clock=lambda: 1e9)
    assert ask(there, "new").outputs == ask(study, "new").outputs


def test_a_backup_holds_the_secret(tmp_path):
    study = secret_study(open_store(str(tmp_path / "studies.db")))
    study.store.close()
    shutil.copy(tmp_path / "studies.db", tmp_path / "backup.db")
    store = open_store(str(tmp_path / "backup.db"))
    assert holds(Study.open("study", store))
    ask(Study.open("study", store), "new")
    store.close()


@pytest.mark.parametrize("revealed", ["00" * 16, ""])
def test_another_secret_than_the_one_committed_to_is_noticed(revealed):
    study = secret_study()
    store = MemoryStore()
    copy_study(study.store, store, "study")
    store.append("study", [StudyClosed(time=1e9, secret=revealed)])
    found = verify(Study.open("study", store))
    assert not found.holds
    assert "secret" in found.problems[0]


@pytest.mark.parametrize(
    "design",
    [{}, {"target": "ranking"}, {"target": "top", "top": 2}, {"scope": "judgments"}, {"scope": "population"}],
)
def test_what_is_claimed_does_not_depend_on_the_secret(design):
    study = new_study(material=make_material(4, 40), draws="secret", level=0.6, **design)
    for turn in range(60):
        question = study.ask(f"annotator {turn % 3}")
        if not question:
            break
        first = study.history.systems_of(question.number)[0]
        best = "left" if first == min(study.history.systems_of(question.number)) else "right"
        study.tell(question.number, best, annotator=f"annotator {turn % 3}")
    store = MemoryStore()
    copy_study(study.store, store, "study")
    there, here = Study.open("study", store).findings(), study.findings()
    assert there.answer == here.answer
    assert there.ranking == here.ranking
    assert there.signature == here.signature


def test_checks_come_where_the_secret_says():
    guide = Guide(checks=tuple(Exercise(outputs=(f"{n}", "b"), answer="left") for n in range(9)), check_every=4)

    def places(draws: str) -> list[int]:
        study = secret_study(questions=0, material=make_material(4, 60), guide=guide, draws=draws)
        for _ in range(40):
            question = ask(study, "ann")
            study.tell(question.number, "left", annotator="ann")
        assert holds(study)
        return np.flatnonzero(study.history["role"] == 2).tolist()

    assert places("seed") == places("seed")
    assert places("secret") != places("secret") or places("secret") != places("secret")


def test_keys_are_those_of_the_formula():
    secret = bytes(range(16))
    numbers = np.array([0, 1, 2, 2**40])
    assert keys_of(secret, numbers).tolist() == [key_of(secret, int(number)) for number in numbers]
    # BLAKE2b with a digest of 8 bytes, keyed with 00…0f: b2sum has no keys, so from Python's hashlib 3.11.
    assert key_of(secret, 1) == GOLDEN_KEY
    assert len({key_of(secret, number) for number in range(10_000)}) == 10_000


GOLDEN_KEY = -6269264978764184282


def test_a_log_written_before_says_seed_and_replays_bit_for_bit(tmp_path):
    """The definition as it was written before there were secrets: fields that are new are not there."""
    checks = tuple(Exercise(outputs=(f"{n}", "b"), answer="left") for n in range(3))
    guide = Guide(checks=checks, check_every=4, checks_allowed_wrong=3, hides_checks=False)
    path = tmp_path / "studies.db"
    study = secret_study(open_store(str(path)), draws="seed", seed=11, questions=20, guide=guide)
    before = list(study.store.events("study"))
    signature = study.findings().signature
    study.store.close()
    data = event_to_json(before[0][1])
    for new in ("type", "secret_digest"):
        del data[new]
    del data["design"]["draws"], data["design"]["guide"]["hides_checks"]
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE events SET data = ? WHERE type = 'StudyDefined'", (json.dumps(data),))
    connection.close()
    store = open_store(str(path))
    old = Study.open("study", store)
    assert (old.design.draws, old.design.guide.hides_checks) == ("seed", False)
    assert list(store.events("study")) == before
    assert holds(old)
    assert old.findings().signature == signature
    ask(old, "annotator 0")
    assert holds(old)
    store.close()


def test_designs_from_before_are_signed_as_before():
    old = from_json(Design, {"kind": "comparison", "seed": 3})
    assert not old.guide.hides_checks
    assert old.digest == SIGNED_BEFORE
    same = Design(seed=3, claim="best if there is a winner", evidence="arrived", show=("source",))
    assert same.digest == SIGNED_BEFORE
    assert replace(same, draws="secret").digest != SIGNED_BEFORE
    one_try = replace(same, guide=Guide(hides_checks=False, attempts=1))  # what every log said before there were two
    assert one_try.digest == SIGNED_BEFORE
    assert Design(seed=3).digest != SIGNED_BEFORE  # another claim is another design


SIGNED_BEFORE = "ddb5f6ae"


def test_a_definition_without_the_field_is_read():
    event = from_json(StudyDefined, {"time": 1.0, "study": "s", "design": to_json(Design()), "items": 1, "digest": "d"})
    assert event.secret_digest == ""
