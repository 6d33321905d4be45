"""What auditors say corrects what is expected of later inputs, and changes neither labels nor questions."""

import random

import numpy as np
import pytest

from quorate.policies import Rest
from quorate.policies.tags import tag_policy
from quorate.records.events import ItemAnswered
from quorate.simulation import VirtualClock
from quorate.study import verify
from workflows.test_labeller import LABELS, opened, play, ticket


def returned(study):
    """Item → the number of the label that was returned."""
    events = [event for _, event in study.store.events(study.name)]
    return {event.item: int(event.values[0]) for event in events if isinstance(event, ItemAnswered)}


def audited(agree):
    """A stream of thirty inputs, half of them audited by somebody who agrees with what was returned or never does."""
    clock, rng = VirtualClock(1e9), random.Random(6)
    labeller = opened(clock, audit=0.5, block=30, auditors=["chief"], patience=5.0)
    play(labeller, clock, [ticket(rng) for _ in range(30)])
    study = labeller.study
    labels = returned(study)
    while not isinstance(question := study.ask("chief"), Rest):
        label = labels[int(study.history.cell("item", question.number))]
        study.tell(question.number, LABELS[label if agree else 1 - label], annotator="chief")
    return study


@pytest.fixture(scope="module")
def contradicted():
    return audited(agree=False)


def corrected(study):
    learned = study.policy.learned.at(study.history)
    return learned.trainee.calibration.correct(np.array([0.97]), np.array([1]))[0]


def test_an_auditor_who_disagrees_lowers_what_is_expected(contradicted):
    assert corrected(contradicted) < 0.8
    assert corrected(audited(agree=True)) > 0.9


def test_whoever_reads_the_log_in_one_piece_knows_the_same(contradicted):
    study = contradicted
    anew = tag_policy(study.design, study.policy.kind, study.policy.read).learned.at(study.history)
    as_it_came = study.policy.learned.at(study.history)
    np.testing.assert_array_equal(anew.trainee.calibration.curve, as_it_came.trainee.calibration.curve)
    assert verify(study).holds
