"""Labels for a stream of inputs, now: by a model that learns on the job, and people who are asked where it pays."""

import math
import time as clocks
import uuid
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Condition, Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from quorate.errors import ExistsError, InputError, QuorateError, UnknownError
from quorate.workflows.label_define import check_same, define_labelling
from quorate.workflows.label_guess import Guess, first_guess, several_at_once
from quorate.workflows.label_inputs import Feed
from quorate.workflows.labelled_input import LabelledInput

if TYPE_CHECKING:
    from concurrent.futures import Future

    from quorate.records.events import ItemAnswered
    from quorate.records.labelling import ModelName
    from quorate.study import Study

TICK = 0.02  # seconds between two looks at the log


@dataclass(eq=False)
class Labeller:
    """A study of tags that answers a stream of inputs. Several threads may share one, and several processes a study.

    Nothing is kept but the log of the study: whoever opens it again goes on where it stopped.

    Attributes:
        study: The study.
        own: A model of one's own that makes a first guess for each input: `predict_proba` gets the texts of the
            positions and gives a row of chances for each, in the order of the labels; or `guess_labels`, which sees
            the whole text, does, as that of `quorate.judges.guesser.LabelGuesser`: a language model.

    Example:
        >>> labeller = Labeller.open("tickets", labels=["bill", "login"], model="head", patience=0.1)
        >>> labeller.label("I cannot log in.").why
        'nobody was there to ask'
    """

    study: "Study"
    own: Any = None
    _lock: Lock = field(default_factory=Lock, repr=False)
    _news: Condition = field(default_factory=Condition, repr=False)

    @classmethod
    def open(
        cls,
        name: str,
        *,
        store: Any = "memory:",  # noqa: ANN401 - address or store
        labels: Sequence[str] = (),
        model: "ModelName | None" = None,
        cost: float | None = None,
        patience: float | None = None,
        own: Any = None,  # noqa: ANN401 - what looks like a model of scikit-learn
        clock: Any = None,  # noqa: ANN401 - a function
        **options: Any,  # noqa: ANN401 - those of `define_labelling`
    ) -> "Labeller":
        """Open a study of tags; where there is none of this name, begin it.

        Args:
            name: Name of the study in its store.
            store: The path of an SQLite file, the address of a database, or an open store.
            labels: What an input, or a word of it, can be; needed to begin a study.
            model: `chain`: each word has a label. `head`: the text has one.
            cost: Price of a question, where a wrong label costs 1.
            patience: Seconds after which an input is answered with what is known.
            own: A model of one's own whose `predict_proba` makes a first guess: texts of the positions in, a row of
                chances for each out, in the order of the labels; or a `LabelGuesser`. How far it is trusted is learned
                from answers. The patience begins with its guess, or after a whole patience without one.
            clock: Says what time it is, in seconds since 1970 (UTC).
            options: Whatever else `define_labelling` takes.

        Raises:
            InputError: The study that is there was begun otherwise.
        """
        from quorate.study import Study

        given = {"labels": tuple(labels) or None, "model": model, "cost": cost, "patience": patience, **options}
        wanted = {name: value for name, value in given.items() if value is not None}
        try:
            study = Study.open(name, store, clock=clock)
        except UnknownError:
            if "labels" not in wanted:
                raise
            try:
                study = define_labelling(name, store=store, clock=clock, **wanted)
            except ExistsError:  # somebody else was first
                study = Study.open(name, store, clock=clock)
        check_same(study, wanted)
        return cls(study, own)

    def label(self, text: str, *, id: str = "", guess: Guess = None) -> LabelledInput:  # noqa: A002 - as users say
        """The labels of an input, within the patience.

        Args:
            text: The input.
            id: What it is called; the same input again under the same name gets what it got before.
            guess: Chances of the labels for each position, by whatever guesses beforehand.

        Raises:
            InputError: There is nothing to label, or another input has this name.
        """
        name = self.submit(text, id=id, guess=guess)
        while (done := self.answer_of(name)) is None:
            if not self.step():
                with self._news:
                    self._news.wait(TICK)
        return done

    def label_all(self, inputs: Iterable[Mapping[str, Any]], *, at_once: int = 100) -> Iterator[LabelledInput]:
        """The labels of many inputs in the order in which they are answered; a few wait for people at the same time.

        Args:
            inputs: Objects with a `text` and, where wanted, an `id` and a `guess`.
            at_once: How many inputs may wait at the same time.
        """
        waiting: dict[str, None] = {}
        coming: deque[Future[Prepared]] = deque()
        stream = Feed(inputs, at_once)
        with several_at_once(self.own, self._prepare_given) as start:
            while waiting or coming or not stream.is_over:
                while len(waiting) + len(coming) < at_once and (given := stream.next()) is not None:
                    coming.append(start(given))
                new: list[Prepared] = []
                while coming and coming[0].done():
                    new.append(coming.popleft().result())
                for problem in self.join(new):
                    if problem is not None:
                        raise problem
                waiting |= dict.fromkeys(one.name for one in new)
                moved = len(new) + self.step()
                for name in [*waiting]:
                    done = self.answer_of(name)
                    if done is not None:
                        del waiting[name]
                        yield done
                if not moved:
                    clocks.sleep(TICK)

    def submit(self, text: str, *, id: str = "", guess: Guess = None) -> str:  # noqa: A002
        """Let an input join the stream, and return its name; `answer_of` has its labels when it is answered."""
        one = self.prepare(text, id=id, guess=guess)
        problem = self.join([one])[0]
        if problem is not None:
            raise problem
        return one.name

    def prepare(self, text: str, *, id: str = "", guess: Guess = None) -> "Prepared":  # noqa: A002
        """An input that could join; nothing is written yet.

        Raises:
            InputError: There is nothing to label, or the guess is none.
        """
        from quorate.policies.tags.guesses import FIELD, guess_to_text

        kind = self._kind
        spans = kind.spans(text)
        if not spans:
            raise InputError("There is nothing to label: the text is empty.")
        if guess is None and self.own is not None and not self._is_there(id):
            guess = first_guess(self.own, kind, text, spans, self.patience)
        fields = {kind.context: text}
        if guess is not None:
            fields[FIELD] = guess_to_text(guess, len(spans), len(kind.labels))
        return Prepared(id or uuid.uuid4().hex[:12], fields)

    def _prepare_given(self, given: Mapping[str, Any]) -> "Prepared":
        return self.prepare(_text_of(given), id=str(given.get("id") or ""), guess=given.get("guess"))

    def _is_there(self, name: str) -> bool:
        """Whether an input of this name has joined, so that no guess is paid for again."""
        try:
            with self.study.ledger.steady():
                self.study.ledger.whole_index.item(name)
        except UnknownError:
            return False
        return True

    def join(self, inputs: "Sequence[Prepared]") -> list[QuorateError | None]:
        """Let inputs join, all in one transaction; of each whether something was wrong.

        An input that is there already, with the same text, is right.
        """
        with self.study.ledger.steady():
            known = set(self.study.ledger.whole_index.items)
        new = {one.name: one for one in reversed(inputs) if one.name not in known}
        if new:
            try:
                self._add([*new.values()][::-1])
            except (InputError, ExistsError):  # another process has brought one of them
                if len(new) > 1:
                    return [self.join([one])[0] for one in inputs]
                self.study.ledger.read_on()
        return [self._problem_of(one) for one in inputs]

    def _add(self, inputs: "Sequence[Prepared]") -> None:
        from quorate.records.material import Items, Material

        fields = {name for one in inputs for name in one.fields}
        texts = {field: tuple(one.fields.get(field) for one in inputs) for field in sorted(fields)}
        items = Items(names=tuple(one.name for one in inputs), texts=texts)
        self.study.owner.add_items(Material(items=items, systems=()))

    def _problem_of(self, one: "Prepared") -> QuorateError | None:
        with self.study.ledger.steady():
            index = self.study.ledger.whole_index
        try:
            same = self._text(index.item(one.name)) == one.fields[self._kind.context]
        except UnknownError as error:
            return error
        return None if same else InputError(f"Another input is called {one.name!r}. Give this one another id.")

    def step(self) -> int:
        """Answer what is to be answered now, and return how many inputs that were."""
        with self._lock:
            study = self.study
            with study.ledger.steady():
                due = study.returning.due(study.ledger.now())
            done = study.returning.answer(due) if due else {}
        if done:
            with self._news:
                self._news.notify_all()
        return len(done)

    def answer_of(self, name: str) -> LabelledInput | None:
        """What was returned for an input; `None` where it still waits.

        Raises:
            UnknownError: There is no such input.
        """
        study = self.study
        item = study.ledger.whole_index.item(name)
        event = study.returning.event_of(item)
        return None if event is None else self._said(name, item, event)

    def answers(self) -> Iterator[LabelledInput]:
        """Everything that was returned, in the order of the log."""
        from quorate.records.events import ItemAnswered

        self.study.ledger.read_on()
        names = self.study.ledger.whole_index.items
        for _, event in self.study.store.events(self.study.name):
            if isinstance(event, ItemAnswered):
                yield self._said(names[event.item], event.item, event)

    def _said(self, name: str, item: int, event: "ItemAnswered") -> LabelledInput:
        from quorate.study.returning import WHY

        kind, text, detail = self._kind, self._text(item), event.detail
        return LabelledInput(
            id=name,
            text=text,
            labels=tuple(kind.labels[int(value)] for value in event.values),
            positions=tuple(text[start:end] for start, end in kind.spans(text)),
            expected=detail["expected"],
            chances=tuple(detail["chances"]),
            questions=tuple(detail["questions"]),
            answers=detail["answers"],
            cost=detail["cost"],
            seconds=detail["seconds"],
            why=WHY[detail["why"]],
        )

    def _text(self, item: int) -> str:
        return self.study.store.texts(self.study.name, item, ()).item.get(self._kind.context, "")

    @property
    def patience(self) -> float:
        """Seconds after which an input is answered with what is known."""
        labelling = self.study.design.labelling
        return math.inf if labelling is None else labelling.patience

    @property
    def _kind(self) -> Any:  # noqa: ANN401 - a tag, which was checked
        return self.study.kind


class Prepared(NamedTuple):
    """An input that could join: its name, and its texts by field."""

    name: str
    fields: dict[str, str]


def _text_of(given: Mapping[str, Any]) -> str:
    text = given.get("text")
    if not isinstance(text, str):
        raise InputError(f"An input is an object with a text, not {dict(given)!r:.80}.")
    return text
