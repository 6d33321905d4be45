"""What every store can do. The contract suite in `quorate.testing.stores` checks it.

The log of a study only grows. `append` gives consecutive positions from 1; either all of its events are there
afterwards or none. An ask says what position it had seen and is refused when anything it must not miss was appended
since; a tell is accepted at any position. That is all the concurrency there is.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

from quorate.errors import StudyError, UnknownError
from quorate.records.events import Event, ItemsAdded, OutputsAdded, ScoresAdded, StudyDefined, SystemAdded
from quorate.records.growth import Extent, Growth
from quorate.records.holdings import Holdings
from quorate.records.log import Stretch
from quorate.records.material import Material, MaterialIndex, SystemOutputs
from quorate.records.scores import Scores
from quorate.stores.access import AccessStore

NOBODY: Mapping[str, str] = {}


@dataclass(frozen=True, kw_only=True)
class Texts:
    """What can be shown of one item.

    Attributes:
        item: Its texts by field (`source`, `reference`, …).
        outputs: System number → its output.
    """

    item: Mapping[str, str]
    outputs: Mapping[int, str]


class PartText(NamedTuple):
    """What can be shown of a part.

    Attributes:
        text: What it says.
        place: Where it stands, as whoever said it first has put it; `None` where nobody said.
    """

    text: str
    place: str | None


class HeldLog(Protocol):
    """The log of a study while nobody else can append to it.

    Attributes:
        withdrawals: How many people were erased and links revoked so far: what is remembered of them from before is
            to be forgotten where this has grown.
    """

    withdrawals: int

    def read(self, after: int) -> Stretch:
        """The log after a position, in columns."""
        ...

    def append(self, events: Sequence[Event]) -> None:
        """Append when the hold ends, behind what was appended before."""
        ...


class Store(AccessStore, Protocol):
    """The log, the texts and the identities of any number of studies, and what the service keeps beside them."""

    def create(
        self, definition: StudyDefined, added: Sequence[SystemAdded], material: Material, *, secret: bytes | None = None
    ) -> None:
        """Begin a study: its material, its secret where it has one, and a log that starts with these events.

        Raises:
            ExistsError: The store holds a study of that name.
        """
        ...

    def studies(self) -> list[str]:
        """Names of the studies, in order of creation."""
        ...

    def position(self, study: str) -> int:
        """The position that the last event of the log should have, as kept beside the log."""
        ...

    def delete(self, study: str) -> None:
        """Delete a study in which nobody has judged anything: its log, material, names, links and settings.

        Raises:
            StudyError: It has judgments, taken back or not; practice and checks are none.
            UnknownError: No such study.
        """
        ...

    def append(self, study: str, events: Sequence[Event], *, seen: int | None = None) -> int:
        """Append to the log and return the position of the last event.

        Args:
            study: Name of the study.
            events: What happened, in order.
            seen: Refuse when something other than a judgment or its retraction was appended after this position;
                `None` to append at any position.

        Raises:
            ConflictError: Something unseen was appended, or a judgment of the same question and revision exists.
            UnknownError: No such study.
        """
        ...

    def hold(self, study: str) -> AbstractContextManager[HeldLog]:
        """Keep everybody else from appending to a study. What is appended meanwhile is there afterwards, or none of it.

        Raises:
            UnknownError: No such study.
        """
        ...

    def add_system(self, study: str, outputs: SystemOutputs, event: SystemAdded, *, seen: int) -> int:
        """Store a new system's outputs and append the event, both or neither.

        Raises:
            ConflictError: Something unseen was appended.
            ExistsError: The study has a system of that name.
            UnknownError: No such study.
        """
        ...

    def add_items(self, study: str, given: Material, event: ItemsAdded, *, seen: int) -> int:
        """Store items that join, with outputs of systems that are there, and append the event, both or neither.

        Raises:
            ConflictError: Something unseen was appended.
            ExistsError: The study has an item of such a name.
            UnknownError: No such study.
        """
        ...

    def add_outputs(self, study: str, given: SystemOutputs, event: OutputsAdded, *, seen: int) -> int:
        """Store outputs of a system for items it had none for, and append the event, both or neither.

        Args:
            study: Name of the study.
            given: One for each item there is; `None` where none joins.
            event: What the log shall say.
            seen: Refuse when something other than a judgment or its retraction was appended after this position.

        Raises:
            ConflictError: Something unseen was appended.
            ExistsError: The system has such an output.
            UnknownError: No such study.
        """
        ...

    def add_scores(self, study: str, given: Scores, event: ScoresAdded, *, seen: int) -> int:
        """Store scores that join and append the event, both or neither.

        Raises:
            ConflictError: Something unseen was appended.
            UnknownError: No such study.
        """
        ...

    def remove_system(self, study: str, system: int) -> None:
        """Take out a system that joined, as long as nobody was asked anything: the study begins without it.

        Links, names and settings stay. Whoever has the study open opens it anew.

        Raises:
            StudyError: More has happened than that systems joined.
            UnknownError: No such study, or no such system.
        """
        ...

    def read(self, study: str, after: int = 0) -> Stretch:
        """The log after a position, in columns."""
        ...

    def events(self, study: str, after: int = 0) -> Iterator[tuple[int, Event]]:
        """The log after a position, as events with their positions."""
        ...

    def index(self, study: str) -> MaterialIndex:
        """What a process needs to know about the material."""
        ...

    def growth(self, study: str, after: Extent, until: Extent) -> Growth:
        """What has joined between two extents: an index at the first becomes that at the second by it."""
        ...

    def texts(self, study: str, item: int, systems: Sequence[int]) -> Texts:
        """The texts of one item and of these systems' outputs for it."""
        ...

    def part(self, study: str, item: int, number: int) -> PartText:
        """What a part of an item says, and where it stands.

        Raises:
            UnknownError: There is no such part.
        """
        ...

    def material(self, study: str) -> Material:
        """The whole material, texts included."""
        ...

    def holdings(self, study: str) -> Holdings:
        """The whole material in the pieces in which it came."""
        ...

    def event(self, study: str, position: int) -> Event:
        """One event of the log, read alone.

        Raises:
            UnknownError: The log has no such position.
        """
        ...

    def now(self) -> float:
        """What time it is for everybody who uses this store, in seconds since 1970 (UTC)."""
        ...

    def annotator(self, study: str, name: str) -> int:
        """The pseudonym of an annotator, given at the first call; the same name, the same number."""
        ...

    def introduce(self, study: str, names: Sequence[str], *, tokens: Mapping[str, str] = NOBODY) -> dict[str, int]:
        """The same for several annotators, in one transaction: many who come at once cost one write.

        Args:
            study: Name of the study.
            names: Names of the annotators.
            tokens: Name → digest of the token they come with, for those who do. Whoever's token is not good any more,
                or theirs no more, is left out, and no name of theirs is written.
        """
        ...

    def annotators(self, study: str) -> dict[int, str | None]:
        """Names by pseudonym; `None` where the person was erased."""
        ...

    def restore_annotators(self, study: str, names: Mapping[int, str | None]) -> None:
        """Set all names by pseudonym, as `annotators` gives them (for copying a study)."""
        ...

    def erase(self, study: str, annotator: int) -> None:
        """Forget who an annotator is, and let nobody come back with their links. The log stays as it was."""
        ...

    def try_writing(self) -> None:
        """Write something that changes nothing, within some seconds, to see whether that works.

        Raises:
            StoreError: It does not.
        """
        ...

    def close(self) -> None:
        """Let go of files and connections."""
        ...


def refuse_judged(name: str, judgments: int) -> None:
    """Raise where a study has judgments: what people said is never deleted."""
    if judgments:
        said = "1 judgment was" if judgments == 1 else f"{judgments:,} judgments were"
        raise StudyError(f"{said} recorded in {name!r}: it stays. Close it, and define another under a new name.")


def taken(name: str) -> str:
    """What to say where a study of that name exists."""
    return f"A study called {name!r} exists already. Choose another name, or --replace it while nobody has judged."


def twice(item: str) -> str:
    """What to say where an item is there already."""
    return (
        f"An item called {item!r} is in the study already. Items do not change: leave it out, or give it another name."
    )


def has_output(system: str, item: int | str) -> str:
    """What to say where an output is there already."""
    which = repr(item) if isinstance(item, str) else item
    return f"{system!r} has an output for item {which} already. Outputs do not change: leave it out."


def said_before(text: str, item: int) -> str:
    """What to say where a system brings a part that it has."""
    return f"The part {text[:60]!r} of item {item} was said by the same system before. Leave it out."


def no_part(item: int, number: int) -> str:
    """What to say where a part is asked for that is not there."""
    return f"Item {item} has no part {number}."


def without(name: str, events: Sequence[Event], system: int) -> list[Event]:
    """The beginning of a log without a system that joined.

    Raises:
        StudyError: More has happened than that systems joined.
        UnknownError: There is no such system.
    """
    if not all(isinstance(event, StudyDefined | SystemAdded) for event in events):
        raise StudyError(f"{name!r} has begun: its systems stay.")
    joined = [event for event in events if isinstance(event, SystemAdded)]
    if not 0 <= system < len(joined):
        raise UnknownError(f"{name!r} has no system {system}.")
    rest = [event for event in joined if event.system != system]
    return [events[0], *(replace(event, system=number) for number, event in enumerate(rest))]
