"""Records as JSON and back: one way for every frozen record.

A record becomes a JSON object of its fields; an event also carries its `type`. Reading is strict: an unknown or
missing field is an error, so that a log written by another version is noticed instead of half understood. Where a field
came later than the first logs, the record says in `BEFORE` what was meant without it: that may be another value than
the one new records get, for whatever runs keeps what it was begun with.
"""

import dataclasses
import types
import typing
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from pydantic_core import PydanticSerializationError, to_jsonable_python

from quorate.errors import InputError

Record = TypeVar("Record")


def to_json(record: Any) -> Any:  # noqa: ANN401 - JSON is what it is
    """Turn a record (or anything a record holds) into plain JSON values."""
    try:
        return to_jsonable_python(record, fallback=_listed)
    except (PydanticSerializationError, TypeError) as error:
        raise InputError(f"This has no JSON form: {error}. Records hold numbers, texts, lists and objects.") from error


def _listed(value: object) -> list[Any]:
    """Sequences of any class are lists."""
    if isinstance(value, Sequence):
        return list(value)
    raise TypeError(f"Unable to serialize unknown type: {type(value)}")


def from_json(kind: type[Record], data: Any) -> Record:  # noqa: ANN401
    """Build a record of type `kind` from JSON values.

    Raises:
        InputError: A field is unknown, missing or of the wrong type.
    """
    result: Record = _decode(kind, data, kind.__name__)
    return result


def _decode(hint: Any, data: Any, place: str) -> Any:  # noqa: ANN401, PLR0911
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return _decode_record(hint, data, place)
    origin = typing.get_origin(hint)
    arguments = typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        if data is None and type(None) in arguments:
            return None
        inner = [argument for argument in arguments if argument is not type(None)]
        return _decode(inner[0], data, place) if len(inner) == 1 else data
    if origin is tuple:
        if not isinstance(data, list | tuple):
            raise InputError(f"{place} must be a list, not {data!r}.")
        return tuple(_decode(arguments[0], value, f"{place}[{index}]") for index, value in enumerate(data))
    if origin is typing.Literal:
        if data not in arguments:
            raise InputError(f"{place} must be one of {', '.join(map(repr, arguments))}, not {data!r}.")
        return data
    if hint is float and isinstance(data, int) and not isinstance(data, bool):
        return float(data)
    plain = origin or hint  # of Mapping[str, Any] the Mapping
    if isinstance(plain, type) and (not isinstance(data, plain) or (plain is int and isinstance(data, bool))):
        raise InputError(f"{place} must be of type {plain.__name__}, not {data!r}.")
    return data


def _decode_record(kind: type[Any], data: Any, place: str) -> Any:  # noqa: ANN401
    if not isinstance(data, Mapping):
        raise InputError(f"{place} must be a JSON object, not {data!r}.")
    hints = typing.get_type_hints(kind)
    fields = {field.name: field for field in dataclasses.fields(kind)}
    unknown = sorted(set(data) - set(fields))
    if unknown:
        raise InputError(f"{place} has no field {unknown[0]!r}. Its fields are: {', '.join(fields)}.")
    missing = [
        name
        for name, field in fields.items()
        if name not in data and field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
    ]
    if missing:
        raise InputError(f"{place} lacks the field {missing[0]!r}.")
    told = {**getattr(kind, "BEFORE", {}), **data}
    return kind(**{name: _decode(hints[name], value, f"{place}.{name}") for name, value in told.items()})
