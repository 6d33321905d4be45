"""What people type, as values."""

import json
import re
from collections.abc import Iterable, Sequence

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


def price_of_tokens(text: str | None) -> tuple[float, float]:
    """What a million tokens cost that are sent, and answered: of `0.15,0.6`; nothing where nobody said.

    Raises:
        InputError: It is no pair of numbers.
    """
    if text is None:
        return 0.0, 0.0
    try:
        sent, said = (float(one) for one in text.split(","))
    except ValueError:
        raise InputError(f"--price is two numbers such as 0.15,0.6; not {text!r}.") from None
    return sent, said


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


def roles_of(words: Sequence[str]) -> dict[str, list[str]]:
    """`ROLE=NAME`, a role perhaps several times, as role → columns.

    Raises:
        InputError: One has no equals sign.
    """
    found: dict[str, list[str]] = {}
    for word in words:
        role, equals, name = word.partition("=")
        if not equals:
            raise InputError(f"--column takes ROLE=NAME, such as system=model; not {word!r}.")
        found.setdefault(role.strip(), []).append(name.strip())
    return found


def scales_of(words: Sequence[str]) -> tuple[float, float] | dict[str, tuple[float, float]] | None:
    """One scale for all criteria, or one for each that is named.

    Raises:
        InputError: There are several without a name, or one is no scale.
    """
    if len(words) == 1 and "=" not in words[0]:
        return read_scale(words[0])
    for word in words:
        if "=" not in word:
            raise InputError(f"Of several scales each names its criterion: --scale NAME=LOW,HIGH; not {word!r}.")
    return {name.strip(): read_scale(ends) for name, _, ends in (word.rpartition("=") for word in words)} or None


def read_scale(words: str) -> tuple[float, float]:
    """Two ends from `1,5`.

    Raises:
        InputError: It is something else.
    """
    try:
        low, high = (float(part) for part in words.split(","))
    except ValueError as error:
        raise InputError(f"A scale is two numbers with a comma between them, such as 1,5; not {words!r}.") from error
    if not low < high:
        raise InputError(f"The lowest score of a scale lies below the highest; {words!r} does not.")
    return low, high


def pairs_of(words: Sequence[str], option: str) -> dict[str, str]:
    """`NAME=VALUE` as a mapping.

    Raises:
        InputError: One has no equals sign.
    """
    for word in words:
        if "=" not in word:
            raise InputError(f"{option} takes NAME=VALUE, such as system_a=left; not {word!r}.")
    return {name.strip(): value.strip() for name, _, value in (word.partition("=") for word in words)}
