"""First guesses that come with inputs, by a user's own model or any other; trusted as far as they earn it.

Idea:
    A guess gives chances of labels before anybody is asked. How far it may be trusted is learned from answers alone:
    how often what people say agrees with it. At first it counts for nothing, and a guess that is no better than chance
    never counts for more.

Formula:
    With chances g of L labels and agreement a, the guess adds log(w·g + (1 − w)/L), w = max(0, (a − 1/L)/(1 − 1/L)).
    a is the mean, over positions that were answered, of what the answers alone say of the guess's label, with 1/L for
    `PRIOR` positions before there are any.
"""

import json
from collections.abc import Sequence

import numpy as np

from quorate.arrays import Floats
from quorate.errors import InputError

FIELD = "guess"  # of an item; annotators never see it
PRIOR = 10.0
MOST = 0.98  # trust beyond which no guess is taken


class Guesses:
    """How far guesses may be trusted.

    Args:
        labels: How many labels there are.
    """

    def __init__(self, labels: int) -> None:
        self._labels = labels
        self._agreed = PRIOR / labels
        self._heard = PRIOR

    @property
    def trust(self) -> float:
        """Weight of a guess, from 0."""
        chance = 1.0 / self._labels
        return float(np.clip((self._agreed / self._heard - chance) / (1.0 - chance), 0.0, MOST))

    def terms(self, guess: Floats) -> Floats:
        """What a guess adds to what is believed (position × label)."""
        found: Floats = np.log(self.trust * guess + (1.0 - self.trust) / self._labels)
        return found

    def hear(self, guess: Floats, evidence: Floats, counts: Floats) -> None:
        """An input was answered: what its answers say of the guess.

        Args:
            guess: Chances (position × label).
            evidence: What the answers say of each label, as logarithms.
            counts: How often each label was answered.
        """
        answered = np.flatnonzero(counts.sum(axis=1) > 0)
        if answered.size:
            said = np.exp(evidence[answered] - evidence[answered].max(axis=1, keepdims=True))
            said /= said.sum(axis=1, keepdims=True)
            self._agreed += float(said[np.arange(answered.size), guess[answered].argmax(axis=1)].sum())
            self._heard += answered.size


def guess_to_text(guess: Sequence[object], positions: int, labels: int) -> str:
    """A guess as an item holds it.

    Args:
        guess: A row of chances for each position; for one position the row alone will do.
        positions: How many positions the input has.
        labels: How many labels there are.

    Raises:
        InputError: It is not that.
    """
    try:
        rows = np.atleast_2d(np.array(guess, dtype=np.float64))
    except (TypeError, ValueError) as error:
        raise InputError(f"A guess is a row of {labels} chances for each position, not {guess!r:.60}.") from error
    is_chance = np.isfinite(rows).all() and (rows >= 0.0).all() and np.allclose(rows.sum(axis=-1), 1.0, atol=1e-3)
    if rows.shape != (positions, labels) or not is_chance:
        raise InputError(
            f"A guess has a row of {labels} chances that sum to 1 for each of {positions} positions, not {guess!r:.60}."
        )
    return json.dumps([[round(float(chance), 6) for chance in row] for row in rows])


def guess_of(text: str | None) -> Floats | None:
    """The guess that an item holds, where it holds one."""
    return None if text is None else np.array(json.loads(text), dtype=np.float64)
