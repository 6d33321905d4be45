"""What the columns of a table of votes mean, guessed from their names or given."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from quorate.data import roles
from quorate.errors import InputError

if TYPE_CHECKING:
    from quorate.data.from_table import Tabular

Form = Literal["votes", "wins", "games", "ranks", "scores", "ranking", "wide ranks"]
WHO = ("system", "model", "generator", "engine", "player", "candidate", "method", "option")
SIDES = (("a", "b"), ("1", "2"), ("left", "right"), ("first", "second"), ("one", "two"))
PAIRS = (
    *((f"{who}{a}", f"{who}{b}") for a, b in SIDES for who in WHO),
    *((f"{a}{who}", f"{b}{who}") for a, b in SIDES for who in WHO),
    ("left", "right"),
    ("a", "b"),
    ("first", "second"),
)
OTHERS = {
    role: tuple(words.split())
    for role, words in {
        "outcome": "outcome winner preference preferred vote verdict choice chosen better result answer selected label "
        "judgment judgement humanpreference winnerside",
        "item": "item itemid questionid promptid question prompt instruction segment segmentid sourceid source inputid "
        "input taskid task exampleid sample docid",
        "annotator": "annotator annotatorid judge judgeid judgename worker workerid rater raterid evaluator assessor "
        "user userid participant participantid voter person completedby login annotatorname who",
        "sheet": "sheet sheetid hit hitid form formid rankingid",
        "system": "system systemid model modelid engine generator method candidate",
        "rank": "rank place position",
        "score": "score rating value quality",
        "ranking": "ranking order ranked ranker ranks",
    }.items()
}
ROLES = ("system_a", "system_b", "outcome", "winner", "loser", "item", "annotator", "sheet", "system", "rank", "score")
ROLES_SAID = (*ROLES, "ranking")
WIDE = re.compile(r"(?:system|model)(\d+)(?:id|name)?$")


@dataclass(frozen=True, kw_only=True)
class Shape:
    """What a table of votes looks like.

    Attributes:
        form: What one row is.
        columns: Role → column.
        guessed: Roles that nobody gave.
        wide: System and rank columns of a row that ranks several.
    """

    form: Form
    columns: Mapping[str, str]
    guessed: frozenset[str] = frozenset()
    wide: tuple[tuple[str, str], ...] = ()

    @property
    def words(self) -> str:
        """How the table is read, in one sentence."""
        rows = {
            "votes": "one vote",
            "wins": "one vote: who won and who lost",
            "games": "two votes, with the sides exchanged",
            "ranks": "one rank of a system on a sheet",
            "scores": "one score of a system on a sheet",
            "ranking": "one ranking",
            "wide ranks": f"one ranking of {len(self.wide)} systems",
        }[self.form]
        named = ", ".join(f"{role} = {column!r}" for role, column in self.columns.items())
        named = named or ", ".join(f"{system!r} has {rank!r}" for system, rank in self.wide)
        guess = " (guessed by name; --column ROLE=NAME corrects)" if self.guessed else ""
        return f"A row is {rows}: {named}{guess}."


def plain(name: str) -> str:
    """A column's name without case, spaces and signs."""
    return re.sub(r"[\W_]+", "", name.lower())


def shape_of(table: "Tabular", given: Mapping[str, str]) -> Shape:
    """What the table is.

    Raises:
        InputError: It has no votes, or a column that was given is not there.
    """
    names = list(table.columns)
    for role, column in given.items():
        if role not in ROLES_SAID:
            raise InputError(f"There is no role {role!r}. Roles: {', '.join(ROLES_SAID)}.")
        if column not in table.columns:
            raise table.error(
                0, f"there is no column {column!r}; columns found: {', '.join(names)}.", "Check --column."
            )
    shape = find_shape(names, given)
    if shape is not None:
        return shape
    missing = _missing(names, given)
    raise table.error(0, f"{missing}; columns found: {', '.join(names)}.", "Say which it is: --column ROLE=NAME.")


def find_shape(names: Iterable[str], given: Mapping[str, str]) -> Shape | None:
    """What a table with these columns is; `None` where it holds no votes."""
    known = by_plain_names(name for name in names if name not in given.values())
    found = _pair(known, given)
    others = {role: column for role, column in given.items() if role not in ("system_a", "system_b")}
    for role, likely in OTHERS.items():
        column = next((known[name] for name in likely if name in known and known[name] not in found.values()), None)
        if role not in given and column is not None:
            others.setdefault(role, column)
    _add_by_words(known, found, others)
    form, used = _form(known, found, others, given)
    if form is None:
        return None
    columns = {role: column for role, column in used.items() if column}
    for role in ("item", "annotator", "sheet"):
        if role in others and others[role] not in columns.values():
            columns[role] = others[role]
    wide = _wide(known) if form == "wide ranks" else ()
    return Shape(form=form, columns=columns, guessed=frozenset(columns.keys() - given.keys()), wide=wide)


def by_plain_names(names: Iterable[str]) -> dict[str, str]:
    """Columns by their plain names; `Input.model` also by what stands behind the point, unless others end so too."""
    given = list(names)
    found = {plain(name): name for name in given}
    ends = [plain(name.rpartition(".")[2]) for name in given]
    for name, end in zip(given, ends, strict=True):
        if ends.count(end) == 1:
            found.setdefault(end, name)
    return found


def _add_by_words(known: Mapping[str, str], pair: dict[str, str], others: dict[str, str]) -> None:
    """Roles that no usual name fits, by the words of the columns' names."""
    free = [name for name in known.values() if name not in pair.values() and name not in others.values()]
    for role, find in (("outcome", roles.outcome_of), ("item", roles.item_of), ("annotator", roles.annotator_of)):
        column = find(free) if role not in others else None
        if column is not None:
            others[role] = column


def names_two(names: Iterable[str]) -> bool:
    """Whether columns name two systems, whatever else is missing."""
    return len(_pair(by_plain_names(names), {})) == 2


def _pair(known: Mapping[str, str], given: Mapping[str, str]) -> dict[str, str]:
    found = {role: given[role] for role in ("system_a", "system_b") if role in given}
    if len(found) < 2:
        for a, b in PAIRS:
            if ("system_a" in found or a in known) and ("system_b" in found or b in known):
                return {"system_a": found.get("system_a") or known[a], "system_b": found.get("system_b") or known[b]}
        if not found and (pair := roles.pair_of(known.values())) is not None:
            return dict(zip(("system_a", "system_b"), pair, strict=True))
    return found


def _form(
    known: Mapping[str, str], pair: Mapping[str, str], others: Mapping[str, str], given: Mapping[str, str]
) -> tuple[Form | None, dict[str, str]]:
    winner, loser = (given.get(role, known.get(role, "")) for role in ("winner", "loser"))
    if not loser and not {"winner", "loser"} & given.keys():
        winner, loser = roles.winner_and_loser(known.values()) or ("", "")
    forms: tuple[tuple[Form, dict[str, str]], ...] = (
        ("votes", {**pair, "outcome": others.get("outcome", "") or given.get("winner", "")}),
        ("games", {**pair, "outcome": known.get("g1winner", ""), "outcome_2": known.get("g2winner", "")}),
        ("wins", {"system_a": winner, "system_b": loser}),
        ("ranks", {role: others.get(role, "") for role in ("system", "rank", "item")}),
        ("ranking", {"ranking": others.get("ranking", "")}),
        ("wide ranks", {"wide": "wide" if len(_wide(known)) > 1 else ""}),
        ("scores", {role: others.get(role, "") for role in ("system", "score", "item")}),
    )
    for form, used in forms:
        if all(used.values()) and (form not in ("votes", "games") or len(pair) == 2):
            used.pop("wide", None)
            return form, used
    return None, {}


def _wide(known: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    numbers = {match[1]: column for name, column in known.items() if (match := WIDE.match(name))}
    pairs = []
    for number, system in numbers.items():
        rank = next((known[name] for name in (f"system{number}rank", f"rank{number}") if name in known), None)
        if rank is not None:
            pairs.append((system, rank))
    return tuple(pairs)


def _missing(names: Iterable[str], given: Mapping[str, str]) -> str:
    pair = _pair(by_plain_names(names), given)
    if len(pair) == 2:
        return "two systems are named, but no column says which was better (outcome)"
    if len(pair) == 1:
        return f"no column names the other system ({'system_b' if 'system_a' in pair else 'system_a'})"
    return "no columns name two systems (system_a, system_b) with an outcome, or a system with its rank on an item"
