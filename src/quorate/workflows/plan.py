"""What a study will take, before it is run: judgments, money and hours."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, Unpack, overload

from quorate.io.held import Source
from quorate.results import Result
from quorate.wording.phrases import counted
from quorate.workflows.limits import check_limits
from quorate.workflows.split import PlannedSplit, plan_split

if TYPE_CHECKING:
    from quorate.planning import Assumed, Pilot, ScorePlan
    from quorate.planning.prospect import Prospect
    from quorate.workflows.options import PlanOptions


@dataclass(frozen=True, kw_only=True, repr=False)
class PlannedScores(Result):
    """What it takes to know the score of each system.

    Attributes:
        plan: The plan.
    """

    plan: "ScorePlan"

    @property
    def headline(self) -> str:
        """The answer in a sentence."""
        return self.plan.words[0]

    def to_rows(self) -> Iterator[dict[str, Any]]:
        """One row for each way of estimating, and for each change."""
        from quorate.records.codec import to_json

        for about, rows in (
            ("score", self.plan.rows),
            ("difference", self.plan.differences),
            ("change", self.plan.levers),
        ):
            yield from ({"about": about, **to_json(row)} for row in rows)

    def to_json(self) -> dict[str, Any]:
        """Everything as plain JSON values."""
        from quorate.records.codec import to_json

        return {"about": "scores", **to_json(self.plan)}


@dataclass(frozen=True, kw_only=True, repr=False)
class PlannedWinner(Result):
    """What it takes to find the winner by comparisons.

    Attributes:
        systems: How many there are.
        level: 1 − the error of the claim.
        margin: What is too little to matter, fitted to the material; 0 where one must beat every other.
        expected: Judgments, hours and money for some leads of the best.
    """

    systems: int
    level: float
    margin: float
    is_exact: bool
    expected: "Prospect"

    @property
    def headline(self) -> str:
        """What is to be certain."""
        if self.is_exact:
            ends = "beats every other"
        else:
            ends = f"loses to nobody by more than {100 * self.margin:g} points of win rate"
        who = counted(self.systems, "system")
        return f"Until it is certain that one of {who} {ends}, with error {1 - self.level:.3g}:"

    @property
    def words(self) -> tuple[str, ...]:
        """The answer, line by line."""
        room = self.expected.room_words
        margin = [f"The margin: {self.expected.margin_words}"] if self.expected.margin_words else []
        lines = [f"  {line}" for line in self.expected.lines]
        return (self.headline, *lines, f"{room[0].upper()}{room[1:]}.", *margin)

    def __str__(self) -> str:
        return "\n".join(self.words)

    def to_rows(self) -> Iterator[dict[str, Any]]:
        """One row for each lead of the best."""
        yield from self.expected.to_json()["leads"]

    def to_json(self) -> dict[str, Any]:
        """Everything as plain JSON values."""
        return {"about": "winner", "margin": self.margin, **self.expected.to_json()}


Planned: TypeAlias = PlannedScores | PlannedWinner | PlannedSplit


@overload
def plan(what: Literal["scores"], *, money: float, **options: "Unpack[PlanOptions]") -> PlannedSplit: ...
@overload
def plan(what: Literal["scores"], **options: "Unpack[PlanOptions]") -> PlannedScores: ...
@overload
def plan(what: Literal["winner"], **options: "Unpack[PlanOptions]") -> PlannedWinner: ...
@overload
def plan(
    what: Literal["scores", "winner"], *, money: float | None, **options: "Unpack[PlanOptions]"
) -> PlannedScores | PlannedWinner | PlannedSplit: ...
def plan(
    what: Literal["scores", "winner"],
    *,
    pilot: Source = None,
    metrics: Source = None,
    criterion: str | None = None,
    gamma: float | None = None,
    rho: float | None = None,
    deviation: float = 1.0,
    width: float = 0.1,
    level: float = 0.95,
    cost: float | None = None,
    item_cost: float = 0.0,
    systems: int | None = None,
    outputs: int | None = None,
    seconds: float | None = None,
    items: Source = None,
    judges: Mapping[str, tuple[float, float | None]] | None = None,
    money: float | None = None,
    people: int = 0,
    margin: float = 0.0,
    exact: bool = False,
) -> Planned:
    """Say what a study will take: judgments, money and hours, and what would help most.

    Args:
        what: What to know: the scores of systems, or the winner by comparisons.
        pilot: Scores that a small study has: a file or folder, rows or a frame.
        metrics: Metrics of the pilot.
        criterion: Which criterion of the pilot.
        gamma: Annotators' noise over the spread of outputs, σ_a²/σ_f².
        rho: Correlation of the metric with quality.
        deviation: Standard deviation of one judgment, where no pilot says it.
        width: Full width that an interval may have.
        level: Level of the intervals, or 1 − the error of the claim.
        cost: What one judgment costs.
        item_cost: What preparing one output costs.
        systems: How many systems.
        outputs: How many outputs each has.
        seconds: That a judgment takes.
        items: Items of the study to come: seconds go by length, as in the pilot.
        judges: Judges that could be asked: name → what one verdict costs, and its correlation with quality, or `None`
            where its scores in the pilot say it.
        money: What to split between judges and people, instead of planning for a width.
        people: For the winner: how many annotators take part; 0 where nobody knows.
        margin: For the winner: what is too little to matter; 0: what the material can settle.
        exact: For the winner: until one beats every other, however little.

    Raises:
        InputError: A number is missing or cannot be, or an option belongs to the other question.

    Example:
        >>> plan("scores", gamma=1, rho=0.5, width=0.2).plan.rows[0].judgments
        385
    """
    if what not in {"scores", "winner"}:
        from quorate.errors import InputError

        raise InputError(f"A plan is about scores or winner, not {what!r}.")
    check_limits(
        gamma=(gamma, 0, inf),
        rho=(rho, -1, 1),
        width=(width, 0, inf),
        level=(level, 0.01, 0.999),
        cost=(cost, 0, inf),
        item_cost=(item_cost, 0, inf),
        systems=(systems, 1, inf),
        outputs=(outputs, 2, inf),
        seconds=(seconds, 0, inf),
        money=(money, 0, inf),
        people=(people, 0, inf),
        margin=(margin, 0, 0.49),
    )
    if what == "winner":
        given = {"--pilot": pilot, "--metrics": metrics, "--criterion": criterion, "--gamma": gamma, "--rho": rho}
        more = {"--items": items, "--item-cost": item_cost or None, "--judge": judges or None, "--money": money}
        others = [name for name, value in (given | more).items() if value is not None]
        return _plan_winner(
            systems,
            outputs,
            people=people,
            margin=margin,
            level=level,
            exact=exact,
            seconds=seconds or 0.0,
            cost=cost or 0.0,
            others=others,
        )
    from quorate.planning import plan_scores

    assumed = _assumed(
        pilot,
        metrics=metrics,
        criterion=criterion,
        gamma=gamma,
        rho=rho,
        deviation=deviation,
        items=items,
    )
    assumed = replace(
        assumed,
        systems=assumed.systems if systems is None else systems,
        outputs=assumed.outputs if outputs is None else outputs,
        seconds=assumed.seconds if seconds is None else seconds,
    )
    price = 1.0 if cost is None else cost
    if judges or money is not None:
        seen = None if pilot is None else _pilot_of(pilot, metrics, criterion)
        return plan_split(assumed, judges or {}, seen, money=money, person=price, level=level)
    return PlannedScores(plan=plan_scores(assumed, width=width, level=level, judgment_cost=price, item_cost=item_cost))


def _assumed(
    pilot: Source,
    *,
    metrics: Source,
    criterion: str | None,
    gamma: float | None,
    rho: float | None,
    deviation: float,
    items: Source,
) -> "Assumed":
    """What to assume, from a pilot or from numbers; what is given counts before what a pilot says."""
    from quorate.errors import InputError
    from quorate.planning import Assumed

    if pilot is None and items is not None:
        raise InputError("--items asks how long other items take, and only a pilot (--pilot FILE) has times.")
    if pilot is None:
        if gamma is None or rho is None:
            raise InputError("A plan needs --pilot FILE, or both --gamma and --rho.")
        if not deviation > 0:
            raise InputError(f"A standard deviation is positive, not {deviation:g}.")
        signal = deviation**2 / (1 + gamma)
        return Assumed(signal=signal, noise=gamma * signal, rho=rho)
    seen = _from_pilot(pilot, metrics, criterion)
    if items is not None:
        seen = replace(seen, seconds=_expected_seconds(pilot, items))
    if gamma is not None:
        total = seen.signal + seen.noise
        seen = replace(seen, signal=total / (1 + gamma), noise=total * gamma / (1 + gamma))
    return seen if rho is None else replace(seen, rho=rho, multiple=None)


def _plan_winner(
    systems: int | None,
    outputs: int | None,
    *,
    people: int,
    margin: float,
    level: float,
    exact: bool,
    seconds: float,
    cost: float,
    others: list[str],
) -> PlannedWinner:
    from quorate.errors import InputError
    from quorate.planning.margins import Sizes
    from quorate.planning.prospect import prospect
    from quorate.records.claims import Claim
    from quorate.records.design import Design

    if others:
        raise InputError(f"{', '.join(others)}: only for `quorate plan scores`.")
    if systems is None or outputs is None or systems < 2:
        raise InputError("Say how many systems there are, at least 2, and outputs of each: --systems 5 --outputs 200.")
    design = Design(level=level, margin=margin, claim=Claim.BEATS_ALL if exact else "")
    sizes = Sizes.full(systems, outputs)
    design, expected = prospect(design, sizes, people=people, given=margin > 0, seconds=seconds, price=cost)
    return PlannedWinner(systems=systems, level=level, margin=design.margin, is_exact=exact, expected=expected)


def _expected_seconds(pilot: Source, items: Source) -> float:
    """Seconds that a judgment of these items takes, by the line through the pilot's times."""
    from quorate.io.held import as_file
    from quorate.io.sources import read_sources
    from quorate.io.times import known_lengths, read_times
    from quorate.planning.costs import seconds_for
    from quorate.selection.costs import fit_cost

    with as_file(items) as path, as_file(pilot) as beside:
        others = read_sources(path)
        times = read_times(beside, known_lengths(others.names, others.texts.get("source", ())))
    return seconds_for(fit_cost(times.seconds, times.length, times.annotator, times.item), others)


def _from_pilot(pilot: Source, metrics: Source, criterion: str | None) -> "Assumed":
    from quorate.planning import assume

    return assume(_pilot_of(pilot, metrics, criterion))


def _pilot_of(pilot: Source, metrics: Source, criterion: str | None) -> "Pilot":
    """The judgments of a pilot by one criterion.

    Raises:
        InputError: There is no such criterion, or several and none was chosen.
    """
    from contextlib import ExitStack

    from quorate.errors import InputError
    from quorate.io import read_scores
    from quorate.io.held import as_file
    from quorate.planning import Pilot

    with ExitStack() as stack:
        path = stack.enter_context(as_file(pilot))
        data = read_scores(path, None if metrics is None else stack.enter_context(as_file(metrics)))
    if criterion is None and len(data.criteria) > 1:
        raise InputError(f"There are several criteria: {', '.join(data.criteria)}. Choose one with --criterion.")
    name = criterion or data.criteria[0]
    if name not in data.criteria:
        raise InputError(f"There is no criterion {name!r}. Criteria: {', '.join(data.criteria)}.")
    rows = data.criterion == data.criteria.index(name)
    return Pilot(
        system=data.system[rows],
        item=data.item[rows],
        score=data.score[rows],
        seconds=data.seconds[rows],
        metrics=data.metrics,
    )
