"""Material in SQL tables: written in bulk, texts read a few items at a time."""

import json
from collections.abc import Iterable
from typing import Any

import numpy as np
from sqlalchemy import Connection, Table, select

from quorate.records.material import Items, SystemOutputs
from quorate.stores.schema import items, metric_scores, outputs, systems
from quorate.stores.store import Texts


def save_items(connection: Connection, study: int, given: Items, first: int = 0) -> None:
    """Write items, numbered from some number on."""
    rows = (
        (study, first + place, name, _fields(given.texts, place), _fields(given.columns, place))
        for place, name in enumerate(given.names)
    )
    bulk(connection, items, rows)


def save_system(connection: Connection, study: int, number: int, given: SystemOutputs) -> None:
    """Write one system's outputs and metric scores."""
    bulk(connection, systems, [(study, number, given.name, given.fingerprints.astype("<u8").tobytes())])
    rows = ((study, item, number, text) for item, text in enumerate(given.texts) if text is not None)
    bulk(connection, outputs, rows)
    scores = [
        (study, number, metric, np.asarray(values, dtype="<f8").tobytes()) for metric, values in given.metrics.items()
    ]
    bulk(connection, metric_scores, scores)


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


def load_items(connection: Connection, study: int) -> Items:
    """Read all items with their texts."""
    found = connection.execute(
        select(items.c.name, items.c.texts, items.c["columns"]).where(items.c.study == study).order_by(items.c.item)
    ).all()
    return Items(
        names=tuple(row[0] for row in found),
        texts=columns_of([row[1] for row in found]),
        columns=columns_of([row[2] for row in found]),
    )


def _fields(columns: Any, number: int) -> str:  # noqa: ANN401 - a mapping of tuples
    return json.dumps(
        {name: values[number] for name, values in columns.items() if values[number] is not None}, ensure_ascii=False
    )


def columns_of(rows: list[str]) -> dict[str, tuple[str | None, ...]]:
    """Column → its value in each row, from rows of JSON."""
    parsed = [{} if row == "{}" else json.loads(row) for row in rows]
    names = sorted({name for row in parsed for name in row})
    return {name: tuple(row.get(name) for row in parsed) for name in names}


def bulk(connection: Connection, table: Table, rows: Iterable[tuple[Any, ...]]) -> None:
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
