"""What files of outputs were taken for, in three lines and as data, and what the first question looks like."""

from typing import TYPE_CHECKING, Any

from quorate.wording.phrases import counted

if TYPE_CHECKING:
    from quorate.io import Understood
    from quorate.records.design import Design
    from quorate.study import Question


_OURS = ("item", "system", "output", "source", "reference", "context", "document", "domain")


def columns_of(values: list[str] | None) -> dict[str, tuple[str, ...]]:
    """`["item=id", "system=gpt", "system=claude"]` as our name of a column → what the file calls it.

    Raises:
        InputError: A part has no `=`, or what stands before it is no column of ours.
    """
    from quorate.errors import InputError
    from quorate.records.showing import asks

    found: dict[str, tuple[str, ...]] = {}
    for value in values or ():
        ours, equals, theirs = value.partition("=")
        if not (ours and equals and theirs):
            raise InputError(f"--column {value!r} is not of the form OURS=THEIRS, such as output=answer.")
        if ours not in _OURS and not asks(ours):
            raise InputError(
                f"--column {value!r}: none of ours is called {ours!r}. Ours: {', '.join(_OURS)}, question …."
            )
        found[ours] = (*found.get(ours, ()), theirs)
    return found


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
    guessed = f"guessed: {'; '.join(data['guesses'])}" if data["guesses"] else "nothing was guessed"
    seen = [f"shows {', '.join(data['shown']) or 'the outputs alone'}"]
    seen += [f"does not show {', '.join(data['hidden'])}"] if data["hidden"] else []
    seen += [f"groups by {', '.join(data['groups'])}"] if data["groups"] else []
    seen += [f"leaves out {', '.join(data['left out'])}"] if data["left out"] else []
    how = "--column, --format correct it" if data["guesses"] else "--format reads it as something else"
    return "\n".join(
        [f"Read {'; '.join(files)}.", f"  {sizes}; {guessed} ({how})", f"  {'; '.join(seen)} (--show, --label)"]
    )


def first_question(understood: "Understood", design: "Design") -> "Question":
    """What an annotator sees of the first item that can be asked about; the systems of a pair in the file's order.

    Raises:
        InputError: No item can be asked about.
    """
    from itertools import combinations

    import numpy as np

    from quorate.errors import InputError
    from quorate.questions import kind_of
    from quorate.records.material import MaterialIndex
    from quorate.stores.store import Texts
    from quorate.study.question import Showing

    material, kind = understood.material, kind_of(design)
    index = MaterialIndex.of(material)
    found = [
        (int(np.argmax(mask)), systems)
        for systems in combinations(range(len(material.systems)), kind.arity)
        if (mask := index.askable(systems)).any()
    ]
    if not found:
        raise InputError("No question can be asked: no item has outputs of two systems that differ.")
    item, systems = min(found)
    fields = {name: text for name, values in material.items.texts.items() if (text := values[item]) is not None}
    outputs = {system: material.systems[system].texts[item] or "" for system in systems}
    return Showing(design, kind).show(
        1, systems=systems, texts=Texts(item=fields, outputs=outputs), expires=0.0, is_practice=False
    )


def say_preview(understood: "Understood", design: "Design", *, as_json: bool) -> None:
    """Print what was understood, and the first question as its annotator would see it."""
    from quorate.cli.output import draw, say
    from quorate.cli.showing import show_question

    question = first_question(understood, design)
    words = f"{read_words(understood, design)}\nThe first question, as its annotator would see it; nothing was written."
    say(words, {"read": read_data(understood, design), "question": question.to_json()}, as_json=as_json)
    if not as_json:
        draw(show_question(question, is_chat=design.guide.format == "chat"))
