from dataclasses import replace

import pytest
from findings_examples import HOSTILE, SIGNATURE, comparison_study, estimate, examples

from quorate.reports import text_report
from quorate.reports.canvas import columns, elide, printable
from quorate.reports.text import bar, wrap

EXAMPLES = examples()


@pytest.mark.parametrize("name", EXAMPLES)
def test_no_line_is_wider_than_a_hundred_columns(name):
    text = text_report(EXAMPLES[name])
    assert max(columns(line) for line in text.splitlines()) <= 100
    assert "nan" not in text.replace("annotat", "")
    assert text.endswith("\n")


def test_the_answer_comes_first():
    findings = EXAMPLES["six"]
    assert " ".join(text_report(findings).split()).startswith(findings.answer.words)


def test_the_text_says_what_the_page_says():
    text = text_report(EXAMPLES["eventful"])
    for words in (
        "800 judgments by 9 annotators on 400 of 400 items; intervals at level 95 %.",
        "• Borealis-13b beats Elm-large, Fjord, Garnet-2",
        "by at least 5 percentage points: Fjord, Garnet-2",
        "The orders disagree.",
        "Where domain = news",
        "• Judgments on different items are independent.",
        "• 1 judgment was retracted and does not count.",
        "quorate verify mt-newstest --store study.db",
    ):
        assert words in text, words
    assert SIGNATURE in text.replace("\n", "")


def test_the_criteria_of_a_rating_have_a_table_each():
    text = text_report(EXAMPLES["rating"])
    assert "Mean score for adequacy, from 1 to 5" in text
    assert "Mean score for tone, from 1 to 5" in text
    assert "Model strengths" not in text


def test_no_character_that_moves_the_cursor_gets_through():
    findings = replace(comparison_study(HOSTILE, 100), study="a\x1b[2Jb\rc")
    text = text_report(findings)
    assert not set(text) & {"\x1b", "\r", "\x00", "\u202e"}


def test_a_bar_shows_both_intervals_the_value_and_one_half():
    drawn = bar(estimate(("a",), 0.7, 100), 0.0, 1.0, width=40, middle=0.5)
    assert len(drawn) == 40
    assert drawn.count("●") == 1
    assert drawn[20] == "┊"
    assert drawn.strip(" ┊").startswith("─")
    assert "━●━" in drawn


def test_wrapping_keeps_all_words_and_breaks_signatures_between_their_parts():
    words = "word " * 60
    assert " ".join(line.strip() for line in wrap(words)) == words.strip()
    long = "|".join(f"part{k}:value" for k in range(30))
    lines = wrap(long, rest="")
    assert "".join(lines) == long
    assert all(line.endswith("|") for line in lines[:-1])
    assert all(columns(line) <= 100 for line in wrap("x" * 500) + wrap("東京" * 120))
    assert wrap("quorate " + "--flag value " * 12, end=" \\")[0].endswith(" \\")


def test_names_are_elided_by_the_columns_they_take():
    assert elide("short", 10) == "short"
    assert elide("x" * 20, 10) == "x" * 9 + "…"
    assert columns(elide("東京" * 10, 10)) <= 10
    assert printable("a\nb\tc\x00\ud800") == "a b c\ufffd\ufffd"
