"""The items one can choose from, and all that is known about them before anybody is asked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Protocol

import numpy as np

from quorate.arrays import Floats, Ints, Mask
from quorate.errors import InputError
from quorate.records.material import Material, stack_metrics

Texts = tuple[str | None, ...]

NAMED = 5  # so many names are written out in a message


class UtilityModel(Protocol):
    """Something that tells the utility of an item from its source text alone."""

    def predict(self, sources: Sequence[str | None]) -> Floats:
        """One finite number for each source; higher means more worth asking."""
        ...


@dataclass(frozen=True, kw_only=True)
class Candidates:
    """Items to choose from. Arrays are system × item unless something else is said.

    Attributes:
        items: Names of the items.
        systems: Names of the systems; none where no outputs exist yet.
        exists: Whether there is an output.
        metrics: Metric → scores, higher is better; NaN where there is none.
        metric: Which metric is meant where one is; `None` stands for the mean of all, each standardised.
        outputs: For each system its outputs; empty where no texts are known.
        sources: Source text of each item; empty where none are known.
        human: Scores by people, NaN where there is none; `None` where nobody has judged.
        columns: What items can be grouped by.
        vectors: Item × number: the embedding of each item; `None` where that is to be worked out.
        output_vectors: System × item × number: the same for outputs.
        utility_model: What a distilled utility was saved as.
        budget: How many items will be chosen, for utilities that depend on it.
        seed: What every random choice is drawn from.
    """

    items: tuple[str, ...]
    systems: tuple[str, ...] = ()
    exists: Mask = field(default_factory=lambda: np.zeros((0, 0), dtype=np.bool_))
    metrics: Mapping[str, Floats] = field(default_factory=dict)
    metric: str | None = None
    outputs: tuple[Texts, ...] = ()
    sources: Texts = ()
    human: Floats | None = None
    columns: Mapping[str, Texts] = field(default_factory=dict)
    vectors: Floats | None = None
    output_vectors: Floats | None = None
    utility_model: UtilityModel | None = None
    budget: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        if not self.items:
            raise InputError("There are no items to choose from. Give at least one.")
        shape = (len(self.systems), len(self.items))
        if self.exists.size == 0:
            object.__setattr__(self, "exists", np.zeros(shape, dtype=np.bool_))
        tables = {"exists": self.exists, **self.metrics, **({} if self.human is None else {"human": self.human})}
        for name, table in tables.items():
            if table.shape != shape:
                raise InputError(f"{name!r} is {table.shape}, not systems × items, which is {shape}.")
        for name, scores in self.metrics.items():
            if np.isinf(scores).any():
                system, item = (int(place[0]) for place in np.nonzero(np.isinf(scores)))
                where = f"{self.systems[system]!r} on item {self.items[item]!r}"
                raise InputError(f"Metric {name!r} is infinite for {where}. Give a number, or none.")
        if self.metric is not None and self.metric not in self.metrics:
            known = ", ".join(self.metrics) or "none"
            raise InputError(f"There is no metric {self.metric!r}. Metrics: {known}.")
        if self.outputs and [len(texts) for texts in self.outputs] != [len(self.items)] * len(self.systems):
            raise InputError("Every system needs one output, or none, for each item.")
        if self.sources and len(self.sources) != len(self.items):
            raise InputError(f"There are {len(self.sources)} sources for {len(self.items)} items.")
        _check_vectors("vectors", self.vectors, (len(self.items),))
        _check_vectors("output vectors", self.output_vectors, shape)

    @cached_property
    def scores(self) -> Floats:
        """Scores by the metric that is meant: the one named, or the mean of all, each standardised.

        Raises:
            InputError: There are no metrics.
        """
        if not self.metrics:
            raise InputError("No metric is given, and this utility is made of metric scores. Add a column of scores.")
        if self.metric is not None or len(self.metrics) == 1:
            name = self.metric or next(iter(self.metrics))
            return np.where(self.exists, self.metrics[name], np.nan)
        total, count = np.zeros(self.exists.shape), np.zeros(self.exists.shape)
        tables = [np.where(self.exists, self.metrics[name], np.nan) for name in sorted(self.metrics)]
        for scores in [table for table in tables if _varies(table)] or tables:  # what does not vary says nothing
            known = np.isfinite(scores)
            centred = np.where(known, scores, 0.0) - float(scores[known].mean() if known.any() else 0.0)
            total += np.where(known, centred / (float(centred[known].std()) if _varies(scores) else 1.0), 0.0)
            count += known
        mean: Floats = np.divide(total, count, out=np.full(self.exists.shape, np.nan), where=count > 0)
        return mean

    def with_metric(self, name: str | None) -> "Candidates":
        """The same candidates by another metric.

        Raises:
            InputError: There is no such metric.
        """
        return replace(self, metric=name)

    def with_systems(self, chosen: Sequence[int]) -> "Candidates":
        """The same items with these systems alone, by number."""
        rows = list(chosen)
        return replace(
            self,
            systems=tuple(self.systems[row] for row in rows),
            exists=self.exists[rows],
            metrics={name: scores[rows] for name, scores in self.metrics.items()},
            outputs=tuple(self.outputs[row] for row in rows) if self.outputs else (),
            human=None if self.human is None else self.human[rows],
            output_vectors=None if self.output_vectors is None else self.output_vectors[rows],
        )

    def with_items(self, chosen: Sequence[int] | Ints) -> "Candidates":
        """Some of the items, by number, in this order."""
        rows = [int(row) for row in chosen]
        return replace(
            self,
            items=tuple(self.items[row] for row in rows),
            exists=self.exists[:, rows],
            metrics={name: scores[:, rows] for name, scores in self.metrics.items()},
            outputs=tuple(tuple(texts[row] for row in rows) for texts in self.outputs),
            sources=tuple(self.sources[row] for row in rows) if self.sources else (),
            human=None if self.human is None else self.human[:, rows],
            columns={name: tuple(values[row] for row in rows) for name, values in self.columns.items()},
            vectors=None if self.vectors is None else self.vectors[rows],
            output_vectors=None if self.output_vectors is None else self.output_vectors[:, rows],
        )

    def judged_by_people(self) -> "Candidates":
        """The same candidates with people's scores in place of the metrics, for utilities of past material.

        Raises:
            InputError: Nobody has judged.
        """
        if self.human is None:
            raise InputError("There are no scores by people. Give a file of ratings.")
        return replace(self, metrics={"human": self.human}, metric="human")

    @property
    def gaps(self) -> tuple[str, ...]:
        """What is missing, in words: which items some systems have no output for."""
        if not self.systems or self.exists.all():
            return ()
        lacks = self.exists.sum(axis=0) < len(self.systems)
        missing = [item for item, is_lacking in zip(self.items, lacks.tolist(), strict=True) if is_lacking]
        lacking = [name for name, row in zip(self.systems, self.exists, strict=True) if not row.all()]
        words = (
            f"{len(missing)} of {len(self.items)} items have no output of some systems ({_shown(lacking)}), such as "
            f"{_shown(missing)}. Their utilities come from the systems that have one."
        )
        return (words,)


def candidates_of(
    material: Material,
    *,
    metric: str | None = None,
    lower_is_better: Sequence[str] = (),
    human: Floats | None = None,
    vectors: Floats | None = None,
    utility_model: UtilityModel | None = None,
    budget: int | None = None,
    seed: int = 0,
) -> Candidates:
    """The items of some material as candidates.

    Args:
        material: Items, outputs and metrics.
        metric: Which metric is meant; without it the mean of all, each standardised.
        lower_is_better: Metrics that count errors: their signs are turned.
        human: System × item scores by people.
        vectors: Item × number: where each item lies in a space of meanings.
        utility_model: A distilled utility.
        budget: How many items will be chosen.
        seed: What every random choice is drawn from.

    Raises:
        InputError: A metric is named that there is not.
    """
    metrics = stack_metrics(len(material.items.names), [system.metrics for system in material.systems])
    for name in lower_is_better:
        if name not in metrics:
            raise InputError(f"There is no metric {name!r}. Metrics: {', '.join(metrics) or 'none'}.")
        metrics[name] = -metrics[name]
    return Candidates(
        items=material.items.names,
        systems=tuple(system.name for system in material.systems),
        exists=np.array([[text is not None for text in system.texts] for system in material.systems], dtype=np.bool_),
        metrics=metrics,
        metric=metric,
        outputs=tuple(system.texts for system in material.systems),
        sources=material.items.texts.get("source", ()),
        human=human,
        columns=material.items.columns,
        vectors=vectors,
        utility_model=utility_model,
        budget=budget,
        seed=seed,
    )


def _varies(scores: Floats) -> bool:
    known = scores[np.isfinite(scores)]
    return bool(known.size) and bool(np.ptp(known) > 1e-12 * np.abs(known).max())


def _shown(names: Sequence[str]) -> str:
    return ", ".join(names[:NAMED]) + (", …" if len(names) > NAMED else "")


def _check_vectors(what: str, vectors: Floats | None, shape: tuple[int, ...]) -> None:
    if vectors is None:
        return
    if vectors.ndim != len(shape) + 1 or vectors.shape[:-1] != shape:
        raise InputError(f"The {what} are {vectors.shape}; wanted is {' × '.join(map(str, shape))} × numbers.")
    if not np.isfinite(vectors).all():
        raise InputError(f"The {what} hold numbers that are not finite. Work them out again.")
