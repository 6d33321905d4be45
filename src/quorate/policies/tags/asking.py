"""Which position of which input next: the oldest input for which another answer is worth its price.

Idea:
    Inputs come in a stream and are answered within a patience. Whoever is there gets a question about the oldest input
    that has a position worth asking about, the most wanted position first; one question a position is open at a time,
    and every answer lets all be decided anew. Auditors get the inputs that the audit has drawn, and nothing else.

Formula:
    See `labelling.policies.look_ahead` for what a question is worth, `labelling.audit` for what is audited.

Guarantee:
    The same log gives the same question. What was given up goes to somebody else: no claim rests on it. An audit is
    not so: what it has drawn counts as unchecked until an auditor has answered.
"""

from dataclasses import dataclass
from functools import cached_property

from quorate.errors import InputError
from quorate.kernels.streams import Stream
from quorate.labelling.audit import Audit
from quorate.labelling.policies.look_ahead import LookAhead
from quorate.labelling.policies.policy import AskingPolicy
from quorate.labelling.policies.simple import FixedVotes, Online
from quorate.policies.composition import StoppingRule
from quorate.policies.decision import Ask, ClaimsNothing, Rest
from quorate.policies.stopping import STOPPING_RULES
from quorate.policies.tags.learned import Learned, Reader, check_about
from quorate.questions.tag import Tag
from quorate.records.claims import RestReason
from quorate.records.design import Design
from quorate.records.events import RoleCode
from quorate.records.history import History
from quorate.records.labelling import Labelling
from quorate.records.material import MaterialIndex
from quorate.wording import Said, Sentence

REVISION = 1
ASKING: dict[str, AskingPolicy] = {
    "look-ahead": LookAhead(),
    "online": Online(),
    **{f"{votes}-vote": FixedVotes(votes) for votes in (1, 3, 5)},
}


@dataclass(frozen=True)
class TagPolicy(ClaimsNothing):
    """What to ask about inputs that wait.

    Attributes:
        design: The design of the study.
        kind: Its kind of question.
        read: Gives the texts of an item; without it nothing can be decided, only named.
        budget: At most so many judgments.
    """

    design: Design
    kind: Tag
    read: Reader | None = None
    budget: StoppingRule | None = None
    floor: float = 0.0
    item_floor: float = 0.0

    @property
    def signature(self) -> str:
        """What decides and its revision, and the model with its own."""
        return f"{self.design.policy}@{REVISION}/{self.settings.model}@1"

    @property
    def settings(self) -> Labelling:
        """How inputs are labelled."""
        return self.design.labelling or Labelling()

    @cached_property
    def audit(self) -> Audit | None:
        """Which inputs are audited, where any are."""
        one = self.settings
        return Audit(block=one.block, share=one.audit, error=one.error, seed=self.design.seed) if one.audit else None

    @cached_property
    def learned(self) -> Learned:
        """What the log has taught."""
        if self.read is None:
            raise InputError("A study of tags decides by the texts of its inputs: open it from its store.")
        return Learned(self.design, self.kind, ASKING[self.design.policy], self.read)

    def enough(self, design: Design, index: MaterialIndex, history: History) -> Said | None:
        """The budget is spent."""
        return None if self.budget is None else self.budget.enough(design, index, history)

    def choose(
        self,
        design: Design,
        index: MaterialIndex,
        history: History,
        annotator: int,
        stream: Stream,  # noqa: ARG002 - nothing is random
        *,
        time: float = 0.0,
    ) -> Ask | Rest:
        """The most wanted position of the oldest input that wants one, of those this annotator was not asked about."""
        reason = self.enough(design, index, history)
        if reason:
            return Rest(reason=RestReason.ENOUGH, why=reason)
        if annotator <= self.settings.auditors:
            return self._audit(history, annotator)
        with self.learned.lock:
            learned = self.learned.at(history)
            for item, one in learned.waiting.items():
                if time - one.joined > self.settings.patience:
                    continue
                wanted = learned.wanted(item, history)
                for position in wanted:
                    if annotator not in one.asked_of.get(position, ()):
                        return self._about(item, position, len(wanted))
        return _standby()

    def openings(self, history: History, time: float) -> int:
        """How many questions are worth asking now, whoever answers them."""
        with self.learned.lock:
            learned = self.learned.at(history)
            found = [
                len(learned.wanted(item, history))
                for item, one in learned.waiting.items()
                if time - one.joined <= self.settings.patience
            ]
        return sum(found)

    def _audit(self, history: History, annotator: int) -> Ask | Rest:
        """The first position of an audited input that no auditor has answered or is asked about."""
        audit = self.audit
        if audit is None:
            return _standby()
        taken = {
            (history.cell("item", number), history.cell("part", number))
            for who in range(1, self.settings.auditors + 1)
            for number in history.assignments.numbers_of(who)
            if history.cell("role", number) == RoleCode.QUESTION
            and (history.is_live(number) or not history.is_released(number))
        }
        for block in range(-(-history.extent.items // audit.block)):
            for place in audit.drawn(block):
                item = block * audit.block + int(place)
                if item not in history.answered:
                    continue
                parts = range(self.learned.positions(item)) if self.kind.about == "word" else (-1,)
                for part in parts:
                    if (item, part) not in taken and not history.assignments.times_had(annotator, (), item, part):
                        return self._about(item, max(part, 0), 1)
        return _standby()

    def _about(self, item: int, position: int, choices: int) -> Ask:
        return Ask(
            systems=(),
            item=item,
            part=position if self.kind.about == "word" else -1,
            pair_probability=1.0,
            item_probability=1.0,
            side_probability=1.0,
            pair_choices=1,
            item_choices=choices,
        )


def tag_policy(design: Design, kind: Tag, read: Reader | None = None) -> TagPolicy:
    """The policy of a design that asks for tags.

    Raises:
        InputError: A part has a name that tags do not know.
    """
    if design.policy not in ASKING:
        raise InputError(f"No policy of a tag is called {design.policy!r}. Known: {', '.join(ASKING)}.")
    if design.evidence != "arrived":
        raise InputError("In a study of tags what is given up goes to somebody else: its evidence is 'arrived'.")
    if design.copies != 1:
        raise InputError("A study of tags decides itself how often it asks: its copies are 1.")
    for rule in design.stopping:
        if rule != "budget":
            raise InputError(f"A study of tags does not stop by {rule!r}. Known: budget.")
    check_about(kind, design.labelling or Labelling())
    budget = design.stopping.get("budget")
    return TagPolicy(design, kind, read, None if budget is None else STOPPING_RULES["budget"](budget, 1.0))


def _standby() -> Rest:
    return Rest(reason=RestReason.STANDBY, why=Sentence("standby"))
