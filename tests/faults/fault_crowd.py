"""A process of several annotators at once, each a thread. Started by test_many_at_once.py.

Annotators answer, take too long, answer late, or leave with an open question and come back as somebody else; one of
them is at work in every process under the same name. Every tell that came back is written down, for the test to check.
Each asks once, then the process says that it is ready and waits for a word: nobody is done before all have come.
"""

import json
import random
import threading
import time
import warnings
from multiprocessing.connection import Connection
from pathlib import Path

from quorate.errors import AnsweredError
from quorate.stores import open_store
from quorate.study import Study

ANSWERS = ("left", "right", "tie")


def name_of(process: int, thread: int, visits: int) -> str:
    return "everywhere" if thread == 0 else f"annotator {process}.{thread}.{visits}"


def annotate(study: Study, process: int, thread: int, acknowledged: list, deadline: float) -> None:
    chance = random.Random(f"{process}/{thread}")
    visits = 0
    name = name_of(process, thread, visits)
    while time.time() < deadline:
        question = study.ask(name)
        if not question:
            if question.reason == "enough" and study.history.assignments.open == 0:
                return
            time.sleep(0.05)
            continue
        mood = chance.random()
        if mood < 0.06 and thread > 0:  # leaves, the question stays open
            visits += 1
            name = name_of(process, thread, visits)
            continue
        if mood < 0.10 and thread > 0:  # takes longer than the lease
            time.sleep(study.design.lease * 1.5)
        answer = ANSWERS[question.number % 3]
        try:
            judgment = study.tell(question.number, answer, annotator=name, seconds=mood)
        except AnsweredError:
            continue
        acknowledged.append((question.number, answer, judgment.position, name))


def work_together(address: str, *, process: int, threads: int, limit: float, out: Path, others: Connection) -> None:
    warnings.simplefilter("error")
    store = open_store(address)
    shared = Study.open("study", store)
    acknowledged: list = []
    failures: list = []
    deadline = time.time() + limit

    def wait_for_the_others() -> None:
        others.send("ready")
        others.recv()

    start = threading.Barrier(threads, action=wait_for_the_others)

    def work(thread: int) -> None:
        study = shared if thread % 2 else Study.open("study", store)
        try:
            study.ask(name_of(process, thread, 0))
            start.wait()
            annotate(study, process, thread, acknowledged, deadline)
        except BaseException as error:  # noqa: BLE001 - any failure is the test's failure
            failures.append(repr(error))
            start.abort()

    crowd = [threading.Thread(target=work, args=(thread,)) for thread in range(threads)]
    for member in crowd:
        member.start()
    for member in crowd:
        member.join()
    told = {"acknowledged": acknowledged, "failures": failures, "late": time.time() >= deadline}
    out.write_text(json.dumps(told), encoding="utf-8")
    store.close()
