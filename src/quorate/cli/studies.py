"""`quorate studies`: what is in a store."""

from quorate.cli.options import DEFAULT_STORE, Json, StoreAddress


def studies(store: StoreAddress = DEFAULT_STORE, as_json: Json = False) -> None:
    """List the studies in a store, with how far they are.

    \b
    Example:
      quorate studies --store quorate.db
    """
    from rich.table import Table

    from quorate.cli.opening import existing_store, place
    from quorate.cli.output import draw, say
    from quorate.study import Study

    with existing_store(store) as opened:
        rows = []
        for name in opened.studies():
            study = Study.open(name, opened)
            rows.append(
                {
                    "study": name,
                    "kind": study.design.kind,
                    "systems": len(study.history.systems),
                    "items": len(study.index.items),
                    "asked": study.history.count,
                    "judgments": int(study.history.counts.sum()),
                    "state": study.state.words,
                }
            )
    if as_json or not rows:
        say(f"{place(store)} holds no study.", rows, as_json=as_json)
        return
    table = Table(box=None, header_style="bold", pad_edge=False)
    for column, value in rows[0].items():
        table.add_column(column, justify="right" if isinstance(value, int) else "left", overflow="fold")
    for row in rows:
        table.add_row(*(f"{value:,}" if isinstance(value, int) else str(value) for value in row.values()))
    draw(table)
