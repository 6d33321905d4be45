"""`quorate erase`: forget who an annotator is."""

from typing import Annotated

import typer

from quorate.cli.options import DEFAULT_STORE, Json, KnownAnnotator, Name, StoreAddress

Yes = Annotated[bool, typer.Option("--yes", help="Do not ask whether you are sure.")]


def erase(
    name: Name, annotator: KnownAnnotator, yes: Yes = False, store: StoreAddress = DEFAULT_STORE, as_json: Json = False
) -> None:
    """Erase an annotator's identity.

    The log and every number stay as they were. This cannot be undone.

    \b
    Example:
      quorate erase fall --annotator 3 --yes
    """
    from quorate.cli.opening import opened
    from quorate.cli.output import say
    from quorate.cli.parsing import annotator_of

    with opened(name, store) as study:
        who = annotator_of(annotator, study.store.annotators(name).values())
        if not yes:
            typer.confirm(f"Forget who annotator {annotator} of {name} is, for good?", abort=True, err=True)
        study.owner.erase(who)
        words = f"Who annotator {annotator} of {name} was is forgotten; the log is as it was."
        say(words, {"study": name, "erased": True}, as_json=as_json)
