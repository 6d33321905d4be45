"""Sets with known truth: TREC-COVID by what was judged, CLEF-TAR and BenchIE in full."""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from pandas import DataFrame
from pyarrow import parquet

from quorate.arrays import Floats, Ints, Mask
from quorate.data.statements import DrawnStatements, Statements


@dataclass(frozen=True, kw_only=True)
class Collection:
    """Statements whose judgments are all known.

    Attributes:
        statements: What the systems state.
        truth: Whether each statement is right.
        team: The team of each system.
        right_item: The item of each right statement, also of those that no system makes.
        right: The number of each right statement; −1 for those that no system makes.
    """

    name: str
    statements: Statements
    truth: Floats
    team: Ints
    right_item: Ints
    right: Ints

    @property
    def precision(self) -> Floats:
        """Share of each system's statements that is right."""
        return self.statements.total(self.statements.chance * self.truth[self.statements.statement])

    @property
    def recall(self) -> Floats:
        """Share of the right statements that each system makes."""
        return self.statements.total(self.truth[self.statements.statement]) / len(self.right)

    def among(self, kept: Mask) -> "Collection":
        """Only some systems, in order; statements keep their numbers."""
        return restricted(self, np.flatnonzero(kept))


def read_collection(data: Path, name: str, *, judged_only: bool = True, least: int = 100) -> Collection:
    """Read one set; where not everything was judged, outputs are cut down to what was.

    Args:
        data: The folder that holds `sets/`.
        name: The set.
        judged_only: Whether statements that nobody judged are left out of systems' outputs.
        least: Systems with fewer statements are left out.
    """
    folder = data / "sets" / name
    elements = parquet.read_table(folder / "elements.parquet").to_pandas()
    outputs = parquet.read_table(folder / "outputs.parquet").to_pandas()
    systems = parquet.read_table(folder / "systems.parquet").to_pandas()
    label = elements["label"].to_numpy(dtype=float, na_value=np.nan)
    known = np.isfinite(label)
    place = {element: row for row, element in enumerate(elements["element"].tolist())}
    statement = np.array([place[element] for element in outputs["element"].tolist()])
    facts = folder / "facts.parquet"
    if facts.exists():
        return _by_fact(name, elements, outputs, systems, parquet.read_table(facts).to_pandas())
    names = sorted(systems["system"].tolist())
    number = {system: row for row, system in enumerate(names)}
    owner = np.array([number[system] for system in outputs["system"].tolist()])
    confidence = outputs["confidence"].to_numpy(dtype=float, na_value=np.nan)
    keep = known[statement] if judged_only else np.ones(len(statement), dtype=bool)
    order = np.lexsort((statement[keep], owner[keep]))
    owner, statement, confidence = owner[keep][order], statement[keep][order], confidence[keep][order]
    many = np.bincount(owner, minlength=len(names))
    items, item = np.unique(elements["item"].to_numpy().astype(str), return_inverse=True)
    teams = dict(zip(systems["system"], systems["team"], strict=True))
    _, team = np.unique([str(teams[name]) for name in names], return_inverse=True)
    truth = np.nan_to_num((label > 0).astype(float))
    right = np.flatnonzero(truth > 0)
    statements = Statements(
        systems=tuple(names),
        starts=np.concatenate([[0], np.cumsum(many)]).astype(np.int64),
        statement=statement,
        chance=1.0 / many[owner],
        item=item,
        items=tuple(items.tolist()),
        confidence=confidence if np.isfinite(confidence).any() else None,
    )
    found = Collection(name=name, statements=statements, truth=truth, team=team, right_item=item[right], right=right)
    return found.among(many >= least)


def _by_fact(name: str, elements: DataFrame, outputs: DataFrame, systems: DataFrame, facts: DataFrame) -> Collection:
    """BenchIE: tuples that state the same fact are one statement, as its precision counts them."""
    items = sorted(set(elements["item"].astype(str)))
    where = {item: row for row, item in enumerate(items)}
    known = {fact: row for row, fact in enumerate(facts["cluster"].tolist())}
    number, item = {}, [where[str(one)] for one in facts["item"].tolist()]
    for element, about, cluster in zip(elements["element"], elements["item"], elements["cluster"], strict=True):
        if cluster in known:
            number[element] = known[cluster]
        else:
            number[element] = len(item)
            item.append(where[str(about)])
    names = sorted(systems["system"].tolist())
    sets = [sorted({number[one] for one in outputs["element"][outputs["system"] == system]}) for system in names]
    many = np.array([len(one) for one in sets])
    truth = (np.arange(len(item)) < len(known)).astype(float)
    statements = Statements(
        systems=tuple(names),
        starts=np.concatenate([[0], np.cumsum(many)]).astype(np.int64),
        statement=np.array([x for one in sets for x in one]),
        chance=1.0 / np.repeat(many, many),
        item=np.array(item),
        items=tuple(items),
    )
    right = np.arange(len(known))
    return Collection(
        name=name,
        statements=statements,
        truth=truth,
        team=np.arange(len(names)),
        right_item=np.array(item)[right],
        right=right,
    )


def restricted(collection: Collection, kept: Ints) -> Collection:
    """These systems, in this order."""
    old = collection.statements
    rows = np.concatenate([np.arange(old.starts[i], old.starts[i + 1]) for i in kept.tolist()])
    statements = Statements(
        systems=tuple(old.systems[i] for i in kept.tolist()),
        starts=np.concatenate([[0], np.cumsum(old.sizes[kept])]).astype(np.int64),
        statement=old.statement[rows],
        chance=old.chance[rows],
        item=old.item,
        items=old.items,
        confidence=None if old.confidence is None else old.confidence[rows],
        columns=old.columns,
    )
    return Collection(
        name=collection.name,
        statements=statements,
        truth=collection.truth,
        team=collection.team[kept],
        right_item=collection.right_item,
        right=collection.right,
    )


def renumbered(collection: Collection) -> Collection:
    """Only statements that some system makes."""
    old = collection.statements
    kept = np.flatnonzero(old.makers)
    number = np.full(old.count, -1)
    number[kept] = np.arange(len(kept))
    statements = replace(
        old,
        statement=number[old.statement],
        item=old.item[kept],
        columns={name: (words, codes[kept]) for name, (words, codes) in old.columns.items()},
    )
    right = np.where(collection.right >= 0, number[collection.right], -1)
    return replace(collection, statements=statements, truth=collection.truth[kept], right=right)


def draw(collection: Collection, each: int, rng: np.random.Generator) -> DrawnStatements:
    """So many draws from each system, with replacement, judged as is true."""
    statements = collection.statements
    source = np.repeat(np.arange(len(statements.systems)), each)
    place = statements.starts[source] + (rng.random(len(source)) * statements.sizes[source]).astype(np.int64)
    x = statements.statement[place]
    return DrawnStatements(source=source, statement=x, value=collection.truth[x])
