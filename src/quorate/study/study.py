"""The study: the only writer of the log."""

from collections.abc import Sequence

import numpy as np

from quorate.data.from_history import Evidence
from quorate.errors import InputError
from quorate.estimators.findings import Findings
from quorate.estimators.gathering import gather
from quorate.policies import Policy, Rest, policy_of
from quorate.policies.composition import Composition
from quorate.policies.sets.statements import StatementPolicy
from quorate.questions import Family, kind_of
from quorate.records.chosen import only_chosen
from quorate.records.claims import StateName
from quorate.records.design import Design
from quorate.records.events import StudyDefined, SystemAdded
from quorate.records.history import History
from quorate.records.material import Material, MaterialIndex
from quorate.records.secret import digest_of, make_secret
from quorate.records.showing import with_shown
from quorate.stores import Store, open_existing, open_store
from quorate.stores.clock import Clock
from quorate.study.answering import Answering
from quorate.study.asking import Asking
from quorate.study.exercises import Exercises
from quorate.study.ledger import Ledger
from quorate.study.listings import listing_study, listings_for
from quorate.study.owner import Owner
from quorate.study.question import Judgment, Question
from quorate.study.returning import Returning
from quorate.study.set_checks import check_sets
from quorate.study.waits import Waits
from quorate.wording.sentence import quoted
from quorate.wording.states import StudyState


class Study:
    """A design, its material and its log. Open one with `Study.define` or `Study.open`.

    Any number of objects may have the same study open, in threads, processes and machines: they meet in the store. One
    object may be used by several threads.

    Args:
        name: Name of the study in its store.
        store: Where it lives.
        clock: Says what time it is, in seconds since 1970 (UTC); the store does where it is left out.
        policy: What to ask next, where it is not the one the design names.

    Attributes:
        name, store, policy: The same.
        design: Its design.
        kind: Its kind of question.
        exercises: Its practice and checks.
        ledger: Its log, as far as it was read.
        owner: What its owner does: pause, retract, exclude, close and so on.
        asking: What annotators are asked; `ask` is a part of it.
        returning: What is returned for inputs that wait for their labels.
        answering: What they answer; `tell`, `skip` and `undo` are parts of it.
    """

    def __init__(self, name: str, store: Store, clock: Clock | None = None, policy: Policy | None = None) -> None:
        self.name = name
        self.store = store
        self.ledger = ledger = Ledger(name, store, clock)
        self.design = ledger.design
        self.policy = policy or policy_of(self.design, lambda item: store.texts(name, item, ()).item)
        self.kind = kind = kind_of(self.design)
        self.exercises = exercises = Exercises(self.design, kind)
        waits = Waits(ledger, clock)
        self.owner = owner = Owner(ledger=ledger, exercises=exercises)
        self.asking = asking = Asking(ledger, self.policy, kind, exercises, waits)
        self.returning = Returning(ledger=ledger, policy=self.policy)
        self.answering = Answering(
            ledger=ledger, kind=kind, exercises=exercises, waits=waits, asking=asking, owner=owner
        )

    @classmethod
    def define(
        cls,
        name: str,
        material: Material,
        *,
        design: Design | None = None,
        store: Store | str = "memory:",
        clock: Clock | None = None,
        policy: Policy | None = None,
        replace: bool = False,
        annotators: Sequence[str] = (),
    ) -> "Study":
        """Begin a study: nothing is written unless all of it is valid.

        Args:
            name: Name of the study in its store.
            material: Items, outputs and metric scores.
            design: What is asked, and when it is enough.
            store: Where it shall live.
            clock: Says what time it is, in seconds since 1970 (UTC).
            policy: What to ask next, where it is not the one the design names.
            replace: Whether a study of that name without judgments makes way.
            annotators: Names of the panel, where the design has one: nobody else is asked.

        Raises:
            ExistsError: The store holds a study of that name.
            InputError: The design or the material does not allow any question.
        """
        design, material = with_shown(design or Design(), material)
        if not name:
            raise InputError("A study needs a name.")
        if len(set(annotators)) != design.people or len(annotators) != design.people:
            raise InputError(f"The design has a panel of {design.people}, and {len(set(annotators))} are named.")
        if policy is None:
            policy_of(design)  # a wrong name is said before anything is written
        check_material(material, design)
        Exercises(design, kind_of(design))  # a wrong exercise is said before anything is written
        store = open_store(store) if isinstance(store, str) else store
        listing_study(name, design, store)  # that it lists is said before anything is written
        now = (clock or store.now)()
        secret = make_secret() if design.draws == "secret" else None
        definition = StudyDefined(
            time=now,
            study=name,
            design=design,
            items=len(material.items.names),
            digest=material.items.digest,
            secret_digest="" if secret is None else digest_of(secret),
        )
        added = [
            SystemAdded(time=now, system=number, name=system.name, outputs=system.count, digest=system.digest)
            for number, system in enumerate(material.systems)
        ]
        if replace and name in store.studies():
            store.delete(name)
        store.create(definition, added, material, secret=secret)
        study = cls(name, store, clock, policy)
        for annotator in annotators:  # one by one: they have the numbers from 1, in this order
            study.ledger.people.introduce(annotator)
        return study

    @classmethod
    def open(
        cls, name: str, store: Store | str, *, clock: Clock | None = None, policy: Policy | None = None
    ) -> "Study":
        """Open a study that exists.

        Raises:
            UnknownError: There is no such store, or no such study in it.
        """
        return cls(name, open_existing(store) if isinstance(store, str) else store, clock, policy)

    def ask(self, annotator: str, *, after: int | None = None) -> Question | Rest:
        """Put a question to an annotator, or say why there is none.

        An open question is returned again until it is told, released or expired; where questions belong to the person
        they were put to, one that was left unanswered for too long comes first.

        Args:
            annotator: Name of the annotator.
            after: Return the question after this one instead (clients that fetch ahead, where the design allows it).
        """
        return self.asking.ask(annotator, after=after)

    def tell(self, number: int, answer: object, *, annotator: str, seconds: float | None = None) -> Judgment:
        """Record an answer. Telling the same again changes nothing.

        Args:
            number: The question's number.
            answer: What the kind of question takes, such as `"left"` or `4`.
            annotator: Whom the question was put to.
            seconds: Time spent on it.

        Raises:
            AnswerError: The question does not allow this answer.
            AnsweredError: It has another answer; retract that first. Or, in a study that puts what was given up to
                others, the lease ended and somebody else answered.
            ClosedError: The study is closed.
            NotYoursError: It was put to somebody else.
            TooSoonError: It came sooner than the guide allows.
        """
        return self.answering.tell(number, answer, annotator=annotator, seconds=seconds)

    def skip(self, number: int, *, annotator: str, reason: str = "") -> None:
        """Give up a question that was put to an annotator. Skipping it again changes nothing.

        In a study that takes evidence as asked the question stays theirs, and counts against a claim until it is
        answered; in one defined before, somebody else is asked.

        Raises:
            AnsweredError: It is answered.
            NotYoursError: It was put to somebody else.
        """
        self.answering.skip(number, annotator=annotator, reason=reason)

    def undo(self, annotator: str) -> int:
        """Take back an annotator's last answer and return its question's number; it is open for them again.

        Raises:
            StudyError: There is nothing that can be taken back.
        """
        return self.answering.undo(annotator)

    def question(self, number: int) -> Question:
        """A question of the log as its annotator sees it.

        Raises:
            UnknownError: There is no such question.
        """
        return self.asking.question(number)

    def findings(self, *, believed: str = "", slices: Sequence[str] = (), reproduce: Sequence[str] = ()) -> Findings:
        """What we believe and how sure we are: what a report shows.

        Args:
            believed: Name of the estimate to rank by, such as `mean-score`; what suits the design without it.
            slices: Columns of the items to show the ranking by.
            reproduce: Commands that make this again.
        """
        history, policy = self.history, self.policy
        evidence = Evidence(
            self.design, self.index, history, floor=policy.floor, item_floor=policy.item_floor, read_kind=self.kind
        )
        return gather(
            evidence,
            state=self.state,
            claim=policy.claim(self.design, self.index, history),
            believed=believed,
            slices=slices,
            reproduce=reproduce,
            whole=self.ledger.whole_index,
            listings=listings_for(self.ledger) if self.kind.family is Family.SET else None,
            named=policy.named(self.index, history) if isinstance(policy, Composition) else None,
            is_carried_out=isinstance(policy, StatementPolicy)
            and policy.is_carried_out(self.design, self.index, history),
        )

    def __repr__(self) -> str:
        index = self.ledger.index
        sizes = f"{len(index.systems)} systems, {len(index.items)} items"
        return f"<Study {self.name!r}: {self.design.kind}, {sizes}>"

    @property
    def history(self) -> History:
        """What the log adds up to, read on to its end; `ledger.history` is the same as far as it was read already."""
        self.ledger.read_on()
        return self.ledger.history

    @property
    def index(self) -> MaterialIndex:
        """What is known about the material that is asked about; `ledger.whole_index` is about all of it."""
        return self.ledger.index

    @property
    def hides_choices(self) -> bool:
        """Whether choices can be verified by the owner alone: they are drawn from a secret that is not revealed yet."""
        return self.design.draws == "secret" and self.ledger.history.closed is None

    @property
    def state(self) -> StudyState:
        """Whether the study is open, paused, at rest or closed, and why."""
        history = self.history
        if history.closed is not None:
            return StudyState(name=StateName.CLOSED, why=quoted(history.closed))
        if history.is_paused:
            return StudyState(name=StateName.PAUSED)
        enough = self.policy.enough(self.design, self.index, history)
        if enough:
            return StudyState(name=StateName.AT_REST, why=enough)
        return StudyState(name=StateName.OPEN, why=self.policy.waiting(self.index, history))


NO_ITEMS = "There are no items. A study needs at least one item with outputs of two systems."


def check_material(material: Material, design: Design) -> None:
    """Make sure that a design can ask something about some material.

    Raises:
        InputError: It cannot.
    """
    arity = kind_of(design).arity
    if not material.items.names and kind_of(design).family is not Family.TAG:
        raise InputError(NO_ITEMS)
    if len(material.systems) < arity:
        raise InputError(f"A {design.kind} needs at least {arity} systems; there is {len(material.systems)}.")
    if design.target == "top" and design.top >= len(material.systems):
        raise InputError(f"The top must hold fewer systems than there are; top is {design.top}.")
    index = only_chosen(MaterialIndex.of(material), design.chosen)
    check_sets(material, design, index)
    counts = index.askable_counts
    says_parts = arity == 1 and any(system.parts is not None for system in material.systems)
    if arity and not says_parts and not (counts.any() if arity == 1 else np.triu(counts, 1).any()):
        raise InputError("No question can be asked: no item has outputs of two systems that differ.")
    if design.cluster == "document" and "document" not in index.columns:
        raise InputError("The design clusters by document, but the items have no column 'document'.")
