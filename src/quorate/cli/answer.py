"""`quorate answer`: judge in the terminal, one question after the other."""

import time

import typer

from quorate.cli.options import DEFAULT_STORE, Annotator, Name, StoreAddress
from quorate.errors import AnswerError


def answer(name: Name, annotator: Annotator, store: StoreAddress = DEFAULT_STORE) -> None:
    """Answer questions in the terminal until you quit or nothing is left.

    Comparisons take one key: ← or l, → or r, t for a tie. In ratings type the number and Enter. Texts are edited in
    your editor; places in a text are marked by typing what stands there. s skips, q quits; an open question is kept.

    \b
    Example:
      quorate answer fall --annotator me
    """
    from quorate.cli.opening import opened
    from quorate.cli.output import draw
    from quorate.cli.questions.showing import show_question
    from quorate.cli.questions.taking import take
    from quorate.policies import Rest
    from quorate.questions import kind_of
    from quorate.wording.phrases import counted

    told = 0
    with opened(name, store) as study:
        kind = kind_of(study.design)
        while not isinstance(question := study.ask(annotator), Rest):
            draw(show_question(question, is_chat=study.design.guide.format == "chat"))
            begin = time.monotonic()
            given = take(question, kind)
            if given == "quit":
                break
            if given == "skip":
                study.skip(question.number, annotator=annotator)
                continue
            try:
                study.tell(question.number, given, annotator=annotator, seconds=round(time.monotonic() - begin, 1))
            except AnswerError as error:
                typer.echo(f"{error} Once more.")
                continue
            told += 1
        else:
            typer.echo(question.words)
    typer.echo(f"{counted(told, 'judgment')} told. Thank you.")
