"""What a judge said of a study's outputs joins the study: verdicts as predictions about pairs, ratings as scores.

What joined is counted by whoever asks from then on, and never changes. So a pair joins when everything that was to be
asked about it was answered, and what is there already is left as it is: the same run again adds only the rest.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from quorate.errors import ClosedError, InputError
from quorate.wording.phrases import counted

if TYPE_CHECKING:
    from quorate.data.verdicts import Verdicts
    from quorate.records.scores import About, Scores
    from quorate.study import Study

FROM_FILE = "verdicts from a file"


@dataclass(frozen=True, kw_only=True)
class JoinedVerdicts:
    """What joined a study.

    Attributes:
        study: Its name.
        judge: What the predictions, or scores, are called.
        about: What they are about.
        joined: How many joined now.
        known: How many were there already and stay as they are.
        unread: How many pairs have no answer that could be read.
    """

    study: str
    judge: str
    about: "About"
    joined: int
    known: int
    unread: int = 0

    @property
    def words(self) -> str:
        """In a sentence or two."""
        thing = "prediction" if self.about == "pairs" else "score"
        words = f"{counted(self.joined, thing)} of {self.judge} joined {self.study}."
        if self.joined:
            words += " They count from the next question on, never for one asked before."
        if self.known:
            words += f" {counted(self.known, 'was', 'were')} there already and stay as they are."
        if self.unread:
            words += f" {counted(self.unread, 'pair')} with no answer that can be read have none."
        return words


def check_joinable(study: "Study", name: str, about: "About", signature: str) -> None:
    """Make sure that what a judge says can join a study, before it is asked for.

    Raises:
        ClosedError: The study is closed.
        InputError: The name is taken, or the study asks nothing that this would help.
    """
    from quorate.study.growing import check_name

    history = study.history
    if history.closed is not None:
        raise ClosedError(
            f"The study is closed ({history.closed}): nothing joins it. With --apart verdicts go to a file alone."
        )
    if about == "pairs" and study.kind.arity != 2:
        raise InputError(
            f"{study.name} asks no comparisons, and verdicts about pairs would help nobody there: rate outputs with "
            "--rate, or write a file alone with --apart."
        )
    check_name(name, about, signature, history, study.ledger.whole_index)


def join_verdicts(
    study: "Study", verdicts: "Verdicts", *, signature: str, wanted: int = 1
) -> tuple[JoinedVerdicts, ...]:
    """Let verdicts join as predictions, one name for each judge.

    Args:
        verdicts: What judges said.
        signature: What made them.
        wanted: Answers that a pair takes.

    Raises:
        InputError: The study has no such system or item, or a name is taken.
        ClosedError: The study is closed.
    """
    from quorate.data.predicted import only_new, predictions_of

    for name in verdicts.judges:
        check_joinable(study, name, "pairs", signature)
    found = []
    index = study.ledger.whole_index
    for judge, name in enumerate(verdicts.judges):
        scores, unread = predictions_of(verdicts, judge, index, signature, wanted)
        known = index.predictions.get(name)
        new = scores if scores is None or known is None else only_new(scores, known)
        joined, there = _add(study, scores, new)
        found.append(
            JoinedVerdicts(study=study.name, judge=name, about="pairs", joined=joined, known=there, unread=unread)
        )
    return tuple(found)


def join_ratings(study: "Study", rows: Iterable[Mapping[str, Any]], name: str, signature: str) -> JoinedVerdicts:
    """Let ratings of single outputs join as scores.

    Args:
        rows: `item`, `system` and the score under the name.
        name: What the scores are called.
        signature: What made them.

    Raises:
        InputError: The name is taken.
        ClosedError: The study is closed.
    """
    from quorate.records.scores import NO_SECOND, Scores

    check_joinable(study, name, "outputs", signature)
    index = study.ledger.whole_index
    known = index.metrics.get(name)
    given = [(index.item(row["item"]), index.system(row["system"]), float(row[name])) for row in rows]
    fresh = [one for one in given if known is None or np.isnan(known[one[1], one[0]])]

    def scores_of(chosen: list[tuple[int, int, float]]) -> Scores | None:
        if not chosen:
            return None
        item, system, values = zip(*chosen, strict=True)
        return Scores(
            name=name,
            about="outputs",
            signature=signature,
            item=np.array(item),
            first=np.array(system),
            second=np.full(len(chosen), NO_SECOND),
            values=np.array(values),
        )

    joined, there = _add(study, scores_of(given), scores_of(fresh))
    return JoinedVerdicts(study=study.name, judge=name, about="outputs", joined=joined, known=there)


def _add(study: "Study", scores: "Scores | None", new: "Scores | None") -> tuple[int, int]:
    """How many joined, and how many were there."""
    joined = 0 if new is None else study.owner.add_scores(new)
    return joined, 0 if scores is None else scores.count - joined
