"""Which rows of a table are about the same item: by a name, by what is asked, or by their place."""

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
        values = [as_name(value) for value in columns[name]]
        keys = list(zip(map(str, values), systems, strict=True))
        if None in values or len(set(keys)) < len(keys):
            continue
        if len(set(systems)) > 1 and len(set(values)) == len(values):
            continue  # the name of an output, not of an item
        guesses.append(f"{name!r} is the item")
        del columns[name]
        return Table(columns={"item": values, **columns}, files=table.files)
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
    elif len(set(systems)) == 1:
        guesses.append("items are numbered as the rows stand")
        names = [str(number) for number in range(1, len(table) + 1)]
    else:
        table.require("item", hint=HINT.format("item", "id"))
        raise AssertionError
    return Table(columns={"item": names, **columns}, files=table.files)
