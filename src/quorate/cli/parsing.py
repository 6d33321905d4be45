"""What people type, as values."""

import json
import re
from collections.abc import Iterable

from quorate.errors import InputError

_UNITS = {"": 1.0, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0, "d": 86400.0}
OUR_COLUMNS = ("item", "system", "output", "source", "reference", "context", "document", "domain")


def seconds_of(duration: str) -> float:
    """Seconds of `90`, `90s`, `15m`, `1h` or `2d`.

    Raises:
        InputError: It is none of these.
    """
    match = re.fullmatch(r"(\d+(?:\.\d+)?|\.\d+)\s*([a-z]*)", duration.strip().lower())
    if match is None or match[2] not in _UNITS:
        raise InputError(f"{duration!r} is no time. Write 90s, 15m, 1h or 2d.")
    return float(match[1]) * _UNITS[match[2]]


def named(values: Iterable[str], option: str) -> dict[str, str]:
    """`["fluency=likert5", …]` as a mapping.

    Raises:
        InputError: A part has no `=`, or a name comes twice.
    """
    result: dict[str, str] = {}
    for value in values:
        name, equals, rest = value.rpartition("=")
        if not (equals and name and rest):
            raise InputError(f"{option} {value!r} is not of the form name=value.")
        if name in result:
            raise InputError(f"{option} gives {name!r} twice.")
        result[name] = rest
    return result


def named_numbers(values: Iterable[str], option: str) -> dict[str, float]:
    """`["alpha=0.5", …]` as a mapping to numbers."""
    result = {}
    for name, text in named(values, option).items():
        try:
            result[name] = float(text)
        except ValueError as error:
            raise InputError(f"{option} {name}={text!r}: the value must be a number.") from error
    return result


def columns_of(values: list[str] | None) -> dict[str, tuple[str, ...]]:
    """`["item=id", "system=gpt", "system=claude"]` as our name of a column → what the file calls it.

    Raises:
        InputError: A part has no `=`, or what stands before it is no column of ours.
    """
    from quorate.records.showing import asks

    found: dict[str, tuple[str, ...]] = {}
    for value in values or ():
        ours, equals, theirs = value.partition("=")
        if not (ours and equals and theirs):
            raise InputError(f"--column {value!r} is not of the form OURS=THEIRS, such as output=answer.")
        if ours not in OUR_COLUMNS and not asks(ours):
            raise InputError(
                f"--column {value!r}: none of ours is called {ours!r}. Ours: {', '.join(OUR_COLUMNS)}, question …."
            )
        found[ours] = (*found.get(ours, ()), theirs)
    return found


def answer_of(text: str) -> object:
    """An answer as typed: a word, a number, or a JSON object."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def with_reason(answer: object, reason: str, criterion: str) -> object:
    """The answer with a reason beside it; `criterion` names its number where it is a single one."""
    if not reason:
        return answer
    return {**(answer if isinstance(answer, dict) else {criterion: answer}), "reason": reason}


def annotator_of(text: str, known: Iterable[str | None]) -> str | int:
    """The name of an annotator, or their number as in the log where nobody is called that."""
    return int(text) if text.isdecimal() and text not in known else text
