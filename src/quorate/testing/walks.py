"""Random walks through a study: whatever annotators and owners may do, in any order, with a clock that only walks."""

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import numpy as np

from quorate.errors import StudyError
from quorate.policies import Rest
from quorate.questions import Family, Kind, kind_of
from quorate.records.material import Items, Material, SystemOutputs
from quorate.records.scores import NO_SECOND, Scores
from quorate.study import Study
from quorate.testing.material import stating

Step: TypeAlias = tuple[str, int, int]
MOST_SYSTEMS = 5


class Clock:
    """A clock that stands until it is moved.

    Args:
        now: What time it is, in seconds since 1970.
    """

    def __init__(self, now: float = 1_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        """What time it is."""
        return self.now

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds


def answer_of(study: Study, choice: int) -> Any:  # noqa: ANN401 - an answer is what its kind takes
    """A valid answer of the study's kind of question, another one for another choice."""
    kind = kind_of(study.design)
    if kind.family is Family.PAIR:
        plain = ("left", "right", "tie")[choice % 3]
        return plain if choice % 4 else {"preference": plain, "reason": f"because… {choice}", "strength": choice % 3}
    if study.design.kind == "edit":
        counts = {"insertions": choice % 3, "deletions": 0, "substitutions": 1}
        return {"text": f"text {choice}", **counts, "words_before": 2, "words_after": 2 + choice % 3}
    if study.design.kind == "check":
        evidence = [{"paragraph": 0, "start": 0, "end": 1, "stance": stance} for stance in ("supports", "contradicts")]
        verdict = ("correct", "incorrect", "cannot tell")[choice % 3]
        return {"verdict": verdict, "evidence": evidence, "confirmed": True}
    if study.design.kind == "spans":
        return {"score": choice % 100, "spans": [{"start": 0, "end": 1, "weight": ("minor", "major")[choice % 2]}]}
    if kind.family is Family.SET:
        return _answer_of_set(kind, choice)
    return {criterion.name: criterion.low + choice % 3 for criterion in kind.criteria}


def _answer_of_set(kind: Kind, choice: int) -> Any:  # noqa: ANN401
    if not kind.arity:
        return {"marks": [{"start": 0, "end": 1 + choice % 3}], "facts": [f"fact {choice % 4}"]}
    evidence = [{"paragraph": 0, "start": 0, "end": 1, "stance": "supports"}]
    links = {link: ("right", "wrong")[(choice + place) % 2] for place, link in enumerate(kind.options["links"])}
    return {"verdict": ("right", "wrong", "cannot tell")[choice % 3], "links": links, "evidence": evidence}


def _ask(study: Study, _clock: Clock, one: int, two: int) -> None:
    study.ask(_name(one), after=study.history.count if two % 3 == 0 else None)


def _tell(study: Study, _clock: Clock, one: int, two: int) -> None:
    number = _number(study, one)
    if number:
        who = study.store.annotators(study.name)[study.history.cell("annotator", number)]
        if who is not None:
            study.tell(number, answer_of(study, two), annotator=who, seconds=two / 7)


def _answer(study: Study, clock: Clock, one: int, two: int) -> None:
    question = study.ask(_name(one))
    clock.advance(two / 10)
    if not isinstance(question, Rest):
        study.tell(question.number, answer_of(study, two), annotator=_name(one), seconds=two / 10)


def _release(study: Study, _clock: Clock, one: int, two: int) -> None:
    number = _number(study, one)
    if number:
        study.owner.release(number, "skipped" if two % 2 else "withdrawn", words="ok")


def _retract(study: Study, _clock: Clock, one: int, two: int) -> None:
    number = _number(study, one)
    if number:
        study.owner.retract(number, f"slipped {two}")


def _exclude(study: Study, _clock: Clock, one: int, two: int) -> None:
    known = study.store.annotators(study.name)
    if known and two % 3 == 0:
        study.owner.exclude(sorted(known)[one % len(known)], "answers too fast")


def _wait(study: Study, clock: Clock, one: int, _two: int) -> None:
    clock.advance(study.design.lease * (one % 5) / 3)


def _pause(study: Study, _clock: Clock, one: int, two: int) -> None:
    if one % 2:
        study.owner.pause("lunch")
    if two % 4:
        study.owner.resume()


def _grow(study: Study, _clock: Clock, one: int, two: int) -> None:
    """Let an item, a system or scores join."""
    index = study.ledger.whole_index
    systems, items = len(index.systems), len(index.items)
    if one % 3 == 0:
        texts = [f"{one} {number % 2} late" if two % 4 else None for number in range(systems)]
        outputs = tuple(
            SystemOutputs(name=name, texts=(text,)) for name, text in zip(index.systems, texts, strict=True)
        )
        names = dict.fromkeys(index.columns, (None,))
        study.owner.add_items(Material(items=Items(names=(f"late {items}",), columns=names), systems=outputs))
    elif one % 3 == 1 and systems < MOST_SYSTEMS:
        texts = [f"{item} of {systems}" if (item + two) % 5 else None for item in range(items)]
        study.owner.add_system(_stating(study, SystemOutputs(name=f"late {systems}", texts=tuple(texts))))
    else:
        system, item = np.nonzero(index.fingerprints)
        scores = np.sin(1.0 + one + 3.0 * item + system)
        none = np.full(len(item), NO_SECOND)
        name = f"score {len(study.history.additions)}"
        study.owner.add_scores(Scores(name=name, about="outputs", item=item, first=system, second=none, values=scores))


def _stating(study: Study, system: SystemOutputs) -> SystemOutputs:
    """The system as the study's kind wants it."""
    return stating(system) if study.kind.family is Family.SET else system


STEPS: dict[str, Callable[[Study, Clock, int, int], None]] = {
    "answer": _answer,
    "ask": _ask,
    "tell": _tell,
    "release": _release,
    "retract": _retract,
    "wait": _wait,
    "exclude": _exclude,
    "pause": _pause,
    "grow": _grow,
}


def walk(study: Study, clock: Clock, path: Iterable[Step]) -> None:
    """Take the steps; a step the study does not allow is refused and passed over."""
    for what, one, two in path:
        try:
            STEPS[what](study, clock, one, two)
        except StudyError:
            continue


def _name(choice: int) -> str:
    return f"annotator {choice % 5}"


def _number(study: Study, choice: int) -> int:
    count = study.history.count
    return 1 + choice % count if count else 0
