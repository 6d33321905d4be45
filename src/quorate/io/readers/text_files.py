"""Texts line by line, as WMT has them: a file for each system, and one with the sources; line n is item n."""

import re
from collections.abc import Sequence
from typing import Any

from quorate.errors import FileError
from quorate.io.lines import check_lines
from quorate.io.readers.naming import OUTPUT_FILES, distinct_parts, grid_of, role_of, role_of_file
from quorate.io.readers.reader import Glimpse, Reader, Reading, Sign, Wanted, table_of
from quorate.io.table import Rows, Table, stack

OTHERS = (
    ".csv",
    ".tsv",
    ".md",
    ".py",
    ".js",
    ".ts",
    ".sh",
    ".yml",
    ".log",
    ".png",
    ".svg",
    ".xml",
    ".css",
    ".gz",
    ".zip",
    ".pdf",
    ".db",
    ".c",
)
TEXTS = re.compile(r"|\.(txt|text|lines|detok|[a-z]{2,3}|[a-z]{2}[-_][a-z]{2,4})", re.IGNORECASE)  # or a language


def _recognise(file: Glimpse) -> Sign | None:
    if file.extension in OTHERS or not TEXTS.fullmatch(file.extension) or file.path.name.startswith("."):
        return None
    with file.path.open("rb") as handle:
        head = handle.read(1 << 12)
    is_text = b"\x00" not in head or head[:2] in (b"\xff\xfe", b"\xfe\xff")
    return None if not is_text else Sign(sureness=0.2, why="text without any other sign")


def _read(files: Sequence[Glimpse], wanted: Wanted) -> Reading:
    names = [file.path.name for file in files]
    if len({file.path.parent for file in files}) > 1 and len(set(names)) < len(names):
        return _folders(files)
    grid = grid_of([file.path.stem for file in files]) if len(files) > 3 else None
    if grid is not None:
        return _cells(files, *grid)
    lines = {file.path: _lines(file) for file in files}
    roles = {path: role_of_file(path, list(lines)) for path in lines}
    outputs = [path for path in lines if not roles[path]]
    if not outputs:
        remedy = "Name a file of outputs for each system as well; files called src, ref or doc are no outputs."
        raise FileError(files[0].path, "there is no file of outputs.", remedy=remedy)
    counts = {path: len(some) for path, some in lines.items()}
    for path, count in counts.items():
        if count != counts[outputs[0]]:
            problem = f"{count:,} lines, and {outputs[0].name} has {counts[outputs[0]]:,}; line n of each is item n."
            raise FileError(path, problem, line=min(count, counts[outputs[0]]) + 1, remedy="Make the lines agree.")
    about: dict[str, list[str | None]] = {}
    left_out = []
    for path, role in roles.items():
        if role and role in about:
            left_out.append(f"{path.name} (a second {role})")
        elif role:
            about[role] = lines[path]
    others = [part for path, role in roles.items() if role for part in path.name.split(".")]
    names = (
        [wanted.system]
        if wanted.system and len(outputs) == 1
        else distinct_parts(outputs, without=[*OUTPUT_FILES, *others])
    )
    tables = []
    for path, name in zip(outputs, names, strict=True):
        items = [str(number) for number in range(1, counts[path] + 1)]
        columns: dict[str, list[Any]] = {"item": items, "system": [name] * len(items), "output": lines[path], **about}
        table = Table(columns=columns, files=(Rows(path=path, places=range(1, len(items) + 1)),))
        table.check_texts()
        tables.append(table)
    guesses = [f"{path.name} holds the {role}s" for path, role in roles.items() if role]
    guesses.append(f"systems are called as their files: {', '.join(map(str, names))}")
    return Reading(table=stack(tables), guesses=tuple(guesses), left_out=tuple(left_out))


def _folders(files: Sequence[Glimpse]) -> Reading:
    """A folder for each system with a file for each item, or the reverse; `source` or `prompts` is no system."""
    folders, stems = [file.path.parent.name for file in files], [file.path.stem for file in files]
    grid = grid_of([f"{folder}/{stem}" for folder, stem in zip(folders, stems, strict=True)])
    return _cells(files, *(grid or (stems, folders)), is_folders=grid is None or grid[1] == folders)


def _cells(
    files: Sequence[Glimpse], items: Sequence[str], systems: Sequence[str], *, is_folders: bool | None = None
) -> Reading:
    """A file for each output."""
    about: dict[str, dict[str, str]] = {}
    tables = []
    texts = [file.path.read_text(encoding=check_lines(file.path)).strip() or None for file in files]
    for item, system, text in zip(items, systems, texts, strict=True):
        if role_of(system) and text is not None:
            about.setdefault(item, {})[role_of(system)] = text
    for file, item, system, text in zip(files, items, systems, texts, strict=True):
        if not role_of(system):
            row = {"item": item, "system": system, "output": text, **about.get(item, {})}
            tables.append(table_of(file.path, [row], [1]))
    if not tables:
        remedy = "Give a folder of outputs for each system."
        raise FileError(files[0].path, "there is no file of outputs.", remedy=remedy)
    named = sorted(set(filter(role_of, systems)))
    guess = "a folder is a system, a file in it an item" if is_folders else "a folder is an item, a file in it a system"
    guess = guess if is_folders is not None else f"a file is one output: item {items[0]!r}, system {systems[0]!r}"
    said = (
        (f"what is called {' and '.join(named)} is {' and '.join(sorted(set(map(role_of, named))))}",) if named else ()
    )
    return Reading(table=stack(tables), guesses=(guess, *said))


def _lines(file: Glimpse) -> list[str | None]:
    text = file.path.read_text(encoding=check_lines(file.path)).removesuffix("\n")
    return [line.strip() or None for line in text.split("\n")]


READER = Reader(name="text", title="texts, an item on each line", recognise=_recognise, read=_read)
