"""What a person does on the annotator's page, as steps of a test."""

import os
import time
from dataclasses import dataclass, field
from pathlib import Path

from studies_to_answer import Served

PICTURES = os.environ.get("QUORATE_SCREENSHOTS")  # a folder for pictures of pages, for people to look at
ASKED = "body[data-stage=questions]:not(.is-sending)"  # a question is on the screen and nothing on its way
THANKED = "body[data-stage=thanks] #thanks-words:not(:empty)"  # its words are loaded when it is time for them
PATIENCE = 60.0  # seconds until something that does not come is a failure, however busy the machine


@dataclass
class Person:
    """Somebody with the annotator's page open.

    Attributes:
        context: Their browser.
        tab: The page.
        said: What the console said; a quiet page says nothing.
        hosts: Where requests went.
    """

    context: object
    tab: object
    said: list[str] = field(default_factory=list)
    hosts: set[str] = field(default_factory=set)

    @property
    def stage(self) -> str:
        return self.tab.get_attribute("body", "data-stage")

    @property
    def number(self) -> str | None:
        """The number of the question on the screen."""
        return self.tab.get_attribute("#body", "data-number")

    def arrive(self) -> None:
        """Wait until the page knows what to show."""
        self.tab.wait_for_selector("body[data-stage]:not([data-stage=rest])")

    def begin(self) -> None:
        """Agree and begin."""
        self.arrive()
        if self.stage == "welcome":
            if self.tab.query_selector("#agree"):
                self.tab.check("#agree")
            self.tab.click("#begin")
        self.settle()

    def settle(self) -> None:
        """Look at the question until a key belongs to it."""
        self.tab.wait_for_selector(ASKED)
        self.tab.wait_for_timeout(230)

    def go_on(self) -> None:
        """Wait for whatever comes next: a question to look at, or thanks."""
        self.tab.wait_for_selector(f"{ASKED}, {THANKED}")
        if self.stage != "thanks":
            self.tab.wait_for_timeout(230)

    def is_thanked(self) -> None:
        """Wait for the thanks, with their words."""
        self.tab.wait_for_selector(THANKED)

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.tab.keyboard.press(key)

    def answer(self, *keys: str) -> None:
        """Answer with the last key; wait for what comes next."""
        number = self.number
        self.press(*keys)
        self.tab.wait_for_selector(f"#body:not([data-number='{number}']), body[data-stage=thanks]", state="attached")
        self.deliver()
        self.go_on()

    def deliver(self) -> None:
        """Wait until the server has every answer."""
        is_empty = "!Object.keys(localStorage).some((key) => key.endsWith(':outbox'))"
        end = time.monotonic() + PATIENCE
        while not self.tab.evaluate(is_empty):
            assert time.monotonic() < end, "an answer did not reach the server"
            self.tab.wait_for_timeout(20)

    def picture(self, name: str) -> None:
        """A picture of the page, where pictures are wanted."""
        if PICTURES:
            self.tab.screenshot(path=Path(PICTURES) / f"annotator-{name}.png")

    def practise(self, *keys: str) -> None:
        """Answer practice and read what was expected."""
        for key in keys:
            self.press(key)
            self.tab.wait_for_selector("#feedback[open]")
            self.press("Enter")
            self.tab.wait_for_selector("#feedback:not([open])", state="attached")
            self.go_on()


def open_page(browser, served: Served, study: str, name: str, *, query: str = "", **options) -> Person:
    """Follow an invitation to the annotator's page."""
    context = browser.new_context(**{"viewport": {"width": 1200, "height": 800}} | options)
    person = Person(context, context.new_page())
    person.tab.set_default_timeout(1000 * PATIENCE)
    watch(person, person.tab)
    person.tab.goto(served.invite(study, name))
    person.tab.wait_for_url("**/studies/**")
    if query:
        person.tab.goto(person.tab.url + query)
    return person


def watch(person: Person, tab) -> None:
    """Note whatever the page says or asks for."""
    tab.on("console", lambda message: person.said.append(message.text))
    tab.on("pageerror", lambda error: person.said.append(str(error)))
    tab.on("request", lambda request: person.hosts.add(request.url.split("/")[2]))


def answers_of(study) -> list[object]:
    """Every answer that counts, by number."""
    from quorate.records.events import JudgmentRecorded, JudgmentRetracted

    told = {}
    for _, event in study.store.events(study.name):
        if isinstance(event, JudgmentRecorded):
            told[event.number] = study.kind.answer(event.values, event.detail)
        elif isinstance(event, JudgmentRetracted):
            told.pop(event.number, None)
    return [told[number] for number in sorted(told)]
