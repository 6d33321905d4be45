"""What the columns of a table of scores mean, guessed from their names and values or given.

Three forms are read: one score in a row (a column `score`), one output in a row (a column for each criterion), and one
item in a row (a column for each system).
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from quorate.data import roles
from quorate.data.columns import OTHERS, by_plain_names, plain
from quorate.data.words import spelled, words_of
from quorate.errors import InputError

ScoreForm = Literal["scores", "criteria", "systems"]
ROLES: dict[str, tuple[str, ...]] = {
    "item": (
        *("item", "itemid", "segid", "segmentid", "segment", "seg"),
        *(name for name in OTHERS["item"] if name != "docid"),
        *(
            "id",
            "sentence",
            "sentenceid",
            "example",
            "sample",
            "index",
            "dialogue",
            "conversation",
            "article",
            "passage",
        ),
    ),
    "system": (
        *(*OTHERS["system"], "modelname", "systemname", "sys", "modeltype"),
        *("modell", "modèle", "modelo", "système", "sistema"),
    ),
    "score": (
        "score",
        "rating",
        "value",
        "grade",
        "mos",
        "humanscore",
        "avgscore",
        "meanscore",
        "points",
        *("bewertung", "wertung", "note", "punkte", "punktzahl", "puntuación", "nota", "évaluation"),
    ),
    "annotator": (*(name for name in OTHERS["annotator"] if name != "who"), "login", "coder", "labeler", "labeller"),
    "criterion": ("criterion", "criteria", "dimension", "aspect"),
    "document": ("document", "documentid", "doc", "docid", "dialogue", "dialogueid", "conversationid"),
    "seconds": ("seconds", "duration", "worktimeinseconds", "durationinseconds", "timeinseconds"),
    "turn": ("turn", "turnid"),
}
BESIDE = ("criterion", "turn", "position", "number", "time", "timestamp", "tstamp", "start", "end", "date", "year")
TIMES = spelled("""
    time seconds secs ms duration latency timestamp created updated date tokens cost price
""")  # words of what was measured of a row and is no score of it
ENOUGH = 0.2  # of the values are numbers: then the others are mistakes
KNOWN_METRIC = "metric:"
MOST_STEPS = 11  # of a scale whose steps have words
_WITH_WORDS = re.compile(r"\s*([+-]?\d+(?:\.\d+)?)\s*[-–—:.=(]\s*[^\W\d_][^?]*$")
_OF_SCALE = re.compile(
    r"(?P<number>[+-]?\d+(?:[.,]\d+)?)\s*(?P<scale>/\s*\d+|out of \d+|%)|(?P<stars>(?P<full>[★⭐]*)☆*)(?<=.)"
)
NOTHING = ("", "none", "null", "nan", "na", "n/a", "-")


@dataclass(frozen=True, kw_only=True)
class ScoreShape:
    """What a table of scores looks like.

    Attributes:
        form: What one row is.
        columns: Role → column.
        scores: Columns of scores: one, or one for each criterion or system.
        guessed: Roles that nobody gave.
        beside: Columns that are left alone; the report can be split by those that describe items.
    """

    form: ScoreForm
    columns: Mapping[str, str]
    scores: tuple[str, ...]
    guessed: frozenset[str]
    beside: tuple[str, ...]

    @property
    def words(self) -> str:
        """How the table is read, in one sentence."""
        rows = {
            "scores": f"one score ({self.scores[0]!r})",
            "criteria": f"one output with {_listed(self.scores)} as criteria",
            "systems": f"one item with a score of each system: {_listed(self.scores)}",
        }[self.form]
        named = "; ".join(f"{role} = {column!r}" for role, column in self.columns.items())
        guess = " (guessed; --column ROLE=NAME corrects)" if self.guessed else ""
        return f"A row is {rows}{'; ' if named else ''}{named}{guess}."


def find_score_shape(columns: Mapping[str, list[Any]], given: Mapping[str, Collection[str]]) -> ScoreShape | str:
    """What a table is; where it holds no scores, what is missing, in words.

    Args:
        columns: Values by column.
        given: Role → columns that somebody named; `score` may have several: criteria, or systems where none is named.

    Raises:
        InputError: A role or a column that was given is not there.
    """
    _check(columns, given)
    taken = {column for named in given.values() for column in named}
    known = by_plain_names(name for name in columns if name not in taken)
    found = {role: next(iter(named)) for role, named in given.items() if role != "score" and named}
    for role, likely in ROLES.items():
        free = [known[name] for name in likely if name in known and known[name] not in found.values()]
        if role not in found and role != "score" and free:
            found[role] = free[0]
    free = [name for name in columns if name not in (*found.values(), *taken) and not have_numbers(columns[name])]
    for role, find in (("annotator", roles.annotator_of), ("item", roles.item_of)):
        column = find(free) if role not in found else None
        found |= {role: column} if column is not None else {}
    scores = tuple(given.get("score", ())) or _score_columns(columns, found, known)
    if "item" not in found and (item := _come_again(columns, found, scores)):
        found["item"] = item
    if not scores:
        return "no column holds scores (score, rating, or a column of numbers for each system)"
    if "system" not in found and len(scores) < 2:
        return "no column names the system (system, model)"
    if "item" not in found and "score" not in given and are_numbered(scores):
        return (
            f"nothing names the items, and {_listed(scores)} may be criteria or items "
            "(criteria: say --column score=NAME for each; items: a row for each of their scores)"
        )
    form: ScoreForm = "systems" if "system" not in found else "scores" if len(scores) == 1 else "criteria"
    used = (*found.values(), *scores)
    return ScoreShape(
        form=form,
        columns=found,
        scores=scores,
        guessed=frozenset(found.keys() | {"score"}) - given.keys(),
        beside=tuple(name for name in columns if name not in used),
    )


def are_numbered(names: Collection[str]) -> bool:
    """Whether several names are alike but for a number."""
    return len(names) > 1 and len({re.sub(r"\d+", "0", name) for name in names}) == 1


def _come_again(columns: Mapping[str, list[Any]], found: Mapping[str, str], scores: Collection[str]) -> str | None:
    """What was judged, where no name says so: the one column of names that come again for every system."""
    system = found.get("system")
    if system is None:
        return None
    free = [name for name in columns if name not in (*found.values(), *scores) and roles.may_name_items(name)]
    again = []
    for name in free:
        values = list(map(str, columns[name]))
        pairs = set(zip(values, map(str, columns[system]), strict=True))
        systems = len(set(map(str, columns[system])))
        if len(set(values)) > 1 and len(pairs) == systems * len(set(values)) and None not in columns[name]:
            again.append(name)
    return again[0] if len(again) == 1 else None


def _check(columns: Collection[str], given: Mapping[str, Collection[str]]) -> None:
    for role, named in given.items():
        if role not in ROLES:
            raise InputError(f"There is no role {role!r} in a table of scores. Roles: {', '.join(ROLES)}.")
        for column in named:
            if column not in columns:
                raise InputError(f"There is no column {column!r}; columns found: {', '.join(columns)}.")


def _score_columns(
    columns: Mapping[str, list[Any]], found: Mapping[str, str], known: Mapping[str, str]
) -> tuple[str, ...]:
    """The column that is called so; else all that hold numbers, where somebody made a mistake too."""
    called = [known[name] for name in ROLES["score"] if name in known]
    if called:
        return (next((name for name in called if have_numbers(columns[name])), called[0]),)
    free = [name for name in columns if name not in found.values() and not is_beside(name)]
    free = [name for name in free if plain(name.partition(".")[0]) == "answer"] or free  # what people were asked for
    scores = tuple(name for name in free if have_numbers(columns[name]))
    scores = scores or tuple(name for name in free if are_truths(columns[name]))
    rows = max(map(len, columns.values()), default=0)
    return scores if rows > 1 else ()  # numbers of one object alone are settings or counts, no scores


def is_beside(name: str) -> bool:
    """Whether a column is about a row and no score of it, by its name."""
    short = plain(name)
    is_known = (
        short in BESIDE
        or not TIMES.isdisjoint(words_of(name))
        or short.endswith(("id", "index"))
        or name.startswith(KNOWN_METRIC)
    )
    return is_known or any(short in likely for likely in ROLES.values())


def have_numbers(values: Iterable[Any]) -> bool:
    """Whether so many of the values are numbers that the others are mistakes."""
    given = [value for value in values if not is_nothing(value)]
    is_scale = bool(scale_words(given))
    return bool(given) and (is_scale or sum(number_of(value) is not None for value in given) >= ENOUGH * len(given))


def are_truths(values: Iterable[Any]) -> bool:
    """Whether values are true or false, each, or nothing."""
    given = [value for value in values if not is_nothing(value)]
    return bool(given) and all(isinstance(value, bool) for value in given)


def scale_words(values: Iterable[Any]) -> dict[Any, float]:
    """What each value of a column is, where all are numbers with their words: `5 - Excellent`, `4: good`."""
    given = {value for value in values if isinstance(value, str) and not is_nothing(value)}
    if written := _written_scale(given):
        return written
    found = {value: match for value in given if (match := _WITH_WORDS.match(value))}
    numbers = {value: float(match[1]) for value, match in found.items()}
    is_scale = 1 < len(given) <= MOST_STEPS and len(found) == len(given) == len(set(numbers.values()))
    return numbers if is_scale else {}


def _written_scale(values: Collection[str]) -> dict[Any, float]:
    """What values are that all say their scale, and the same: `4/5`, `85 %`, `★★★☆☆`; empty for others."""
    parts = {value: found for value in values if (found := _OF_SCALE.fullmatch(value.strip()))}
    if not parts or len(parts) < len(values):
        return {}
    if all(found["stars"] for found in parts.values()):
        return {value: float(len(found["full"])) for value, found in parts.items()}
    scales = {found["scale"] for found in parts.values()}
    alike = len(scales) == 1 and scales != {None}
    return {value: float(found["number"].replace(",", ".")) for value, found in parts.items()} if alike else {}


def number_of(value: object) -> float | None:
    """A number as it is written, with a point or a comma; `None` for anything else."""
    if isinstance(value, bool):
        return None
    try:
        return float(value.strip().replace(",", ".") if isinstance(value, str) else value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None


def is_nothing(value: object) -> bool:
    """Whether a cell is empty, or says so."""
    return value is None or (isinstance(value, str) and value.strip().lower() in NOTHING) or value != value  # noqa: PLR0124


def _listed(names: tuple[str, ...]) -> str:
    shown = ", ".join(map(repr, names[:6]))
    return f"{shown} and {len(names) - 6} more" if len(names) > 6 else shown
