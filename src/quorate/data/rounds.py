"""Verdicts of several rounds on the same questions: what a judge said then, and what it says now."""

from dataclasses import dataclass

from quorate.arrays import Floats, Ints


@dataclass(frozen=True, kw_only=True)
class Rounds:
    """Answers of one judge, row by row; a question is a pair of outputs of an item in one order.

    Attributes:
        judge: Its name.
        rounds: Names of the rounds, the first one first.
        versions: What the endpoint called the model in each round.
        question: Question of each answer.
        round: Round of each answer.
        said: 1 where what is shown first is better, ½ for a tie, 0; NaN where it could not be read.
        longer: 1 where what is shown first is the longer, −1 where the other is, 0 where nobody knows.
    """

    judge: str
    rounds: tuple[str, ...]
    versions: tuple[tuple[str, ...], ...]
    question: Ints
    round: Ints
    said: Floats
    longer: Ints
