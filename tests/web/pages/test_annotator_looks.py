"""Pages of every kind of question are accessible, fit a telephone, and are light."""

import json
from dataclasses import replace

import pytest
from studies_to_answer import GUIDE

pytestmark = [pytest.mark.browser]
WEIGHT = 60_000
KINDS = {
    "comparison": {},
    "rating": {"question": {"criteria": {"fluency": "likert7", "a very long name of a criterion": "slider"}}},
    "edit": {},
    "check": {},
    "spans": {"question": {"categories": ["accuracy", "fluency"]}},
}


@pytest.mark.parametrize("kind", KINDS)
def test_pages_are_accessible_light_narrow_and_dark(visit, served, kind):
    from axe_playwright_python.sync_playwright import Axe

    name = f"accessible-{kind}"
    served.define(name, kind=kind, show=("source", "context"), guide=replace(GUIDE, practice=()), **KINDS[kind])
    for scheme, width in (("light", 1200), ("dark", 320)):
        look = {"color_scheme": scheme, "viewport": {"width": width, "height": 700}, "reduced_motion": "reduce"}
        person = visit(name, f"{scheme} {kind}", **look)
        person.arrive()

        def check(page, person=person, width=width, scheme=scheme):
            person.picture(f"{kind}-{page}-{scheme}")
            found = Axe().run(person.tab, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]})
            assert found.violations_count == 0, found.generate_report()
            assert person.tab.evaluate("document.documentElement.scrollWidth") <= width

        check("welcome")
        person.begin()
        if kind in ("check", "spans"):
            person.press("y")
            person.tab.focus(".marking")
            person.press("ArrowRight", "Shift+ArrowRight", "1")
        check("question")
        person.tab.focus("#words")
        person.press("s")
        check("skip")


@pytest.mark.parametrize("format_of_texts", ["text", "chat"])
@pytest.mark.parametrize("kind", KINDS)
def test_the_page_is_light_even_before_compression(browser, visit, served, kind, format_of_texts):
    name = f"light-{kind}-{format_of_texts}"
    guide = replace(GUIDE, practice=(), language="ar", format=format_of_texts)
    served.define(name, kind=kind, show=("source", "context"), guide=guide, **KINDS[kind])
    person = visit(name)
    person.begin()
    context = browser.new_context(storage_state=person.context.storage_state())  # the same person, nothing cached
    bodies = {}
    tab = context.new_page()
    tab.on("response", lambda response: bodies.update({response.url: response}))
    tab.goto(person.tab.url)
    tab.wait_for_selector("body[data-stage=questions]")
    bodies = {url: response for url, response in bodies.items() if "/api/" not in url}
    sizes = {url: len(response.body()) for url, response in bodies.items()}
    packed = {url: response.request.sizes()["responseBodySize"] for url, response in bodies.items()}
    context.close()
    assert len(sizes) > 8
    assert sum(sizes.values()) <= WEIGHT, json.dumps(sizes, indent=1)
    assert 0 < sum(packed.values()) <= WEIGHT / 2
