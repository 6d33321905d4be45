"""`quorate split`: outputs into statements."""

from pathlib import Path
from typing import Annotated

import typer

from quorate.cli.options import Json
from quorate.cli.options.designs import ColumnNames, FormatName

Outputs = Annotated[
    list[Path], typer.Argument(metavar="OUTPUTS", help="Files or folders with outputs.", show_default=False)
]
To = Annotated[
    Path,
    typer.Option("--output", "-o", metavar="FILE", help="Where the statements go: .jsonl, .csv or .parquet."),
]
Url = Annotated[
    str, typer.Option("--url", metavar="URL", help="An endpoint that splits, speaking OpenAI's chat protocol.")
]
Model = Annotated[str, typer.Option("--model", metavar="NAME", help="Name of the model at the endpoint.")]
PromptFile = Annotated[
    Path | None, typer.Option("--prompt", metavar="FILE", help="What it is asked; {output} stands for the output.")
]
KeyFrom = Annotated[
    str,
    typer.Option("--key-from", metavar="NAME", help="Environment variable that holds the key; never shown or kept."),
]
AnswersFile = Annotated[
    Path | None, typer.Option("--answers", metavar="FILE", help="Where answers are kept; else beside the statements.")
]
Price = Annotated[
    str | None,
    typer.Option("--price", metavar="IN,OUT", help="Price of a million tokens sent, and answered: 0.15,0.6."),
]
Budget = Annotated[float | None, typer.Option("--budget", metavar="MONEY", min=0, help="What all calls may cost.")]
AtOnce = Annotated[int, typer.Option("--at-once", metavar="N", min=1, max=256, help="Calls at the same time.")]
Seconds = Annotated[float, typer.Option("--seconds", metavar="S", min=0.1, help="How long one call may take.")]


def split(
    outputs: Outputs,
    *,
    output: To = Path("statements.jsonl"),
    url: Url = "",
    model: Model = "",
    prompt: PromptFile = None,
    key_from: KeyFrom = "OPENAI_API_KEY",
    answers: AnswersFile = None,
    price: Price = None,
    budget: Budget = None,
    at_once: AtOnce = 8,
    seconds: Seconds = 120.0,
    column: ColumnNames = None,
    shape: FormatName = "",
    as_json: Json = False,
) -> None:
    """Split outputs into statements, one in a row.

    By rules: bullets, and the sentences of what is no list. With --url and --model a model splits; its answers are kept
    as they come, so that a run that was stopped goes on where it was and nothing is paid twice. What cannot be read of
    them is split by rules, and that is said.

    \b
    Example:
      quorate split answers.jsonl -o statements.jsonl
      quorate split answers.jsonl --url https://api.example.com/v1 --model small
      quorate define facts statements.jsonl documents.jsonl --kind statement
    """
    import math
    import os

    from quorate.cli.output import say
    from quorate.cli.parsing import columns_of, price_of_tokens
    from quorate.workflows import split_outputs

    made = split_outputs(
        list(outputs),
        url=url,
        model=model,
        key=os.environ.get(key_from, "") if url else "",
        prompt=prompt.read_text(encoding="utf-8") if prompt is not None else "",
        answers=answers or (output.with_suffix(".answers") if url else None),
        price=price_of_tokens(price),
        budget=math.inf if budget is None else budget,
        at_once=at_once,
        seconds=seconds,
        columns=columns_of(column),
        shape=shape,
    )
    made.write(output)
    data = {"outputs": made.outputs, "statements": len(made.rows), "by_rules": made.by_rules, "cost": made.cost}
    say(f"{made.headline} They are in {output}.", data | {"path": str(output)}, as_json=as_json)
