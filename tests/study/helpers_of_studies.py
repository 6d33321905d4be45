"""Small studies for the tests of this folder."""

from quorate.policies import Rest
from quorate.records.design import Design
from quorate.stores.memory import MemoryStore
from quorate.study import Question, Study, verify
from quorate.testing.material import make_material
from quorate.testing.walks import Clock, answer_of

LEASE = 100.0


def new_study(store=None, *, clock=None, material=None, name="study", **design) -> Study:
    """A study with a clock that stands still."""
    return Study.define(
        name,
        material or make_material(systems=3, items=8),
        design=Design(**{"lease": LEASE, **design}),
        store=MemoryStore() if store is None else store,
        clock=clock or Clock(),
    )


def ask(study: Study, annotator: str, **more) -> Question:
    """Ask, where there must be a question."""
    question = study.ask(annotator, **more)
    assert isinstance(question, Question), question
    return question


def rest(study: Study, annotator: str, **more) -> str:
    """Ask, where there must be none; the reason."""
    answer = study.ask(annotator, **more)
    assert isinstance(answer, Rest), answer
    assert answer.words
    return answer.reason


def answer(study: Study, annotator: str, choice: int = 0) -> int:
    """Ask and tell; the question's number."""
    question = ask(study, annotator)
    study.tell(question.number, answer_of(study, choice), annotator=annotator)
    return question.number


def events(study: Study) -> list:
    """The log."""
    return [event for _, event in study.store.events(study.name)]


def holds(study: Study) -> bool:
    """Whether the log reproduces itself, seen through fresh eyes."""
    opened = Study.open(study.name, study.store)
    verification = verify(opened)
    assert verification.problems == ()
    assert verification.questions == opened.history.count
    assert verification.events == opened.history.position
    return verification.holds
