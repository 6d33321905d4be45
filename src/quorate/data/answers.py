"""What an answer to a comparison means: a side, a system's name, a tie, a number."""

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.data.phrases import read_phrase
from quorate.errors import InputError

if TYPE_CHECKING:
    from quorate.data.from_table import Tabular

GLUED = {  # words that are written without a space
    f"{who}{mark}": value
    for who in ("model", "system", "output", "response", "option", "answer", "assistant")
    for mark, value in (("a", 1.0), ("1", 1.0), ("b", 0.0), ("2", 0.0))
} | dict.fromkeys(("bothbad", "bothgood", "tiebothbad", "tiebothgood", "c"), 0.5)
SIDES = {"left": 1.0, "tie": 0.5, "right": 0.0}
EXPECTED = "model_a, model_b, tie, left, right, a system's name, or a number from 0 to 1"
Pairs = tuple[Sequence[str], Ints, Ints]
_Known = tuple[dict[str, float], dict[str, float | None], dict[str, int]]


def read_answers(
    table: "Tabular", column: str, pairs: Pairs, given: Mapping[str, str], *, of_first: bool = False
) -> tuple[Floats, str]:
    """Preferences for the first system, and how they were understood.

    Args:
        table: The table.
        column: Which column.
        pairs: Names of the systems, and the two of each row.
        given: What values mean where somebody said so: left, right or tie.
        of_first: Whether "win" and "loss" speak of the first system.

    Raises:
        InputError: Some rows cannot be read; names five of them.
    """
    values = table.columns[column]
    said = {_key(value): _side(side) for value, side in given.items()}
    if not all(map(_is_plain, set(map(type, values)))):
        values = list(map(str, values))
    keys = {value: _key(value) for value in dict.fromkeys(values)}
    distinct = set(keys.values())
    words = {key: _in_words(key, of_first=of_first) for key in distinct}
    systems = {_key(name): number for number, name in enumerate(pairs[0])}
    decided = {key for key in distinct if key not in said and words[key] != 0.5}
    if decided and decided <= systems.keys():
        return _by_name(table, (column, values), pairs, keys, (said, words, systems))
    meaning = {key: value for key, value in words.items() if value is not None}
    numbers = {key: number for key in distinct if (number := _number(key)) is not None}
    scaled, told = _scale(column, {key: number for key, number in numbers.items() if key not in said})
    meaning |= scaled
    meaning |= said
    if len(numbers) < len(distinct) or not told:
        told = f"{column!r}: " + ", ".join(_told(key, meaning[key]) for key in sorted(distinct) if key in meaning) + "."
    by_value = {value: meaning.get(key, math.nan) for value, key in keys.items()}
    found = np.fromiter(map(by_value.__getitem__, values), dtype=np.float64, count=len(values))
    _check(table, column, found)
    return found, told


def _by_name(
    table: "Tabular", named: tuple[str, list[Any]], pairs: Pairs, keys: Mapping[Any, str], known: _Known
) -> tuple[Floats, str]:
    said, words, systems = known
    column, values = named
    _, first, second = pairs
    code = {}
    for value, key in keys.items():
        fixed = said.get(key, words[key] if key not in systems else None)
        code[value] = systems[key] if fixed is None else -2 - int(2 * fixed)
    codes = np.fromiter(map(code.__getitem__, values), dtype=np.int64, count=len(values))
    found = np.full(len(values), np.nan)
    found[codes == first] = 1.0
    found[codes == second] = 0.0
    for fixed in (0.0, 0.5, 1.0):
        found[codes == -2 - int(2 * fixed)] = fixed
    _check(table, column, found)
    return found, f"{column!r} names the system that won."


def _check(table: "Tabular", column: str, found: Floats) -> None:
    bad = np.flatnonzero(np.isnan(found))
    if not len(bad):
        return
    row = int(bad[0])
    value = table.columns[column][row]
    what = "is empty" if value is None or value == "" else f"is {value!r:.40}"
    remedy = f"Expected: {EXPECTED}. Correct or remove the rows, or say what it means: --answer VALUE=left|right|tie."
    raise table.error(row, f"{column!r} {what}.", remedy, others=bad[1:].tolist())


def _scale(column: str, numbers: Mapping[str, float]) -> tuple[dict[str, float], str]:
    """What numbers mean, by those that occur."""
    seen = set(numbers.values())
    if not seen:
        return {}, ""
    if min(seen) >= 0 and max(seen) <= 1 and not ("winner" in column.lower() and seen == {0.0, 1.0}):
        return dict(numbers), f"{column!r}: 1 means that the first system is better, 0 the second, ½ a tie."
    if min(seen) >= 1 and max(seen) <= 2:
        return {
            key: 2.0 - number for key, number in numbers.items()
        }, f"{column!r}: 1 means the first system, 2 the second."
    if seen <= {0.0, 1.0, 2.0}:
        meaning = {0.0: 0.5, 1.0: 1.0, 2.0: 0.0}
        if "winner" in column.lower() and 2.0 not in seen:
            return {}, ""
        return (
            {key: meaning[number] for key, number in numbers.items()},
            f"{column!r}: 1 means the first system, 2 the second, 0 a tie.",
        )
    return {}, ""


def _in_words(key: str, *, of_first: bool) -> float | None:
    """What an answer means that is no number; `None` where it is one, or means nothing that is known."""
    if _number(key) is not None:
        return None
    glued = GLUED.get("".join(letter for letter in key if letter.isalnum()))
    return read_phrase(key, of_first=of_first) if glued is None else glued


def _told(key: str, value: float) -> str:
    side = {1.0: "the first system", 0.0: "the second", 0.5: "a tie"}.get(value, f"{value:g} for the first")
    return f"{key or 'nothing'} is {side}"


def _number(key: str) -> float | None:
    try:
        number = float(key.replace(",", "."))
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _side(side: str) -> float:
    if side not in SIDES:
        raise InputError(f"An answer means left, right or tie, not {side!r}.")
    return SIDES[side]


def _is_plain(kind: type) -> bool:
    return kind in (str, int, float, bool, type(None))


def _key(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "" if value is None else str(value).strip().casefold()
