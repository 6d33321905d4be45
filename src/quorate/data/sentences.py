"""An output split into statements by rules: its bullets, and the sentences of what is no list.

Idea: what people put into one bullet or one sentence is mostly one statement, and rules make the same of it every time.
Headings, code, tables, questions and what only announces a list ("She wrote:") state nothing. A sentence ends at . ! ?
(and 。！？) before space and a beginning that is no small letter; abbreviations, initials, numbers and brackets go on.

When not to use: sentences that say several things, or that need the one before ("It was later sold."): a model that
splits (`judges.splitting`) makes them stand alone.
"""

import re

BULLET = re.compile(r"^\s*(?:[-*+•‣◦–]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)])\s+")
HEADING = re.compile(r"^\s*#{1,6}\s")
RULE = re.compile(r"^\s*([-*_=|:+\s])\1*\s*$|^\s*\|.*\|\s*$")
FENCE = re.compile(r"^\s*(```|~~~)")
END = re.compile(r"([.!?…]+[\"'”’»)\]]*|[。！？]+[”’」』]*)")
MARKS = re.compile(r"\*\*|__|`")
ABBREVIATIONS = (
    "mr mrs ms dr prof st sr jr vs etc eg ie e.g i.e cf al fig no vol approx ca inc ltd co corp u.s u.k a.m p.m ed",
    "eds pp z.b d.h u.a bzw usw nr bspw vgl str hr fr sra p.ej",
)
ABBREVIATED = frozenset(" ".join(ABBREVIATIONS).split())
NO_STATEMENT = ("?", "？", ":", "：")  # asks, or announces what follows
LEAST = 2  # letters that a statement has


def split_by_rules(text: str) -> list[str]:
    """The statements of an output, in order, each once."""
    found: list[str] = []
    for block in _blocks(text):
        found += _sentences(block)
    return list(dict.fromkeys(found))


def _blocks(text: str) -> list[str]:
    """Bullets with the lines that go on with them, and paragraphs."""
    blocks: list[str] = []
    is_code = goes_on = False
    for line in text.splitlines():
        if FENCE.match(line):
            is_code, goes_on = not is_code, False
            continue
        if is_code or HEADING.match(line) or (line.strip() and RULE.match(line)):
            goes_on = False
            continue
        bullet = BULLET.match(line)
        words = MARKS.sub("", line[bullet.end() :] if bullet else line).strip()
        if not words:
            goes_on = False
        elif bullet or not goes_on:
            blocks.append(words)
            goes_on = True
        else:
            blocks[-1] += f" {words}"
    return blocks


def _sentences(block: str) -> list[str]:
    found, begin = [], 0
    for end in END.finditer(block):
        if _ends(block, end):
            found.append(block[begin : end.end()].strip())
            begin = end.end()
    found.append(block[begin:].strip())
    said = [one for one in found if sum(map(str.isalnum, one)) >= LEAST]
    return [one for one in said if one.rstrip("\"'”’»)]")[-1:] not in NO_STATEMENT]


def _ends(block: str, mark: "re.Match[str]") -> bool:
    """Whether a mark ends a sentence."""
    if mark[0][0] in "。！？":
        return True
    rest = block[mark.end() :]
    if rest and not rest[0].isspace():
        return False
    following = rest.lstrip().lstrip("\"'“‘«([")[:1]
    if following.islower():
        return False
    before = block[: mark.start()].rsplit(None, 1)[-1:] or [""]
    word = before[0].lstrip("(\"'“‘[").lower()
    is_open = block[: mark.start()].count("(") > block[: mark.end()].count(")")
    if mark[0] == "." and (word in ABBREVIATED or (len(word) == 1 and word.isalpha() and before[0].isupper())):
        return not rest.strip()
    return not is_open
