"""What inside an output speaks to whoever judges it: instructions, verdicts, marks of the prompt.

It is looked for, never taken out: an output is shown as it is. What such words did is seen when the order is swapped.
"""

import re

SHOWN = 60  # letters of what was found
MOST = 200_000  # letters of an output that are searched


def _any(*words: str) -> str:
    return rf"\b(?:{'|'.join(words)})\b".replace(" ", r"\s+")


_DROP = _any("ignore", "disregard", "forget", "override", "overrule")
_WHICH = _any("above", "previous", "prior", "earlier", "preceding", "all", "any", "other", "your", "these", "the")
_RULES = _any(
    "instructions?", "prompts?", "rules?", "directions?", "guidelines?", "messages?", "text", "answers?", "responses?",
    "above", "criteria",
)  # fmt: skip
_CHOOSE = _any(
    "choose", "select", "pick", "prefer", "vote for", "rate", "output", "reply", "reply with", "answer with",
    "respond", "respond with",
)  # fmt: skip
_SHOWN = _any("answer", "option", "response", "output", "assistant", "candidate", "model")
_MARK = r"\[\[\s*[abc]\s*\]\]"
_PARTS = (
    rf"{_DROP}.{{0,40}}?{_WHICH}.{{0,40}}?{_RULES}",
    rf"{_DROP}.{{0,20}}?\babove\b",
    rf"{_CHOOSE}.{{0,20}}?(?:{_MARK}|{_SHOWN}\s+[ab]\b|\b[ab]\b(?=\W*$))",
    _MARK,
    rf"\b(?:this|my)\s+(?:answer|response|output)\s+{_any('is', 'must be', 'should be')}\s+(?:the\s+)?"
    + _any("better", "best", "chosen", "preferred"),
    r"</?\s*answer_[ab]\s*>",
    rf"{_any('dear', 'attention', 'note to', 'note to the')}\s+(?:ai\s+)?" + _any("judge", "evaluator", "grader"),
)
_SPEAKS = re.compile("|".join(_PARTS), re.IGNORECASE | re.DOTALL)
_CAPITAL = re.compile(r"\b[Cc]hoose\s+[AB]\b")


def speaks_to_judge(text: str) -> str:
    """What in a text speaks to a judge, cut short; empty where nothing does."""
    text = text[:MOST]
    found = _SPEAKS.search(text) or _CAPITAL.search(text)
    return " ".join(found[0].split())[:SHOWN] if found else ""
