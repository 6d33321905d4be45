"""`quorate release`: give up an open question."""

from typing import Annotated, Literal

import typer

from quorate.cli.options import DEFAULT_STORE, Json, Name, Number, StoreAddress

ReasonName = Annotated[
    Literal["withdrawn", "skipped"],
    typer.Option("--reason", metavar="REASON", help="skipped (by its annotator) or withdrawn (by you)."),
]
Words = Annotated[str, typer.Option("--words", metavar="WORDS", help="More about why; kept in the log.")]


def release(
    name: Name,
    number: Number,
    *,
    reason: ReasonName = "withdrawn",
    words: Words = "",
    store: StoreAddress = DEFAULT_STORE,
    as_json: Json = False,
) -> None:
    """Release an open question.

    It is no longer waited for. A late answer is still taken; until it comes, claims say that they assume it to be like
    the others.

    \b
    Example:
      quorate release fall 17 --reason skipped
    """
    from quorate.cli.opening import opened
    from quorate.cli.output import say

    with opened(name, store) as study:
        study.owner.release(number, reason, words=words)
        data = {"study": name, "number": number, "reason": reason}
        say(f"Question {number} of {name} is released ({reason}).", data, as_json=as_json)
