"""What `plan` says about money for judges and for people."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from quorate.errors import InputError

if TYPE_CHECKING:
    from quorate.planning import Assumed, Pilot
    from quorate.planning.split import MoneySplit, Offer, Purchase


def say_split(
    assumed: "Assumed",
    judges: Sequence[str],
    pilot: "Pilot | None",
    *,
    money: float | None,
    person: float,
    level: float,
    as_json: bool,
) -> None:
    """Print how to split money, and what to expect from it.

    Raises:
        InputError: A judge, a price or the money is missing or cannot be.
    """
    from dataclasses import asdict

    from quorate.cli.output import say
    from quorate.planning.split import Purchase, half_and_half, people_alone, split_money

    if money is None or not judges:
        raise InputError("To split money say how much, and between whom and people: --money 100 --judge small=0.01.")
    offer, variance = _offer(assumed, [_parsed(words) for words in judges], pilot)
    purchase = Purchase(
        money=money / assumed.systems,
        person=person,
        variance=variance,
        signal=assumed.signal,
        outputs=float("inf") if assumed.outputs is None else assumed.outputs,
        level=level,
        systems=assumed.systems,
    )
    best, alone = split_money(offer, purchase), people_alone(purchase)
    halves = {name: half_and_half(offer, purchase, number) for number, name in enumerate(offer.names)}
    words = _words(best, alone, halves, offer, purchase)
    data = {"split": best, "people alone": alone, **{f"half for {name}": one for name, one in halves.items()}}
    say(words, {"about": "split", **{name: _plain(asdict(one)) for name, one in data.items()}}, as_json=as_json)


def _plain(data: dict[str, object]) -> dict[str, object]:
    return {name: None if value == float("inf") else value for name, value in data.items()}


def _parsed(words: str) -> tuple[str, float, float | None]:
    """Name, price and correlation of `NAME=PRICE[,R]`."""
    name, equals, rest = words.rpartition("=")
    price, _, rho = rest.partition(",")
    try:
        found = name, float(price), float(rho) if rho else None
    except ValueError:
        equals = ""
    if not (name and equals):
        raise InputError(f"--judge {words!r} is not NAME=PRICE, or NAME=PRICE,R such as small=0.01,0.5.")
    return found


def _offer(
    assumed: "Assumed", judges: Sequence[tuple[str, float, float | None]], pilot: "Pilot | None"
) -> "tuple[Offer, float]":
    """What judges offer, from a pilot or from correlations, and the variance of a judgment."""
    import numpy as np

    from quorate.planning.judges import offer_from
    from quorate.planning.split import Offer

    names = [name for name, _, _ in judges]
    if len(set(names)) < len(names):
        raise InputError(f"A judge is named twice: {', '.join(names)}.")
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


def _words(
    best: "MoneySplit", alone: "MoneySplit", halves: "dict[str, MoneySplit]", offer: "Offer", purchase: "Purchase"
) -> str:
    from quorate.wording.phrases import counted

    calls = [f"{name} judges {counted(count, 'output')}" for name, count in best.calls.items()]
    seen = ", and ".join([*calls, f"people judge {counted(best.people, 'output')}"])
    among = " of these" if calls else ""
    lines = [
        f"For {purchase.money:g} a system: {seen}{among}. Expected width {best.width:.3g} (cost {best.cost:.4g}).",
        f"People alone: {counted(alone.people, 'output')}, width {alone.width:.3g}.",
    ]
    for name, one in halves.items():
        width = "nothing to conclude" if one.width == float("inf") else f"width {one.width:.3g}"
        lines.append(f"Half for {name}: {one.calls[name]:,} by {name}, {one.people:,} by people, {width}.")
    shares = ", ".join(f"{name} {one**2:.1%}" for name, one in zip(offer.names, offer.explains.tolist(), strict=True))
    lines.append(f"Of what people's judgments differ within a system, judges explain: {shares}.")
    if not calls:
        lines.append("No judge is worth its price here: people alone are.")
    else:
        lines.append("Draw the outputs a judge sees, and those of people among them; then --estimator two-phase.")
    return "\n".join(lines)
