"""A stop leaves a whole file: the database file alone is everything."""

import re
import shutil
import signal
import subprocess
import sys

import pytest
from test_serving import fetch, serving, store_file  # noqa: F401 - a fixture

from quorate.stores import open_store
from quorate.study import Study, verify
from quorate.web.client import Client

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("workers", "number"), [("1", signal.SIGTERM), ("2", signal.SIGTERM), ("1", signal.SIGINT)])
def test_after_a_stop_the_file_alone_is_everything(store_file, tmp_path, workers, number):  # noqa: F811
    with serving(store_file, "--workers", workers) as (process, said):
        address = re.search(r"Serving at (\S+)\.", said)[1]
        owner = re.search(r"owner +(\S+)", said)[1]
        fetch(address)
        for person in range(6):
            client = Client(address, "fall", owner, annotator=f"script {person}")
            turn = client.ask()
            while turn["questions"]:
                turn = client.tell(turn["questions"][0]["number"], "left", seconds=1.0)
        process.send_signal(number)
        assert process.wait(timeout=300) == 0
    shutil.copy(store_file, tmp_path / "copy.db")  # without what may lie beside it
    store = open_store(str(tmp_path / "copy.db"))
    found = verify(Study.open("fall", store))
    assert found.holds
    assert found.events == 1 + 4 + 2 * 18  # six people answered three questions each
    store.close()


STOPPED_AT_ONCE = """
import os, signal, time
from quorate.web import processes

start = processes._start

def start_and_stop(work, place):
    child = start(work, place)
    if place == 1:
        os.kill(os.getpid(), signal.SIGTERM)
    return child

processes._start = start_and_stop
processes.run_processes(lambda place: time.sleep(600), 3)
print("stopped")
"""


def test_a_stop_that_comes_while_processes_are_being_started_stops_them_all():
    done = subprocess.run(
        [sys.executable, "-c", STOPPED_AT_ONCE], capture_output=True, text=True, timeout=300, check=True
    )
    assert done.stdout == "stopped\n"
    assert done.stderr == ""
