"""What a judge said, read strictly: prose, several verdicts, nothing and refusals are unread, never guessed."""

import json
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from quorate.data.verdicts import read_verdict

LONGEST = 100_000  # letters of an answer that is read at all
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
MARKED = re.compile(r"\[\[\s*(-?\d+(?:\.\d+)?)\s*\]\]")
LETTERS = re.compile(r"\[\[\s*([abc])\s*\]\]", re.IGNORECASE)
THOUGHT = re.compile(r"\A\s*<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)
FENCE = re.compile(r"\A\s*```(?:json)?\s*(.*?)\s*```\s*\Z", re.DOTALL)
BESIDE = " \n\t[](){}\"'*.:"

NOTHING_SAID, TOO_LONG, SEVERAL, NONE, OUTSIDE = (
    "said nothing",
    "an answer of more than 100,000 letters",
    "several verdicts at once",
    "no verdict as asked for",
    "a number outside the scale",
)


@dataclass(frozen=True, kw_only=True)
class ReadAnswer:
    """What an answer says.

    Attributes:
        value: 1 where what was shown first is better, ½ for a tie, 0 for the second; of a rating the score. NaN where
            it is unread.
        why: Why it is unread; empty where it was read.
    """

    value: float
    why: str = ""


def read_comparison(answer: str) -> ReadAnswer:
    """A verdict about two outputs.

    Read are: a, b, c, tie, equal, first or second alone; [[A]], [[B]] or [[C]] inside longer words, if only one of them
    occurs; `{"verdict": "A"}`. What a model thinks aloud between think tags is not read.
    """
    words, why = _words(answer, "verdict")
    if why:
        return ReadAnswer(value=math.nan, why=why)
    if len({mark.lower() for mark in LETTERS.findall(words)}) > 1:
        return ReadAnswer(value=math.nan, why=SEVERAL)
    is_number = NUMBER.fullmatch(words.strip(" .")) is not None
    value = math.nan if is_number else read_verdict(LETTERS.sub(r"[[\1]]", words), first_is_a=True)
    return ReadAnswer(value=value, why=NONE if math.isnan(value) else "")


def read_score(answer: str, low: float, high: float) -> ReadAnswer:
    """A score on a scale: a number alone, one number in double brackets, or `{"score": 4}`."""
    words, why = _words(answer, "score")
    if why:
        return ReadAnswer(value=math.nan, why=why)
    alone = NUMBER.fullmatch(words.strip())
    found = {float(alone[0])} if alone else {float(mark) for mark in MARKED.findall(words)}
    if len(found) != 1:
        return ReadAnswer(value=math.nan, why=SEVERAL if found else NONE)
    (value,) = found
    return ReadAnswer(value=value) if low <= value <= high else ReadAnswer(value=math.nan, why=OUTSIDE)


def _words(answer: str, name: str) -> tuple[str, str]:
    """The part of an answer that may hold the verdict, or why there is none."""
    if len(answer) > LONGEST:
        return "", TOO_LONG
    words = THOUGHT.sub("", answer).strip()
    if not words:
        return "", NOTHING_SAID
    fenced = FENCE.match(words)
    try:
        inside = json.loads(fenced[1] if fenced else words)
    except (ValueError, RecursionError):
        return words, ""
    if isinstance(inside, dict):
        value = inside.get(name)
        return (str(value), "") if isinstance(value, str | int | float) and value != "" else ("", NONE)
    return words, ""


def chance_of_first(tokens: Sequence[Any], verdict: float) -> float:
    """How likely the first is better by the log-probabilities of the token that decides, a tie counting one half.

    Args:
        tokens: Tokens of the answer as the endpoint gives them, each with its alternatives.
        verdict: The verdict that was read.

    Returns:
        The probability among the three verdicts; NaN where no token says this verdict.
    """
    wanted = {1.0: "A", 0.5: "C", 0.0: "B"}.get(verdict)
    for token in reversed(tokens):
        if wanted is not None and _letter(token) == wanted:
            shares = dict.fromkeys("ABC", 0.0)
            for other in _alternatives(token):
                letter = _letter(other)
                if letter in shares:
                    shares[letter] += _chance(other)
            total = sum(shares.values())
            return (shares["A"] + shares["C"] / 2) / total if total > 0 else math.nan
    return math.nan


def expected_score(tokens: Sequence[Any], score: float, low: float, high: float) -> float:
    """The expected score by the log-probabilities of the token that says it; NaN where none does."""
    for token in reversed(tokens):
        if _number(token) == score:
            known = [(_number(other), _chance(other)) for other in _alternatives(token)]
            inside = [(value, chance) for value, chance in known if value is not None and low <= value <= high]
            total = sum(chance for _, chance in inside)
            return sum(value * chance for value, chance in inside) / total if total > 0 else math.nan
    return math.nan


def _letter(token: Any) -> str:  # noqa: ANN401 - what an endpoint sends
    words = token.get("token") if isinstance(token, dict) else None
    return words.strip(BESIDE).upper() if isinstance(words, str) else ""


def _number(token: Any) -> float | None:  # noqa: ANN401
    words = _letter(token)
    return float(words) if NUMBER.fullmatch(words) else None


def _alternatives(token: Any) -> Sequence[Any]:  # noqa: ANN401
    others = token.get("top_logprobs") if isinstance(token, dict) else None
    return others if isinstance(others, list) and others else [token]


def _chance(token: Any) -> float:  # noqa: ANN401
    value = token.get("logprob") if isinstance(token, dict) else None
    if not isinstance(value, int | float) or math.isnan(value):
        return 0.0
    return math.exp(min(float(value), 0.0))
