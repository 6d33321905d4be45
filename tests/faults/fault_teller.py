"""A process that asks and tells until it is killed. Started by test_killed.py.

Each tell that came back is written to a pipe at once, in one write: what stands there was acknowledged.
"""

import json
import os
from multiprocessing.connection import Connection

from quorate.stores import open_store
from quorate.study import Study

ANSWERS = ("left", "right", "tie")


def tell_until_killed(address: str, name: str, heard: Connection) -> None:
    study = Study.open("study", open_store(address))
    os.write(heard.fileno(), b'"ready"\n')
    while question := study.ask(name):
        answer = {"preference": ANSWERS[question.number % 3], "reason": f"{name} · {question.number}"}
        judgment = study.tell(question.number, answer, annotator=name)
        os.write(heard.fileno(), json.dumps([question.number, judgment.position]).encode() + b"\n")
