"""Claims where answers take longer because of what they say, are given up, or come from people who differ."""

import math

import meeting
import numpy as np
import pytest
from scipy.stats import binom

from quorate.policies.duels.certified import rivals
from quorate.records.design import Design
from quorate.simulation import Strengths, VirtualClock, crowd, simulate
from quorate.study import Study, verify
from quorate.testing.material import make_material

BEATS = rivals.POLICY.changed(error=0.05, margin=0.0, enough=math.log(40), order=rivals.AS_ASKED)
AS_IT_ARRIVES = BEATS._replace(order=rivals.AS_IT_ARRIVES)


def meet(parameters, *, people=50, p=0.5, slow=1.0, lost=(0.0, 0.0), wait=math.inf, studies=500, most=500, systems=2):
    """How often somebody was claimed: whatever became of what was given up, and assuming it is like the rest."""
    chances = np.full((people, systems, systems), 0.5)
    chances[:, 0, 1:], chances[:, 1:, 0] = p, 1 - p
    slowness, losses = np.ones(systems), np.zeros(systems)
    slowness[1], losses[:2] = slow, lost
    claimed = assumed = asked = 0
    for run in range(studies):
        state = rivals.POLICY.new_state(np.full((systems, systems), 1000))
        often = np.zeros(people, dtype=np.int64)
        found = meeting.meet(state, parameters, chances, np.ones(people), slowness, losses, wait, 11, run, most, often)
        asked += found[0]
        claimed += state.memory.marks.claimed >= 0
        assumed += state.memory.marks.claimed < 0 and state.memory.marks.assumed >= 0
    return claimed, assumed, asked / studies


MOST = binom.isf(1e-6, 500, 0.05)


@pytest.mark.parametrize("slow", [1.5, 3.0, 10.0])
def test_slow_answers_for_one_of_two_equal_systems_claim_nobody(slow):
    assert meet(BEATS, slow=slow)[0] <= MOST


def test_evidence_as_it_arrives_is_found_out():
    assert meet(AS_IT_ARRIVES, slow=3.0)[0] > MOST


def test_questions_waited_for_too_short_a_time_are_claimed_only_with_the_assumption():
    claimed, assumed, _ = meet(BEATS, slow=10.0, wait=2.0)
    assert claimed <= MOST
    assert assumed > MOST, "the weaker sentence is wrong here, which is why it says what it assumes"
    claimed, assumed, _ = meet(BEATS, slow=10.0, wait=48.0)
    assert claimed + assumed <= MOST, "a study waits 24 leases"


def test_answers_that_never_come_count_against_the_stronger_sentence():
    claimed, assumed, _ = meet(BEATS, people=10, lost=(0.0, 0.1), most=1200)
    assert claimed <= MOST
    assert assumed > MOST


def test_what_is_open_is_waited_for_when_it_may_decide():
    *_, patient = meet(BEATS, p=0.6, studies=200, most=5000)
    *_, hasty = meet(AS_IT_ARRIVES, p=0.6, studies=200, most=5000)
    assert patient < 1.12 * hasty


def test_near_best_of_a_cycle_is_rarely_claimed_beyond_the_margin():
    """Three systems, each beaten by the next by seven points: nobody is near best by five."""
    near = rivals.POLICY.changed()
    chances = np.full((10, 3, 3), 0.5)
    for i in range(3):
        chances[:, i, (i + 1) % 3], chances[:, (i + 1) % 3, i] = 0.57, 0.43
    claimed = 0
    for run in range(150):
        state = rivals.POLICY.new_state(np.full((3, 3), 1000))
        meeting.meet(
            state,
            near,
            chances,
            np.ones(10),
            np.ones(3),
            np.zeros(3),
            math.inf,
            5,
            run,
            3000,
            np.zeros(10, dtype=np.int64),
        )
        claimed += state.memory.marks.claimed >= 0
    assert claimed <= binom.isf(1e-6, 150, 0.05)


def served(evidence, seed):
    """Two systems that people like equally, answers for the second ten times as slow; who was claimed."""
    clock = VirtualClock(1e9)
    material = make_material(systems=2, items=60, seed=seed, identical=0.0, missing=0.0)
    design = Design(
        claim="beats every other", evidence=evidence, stopping={"budget": 220}, lease=1e6, seed=seed, cluster="copy"
    )
    study = Study.define("served", material, design=design, clock=clock)
    people = crowd(30, seed=seed, tie_rate=0.0, side_bias=0.0, leaving=0.0, slow={material.systems[1].name: 10.0})
    simulate(study, people, Strengths(), clock=clock, seed=seed)
    return study


def test_served_studies_of_equal_systems_claim_nobody_however_slow_answers_are():
    studies = 30
    most = binom.isf(1e-6, studies, 0.05)
    claims = [served("asked", seed) for seed in range(studies)]
    assert sum(study.findings().answer.claim == "beats every other" for study in claims) <= most
    assert verify(claims[0]).holds
    arrived = sum(served("arrived", seed).findings().answer.claim == "beats every other" for seed in range(studies))
    assert arrived > most, "the planted fault is found"
