"""Whose opinion a claim is about: a level crowd whose people disagree and answer at different speeds."""

import math

import numpy as np
import pytest
from crowds import People, Rules, convene
from meeting import meet
from scipy.stats import binom

from quorate.policies.duels.certified import rivals
from quorate.study.drawing import LEAD, QUIET

BEATS = rivals.POLICY.changed(error=0.05, margin=0.0, enough=math.log(40))
STUDIES, MOST_ASKED = 300, 800
MOST = binom.isf(1e-6, STUDIES, 0.05)
LEASE = 40.0  # mean answer times


def people(*, count=10, p=0.5, split=0.2, slow=1.0, keen=False, leaves=(0.0, 0.0), walks_off=(0.0, 0.0)):
    """Every other one leans the other way; answers for the second system may be slow."""
    chances = np.full((count, 2, 2), 0.5)
    lean = np.where(np.arange(count) % 2 == 0, split, -split)
    chances[:, 0, 1], chances[:, 1, 0] = p + lean, 1 - p - lean
    seconds = np.where(np.arange(count) > 0, 10.0, 1.0) if keen else np.ones(count)
    return People(chances, seconds, np.array([1.0, slow]), np.zeros(2), np.array(leaves), np.array(walks_off))


def claims(crowd, *, rules=None):
    """Who was claimed in each study, and by how much those who were there prefer the first system."""
    rules = rules or Rules(LEAD, math.inf, math.inf, 24.0, MOST_ASKED)
    found = []
    for run in range(STUDIES):
        state, leads = rivals.POLICY.new_state(np.full((2, 2), 1000)), np.zeros(2)
        convene(state, BEATS, crowd, rules, 7, run, leads)
        found.append((max(state.memory.marks.claimed, state.memory.marks.assumed), *leads))
    return np.array(found)


def asked_as_they_come(crowd):
    """The planted fault: whoever asks is asked, and everybody is said to count alike."""
    claimed = 0
    for run in range(STUDIES):
        state, often = rivals.POLICY.new_state(np.full((2, 2), 1000)), np.zeros(len(crowd.seconds), dtype=np.int64)
        parts = (crowd.chances, crowd.seconds, crowd.slow, crowd.skips)
        meet(state, BEATS, *parts, math.inf, 7, run, MOST_ASKED, often)
        claimed += state.memory.marks.claimed >= 0
    return claimed


@pytest.mark.parametrize(("slow", "keen"), [(1.0, True), (3.0, False), (10.0, True)])
def test_a_level_crowd_is_rarely_called_for_either_however_fast_its_people_are(slow, keen):
    assert (claims(people(slow=slow, keen=keen))[:, 0] >= 0).sum() <= MOST


def test_asking_whoever_comes_and_calling_it_everybody_is_found_out():
    assert asked_as_they_come(people(slow=3.0, keen=True)) > MOST


@pytest.mark.parametrize("gone", [{"leaves": (0.02, 0.02)}, {"leaves": (0.0, 0.04)}, {"walks_off": (0.0, 0.04)}])
def test_when_people_leave_a_claim_is_about_those_who_were_there(gone):
    found = claims(people(**gone), rules=Rules(LEAD, LEASE, LEASE / QUIET, 24.0, MOST_ASKED))
    for there in (1, 2):  # those who were there, and those who were asked
        wrong = ((found[:, 0] == 0) & (found[:, there] <= 0)) | ((found[:, 0] == 1) & (found[:, there] >= 0))
        assert wrong.sum() <= MOST


def test_a_better_system_is_found():
    found = claims(people(p=0.65, slow=3.0, keen=True))
    assert (found[:, 0] == 0).mean() > 0.95
