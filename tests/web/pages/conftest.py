"""A real browser and a server on loopback."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
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
