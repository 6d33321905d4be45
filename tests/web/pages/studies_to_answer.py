"""Studies with a guide, served on loopback to a real browser."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import uvicorn

from quorate.records.design import Design
from quorate.records.guide import Exercise, Guide
from quorate.records.material import Items, Material, SystemOutputs
from quorate.stores import open_store
from quorate.stores.store import Store
from quorate.study import Study
from quorate.web.application import create_application
from quorate.web.invitations import ensure_codes, invite, link_to

SYSTEMS = ("zebra-13b", "quokka-7b", "heron-large")  # words that occur nowhere else
CONTEXT = "The lighthouse was finished in 1901 by Ada Falk.\n\nIt was painted red in 1950.\n\nVisitors may climb it."
GUIDE = Guide(
    title="Lighthouses",
    instructions="Read **both** texts.\n\n1. Take your time.\n2. Choose what reads better.",
    consent="Your answers are kept without your name.",
    thanks="You helped us *a lot*.",
    practice=(
        Exercise(outputs=("Good text.", "bad txet"), answer="left", why="The right one is **misspelt**."),
        Exercise(outputs=("bad txet", "Good text."), answer="right", why="The left one is misspelt."),
    ),
    pass_mark=1.0,
    attempts=3,
)
PLAIN = Guide(title="Lighthouses", instructions="Read, then answer.")


def material(items: int = 40, outputs: tuple[tuple[str, ...], ...] | None = None) -> Material:
    """Items with source and context; three systems with an output each, or the outputs given."""
    texts = outputs or tuple(
        tuple(f"Text {item}: the old lighthouse {verb} over the harbour since 1901." for item in range(items))
        for verb in ("has watched", "watches", "is watch")
    )
    return Material(
        items=Items(
            names=tuple(f"item {item}" for item in range(len(texts[0]))),
            texts={
                "source": tuple(f"Der alte Leuchtturm wacht über Hafen {item}." for item in range(len(texts[0]))),
                "context": (CONTEXT,) * len(texts[0]),
            },
            columns={},
        ),
        systems=tuple(SystemOutputs(name=name, texts=row) for name, row in zip(SYSTEMS, texts, strict=False)),
    )


@dataclass(frozen=True)
class Served:
    """A server with its store."""

    address: str
    store: Store

    def define(self, name: str, given: Material | None = None, **design) -> Study:
        """A study that fetches one question ahead."""
        chosen = Design(**{"policy": "uniform", "ahead": 1, "seed": 7} | design)
        study = Study.define(name, given or material(), design=chosen, store=self.store)
        ensure_codes(self.store, name)
        return study

    def invite(self, study: str, annotator: str) -> str:
        """The link for an annotator."""
        (invited,) = invite(self.store, study, names=[annotator])
        return link_to(self.address, invited)


@contextmanager
def serving(address: str = "memory:", port: int = 0) -> Iterator[Served]:
    """A server on a free port of loopback, in a thread."""
    store = open_store(address)
    listener = socket.socket()
    listener.bind(("127.0.0.1", port))
    server = uvicorn.Server(uvicorn.Config(create_application(store), log_level="error"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield Served(f"http://127.0.0.1:{listener.getsockname()[1]}", store)
    finally:
        server.should_exit = True
        thread.join(10)
        store.close()
