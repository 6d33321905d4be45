"""How far a chance may be believed: learned from inputs that somebody who knows has checked.

Idea:
    What all people get wrong alike, no number of their answers shows, and a model that learns from them gets it wrong
    with them: it is surer than it should be, most of all where people were asked often. Checks of a random sample (an
    audit) show it. They teach one short curve from what was believed to how often that was right.

Formula:
    logit p′ = logit p + a + b·logit p + c·(answers about the position), with a, b, c by maximum likelihood over the
    positions that were checked, each held to 0 by a normal prior.

Guarantee:
    None but that of its sample: it is for the number that stands beside an answer. What an audit certifies is its
    bound. Without checks it changes nothing, and it never changes which label is returned or what is asked.

Assumptions:
    Checked inputs are a random sample of all of them.

Reference:
    Platt (1999), Probabilistic outputs for support vector machines.
"""

from collections import deque

import numpy as np

from quorate.arrays import Floats, Ints, Mask

MEMORY = 5000  # positions checked last that count
SPREADS = np.array([0.5, 0.25, 0.5])  # of what a, b and c are thought to be before any check
EDGE = 1e-6
FAR = 30.0  # a logit beyond which a chance is 0 or 1
STEPS = 25


class Calibration:
    """What checks have shown so far. The same checks in the same order give the same curve."""

    def __init__(self) -> None:
        self.curve: Floats = np.zeros(3)
        self._checked: deque[tuple[float, int, bool]] = deque(maxlen=MEMORY)

    def hear(self, beliefs: Floats, answers: Ints, right: Mask) -> None:
        """Positions of one input were checked: what was believed of them, how often they were answered, the truth."""
        self._checked.extend(zip(_logits(beliefs), answers, right, strict=True))
        logits, told, came = np.array(self._checked, dtype=np.float64).T
        rows = _rows(logits, told)
        # Newton's steps from the last curve: the penalised likelihood is concave.
        for _ in range(STEPS):
            p = _chances(logits + rows @ self.curve)
            slope = rows.T @ (came - p) - self.curve / SPREADS**2
            information = (rows * (p * (1.0 - p))[:, None]).T @ rows + np.diag(1.0 / SPREADS**2)
            step = np.linalg.solve(information, slope)
            self.curve = self.curve + step * min(1.0, 2.0 / max(float(np.abs(step).max()), EDGE))
            if np.abs(step).max() < 1e-9:
                break

    def correct(self, beliefs: Floats, answers: Ints) -> Floats:
        """The chances that checks leave of what is believed."""
        if not self._checked:
            return beliefs
        logits = _logits(beliefs)
        return _chances(logits + _rows(logits, answers) @ self.curve)


def _logits(beliefs: Floats) -> Floats:
    clipped = np.clip(beliefs, EDGE, 1.0 - EDGE)
    found: Floats = np.log(clipped / (1.0 - clipped))
    return found


def _chances(logits: Floats) -> Floats:
    found: Floats = 1.0 / (1.0 + np.exp(-np.clip(logits, -FAR, FAR)))
    return found


def _rows(logits: Floats, answers: Floats | Ints) -> Floats:
    return np.column_stack([np.ones(len(logits)), logits, answers])
