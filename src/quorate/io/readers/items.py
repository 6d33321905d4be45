"""Which rows of a table are about the same item: by a name, by what is asked, or by their place."""

from typing import Any

from quorate.io.fields import as_text
from quorate.io.readers.columns import as_name, called
from quorate.io.readers.naming import counted_names, name_of
from quorate.io.table import Table
from quorate.records.showing import asks

HINT = ', or say which one is meant: --column {0}={1}, columns={{"{0}": "{1}"}}'


def with_items(table: Table, guesses: list[str], left_out: list[str], *, trusts_ids: bool) -> Table:
    """The table with a column `item`: one by another name, what is asked, or the number of the row."""
    columns = dict(table.columns)
    systems = [str(system) for system in columns["system"]]
    asking = [name for name in columns if asks(name) and any(isinstance(value, str) for value in columns[name])]
    for name in called(columns, "item") if trusts_ids or not asking else ():
        found = _named_by(columns, name, systems, asking)
        if found is not None:
            named, guess = found
            guesses.append(guess)
            return Table(columns={**named, **_without(columns, name)}, files=table.files)
    for name in called(columns, "item"):
        if asking or len(set(systems)) == 1:
            left_out.append(f"{name} (names rows, not items)")
            del columns[name]
    if asking:
        guesses.append(f"items are told apart by {' and '.join(map(repr, asking))}")
        texts = [
            "\n".join(as_text(columns[name][row]) for name in asking if columns[name][row]) for row in range(len(table))
        ]
        if "" in texts:
            raise table.error(
                texts.index(""), f"{asking[0]!r} is empty, and nothing else names the item.", "Give each row an item."
            )
        names = counted_names(list(map(name_of, texts)), systems)
        again = next((name for name in names if name.endswith("#2")), "")
        guesses += [f"a system's further outputs for one are items of their own, as {again!r}"] if again else []
    elif len(set(systems)) == 1:
        guesses.append("items are numbered as the rows stand")
        names = [str(number) for number in range(1, len(table) + 1)]
    else:
        table.require("item", hint=HINT.format("item", "id"))
        raise AssertionError
    return Table(columns={"item": names, **columns}, files=table.files)


def _named_by(
    columns: dict[str, list[Any]], name: str, systems: list[str], asking: list[str]
) -> tuple[dict[str, list[Any]], str] | None:
    """Columns of items as a column names them, and what was guessed; `None` where it names something else."""
    values = [as_name(value) for value in columns[name]]
    if None in values:
        return None
    if len(set(zip(map(str, values), systems, strict=True))) == len(values):
        is_of_outputs = len(set(systems)) > 1 and len(set(values)) == len(values)
        return None if is_of_outputs else ({"item": values}, f"{name!r} is the item")
    if not _is_one_question(columns, values, asking):
        return None
    texts = list(map(str, values))
    named = {"item": counted_names(texts, systems)} | ({} if "document" in columns else {"document": texts})
    return named, f"{name!r} is the item; a system's further outputs for one are items of their own, as {texts[0]}#2"


def _is_one_question(columns: dict[str, list[Any]], values: list[Any], asking: list[str]) -> bool:
    """Whether everything that has a name of an item asks the same, and names differ where questions do."""
    if not asking:
        return False
    texts = list(zip(*(map(str, columns[name]) for name in asking), strict=True))
    pairs = set(zip(map(str, values), texts, strict=True))
    return len(pairs) == len(set(map(str, values))) > 1


def _without(columns: dict[str, list[Any]], name: str) -> dict[str, list[Any]]:
    return {other: values for other, values in columns.items() if other != name}
