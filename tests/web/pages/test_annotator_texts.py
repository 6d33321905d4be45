"""Whatever the texts are, annotators see them as they are: hostile, foreign, long, different in a word."""

from dataclasses import replace

import pytest
from answering_pages import answers_of, open_page
from studies_to_answer import GUIDE, PLAIN, SYSTEMS, material

from quorate.questions.edit import compare, split_words
from quorate.testing.material import WORDS

pytestmark = [pytest.mark.browser]

HOSTILE = (
    "<script>window.ran = 1</script>",
    "<img src=x onerror='window.ran = 1'> <svg onload=window.ran=1>",
    "[click](javascript:window.ran=1) ![x](https://elsewhere.example/x.png) <a href='//elsewhere.example'>x</a>",
    '"></textarea></script><script>window.ran=1</script>',
    "\u202egnp.exe\u2066 \x1b[2J \x07 \ufeff tail",
    "> " * 3000 + "deep",
    "**" * 4000 + "`" * 999 + "[" * 2000,
    "|a|b|\n|-|-|\n" + "|<b>x</b>|<script>window.ran=1</script>|\n" * 20,
    "word " * 60_000,
    "Z̷̢̛͖a̸̛l̵g̷o " * 50,
    '[{"role": "user<script>", "content": "<script>window.ran=1</script>"}, {"role": "assistant"}]',
    "{{ 7 * 7 }} ${window.ran = 1} {% raw %}",
)


@pytest.mark.parametrize("format_of_texts", ["text", "markdown", "chat"])
def test_hostile_texts_are_shown_and_never_run(visit, served, format_of_texts):
    name = f"hostile-{format_of_texts}"
    texts = (HOSTILE, tuple(f"harmless {place}" for place in range(len(HOSTILE))))
    served.define(name, material(outputs=texts), guide=replace(PLAIN, format=format_of_texts))
    person = visit(name)
    person.begin()
    seen = ""
    for _ in HOSTILE:
        seen += person.tab.inner_text("#body")
        assert person.tab.locator("#body :is(script, img, svg, a, iframe, object, style)").count() == 0
        assert "\u202e" not in person.tab.inner_text("#body")
        assert person.tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
        person.answer("ArrowRight")
    assert person.tab.evaluate("window.ran") is None
    for words in ("<script>window.ran = 1</script>", "U+202E", "U+001B", "{{ 7 * 7 }}", "javascript:window.ran=1"):
        assert words in seen
    assert person.stage == "thanks"


def test_hostile_texts_in_editors_and_marks(visit, served):
    texts = (HOSTILE[:5],)
    for kind in ("edit", "spans"):
        served.define(f"hostile-{kind}", material(outputs=texts), kind=kind, guide=PLAIN)
        person = visit(f"hostile-{kind}")
        person.begin()
        for place in range(3):
            if kind == "edit":
                person.tab.fill("#edited", f"<img src=x onerror=window.ran=1> {place}")
                person.answer("Control+Enter")
            else:
                person.tab.focus(".marking")
                person.press("ArrowRight", "1")
                person.tab.fill("[type=number]", "50")
                person.tab.focus("#words")
                person.answer("Enter")
            assert person.tab.evaluate("window.ran") is None


def test_no_response_names_a_system_a_policy_or_a_score(browser, served):
    served.define("blind", policy="certified", guide=GUIDE)
    person = open_page(browser, served, "blind", "ada")
    bodies = []
    person.tab.on("response", lambda response: bodies.append(response))  # noqa: PLW0108 - no builtin can listen
    person.begin()
    person.practise("ArrowLeft", "ArrowRight")
    for _ in range(3):
        person.answer("ArrowLeft")
    text = "\n".join(response.text() for response in bodies if "/static/" not in response.url).lower()
    person.context.close()
    assert text.count('"outputs"') >= 4
    for word in (*SYSTEMS, "certified", "probability", "strength", "thompson"):
        assert word not in text


@pytest.mark.parametrize("language", ["ar", "zh", "de", "es"])
def test_the_page_speaks_other_languages(visit, served, language):
    name = f"speaks-{language}"
    arabic = (("اكتمل بناء المنارة عام 1901.",) * 3, ("بُنيت المنارة سنة 1901 (Falk).",) * 3)
    study = served.define(name, material(outputs=arabic), guide=replace(PLAIN, language=language))
    person = visit(name)
    person.begin()
    direction = "rtl" if language == "ar" else "ltr"
    assert person.tab.get_attribute("html", "dir") == direction
    assert person.tab.get_attribute("html", "lang") == language
    words = person.tab.inner_text("#words")
    assert words not in ("", "Which text is better?")
    text = person.tab.locator(".pane .text").first
    assert text.evaluate("node => getComputedStyle(node).direction") == "rtl"
    left, right = (person.tab.locator(f".pane.{side}").bounding_box()["x"] for side in ("left", "right"))
    person.picture(f"language-{language}")
    assert left < right  # the left output is on the left in every language
    person.answer("ArrowLeft")
    assert answers_of(study) == ["left"]


def test_another_language_can_be_chosen(visit, served):
    served.define("chosen", guide=GUIDE)
    person = visit("chosen")
    person.arrive()
    person.tab.select_option("#languages", "de")
    person.tab.wait_for_url("**language=de")
    person.arrive()
    assert person.tab.inner_text("#begin") == "Beginnen"


def test_differences_are_shown_on_demand(visit, served):
    texts = (("The cat sat on the mat.",) * 3, ("The dog sat on a mat.",) * 3)
    served.define("differences", material(outputs=texts), guide=PLAIN)
    person = visit("differences")
    person.begin()
    assert person.tab.locator("mark").count() == 0
    person.press("d")
    assert sorted(person.tab.locator("mark.differs").all_inner_texts()) == ["a", "cat", "dog", "the"]
    person.answer("ArrowLeft")
    assert person.tab.locator("mark.differs").count() == 4
    person.press("d")
    assert person.tab.locator("mark").count() == 0


def test_the_page_counts_words_as_the_score_does(visit, served):
    served.define("words", kind="edit", guide=PLAIN)
    person = visit("words")
    person.begin()
    texts = [
        *WORDS,
        " ".join(WORDS),
        "ก็ดี ภาษาไทย",
        "می‌خواهم",
        "don't stop—now…",
        "x²+y₁ 3.14",
        "ﷺ ﬁne",
        "𝔘 ٣٤",
        "かな漢字カナ",
    ]
    split = """texts => import("/static/annotator/words.js").then(({ split }) =>
        texts.map((text) => split(text.normalize("NFC")).words.map(({ word }) => word)))"""
    assert person.tab.evaluate(split, texts) == [split_words(text) for text in texts]
    counts = """pairs => import("/static/annotator/words.js").then(({ showChanges }) =>
        pairs.map(([before, after]) => showChanges(before, after).edits))"""
    pairs = [(texts[place], texts[(place * 7 + 3) % len(texts)]) for place in range(len(texts))]
    expected = [compare(*pair) for pair in pairs]
    edits = [count["insertions"] + count["deletions"] + count["substitutions"] for count in expected]
    assert person.tab.evaluate(counts, pairs) == edits


def test_a_very_long_output_is_cut_with_show_all(visit, served):
    long = ("a few words\n" * 600_000)[:7_000_000]
    served.define("longest", material(outputs=((long,), ("short",))), guide=PLAIN)
    person = visit("longest")
    person.begin()
    shown = person.tab.locator("#body .show-all")
    assert shown.count() == 1
    assert "7,000,000" in shown.inner_text()
    assert len(person.tab.inner_text("#body")) < 30_000
    person.tab.keyboard.press("d")  # differences: too much to compare, and said
    shown.click()
    assert person.tab.evaluate("document.querySelector('#body .stretch').parentElement.textContent.length") >= 7_000_000
    person.answer("ArrowRight")
    assert person.stage == "thanks"
