"""Tables of scores as people nest them, as plain ones: objects in cells, a column for each system and criterion."""

import re
from collections.abc import Mapping
from typing import Any

from quorate.data.columns import plain
from quorate.data.roles import PERSON
from quorate.data.score_columns import ROLES, have_numbers, is_beside, is_nothing
from quorate.data.words import spelled, words_of
from quorate.io.table import Rows, Table

CRITERIA = spelled("""
    fluency adequacy coherence consistency relevance quality accuracy grammar naturalness informativeness faithfulness
    factuality helpfulness harmlessness correctness clarity usefulness style tone overall readability safety
    completeness conciseness engagement engagingness groundedness rating score
""")
_APART = re.compile(r"^(.+?)\s*(?:__|::|/|[_:|.]|\s-\s|\s)\s*([^_:|./\s]+)$")
_NAMES = ("name", "id", "username", "login", "email")
WEIGHTS = {"major": 5.0, "minor": 1.0, "critical": 25.0, "neutral": 0.0, "noerror": 0.0, "none": 0.0, "": 0.0}
NON_TRANSLATION, PUNCTUATION = 25.0, 0.1
WEIGHED = (
    "Marked errors are weighed as MQM does (Freitag et al. 2021): minor 1, major 5, critical 25, minor punctuation "
    "0.1, a non-translation 25; the score of an output by an annotator is minus their sum."
)


def opened(table: Table) -> Table:
    """Objects in cells as columns of their own; of a person or a system the name alone."""
    columns: dict[str, list[Any]] = {}
    named = {name for role in ("annotator", "system", "item") for name in ROLES[role]}
    for name, values in table.columns.items():
        objects = [value for value in values if isinstance(value, Mapping)]
        if not objects or len(objects) + values.count(None) < len(values):
            columns[name] = values
            continue
        inner = list(dict.fromkeys(key for value in objects for key in value))
        known = next((key for key in _NAMES if key in inner), "")
        if plain(name) in named and known:
            columns[name] = [value and value.get(known) for value in values]
            continue
        for key in inner:
            whole = f"{name}.{key}" if key in table.columns or key in columns else key
            columns[whole] = [value and value.get(key) for value in values]
    is_same = columns.keys() == table.columns.keys()
    return table if is_same else Table(columns=columns, files=table.files, notes=table.notes)


def without_grid(table: Table) -> tuple[Table, str]:
    """A row for each system where columns are called by system and criterion, and how that was seen.

    Every system must have every criterion. Systems are what is called by no known criterion; where neither part is
    known they come first.
    """
    parts = {
        name: found.groups()
        for name, values in table.columns.items()
        if not is_beside(name) and have_numbers(values) and (found := _APART.match(name))
    }
    first, second = (list(dict.fromkeys(pair[place] for pair in parts.values())) for place in (0, 1))
    is_full = min(len(first), len(second)) > 1 and len(parts) == len(first) * len(second)
    if not is_full or any(
        plain(name) in likely for name in table.columns for likely in (ROLES["system"], ROLES["score"])
    ):
        return table, ""
    turned = any(plain(name) in CRITERIA for name in first) and not any(plain(name) in CRITERIA for name in second)
    systems, criteria = (second, first) if turned else (first, second)
    column = {(pair[turned], pair[not turned]): name for name, pair in parts.items()}
    others = [name for name in table.columns if name not in parts]
    rows = [(row, system) for row in range(len(table)) for system in systems]
    columns: dict[str, list[Any]] = {name: [table.columns[name][row] for row, _ in rows] for name in others}
    columns["system"] = [system for _, system in rows]
    for criterion in criteria:
        columns[criterion] = [table.columns[column[system, criterion]][row] for row, system in rows]
    (file,) = table.files
    places = [file.places[row] for row, _ in rows]
    words = (
        f"A column is called by its system ({', '.join(systems[:6])}) and its criterion ({', '.join(criteria[:6])})."
    )
    if not ({plain(name) for name in first + second} & CRITERIA):
        words += " Which of the two is the system was guessed: the first."
    return Table(
        columns=columns, files=(Rows(path=file.path, places=places, unit=file.unit),), notes=table.notes
    ), words


def by_annotators(table: Table) -> tuple[Table, str]:
    """A row for each rater where columns are called after them, `rater_1` and `rater_2`, and how that was seen."""
    known = {plain(name) for name in table.columns}
    found = [
        name
        for name, values in table.columns.items()
        if len(words_of(name)) > 1
        and words_of(name)[0] in PERSON
        and _is_mark(words_of(name)[1:])
        and have_numbers(values)
    ]
    if len(found) < 2 or known & {*ROLES["annotator"], *ROLES["score"]}:
        return table, ""
    others = [name for name in table.columns if name not in found]
    rows = [(row, name) for row in range(len(table)) for name in found]
    columns: dict[str, list[Any]] = {name: [table.columns[name][row] for row, _ in rows] for name in others}
    columns["annotator"] = [name for _, name in rows]
    columns["score"] = [table.columns[name][row] for row, name in rows]
    kept = [number for number, score in enumerate(columns["score"]) if not is_nothing(score)]
    columns = {name: [values[number] for number in kept] for name, values in columns.items()}
    (file,) = table.files
    places = [file.places[rows[number][0]] for number in kept]
    words = f"A column is what one annotator said: {', '.join(found[:6])}{', …' if len(found) > 6 else ''}."
    if len(kept) < len(rows):
        words += f" {len(rows) - len(kept):,} of {len(rows):,} cells are empty: nobody judged these."
    return Table(
        columns=columns, files=(Rows(path=file.path, places=places, unit=file.unit),), notes=table.notes
    ), words


def _is_mark(words: tuple[str, ...]) -> bool:
    """Whether words number somebody: `1`, `b`, `no 3`."""
    return all(
        word.isdigit() or len(word) == 1 or word in ("no", "nr", "number", "id", "score", "rating") for word in words
    ) and any(word.isdigit() or len(word) == 1 for word in words)


def weighed(table: Table) -> tuple[Table, str]:
    """A row for each output and annotator, with a score, where a row is a marked error with category and severity.

    Raises:
        FileError: A severity is none that has a weight.
    """
    known = {plain(name): name for name in table.columns}
    is_marked = {"severity", "category", "system"} <= known.keys() and not {"score", "rating"} & known.keys()
    if not is_marked:
        return table, ""
    graded, category = table.columns[known["severity"]], table.columns[known["category"]]
    bad = [row for row, value in enumerate(graded) if plain(str(value or "")) not in WEIGHTS]
    if bad:
        raise table.error(
            bad[0], f"the severity {graded[bad[0]]!r} has no weight.", f"Weights: {_weights()}.", others=bad[1:]
        )
    about = [name for name in table.columns if is_about(plain(name))]
    totals: dict[tuple[Any, ...], float] = {}
    first: dict[tuple[Any, ...], int] = {}
    for row in range(len(table)):
        key = tuple(table.columns[name][row] for name in about)
        totals[key] = totals.get(key, 0.0) - _weight(str(graded[row] or ""), str(category[row] or ""))
        first.setdefault(key, row)
    columns: dict[str, list[Any]] = {name: [key[place] for key in totals] for place, name in enumerate(about)}
    columns["score"] = [total + 0.0 for total in totals.values()]
    (file,) = table.files
    rows = Rows(path=file.path, places=[file.places[row] for row in first.values()], unit=file.unit)
    return Table(columns=columns, files=(rows,), notes=table.notes), WEIGHED


def is_about(name: str) -> bool:
    """Whether a column, by its plain name, says whose output was judged by whom."""
    return any(name in ROLES[role] for role in ("system", "item", "annotator", "document")) and name != "source"


def _weight(grade: str, category: str) -> float:
    kind = plain(category)
    if "nontranslation" in kind:
        return NON_TRANSLATION
    is_small = plain(grade) == "minor" and "punctuation" in kind
    return PUNCTUATION if is_small else WEIGHTS[plain(grade)]


def _weights() -> str:
    return ", ".join(f"{name} {weight:g}" for name, weight in WEIGHTS.items() if name and weight)
