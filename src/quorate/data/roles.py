"""What a column of a table of votes is, by the words of its name, where no usual name fits.

Each function gives an answer only where one column, or one pair of columns, can be meant; else whoever reads asks.
"""

import re
from collections.abc import Collection, Iterable

from quorate.data.words import FIRST, NAMING, SECOND, WHO, side_of, spelled, words_of

WON = spelled("""
    winner winning won chosen preferred better best gewinner sieger
    bessere besserer besseres beste bester bestes meilleur meilleure mejor
""")
LOST = spelled("""
    loser losing lost rejected dispreferred worse verlierer
""")
SAYS = WON | spelled("""
    ergebnis résultat resultado
    outcome preference vote verdict choice choose prefer result judgment judgement decision selection selected pick
    picked urteil entscheidung wahl bevorzugt choix préférence elección preferencia prefer prefers favourite favorite
""")
ABOUT = spelled("""
    reason reasons comment comments explanation why confidence certainty id ids time timestamp date seconds duration
    text response output answer prompt language score count number strength
""")
WRITTEN = spelled("""
    output response answer summary translation text completion story reply
""")  # what a system is named as the writer of: `summary_a_system`
ITEM = spelled("""
    item question prompt instruction segment source input task example sample instance query document beispiel frage
    aufgabe ítem pregunta exemple qid iid pid case fall ticket scenario dialogue conversation passage
    sentence satz phrase frase article file filename stimulus clip utterance recording image
""")
PERSON = spelled("""
    annotator judge worker rater evaluator assessor user participant voter person labeler labeller coder reviewer
    crowdworker turker grader subject respondent bewerter gutachter juge évaluateur anotador
    listener reader viewer expert tester student colleague nurse doctor evaluador anotadora
""")
ADDRESSES = (
    *("your name", "name", "email", "e mail", "username", "email address", "e mail address", "your email"),
    *("your email address", "prolific id", "prolific pid"),
)
RANK = spelled("""
    rank ranking place position rang platz
""")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
BEHIND = spelled("""
    baseline reference control old opponent
""")
AHEAD = spelled("""
    candidate new treatment challenger system model
""")


def pair_of(names: Iterable[str]) -> tuple[str, str] | None:
    """The two columns that name systems: `System A (name)` and `System B (name)`, or a candidate and a baseline."""
    apart = {name: words_of(name) for name in names}
    found = {
        side: [name for name, words in apart.items() if side_of(words) == side and _names_system(words)]
        for side in (1, 2)
    }
    if len(found[1]) == 1 == len(found[2]):
        return found[1][0], found[2][0]
    ahead = [name for name, words in apart.items() if _is_only(words, AHEAD)]
    behind = [name for name, words in apart.items() if _is_only(words, BEHIND)]
    return (ahead[0], behind[0]) if len(ahead) == 1 == len(behind) else None


def is_about_first(first: str, second: str) -> bool:
    """Whether "win" and "loss" beside these two columns speak of the first: a candidate against a baseline."""
    return bool(_is_only(words_of(first), AHEAD) and _is_only(words_of(second), BEHIND))


def winner_and_loser(names: Iterable[str]) -> tuple[str, str] | None:
    """The columns that name who won and who lost: `winning model` and `losing model`."""
    apart = {name: words_of(name) for name in names}
    won, lost = (
        [name for name, words in apart.items() if not marks.isdisjoint(words) and _is_only(words, marks | WHO)]
        for marks in (WON, LOST)
    )
    return (won[0], lost[0]) if len(won) == 1 == len(lost) else None


def outcome_of(names: Iterable[str]) -> str | None:
    """The column that says who was better: `Preferred system`, `Which is better?`."""
    found = [
        name
        for name in names
        if (words := _unasked(name)) and not SAYS.isdisjoint(words) and ABOUT.isdisjoint(words) and not side_of(words)
    ]
    return found[0] if len(found) == 1 else None


def item_of(names: Iterable[str]) -> str | None:
    """The column that says what was judged."""
    return _only(names, ITEM)


def may_name_items(name: str) -> bool:
    """Whether a column may say what was judged though its name is not known for it."""
    words = words_of(name)
    return (set(words) <= {*NAMING, "uid", "index", "#"} or ABOUT.isdisjoint(words)) and not PERSON & set(words)


def annotator_of(names: Iterable[str]) -> str | None:
    """The column that says who judged; forms ask for a name or an address."""
    given = list(names)
    asked = [name for name in given if " ".join(words_of(name)) in ADDRESSES]
    return _only(given, PERSON) or (asked[0] if len(asked) == 1 else None)


def one_hot(names: Iterable[str]) -> dict[str, float]:
    """Columns that each stand for one answer, with the preference for the first that it is: `winner_model_a`."""
    found: dict[str, float] = {}
    for name in names:
        words = words_of(name)
        if SAYS.isdisjoint(words) or not ABOUT.isdisjoint(words):
            continue
        if not {"tie", "draw", "equal"}.isdisjoint(words):
            found[name] = 0.5
        elif side_of(words):
            found[name] = 1.0 if side_of(words) == 1 else 0.0
    complete = {1.0, 0.0} <= set(found.values()) and len(set(found.values())) == len(found)
    return found if complete else {}


def rank_columns(names: Iterable[str]) -> dict[str, str]:
    """Columns that each hold the rank of one system, with its name: `rank_gpt4`, `Rank of GPT-4`."""
    found = {}
    for name in names:
        words = words_of(name)
        if len(words) > 1 and (words[0] in RANK or words[-1] in RANK):
            found[name] = _without_rank(name)
    distinct = len(set(found.values())) == len(found) and all(found.values())
    sided = {word for system in found.values() for word in words_of(system)} <= FIRST | SECOND | WHO
    return found if len(found) > 1 and distinct and not sided else {}


def place_columns(names: Iterable[str]) -> list[str]:
    """Columns that each hold the system of one place, the best first: `1st`, `2nd`, `3rd`, or `Rank 1`, `Rank 2`."""
    found = {place: name for name in names if (place := _place(words_of(name)))}
    is_complete = len(found) > 2 and sorted(found) == list(range(1, len(found) + 1))
    return [found[place] for place in sorted(found)] if is_complete else []


def _place(words: Collection[str]) -> int:
    """Which place a column is called after; 0 for none."""
    bare = [word for word in words if word not in RANK | WHO | frozenset(NAMING)]
    if len(bare) != 1:
        return 0
    if bare[0] in _ORDINALS:
        return _ORDINALS.index(bare[0]) + 1
    number = re.fullmatch(r"(\d+)(?:st|nd|rd|th)" if len(words) == 1 else r"(\d+)(?:st|nd|rd|th)?", bare[0])
    return int(number[1]) if number and (len(words) == 1 or not RANK.isdisjoint(words)) else 0


def _without_rank(name: str) -> str:
    words = "|".join(sorted(RANK, key=len, reverse=True))
    bare = re.sub(rf"^(?:{words})[\s_\-.:]+(?:of\s+)?|[\s_\-.:(\[]+(?:{words})[)\]]?$", "", name, flags=re.IGNORECASE)
    return bare.strip()


def _unasked(name: str) -> tuple[str, ...]:
    """The words of a name, without those that "which one" is made of."""
    words = words_of(name)
    return tuple(word for word in words if word not in {"one", *WRITTEN}) if "which" in words else words


def _names_system(words: Collection[str]) -> bool:
    return _is_only(words, WHO | NAMING | WRITTEN | FIRST | SECOND) and not WHO.isdisjoint(words)


def _is_only(words: Collection[str], allowed: Collection[str]) -> bool:
    """Whether a name is made of these words, and of words that say that it is a name; of these alone it is none."""
    return any(word in allowed for word in words) and all(word in allowed or word in NAMING for word in words)


def _only(names: Iterable[str], meant: frozenset[str]) -> str | None:
    """The one column that these words name, before those that say something about it; `None` where several may be."""
    apart = {name: words_of(name) for name in names}
    found = [name for name, words in apart.items() if _is_only(words, meant | {"#", "no", "nr", "number", "index"})]
    found = found or [name for name, words in apart.items() if words and words[-1] in NAMING and meant & set(words)]
    return found[0] if len(found) == 1 else None
