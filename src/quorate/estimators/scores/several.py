"""Ratings by several criteria, and in slices of the items, in one report with one error for what it claims.

Idea: who looks at many criteria finds something by chance, and who looks at many slices finds more.

Formula: the tests of all pairs of systems by all criteria are adjusted together (Holm). Those of all slices, by all
criteria, are a second family, adjusted together among themselves.

Guarantee: with probability `level` everything that is called settled about all items is true, whatever the criteria
have to do with each other; the same, with an error of its own, for everything settled about slices. Intervals hold each
by itself. When not to use: slices that somebody chose after looking at their scores are no slices of this kind.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from quorate.errors import InputError, RequirementError
from quorate.estimators.scores.clusters import settle
from quorate.estimators.scores.default import ScoreSettings
from quorate.estimators.scores.findings import ScoreDraft, ScoreFindings, draft_scores, finish_scores
from quorate.estimators.scores.ratings import Ratings
from quorate.results import Result

MOST_SLICES = 40


@dataclass(frozen=True, kw_only=True)
class RatingSlice:
    """Scores by one criterion on the items with one value in a column.

    Attributes:
        column: The column.
        value: The value.
        criterion: The criterion.
        items: How many judged items.
        findings: What the ratings of these items say.
    """

    column: str
    value: str
    criterion: str
    items: int
    findings: ScoreFindings


@dataclass(frozen=True, kw_only=True, repr=False)
class RatingFindings(Result):
    """What ratings say by every criterion, and in slices of the items.

    Attributes:
        name: What the ratings are called.
        criteria: Criterion → what the ratings say by it.
        slices: The same for slices of the items, column by column, value by value.
        level: Level of every interval, and one minus the error of each family of claims.
        answer: What they all say, in words.
        claims: What is true of what is called settled, in words.
        understood: How the ratings were read.
    """

    name: str
    criteria: Mapping[str, ScoreFindings]
    slices: tuple[RatingSlice, ...]
    level: float
    answer: str
    claims: tuple[str, ...]
    understood: tuple[str, ...] = ()

    @property
    def first(self) -> ScoreFindings:
        """By the first criterion, which orders the systems."""
        return next(iter(self.criteria.values()))

    @property
    def headline(self) -> str:
        """What they say, in a sentence."""
        return self.answer

    @property
    def signature(self) -> str:
        """One line that makes the numbers comparable and repeatable."""
        said = [dict(part.split(":", 1) for part in one.signature.split("|")) for one in self.criteria.values()]
        own = {name: "+".join(dict.fromkeys(one.get(name, "") for one in said)) for name in said[0]}
        by = "+".join(dict.fromkeys(part.column for part in self.slices))
        return "|".join(f"{name}:{value}" for name, value in {**own, **({"by": by} if by else {})}.items())

    def to_json(self) -> dict[str, Any]:
        """Everything as plain JSON values: the first criterion's, then the others and the slices."""
        rest = {name: one.to_json() for name, one in self.criteria.items() if one is not self.first}
        about = ("column", "value", "criterion", "items")
        slices = [{name: getattr(one, name) for name in about} | one.findings.to_json() for one in self.slices]
        more = {"name": self.name, "claims": list(self.claims), "understood": list(self.understood)}
        whole = {"answer": self.answer, "signature": self.signature} if rest or slices else {}
        return self.first.to_json() | whole | more | {"criteria": rest, "slices": slices}

    def to_rows(self) -> Iterator[dict[str, Any]]:
        """One row for each number: scores and differences by every criterion, whole and in slices."""
        for criterion, one in self.criteria.items():
            yield from _rows(one, criterion=criterion)
        for part in self.slices:
            yield from _rows(part.findings, criterion=part.criterion, column=part.column, value=part.value)


def find_ratings(
    ratings: Mapping[str, Ratings],
    settings: ScoreSettings | None = None,
    *,
    groups: Mapping[str, Sequence[str | None]] | None = None,
    name: str = "ratings",
    notes: Mapping[str, Sequence[str]] | None = None,
    selection: str = "",
) -> RatingFindings:
    """Estimate scores by every criterion, for all items and for slices of them.

    Args:
        ratings: Criterion → ratings by it.
        settings: Which estimate is believed, what stands beside it, and at which level.
        groups: Column → its value of each item, to split by; items without one are in no slice.
        name: What the ratings are called.
        notes: Criterion → what a reader should know about how its ratings were read.
        selection: How the items were chosen, in words.

    Raises:
        InputError: Nobody judged anything, or a column has too many values to split by.
        RequirementError: The ratings do not have what the believed estimator requires.
    """
    settings, told = settings or ScoreSettings(), notes or {}
    drafts = {criterion: draft_scores(one, settings) for criterion, one in ratings.items()}
    found = dict(zip(drafts, _finish(list(drafts.values()), told, list(drafts), selection), strict=True))
    places, pieces, skipped = [], [], []
    for column, values in (groups or {}).items():
        for value in _values(column, values):
            for criterion, one in ratings.items():
                part = _only(one, np.array([other == value for other in values]))
                if not part.count:
                    skipped.append(f"{column} = {value} ({criterion})" if len(ratings) > 1 else f"{column} = {value}")
                    continue
                places.append((column, value, criterion, len(np.unique(part.item))))
                pieces.append(_draft_slice(part, settings, drafts[criterion].chosen))
    slices = tuple(
        RatingSlice(column=place[0], value=place[1], criterion=place[2], items=place[3], findings=one)
        for place, one in zip(places, _finish(pieces, {}, [], selection), strict=True)
    )
    return RatingFindings(
        name=name,
        criteria=found,
        slices=slices,
        level=settings.level,
        answer=_answer(found),
        claims=tuple(_claims(found, slices, skipped, settings.level)),
    )


def _finish(
    drafts: list[ScoreDraft], notes: Mapping[str, Sequence[str]], criteria: list[str], selection: str
) -> list[ScoreFindings]:
    """What is settled is settled in all of them together."""
    tested = [one.tested for one in drafts if one.tested is not None]
    settled = iter(settle(tested, drafts[0].settings.level) if tested else [])
    return [
        finish_scores(
            one,
            None if one.tested is None else next(settled),
            notes=notes.get(criteria[number], ()) if criteria else (),
            selection=selection,
        )
        for number, one in enumerate(drafts)
    ]


def _values(column: str, values: Sequence[str | None]) -> list[str]:
    distinct = sorted({value for value in values if value is not None})
    if not distinct:
        raise InputError(f"No item has a value in {column!r}. Name another column with --by.")
    if len(distinct) > MOST_SLICES:
        raise InputError(
            f"{column!r} has {len(distinct):,} values, and a report is split into {MOST_SLICES} slices at the most. "
            "Put values together in another column."
        )
    return distinct


def _only(ratings: Ratings, items: Any) -> Ratings:  # noqa: ANN401 - a mask
    """As if only these items had outputs."""
    part = ratings.only(items[ratings.item])
    return replace(part, exists=ratings.exists & items)


def _draft_slice(ratings: Ratings, settings: ScoreSettings, chosen: str) -> ScoreDraft:
    """By the estimator that is believed about all items where it can be used, else by the plain mean."""
    alone = replace(settings, beside=())
    for believed in (chosen if isinstance(settings.believed, str) else settings.believed, "mean"):
        try:
            return draft_scores(ratings, replace(alone, believed=believed))
        except RequirementError:
            continue
    raise AssertionError("the mean requires nothing")


def _answer(found: Mapping[str, ScoreFindings]) -> str:
    if len(found) == 1:
        return next(iter(found.values())).answer
    return " ".join(f"By {criterion}: {one.answer}" for criterion, one in found.items())


def _claims(
    found: Mapping[str, ScoreFindings], slices: Sequence[RatingSlice], skipped: Sequence[str], level: float
) -> Iterator[str]:
    """What one error pays for, in words."""
    error = f"{1 - level:.3g}"
    if len(found) > 1:
        yield (
            f"One error of {error} for {len(found)} criteria: with probability {level:g} everything that is called "
            "settled is true by every criterion, with all ranks and clusters (Holm over all pairs of systems and all "
            "criteria). Intervals hold each by itself."
        )
    if slices:
        looks = len({(part.column, part.value) for part in slices})
        criteria = f", {len(found)} criteria" if len(found) > 1 else ""
        yield (
            f"{looks} slices{criteria}: {len(slices)} looks at the same ratings. What is called settled in slices is "
            f"true in all of them together, with an error of {error} of its own beside that for all items (Holm). Of "
            f"intervals, each by itself, one in {round(1 / max(1 - level, 1e-9)):,} misses. That systems are told "
            "apart in one slice and not in another does not say that the slices differ."
        )
    if skipped:
        yield f"Nobody judged anything in {', '.join(skipped)}."


def _rows(found: ScoreFindings, **about: str) -> Iterator[dict[str, Any]]:
    ranks = {} if found.clusters is None else {one.system: one.ranks for one in found.clusters.ranked}
    tables = [*found.tables.values(), *([] if found.differences is None else [found.differences])]
    for table in tables:
        for estimate in table.estimates:
            against = estimate.subject[1] if len(estimate.subject) > 1 else None
            places = None if against else ranks.get(estimate.subject[0])
            yield {
                "criterion": about["criterion"],
                "column": about.get("column"),
                "value_of_column": about.get("value"),
                "estimator": table.estimator,
                "believed": table.estimator == found.chosen,
                "system": estimate.subject[0],
                "against": against,
                "value": estimate.value,
                "low": estimate.interval.low,
                "high": estimate.interval.high,
                "level": table.level,
                "rank_best": places[0] if places else None,
                "rank_worst": places[1] if places else None,
                "judgments": estimate.judgments,
                "clusters": estimate.clusters,
                "signature": table.signature,
            }
