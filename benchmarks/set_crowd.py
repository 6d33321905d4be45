"""A served study of sets under fire: annotators answer, systems join, the server dies. Shared with a test."""

import hashlib
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from quorate.records.design import Design
from quorate.records.material import Items, Material, SystemOutputs
from quorate.records.statements import Statement, parts_of
from quorate.study import Study
from quorate.web.client import Client, ServiceError


def systems_of(count: int, items: int, seed: int) -> dict[str, list[list[int]]]:
    """What each system states of each item: numbers of statements, few of which many state."""
    rng = np.random.default_rng(seed)
    known = rng.beta(0.5, 2.0, size=(items, 60))
    skill = rng.uniform(0.3, 0.9, size=count)

    def said(place: int) -> list[list[int]]:
        return [np.flatnonzero(rng.random(60) < known[item] * skill[place]).tolist() for item in range(items)]

    return {f"system {place}": said(place) for place in range(count)}


def words(item: int, number: int) -> str:
    """What a statement says."""
    return f"Statement {number} of item {item}"


def is_right(text: str) -> bool:
    """The truth: a function of the words."""
    return hashlib.sha256(text.encode()).digest()[0] < 160


def outputs_of(name: str, said: list[list[int]]) -> SystemOutputs:
    """A system as it is in material."""
    stated = [(item, Statement(text=words(item, one))) for item, row in enumerate(said) for one in row]
    return SystemOutputs(name=name, texts=("",) * len(said), parts=parts_of(stated))


def lines_of(said: list[list[int]]) -> dict[str, str]:
    """The same as it is sent: one statement on a line."""
    return {f"item {item}": "\n".join(words(item, one) for one in row) for item, row in enumerate(said) if row}


def material_of(made: dict[str, list[list[int]]], begun: int) -> Material:
    """The study's items and the systems it begins with."""
    items = len(next(iter(made.values())))
    return Material(
        items=Items(names=tuple(f"item {item}" for item in range(items)), texts={"document": ("Text.",) * items}),
        systems=tuple(outputs_of(name, made[name]) for name in list(made)[:begun]),
    )


def design_of(width: float, seed: int) -> Design:
    """What is asked."""
    question = {"evidence": False}
    return Design(kind="statement", question=question, stopping={"width": width}, seed=seed, ahead=1)


class Crowd:
    """Annotators who answer while systems join and the server is killed.

    Args:
        address: Where the study is served.
        study: The study as it stands in addresses.

    Attributes:
        told: Statement → verdict, of every answer that was acknowledged.
    """

    def __init__(self, address: str, study: str) -> None:
        self._address, self._study = address, study
        self.told: dict[str, str] = {}
        self._joined = threading.Event()
        self._problems: list[BaseException] = []

    def work(
        self,
        tokens: list[str],
        submitters: list[str],
        late: dict[str, list[list[int]]],
        *,
        kill: Callable[[], None],
        kills: int,
        pause: float,
    ) -> None:
        """Until all systems are there and everybody is told that it is enough."""

        def hunt() -> None:
            for _ in range(kills):
                time.sleep(pause * len(late) / max(kills, 1))
                kill()

        with ThreadPoolExecutor(len(tokens) + 2) as pool:
            jobs = [pool.submit(self._guarded, hunt)]
            jobs.append(pool.submit(self._guarded, lambda: self._submit(submitters, late, pause)))
            jobs += [pool.submit(self._guarded, lambda token=token: self._annotate(token)) for token in tokens]
            for job in jobs:
                job.result()
        if self._problems:
            raise self._problems[0]

    def _annotate(self, token: str) -> None:
        client = Client(self._address, self._study, token, patience=120.0)
        while True:
            is_last = self._joined.is_set()
            turn = client.ask()
            while turn.get("questions"):
                question = turn["questions"][0]
                text = question["outputs"][0]
                verdict = "right" if is_right(text) else "wrong"
                turn = client.tell(question["number"], verdict)
                self.told[text] = verdict
            if is_last and (turn.get("rest") or {}).get("reason") in {"enough", "exhausted"}:
                return
            time.sleep(0.05)

    def _submit(self, tokens: list[str], late: dict[str, list[list[int]]], pause: float) -> None:
        clients = [Client(self._address, self._study, token, patience=120.0) for token in tokens]
        for place, (name, said) in enumerate(late.items()):
            try:
                clients[place % len(clients)].post("systems", {"name": name, "outputs": lines_of(said)})
            except ServiceError as error:  # it joined before the answer was lost
                if error.status not in {409, 422} or repr(name) not in str(error):
                    raise
            time.sleep(pause)
        self._joined.set()

    def _guarded(self, work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as error:  # noqa: BLE001 - told by whoever waits
            self._problems.append(error)
            self._joined.set()


def undisturbed(material: Material, design: Design, late: dict[str, list[list[int]]]) -> Study:
    """The same study with nobody disturbing: one annotator, all systems there before the first question."""
    study = Study.define("calm", material, design=design, clock=lambda: 0.0)
    for name, said in late.items():
        study.owner.add_system(outputs_of(name, said))
    while question := study.ask("ada"):
        study.tell(question.number, "right" if is_right(question.outputs[0]) else "wrong", annotator="ada")
    return study


def tables_of(study: Study) -> dict[tuple[str, str, str], tuple[float, float, float]]:
    """Every number of every table."""
    findings = study.findings()
    return {
        (table.estimator, table.quantity, one.subject[0]): (one.value, one.interval.low, one.interval.high)
        for table in (findings.ranking, *findings.criteria)
        for one in table.estimates
    }
