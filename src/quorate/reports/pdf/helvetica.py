"""Helvetica as viewers have it: its letters, their codes, and how wide they are in thousandths of their size."""

import unicodedata
from functools import cache

_PLAIN = (
    "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 "
    "278 584  584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 "
    "722 667 944 667  667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 "
    "556 556 333 500 278  556 500 722 500 500 500 334 260 334 584 "
)
_BOLD = (
    "278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 "
    "333 584  584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 "
    "667 944 667  667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 "
    "611 389 556 333  611 556 778 556 556 500 389 280 389 584 "
)
_OTHERS = {"…": 1000, "–": 556, "—": 1000, "‘": 222, "’": 222, "“": 333, "”": 333, "·": 278, "½": 834, "×": 584}
_OTHERS |= {"±": 584, "°": 400, "«": 556, "»": 556, "ß": 611, "æ": 889, "Æ": 1000, "ø": 611, "Ø": 778, "•": 350}
_OTHERS |= {"−": 584, "≤": 549, "≥": 549, "≠": 549, "§": 556, "µ": 576, "¹": 333, "²": 333, "³": 333, "€": 556}
SPACES = {"\u00a0": 278, "\u2009": 167, "\u202f": 167, "\u200a": 83, "\u2002": 500, "\u2003": 1000}

# Codes that Windows-1252 does not use, for letters that it does not have.
DIFFERENCES = {0x81: ("−", "minus"), 0x8D: ("≤", "lessequal"), 0x8F: ("≥", "greaterequal"), 0x90: ("≠", "notequal")}
_CODES = {letter: code for code, (letter, _) in DIFFERENCES.items()}


@cache
def code_of(letter: str) -> int | None:
    """The code of a letter; `None` where Helvetica does not have it."""
    if letter in _CODES:
        return _CODES[letter]
    try:
        (code,) = letter.encode("cp1252")
    except (UnicodeEncodeError, ValueError):
        return None
    return code if code >= 32 else None


@cache
def width_of(letter: str, *, bold: bool) -> int:
    """The width of a letter that Helvetica has."""
    if letter in SPACES:
        return SPACES[letter]
    base = unicodedata.normalize("NFD", letter)[0]
    widths = (_BOLD if bold else _PLAIN).split()
    if 32 <= ord(base) < 127:
        return int(widths[ord(base) - 32])
    return _OTHERS.get(letter, 556)
