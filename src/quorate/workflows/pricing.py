"""What `select` lets an item cost, and how far a budget goes."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from quorate.errors import InputError

if TYPE_CHECKING:
    from quorate.arrays import Floats
    from quorate.records.material import Material
    from quorate.selection.costs import CostLine

STUDY = "study:"
_UNITS = {"s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0, "d": 86400.0}
_LONG_UNITS = {"sec": 1.0, "hour": 3600.0, "hours": 3600.0, "hr": 3600.0, "minutes": 60.0, "days": 86400.0}


@dataclass(frozen=True, kw_only=True)
class Pricing:
    """What every item costs.

    Attributes:
        cost: Cost of each item; `None`: the budget is a number of items.
        unit: In what: `items`, `seconds`, or the name of a column.
        words: Where it comes from.
        column: Column or metric that is a cost and no metric; empty where none is.
    """

    cost: "Floats | None" = None
    unit: str = "items"
    words: str = ""
    column: str = ""


def price_items(cost: str | None, material: "Material", *, judgments: int | None, store: str) -> Pricing:
    """What each item costs, as `--cost` says.

    Raises:
        InputError: There is no such column, file or study, or it says too little.
    """
    from quorate.selection.costs import PUBLISHED

    if cost is None:
        return Pricing()
    if cost == "length":
        return _by_length(PUBLISHED, material, judgments)
    if cost.startswith(STUDY):
        return _by_length(_line_of_study(cost.removeprefix(STUDY), store), material, judgments)
    if cost in _columns(material):
        return _by_column(cost, material)
    if Path(cost).suffix or Path(cost).exists():
        return _by_length(_line_of_file(Path(cost), material), material, judgments)
    known = ", ".join(sorted(_columns(material))) or "none"
    raise InputError(
        f"--cost {cost!r} is neither length, a column, a file of judgments nor study:NAME. Columns: {known}."
    )


def spend(budget: str | float, pricing: Pricing, items: int) -> float:
    """The budget in what items cost.

    Raises:
        InputError: It is a time where items cost no time, or a bare number where they do.
    """
    amount, unit = budget_of(str(budget))
    if unit == "share":
        return float(max(int(amount * items), 1)) if pricing.cost is None else amount * float(pricing.cost.sum())
    if unit == "seconds" and pricing.cost is None:
        raise InputError(f"A budget of {budget} needs to know how long items take. Say --cost length, or --cost FILE.")
    if unit == "amount" and pricing.unit == "seconds":
        raise InputError(f"Items cost seconds here, so that {budget!r} says too little. Write {budget}s, 3h or 50%.")
    if unit == "amount" and pricing.cost is None and amount != int(amount):
        raise InputError(f"A number of items is whole; {budget} is not.")
    return amount


def _by_length(line: "CostLine", material: "Material", judgments: int | None) -> Pricing:
    import numpy as np

    from quorate.selection.costs import source_lengths

    lengths = source_lengths(material.items.texts.get("source", ()), material.items.names)
    outputs = np.array([[text is not None for text in system.texts] for system in material.systems]).reshape(
        len(material.systems), len(lengths)
    )
    each = outputs.sum(axis=0) if judgments is None and len(outputs) else np.full(len(lengths), judgments or 1)
    times = "one judgment for each output" if len(outputs) else "one judgment for each item"
    times = times if judgments is None else f"{judgments} judgments for each item"
    return Pricing(cost=line.seconds(lengths) * each, unit="seconds", words=f"{line.words}; {times}")


def _line_of_file(path: Path, material: "Material") -> "CostLine":
    from quorate.io.times import known_lengths, read_times
    from quorate.selection.costs import fit_cost

    times = read_times(path, known_lengths(material.items.names, material.items.texts.get("source", ())))
    return fit_cost(times.seconds, times.length, times.annotator, times.item)


def _line_of_study(name: str, store: str) -> "CostLine":
    from quorate.planning.costs import cost_line_of
    from quorate.study import Study

    study = Study.open(name, store)
    try:
        return cost_line_of(study.history, study.store.material(study.name).items)
    finally:
        study.store.close()


def _columns(material: "Material") -> set[str]:
    return {*material.items.columns, *(name for system in material.systems for name in system.metrics)}


def _by_column(name: str, material: "Material") -> Pricing:
    """A column of the items; or of the outputs: the same everywhere is the item's, else outputs add up."""
    import numpy as np

    from quorate.records.material import stack_metrics

    if name in material.items.columns:
        values = material.items.columns[name]
        costs = [_number(name, item, value) for item, value in zip(material.items.names, values, strict=True)]
        return Pricing(cost=np.array(costs), unit=name, words=f"the column {name!r}", column=name)
    scores = stack_metrics(len(material.items.names), [system.metrics for system in material.systems])[name]
    exists = np.array([[text is not None for text in system.texts] for system in material.systems])
    scores = np.where(exists, scores, np.nan)
    unknown = exists & np.isnan(scores)
    if unknown.any():
        item = material.items.names[int(np.argmax(unknown.any(axis=0)))]
        raise InputError(f"The column {name!r} has no cost for item {item!r}. Give every row one.")
    low, high = np.nanmin(scores, axis=0), np.nanmax(scores, axis=0)
    is_of_item = bool((low == high).all())
    cost = low if is_of_item else np.nansum(scores, axis=0)
    words = f"the column {name!r}" + ("" if is_of_item else ", added up over the outputs of an item")
    return Pricing(cost=cost, unit=name, words=words, column=name)


def _number(column: str, item: str, value: str | None) -> float:
    try:
        return float(value if value is not None else "nan")
    except ValueError:
        raise InputError(f"The column {column!r} says {value!r} for item {item!r}, which is no cost.") from None


def budget_of(text: str) -> tuple[float, str]:
    """A budget as typed: an amount, and of what: `share` (50%), `seconds` (3h, 90min) or `amount` (200).

    Raises:
        InputError: It is none of these.
    """
    typed = text.strip().lower()
    match = re.fullmatch(r"(-?(?:\d+(?:\.\d*)?|\.\d+))\s*([a-z%]*)", typed)
    if match is None or match[2] not in {"", "%", *_UNITS, *_LONG_UNITS}:
        raise InputError(f"{text!r} is no budget. Write a number of items (200), a share (50%) or a time (3h, 90min).")
    number, unit = float(match[1]), match[2]
    if unit == "%":
        if not 0 < number <= 100:
            raise InputError(f"A share of the items lies above 0 % and up to 100 %; it is {number:g} %.")
        return number / 100, "share"
    return (number, "amount") if not unit else (number * {**_UNITS, **_LONG_UNITS}[unit], "seconds")
