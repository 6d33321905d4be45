"""The words of the pages in several languages, from one catalogue: language → group → key → words.

The group `template` is for words that the server writes into pages; the others are for modules, so that a page brings
only what its modules say.
"""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

FALLBACK = "en"


@cache
def catalogue() -> dict[str, dict[str, dict[str, str]]]:
    """Language → group → key → words."""
    text = Path(__file__).with_name("translations.json").read_text(encoding="utf-8")
    found: dict[str, dict[str, dict[str, str]]] = json.loads(text)
    return found


def known_language(*wanted: str | None) -> str:
    """The first of these languages that the catalogue has, `de` for `de-AT` too; else English."""
    for language in wanted:
        for code in (language or "", (language or "").split("-")[0].lower()):
            if code in catalogue():
                return code
    return FALLBACK


def translate(language: str) -> Callable[..., str]:
    """A function from a key, and the values its words mention, to words in this language."""
    words = strings(language, *catalogue()[FALLBACK])

    def translated(key: str, **values: object) -> str:
        return words[key].format(**values) if values else words[key]

    return translated


def strings(language: str, *groups: str) -> dict[str, str]:
    """Words for a page's modules: those of these groups."""
    words = catalogue()[known_language(language)]
    return {key: said for group in groups for key, said in words[group].items()}
