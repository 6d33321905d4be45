"""Names that submitters give their systems: one way to write each, and none that can be taken for another."""

import re
import unicodedata

from quorate.errors import InputError

LONGEST = 100
# Letters of other alphabets, and digits, that look like a Latin letter; after case folding.
_ALIKE = str.maketrans(
    {
        **dict(zip("авеёзіјкмнорстухѕԁԛԝһӏпгь", "abeeзijkmhopctyxsdqwhlnrb", strict=True)),
        **dict(zip("αβγεηικνορστυχωϲϳ", "abyenikvopctuxwcj", strict=True)),
        **dict(zip("01|!", "olll", strict=True)),
        "ı": "i",
        "ł": "l",
        "ø": "o",
        "đ": "d",
    }
)
_TWO_AS_ONE = (("rn", "m"), ("vv", "w"))
_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def proper_name(name: str) -> str:
    """A name in its one way of being written: composed, with single spaces.

    Raises:
        InputError: It is empty or too long, or holds characters that nobody sees.
    """
    written = re.sub(r"\s+", " ", unicodedata.normalize("NFKC", name)).strip()
    unseen = sorted({letter for letter in written if unicodedata.category(letter) in _UNSEEN})
    if unseen:
        codes = ", ".join(f"U+{ord(letter):04X}" for letter in unseen[:3])
        raise InputError(f"The name holds characters that nobody sees ({codes}). Write it without them.")
    if not any(letter.isalnum() for letter in written):
        raise InputError("A name needs at least one letter or digit.")
    if len(written) > LONGEST:
        raise InputError(f"A name has at most {LONGEST} characters; this one has {len(written)}.")
    return written


def check_distinct(name: str, others: tuple[str, ...]) -> None:
    """Make sure that nobody takes a name for one of the others. It is not said for which.

    Raises:
        InputError: It is one of them, or looks like one.
    """
    if name in others:
        raise InputError(f"A system called {name!r} is in the study already. Choose another name.")
    mine = _shape(name)
    if any(_shape(other) == mine for other in others):
        raise InputError(f"{name!r} can be taken for the name of a system that is in the study. Choose another name.")


def _shape(name: str) -> str:
    """What a name looks like at a glance: no case, accents, spaces or signs, one letter for those that look alike."""
    bare = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = "".join(letter for letter in bare if not unicodedata.combining(letter)).translate(_ALIKE)
    for pair, one in _TWO_AS_ONE:
        letters = letters.replace(pair, one)
    return "".join(letter for letter in letters if letter.isalnum() or letter == ".").replace("i", "l")
