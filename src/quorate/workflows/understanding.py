"""What outputs were taken for, in three lines and as data."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quorate.io.held import HELD, Source, are_sources, as_file, is_path
from quorate.wording.phrases import counted

if TYPE_CHECKING:
    from quorate.io import Understood
    from quorate.records.design import Design
    from quorate.records.material import Material


def understand_sets(
    sources: Source,
    *,
    columns: Mapping[str, str | Sequence[str]] | None = None,
    is_stated: bool = True,
) -> "Understood":
    """Statements of systems, and items, from files or rows in memory.

    Raises:
        InputError: Something in them is wrong; says where and what to do.
    """
    from quorate.io import understand_statements

    parts = sources if are_sources(sources) else [sources]
    with ExitStack() as stack:
        paths = [stack.enter_context(as_file(part)) for part in parts]
        return understand_statements(*paths, columns=columns, is_stated=is_stated)


def understand_sources(
    sources: Source,
    *,
    columns: Mapping[str, str | Sequence[str]] | None = None,
    shape: str = "",
) -> "Understood":
    """Outputs of a file, a folder or rows in memory, or of several of these, and what they were taken for.

    Raises:
        InputError: Something in them is wrong; says where and what to do.
    """
    from quorate.io import understand

    parts = sources if are_sources(sources) else [sources]
    with ExitStack() as stack:
        paths = [stack.enter_context(as_file(part)) for part in parts]
        understood = understand(*paths, columns=columns, shape=shape)
    held = {path for path, part in zip(paths, parts, strict=True) if not is_path(part)}
    if not held:
        return understood
    matches = [
        replace(part, paths=tuple(Path(HELD) if path in held else path for path in part.paths), why="")
        if held & set(part.paths)
        else part
        for part in understood.parts
    ]
    return replace(understood, parts=tuple(matches))


def with_metrics(material: "Material", metrics: Source) -> "Material":
    """The material with automatic scores from elsewhere; as it is where there are none.

    Raises:
        InputError: They do not belong to the material.
    """
    from quorate.io import read_metrics

    if metrics is None:
        return material
    with as_file(metrics) as path:
        return read_metrics(path, material)


def read_data(understood: "Understood", design: "Design") -> dict[str, Any]:
    """Formats, guesses, what is shown, what is not, what groups, and what was left out."""
    items = understood.material.items
    return {
        "formats": [
            {"format": part.reader.name, "files": list(map(str, part.paths)), "told by": part.why}
            for part in understood.parts
        ],
        "systems": [system.name for system in understood.material.systems],
        "items": len(items.names),
        "guesses": list(understood.guesses),
        "shown": list(design.shown),
        "hidden": [field for field in items.texts if field not in design.shown],
        "groups": [column for column in items.columns if column not in design.shown],
        "left out": list(understood.left_out),
    }


def read_words(understood: "Understood", design: "Design") -> str:
    """The same in three lines: what the files are, what was guessed, what an annotator sees."""
    data = read_data(understood, design)
    material = understood.material
    files = []
    for part in understood.parts:
        named = part.paths[0].name if len(part.paths) == 1 else counted(len(part.paths), "file")
        files.append(f"{named} as {part.reader.title}" + (f" (told by {part.why})" if part.why else ""))
    sizes = f"{counted(len(material.systems), 'system')}, {counted(len(material.items.names), 'item')}"
    sizes += stated_words(material, design)
    guessed = f"guessed: {'; '.join(data['guesses'])}" if data["guesses"] else "nothing was guessed"
    seen = [f"shows {', '.join(data['shown']) or 'the outputs alone'}"]
    seen += [f"does not show {', '.join(data['hidden'])}"] if data["hidden"] else []
    seen += [f"groups by {', '.join(data['groups'])}"] if data["groups"] else []
    seen += [f"leaves out {', '.join(data['left out'])}"] if data["left out"] else []
    how = "--column, --format correct it" if data["guesses"] else "--format reads it as something else"
    return "\n".join(
        [f"Read {'; '.join(files)}.", f"  {sizes}; {guessed} ({how})", f"  {'; '.join(seen)} (--show, --label)"]
    )


def stated_words(material: "Material", design: "Design") -> str:
    """How many statements there are, where outputs are sets of them, and how many of these several systems make."""
    from quorate.questions import Family, kind_of

    if kind_of(design).family is not Family.SET or not material.systems:
        return ""
    from quorate.estimators.stated import stated_of
    from quorate.records.material import MaterialIndex

    made = stated_of(MaterialIndex.of(material)).statements
    several = int((made.makers > 1).sum())
    words = f", {counted(len(made.statement), 'statement')}: {made.count:,} different, {several:,} by several systems"
    silent = [name for name, size in zip(made.systems, made.sizes, strict=True) if not size]
    return words + (f"; {', '.join(silent)} states nothing" if silent else "")
