"""`quorate copy`: the same study in another store."""

from typing import Annotated

import typer

from quorate.cli.options import DEFAULT_STORE, Json, Name, StoreAddress

Target = Annotated[
    str,
    typer.Option("--to", metavar="STORE", help="The store to copy to; made where it is not there.", show_default=False),
]


WithSecret = Annotated[
    bool, typer.Option("--with-secret", help="Also what questions are drawn from: the study can go on there.")
]


def copy(
    name: Name,
    to: Target,
    *,
    with_secret: WithSecret = False,
    store: StoreAddress = DEFAULT_STORE,
    as_json: Json = False,
) -> None:
    """Copy a study to another store.

    The log is the same, position by position. A copy that was cut short goes on where it stopped. While the study is
    open, a copy can be read and estimated by anybody; it can ask on, and its choices can be verified, only with the
    secret that questions are drawn from (--with-secret, to move a study). A closed log holds it.

    \b
    Example:
      quorate copy fall --to archive.db
      quorate copy fall --to postgresql://quorate@localhost/studies
    """
    from contextlib import closing

    from quorate.cli.opening import opened, place
    from quorate.cli.output import AFTER_THE_CLOSE, say
    from quorate.cli.progress import counting
    from quorate.stores import open_store
    from quorate.study import copy_study
    from quorate.wording.phrases import counted

    with opened(name, store) as study, closing(open_store(to)) as target:
        with counting(f"Copying {name}", study.history.position) as progress:
            events = copy_study(study.store, target, name, with_secret=with_secret, progress=progress)
            progress(events)
        words = f"{name} is in {place(to)} with {counted(events, 'event')}."
        words += f" {AFTER_THE_CLOSE}" if study.hides_choices and not with_secret else ""
        say(
            words,
            {"study": name, "events": events, "verifiable": not study.hides_choices or with_secret},
            as_json=as_json,
        )
