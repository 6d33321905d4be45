"""Arguments and options that several verbs share."""

from typing import Annotated

import typer

DEFAULT_STORE = "quorate.db"

Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the study.", show_default=False)]

Number = Annotated[int, typer.Argument(metavar="NUMBER", help="Number of the question.", show_default=False)]

StoreAddress = Annotated[
    str,
    typer.Option(
        "--store",
        metavar="STORE",
        envvar="QUORATE_STORE",
        help="Where studies live: the path of an SQLite file, or postgresql://user@host/name.",
    ),
]

Json = Annotated[bool, typer.Option("--json", help="Print JSON on stdout, for scripts; all else goes to stderr.")]

Annotator = Annotated[
    str,
    typer.Option("--annotator", "-a", metavar="WHO", help="Name of the annotator.", show_default=False),
]

KnownAnnotator = Annotated[
    str,
    typer.Option("--annotator", "-a", metavar="WHO", help="Name, or number as in the log.", show_default=False),
]

Reason = Annotated[str, typer.Option("--reason", metavar="WORDS", help="Why; kept in the log.", show_default=False)]

Signature = Annotated[
    str,
    typer.Option(
        "--signature",
        metavar="LINE",
        help="What made them, in a line that lets somebody make them again.",
        show_default=False,
    ),
]

Slices = Annotated[
    list[str] | None,
    typer.Option(
        "--by",
        metavar="COLUMN",
        help="Also show the ranking within each value of this column of the items. Sets: of items or statements; and "
        "with each value counting the same.",
    ),
]
