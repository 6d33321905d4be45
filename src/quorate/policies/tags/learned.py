"""What a study of tags has learned at a position of its log: model, crowd, and the inputs that wait.

A function of the log alone. An input that was answered is a lesson with the answers that had come by then; an answer
that comes later is a lesson of its own. An input that auditors have labelled whole is a check: it teaches how far what
was expected may be believed, and nothing else. What is believed of an input that waits is renewed after every `RENEWED`
lessons. So whoever reads the log, in one piece or in many, learns the same, bit for bit.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import RLock
from typing import Any, TypeAlias

import numpy as np

from quorate.arrays import Floats
from quorate.errors import InputError
from quorate.labelling.crowd import Crowd
from quorate.labelling.models.linear import LinearModel
from quorate.labelling.models.texts import text_features
from quorate.labelling.policies.policy import AskingPolicy
from quorate.labelling.prices import Prices
from quorate.labelling.round import Labelled, Round
from quorate.labelling.trainee import Given, Trainee
from quorate.policies.tags.guesses import FIELD, Guesses, guess_of
from quorate.questions.tag import Tag
from quorate.records.design import Design
from quorate.records.events import ItemsAdded, RoleCode
from quorate.records.history import History
from quorate.records.labelling import Labelling

Reader: TypeAlias = Callable[[int], Mapping[str, str]]  # number of an item → its texts, by field

RENEWED = 10  # lessons
NEAR = 100  # questions, whose annotators count as being there
HEAD_SIZE = 1 << 16
JOINED, JUDGED, ANSWERED, CHECKED = range(4)


@dataclass(kw_only=True)
class WaitingRound(Round):
    """A round that may wait so long that the model has learned meanwhile, and that may begin with a guess.

    Attributes:
        guess: Chances of labels (position × label) that came with the input.
        guesses: How far guesses may be trusted.
    """

    guess: Floats | None = None
    guesses: Guesses

    def __post_init__(self) -> None:
        super().__post_init__()
        self.renew()

    def renew(self) -> None:
        """Believe what the model and the guess say by now."""
        self._unary, self._transition = self.trainee.believe(self.features)
        if self.guess is not None:
            self._unary = self._unary + self.guesses.terms(self.guess)

    def learn(self) -> None:
        """Learn from the answers; also how far guesses may be trusted."""
        if self.guess is not None:
            evidence = self.trainee.weigh(self.answers, len(self.parts))
            self.guesses.hear(self.guess, evidence.terms, evidence.counts)
        super().learn()


@dataclass
class Input:
    """An input that was not answered yet.

    Attributes:
        round: What is believed of it, what was asked and answered.
        joined: When it came.
        questions: Numbers of the questions about it, of which is known how they stand: open, judged, or given up.
        asked_of: Position → who was asked about it.
    """

    round: WaitingRound
    joined: float
    questions: dict[int, str] = field(default_factory=dict)
    asked_of: dict[int, set[int]] = field(default_factory=dict)
    wanted: tuple[object, list[int]] = (None, [])


class Learned:
    """What was learned, brought up to a position of a log.

    Args:
        design: The design of the study.
        kind: Its kind of question.
        asking: What decides which positions to ask about.
        read: Gives the texts of an item.
    """

    def __init__(self, design: Design, kind: Tag, asking: AskingPolicy, read: Reader) -> None:
        self.settings = design.labelling or Labelling()
        self._seed, self._kind, self._asking, self._read = design.seed, kind, asking, read
        self.prices = Prices(question=self.settings.question, second=self.settings.second)
        self.lock = RLock()
        self._history: History | None = None
        self._begin(None)

    def _begin(self, history: History | None) -> None:
        labels = len(self._kind.labels)
        is_chain = self.settings.model == "chain"
        model = LinearModel(labels) if is_chain else LinearModel(labels, size=HEAD_SIZE)
        self.trainee = Trainee(model, Crowd(labels), seed=self._seed)
        self.guesses = Guesses(labels)
        self.waiting: dict[int, Input] = {}
        self._history = history
        self._position = self._additions = self._count = 0
        self._stands_at = -1
        self._joined_at: dict[int, float] = {}
        self._corrections = 0 if history is None else history.corrections
        self._spans: dict[int, int] = {}
        self._returned: dict[int, tuple[Labelled, dict[int, int]]] = {}

    def at(self, history: History) -> "Learned":
        """The same, with all that this history holds taken in."""
        if (
            self._history is not history
            or history.position < self._position
            or history.corrections != self._corrections
        ):
            self._begin(history)
        if history.position > self._position:
            self._take(history)
            self._position = history.position
        if self._stands_at != history.position:
            self._stand(history)
            self._stands_at = history.position
        return self

    def wanted(self, item: int, history: History) -> list[int]:
        """Positions of an input that are worth another question, the most wanted first."""
        one = self.waiting[item]
        state = one.round
        state.people = self._people(history)
        key = (self.trainee.lessons, state.people, tuple(one.questions.items()))
        if one.wanted[0] != key:
            one.wanted = (key, list(self._asking.choose(state.situation())))
        return one.wanted[1]

    def reply(self, item: int, seconds: float) -> Labelled:
        """What is known of an input that waits."""
        return self.waiting[item].round.reply(seconds)

    def positions(self, item: int) -> int:
        """How many positions an item has."""
        if item not in self._spans:
            self._spans[item] = len(self._kind.spans(self._read(item).get(self._kind.context, "")))
        return self._spans[item]

    def is_crowd(self, history: History) -> Any:  # noqa: ANN401 - a mask
        """Which questions were put to the crowd: not practice or checks, not to auditors."""
        return (history["role"] == RoleCode.QUESTION) & (history["annotator"] > self.settings.auditors)

    def last_rounds(self, history: History, items: Sequence[int]) -> list[Round]:
        """Inputs that were answered, with the answers they have and what is believed of them now."""
        with self.lock:
            self.at(history)
            found = {item: self._round(item, self._parts(item)) for item in items}
            people = self._people(history)
            for row in np.flatnonzero(self.is_crowd(history) & history.counts & np.isin(history["item"], items)):
                position = max(int(history["part"][row]), 0)
                item = int(history["item"][row])
                found[item].answers.append(self._given(int(row) + 1, position, history))
                found[item].people = people
            return list(found.values())

    def _take(self, history: History) -> None:
        """Everything since, in the order of the log."""
        marks: list[tuple[int, int, int]] = []
        if not self._position and history.definition is not None:
            marks += [(1, JOINED, item) for item in range(history.definition.items)]
            self._joined_at |= dict.fromkeys(range(history.definition.items), history.definition.time)
        for position, event in history.additions[self._additions :]:
            if isinstance(event, ItemsAdded):
                marks += [(position, JOINED, item) for item in range(event.first, event.first + event.items)]
                self._joined_at |= dict.fromkeys(range(event.first, event.first + event.items), event.time)
        self._additions = len(history.additions)
        marks += self._told(history)
        new_items = {mark[2] for mark in marks if mark[1] == JOINED}
        for item in (*self.waiting, *new_items):
            if (position := history.answered.get(item, 0)) > self._position:
                marks.append((position, ANSWERED, item))
        for _, what, number in sorted(marks):
            if what == JOINED:
                self._join(number)
            elif what == ANSWERED:
                self._learn(number)
            else:
                (self._hear if what == JUDGED else self._check)(number, history)

    def _told(self, history: History) -> list[tuple[int, int, int]]:
        """Judgments since, of the crowd and of auditors."""
        judged, annotators = history["judged_position"], history["annotator"]
        is_new = (judged > self._position) & history.is_judged & (history["role"] == RoleCode.QUESTION)
        if history.excluded:
            is_new &= ~np.isin(annotators, list(history.excluded))
        rows = np.flatnonzero(is_new)
        kinds = np.where(annotators[rows] > self.settings.auditors, JUDGED, CHECKED)
        return [(int(judged[row]), int(what), int(row) + 1) for row, what in zip(rows, kinds, strict=True)]

    def _join(self, item: int) -> None:
        parts = self._parts(item)
        if parts:
            self.waiting[item] = Input(self._round(item, parts), self._joined_at.pop(item, 0.0))

    def _round(self, item: int, parts: Sequence[Any]) -> WaitingRound:
        return WaitingRound(
            trainee=self.trainee,
            policy=self._asking,
            parts=parts,
            prices=self.prices,
            most=self.settings.most,
            seed=self._seed,
            number=item,
            guess=guess_of(self._read(item).get(FIELD)),
            guesses=self.guesses,
        )

    def _hear(self, number: int, history: History) -> None:
        item, position = history.cell("item", number), max(history.cell("part", number), 0)
        given = self._given(number, position, history)
        if item in self.waiting:
            self.waiting[item].round.answers.append(given)
            return
        parts = self._parts(item)  # it came too late for its input, and is a lesson all the same
        self.trainee.learn(self.trainee.model.read(parts), [given], len(parts))
        self._renew()

    def _learn(self, item: int) -> None:
        one = self.waiting.pop(item).round
        if self.settings.audit:
            self._returned[item] = one.reply(0.0), {}
        one.learn()
        self._renew()

    def _check(self, number: int, history: History) -> None:
        """An auditor labelled one position; when all of an input are, it is checked."""
        item = history.cell("item", number)
        if item not in self._returned:
            return
        reply, truth = self._returned[item]
        truth[max(history.cell("part", number), 0)] = int(history["values"][number - 1][0])
        if len(truth) == reply.labels.size:
            right = reply.labels == np.array([truth[i] for i in range(reply.labels.size)])
            self.trainee.check(reply.beliefs, reply.told, right)
            del self._returned[item]

    def _renew(self) -> None:
        if self.trainee.lessons % RENEWED == 0:
            for one in self.waiting.values():
                one.round.renew()

    def _given(self, number: int, position: int, history: History) -> Given:
        seconds = history.cell("seconds", number)
        if not seconds >= 0.0:  # nobody measured it
            seconds = history.cell("judged_time", number) - history.cell("time", number)
        return Given(position, int(history["values"][number - 1][0]), seconds, history.cell("annotator", number))

    def _parts(self, item: int) -> list[Any]:
        text = self._read(item).get(self._kind.context, "")
        if self._kind.about == "text":
            return [text_features(text)] if text.strip() else []
        return [text[start:end] for start, end in self._kind.spans(text)]

    def _stand(self, history: History) -> None:
        """How the questions about inputs that wait stand now."""
        rows = np.flatnonzero(self.is_crowd(history)[self._count :]) + self._count
        self._count = history.count
        for row in rows:
            one = self.waiting.get(int(history["item"][row]))
            if one is not None:
                position = max(int(history["part"][row]), 0)
                one.questions[int(row) + 1] = "open"
                one.asked_of.setdefault(position, set()).add(int(history["annotator"][row]))
        for one in self.waiting.values():
            one.round.asked[:] = 0
            one.round.waiting[:] = 0
            for number in one.questions:
                is_live, position = history.is_live(number), max(history.cell("part", number), 0)
                given_up = not is_live and (
                    history.is_released(number) or history.cell("annotator", number) in history.excluded
                )
                one.questions[number] = "judged" if is_live else "given up" if given_up else "open"
                if not given_up:
                    one.round.asked[position] += 1
                    one.round.waiting[position] += not is_live

    def _people(self, history: History) -> int:
        asked = history["annotator"][-NEAR:]
        return max(len(np.unique(asked)), 1)


def check_about(kind: Tag, settings: Labelling) -> None:
    """Raise where the model does not label what the question is about."""
    if (settings.model == "chain") != (kind.about == "word"):
        needed = "a word" if settings.model == "chain" else "a text"
        raise InputError(f"The model {settings.model!r} needs questions about {needed}, not about a {kind.about}.")
