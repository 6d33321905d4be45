"""Does the log reproduce itself?

Every question is decided again from the history its policy had seen, by the revision of the policy that decided it.
A log that was edited, cut or written by another policy does not pass. A revision that is not here any more is said.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from quorate.errors import QuorateError
from quorate.kernels.streams import Stream
from quorate.policies import Ask, Policy, Rest, policy_of
from quorate.policies.revisions import read_signature
from quorate.questions import kind_of
from quorate.records.chosen import only_chosen
from quorate.records.events import UNSEEN_ALLOWED, Event, ItemAnswered, ItemsAdded, OutputsAdded, QuestionAsked
from quorate.records.growth import EMPTY, Extent, grown
from quorate.records.history import History
from quorate.records.holdings import AdditionEvent, is_of
from quorate.records.log import stretch_of
from quorate.records.material import MaterialIndex
from quorate.records.secret import digest_of
from quorate.results import Result
from quorate.study.exercises import POLICY, Due, Exercises
from quorate.study.returning import differs
from quorate.study.study import Study
from quorate.wording.phrases import counted

TOLERANCE = 1e-9
NOT_YET = (
    "Questions are drawn from a secret that is not here: choices can be verified only after the study is closed, "
    "or with the owner's store."
)


@dataclass(kw_only=True)
class Decided:
    """Questions that one revision has decided, or that carry its signature.

    Attributes:
        policy: The signature of its policy.
        questions: How many.
        replayed: How many of these were decided again.
    """

    policy: str
    questions: int = 0
    replayed: int = 0

    @property
    def words(self) -> str:
        """How many, by whom, and why some were not decided again."""
        was = counted(self.questions, "question")
        left = self.questions - self.replayed
        if not left:
            return f"{was} decided by {self.policy}"
        signed = read_signature(self.policy)
        if signed is not None and len(signed.revisions) > 1:
            return (
                f"{was} decided by {self.policy}, which may mean an earlier revision: {left:,} would be decided "
                "otherwise now, and were not replayed"
            )
        return f"{was} decided by {self.policy}, which this version does not have: not replayed"


@dataclass(frozen=True, kw_only=True, repr=False)
class Verification(Result):
    """What a replay found.

    Attributes:
        events: Events read.
        questions: Questions decided again.
        decided: How many questions each revision has decided.
        problems: What did not come out the same, in words; empty when the log reproduces itself.
    """

    events: int
    questions: int
    decided: tuple[Decided, ...]
    problems: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Whether everything came out the same."""
        return not self.problems

    @property
    def headline(self) -> str:
        """Whether it holds, in a sentence."""
        what = f"{counted(self.events, 'event')}, {counted(self.questions, 'question')} decided again"
        if self.holds:
            return f"The log reproduces itself: {what}, nothing different."
        return (
            f"The log does not reproduce itself ({what}; {counted(len(self.problems), 'problem')}): {self.problems[0]}"
        )

    def to_rows(self) -> Iterator[dict[str, Any]]:
        """One row for each revision that has decided questions."""
        for one in self.decided:
            yield {"policy": one.policy, "questions": one.questions, "replayed": one.replayed}

    def to_json(self) -> dict[str, Any]:
        """Everything as plain JSON values."""
        return {
            "holds": self.holds,
            "events": self.events,
            "questions": self.questions,
            "decided": list(self.to_rows()),
            "problems": list(self.problems),
        }


def verify(study: Study, *, progress: Callable[[int], None] | None = None, most: int = 20) -> Verification:
    """Replay a study's log.

    Args:
        progress: Called with the position reached, now and then.
        most: Stop after so many problems.
    """
    problems = _check_material(study) + _check_secret(study)
    least = study.store.position(study.name)
    history = History()
    history.secret = study.history.secret
    is_replayable = history.secret is not None or study.design.draws == "seed"
    exercises = Exercises(study.design, kind_of(study.design))
    deciders = _Deciders(study)
    waiting: list[tuple[int, Event]] = []
    questions = position = 0
    try:
        for place, (position, event) in enumerate(study.store.events(study.name), 1):
            if position != place:
                problems.append(f"Position {place} is missing from the log.")
                break
            if isinstance(event, QuestionAsked | ItemAnswered):
                waiting = _fold_seen(history, waiting, event.seen)
                found = _again(deciders, exercises if is_replayable else None, history, waiting, event)
                questions += isinstance(event, QuestionAsked) and found.is_replayed
                if found.problem:
                    about = f", question {event.number}" if isinstance(event, QuestionAsked) else ""
                    problems.append(f"Position {position}{about}: {found.problem}")
                    if len(problems) >= most:
                        break
            waiting.append((position, event))
            if progress and position % 1000 == 0:
                progress(position)
        history.fold(stretch_of(waiting, history.position))
    except QuorateError as error:
        problems.append(f"Position {position}: {error}")
    if problems in ([], [NOT_YET]) and not least <= position <= study.store.position(study.name):
        problems.append(f"The log should have {least:,} events, and {position:,} are there.")
    return Verification(events=position, questions=questions, decided=deciders.decided, problems=tuple(problems))


def _check_material(study: Study) -> list[str]:
    history = study.history
    holdings = study.store.holdings(study.name)
    definition = history.definition
    problems = []
    if definition is not None and definition.digest != holdings.items.digest:
        problems.append("The items are not those the study was defined with.")
    for event, system in zip(history.systems, holdings.systems, strict=False):
        if event.digest != system.digest:
            problems.append(f"The outputs of {event.name!r} are not those it joined with.")
    if len(history.systems) != len(holdings.systems):
        problems.append("The log and the material hold different numbers of systems.")
    for position, added in history.additions:
        addition = holdings.additions.get(position)
        if addition is None or not is_of(added, addition):
            problems.append(f"Position {position}: {_described(added)} are not those that joined.")
    if {place for place in holdings.additions if place <= history.position} - {place for place, _ in history.additions}:
        problems.append("The material holds additions that the log does not.")
    return problems


def _described(event: AdditionEvent) -> str:
    """What an event says has joined, in a few words."""
    if isinstance(event, ItemsAdded):
        return "the items"
    return "the outputs" if isinstance(event, OutputsAdded) else f"the scores {event.name!r}"


def _check_secret(study: Study) -> list[str]:
    """Questions must have been drawn from the secret that the definition commits to."""
    history = study.history
    if study.design.draws == "seed" or history.definition is None:
        return []
    if history.secret is None:
        return [NOT_YET]
    is_same = digest_of(history.secret) == history.definition.secret_digest
    return [] if is_same else ["The secret is not the one that the study was defined with."]


def _fold_seen(history: History, waiting: list[tuple[int, Event]], seen: int) -> list[tuple[int, Event]]:
    """Fold the events up to `seen` and return the rest."""
    now = [entry for entry in waiting if entry[0] <= seen]
    history.fold(stretch_of(now, history.position))
    return [entry for entry in waiting if entry[0] > seen]


def _missed(history: History, unseen: list[tuple[int, Event]], event: QuestionAsked) -> str | None:
    """What the policy should have seen and did not; `None` where it saw all it must."""
    if history.position != event.seen:
        return f"the policy is said to have seen position {event.seen}, which is not before it."
    missed = [position for position, other in unseen if not isinstance(other, UNSEEN_ALLOWED)]
    return f"the policy did not see position {missed[0]}, which it must not miss." if missed else None


@dataclass(frozen=True, kw_only=True)
class _Found:
    """What came out differently, `None` where nothing did, and whether the question was decided again."""

    problem: str | None = None
    is_replayed: bool = True


class _MaterialThen:
    """The index as it was, read on as the history is."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self._extent = Extent()
        self._whole = self._index = EMPTY

    def index(self, history: History) -> MaterialIndex:
        """The index at the end of a history."""
        if history.extent != self._extent:
            growth = self._study.store.growth(self._study.name, self._extent, history.extent)
            self._whole = grown(self._whole, growth)
            self._index = only_chosen(self._whole, history.design.chosen)
            self._extent = history.extent
        return self._index


class _Deciders:
    """The policies that are here, and how many questions each revision has decided."""

    def __init__(self, study: Study) -> None:
        self._material = _MaterialThen(study)
        self._policies = [study.policy, policy_of(study.design)]
        self._decided: dict[str, Decided] = {}

    @property
    def first(self) -> Policy:
        """The policy of the study."""
        return self._policies[0]

    @property
    def decided(self) -> tuple[Decided, ...]:
        """By signature, in the order they came."""
        return tuple(self._decided.values())

    def replay(self, history: History, event: QuestionAsked) -> _Found:
        """Let the revision that decided a question decide it again."""
        signed = read_signature(event.policy)
        same = next((policy for policy in self._policies if policy.signature == event.policy), None)
        here = [(policy, read_signature(policy.signature)) for policy in self._policies]
        related = [(policy, one) for policy, one in here if signed and one and signed.is_about(one)]
        if same is None and not related:
            return _Found(problem=f"asked by {event.policy}, replayed by {self._policies[0].signature}.")
        policy = same or next((policy for policy, one in related if signed and signed.may_be(one)), None)
        problem = _decide(policy, self._material.index(history), history, event) if policy is not None else None
        is_replayed = policy is not None
        if problem is not None and signed is not None and len(signed.revisions) > 1:
            problem, is_replayed = None, False
        decided = self._decided.setdefault(event.policy, Decided(policy=event.policy))
        decided.questions += 1
        decided.replayed += is_replayed
        return _Found(problem=problem, is_replayed=is_replayed)


def _again(
    deciders: _Deciders,
    exercises: Exercises | None,
    history: History,
    unseen: list[tuple[int, Event]],
    event: QuestionAsked | ItemAnswered,
) -> _Found:
    """Ask or answer again; without exercises what is random cannot be."""
    if isinstance(event, ItemAnswered):
        return _Found(problem=differs(deciders.first, history, event))
    missed = _missed(history, unseen, event)
    if exercises is None:
        return _Found(problem=missed, is_replayed=False)
    found = _replay(deciders, exercises, history, event)
    return _Found(problem=missed or found.problem, is_replayed=found.is_replayed)


def _replay(deciders: _Deciders, exercises: Exercises, history: History, event: QuestionAsked) -> _Found:
    """Decide a question or an exercise again."""
    due = exercises.next(history, event.annotator)
    if isinstance(due, Due):
        same = (event.role, event.item, event.policy) == (due.role, due.place, POLICY)
        return _Found(problem=None if same else f"{due.role} {due.place + 1} of the guide was due.")
    if isinstance(due, Rest):
        return _Found(problem=f"the guide would have rested: {due.words}")
    if event.role != "question":
        return _Found(problem=f"no {event.role} of the guide was due.")
    return deciders.replay(history, event)


def _decide(policy: Policy, index: MaterialIndex, history: History, event: QuestionAsked) -> str | None:
    """What comes out differently; `None` where the decision is the same."""
    stream = Stream(history.chances.key(event.number), 0, event.number)
    decision = policy.choose(history.design, index, history, event.annotator, stream, time=event.time)
    if _is_same(decision, event, asker=event.annotator):
        return None
    if history.design.frame == "open crowd" and history.presence.has(event.annotator):
        # It may have been drawn for them when another person asked, and the log does not say who: it must be somebody.
        for asker in history.presence.people.tolist():
            other = policy.choose(history.design, index, history, asker, stream, time=event.time)
            if _is_same(other, event, asker=asker):
                return None
    if isinstance(decision, Rest):
        return f"the policy would have rested: {decision.words}"
    return "the policy would have asked another question, or with other probabilities."


def _is_same(decision: Ask | Rest, event: QuestionAsked, *, asker: int) -> bool:
    """Whether this is the question of the log, put to the same person."""
    return (
        isinstance(decision, Ask)
        and (asker if decision.annotator is None else decision.annotator) == event.annotator
        and decision.systems == event.systems
        and (decision.item, decision.part) == (event.item, event.part)
        and (decision.copy_of or event.number) == event.copy_of
        and decision.pair_choices == event.pair_choices
        and decision.item_choices == event.item_choices
        and _close(decision.pair_probability, event.pair_probability)
        and _close(decision.item_probability, event.item_probability)
        and _close(decision.side_probability, event.side_probability)
    )


def _close(first: float | None, second: float | None) -> bool:
    if first is None or second is None:
        return first is second
    return abs(first - second) <= TOLERANCE
