import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from functools import cache
from html import escape, unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from findings_examples import HOSTILE, SIGNATURE, comparison_study, eventful_study, examples

from quorate.errors import InputError
from quorate.reports import html_report, write_report

EXAMPLES = examples()
CHROMIUM = "/usr/bin/chromium"
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@cache
def page_of(name):
    return html_report(EXAMPLES[name])


class Outline(HTMLParser):
    """Collects tags, attributes and headings, and checks that tags close in order."""

    void = frozenset(["meta", "link", "br", "wbr"])

    def __init__(self, page):
        super().__init__()
        self.tags, self.headings, self.ids, self.stack, self.is_heading = [], [], [], [], False
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self.ids += [value for key, value in attrs if key == "id"]
        self.is_heading = tag in ("h1", "h2")
        if tag not in self.void:
            self.stack.append(tag)

    def handle_endtag(self, tag):
        self.is_heading = False if tag in ("h1", "h2") else self.is_heading
        if self.stack[-1:] == [tag]:
            self.stack.pop()

    def handle_data(self, data):
        if self.is_heading or self.stack[-2:-1] in (["h1"], ["h2"]):
            self.headings.append(data)


def text_of(page):
    words = unescape(re.sub(r"<[^>]*>", "", page.split("</style>", 1)[1]))
    return re.sub(r"[ \n]+", " ", words)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_page_is_whole_and_loads_nothing(name):
    page = page_of(name)
    outline = Outline(page)
    assert page.startswith("<!doctype html>")
    assert not outline.stack
    assert len(outline.ids) == len(set(outline.ids))
    assert not {"script", "iframe", "img", "object", "embed", "form"} & {tag for tag, _ in outline.tags}
    assert [attrs["href"] for tag, attrs in outline.tags if tag == "link"] == ["data:,"]
    loaders = ("src", "srcset", "action", "onclick", "onload", "onerror")
    assert not [attrs for _, attrs in outline.tags if any(key in attrs for key in loaders)]
    assert set(re.findall(r"https?:[^\"<\s]*", page)) == {"http://www.w3.org/2000/svg"}
    assert "url(" not in page
    assert "@import" not in page
    assert len(page) < (400_000 if name != "thirty" else 600_000)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_system_the_answer_and_the_summary_are_there(name):
    findings = EXAMPLES[name]
    text = text_of(page_of(name))
    if name != "hostile":
        assert findings.answer.words in text
        for estimate in findings.ranking.estimates:
            assert estimate.subject[0] in text
    for word in ("judgment", "annotator", "items judged", "95\u202f%"):
        assert word in text


def test_the_parts_come_in_order():
    assert Outline(page_of("eventful")).headings == [
        "mt-newstest",
        "Ranking",
        "Win matrix",
        "What is certified",
        "Parts of the items",
        "Judgments over time",
        "What was asked, and how often",
        "Annotators",
        "What these numbers assume",
        "Design",
        "Signature",
        "How to reproduce",
    ]
    assert "Other criteria" in Outline(page_of("rating")).headings
    assert "Win matrix" not in Outline(page_of("rating")).headings


def test_what_happened_is_said_in_plain_sentences():
    text = text_of(page_of("eventful"))
    for sentence in (
        "800 judgments count towards these numbers.",
        "30 comparisons were never asked because both outputs look the same; they are ties by construction.",
        "Items without an output, of 400: Cirrus (12) and Fjord (3); only items that both systems have are compared.",
        "3 questions are still open.",
        "4 questions were skipped.",
        "2 questions were given back because their leases ended.",
        "1 judgment was retracted and does not count.",
        "1 annotator is excluded, and what they said does not count: annotator 11 (failed 3 of 4 checks).",
        "The orders disagree.",
        "by at least 5 percentage points",
        "domain = news",
        "the probability that any relation listed here is ever claimed and false is at most 5\u202f%",
    ):
        assert sentence in text, sentence


def test_what_did_not_happen_is_not_mentioned():
    text = text_of(page_of("six"))
    for word in ("skipped", "retracted", "excluded", "still open", "disagree", "leases", "Parts of the items"):
        assert word not in text


def test_assumptions_are_said_once():
    assert page_of("eventful").count("Judgments on different items are independent.") == 1
    assert page_of("eventful").count("Strengths are shrunk towards 0") == 1


def test_signature_design_and_commands_are_there():
    text = text_of(page_of("six"))
    assert SIGNATURE in text
    assert "quorate verify mt-newstest --store study.db" in text
    assert "Which translation is better?" in text
    assert "budget 1000 or width 0.1" in text


def test_both_intervals_strength_and_annotators_are_there():
    findings = EXAMPLES["six"]
    text = text_of(page_of("six"))
    first = findings.ranking.estimates[0]
    for interval in (first.interval, first.anytime):
        assert f"{100 * interval.low:.1f}–{100 * interval.high:.1f}\u202f%" in text
    assert f"{findings.strengths.estimates[0].value:.2f}" in text
    for row in findings.asked.annotators:
        assert row["annotator"] in text


def test_an_estimator_without_intervals_for_every_look_has_no_such_column():
    findings = EXAMPLES["six"]
    ranking = replace(
        findings.ranking, estimates=tuple(replace(one, anytime=None) for one in findings.ranking.estimates)
    )
    page = html_report(replace(findings, ranking=ranking))
    assert "every look</th>" not in page
    assert "every look</th>" in page_of("six")


def test_annotators_may_have_other_columns_and_holes():
    findings = EXAMPLES["six"]
    rows = ({"annotator": "annotator 1", "judgments": 3, "seconds": None, "left": float("nan"), "checks_passed": 0.5},)
    text = text_of(html_report(replace(findings, asked=replace(findings.asked, annotators=rows))))
    assert "Checks passed" in text
    assert "nan" not in text.lower().replace("annotat", "")


def test_hostile_names_are_shown_and_never_markup():
    page = page_of("hostile")
    assert HOSTILE[0] not in page
    assert escape(HOSTILE[0]) in page.replace("&#39;", "&#x27;")
    assert "<img" not in page
    assert "{{ 7 * 7 }}" in page
    assert "\x00" not in page
    assert "\u202e" not in page


def test_the_same_findings_give_the_same_page():
    assert html_report(eventful_study()) == page_of("eventful")


def test_colours_have_contrast_in_the_light_and_in_the_dark():
    css = page_of("six").split("<style>")[1].split("@media print")[0]
    light, dark = (
        dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", part)) for part in css.split("prefers-color-scheme: dark")[0:2]
    )

    def luminance(colour):
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for theme in (light, dark):
        for words in ("ink", "muted", "accent"):
            for ground in ("ground", "page", "code"):
                high, low = sorted((luminance(theme[words]), luminance(theme[ground])), reverse=True)
                assert (high + 0.05) / (low + 0.05) >= 4.5, (words, ground)


def test_importing_reports_does_not_import_what_is_heavy():
    code = "import sys, quorate.reports; print(sorted({'matplotlib', 'jinja2', 'scipy', 'pyarrow'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("ending", [".html", ".txt", ".tex", ".json", ".HTML"])
def test_write_report_chooses_the_form_by_the_file_name(tmp_path, ending):
    place = tmp_path / f"report{ending}"
    place.write_text("old")
    assert write_report(comparison_study(), str(place)) == place
    assert len(place.read_bytes()) > 500
    assert [file.name for file in tmp_path.iterdir()] == [place.name]


def test_the_json_report_is_strict_json(tmp_path):
    data = json.loads(write_report(comparison_study(), tmp_path / "r.json").read_text(), parse_constant=pytest.fail)
    assert data["asked"]["judgments"] == 800
    assert data["strengths"]["high"] is None


def test_an_unknown_ending_is_an_error_that_lists_the_known(tmp_path):
    for name in ("report.docx", "report"):
        with pytest.raises(InputError, match=r"\.html, \.txt, \.tex, \.json"):
            write_report(comparison_study(), tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_report_that_cannot_be_written_leaves_nothing_behind(tmp_path):
    with pytest.raises(InputError, match="cannot be written"):
        write_report(comparison_study(), tmp_path / "no folder" / "report.txt")
    (tmp_path / "taken.txt").mkdir()
    with pytest.raises(InputError, match="cannot be written"):
        write_report(comparison_study(), tmp_path / "taken.txt")
    assert [file.name for file in tmp_path.iterdir()] == ["taken.txt"]


@pytest.mark.browser
def test_pages_in_a_browser_are_quiet_fit_a_telephone_and_run_nothing(tmp_path):
    if not Path(CHROMIUM).exists():
        words = f"Chromium is not at {CHROMIUM}: install it to look at reports in a real browser."
        if os.environ.get("CI"):
            pytest.fail(words)
        pytest.skip(words)
    from playwright.sync_api import sync_playwright

    said, asked_for = [], []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        try:
            for name in ("six", "zero", "thirty", "hostile", "rating", "eventful"):
                place = write_report(EXAMPLES[name], tmp_path / f"{name}.html")
                for width, scheme in ((1200, "light"), (320, "dark")):
                    tab = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
                    tab.on("console", lambda message: said.append(message.text))
                    tab.on("pageerror", lambda error: said.append(str(error)))
                    tab.on("request", lambda request: asked_for.append(request.url))
                    tab.goto(place.as_uri())
                    assert tab.evaluate("document.documentElement.scrollWidth") <= width, (name, width)
                    assert tab.title() == f"{EXAMPLES[name].study}: report"
                    assert tab.locator("svg:visible").count() == (3 if name == "rating" else 4)
                    figure = tab.locator("svg:visible").first.bounding_box()
                    assert figure["width"] <= width
                    tab.close()
        finally:
            browser.close()
    assert said == []
    assert {url.rsplit("/", 1)[1] for url in asked_for} == {
        f"{name}.html" for name in ("six", "zero", "thirty", "hostile", "rating", "eventful")
    }
