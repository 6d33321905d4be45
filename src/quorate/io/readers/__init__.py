"""Readers of the shapes that outputs come in, and how one of them is chosen for a file."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from pathlib import Path

from quorate.errors import FileError, InputError
from quorate.io.csv_layout import SEPARATORS
from quorate.io.formats import JSON_LINES, check_unpacked
from quorate.io.lines import check_file, encoding_words
from quorate.io.readers.reader import Glimpse, Reader, Reading, Sign, Wanted
from quorate.plugins import brought_along, load_plugin, wrong_plugin

BUILT_IN = (
    *("inspect:READER", "lm_eval:READER", "helm:READER", "promptfoo:READER", "alpaca_eval:READER", "mt_bench:READER"),
    *("records:LABEL_STUDIO", "records:ARGILLA", "records:HUGGING_FACE", "traces:LANGFUSE", "traces:LANGSMITH"),
    *("traces:PHOENIX", "conversations:READER", "tables:READER", "text_files:READER"),
)


SURE = 0.8  # sign of a file that is known by more than names of columns


@dataclass(frozen=True, kw_only=True)
class ShapeMatch:
    """Files that were taken for one shape.

    Attributes:
        reader: The shape.
        paths: The files.
        why: What they were told by; nothing where somebody said so.
        reading: What was made of them.
    """

    reader: Reader
    paths: tuple[Path, ...]
    why: str
    reading: Reading


@cache
def readers() -> dict[str, Reader]:
    """Every shape by its name: ours, and those of other packages."""
    found: dict[str, Reader] = {}
    for place in BUILT_IN:
        module, _, name = place.partition(":")
        reader: Reader = getattr(import_module(f"quorate.io.readers.{module}"), name)
        found[reader.name] = reader
    for name in brought_along("readers"):
        reader = load_plugin("readers", name)
        if not isinstance(reader, Reader):
            raise wrong_plugin("readers", name, reader, "a Reader")
        found.setdefault(reader.name, reader)
    return found


def read_parts(paths: Iterable[str | Path], wanted: Wanted, shape: str = "") -> tuple[list[ShapeMatch], list[Path]]:
    """Read files, each as what it surely is, and files of one shape together; and which files nobody knows.

    Args:
        paths: Files, and folders of files.
        wanted: What whoever reads said about them.
        shape: Name of the reader that reads them all; without it the surest.

    Raises:
        FileError: A file that was named is nothing known, or cannot be read.
    """
    known = readers()
    if shape and shape not in known:
        raise InputError(f"No format is called {shape!r}. Formats: {', '.join(known)}.")
    groups: dict[str, list[tuple[Glimpse, Sign | None]]] = {}
    unknown: list[Path] = []
    for path, was_named in _files(paths):
        file = Glimpse(path=path)
        chosen, sign = (shape, None) if shape else _surest(file)
        if chosen:
            groups.setdefault(chosen, []).append((file, sign))
        elif was_named:
            check_unpacked(path)
            remedy = f"Give a table of outputs, or say what it is: --format {', '.join(known)}."
            raise FileError(path, "no outputs are known to look like this.", remedy=remedy)
        else:
            unknown.append(path)
    parts = []
    for name, files in groups.items():
        reading = known[name].read([file for file, _ in files], wanted)
        encoded = [encoding_words(file.path) for file, _ in files if file.extension in (*SEPARATORS, *JSON_LINES)]
        reading = replace(reading, guesses=(*reading.guesses, *filter(None, encoded)))
        why = max((sign for _, sign in files if sign), key=lambda sign: sign.sureness, default=None)
        paths_of = tuple(file.path for file, _ in files)
        parts.append(ShapeMatch(reader=known[name], paths=paths_of, why=why.why if why else "", reading=reading))
    if not parts:
        raise FileError(unknown[0].parent, "the folder holds no file of outputs.", remedy="Name the files themselves.")
    return parts, unknown


def _surest(file: Glimpse) -> tuple[str, Sign | None]:
    found = [(name, sign) for name, reader in readers().items() if (sign := reader.recognise(file)) is not None]
    return max(found, key=lambda pair: pair[1].sureness, default=("", None))


def refuse_outputs(path: Path) -> None:
    """Say so where a file without votes or scores surely is what another tool writes of outputs.

    Raises:
        FileError: It is.
    """
    name, sign = _surest(Glimpse(path=path)) if path.is_file() else ("", None)
    if sign is not None and sign.sureness >= SURE:
        remedy = f"Have people judge the outputs: quorate define NAME {path.name}."
        raise FileError(path, f"it holds {readers()[name].title}, no votes or scores by people.", remedy=remedy)


def _files(paths: Iterable[str | Path]) -> list[tuple[Path, bool]]:
    """Each file once, folders opened, with whether it was named itself."""
    found: dict[Path, bool] = {}
    for path in map(Path, paths):
        if path.is_dir():
            inside = sorted(file for file in path.rglob("*") if file.is_file() and not _is_hidden(file, path))
            if not inside:
                raise FileError(path, "the folder holds no file.", remedy="Name a folder of outputs, or the files.")
            found |= {file: found.get(file, False) for file in inside}
        else:
            check_file(path)
            found[path] = True
    return list(found.items())


def _is_hidden(file: Path, folder: Path) -> bool:
    return any(part.startswith(".") or part == "__pycache__" for part in file.relative_to(folder).parts)


__all__ = ["Glimpse", "Reader", "Reading", "ShapeMatch", "Sign", "Wanted", "read_parts", "readers", "refuse_outputs"]
