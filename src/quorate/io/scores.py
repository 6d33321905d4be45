"""Scores from tables of any shape as one table: item, system, score, and annotator, criterion, document where known.

Headers may be called otherwise, criteria or systems may be columns; score files of WMT have no header at all. A table
of which some rows cannot be read is refused whole.
"""

import re
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from quorate.data.from_table import text_of
from quorate.data.score_columns import ScoreShape, are_truths, find_score_shape, is_nothing, number_of, scale_words
from quorate.errors import FileError
from quorate.io.csv_layout import SEPARATORS
from quorate.io.fields import is_name
from quorate.io.formats import read_table
from quorate.io.lines import check_lines
from quorate.io.readers import refuse_outputs
from quorate.io.score_shapes import by_annotators, opened, weighed, without_grid
from quorate.io.table import Rows, Table

PLAIN = ("item", "system", "score")
APPRAISE = (
    *("annotator", "system", "segment", "kind", "source_language", "target_language", "score", "document"),
    *("is_complete", "spans", "start", "end"),
)
APPRAISED = {"TGT", "BAD", "REF", "CHK"}  # what was shown: of these only TGT is an output to be scored
SEGMENTS = re.compile(r"(?P<system>\S+)[ \t]+(?:(?P<item>\d+)[ \t]+)?(?P<score>-?\d+(?:\.\d+)?(?:e-?\d+)?|None)\s*$")
SCORE_FILES = (".score", ".scores", ".sco")


def read_score_table(path: Path, given: Mapping[str, Collection[str]] | None = None) -> tuple[Table, tuple[str, ...]]:
    """The scores of a file, one in each row, and how it was understood.

    Args:
        path: The file.
        given: Role → columns, where the guess would be wrong.

    Raises:
        FileError: It holds no scores, or rows that cannot be read; names the first five.
    """
    if (found := _without_header(path)) is not None:
        return found
    try:
        return _read(path, given or {})
    except FileError:
        refuse_outputs(path)
        raise


def _read(path: Path, given: Mapping[str, Collection[str]]) -> tuple[Table, tuple[str, ...]]:
    table = opened(read_table(path, is_text=lambda name: is_name(name) or name in ("annotator", "criterion")))
    if not given and set(PLAIN) <= table.columns.keys() and "turn" not in table.columns:
        return table, ()
    table, seen = (table, "") if given else weighed(table)
    table, people = (table, "") if given or seen else by_annotators(table)
    seen = seen or people
    table, grid = (table, "") if given or seen else without_grid(table)
    shape = find_score_shape(table.columns, given)
    if isinstance(shape, str):
        columns = ", ".join(table.columns)
        remedy = "Say which it is: --column ROLE=NAME, such as system=model or score=points."
        raise FileError(path, f"{shape}; columns found: {columns}.", remedy=remedy)
    rows, said = _in_rows(table, shape)
    above = tuple(f"{words[0].upper()}{words[1:]}." for words in table.notes)
    return rows, (*above, *filter(None, [seen, grid]), *said)


def _in_rows(table: Table, shape: ScoreShape) -> tuple[Table, tuple[str, ...]]:
    """One row for each score."""
    count, said = len(table), [shape.words]
    roles = {role: [_name(value) for value in table.columns[column]] for role, column in shape.columns.items()}
    if "item" not in roles:
        roles["item"] = [str(number) for number in range(1, count + 1)]
        if shape.form != "systems":
            said.append("No column names the item: each row is an item of its own, and no two systems share one.")
    said += _tell_apart(roles)
    numbers = {column: _numbers(table, column, optional=shape.form != "scores") for column in shape.scores}
    for column in shape.scores:
        words = scale_words(table.columns[column])
        first = next(iter(words), None)
        said += [f"{column!r}: {first!r} is {words[first]:g}."] if words else []
    rows = [(row, column) for row in range(count) for column in shape.scores if numbers[column][row] is not None]
    if not rows:
        raise table.error(0, "no row has a score.", "Write a number for each output that was judged.")
    columns: dict[str, list[Any]] = {role: [values[row] for row, _ in rows] for role, values in roles.items()}
    for name in (*shape.columns.values(), *shape.beside):  # a report may be split by any of them
        columns.setdefault(name, [table.columns[name][row] for row, _ in rows])
    columns["score"] = [numbers[column][row] for row, column in rows]
    if shape.form == "systems":
        columns["system"] = [column for _, column in rows]
    elif shape.form == "criteria" or "criterion" not in columns:
        named = {column: _criterion(column) for column in shape.scores}
        columns["criterion"] = [named[column] for _, column in rows]
    empty = count * len(shape.scores) - len(rows)
    if empty:
        said.append(f"{empty:,} of {count * len(shape.scores):,} cells of scores are empty: nobody judged these.")
    first = table.files[0]
    places = [first.places[row] for row, _ in rows]
    return Table(columns=columns, files=(Rows(path=first.path, places=places, unit=first.unit),)), tuple(said)


def _tell_apart(roles: dict[str, list[str | None]]) -> list[str]:
    """Give items their own names where a number is used again in another document or turn."""
    item, document, turn = roles["item"], roles.get("document"), roles.pop("turn", None)
    if turn is not None and any(turn):
        roles["turn"] = turn
        roles.setdefault("document", list(item))
        roles["item"] = [one and f"{one}, turn {which or '?'}" for one, which in zip(item, turn, strict=True)]
        return [
            "Each turn is an item of its own; the turns of one item are one cluster (--cluster item: they are not)."
        ]
    if document is not None and len({*zip(item, document, strict=True)}) > len({*item}):
        roles["item"] = [one and f"{of or '?'}, {one}" for one, of in zip(item, document, strict=True)]
        return ["Items are numbered anew in each document: they are called by both."]
    return []


def _numbers(table: Table, column: str, *, optional: bool) -> list[float | None]:
    """The numbers of a column.

    Raises:
        FileError: Some values are none; names the first five rows.
    """
    values = table.columns[column]
    values = [value if value is None else float(value) for value in values] if are_truths(values) else values
    words = scale_words(values)
    numbers = [
        None if is_nothing(value) else words[value] if words and value in words else number_of(value)
        for value in values
    ]
    bad = [
        row
        for row, (value, number) in enumerate(zip(values, numbers, strict=True))
        if (number is None and not ((optional or _says_nothing(value)) and is_nothing(value)))
        or (number is not None and abs(number) == float("inf"))
    ]
    if bad:
        value = values[bad[0]]
        what = "empty" if is_nothing(value) else f"{value!r:.40}, not a finite number"
        remedy = "Write a number or remove the row."
        if optional:
            remedy = (
                f"Write a number, or nothing where nobody judged; call the column '_{column}' if it holds no scores."
            )
        raise table.error(bad[0], f"{column!r} is {what}.", remedy, others=bad[1:])
    return numbers


def _says_nothing(value: object) -> bool:
    """Whether a cell is not merely empty, but says that nobody judged: `n/a`."""
    return isinstance(value, str) and bool(value.strip())


def _name(value: object) -> str | None:
    return None if value is None else text_of(value).strip()


def _criterion(column: str) -> str:
    from quorate.data.columns import plain
    from quorate.data.score_columns import ROLES

    short = re.sub(r"^answer\.", "", column, flags=re.IGNORECASE)
    return "quality" if plain(short) in ROLES["score"] else short


def _without_header(path: Path) -> tuple[Table, tuple[str, ...]] | None:
    """Files of shared tasks without a header, or with one that is separated otherwise; `None` for other files."""
    if path.suffix.lower() not in (*SEPARATORS, *SCORE_FILES) or not path.is_file():
        return None
    with path.open(encoding=check_lines(path)) as handle:
        lines = [(place, line.rstrip("\r\n")) for place, line in enumerate(handle, 1) if line.strip()]
    return _segments(path, lines) or _appraised(path, lines)


def _segments(path: Path, lines: list[tuple[int, str]]) -> tuple[Table, tuple[str, ...]] | None:
    """`system score` for each segment in turn, `system segment score`, or both with a header `system … seg_id`."""
    header = lines[0][1].split()
    is_last = (
        len(header) == 3 and header[0] == "system" and header[2] in ("seg_id", "segment") and "," not in lines[0][1]
    )
    body = lines[1:] if is_last else lines
    found: list[tuple[int, re.Match[str]]] = []
    for place, line in body:
        fields = line.split()
        if is_last and len(fields) == 3:
            fields = [fields[0], fields[2], fields[1]]
        match = SEGMENTS.match("\t".join(fields)) if 2 <= len(fields) <= 3 else None
        if match is None:
            if not found or (path.suffix.lower() not in SCORE_FILES and not is_last):
                return None
            expected = "system, score (a number, or None) and perhaps the number of the segment between them"
            raise FileError(
                path, f"{line!r:.60} is no score of a segment.", line=place, remedy=f"Expected: {expected}."
            )
        found.append((place, match))
    if not found:
        return None
    seen: dict[str, int] = {}
    rows = []
    for place, match in found:
        seen[match["system"]] = seen.get(match["system"], 0) + 1
        if match["score"] != "None":
            rows.append((place, match["system"], match["item"] or str(seen[match["system"]]), float(match["score"])))
    is_numbered = all(match["item"] for _, match in found)
    if not is_numbered and len(set(seen.values())) > 1:
        sizes = ", ".join(f"{name} {size}" for name, size in list(seen.items())[:6])
        raise FileError(
            path,
            f"the systems have different numbers of segments ({sizes}): their places do not say which is which.",
            remedy="Write one line for each segment of each system, None where nobody judged, or number the segments.",
        )
    where, systems, items, scores = (list(column) for column in zip(*rows, strict=True))
    called = "the segment's number" if is_numbered else "its place among the lines of its system"
    left = len(found) - len(rows)
    said = [f"Segment scores as shared tasks have them: system and score; the item is {called}."]
    said += [f"{left:,} of {len(found):,} segments have no score: nobody judged these."] if left else []
    return Table(
        columns={"item": items, "system": systems, "score": scores}, files=(Rows(path=path, places=where),)
    ), tuple(said)


def _appraised(path: Path, lines: list[tuple[int, str]]) -> tuple[Table, tuple[str, ...]] | None:
    """Scores that Appraise wrote: twelve columns without a header."""
    import csv

    rows = [(place, next(csv.reader([line]))) for place, line in lines]
    if len(rows[0][1]) != len(APPRAISE) or rows[0][1][3] not in APPRAISED or number_of(rows[0][1][6]) is None:
        return None
    bad = [place for place, row in rows if len(row) != len(APPRAISE) or number_of(row[6]) is None]
    if bad:
        more = f" (also lines {', '.join(map(str, bad[1:5]))})" if len(bad) > 1 else ""
        remedy = (
            "Expected: annotator, system, segment, kind, two languages, score, document, … as Appraise writes them."
        )
        raise FileError(path, f"no row of Appraise's scores{more}.", line=bad[0], remedy=remedy)
    kept = [(place, dict(zip(APPRAISE, row, strict=True))) for place, row in rows if row[3] == "TGT"]
    if not kept:
        return None
    columns: dict[str, list[Any]] = {
        name: [row[name] for _, row in kept] for name in ("annotator", "system", "document")
    }
    columns["item"] = [f"{row['document']}, {row['segment']}" for _, row in kept]
    columns["score"] = [float(row["score"]) for _, row in kept]
    columns["seconds"] = [(number_of(row["end"]) or 0.0) - (number_of(row["start"]) or 0.0) for _, row in kept]
    said = ["Scores as Appraise writes them, without a header: annotator, system, segment, …, score, document."]
    if left := len(rows) - len(kept):
        said.append(f"{left:,} rows are checks or references, no outputs to be scored, and are left out.")
    return Table(columns=columns, files=(Rows(path=path, places=[place for place, _ in kept]),)), tuple(said)
