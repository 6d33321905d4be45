"""What every policy asks is recorded for its revision: whoever changes it raises the revision, and records it anew."""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from quorate.policies.duels import DUELS, duel_policy
from quorate.simulation.pools import Pool

RECORDED = Path(__file__).parents[1] / "golden" / "questions.json"
GOLDEN = json.loads(RECORDED.read_text(encoding="utf-8"))
WIN = np.array([[0.0, 0.6, 0.5, 0.7], [0.3, 0.0, 0.55, 0.6], [0.4, 0.35, 0.0, 0.45], [0.2, 0.3, 0.45, 0.0]])


def questions_of(policy):
    """Fingerprint of 400 questions of one run without and one with answers that come three questions late."""
    counts = np.array(Pool.from_preferences(WIN, 1.0 - WIN - WIN.T - np.eye(4), size=1000).counts)
    asked = []
    for delay in (0, 3):
        trace, named = np.full((400, 2), -1, dtype=np.int64), np.empty(1, dtype=np.int64)
        state = policy.new_state(counts.sum(axis=2))
        policy.play(state, policy.parameters, counts.copy(), False, 11, 0, 400, delay, np.array([400]), named, trace)
        asked.append(trace)
    return hashlib.sha256(np.concatenate(asked).tobytes()).hexdigest()[:16]


@pytest.mark.parametrize("name", DUELS)
def test_a_revision_asks_what_was_recorded_for_it(name):
    policy = duel_policy(name)
    assert (policy.revision, questions_of(policy)) == tuple(GOLDEN["policies"][name])
