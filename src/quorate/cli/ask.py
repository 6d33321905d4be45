"""`quorate ask`: put a question to an annotator."""

from quorate.cli.options import DEFAULT_STORE, Annotator, Json, Name, StoreAddress


def ask(name: Name, annotator: Annotator, store: StoreAddress = DEFAULT_STORE, as_json: Json = False) -> None:
    """Put a question to an annotator, or say why there is none.

    The same question comes again until it is told, released, or its lease ends. With --json, a study that rests
    answers {"rest": reason, "words": …}.

    \b
    Example:
      quorate ask fall --annotator me
      quorate ask fall --annotator me --json
    """
    from quorate.cli.opening import opened
    from quorate.cli.output import draw, say
    from quorate.cli.questions.showing import show_question, ways_to_answer
    from quorate.policies import Rest

    with opened(name, store) as study:
        question = study.ask(annotator)
        if isinstance(question, Rest):
            say(question.words, {"rest": question.reason, "words": question.words}, as_json=as_json)
        elif as_json:
            say("", question.to_json(), as_json=True)
        else:
            draw(show_question(question, is_chat=study.design.guide.format == "chat"))
            draw(ways_to_answer(question, study=name, annotator=annotator, store=store))
