"""What an owner does on their pages, as steps of a test."""

import time
from contextlib import contextmanager
from pathlib import Path

from answering_pages import PATIENCE, PICTURES
from studies_to_answer import Served

from quorate.stores.access import Role
from quorate.web.invitations import invite, link_to

REFUSED = "Failed to load resource: the server responded with a status of 4"


class Owner:
    """Somebody with a page of the study open; `said` is what its console said."""

    def __init__(self, context, served: Served, study: str) -> None:
        self.context, self.served, self.study = context, served, study
        self.tab = context.new_page()
        self.tab.set_default_timeout(1000 * PATIENCE)
        self.said: list[str] = []
        self.hosts: set[str] = set()
        self.tab.on("console", lambda message: self.said.append(message.text))
        self.tab.on("pageerror", lambda error: self.said.append(str(error)))
        self.tab.on("request", lambda request: self.hosts.add(request.url.split("/")[2]))

    def enter(self, role: Role = "owner") -> None:
        """Follow a link of this role."""
        (invited,) = invite(self.served.store, self.study, role)
        self.tab.goto(link_to(self.served.address, invited))
        self.tab.wait_for_url("**/studies/**")

    def visit(self, path: str) -> None:
        """Go to a page of the study."""
        self.tab.goto(f"{self.served.address}/studies/{self.study}{path}")

    def words(self, selector: str) -> str:
        return self.tab.inner_text(selector)

    def ranked(self) -> list[str]:
        """The systems on the page, best first."""
        return self.tab.locator("#ranking th bdi").all_inner_texts()

    def wait_until(self, script: str) -> None:
        """Wait until something holds on the page; nobody reloads it. (The page's policy forbids waiting inside it.)"""
        end = time.monotonic() + PATIENCE
        while not self.tab.evaluate(script):
            assert time.monotonic() < end, f"{script} does not come to hold: {self.words('main')[-700:]}"
            self.tab.wait_for_timeout(50)

    def wait_for(self, happened) -> None:
        """Wait until something that the browser does has happened."""
        end = time.monotonic() + PATIENCE
        while not happened():
            assert time.monotonic() < end
            self.tab.wait_for_timeout(20)

    def picture(self, name: str) -> None:
        if PICTURES:
            self.tab.screenshot(path=Path(PICTURES) / f"owner-{name}.png", full_page=True)


@contextmanager
def opened(browser, served: Served, study: str, **options):
    """An owner whose page says nothing on its console and asks nobody else for anything."""
    context = browser.new_context(**{"viewport": {"width": 1200, "height": 900}} | options)
    owner = Owner(context, served, study)
    try:
        yield owner
    finally:
        context.close()
    assert [words for words in owner.said if not words.startswith(REFUSED)] == []
    assert owner.hosts <= {served.address.split("/")[2]}


def answer(study, who: str, prefer: str, count: int) -> None:
    """Let somebody answer: always for one system, a tie where it is not shown."""
    for _ in range(count):
        question = study.ask(who)
        if not question:
            return
        names = [study.index.systems[system] for system in study.history.systems_of(question.number)]
        told = {names[0]: "left", names[-1]: "right"}.get(prefer, "tie")
        study.tell(question.number, told, annotator=who, seconds=8.0)
