"""`quorate tell`: record an answer."""

from typing import Annotated

import typer

from quorate.cli.options import DEFAULT_STORE, Annotator, Json, Name, Number, StoreAddress

Answer = Annotated[
    str,
    typer.Argument(
        metavar="ANSWER",
        help="left, right or tie; a number; an edited text; or a JSON object where an answer has several parts.",
        show_default=False,
    ),
]
Seconds = Annotated[float | None, typer.Option("--seconds", metavar="S", help="Time spent on it.")]
Why = Annotated[str, typer.Option("--reason", metavar="WORDS", help="Why this answer; kept beside it.")]


def tell(
    name: Name,
    number: Number,
    answer: Answer,
    *,
    annotator: Annotator,
    seconds: Seconds = None,
    reason: Why = "",
    store: StoreAddress = DEFAULT_STORE,
    as_json: Json = False,
) -> None:
    """Tell the answer to a question.

    Telling the same again changes nothing; another answer is refused: retract the judgment first.

    \b
    Example:
      quorate tell fall 1 left --annotator me --seconds 12
      quorate tell tone 7 '{"fluency": 4, "tone": 80}' --annotator me
      quorate tell drafts 3 'The edited text.' --annotator me
    """
    from quorate.cli.opening import opened
    from quorate.cli.output import say
    from quorate.cli.parsing import answer_of, with_reason
    from quorate.questions import kind_of
    from quorate.records.codec import to_json

    with opened(name, store) as study:
        is_edit = study.design.kind == "edit"
        first = "text" if is_edit else kind_of(study.design).criteria[0].name
        said = with_reason(answer if is_edit else answer_of(answer), reason, first)
        judgment = study.tell(number, said, annotator=annotator, seconds=seconds)
        words = f"Question {number} of {name}: {answer} (position {judgment.position} of the log)."
        say(words, to_json(judgment), as_json=as_json)
