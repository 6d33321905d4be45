"""What votes say, with everything that a report shows."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from quorate.estimators.estimate import EstimateTable
from quorate.estimators.fragility import Fragility
from quorate.records.codec import to_json
from quorate.results import Result

ONE_LOOK = (
    "One look: the intervals hold if the number of votes did not depend on their answers. A file has no probabilities "
    "of its questions and no rule when to end, so nothing is certified and nothing holds at every look."
)
ASSUMED = (
    ONE_LOOK,
    "Who voted on which pair and item did not depend on the answers; annotators and items are a sample of those meant.",
    "A tie counts as half a win. Strengths: one number for each system explains all its comparisons.",
)


@dataclass(frozen=True, kw_only=True, repr=False)
class VoteFindings(Result):
    """What votes say, for one look.

    Attributes:
        name: What the votes are called.
        votes: How many comparisons.
        annotators: How many annotators; 0 where none are named.
        items: How many items; 0 where none are named.
        level: Level of the intervals.
        ordered_by: What the order, the ranks and the claims go by: mean win rate, or strength.
        ranking: Mean win rates, best first.
        strengths: Strengths in the same order.
        matrix: Every pair that met, in both directions.
        ranks: Best and worst rank that is left open for each system, within its part.
        groups: Stretches of the ranking in which nobody is told apart from anybody, and the pairs left over.
        told_apart: Better system, worse system, adjusted p-value.
        parts: Systems that are connected by votes; more than one where nothing compares some with others.
        unjudged: Systems without any vote.
        answer: What it all says, in words.
        clustering: What was counted as independent, in words.
        understood: How the file was read.
        warnings: What looks like a mistake, or weakens what is said.
        notes: What a reader should know beside.
        signature: One line that makes the numbers comparable and repeatable.
        fragility: How few votes decide who stands first; `None` where nobody does alone, or strengths order them.
    """

    name: str
    votes: int
    annotators: int
    items: int
    level: float
    ordered_by: str
    ranking: EstimateTable
    strengths: EstimateTable
    matrix: EstimateTable
    ranks: Mapping[str, tuple[int, int]]
    groups: tuple[tuple[str, ...], ...]
    told_apart: tuple[tuple[str, str, float], ...]
    parts: tuple[tuple[str, ...], ...]
    unjudged: tuple[str, ...]
    answer: str
    clustering: str
    understood: tuple[str, ...]
    warnings: tuple[str, ...]
    notes: tuple[str, ...]
    signature: str
    fragility: Fragility | None = None

    @property
    def headline(self) -> str:
        """How many votes there are, and what they say."""
        return f"{self.name}, {self.votes:,} votes: {self.answer}"

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What must hold for the numbers to hold, in words."""
        return (*ASSUMED, self.clustering)

    def to_json(self) -> dict[str, Any]:
        """Everything as plain JSON values."""
        data: dict[str, Any] = to_json(self)
        return data | {"assumptions": list(self.assumptions)}

    def to_rows(self) -> Iterator[dict[str, Any]]:
        """One row for each number: mean win rates, strengths, pairs."""
        for table in (self.ranking, self.strengths, self.matrix):
            for estimate in table.estimates:
                ranks = self.ranks.get(estimate.subject[0]) if len(estimate.subject) == 1 else None
                yield {
                    "estimator": table.estimator,
                    "system": estimate.subject[0],
                    "against": estimate.subject[1] if len(estimate.subject) > 1 else None,
                    "value": estimate.value,
                    "low": estimate.interval.low,
                    "high": estimate.interval.high,
                    "level": table.level,
                    "rank_best": ranks[0] if ranks else None,
                    "rank_worst": ranks[1] if ranks else None,
                    "votes": estimate.judgments,
                    "clusters": estimate.clusters,
                    "signature": table.signature,
                }


def say_answer(findings: VoteFindings) -> VoteFindings:
    """The findings with their answer in words."""
    said = []
    if len(findings.parts) > 1:
        said.append(
            f"The votes fall into {len(findings.parts)} parts of systems that nothing compares with each other "
            f"({'; '.join(_listed(part) for part in findings.parts[:4])}{' …' if len(findings.parts) > 4 else ''}): "
            "nothing is said across them."
        )
    for part in findings.parts[:4]:
        first = tuple(name for name in part if findings.ranks[name][0] == 1)
        if len(first) == 1:
            others = next(name for name in part if name != first[0]) if len(part) == 2 else "every other"
            said.append(f"{first[0]} is better than {others}{_among(part, findings)}.")
        elif len(first) == len(part):
            said.append(f"These votes tell none of {_listed(part)} apart." if len(part) > 1 else "")
        else:
            said.append(f"The first place{_among(part, findings)} is open between {_listed(first)}.")
    if findings.unjudged:
        said.append(f"Nothing was asked about {_listed(findings.unjudged)}, and nothing is said about it.")
    words = " ".join(filter(None, said)) or "There are no votes to compare systems by."
    return replace(findings, answer=words)


def _among(part: tuple[str, ...], findings: VoteFindings) -> str:
    return f" of its part of {len(part)}" if len(findings.parts) > 1 else ""


def _listed(names: tuple[str, ...]) -> str:
    shown = ", ".join(names[:6])
    return f"{shown} and {len(names) - 6} more" if len(names) > 6 else shown
