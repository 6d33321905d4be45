"""What must be understood of a file, and how what was understood is judged: right, asked, refused or wrong.

Right: the systems by name, the items, each output beside what was asked, which is shown, and nothing shown that gives
a judgment away; of votes each with its systems and its preference. Asked: one line that says what cannot be known and
what to type. Refused: one line, of a file that could have been read. Wrong: read as something that it is not.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from quorate.errors import QuorateError
from quorate.io import check_systems, read_scores, understand
from quorate.io.votes import holds_votes, read_votes
from quorate.records.design import Design
from quorate.records.showing import with_shown

WHAT_TO_DO = ("--", "Begin with a line", "call the column")  # what a question ends with
Verdict = Literal["right", "asked", "refused", "wrong"]


@dataclass(frozen=True, kw_only=True)
class Expected:
    """Files of outputs.

    Attributes:
        paths: What is named.
        truth: System → what was asked → output.
        hidden: Texts that must not be shown.
        asks: Whether nobody can know without asking.
        may_ask: Whether asking is as good as reading it.
    """

    paths: tuple[Path, ...]
    truth: dict[str, dict[str, str]]
    hidden: tuple[str, ...] = ()
    asks: bool = False
    may_ask: bool = False


@dataclass(frozen=True, kw_only=True)
class ExpectedVotes:
    """A file of votes.

    Attributes:
        path: The file.
        truth: Two systems and the preference for the first.
        annotators: How many; 0 where that is not known.
        items: Likewise.
        asks: Whether nobody can know without asking.
        may_ask: Whether asking is as good as reading it.
    """

    path: Path
    truth: list[Any]
    annotators: int = 0
    items: int = 0
    asks: bool = False
    may_ask: bool = False


@dataclass(frozen=True, kw_only=True)
class ExpectedRatings:
    """A file of ratings.

    Attributes:
        path: The file.
        truth: System, item, annotator and score, by the first criterion.
        criteria: How many criteria.
        asks: Whether nobody can know without asking.
        may_ask: Whether asking is as good as reading it.
    """

    path: Path
    truth: list[tuple[str, str, str, float]]
    criteria: int = 1
    asks: bool = False
    may_ask: bool = False


def judge_ratings(expected: ExpectedRatings) -> tuple[Verdict, str]:
    """What was made of a file of ratings, and why it is not right."""
    try:
        if holds_votes(expected.path):
            return "wrong", "taken for votes"
        data = read_scores(expected.path)
    except QuorateError as error:
        return _refused(str(error), may_ask=expected.asks or expected.may_ask), str(error)
    rows = (data.criterion == 0).nonzero()[0]
    found = sorted(
        (
            data.systems[data.system[row]],
            data.items[data.item[row]],
            data.annotators[data.annotator[row]] if data.annotator[row] >= 0 else "",
            float(data.score[row]),
        )
        for row in rows
    )
    said = " ".join(data.notes)
    faults = [] if len(data.criteria) == expected.criteria else [f"criteria {data.criteria}"]
    faults += [] if found == sorted(expected.truth) else [f"scores, such as {found[:2]}"]
    return ("wrong", f"{', '.join(faults)}: {said}") if faults or expected.asks else ("right", said)


def judge_outputs(expected: Expected) -> tuple[Verdict, str]:
    """What was made of files of outputs, and why it is not right."""
    try:
        understood = understand(*expected.paths)
        design, material = with_shown(Design(), understood.material)
        check_systems(material, 2)
    except QuorateError as error:
        return _refused(str(error), may_ask=expected.asks or expected.may_ask), str(error)
    said = f"{[one.name for one in material.systems]}, {len(material.items.names)} items, shows {design.show}"
    if expected.asks:
        return "wrong", said
    faults = []
    shown = [
        " ".join(_bare(material.items.texts[field][n]) for field in design.shown)
        for n in range(len(material.items.names))
    ]
    if {one.name for one in material.systems} != set(expected.truth):
        faults.append("systems")
    if any(len(texts) != len(shown) for texts in expected.truth.values()):
        faults.append("items")
    for system in material.systems:
        for asked, output in expected.truth.get(system.name, {}).items():
            places = [n for n, text in enumerate(shown) if _bare(asked) in text]
            if len(places) != 1 or _bare(system.texts[places[0]]) != _bare(output):
                faults.append(f"{asked!r:.30} of {system.name}")
    faults += [f"shows {text!r:.30}" for text in expected.hidden if any(_bare(text) in one for one in shown)]
    return ("wrong", f"{', '.join(faults[:4])}: {said}") if faults else ("right", said)


def judge_votes(expected: ExpectedVotes) -> tuple[Verdict, str]:
    """What was made of a file of votes, and why it is not right."""
    try:
        is_known = holds_votes(expected.path)
        votes = read_votes(expected.path)
    except QuorateError as error:
        return _refused(str(error), may_ask=expected.asks or expected.may_ask), str(error)
    judged, said = votes.judgments, " ".join(votes.understood)
    read = zip(judged.first.tolist(), judged.second.tolist(), judged.value.tolist(), strict=True)
    found = [(judged.systems[first], judged.systems[second], value) for first, second, value in read]
    faults = [] if is_known else ["not taken for votes"]
    faults += [] if _counted(found) == _counted(expected.truth) else ["votes"]
    faults += [] if expected.annotators in (0, len(judged.annotators)) else ["annotators"]
    faults += [] if expected.items in (0, len(judged.items)) else ["items"]
    return ("wrong", f"{', '.join(faults)}: {said}") if faults or expected.asks else ("right", said)


def _refused(said: str, *, may_ask: bool) -> Verdict:
    is_asking = may_ask and "\n" not in said and any(words in said for words in WHAT_TO_DO)
    return "asked" if is_asking else "refused"


def _counted(votes: list[Any]) -> list[Any]:
    return sorted((a, b, round(value, 9)) if a < b else (b, a, round(1 - value, 9)) for a, b, value in votes)


def _bare(text: str | None) -> str:
    return " ".join((text or "").split())
