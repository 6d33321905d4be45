"""The facts a log is made of. An event is written once and never changed.

Numbers stand for names: systems and items by their place in the material, annotators by a pseudonym whose identity
lives outside the log. Times are seconds since 1970 in UTC, passed in by whoever appends.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Literal, Self, TypeAlias

from quorate.errors import InputError
from quorate.records.codec import from_json, to_json
from quorate.records.design import Design

Role: TypeAlias = Literal["question", "practice", "check"]
ReleaseReason: TypeAlias = Literal["expired", "skipped", "withdrawn", "unseen"]


class Code(IntEnum):
    """A word of the log as columns hold it: a small number, which never changes."""

    @property
    def word(self) -> str:
        """The word that events hold."""
        return self.name.lower()

    @classmethod
    def of(cls, word: str) -> Self:
        """The number of a word."""
        return cls[word.upper()]


class RoleCode(Code):
    """What a question is for, by number."""

    QUESTION = 0
    PRACTICE = 1
    CHECK = 2


class ReleaseCode(Code):
    """Why a question was given up, by number."""

    EXPIRED = 0
    SKIPPED = 1
    WITHDRAWN = 2
    UNSEEN = 3


UNDONE = "undone by its annotator"  # reason of a retraction that no owner has decided


@dataclass(frozen=True, kw_only=True)
class StudyDefined:
    """The study exists: its design, how many items, and the digest of their texts.

    Attributes:
        secret_digest: SHA-256 of the secret its questions are drawn from; empty where they are drawn from the seed.
    """

    time: float
    study: str
    design: Design
    items: int
    digest: str
    secret_digest: str = ""


@dataclass(frozen=True, kw_only=True)
class SystemAdded:
    """A system joined with so many outputs; the digest covers their texts."""

    time: float
    system: int
    name: str
    outputs: int
    digest: str


@dataclass(frozen=True, kw_only=True)
class ItemsAdded:
    """Items joined while the study runs, with outputs of systems that are there; the digest covers their texts.

    Attributes:
        first: Number of the first of them: how many items there were before.
        items: How many joined.
        outputs: How many outputs came with them.
    """

    time: float
    first: int
    items: int
    outputs: int
    digest: str


@dataclass(frozen=True, kw_only=True)
class OutputsAdded:
    """A system brought so many outputs for items it had none for; the digest covers their texts."""

    time: float
    system: int
    outputs: int
    digest: str


@dataclass(frozen=True, kw_only=True)
class ScoresAdded:
    """Scores joined: of outputs or parts, or predictions of a comparer or a judge about pairs of outputs.

    Attributes:
        name: What they are called.
        about: What they are about.
        signature: What made them; empty where nobody said.
        scores: How many.
        digest: Fingerprint of name, signature and scores.
    """

    time: float
    name: str
    about: Literal["outputs", "pairs", "parts"]
    signature: str
    scores: int
    digest: str


@dataclass(frozen=True, kw_only=True)
class QuestionAsked:
    """A question was put to an annotator, with how likely it was.

    This is where a field of a question is declared: columns of stores and histories, and how they become events again,
    follow from it in `records.log`. A field that comes later is a number that older logs may not know (`float | None`,
    `None` where it is not given, or a whole number with a default), and a migration in `stores.schema` gives older
    stores its column.

    Attributes:
        number: Counts the questions of the study from 1, without gaps.
        item: On which item.
        part: Which part of the item or of the output it is about, as `records.parts` numbers them; −1: not of a part.
        systems: Whose outputs are shown, in display order: two in a comparison, one in a rating, none where the item
            stands alone.
        copy_of: Number of the first copy; its own number where it is the first.
        pair_probability: Of the pair (in a rating: of the system); `None` where the policy has no closed form.
        item_probability: Of the item and its part, given the pair; `None` likewise.
        side_probability: Of the order shown.
        pair_choices: Among how many pairs the pair was chosen.
        item_choices: Among how many items, or parts of items, it was chosen.
        policy: Signature of the policy.
        seen: Log position the policy had seen.
    """

    time: float
    number: int
    annotator: int
    kind: str
    role: Role = "question"
    item: int
    part: int = -1
    systems: tuple[int, ...]
    copy_of: int
    pair_probability: float | None
    item_probability: float | None
    side_probability: float
    pair_choices: int
    item_choices: int
    policy: str
    seen: int


@dataclass(frozen=True, kw_only=True)
class JudgmentRecorded:
    """An answer, as the numbers its kind makes of it.

    Attributes:
        values: The answer in numbers, one for each criterion.
        detail: What the numbers do not say (a reason, a strength).
        seconds: Time the annotator spent on it, where known.
        revision: How many judgments of this question were retracted before.
    """

    time: float
    number: int
    values: tuple[float, ...]
    detail: Mapping[str, Any] = field(default_factory=dict)
    seconds: float | None = None
    revision: int = 0


@dataclass(frozen=True, kw_only=True)
class QuestionReleased:
    """A question is no longer reserved for its annotator; `unseen`: it was never shown to them, and never will be."""

    time: float
    number: int
    reason: ReleaseReason
    words: str = ""


@dataclass(frozen=True, kw_only=True)
class JudgmentRetracted:
    """A judgment no longer counts; its question is open again for its annotator."""

    time: float
    number: int
    reason: str
    revision: int = 0


@dataclass(frozen=True, kw_only=True)
class AnnotatorExcluded:
    """Nothing this annotator answered counts any more."""

    time: float
    annotator: int
    reason: str


@dataclass(frozen=True, kw_only=True)
class AnnotatorReadmitted:
    """Whoever had failed practice or too many checks may try again: what went wrong before is not held against them."""

    time: float
    annotator: int
    reason: str


@dataclass(frozen=True, kw_only=True)
class AnnotatorAway:
    """Whoever is drawn among those who are there is not drawn until they ask again."""

    time: float
    annotator: int
    reason: str = ""


@dataclass(frozen=True, kw_only=True)
class ItemAnswered:
    """What was returned for an item to whoever waited for it; nothing asked or answered later changes it.

    Attributes:
        values: What was returned as numbers: one for each part of the item, or one for the item as a whole.
        detail: What the numbers do not say (how sure it was, what it cost, by which model).
        seen: Log position that whoever answered had seen.
    """

    time: float
    item: int
    values: tuple[float, ...]
    seen: int
    detail: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class StudyPaused:
    """No new questions until the study resumes."""

    time: float
    reason: str = ""


@dataclass(frozen=True, kw_only=True)
class StudyResumed:
    """Questions are asked again."""

    time: float


@dataclass(frozen=True, kw_only=True)
class StudyClosed:
    """The log ends here.

    Attributes:
        secret: What questions were drawn from, hexadecimal: nobody is to be kept from computing them any more.
    """

    time: float
    reason: str = ""
    secret: str = ""


Event: TypeAlias = (
    StudyDefined
    | SystemAdded
    | ItemsAdded
    | OutputsAdded
    | ScoresAdded
    | QuestionAsked
    | JudgmentRecorded
    | QuestionReleased
    | JudgmentRetracted
    | AnnotatorExcluded
    | AnnotatorReadmitted
    | AnnotatorAway
    | ItemAnswered
    | StudyPaused
    | StudyResumed
    | StudyClosed
)

EVENT_TYPES: dict[str, type[Any]] = {
    kind.__name__: kind
    for kind in (
        StudyDefined,
        SystemAdded,
        ItemsAdded,
        OutputsAdded,
        ScoresAdded,
        QuestionAsked,
        JudgmentRecorded,
        QuestionReleased,
        JudgmentRetracted,
        AnnotatorExcluded,
        AnnotatorReadmitted,
        AnnotatorAway,
        ItemAnswered,
        StudyPaused,
        StudyResumed,
        StudyClosed,
    )
}

# An ask must not miss any of these; judgments and their retractions may land between its reading and its writing.
UNSEEN_ALLOWED = (JudgmentRecorded, JudgmentRetracted)


def event_to_json(event: Event) -> dict[str, Any]:
    """Write an event as a JSON object with its type."""
    return {"type": type(event).__name__, **to_json(event)}


def event_from_json(data: Mapping[str, Any]) -> Event:
    """Read an event from the JSON object `event_to_json` writes."""
    name = data.get("type")
    if name not in EVENT_TYPES:
        raise InputError(f"No event is called {name!r}. Events: {', '.join(EVENT_TYPES)}.")
    event: Event = from_json(EVENT_TYPES[name], {key: value for key, value in data.items() if key != "type"})
    return event
