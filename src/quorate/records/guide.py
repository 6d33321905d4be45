"""The guide: what annotators are told, practise on and are checked with. Part of the design, so it never changes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeAlias, get_args

from quorate.errors import InputError

Again: TypeAlias = Literal["pair", "item"]
Format: TypeAlias = Literal["text", "markdown", "chat"]
Reasons: TypeAlias = Literal["no", "optional", "required"]


@dataclass(frozen=True, kw_only=True)
class Exercise:
    """Something to answer whose right answer is known: practice, or a check among the questions.

    Attributes:
        item: What is shown of the item, by field.
        outputs: The outputs as they are shown, left first.
        answer: The right answer, as the kind of question takes it.
        why: Why it is right, in markdown.
        tolerance: How far a number may be off, in units of its scale.
    """

    outputs: tuple[str, ...]
    answer: object
    item: Mapping[str, str] = field(default_factory=dict)
    why: str = ""
    tolerance: float = 0.0

    def __post_init__(self) -> None:
        if not 0 <= self.tolerance < float("inf"):
            raise InputError(f"The tolerance of an exercise is a number from 0; it is {self.tolerance}.")
        texts = (*self.item, *self.item.values(), *self.outputs, self.why)
        if not all(isinstance(text, str) for text in texts):
            raise InputError("What an exercise shows is text: its item, its outputs and why.")


@dataclass(frozen=True, kw_only=True)
class Guide:
    """What happens around the questions.

    Attributes:
        title: What annotators see as the study's name.
        instructions: What to do, in markdown.
        consent: What annotators agree to before they begin, in markdown; nothing is asked where it is empty.
        thanks: What they read at the end, in markdown.
        practice: Exercises before the first question, with the right answer and the reason shown after each.
        pass_mark: Share of them that must be right.
        attempts: How often they may be taken: twice unless said otherwise, for one slip should keep nobody out.
        checks: Exercises mixed in among the questions; they look like questions.
        check_every: One check in every so many questions, at a random place; each check once for an annotator.
        hides_checks: Whether nothing tells an annotator what is a check: it counts as a question, its first answer
            decides, and numbers are the annotator's own; false in studies defined before this could be said.
        loud: Whether a wrong check is told at once.
        checks_allowed_wrong: How many checks may go wrong before an annotator is asked no more.
        minimum_seconds: An answer that comes sooner is not taken.
        cap: How many questions an annotator is asked, checks among them; 0 for no limit.
        again: What an annotator never gets twice: the same `pair` on the same item, or the same `item` at all.
        format: How texts are shown: plain `text`, `markdown`, or a `chat` of several turns.
        reason: Whether annotators may, or must, say why.
        keys: Keys in place of the usual ones, action → key.
        language: Language of the pages.
    """

    BEFORE: ClassVar[Mapping[str, object]] = {"hides_checks": False}  # what held where a log does not say

    title: str = ""
    instructions: str = ""
    consent: str = ""
    thanks: str = ""
    practice: tuple[Exercise, ...] = ()
    pass_mark: float = 0.0
    attempts: int = 2
    checks: tuple[Exercise, ...] = ()
    check_every: int = 20
    hides_checks: bool = True
    loud: bool = False
    checks_allowed_wrong: int = 0
    minimum_seconds: float = 0.0
    cap: int = 0
    again: Again = "pair"
    format: Format = "text"
    reason: Reasons = "optional"
    keys: Mapping[str, str] = field(default_factory=dict)
    language: str = "en"

    def __post_init__(self) -> None:
        for what, value, allowed in (
            ("An annotator never gets the same", self.again, get_args(Again)),
            ("Texts are shown as", self.format, get_args(Format)),
            ("A reason is asked for:", self.reason, get_args(Reasons)),
        ):
            if value not in allowed:
                raise InputError(f"{what} {', '.join(allowed)}; not {value!r}.")
        for holds, problem in (
            (0 <= self.pass_mark <= 1, f"The pass mark is a share from 0 to 1; it is {self.pass_mark}."),
            (self.attempts >= 1, f"Practice is taken at least once; attempts is {self.attempts}."),
            (self.check_every >= 1, f"A check comes in every so many questions, from 1; it is {self.check_every}."),
            (self.checks_allowed_wrong >= 0, f"checks_allowed_wrong counts from 0; it is {self.checks_allowed_wrong}."),
            (
                0 <= self.minimum_seconds <= 3600,
                f"The minimum time is from 0 to 3600 seconds; it is {self.minimum_seconds}.",
            ),
            (self.cap >= 0, f"The cap counts questions; 0 is no limit. It is {self.cap}."),
            (2 <= len(self.language) <= 20, f"A language is a code such as en; it is {self.language!r}."),
        ):
            if not holds:
                raise InputError(problem)
        if not all(isinstance(key, str) and key for key in (*self.keys, *self.keys.values())):
            raise InputError("keys says for each action which key it has, as texts.")
