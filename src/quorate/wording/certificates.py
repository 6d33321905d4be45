"""Certificates: what is claimed, as data, and the sentence that says so.

A certificate has two wordings, both complete: `words` with error and scope, and `brief` for a headline.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from quorate.records.claims import OF_SETS, Claim, Progress
from quorate.records.codec import to_json
from quorate.wording.phrases import shorten
from quorate.wording.sentence import Sentence, Table

FEW_UNANSWERED = 50  # where more than one question in so many has no answer, the headline says so


@dataclass(frozen=True, kw_only=True)
class Certificate:
    """A claim that holds at every look with a stated error.

    Attributes:
        claim: What is claimed.
        subject: The systems it is about.
        error: Probability that a false claim of this kind is ever made.
        scope: For what it holds: `items` (these items, judged again and again), `judgments`, `population`.
        others: All other systems, where the claim is about them too.
        margin: Of a claim that has one, in win rate or score.
        is_scored: Whether the systems were rated, not compared.
        judgments: How many judgments it rests on.
        frame: Whose opinion it is about, as the design has it; empty where the claim is the same for everybody alike.
        people: How many annotators that are, where the frame counts them.
        asked: The fewest and the most questions that one of them was asked, in an open crowd.
        unanswered: How many questions that concern it nobody answered.
        is_firm: Whether it holds whatever their answers would have been.
        progress: What is known on the way, where nothing is certain yet.
        leader: Who leads, where nothing is certain yet; empty where nobody is named.
        amounts: Other numbers that the sentence mentions.
    """

    claim: Claim
    subject: tuple[str, ...]
    error: float
    scope: str
    others: tuple[str, ...] = ()
    margin: float = 0.0
    is_scored: bool = False
    judgments: int = 0
    frame: str = ""
    people: int = 0
    asked: tuple[int, int] | None = None
    unanswered: int = 0
    is_firm: bool = False
    progress: Progress | None = None
    leader: str = ""
    amounts: Mapping[str, float] = field(default_factory=dict)

    @property
    def words(self) -> str:
        """Claim, error and scope in one English sentence."""
        return self.sentence.words

    @property
    def brief(self) -> str:
        """The claim alone, for a headline, with its condition; of sets who leads; empty where nothing is claimed."""
        return "" if self.headline is None else self.headline.words

    def say(self, table: Table) -> str:
        """Claim, error and scope in the language of a table."""
        return self.sentence.say(table)

    @property
    def sentence(self) -> Sentence:
        """Claim, error and scope."""
        values = self._values(self.subject, self.others)
        if self.claim is Claim.NONE:
            return Sentence(f"not certain: {self.progress}", values)
        if self.claim in _WHOLE:
            scores = ", scores" if self.claim is Claim.BEATS_BY_MARGIN and self.is_scored else ""
            return Sentence(f"{self.claim}{scores}", values)
        where = Sentence(f"on {self.scope}{', if' if self.claim is Claim.IF_ANY else ''}")
        if self.frame == "panel":
            where = Sentence("on panel", {"count": self.people})
        return Sentence(self._form, values | {"where": where, "claim": self._claimed(values)})

    @property
    def headline(self) -> Sentence | None:
        """The claim alone, with names that fit; of sets who leads; `None` where nothing is claimed."""
        values = self._values(tuple(map(shorten, self.subject)), tuple(map(shorten, self.others)))
        if self.claim is Claim.NONE and self.progress in OF_SETS:
            return Sentence(f"brief: {self.progress}", values | {"leader": shorten(self.leader)})
        if self.claim is Claim.NO_WINNER and self.frame:
            return Sentence(f"brief: no winner, {'panel' if self.frame == 'panel' else 'if alike'}")
        if self.claim not in _ABOUT_ONE:
            return Sentence(f"brief: {self.claim}", values) if self.claim.is_decided else None
        said, asked = Sentence(self._briefly, values), self.judgments + self.unanswered
        if self.frame in _NOT_COUNTED and self.unanswered * FEW_UNANSWERED > asked:
            key = "brief: firm" if self.is_firm else "brief: assuming"
            return Sentence(key, {"claim": said, "unanswered": self.unanswered, "asked": asked})
        return said

    def to_json(self) -> dict[str, Any]:
        """Claim, subject, error, scope and both wordings; of the rest what there is."""
        data: dict[str, Any] = {name: to_json(getattr(self, name)) for name in _ALWAYS}
        rest = {one.name: getattr(self, one.name) for one in fields(self) if one.name not in _ALWAYS}
        return data | {name: to_json(value) for name, value in rest.items() if value}

    @property
    def _briefly(self) -> str:
        """Key of a claim about one system, the claim alone."""
        return f"{self.claim}, scores" if self.claim is Claim.BEATS_ALL and self.is_scored else self.claim

    @property
    def _form(self) -> str:
        """Key of the whole sentence around a claim."""
        if self.claim is Claim.NO_WINNER and self.frame:
            return "counted" if self.frame == "panel" else "claimed if alike"
        if self.claim is Claim.BEATS_ALL and not self.frame and not self.is_scored:
            return "claimed, ties included"
        return "claimed by" if self.frame in _NOT_COUNTED else "claimed"

    def _claimed(self, values: Mapping[str, Any]) -> Sentence:
        """The claim in full, without where it holds."""
        if self.claim is Claim.BEATS_ALL and not self.is_scored:
            return Sentence("beats in full", {**values, "claim": Sentence(self.claim, values)})
        if self.claim is Claim.NO_WINNER and self.frame == "panel":
            return Sentence("no winner, panel by margin" if self.margin else "no winner, panel", values)
        return Sentence(self._briefly, values)

    def _values(self, subject: tuple[str, ...], others: tuple[str, ...]) -> dict[str, Any]:
        """What stands in the gaps of the sentences."""
        least, most = self.asked or (0, 0)
        times = Sentence("as often" if least == most else "more or less often", {"least": least, "most": most})
        unanswered: Sentence | str = ""
        if self.unanswered:
            key = "unanswered, firm" if self.is_firm else "unanswered, assumed"
            unanswered = Sentence(key, {"count": self.unanswered})
        elif self.frame == "panel" and self.claim is Claim.NO_WINNER:
            unanswered = Sentence("all answered")
        return {
            **self.amounts,
            "subject": subject,
            "name": subject[0] if subject else "",
            "other": (others or subject or ("",))[-1],
            "count": len(others) if self.claim is Claim.BEATS_ALL else len(subject),
            "margin": self.margin,
            "error": self.error,
            "judgments": self.judgments,
            "leader": self.leader,
            "whose": Sentence(f"whose: {self.frame}", {"count": self.people, "times": times}),
            "unanswered": unanswered,
            "tail": Sentence("tail", {"error": self.error, "judgments": self.judgments}),
        }


_ALWAYS = ("claim", "subject", "error", "scope", "words", "brief")
_ABOUT_ONE = (Claim.NEAR_BEST, Claim.BEATS_ALL, Claim.IF_ANY)
_WHOLE = (Claim.BEATS, Claim.BEATS_BY_MARGIN, Claim.COPELAND, Claim.BORDA, Claim.VOID)
_NOT_COUNTED = ("open crowd", "as they came")  # frames of which not everybody answers everything
