"""A real browser and a server on loopback."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from answering_pages import open_page
from studies_to_answer import Served, serving

CHROMIUM = os.environ.get("QUORATE_CHROMIUM", "/usr/bin/chromium")
QUIET = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]


@pytest.fixture(scope="module")
def browser() -> Iterator:
    """Chromium, or a plain word that it is missing."""
    if not Path(CHROMIUM).exists():
        words = f"Chromium is not at {CHROMIUM}: install it to answer questions in a real browser."
        if os.environ.get("CI"):
            pytest.fail(words)
        pytest.skip(words)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    """A server whose store is empty at first."""
    with serving() as server:
        yield server


@pytest.fixture
def visit(browser, served):
    """Open annotators' pages; afterwards no console may have said a thing, and no other host been asked for one."""
    people = []

    def opened(study: str, name: str = "ada", **options):
        people.append(open_page(browser, served, study, name, **options))
        return people[-1]

    yield opened
    for person in people:
        person.context.close()
        assert [words for words in person.said if "Failed to load resource" not in words] == []
        assert person.hosts == {served.address.split("/")[2]}
