"""A guide from a file: TOML, or JSON."""

import json
import tomllib
from pathlib import Path
from typing import Any

from quorate.errors import FileError, InputError
from quorate.records.codec import from_json
from quorate.records.guide import Guide

# Long texts may stand in files of their own, beside the guide: `instructions_file = "instructions.md"`.
TEXTS = ("instructions", "consent", "thanks")


def read_guide(path: str | Path) -> Guide:
    """Read what annotators are told, practise on and are checked with.

    Raises:
        FileError: The file cannot be read, or something in it is unknown or of the wrong type.
    """
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
        data: Any = json.loads(text) if path.suffix.lower() == ".json" else tomllib.loads(text)
    except OSError as error:
        raise FileError(path, f"cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        form = "JSON" if path.suffix.lower() == ".json" else "TOML"
        raise FileError(path, f"is not {form}: {error}.", remedy="See docs/service.md for an example.") from error
    if not isinstance(data, dict):
        raise FileError(path, "holds no table of settings.", remedy="See docs/service.md for an example.")
    for name in TEXTS:
        beside = data.pop(f"{name}_file", None)
        if beside is not None:
            data[name] = _read_text(path, beside)
    if "hides_checks" in data:
        raise FileError(path, "checks are always hidden now.", remedy="Take out hides_checks.")
    try:
        return from_json(Guide, {**data, "hides_checks": True})
    except InputError as error:
        raise FileError(path, str(error)) from error


def _read_text(guide: Path, name: object) -> str:
    if not isinstance(name, str):
        raise FileError(guide, f"a file is named by a text, not {name!r}.")
    try:
        return (guide.parent / name).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise FileError(guide, f"the file {name!r} that it names cannot be read.") from error
