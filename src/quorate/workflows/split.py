"""Money for judges and for people: how to split it, and how wide intervals will be."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from quorate.errors import InputError
from quorate.results import Result
from quorate.wording.phrases import counted

if TYPE_CHECKING:
    from quorate.planning import Assumed, Pilot
    from quorate.planning.split import MoneySplit, Offer, Purchase


@dataclass(frozen=True, kw_only=True, repr=False)
class PlannedSplit(Result):
    """How to split money between judges and people.

    Attributes:
        best: The split with the narrowest interval.
        alone: What people alone give for the same money.
        halves: What half of the money for each judge gives.
        offer: What the judges offer.
        purchase: What can be bought.
    """

    best: "MoneySplit"
    alone: "MoneySplit"
    halves: "Mapping[str, MoneySplit]"
    offer: "Offer"
    purchase: "Purchase"

    @property
    def headline(self) -> str:
        """The best split, in a sentence."""
        return self.words[0]

    @property
    def words(self) -> tuple[str, ...]:
        """The split, what else could be done, and what judges explain."""
        best, alone, offer = self.best, self.alone, self.offer
        calls = [f"{name} judges {counted(count, 'output')}" for name, count in best.calls.items()]
        seen = ", and ".join([*calls, f"people judge {counted(best.people, 'output')}"])
        among = " of these" if calls else ""
        money = f"{self.purchase.money:g}"
        lines = [
            f"For {money} a system: {seen}{among}. Expected width {best.width:.3g} (cost {best.cost:.4g}).",
            f"People alone: {counted(alone.people, 'output')}, width {alone.width:.3g}.",
        ]
        for name, one in self.halves.items():
            width = "nothing to conclude" if one.width == float("inf") else f"width {one.width:.3g}"
            lines.append(f"Half for {name}: {one.calls[name]:,} by {name}, {one.people:,} by people, {width}.")
        shares = ", ".join(
            f"{name} {one**2:.1%}" for name, one in zip(offer.names, offer.explains.tolist(), strict=True)
        )
        lines.append(f"Of what people's judgments differ within a system, judges explain: {shares}.")
        if not calls:
            lines.append("No judge is worth its price here: people alone are.")
        else:
            lines.append("Draw the outputs a judge sees, and those of people among them; then --estimator two-phase.")
        return tuple(lines)

    def __str__(self) -> str:
        return "\n".join(self.words)

    def to_rows(self) -> Iterator[dict[str, Any]]:
        """One row for each way to spend the money."""
        for name, one in self._ways().items():
            yield {"way": name, **{key: value for key, value in one.items() if key != "calls"}, **one["calls"]}

    def to_json(self) -> dict[str, Any]:
        """Everything as plain JSON values."""
        return {"about": "split", **self._ways()}

    def _ways(self) -> dict[str, dict[str, Any]]:
        ways = {"split": self.best, "people alone": self.alone}
        ways |= {f"half for {name}": one for name, one in self.halves.items()}
        return {
            name: {key: None if value == float("inf") else value for key, value in asdict(one).items()}
            for name, one in ways.items()
        }


def plan_split(
    assumed: "Assumed",
    judges: Mapping[str, tuple[float, float | None]],
    pilot: "Pilot | None",
    *,
    money: float | None,
    person: float,
    level: float,
) -> PlannedSplit:
    """How to split money, and what to expect from it.

    Raises:
        InputError: A judge, a price or the money is missing or cannot be.
    """
    from quorate.planning.split import Purchase, half_and_half, people_alone, split_money

    if money is None or not judges:
        raise InputError("To split money say how much, and between whom and people: --money 100 --judge small=0.01.")
    offer, variance = _offer(assumed, [(name, *said) for name, said in judges.items()], pilot)
    purchase = Purchase(
        money=money / assumed.systems,
        person=person,
        variance=variance,
        signal=assumed.signal,
        outputs=float("inf") if assumed.outputs is None else assumed.outputs,
        level=level,
        systems=assumed.systems,
    )
    return PlannedSplit(
        best=split_money(offer, purchase),
        alone=people_alone(purchase),
        halves={name: half_and_half(offer, purchase, number) for number, name in enumerate(offer.names)},
        offer=offer,
        purchase=purchase,
    )


def _offer(
    assumed: "Assumed", judges: Sequence[tuple[str, float, float | None]], pilot: "Pilot | None"
) -> "tuple[Offer, float]":
    """What judges offer, from a pilot or from correlations, and the variance of a judgment."""
    import numpy as np

    from quorate.planning.judges import offer_from
    from quorate.planning.split import Offer

    names = [name for name, _, _ in judges]
    if pilot is not None and all(rho is None for _, _, rho in judges):
        lacking = [name for name in names if name not in pilot.metrics]
        if lacking:
            known = ", ".join(pilot.metrics) or "none"
            raise InputError(f"The pilot has no scores by {lacking[0]!r} (it has: {known}). Name them with --metrics.")
        verdicts = {name: pilot.metrics[name][pilot.system, pilot.item] for name in names}
        return offer_from(pilot.system, pilot.score, verdicts, {name: price for name, price, _ in judges})
    missing = [name for name, _, rho in judges if rho is None]
    if missing:
        raise InputError(
            f"How well does {missing[0]} agree with people? Say --judge {missing[0]}=PRICE,R with its correlation with "
            "quality for every judge, or give a --pilot with its scores."
        )
    rho = np.array([float(rho or 0.0) for _, _, rho in judges])
    variance = assumed.signal + assumed.noise
    alike = np.outer(rho, rho)
    np.fill_diagonal(alike, 1.0)
    prices = np.array([price for _, price, _ in judges])
    explains = rho * np.sqrt(assumed.signal / variance)
    return Offer(names=tuple(names), prices=prices, explains=explains, alike=alike), variance
