"""Labels for a stream of inputs, now: by a model that learns on the job, and people who are asked where it pays."""

import time as clocks
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from queue import Empty, Queue
from threading import Condition, Lock, Thread
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from quorate.errors import ExistsError, InputError, UnknownError
from quorate.results import Result

if TYPE_CHECKING:
    from quorate.records.events import ItemAnswered
    from quorate.records.guide import Guide
    from quorate.records.labelling import ModelName
    from quorate.study import Study

Guess: TypeAlias = "Sequence[Any] | None"

TICK = 0.02  # seconds between two looks at the log
LEASES = 2  # leases within the patience: what somebody leaves open for one goes to somebody else


@dataclass(frozen=True, kw_only=True, repr=False)
class LabelledInput(Result):
    """What was returned for an input.

    Attributes:
        id: What the input is called.
        text: The input.
        labels: Its labels: one for each word and sign, or one for the text.
        positions: What each of them is about.
        expected: Share of the labels that one expects to be right.
        chances: Of each label.
        questions: How often each position was asked about.
        answers: How many answers had come.
        cost: What asking has cost, where a wrong label costs 1.
        seconds: How long it took.
        why: Why it was answered then.
    """

    id: str
    text: str
    labels: tuple[str, ...]
    positions: tuple[str, ...]
    expected: float
    chances: tuple[float, ...]
    questions: tuple[int, ...]
    answers: int
    cost: float
    seconds: float
    why: str

    @property
    def headline(self) -> str:
        """The labels, how sure they are, what was asked."""
        asked = sum(self.questions)
        return (
            f"{' '.join(self.labels)} (expected to be right: {self.expected:.1%}; {asked} asked, {self.answers} "
            f"answered, {self.seconds:.2f} s: {self.why})"
        )

    def to_rows(self) -> Iterator[dict[str, Any]]:
        """One row for each position."""
        rows = zip(self.positions, self.labels, self.chances, self.questions, strict=True)
        for position, label, chance, asked in rows:
            yield {"id": self.id, "position": position, "label": label, "chance": chance, "asked": asked}

    def to_json(self) -> dict[str, Any]:
        """Everything as plain JSON values."""
        names = ("id", "text", "expected", "answers", "cost", "seconds", "why")
        lists = ("labels", "positions", "chances", "questions")
        return {name: getattr(self, name) for name in names} | {name: list(getattr(self, name)) for name in lists}


@dataclass(eq=False)
class Labeller:
    """A study of tags that answers a stream of inputs. Several threads may share one, and several processes a study.

    Nothing is kept but the log of the study: whoever opens it again goes on where it stopped.

    Attributes:
        study: The study.
        own: A model of one's own that makes a first guess for each input: `predict_proba` gets the texts of the
            positions and gives a row of chances for each, in the order of the labels.

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
                chances for each out, in the order of the labels. How far it is trusted is learned from answers.
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
        _check_same(study, wanted)
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
        stream = _Feed(inputs, at_once)
        while waiting or not stream.is_over:
            moved = 0
            while len(waiting) < at_once and (given := stream.next()) is not None:
                waiting[self.submit(_text_of(given), id=str(given.get("id") or ""), guess=given.get("guess"))] = None
                moved += 1
            moved += self.step()
            for name in [*waiting]:
                done = self.answer_of(name)
                if done is not None:
                    del waiting[name]
                    yield done
            if not moved:
                clocks.sleep(TICK)

    def submit(self, text: str, *, id: str = "", guess: Guess = None) -> str:  # noqa: A002
        """Let an input join the stream, and return its name; `answer_of` has its labels when it is answered."""
        from quorate.policies.tags.guesses import FIELD, guess_to_text
        from quorate.records.material import Items, Material

        kind = self._kind
        spans = kind.spans(text)
        if not spans:
            raise InputError("There is nothing to label: the text is empty.")
        if guess is None and self.own is not None:
            guess = self.own.predict_proba([text[start:end] for start, end in spans])
        fields = {kind.context: (text,)}
        if guess is not None:
            fields[FIELD] = (guess_to_text(guess, len(spans), len(kind.labels)),)
        name = id or uuid.uuid4().hex[:12]
        try:
            self.study.owner.add_items(Material(items=Items(names=(name,), texts=fields), systems=()))
        except (InputError, ExistsError):
            self.study.ledger.read_on()
            items = self.study.ledger.whole_index
            if name not in items.items or self._text(items.item(name)) != text:
                raise
        return name

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
    def _kind(self) -> Any:  # noqa: ANN401 - a tag, which was checked
        return self.study.kind


class _Feed:
    """Inputs that may come slowly: a thread waits for them, so that nobody else has to."""

    def __init__(self, inputs: Iterable[Mapping[str, Any]], most: int) -> None:
        self.is_over = False
        self._queue: Queue[Mapping[str, Any] | Exception | None] = Queue(maxsize=most)
        Thread(target=self._read, args=(inputs,), daemon=True).start()

    def next(self) -> Mapping[str, Any] | None:
        """The next input, where one is there; an error where the next one is none."""
        if self.is_over:
            return None
        try:
            given = self._queue.get_nowait()
        except Empty:
            return None
        if given is None or isinstance(given, Exception):
            self.is_over = True
        if isinstance(given, Exception):
            raise given
        return given

    def _read(self, inputs: Iterable[Mapping[str, Any]]) -> None:
        try:
            for one in inputs:
                self._queue.put(one)
            self._queue.put(None)
        except Exception as error:  # noqa: BLE001 - it is raised again for whoever reads
            self._queue.put(error)


def define_labelling(
    name: str,
    *,
    labels: Sequence[str],
    store: Any = "memory:",  # noqa: ANN401 - address or store
    model: "ModelName" = "chain",
    cost: float = 0.004,
    second: float = 0.0,
    patience: float = 5.0,
    most: int = 5,
    queue: int = 1000,
    lease: float | None = None,
    audit: float = 0.0,
    block: int = 1000,
    error: float = 0.05,
    auditors: Sequence[str] = (),
    question: str = "",
    policy: str = "look-ahead",
    budget: int | None = None,
    guide: "Guide | None" = None,
    seed: int = 0,
    clock: Any = None,  # noqa: ANN401 - a function
) -> "Study":
    """Begin a study that labels a stream of inputs.

    Args:
        name: Name of the study.
        labels: What an input, or a word of it, can be.
        store: Where it shall live.
        model: `chain`: each word has a label. `head`: the text has one.
        cost: Price of a question, where a wrong label costs 1.
        second: Price of a second until an input is answered.
        patience: Seconds after which an input is answered with what is known.
        most: How often one position may be asked about.
        queue: How many inputs may wait for people at once; what comes beyond is answered without asking.
        lease: Seconds after which an unanswered question goes to somebody else; half of the patience without it.
        audit: Share of the inputs that auditors check.
        block: Inputs in one block of the audit.
        error: Chance, for each block, that the audit's bound is ever too high.
        auditors: Names of those who check, and answer nothing else.
        question: The question in words.
        policy: What decides which positions are asked about: `look-ahead`, `online` (nobody is asked), `1-vote` …
        budget: At most so many answers are asked for.
        guide: What annotators are told, practise on and are checked with.
        seed: What the audit and the lessons are drawn from.
        clock: Says what time it is, in seconds since 1970 (UTC).
    """
    from quorate.records.design import Design
    from quorate.records.guide import Guide
    from quorate.records.labelling import Labelling
    from quorate.records.material import Items, Material
    from quorate.study import Study

    design = Design(
        kind="tag",
        question={
            "labels": list(labels),
            "about": "word" if model == "chain" else "text",
            **({"words": question} if question else {}),
        },
        policy=policy,
        evidence="arrived",
        lease=patience / LEASES if lease is None else lease,
        show=("text",),
        stopping={} if budget is None else {"budget": budget},
        guide=guide or Guide(reason="no"),
        seed=seed,
        labelling=Labelling(
            model=model,
            question=cost,
            second=second,
            patience=patience,
            most=most,
            queue=queue,
            audit=audit,
            block=block,
            error=error,
            auditors=len(set(auditors)),
        ),
    )
    study = Study.define(name, Material(items=Items(names=()), systems=()), design=design, store=store, clock=clock)
    for auditor in dict.fromkeys(auditors):  # one by one: they have the numbers from 1
        study.ledger.people.introduce(auditor)
    return study


def _check_same(study: "Study", wanted: Mapping[str, Any]) -> None:
    """Raise where a study was begun otherwise than somebody wants it."""
    design = study.design
    if design.labelling is None:
        raise InputError(f"{study.name!r} is a study of {design.kind}s, and labels nothing.")
    kind = cast("Any", study.kind)
    there = {
        "labels": tuple(kind.labels),
        "cost": design.labelling.question,
        "policy": design.policy,
        "question": kind.words,
        "auditors": None,
        "lease": design.lease,
        "seed": design.seed,
    }
    for name, value in wanted.items():
        known = there.get(name, getattr(design.labelling, name, None))
        if known is not None and known != (tuple(value) if name == "labels" else value):
            raise InputError(
                f"{study.name!r} was begun with {name} {known!r}, not {value!r}: name a new one otherwise."
            )


def _text_of(given: Mapping[str, Any]) -> str:
    text = given.get("text")
    if not isinstance(text, str):
        raise InputError(f"An input is an object with a text, not {dict(given)!r:.80}.")
    return text
