"""Material in SQL tables: loaded in bulk, read as an index, texts a few items at a time."""

import json
from collections.abc import Iterable
from typing import Any

import numpy as np
from sqlalchemy import Connection, Table, select

from quorate.records.material import Items, Material, MaterialIndex, SystemOutputs, stack_metrics
from quorate.stores.schema import items, metric_scores, outputs, systems
from quorate.stores.store import Texts


def save_items(connection: Connection, study: int, given: Items) -> None:
    """Write the items of a new study."""
    rows = (
        (study, number, name, _fields(given.texts, number), _fields(given.columns, number))
        for number, name in enumerate(given.names)
    )
    _bulk(connection, items, rows)


def save_system(connection: Connection, study: int, number: int, given: SystemOutputs) -> None:
    """Write one system's outputs and metric scores."""
    _bulk(connection, systems, [(study, number, given.name, given.fingerprints.astype("<u8").tobytes())])
    rows = ((study, item, number, text) for item, text in enumerate(given.texts) if text is not None)
    _bulk(connection, outputs, rows)
    scores = [
        (study, number, metric, np.asarray(values, dtype="<f8").tobytes()) for metric, values in given.metrics.items()
    ]
    _bulk(connection, metric_scores, scores)


def load_index(connection: Connection, study: int) -> MaterialIndex:
    """Read the index of a study's material."""
    found = connection.execute(
        select(items.c.name, items.c["columns"]).where(items.c.study == study).order_by(items.c.item)
    ).all()
    rows = connection.execute(
        select(systems.c.name, systems.c.appearances).where(systems.c.study == study).order_by(systems.c.system)
    ).all()
    fingerprints = [np.frombuffer(bytes(row.appearances), dtype="<u8").astype(np.uint64) for row in rows]
    return MaterialIndex(
        systems=tuple(row.name for row in rows),
        items=tuple(row[0] for row in found),
        fingerprints=np.array(fingerprints, dtype=np.uint64).reshape(len(rows), len(found)),
        columns=_columns([row[1] for row in found]),
        metrics=stack_metrics(len(found), _scores(connection, study, len(rows))),
    )


def load_texts(connection: Connection, study: int, wanted: range) -> dict[int, Texts]:
    """Read what can be shown of neighbouring items: their texts, and the outputs of all systems."""
    first, end = wanted.start, wanted.stop
    within = (items.c.study == study, items.c.item >= first, items.c.item < end)
    fields = connection.execute(select(items.c.item, items.c.texts).where(*within)).all()
    said: dict[int, dict[int, str]] = {row.item: {} for row in fields}
    within = (outputs.c.study == study, outputs.c.item >= first, outputs.c.item < end)
    for item, system, output in connection.execute(
        select(outputs.c.item, outputs.c.system, outputs.c.output).where(*within)
    ):
        said[item][system] = output
    return {row.item: Texts(item=json.loads(row.texts), outputs=said[row.item]) for row in fields}


def load_material(connection: Connection, study: int) -> Material:
    """Read everything, texts included."""
    found = connection.execute(
        select(items.c.name, items.c.texts, items.c["columns"]).where(items.c.study == study).order_by(items.c.item)
    ).all()
    names = [
        row.name
        for row in connection.execute(select(systems.c.name).where(systems.c.study == study).order_by(systems.c.system))
    ]
    texts: list[list[str | None]] = [[None] * len(found) for _ in names]
    for item, system, output in connection.execute(
        select(outputs.c.item, outputs.c.system, outputs.c.output).where(outputs.c.study == study)
    ):
        texts[system][item] = output
    scores = _scores(connection, study, len(names))
    return Material(
        items=Items(
            names=tuple(row[0] for row in found),
            texts=_columns([row[1] for row in found]),
            columns=_columns([row[2] for row in found]),
        ),
        systems=tuple(
            SystemOutputs(name=name, texts=tuple(texts[number]), metrics=scores[number])
            for number, name in enumerate(names)
        ),
    )


def _scores(connection: Connection, study: int, count: int) -> list[dict[str, Any]]:
    scores: list[dict[str, Any]] = [{} for _ in range(count)]
    for system, metric, data in connection.execute(
        select(metric_scores.c.system, metric_scores.c.metric, metric_scores.c.scores).where(
            metric_scores.c.study == study
        )
    ):
        scores[system][metric] = np.frombuffer(bytes(data), dtype="<f8").astype(np.float64)
    return scores


def _fields(columns: Any, number: int) -> str:  # noqa: ANN401 - a mapping of tuples
    return json.dumps(
        {name: values[number] for name, values in columns.items() if values[number] is not None}, ensure_ascii=False
    )


def _columns(rows: list[str]) -> dict[str, tuple[str | None, ...]]:
    parsed = [{} if row == "{}" else json.loads(row) for row in rows]
    names = sorted({name for row in parsed for name in row})
    return {name: tuple(row.get(name) for row in parsed) for name in names}


def _bulk(connection: Connection, table: Table, rows: Iterable[tuple[Any, ...]]) -> None:
    """Insert many rows at the speed of the driver: COPY on PostgreSQL, one prepared statement on SQLite."""
    names = ", ".join(f'"{column.name}"' for column in table.columns)
    cursor: Any = connection.connection.cursor()
    if connection.dialect.name == "postgresql":
        with cursor.copy(f"COPY {table.name} ({names}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)
    else:
        marks = ", ".join("?" for _ in table.columns)
        cursor.executemany(f"INSERT INTO {table.name} ({names}) VALUES ({marks})", rows)  # noqa: S608 - our own names
    cursor.close()
