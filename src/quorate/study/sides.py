"""Where a guide speaks of left and right.

Two outputs are called A and B on every page. They stand beside each other on a wide screen and one above the other on
a telephone, where somebody told to choose "the right side" cannot know what is meant.
"""

import re

from quorate.records.guide import Exercise, Guide

# Only what speaks of a side: "the right answer" and "what is left" do not.
_THINGS = r"(?:side|one|text|output|version|column|pane|hand|translation|summary|response|reply|box)s?"
_SIDES = re.compile(
    rf"\b(?:left|right)[- ]{_THINGS}\b|\bleft answer\b|\b(?:on|to|at|from) the (?:left|right)\b"
    r"|\b(?:choose|pick|select|press|click|tap|prefer|take|mark) (?:the )?(?:left|right)\b(?! answer)"
    r"|\b(?:the left|left or right|right or left)\b"
    r"|\b(?:links|rechts)\b|\b(?:linke|rechte)[nrsm]?\b"
    r"|\b(?:izquierd|derech)[ao]s?\b"
    r"|[左右](?:边|侧|方|面|栏)"
    r"|يسار|يمين|الأيسر|الأيمن|اليسرى|اليمنى",
    re.IGNORECASE,
)


def sides_named(guide: Guide) -> tuple[str, ...]:
    """The parts of a guide that speak of left and right, such as `instructions`, `practice 2` and `check 1`."""
    texts = {"instructions": guide.instructions, "consent": guide.consent, "thanks": guide.thanks}
    texts |= {f"practice {place}": _told(one) for place, one in enumerate(guide.practice, 1)}
    texts |= {f"check {place}": _told(one) for place, one in enumerate(guide.checks, 1)}
    return tuple(name for name, text in texts.items() if _SIDES.search(text))


def _told(exercise: Exercise) -> str:
    return "\n".join((*exercise.item.values(), *exercise.outputs, exercise.why))
