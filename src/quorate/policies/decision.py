"""What a policy decides: to ask something, or to rest."""

from dataclasses import dataclass
from typing import Protocol

from quorate.kernels.streams import Stream
from quorate.records.claims import RestReason
from quorate.records.design import Design
from quorate.records.history import History
from quorate.records.material import MaterialIndex
from quorate.wording import Said, Sentence
from quorate.wording.certificates import Certificate


@dataclass(frozen=True, kw_only=True)
class Ask:
    """Ask this question, with how likely it was.

    Attributes:
        annotator: Whom it is for, where that was drawn; `None`: for whoever asked.
        systems: Whose outputs to show, in display order.
        item: On which item.
        part: About which part of it; −1: not about a part.
        copy_of: Number of the first copy where this is another copy; `None` for a new question.
        pair_probability: Of the pair; `None` where the policy has no closed form.
        item_probability: Of the item and its part, given the pair; `None` likewise.
        side_probability: Of the order shown.
        pair_choices: Among how many pairs it was chosen.
        item_choices: Among how many items, or parts of items, it was chosen.
    """

    systems: tuple[int, ...]
    item: int
    part: int = -1
    copy_of: int | None = None
    pair_probability: float | None
    item_probability: float | None
    side_probability: float
    pair_choices: int
    item_choices: int
    annotator: int | None = None


@dataclass(frozen=True, kw_only=True)
class Rest:
    """Nothing to ask now, and why. A rest is false, so that `while question := study.ask(…)` ends.

    Attributes:
        reason: The kind of reason.
        why: The reason in full.
    """

    reason: RestReason
    why: Said

    @property
    def words(self) -> str:
        """The reason in words."""
        return self.why.words

    def __bool__(self) -> bool:
        return False


class ClaimsNothing:
    """What policies share that wait for no open answer and certify nothing."""

    def waiting(self, index: MaterialIndex, history: History) -> Sentence | None:  # noqa: ARG002
        """Nothing waits for answers."""
        return None

    def claim(self, design: Design, index: MaterialIndex, history: History) -> Certificate | None:  # noqa: ARG002
        """It certifies nothing."""
        return None


class Policy(Protocol):
    """What to ask next."""

    @property
    def signature(self) -> str:
        """Its parts and their revisions, as recorded with every question."""
        ...

    @property
    def floor(self) -> float:
        """Smallest share of the uniform probability that any pair and item gets; 0 where some get none."""
        ...

    @property
    def item_floor(self) -> float:
        """The same share for items alone, given the pair."""
        ...

    def choose(
        self,
        design: Design,
        index: MaterialIndex,
        history: History,
        annotator: int,
        stream: Stream,
        *,
        time: float = 0.0,
    ) -> Ask | Rest:
        """Decide. Same inputs, same decision; nothing is changed.

        Args:
            time: When it is asked: the time that the event of the question bears, so that a replay has it too.
        """
        ...

    def enough(self, design: Design, index: MaterialIndex, history: History) -> Said | None:
        """Why the study may stop; `None` while it should go on."""
        ...

    def waiting(self, index: MaterialIndex, history: History) -> Sentence | None:
        """Why nothing is asked though it is not enough yet; `None` where questions are asked."""
        ...

    def claim(self, design: Design, index: MaterialIndex, history: History) -> Certificate | None:
        """What the policy certifies, with its own evidence; `None` where it certifies nothing."""
        ...
