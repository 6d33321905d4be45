"""The words of the pages in several languages, from one catalogue."""

import json
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

FALLBACK = "en"


@cache
def catalogue() -> dict[str, dict[str, str]]:
    """Language → key → words."""
    found: dict[str, dict[str, str]] = json.loads(
        Path(__file__).with_name("translations.json").read_text(encoding="utf-8")
    )
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
    words = catalogue()[known_language(language)]

    def translated(key: str, **values: object) -> str:
        return words[key].format(**values) if values else words[key]

    return translated


def strings(language: str, *keys: str) -> dict[str, str]:
    """Words for a page's modules: those of these keys, all where none is named."""
    words = catalogue()[known_language(language)]
    chosen: Iterable[str] = keys or words
    return {key: words[key] for key in chosen}
