"""What an answer means for the texts its annotator saw, worked out before it is told."""

from quorate.errors import UnknownError
from quorate.questions import kind_of
from quorate.study.question import Question, show
from quorate.study.study import Study


def complete(study: Study, number: int, answer: object) -> object:
    """The answer as `tell` takes it: edits are counted, marked places lie in the texts.

    Raises:
        AnswerError: The answer does not fit the texts.
        UnknownError: There is no such question.
    """
    question = look_up(study, number)
    return kind_of(study.design).completed(answer, item=question.item, outputs=question.outputs)


def look_up(study: Study, number: int) -> Question:
    """A question of the log as its annotator saw it.

    Raises:
        UnknownError: There is no such question.
    """
    history = study.history
    if not 1 <= number <= history.count:
        raise UnknownError(f"Study {study.name!r} has no question {number}; it has asked {history.count}.")
    systems = history.systems_of(number)
    texts = study.store.texts(study.name, history.cell("item", number), systems)
    expires = history.cell("time", number) + study.design.lease
    return show(number, study.design, kind_of(study.design), systems=systems, texts=texts, expires=expires)
