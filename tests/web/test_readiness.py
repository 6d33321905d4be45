"""Ready before the doors open: whoever comes first is answered as quickly as everybody after them."""

import logging
import subprocess
import sys
import time
from threading import Event

import pytest

from quorate.errors import StoreError
from quorate.records.design import Design
from quorate.study import Study
from quorate.testing.material import make_material
from quorate.web import readiness
from quorate.web.application import create_application
from quorate.web.readiness import MOST, WAITING, ready

pytestmark = pytest.mark.slow

# Whatever is compiled, or loaded from where it was compiled before, passes through a dispatcher's `compile`.
FIRST = """
import sys
from numba.core.dispatcher import Dispatcher
from quorate.stores import open_store
from quorate.web import readiness
from quorate.web.application import create_application
from quorate.web.readiness import ready

application = create_application(open_store(sys.argv[1]))
if sys.argv[2] == "ready":
    with ready(application, patience=300.0):
        pass
study = application.state.studies.find("fall")
loaded, compile = [], Dispatcher.compile
Dispatcher.compile = lambda self, signature: loaded.append(self) or compile(self, signature)
turn = study.asking.turn("a")
for _ in range(3):
    study.tell(turn.numbers[0], "left", annotator="a")
    turn = study.asking.turn("a")
print(len(loaded))
"""


@pytest.fixture
def study(tmp_path):
    return Study.define("fall", make_material(4, 30), design=Design(), store=str(tmp_path / "studies.db"))


def test_the_first_questions_and_answers_load_nothing_once_the_doors_are_open(tmp_path, study):
    study.store.close()
    found = [
        subprocess.run(
            [sys.executable, "-c", FIRST, str(tmp_path / "studies.db"), way], check=True, capture_output=True, text=True
        ).stdout
        for way in ("ready", "cold")
    ]
    assert int(found[0]) == 0
    assert int(found[1]) > 0  # what somebody would have waited for


def test_nothing_is_written_and_the_newest_studies_are_open(study):
    store = study.store
    for place in range(MOST):
        Study.define(f"more {place}", make_material(3, 10), design=Design(policy="uniform"), store=store)
    before = [(store.position(name), store.annotators(name)) for name in store.studies()]
    application = create_application(store)
    with ready(application, patience=60.0):
        opened = set(application.state.studies.withdrawals())
    assert opened == {f"more {place}" for place in range(MOST)}
    assert [(store.position(name), store.annotators(name)) for name in store.studies()] == before
    store.close()


def test_what_takes_long_goes_on_beside_and_what_fails_is_told(study, monkeypatch, caplog):
    goes_on = Event()

    def slow(_study):
        assert goes_on.wait(20)
        raise StoreError("The disk is away.")

    monkeypatch.setattr(readiness, "prepare", slow)
    begin = time.monotonic()
    with caplog.at_level(logging.WARNING, "quorate.web"), ready(create_application(study.store), patience=0.1):
        assert time.monotonic() - begin < 10
        assert not caplog.messages
        goes_on.set()
        while not caplog.messages:
            assert time.monotonic() - begin < 20
            time.sleep(0.01)
    assert caplog.messages == ["Not everything is ready: The disk is away."]
    study.store.close()


def test_the_operator_hears_when_people_have_to_wait(study, monkeypatch, caplog):
    monkeypatch.setattr(readiness, "prepare", lambda _study: time.sleep(0.3))
    with caplog.at_level(logging.INFO, "quorate.web"), ready(create_application(study.store), patience=20.0, long=0.1):
        assert caplog.messages == [WAITING, "Ready after 0 seconds."]
    caplog.clear()
    with caplog.at_level(logging.INFO, "quorate.web"), ready(create_application(study.store), patience=20.0):
        assert not caplog.messages
    study.store.close()
