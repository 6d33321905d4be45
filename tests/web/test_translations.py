"""Every language has every word, and every word that a page uses is there."""

import re

import pytest

from quorate.questions import KINDS
from quorate.web.pages.annotator import WORDS
from quorate.web.rendering import STATIC
from quorate.web.translation import catalogue, known_language, strings, translate

LANGUAGES = ("en", "de", "es", "zh", "ar")
MODULES = {path: path.read_text(encoding="utf-8") for path in sorted((STATIC / "annotator").rglob("*.js"))}
TEMPLATE = (STATIC.parent / "templates" / "annotator.html").read_text(encoding="utf-8")


def places(words: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", words))


def test_there_are_the_promised_languages():
    assert set(LANGUAGES) <= set(catalogue())


@pytest.mark.parametrize("language", catalogue())
def test_every_language_has_every_key_with_the_same_places(language):
    english, other = catalogue()["en"], catalogue()[language]
    assert {group: list(words) for group, words in other.items()} == {
        group: list(words) for group, words in english.items()
    }
    for group, words in other.items():
        for key, said in words.items():
            assert said.strip(), key
            assert places(said) == places(english[group][key]), key


def test_no_key_is_in_two_groups():
    keys = [key for words in catalogue()["en"].values() for key in words]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("kind", KINDS)
def test_every_word_that_a_page_says_is_sent_to_it(kind):
    sent = strings("en", "page", "chat", kind, *WORDS[kind])
    for module, text in MODULES.items():
        if module.parent.name != "kinds" or module.stem == kind:
            missing = set(re.findall(r"\bt\(\"(\w+)\"", text)) - set(sent)
            shared = {"marking.js": "marking", "standby.js": "standby", "choosing.js": None}.get(module.name, "")
            assert not missing or (shared and shared not in WORDS[kind]), (module.name, missing)
    assert strings("en", "template")[f"words_{kind}"]


def test_no_word_is_in_the_catalogue_for_nothing():
    used = TEMPLATE + "".join(MODULES.values())
    made = re.compile(r"(words|skip|field|side|better|need|turn|part)_\w+|language_name|cannot_tell")
    for words in catalogue()["en"].values():
        for key in words:
            assert re.search(rf"[\"'`]{key}[\"'`]", used) or made.fullmatch(key), key


def test_a_language_is_found_by_its_code_or_falls_back():
    assert known_language("de-AT") == "de"
    assert known_language(None, "", "xx", "es") == "es"
    assert known_language("tlh") == "en"
    assert translate("de")("progress_of", told=3, cap=9) == "3 von 9"
    assert strings("zh", "sending") == {"send": "提交"}
