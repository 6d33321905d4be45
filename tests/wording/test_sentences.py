"""Sentences are made from data in one place, in any language, and nothing takes them apart."""

import re
from pathlib import Path

import pytest

from quorate.policies import Rest
from quorate.records.claims import Claim, RestReason, StateName
from quorate.wording.certificates import Certificate
from quorate.wording.phrases import counted, listed
from quorate.wording.sentence import ENGLISH, Sentence, quoted
from quorate.wording.states import StudyState

SOURCE = Path(__file__).parents[2] / "src" / "quorate"
GERMAN = ENGLISH | {
    "judgments": "{count} Urteile",
    "judgments, one": "1 Urteil",
    "budget spent": "Das Budget von {judgments:judgments} ist aufgebraucht.",
    "open may decide": "Die Antworten auf {count} offene Fragen entscheiden es vielleicht.",
    "open may decide, one": "Die Antwort auf die offene Frage entscheidet es vielleicht.",
    "at rest": "ruht",
    "claimed": "{where} gilt: {claim} ({tail}).",
    "tail": "Irrtum ≤ {error:percent}",
    "on items": "Auf diesen Daten",
    "near best": "{name} verliert gegen niemanden um mehr als {margin:points}",
}


def test_numbers_names_and_sentences_fill_the_gaps():
    assert Sentence("budget spent", {"judgments": 1}).words == "The budget of 1 judgment is spent."
    assert Sentence("budget spent", {"judgments": 2000}).words == "The budget of 2,000 judgments is spent."
    assert Sentence("budget given out", {"judgments": 9, "count": 1}).words.endswith("; 1 question is open.")
    assert Sentence("budget given out", {"judgments": 9, "count": 2}).words.endswith("; 2 questions are open.")
    assert Sentence("intervals narrow", {"width": 0.10}).words == "Every interval is narrower than 0.1, at any look."


def test_what_somebody_wrote_is_not_taken_for_a_template():
    assert quoted("{0} {x!r} {").words == "{0} {x!r} {"


@pytest.mark.parametrize("count", [1, 5])
def test_another_language_says_why_somebody_rests(count):
    rest = Rest(reason=RestReason.WAITING, why=Sentence("open may decide", {"count": count}))
    expected = {1: GERMAN["open may decide, one"], 5: "Die Antworten auf 5 offene Fragen entscheiden es vielleicht."}
    assert rest.why.say(GERMAN) == expected[count]
    state = StudyState(name=StateName.AT_REST, why=Sentence("budget spent", {"judgments": count}))
    assert state.say(GERMAN) == f"ruht: Das Budget von {counted(count, 'Urteil', 'Urteile')} ist aufgebraucht."


def test_another_language_says_what_is_certain():
    claim = Certificate(claim=Claim.NEAR_BEST, subject=("A",), error=0.05, scope="items", margin=0.05)
    assert claim.say(GERMAN).startswith("Auf diesen Daten gilt: A verliert gegen niemanden um mehr als 5")
    assert claim.say(GERMAN).endswith("(Irrtum ≤ 5 %).")


@pytest.mark.parametrize(
    ("state", "words", "is_waiting"),
    [
        (StudyState(name=StateName.OPEN), "open", False),
        (
            StudyState(name=StateName.OPEN, why=Sentence("others first")),
            "open: The answers of others come first.",
            True,
        ),
        (StudyState(name=StateName.PAUSED), "paused", False),
        (StudyState(name=StateName.AT_REST, why=quoted("x")), "at rest: x", False),
        (StudyState(name=StateName.CLOSED, why=quoted("a: b")), "closed: a: b", False),
    ],
)
def test_states(state, words, is_waiting):
    assert state.words == str(state) == words
    assert state.is_waiting == is_waiting


def test_every_key_in_the_source_is_in_the_table():
    used = {
        key
        for path in SOURCE.rglob("*.py")
        for key in re.findall(r'\bSentence\(\s*"([^"]+)"', path.read_text(encoding="utf-8"))
    }
    assert used
    assert used <= set(ENGLISH)
    assert {f"{reason}, to annotators" for reason in ("enough", "exhausted", "closed")} <= set(ENGLISH)


def test_nothing_in_the_source_takes_a_sentence_apart():
    words = r"\.(?:words|brief|why|state)\b"
    parsing = re.compile(
        rf"""{words}\)?\.(?:startswith|endswith|partition|rpartition|split|removeprefix|removesuffix|find|index)\("""
        rf"""|["']\s+in\s+[\w.]*{words}|(?:startsWith|includes|split)\((?:"open|"closed|"at rest)|[("']: ["']\)"""
    )
    for path in (*SOURCE.rglob("*.py"), *SOURCE.rglob("*.js"), *SOURCE.rglob("*.html")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            assert not parsing.search(line), f"{path.name}:{number}: {line.strip()}"


@pytest.mark.parametrize(
    ("names", "words"),
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")],
)
def test_lists(names, words):
    assert listed(names) == words
    assert listed([str(n) for n in range(9)]) == "0, 1, 2, 3, 4, 5 and 3 more"
    assert listed([str(n) for n in range(9)], most=9).endswith("7 and 8")
