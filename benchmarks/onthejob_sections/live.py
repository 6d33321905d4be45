"""Live: 50 people wait at pages over HTTP on loopback and answer in 1 s (median), while 20 inputs come each second.

Half of the inputs tell their label. Two server processes are both killed and started again now and then.
A question's time counts from what made it worth asking, as the log has it, to its arrival at somebody's page: the
input, the last answer about it, or the end of the lease of somebody who has left it unanswered.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import numpy as np
from frame import Results
from service_harness import Server

from quorate.records.events import ItemAnswered, ItemsAdded, JudgmentRecorded, QuestionAsked, QuestionReleased
from quorate.study import Study, verify
from quorate.web.invitations import ensure_codes, invite
from quorate.workflows.label_define import define_labelling

PEOPLE, RATE, PROCESSES = 50, 20, 2
KILLS = {True: 2, False: 5}
SECONDS = {True: 60, False: 240}
WARM = 4.0
LATER = 5.0  # seconds after a start in which those come who could not come before
COST = 0.06  # above what a second answer is worth at the accuracy that is assumed of people: half a question an input
CROWD = Path(__file__).with_name("live_crowd.py")


def run(results: Results, data: Path, quick: bool, seed: int) -> None:  # noqa: ARG001 - needs no data
    """The stream, the kills, and what is left in the log."""
    seconds, kills = SECONDS[quick], KILLS[quick]
    case = f"{PEOPLE} people, {RATE} inputs/s, {kills} kills"
    with tempfile.TemporaryDirectory(prefix="quorate-live-") as folder:
        store = f"{folder}/jobs.db"
        tokens = _prepare(store, Path(folder))
        server = Server(store, PROCESSES)
        server.start()
        command = [sys.executable, str(CROWD), "--address", f"127.0.0.1:{server.port}", "--study", "live"]
        command += ["--tokens", str(tokens), "--seconds", str(seconds), "--rate", str(RATE), "--warm", str(WARM)]
        begin = time.monotonic()
        with subprocess.Popen([*command, "--seed", str(seed)], stdout=subprocess.PIPE) as crowd:
            away = []
            for kill in range(kills):
                due = begin + WARM + seconds * (kill + 1) / (kills + 1)
                time.sleep(max(0.0, due - time.monotonic()))
                gone = time.time()
                server.kill()
                away.append((gone, server.start()))
            assert crowd.stdout is not None
            said = json.loads(crowd.stdout.read())
        cpu = server.cpu()
        server.stop()
        study = Study.open("live", store)
        _report(results, case, study, said, away)
        results.at_most("processor time of the servers, an input", case, 1000 * cpu / (seconds * RATE), "ms")
        study.store.close()


def _prepare(store: str, folder: Path) -> Path:
    study = define_labelling(
        "live", labels=["bill", "login"], store=store, model="head", cost=COST, patience=5.0, queue=500
    )
    ensure_codes(study.store, "live")
    names = [f"person-{number}" for number in range(PEOPLE)]
    found = [invite(study.store, "live", "owner")[0].token]
    found += [one.token for one in invite(study.store, "live", "annotator", names=names)]
    study.store.close()
    path = folder / "tokens"
    path.write_text("\n".join(found), encoding="utf-8")
    return path


def _report(results: Results, case: str, study: Study, said: dict[str, Any], away: list[tuple[float, float]]) -> None:
    joined, judged, answered = {}, defaultdict(list), Counter()
    item_of, asked, judgments, returned = {}, {}, Counter(), {}
    for _, event in study.store.events("live"):
        if isinstance(event, ItemsAdded):
            joined |= dict.fromkeys(range(event.first, event.first + event.items), event.time)
        elif isinstance(event, QuestionAsked):
            item_of[event.number], asked[event.number] = event.item, event.time
        elif isinstance(event, JudgmentRecorded):
            judged[item_of[event.number]].append(event.time)
            judgments[event.number] += 1
        elif isinstance(event, QuestionReleased):
            judged[item_of[event.number]].append(asked[event.number] + study.design.lease)
        elif isinstance(event, ItemAnswered):
            answered[event.item] += 1
            returned[event.item] = [study.kind.options["labels"][int(value)] for value in event.values]
    names = study.history and study.ledger.whole_index.items
    numbers = {name: item for item, name in enumerate(names)}
    waits, calm = [], []
    for text, _, reached in said["reached"]:
        item = numbers[text.rsplit(" ", 1)[1]]
        since = max([joined[item], *(one for one in judged[item] if one <= reached)])
        waits.append(reached - since)
        if not any(gone - LATER <= since <= gone + seconds + LATER for gone, seconds in away):
            calm.append(waits[-1])
    results.at_most("a question reaches somebody, p95", case, float(np.quantile(waits, 0.95)), "s", 1.0)
    results.at_most("a question reaches somebody, median", case, float(np.median(waits)), "s")
    results.at_most("a question reaches somebody, p99", case, float(np.quantile(waits, 0.99)), "s")
    results.at_most(
        f"a question reaches somebody, {LATER:g} s from any kill and its end, p95",
        case,
        float(np.quantile(calm, 0.95)),
        "s",
    )
    results.at_most("questions an input", case, len(item_of) / len(joined), "")
    lost = [
        number for number, _, answer in said["answers"] if answer.get("labels") != returned.get(numbers[str(number)])
    ]
    results.at_most("inputs lost, or answered otherwise than the log says", case, len(lost), "", 0)
    results.at_most("inputs answered twice", case, sum(count > 1 for count in answered.values()), "", 0)
    missing = len(said["told"]) - len(judgments)
    results.at_most("answers of people that were acknowledged and lost", case, max(missing, 0), "", 0)
    results.at_most("questions with two answers", case, sum(count > 1 for count in judgments.values()), "", 0)
    checked = verify(study)
    results.at_most("decisions and replies that the log does not reproduce", case, len(checked.problems), "", 0)
    took = np.array([seconds for _, seconds, _ in said["answers"]])
    results.at_most("an input is answered, median", case, float(np.median(took)), "s")
    results.at_most("an input is answered, p95", case, float(np.quantile(took, 0.95)), "s")
    right = [
        answer["labels"] == [("bill", "login")[number % 2]]
        for number, _, answer in said["answers"]
        if "labels" in answer
    ]
    results.at_least("labels that are right", case, float(np.mean(right)), "")
    results.at_most("away after a kill, longest", case, max((seconds for _, seconds in away), default=0.0), "s")
