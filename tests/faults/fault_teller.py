"""A process that asks and tells until it is killed. Started by test_killed.py.

Each tell that came back is written to standard output at once, in one write: what stands there was acknowledged.
"""

import json
import os
import sys

from quorate.stores import open_store
from quorate.study import Study

ANSWERS = ("left", "right", "tie")


def main() -> None:
    address, name = sys.argv[1:]
    study = Study.open("study", open_store(address))
    os.write(1, b'"ready"\n')
    while question := study.ask(name):
        answer = {"preference": ANSWERS[question.number % 3], "reason": f"{name} · {question.number}"}
        judgment = study.tell(question.number, answer, annotator=name)
        os.write(1, json.dumps([question.number, judgment.position]).encode() + b"\n")


if __name__ == "__main__":
    main()
