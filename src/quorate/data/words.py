"""Names and answers as words, so that what they mean does not depend on how somebody writes them."""

import re

_APART = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z]{3})(?=\d)|(?<=\d)(?=[A-Za-z]{3})")
_WORD = re.compile(r"[^\W_]+|#")


def spelled(words: str) -> frozenset[str]:
    """Words as they stand in a text."""
    return frozenset(words.split())


# What somebody writes who means the first output of a pair, and what they write for the second.
FIRST = spelled("""
    a 1 one left l first 1st links erste erster erstes gauche premier première izquierda primero
""")
SECOND = spelled("""
    b 2 two right r second 2nd rechts zweite zweiter zweites droite deuxième derecha segundo
""")
WHO = spelled("""
    system model modell generator engine player candidate method option bot assistant llm agent provider checkpoint
    translator modèle modelo système sistema variant competitor run
""")
NAMING = spelled("""
    name id key code
""")  # words that say that a column names something


def words_of(name: str) -> tuple[str, ...]:
    """A name as small words: `SystemA_name` is system, a, name."""
    return tuple(word.casefold() for word in _WORD.findall(_APART.sub(" ", name)))


def side_of(words: tuple[str, ...]) -> int:
    """Which side some words speak of: 1 the first, 2 the second, 0 neither or both."""
    first, second = not FIRST.isdisjoint(words), not SECOND.isdisjoint(words)
    return 0 if first is second else 1 if first else 2
