"""What `select` reads, and what it says about the items it chose."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

import numpy as np

from quorate.errors import FileError, InputError
from quorate.io.held import Source, are_sources, as_file
from quorate.selection.request import DEFAULT_METHOD
from quorate.selection.utilities import find_utility
from quorate.wording.phrases import counted

if TYPE_CHECKING:
    from quorate.records.material import Material
    from quorate.selection.candidates import Candidates
    from quorate.selection.request import Request, Selected
    from quorate.workflows.pricing import Pricing

Incomplete: TypeAlias = Literal["refuse", "keep", "leave-out"]


def read_for_selection(
    outputs: Source,
    metrics: Source,
    *,
    source_only: bool,
    incomplete: Incomplete,
    columns: Mapping[str, str | Sequence[str]] | None,
) -> "tuple[Material, tuple[str, ...]]":
    """The material, and the items to leave out because some systems have no output for them.

    Raises:
        InputError: Some items lack outputs, and nobody said what to do with them.
        FileError: A file cannot be read.
    """
    from quorate.io.sources import read_sources
    from quorate.records.material import Material
    from quorate.workflows.understanding import understand_sources, with_metrics

    if incomplete not in get_args(Incomplete):
        raise InputError(f"Items that lack an output: {', '.join(get_args(Incomplete))}; not {incomplete!r}.")
    if source_only:
        if metrics is not None:
            raise InputError("--metrics belongs to outputs, and --source-only says that there are none.")
        with ExitStack() as stack:
            parts = outputs if are_sources(outputs) else [outputs]
            return Material(items=read_sources(*[stack.enter_context(as_file(part)) for part in parts]), systems=()), ()
    understood = understand_sources(outputs, columns=columns)
    material = with_metrics(understood.material, metrics)
    lacking = _lacking(material)
    if lacking and incomplete == "refuse":
        item, system = next(iter(lacking.items()))
        raise FileError(
            ", ".join(str(path) for part in understood.parts for path in part.paths),
            f"{counted(len(lacking), 'item')} of {len(material.items.names):,} have no output of some system, such as "
            f"{item!r} (none of {system!r}).",
            remedy="Add the outputs; or say --incomplete leave-out (they cannot be chosen) or keep (they can, and "
            "count by the systems that have one).",
        )
    return material, tuple(lacking) if incomplete == "leave-out" else ()


def name_method(method: str | None, design: str | None, *, is_distilled: bool) -> tuple[str, str]:
    """Utility and design: what is given; without a utility a balanced random sample, with one the published top."""
    from quorate.selection.request import DEFAULT_DESIGN, TOP
    from quorate.selection.utilities import UTILITIES

    if method is None and is_distilled:
        method = next((name for name, utility in UTILITIES.items() if "model" in utility.needs), None)
    if method is None:
        return DEFAULT_METHOD, design or DEFAULT_DESIGN
    return method, design or TOP


def candidates_for(
    material: "Material",
    *,
    metric: str | None,
    lower_is_better: Sequence[str],
    distilled: str | Path | None,
    vectors: str | Path | None,
    pricing: "Pricing",
    seed: int,
) -> "Candidates":
    """The items to choose from; a column of costs is no metric."""
    from quorate.selection.candidates import candidates_of

    utility_model = None
    if distilled is not None:
        from quorate.io.distilled import read_distilled

        utility_model = read_distilled(distilled)
    made = candidates_of(material, lower_is_better=lower_is_better, utility_model=utility_model, seed=seed)
    if vectors is not None:
        from quorate.io.vectors import read_vectors

        made = replace(made, vectors=read_vectors(vectors, made.items))
    kept = {name: scores for name, scores in made.metrics.items() if name != pricing.column}
    return replace(made, metrics=kept, metric=metric)


def describe_selection(
    made: "Selected", request: "Request", pricing: "Pricing", candidates: "Candidates"
) -> Iterator[str]:
    """What was chosen, how sure the choice is the best, and what may be read off it."""
    chosen, items = made.selection, len(candidates.items)
    documents = f" in {counted(made.units, request.by)}" if request.by else ""
    spent = "" if pricing.cost is None else f", which cost {_amount(made.cost, pricing.unit)} of "
    budget = "" if pricing.cost is None else _amount(request.budget, pricing.unit)
    yield f"{len(chosen.item):,} of {items:,} items{documents}: {chosen.method}, design {chosen.design}{spent}{budget}."
    if "metrics" in find_utility(request.method).needs:
        named = candidates.metric or ", ".join(sorted(candidates.metrics))
        how = "" if candidates.metric or len(candidates.metrics) == 1 else " (their mean, each standardised)"
        yield f"Metrics: {named}{how}."
    if len(chosen.item) > 1 and request.method != DEFAULT_METHOD and np.ptp(chosen.utility) == 0:
        yield f"All chosen items promise the same by {request.method}: among such items chance has chosen."
    if pricing.words:
        yield f"Costs: {pricing.words}."
    if made.shares:
        yield f"By {request.balance}: " + ", ".join(f"{name} {count:,}" for name, count in made.shares.items()) + "."
    if chosen.design == "top":
        if pricing.cost is not None:
            yield (
                f"Within {made.gap:.2%} of the most utility possible ({made.solver}, {made.seconds:.2f} s); ratio "
                f"greedy reaches {made.greedy:.2%} of it."
            )
        yield (
            "Ranks only: these items were picked, not drawn, so that they are not like the others. On them systems can "
            "be put in order; their means and differences would be off, and no interval would hold. For numbers that "
            "hold, draw: --design cube with this method, or no method at all."
        )
        return
    low, high = float(chosen.probability.min()), float(chosen.probability.max())
    chance = f"{low:.3g}" if high - low < 1e-9 else f"from {low:.3g} to {high:.3g}"
    exact = "" if chosen.is_exact else " (by exchanging items: coverage of intervals is measured, not proved)"
    yield f"A sample: every item had a chance, the chosen ones {chance}{exact}. Means can be estimated for all items:"
    yield "  quorate estimate RATINGS --metrics METRICS --selection FILE"
    if pricing.cost is not None and made.cost > request.budget * (1 + 1e-9):
        yield "A sample keeps its budget on average; this one costs a little more."


def _lacking(material: "Material") -> dict[str, str]:
    """Items that some system has no output for, each with the first such system."""
    found: dict[str, str] = {}
    for place, name in enumerate(material.items.names):
        for system in material.systems:
            if system.texts[place] is None:
                found[name] = system.name
                break
    return found


def _amount(cost: float, unit: str) -> str:
    if unit != "seconds":
        return f"{cost:,.6g}"
    return f"{cost / 3600:.2f} h" if cost >= 3600 else f"{cost / 60:.1f} min"
