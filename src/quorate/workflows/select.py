"""Which items are worth a person's time."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from quorate.errors import InputError
from quorate.io.held import Source
from quorate.results import Result
from quorate.workflows.choosing import Incomplete
from quorate.workflows.limits import check_limits

if TYPE_CHECKING:
    from quorate.records.material import Material
    from quorate.selection.candidates import Candidates
    from quorate.selection.request import Selected
    from quorate.selection.selection import Selection

RESERVED = ("rank", "item", "utility", "cost", "probability", "unit", "method", "design", "population", "seed", "exact")


@dataclass(frozen=True, kw_only=True, repr=False)
class ItemChoice(Result):
    """Items that were chosen, in the order to judge them.

    Attributes:
        selected: The items, and how the choice went.
        words: What was chosen, how sure the choice is the best, and what may be read off it.
        material: What they were chosen from.
        candidates: The same as the choice saw it.
    """

    selected: "Selected"
    words: tuple[str, ...]
    material: "Material"
    candidates: "Candidates"

    @property
    def selection(self) -> "Selection":
        """The items, as a study or an estimate takes them."""
        return self.selected.selection

    @property
    def items(self) -> tuple[str, ...]:
        """Names of the chosen items, in the order to judge them."""
        names = self.material.items.names
        return tuple(names[number] for number in self.selection.item.tolist())

    @property
    def headline(self) -> str:
        """What was chosen."""
        return self.words[0]

    def to_rows(self) -> Iterator[dict[str, Any]]:
        """One row for each chosen item; no probability where it was not left to chance."""
        from quorate.io.selections import selection_rows

        for row in selection_rows(self.selection, self.material.items.names, self._beside()):
            yield {
                name: None if isinstance(value, float) and math.isnan(value) else value for name, value in row.items()
            }

    def to_json(self) -> list[dict[str, Any]]:
        """The rows as plain JSON values."""
        return list(self.to_rows())

    def to_dict(self) -> dict[str, Any]:
        """The items and what is said about them."""
        return {"items": self.to_json(), "words": list(self.words)}

    def write(self, path: str | Path) -> None:
        """Write the items for any annotation tool, `define` and `estimate`: .csv, .jsonl or .parquet.

        Raises:
            InputError: The format is unknown, or the folder cannot be written to.
        """
        from quorate.io.selections import write_selection

        write_selection(self.selection, self.material.items.names, path, self._beside())

    def _beside(self) -> dict[str, tuple[str | None, ...]]:
        """What else is known about every item, for other tools."""
        items = self.material.items
        beside = {**items.columns, **{name: items.texts[name] for name in ("source",) if name in items.texts}}
        return {name: values for name, values in beside.items() if name not in RESERVED}


def select(
    outputs: Source,
    *,
    budget: float | str,
    method: str | None = None,
    design: str | None = None,
    floor: float = 0.3,
    metric: str | None = None,
    metrics: Source = None,
    lower_is_better: Sequence[str] = (),
    cost: str | None = None,
    judgments: int | None = None,
    by: str = "",
    balance: str = "",
    quota: Literal["equal", "proportional"] = "equal",
    include: Sequence[str] | str | Path = (),
    exclude: Sequence[str] | str | Path = (),
    incomplete: Incomplete = "refuse",
    source_only: bool = False,
    distilled: str | Path | None = None,
    vectors: str | Path | None = None,
    seed: int = 0,
    gap: float = 1e-4,
    time_limit: float = 10.0,
    columns: Mapping[str, str | Sequence[str]] | None = None,
    store: str = "quorate.db",
) -> ItemChoice:
    """Choose the items that are worth a person's time, within a budget.

    Args:
        outputs: A file or folder of outputs in any known shape, rows, columns, a frame or a dataset; or several.
        budget: Items (200), a share ("50%"), a time ("3h"), or what a cost column adds up to.
        method: Utility: which items promise most; without it a balanced random sample.
        design: How it is used: top (ranks only), random, systematic, ordered, cube, balanced.
        floor: Share of the uniform chance that every item keeps in a sample.
        metric: Which metric is meant; without it the mean of all.
        metrics: Automatic scores of the outputs, from elsewhere.
        lower_is_better: Metrics that count errors.
        cost: What an item costs: length, a column, a file of judgments, or study:NAME.
        judgments: Judgments that an item takes; without it one for each output.
        by: Column whose values are chosen as wholes, such as document.
        balance: Column among whose values the budget is shared.
        quota: How it is shared.
        include: Items to choose at any rate: names, or a file of them.
        exclude: Items never to choose.
        incomplete: What to do with items some systems have no output for: refuse, keep or leave-out.
        source_only: Whether there are no outputs yet.
        distilled: A distilled utility, as `quorate distill` makes one.
        vectors: Embeddings of the items, as a file.
        seed: Where all chances come from.
        gap: How far from the best a top choice by cost may be.
        time_limit: Seconds to search for it.
        columns: Our name of a column → what the outputs call it.
        store: Where the study of `cost="study:NAME"` lives.

    Raises:
        InputError: The request cannot be met, or something cannot be read; says what to do.

    Example:
        >>> rows = [{"item": n, "system": name, "output": f"{name} {n}"} for n in range(9) for name in ("a", "b")]
        >>> len(select(rows, budget=4).items)
        4
    """
    from dataclasses import replace

    from quorate.selection.budgets.quotas import Rule
    from quorate.selection.request import Request, check_design, select_items
    from quorate.workflows import choosing
    from quorate.workflows.pricing import price_items, spend

    if quota not in get_args(Rule):
        raise InputError(f"quota is {' or '.join(get_args(Rule))}, not {quota!r}.")
    check_limits(
        judgments=(judgments, 1, math.inf),
        seed=(seed, 0, 2**63 - 1),
        gap=(gap, 0, math.inf),
        floor=(floor, 0, 1),
        time_limit=(time_limit, 0, math.inf),
    )
    named, how = choosing.name_method(method, design, is_distilled=distilled is not None)
    request = Request(
        budget=1.0,
        method=named,
        design=how,
        by=by,
        balance=balance,
        rule=quota,
        include=_names(include),
        exclude=_names(exclude),
        floor=floor,
        seed=seed,
        gap=gap,
        seconds=time_limit,
    )
    check_design(request)  # a wrong name is said before files are read
    material, lacking = choosing.read_for_selection(
        outputs, metrics, source_only=source_only, incomplete=incomplete, columns=columns
    )
    pricing = price_items(cost, material, judgments=judgments, store=store)
    allowed = spend(budget, pricing, len(material.items.names))
    request = replace(request, budget=allowed, cost=pricing.cost, exclude=(*request.exclude, *lacking))
    candidates = choosing.candidates_for(
        material,
        metric=metric,
        lower_is_better=lower_is_better,
        distilled=distilled,
        vectors=vectors,
        pricing=pricing,
        seed=seed,
    )
    made = select_items(candidates, request)
    words = tuple(choosing.describe_selection(made, request, pricing, candidates))
    return ItemChoice(selected=made, words=words, material=material, candidates=candidates)


def _names(items: Sequence[str] | str | Path) -> tuple[str, ...]:
    from quorate.io.selections import read_item_names

    return read_item_names(Path(items)) if isinstance(items, str | Path) else tuple(items)
