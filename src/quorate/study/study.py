"""The study: the only writer of the log."""

from collections.abc import Sequence

import numpy as np

from quorate.errors import InputError, StudyError
from quorate.estimators.findings import Findings
from quorate.estimators.gathering import gather
from quorate.policies import Policy, Rest, policy_of
from quorate.questions import kind_of
from quorate.records.chosen import only_chosen
from quorate.records.claims import RestReason, State
from quorate.records.design import Design
from quorate.records.events import AnnotatorReadmitted, Event, StudyDefined, SystemAdded
from quorate.records.material import Material, MaterialIndex
from quorate.records.secret import digest_of, make_secret
from quorate.records.showing import with_shown
from quorate.stores import Store, open_store
from quorate.study.answering import Answering
from quorate.study.clock import Clock
from quorate.study.exercises import Exercises, Standing
from quorate.wording.sentence import quoted
from quorate.wording.states import StudyState


class Study(Answering):
    """A design, its material and its log. Open one with `Study.define` or `Study.open`.

    Any number of objects may have the same study open, in threads, processes and machines: they meet in the store. One
    object may be used by several threads.

    Args:
        name: Name of the study in its store.
        store: Where it lives.
        clock: Says what time it is, in seconds since 1970 (UTC); the store does where it is left out.
        policy: What to ask next, where it is not the one the design names.
    """

    def __init__(self, name: str, store: Store, clock: Clock | None = None, policy: Policy | None = None) -> None:
        super().__init__(name, store, clock, policy)

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
        policy = policy or policy_of(design)
        _check_material(material, design)
        Exercises(design, kind_of(design))  # a wrong exercise is said before anything is written
        store = open_store(store) if isinstance(store, str) else store
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
            study.introduce(annotator)
        return study

    @classmethod
    def open(
        cls, name: str, store: Store | str, *, clock: Clock | None = None, policy: Policy | None = None
    ) -> "Study":
        """Open a study that exists."""
        return cls(name, open_store(store) if isinstance(store, str) else store, clock, policy)

    def resting(self, annotator: int) -> Rest | None:
        """Why an annotator is asked nothing more by the guide: failed, or at the cap; `None` where they may go on.

        Args:
            annotator: Number as in the log.
        """
        rest = self._exercises.next(self.history_as_read, annotator)
        return rest if isinstance(rest, Rest) and rest.reason in {RestReason.FAILED, RestReason.CAP} else None

    def standing(self, annotator: int) -> Standing:
        """How an annotator has done in practice and checks.

        Args:
            annotator: Number as in the log.
        """
        return self._exercises.standing(self.history_as_read, annotator)

    def readmit(self, annotator: str | int, reason: str) -> None:
        """Let somebody try again who failed practice or too many checks. What they answered stays as it is.

        Args:
            annotator: Name, or number as in the log.
            reason: Why; kept in the log.

        Raises:
            StudyError: They have not failed.
        """
        if not reason:
            raise InputError("Say why the annotator is let in again; the reason is kept in the log.")
        who = self._known_annotator(annotator)

        def make() -> list[Event]:
            if who in self._ledger.history.excluded:
                raise StudyError(f"Annotator {who} is excluded, and stays so: nothing they answered counts.")
            rest = self.resting(who)
            if rest is None or rest.reason is not RestReason.FAILED:
                raise StudyError(
                    f"Annotator {who} has not failed practice or checks: there is nothing to let them into."
                )
            return [AnnotatorReadmitted(time=self._now(), annotator=who, reason=reason)]

        self._write(make)

    def findings(self, *, slices: Sequence[str] = (), reproduce: Sequence[str] = ()) -> Findings:
        """What we believe and how sure we are: what a report shows.

        Args:
            slices: Columns of the items to show the ranking by.
            reproduce: Commands that make this again.
        """
        history = self.history
        return gather(
            self.design,
            self.index,
            history,
            floor=self.policy.floor,
            item_floor=self.policy.item_floor,
            state=self.state,
            claim=self.policy.claim(self.design, self.index, history),
            slices=slices,
            reproduce=reproduce,
            whole=self.whole_index,
        )

    @property
    def state(self) -> StudyState:
        """Whether the study is open, paused, at rest or closed, and why."""
        history = self.history
        if history.closed is not None:
            return StudyState(name=State.CLOSED, why=quoted(history.closed))
        if history.is_paused:
            return StudyState(name=State.PAUSED)
        enough = self.policy.enough(self.design, self.index, history)
        if enough:
            return StudyState(name=State.AT_REST, why=enough)
        waits = getattr(self.policy, "waiting", None)
        return StudyState(name=State.OPEN, why=waits(self.index, history) if waits is not None else None)


def _check_material(material: Material, design: Design) -> None:
    arity = kind_of(design).arity
    if len(material.systems) < arity:
        raise InputError(f"A {design.kind} needs at least {arity} systems; there is {len(material.systems)}.")
    if design.target == "top" and design.top >= len(material.systems):
        raise InputError(f"The top must hold fewer systems than there are; top is {design.top}.")
    index = only_chosen(MaterialIndex.of(material), design.chosen)
    counts = index.askable_counts
    if not (counts.any() if arity == 1 else np.triu(counts, 1).any()):
        raise InputError("No question can be asked: no item has outputs of two systems that differ.")
    if design.cluster == "document" and "document" not in index.columns:
        raise InputError("The design clusters by document, but the items have no column 'document'.")
