"""Systems join a served study of sets while people answer and the server is killed: nothing is lost."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import closing, suppress

import pytest
from set_crowd import Crowd, design_of, material_of, systems_of, tables_of, undisturbed

from quorate.stores import open_store
from quorate.study import Study, verify
from quorate.web.invitations import ensure_codes, invite
from quorate.web.studies import slug_of

ITEMS, SYSTEMS, BEGUN, PEOPLE, KILLS = 8, 6, 2, 4, 2
pytestmark = [pytest.mark.slow, pytest.mark.timeout(500)]


class Served:
    """`quorate serve` in a process that is killed and comes back."""

    def __init__(self, store: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        place = ["serve", "--store", store, "--port", str(self.port), "--origin", self.address]
        self._command = [sys.executable, "-c", "from quorate.cli import main; main()", *place]
        self.start()

    def start(self) -> None:
        silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen(self._command, start_new_session=True, **silent)
        while True:
            with suppress(OSError):
                urllib.request.urlopen(f"{self.address}/", timeout=5).read()
                return
            assert self.process.poll() is None, "the server did not start"
            time.sleep(0.05)

    def end(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def kill(self) -> None:
        self.end()
        self.start()


def test_nothing_is_lost_and_scores_are_those_of_an_undisturbed_run(tmp_path):
    place = str(tmp_path / "studies.db")
    made = systems_of(SYSTEMS, ITEMS, 3)
    late = {name: made[name] for name in list(made)[BEGUN:]}
    material, design = material_of(made, BEGUN), design_of(0.25, 5)
    with closing(open_store(place)) as store:
        Study.define("facts", material, design=design, store=store)
        ensure_codes(store, "facts")
        tokens = [invite(store, "facts", names=[f"p{person}"])[0].token for person in range(PEOPLE)]
        submitter = invite(store, "facts", "submitter")[0].token
    server = Served(place)
    try:
        people = Crowd(server.address, slug_of("facts"))
        people.work(tokens, [submitter], late, kill=server.kill, kills=KILLS, pause=0.6)
    finally:
        server.end()
    with closing(open_store(place)) as store:
        study = Study.open("facts", store)
        assert list(study.index.systems) == list(made)
        judged = [number for number in range(1, study.history.count + 1) if study.history.is_live(number)]
        assert set(people.told) <= {study.question(number).outputs[0] for number in judged}
        assert len(judged) <= len(people.told) + KILLS * PEOPLE  # a killed server leaves tells that nobody heard of
        assert verify(study).problems == ()
        calm = undisturbed(material, design, late)
        assert study.history.is_judged.sum() == calm.history.is_judged.sum()
        assert tables_of(study) == tables_of(calm)
