"""Parts of items and outputs in SQL tables: one text for what looks the same, and who said it in which event."""

import json
import zlib
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, delete, select

from quorate.arrays import Ints
from quorate.errors import ExistsError, UnknownError
from quorate.records.parts import NO_ROWS, Parts, PartsSaid, numbered, numbers_within
from quorate.stores.schema import parts, said, said_scores
from quorate.stores.store import PartText, no_part, said_before
from quorate.stores.texts import bulk

_FEW = 500  # items whose parts are read alone


class Piece(NamedTuple):
    """Parts as they came.

    Attributes:
        position: Log position at which they joined.
        system: Who said them; −1: they are the items' own.
        start: Number of the item that their first stands for.
        parts: The parts.
    """

    position: int
    system: int
    start: int
    parts: Parts


def save_said(connection: Connection, study: int, pieces: Sequence[Piece], *, is_first: bool = False) -> None:
    """Write parts, with numbers for those that nobody has said before.

    Args:
        connection: Where.
        study: Number of the study.
        pieces: What was said, in the order of the log.
        is_first: Whether the study has no part yet.

    Raises:
        ExistsError: A system has said one before.
    """
    if not pieces:
        return
    item = np.concatenate([one.parts.item + one.start for one in pieces])
    looks = np.concatenate([one.parts.looks for one in pieces])
    known = (NO_ROWS, looks[:0]) if is_first else _known(connection, study, item)
    if not is_first:
        _check_new(connection, study, pieces)
    _, is_new = numbered(known, item, looks)
    new = np.flatnonzero(is_new)
    number = numbers_within(np.concatenate([known[0], item[new]]))[len(known[0]) :]
    texts = list(chain.from_iterable(one.parts.texts for one in pieces))
    places = list(chain.from_iterable(one.parts.places for one in pieces))
    signed = looks[new].view(np.int64).tolist()
    found = zip(item[new].tolist(), number.tolist(), signed, new.tolist(), strict=True)
    bulk(connection, parts, ((study, of, at, look, texts[row], places[row]) for of, at, look, row in found))
    bulk(connection, said, [_row(study, one) for one in pieces])
    scores = (
        (study, one.position, one.system, name, np.asarray(values, dtype="<f8").tobytes())
        for one in pieces
        for name, values in one.parts.metrics.items()
    )
    bulk(connection, said_scores, scores)


def load_said(connection: Connection, study: int, after: int, until: int | None) -> tuple[PartsSaid, ...]:
    """What was said between two positions of the log."""
    within = [said.c.study == study, said.c.position > after]
    within += [] if until is None else [said.c.position <= until]
    wanted = select(said.c.position, said.c.system, said.c["items"], said.c.looks).where(*within)
    rows = connection.execute(wanted.order_by(said.c.position, said.c.system)).all()
    if not rows:
        return ()
    metrics = _metrics(connection, study)
    return tuple(
        PartsSaid(_items(row[2]), _looks(row[3]), metrics.get((row.position, row.system), {}), row.system, row.position)
        for row in rows
    )


def load_pieces(connection: Connection, study: int) -> list[Piece]:
    """Everything that was said, with its texts. Items are counted from the study's first."""
    rows = connection.execute(select(said).where(said.c.study == study).order_by(said.c.position, said.c.system)).all()
    if not rows:
        return []
    wanted = select(parts.c.item, parts.c.look, parts.c.text).where(parts.c.study == study)
    texts = {(row.item, row.look): row.text for row in connection.execute(wanted)}
    metrics = _metrics(connection, study)
    found = []
    for row in rows:
        item, looks = _items(row._mapping["items"]), _looks(row.looks)  # noqa: SLF001 - the name is taken by tuples
        keys = zip(item.tolist(), looks.view(np.int64).tolist(), strict=True)
        # A text that is gone says so, and does not verify.
        mine = Parts(
            item=item,
            texts=tuple(texts.get(key, f"(gone: {key[1]})") for key in keys),
            places=() if row.places is None else tuple(json.loads(zlib.decompress(bytes(row.places)))),
            metrics=metrics.get((row.position, row.system), {}),
        )
        found.append(Piece(row.position, row.system, 0, mine))
    return found


def load_part(connection: Connection, study: int, item: int, number: int) -> PartText:
    """What a part says and where it stands.

    Raises:
        UnknownError: There is no such part.
    """
    mine = (parts.c.study == study, parts.c.item == item, parts.c.part == number)
    row = connection.execute(select(parts.c.text, parts.c.place).where(*mine)).first()
    if row is None:
        raise UnknownError(no_part(item, number))
    return PartText(row.text, row.place)


def leave_out(connection: Connection, study: int, system: int) -> None:
    """Take out what a system said before anything was asked, and number the parts that are left anew."""
    pieces = load_pieces(connection, study)
    if not pieces:
        return
    for table in (parts, said, said_scores):
        connection.execute(delete(table).where(table.c.study == study))
    kept = [one for one in pieces if one.system != system]
    moved = [
        one._replace(position=one.position - 1, system=one.system - 1) if one.system > system else one for one in kept
    ]
    save_said(connection, study, moved, is_first=True)


def _row(study: int, piece: Piece) -> tuple[Any, ...]:
    items = (piece.parts.item + piece.start).astype("<i4").tobytes()
    places = None
    if any(place is not None for place in piece.parts.places):
        places = zlib.compress(json.dumps(piece.parts.places, ensure_ascii=False).encode("utf-8"))
    return study, piece.position, piece.system, items, piece.parts.looks.astype("<u8").tobytes(), places


def _known(connection: Connection, study: int, item: Ints) -> tuple[Ints, NDArray[np.uint64]]:
    """Item and looks of the parts there are, of these items at least, in order of their numbers."""
    wanted = select(parts.c.item, parts.c.look).where(parts.c.study == study)
    concerned = np.unique(item).tolist()
    if len(concerned) <= _FEW:
        wanted = wanted.where(parts.c.item.in_(concerned))
    rows = np.array(connection.execute(wanted.order_by(parts.c.item, parts.c.part)).all(), dtype=np.int64)
    rows = rows.reshape(-1, 2)
    return rows[:, 0].copy(), rows[:, 1].copy().view(np.uint64)


def _check_new(connection: Connection, study: int, pieces: Iterable[Piece]) -> None:
    """Nobody says the same thing of an item twice."""
    for piece in pieces:
        mine = (said.c.study == study, said.c.system == piece.system)
        for row in connection.execute(select(said.c["items"], said.c.looks).where(*mine)):
            before = set(zip(_items(row[0]).tolist(), _looks(row[1]).tolist(), strict=True))
            now = zip((piece.parts.item + piece.start).tolist(), piece.parts.looks.tolist(), strict=True)
            place = next((place for place, one in enumerate(now) if one in before), None)
            if place is not None:
                raise ExistsError(said_before(piece.parts.texts[place], int(piece.parts.item[place]) + piece.start))


def _metrics(connection: Connection, study: int) -> dict[tuple[int, int], dict[str, Any]]:
    found: dict[tuple[int, int], dict[str, Any]] = {}
    for row in connection.execute(select(said_scores).where(said_scores.c.study == study)):
        values = np.frombuffer(bytes(row.scores), dtype="<f8").astype(np.float64)
        found.setdefault((row.position, row.system), {})[row.name] = values
    return found


def _items(data: Any) -> Ints:  # noqa: ANN401 - bytes of whatever class the driver has
    return np.frombuffer(bytes(data), dtype="<i4").astype(np.int64)


def _looks(data: Any) -> NDArray[np.uint64]:  # noqa: ANN401
    return np.frombuffer(bytes(data), dtype="<u8").astype(np.uint64)
