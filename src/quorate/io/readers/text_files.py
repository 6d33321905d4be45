"""Texts line by line, as WMT has them: a file for each system, and one with the sources; line n is item n."""

import re
from collections.abc import Sequence
from typing import Any

from quorate.errors import FileError
from quorate.io.lines import check_lines
from quorate.io.readers.naming import distinct_parts
from quorate.io.readers.reader import Glimpse, Reader, Reading, Sign, Wanted, table_of
from quorate.io.table import Rows, Table, stack

ROLES = {
    "source": re.compile(r"src|sources?|inputs?|prompts?|questions?"),
    "reference": re.compile(r"refs?|references?|gold|targets?"),
    "document": re.compile(r"docs?|docids?|documents?"),
}
PLAIN = ("hyp", "hypothesis", "sys", "system", "output", "outputs", "txt")
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
    return None if b"\x00" in head else Sign(sureness=0.2, why="text without any other sign")


def role_of(name: str) -> str:
    """Whether a file holds sources, references or documents, by its name; nothing for the outputs of a system."""
    words = re.split(r"[._\-\s]+", name.lower())
    return next((role for role, words_of in ROLES.items() if any(map(words_of.fullmatch, words))), "")


def _read(files: Sequence[Glimpse], wanted: Wanted) -> Reading:
    names = [file.path.name for file in files]
    if len({file.path.parent for file in files}) > 1 and len(set(names)) < len(names):
        return _folders(files)
    lines = {file.path: _lines(file) for file in files}
    roles = {path: role_of(path.name) for path in lines}
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
        [wanted.system] if wanted.system and len(outputs) == 1 else distinct_parts(outputs, without=[*PLAIN, *others])
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
    """A folder for each system, and a file in it for each item; a folder called `source` or `prompts` is no system."""
    about: dict[str, dict[str, str]] = {}
    outputs = []
    for file in files:
        check_lines(file.path)
        role = role_of(file.path.parent.name)
        if role:
            about.setdefault(file.path.stem, {})[role] = file.path.read_text(encoding="utf-8-sig").strip()
        else:
            outputs.append(file)
    tables = []
    for file in outputs:
        text = file.path.read_text(encoding="utf-8-sig").strip() or None
        row = {"item": file.path.stem, "system": file.path.parent.name, "output": text, **about.get(file.path.stem, {})}
        tables.append(table_of(file.path, [row], [1]))
    if not tables:
        remedy = "Give a folder of outputs for each system."
        raise FileError(files[0].path, "there is no file of outputs.", remedy=remedy)
    return Reading(table=stack(tables), guesses=("a folder is a system, a file in it an item",))


def _lines(file: Glimpse) -> list[str | None]:
    check_lines(file.path)
    text = file.path.read_text(encoding="utf-8-sig").removesuffix("\n")
    return [line.strip() or None for line in text.split("\n")]


READER = Reader(name="text", title="texts, an item on each line", recognise=_recognise, read=_read)
