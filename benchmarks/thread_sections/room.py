"""Room: a million statements, material that grows while others ask, replays of what grew, and before beside after.

Run alone it measures one thing in a process of its own: `room.py NAME ARGUMENTS…` prints a JSON object.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

HERE = Path(__file__)
SEED = 0
ITEMS, WANTED = 300, 1000  # of the study that grows, and how many items join it
ASKERS = 4


def measure(results, folder: str, *, quick: bool, before: Path | None) -> None:  # noqa: ANN001 - frame.Results
    """Everything about room."""
    documents, systems = (1000, 100) if quick else (10_000, 100)
    statements(results, folder, documents, systems)
    grown(results, folder, 200 if quick else WANTED, runs=1 if quick else 3)
    replayed(results)
    if before is not None:
        beside(results, folder, before, judgments=20_000 if quick else 100_000, runs=3 if quick else 7)


def statements(results, folder: str, documents: int, systems: int) -> None:  # noqa: ANN001
    """What every system states of every document: define, open, ask."""
    address = str(Path(folder) / "statements.db")
    made = child("define_statements", address, documents, systems)
    found = child("ask_statements", address)
    case = f"{made['rows']:,.0f} rows, {made['distinct']:,.0f} statements, {documents:,} documents, {systems} systems"
    results.at_most("statements: define, CPU", case, made["cpu"], "s", 60.0)
    results.at_most("statements: define", case, made["wall"], "s")
    for name, bar in (("open", 3.0), ("one more system joins", None)):
        results.at_most(f"statements: {name}, CPU", case, found[f"{name}, CPU"], "s", bar)
        results.at_most(f"statements: {name}", case, found[name], "s")
    for share, bar in ((50, 10.0), (99, 10.0)):
        results.at_most(f"statements: ask p{share}, CPU", case, found[f"ask p{share}, CPU"], "ms", bar)
        results.at_most(f"statements: ask p{share}", case, found[f"ask p{share}"], "ms")
    results.at_most("statements: memory of the process", case, found["memory"], "MB", 800.0)
    results.at_most("statements: memory of the process that defines", case, made["memory"], "MB")


def grown(results, folder: str, wanted: int, runs: int) -> None:  # noqa: ANN001
    """Items join one by one while others ask; the same without, taking turns."""
    shares, lost, p99, joins = [], 0, {True: [], False: []}, []
    for run in range(runs):
        for adds in (False, True):
            found = growing_run(str(Path(folder) / f"growing-{run}-{adds}.db"), wanted if adds else 0)
            p99[adds].append(found["p99"])
            lost += int(found["lost"])
            joins += [found["add_p50"]] if adds else []
        shares.append(p99[True][-1] / p99[False][-1])
    case = f"{wanted:,} items join one by one, {ASKERS} processes ask, SQLite, median of {runs}"
    results.at_most("growing: lost questions, answers or items", case, lost, "things", 0)
    results.at_most("growing: ask p99", case, float(np.median(p99[True])), "ms")
    results.at_most("growing: ask p99 without additions", case, float(np.median(p99[False])), "ms")
    results.at_most("growing: ask p99 over that without additions", case, float(np.median(shares)), "ratio", 2.0)
    results.at_most("growing: an item joins, p50", case, float(np.median(joins)), "ms")


SECONDS = 40.0  # that a run without additions takes, and at least one with them


def growing_run(address: str, wanted: int) -> dict[str, float]:
    """One run: four processes ask and tell at their own pace, and perhaps one lets items join."""
    from thread import make_material

    from quorate import Study
    from quorate.study import verify

    Study.define("growing", make_material(3, ITEMS), design=_uniform(), store=address).store.close()
    stop = Path(f"{address}.stop")
    askers = [start("ask_until", address, number, stop) for number in range(ASKERS)]
    time.sleep(4)  # they compile and open
    began = time.perf_counter()
    added = child("add_items", address, wanted) if wanted else {"added": 0, "p50": 0.0}
    time.sleep(max(0.0, SECONDS - (time.perf_counter() - began)))
    stop.touch()
    told = [json.loads(one.communicate()[0].splitlines()[-1]) for one in askers]
    study = Study.open("growing", address)
    history = study.history
    lost = sum(one["told"] for one in told) - int(history.counts.sum())
    lost += ITEMS + int(added["added"]) - len(study.index.items)
    lost += len(verify(study).problems)
    study.store.close()
    times = np.concatenate([one["times"] for one in told])
    return {"p99": float(np.percentile(times, 99)), "lost": abs(lost), "add_p50": added["p50"]}


def replayed(results) -> None:  # noqa: ANN001
    """Studies in which something joined half-way decide every question again."""
    found = child("replays")
    for what, (questions, problems) in found.items():
        results.at_most(
            "verified after growth: differences", f"{what}, {questions} questions", problems, "questions", 0
        )


def beside(results, folder: str, before: Path, *, judgments: int, runs: int) -> None:  # noqa: ANN001
    """CPU before room and with it, taking turns."""
    sources = {"before": before / "src", "now": HERE.parents[2] / "src"}
    times: dict[str, dict[str, list[float]]] = {which: {} for which in sources}
    for which, source in sources.items():
        child("fill", str(Path(folder) / f"{which}.db"), judgments, source=source)
        fresh = shutil.copy(Path(folder) / f"{which}.db", Path(folder) / "fresh.db")
        child("serve_cpu", str(fresh), 50, source=source)  # compiles
    for run in range(runs):
        for which in sorted(sources, reverse=run % 2 == 1):
            fresh = shutil.copy(Path(folder) / f"{which}.db", Path(folder) / "fresh.db")  # as many answers in all runs
            found = child("serve_cpu", str(fresh), 1000, source=sources[which])
            for name, value in found.items():
                times[which].setdefault(name, []).append(value)
    case = f"SQLite, {judgments:,} judgments, median of {runs} runs, taking turns"
    for name, what in (("ask", "ask p50, CPU"), ("tell", "tell p50, CPU"), ("open", "open and fold, CPU")):
        then, now = (np.array(times[which][name]) for which in ("before", "now"))
        unit = "s" if name == "open" else "ms"
        results.at_most(f"{what}: before", case, float(np.median(then)), unit)
        results.at_most(f"{what}: now", case, float(np.median(now)), unit)
        results.at_most(f"{what}: now over before", case, float(np.median(now / then)), "ratio", 1.10)


def child(name: str, *arguments: object, source: Path | None = None) -> dict:
    """What one of the functions below finds, in a process of its own."""
    done = start(name, *arguments, source=source)
    said, _ = done.communicate()
    if done.returncode:
        raise SystemExit(f"{name} ended with {done.returncode}.")
    return json.loads(said.splitlines()[-1])


def start(name: str, *arguments: object, source: Path | None = None) -> subprocess.Popen:
    """Begin one of the functions below in a process of its own."""
    path = [str(source)] if source is not None else [os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([*path, str(HERE.parents[1])])}
    command = [sys.executable, str(HERE), name, *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)


# What runs in processes of its own


def define_statements(address: str, documents: str, systems: str) -> dict[str, float]:
    """A study of statements, and how long it takes to define."""
    from thread import peak_memory

    from quorate import Study
    from quorate.records.material import Items, Material, SystemOutputs
    from quorate.records.parts import Parts

    count, rng = int(documents), np.random.default_rng(SEED)
    texts = [
        tuple(f"Statement {number} of document {item} says that a thing is related to another" for number in range(25))
        for item in range(count)
    ]
    chosen = rng.integers(0, 25, (int(systems), count))
    sure = rng.random((int(systems), count))
    began, cpu = time.perf_counter(), time.process_time()
    item = np.arange(count)
    material = Material(
        items=Items(names=tuple(f"document {number}" for number in range(count))),
        systems=tuple(
            SystemOutputs(
                name=f"system {number}",
                texts=(None,) * count,
                parts=Parts(
                    item=item,
                    texts=tuple(texts[place][which] for place, which in enumerate(mine.tolist())),
                    metrics={"confidence": sure[number]},
                ),
            )
            for number, mine in enumerate(chosen)
        ),
    )
    study = Study.define("statements", material, design=_rating(), store=address, policy=Statements())
    wall, spent = time.perf_counter() - began, time.process_time() - cpu
    distinct = study.index.parts.count
    return {"wall": wall, "cpu": spent, "memory": peak_memory(), "rows": chosen.size, "distinct": distinct}


def ask_statements(address: str) -> dict[str, float]:
    """Open a study of statements, ask about 500 of them, and let a system join."""
    from thread import peak_memory

    from quorate import Study
    from quorate.records.material import SystemOutputs
    from quorate.records.parts import Parts

    def clocks() -> np.ndarray:
        return np.array([time.perf_counter(), time.process_time()])

    began = clocks()
    study = Study.open("statements", address, policy=Statements())
    study.ask("first")
    opened = clocks() - began
    times = []
    for turn in range(500):
        who = f"annotator {turn % 20}"
        began = clocks()
        question = study.ask(who)
        times.append(clocks() - began)
        study.tell(question.number, 1 + turn % 5, annotator=who)
    items = len(study.index.items)
    texts = tuple(
        f"Statement {number % 50} of document {number} says that a thing is related to another"
        for number in range(items)
    )
    late = SystemOutputs(name="late", texts=(None,) * items, parts=Parts(item=np.arange(items), texts=texts))
    began = clocks()
    study.owner.add_system(late)
    joined = clocks() - began
    study.ask("after")
    found = {"open": opened, "one more system joins": joined}
    found |= {f"ask p{share}": np.percentile(times, share, axis=0) * 1000 for share in (50, 99)}
    said = {name: float(value[0]) for name, value in found.items()}
    return {"memory": peak_memory(), **said, **{f"{name}, CPU": float(value[1]) for name, value in found.items()}}


@dataclass(frozen=True)
class Statements:
    """Asks about statements of systems drawn at random; nobody is asked about one twice."""

    signature = "statements@1"
    floor = item_floor = 1.0

    def choose(self, design, index, history, annotator, stream, *, time=0.0):  # noqa: ANN001, ANN201, ARG002
        """A system, and one of its statements."""
        from quorate.policies import Ask

        had = set(history.assignments.had_parts(annotator))
        for draw in range(0, 1000, 2):
            system = stream.integer(draw, len(index.systems))
            rows = index.parts.said_by(system)
            row = int(rows[stream.integer(draw + 1, len(rows))])
            item, part = int(index.parts.item[row]), int(index.parts.number[row])
            if (item, part) not in had:
                chances = {"pair_probability": 1 / len(index.systems), "item_probability": 1 / len(rows)}
                choices = {"pair_choices": len(index.systems), "item_choices": len(rows)}
                return Ask(systems=(system,), item=item, part=part, side_probability=1.0, **chances, **choices)
        raise AssertionError("Somebody has had nearly all of it.")

    def enough(self, design, index, history) -> None:  # noqa: ANN001
        """Never."""

    def waiting(self, index, history) -> None:  # noqa: ANN001
        """Nothing to say."""

    def claim(self, design, index, history) -> None:  # noqa: ANN001
        """No claim."""


def ask_until(address: str, number: str, stop: str) -> dict:
    """Ask and tell at a steady pace until a file is there."""
    from quorate import Study

    study, times, turn = Study.open("growing", address), [], 0
    study.ask(f"annotator {number}")
    while not Path(stop).exists():
        turn += 1
        who = f"annotator {number} {turn // 20}"
        began = time.perf_counter()
        question = study.ask(who)
        times.append((time.perf_counter() - began) * 1000)
        study.tell(question.number, "left", annotator=who)
        time.sleep(0.1)
    return {"told": turn, "times": times}


def add_items(address: str, wanted: str) -> dict[str, float]:
    """Let items join, one after the other."""
    from quorate import Study
    from quorate.records.material import Items, Material, SystemOutputs

    study, times = Study.open("growing", address), []
    systems = study.index.systems
    for number in range(int(wanted)):
        given = Material(
            items=Items(names=(f"new {number}",), texts={"source": (f"Source {number}",)}),
            systems=tuple(SystemOutputs(name=name, texts=(f"{name} {number}",)) for name in systems),
        )
        began = time.perf_counter()
        study.owner.add_items(given)
        times.append((time.perf_counter() - began) * 1000)
        time.sleep(max(0.0, SECONDS / int(wanted) - times[-1] / 1000))
    return {"added": len(times), "p50": float(np.median(times))}


def replays() -> dict[str, tuple[int, int]]:
    """What joined half-way → questions, and how many come out differently."""
    from quorate import Study
    from quorate.records.design import Design
    from quorate.records.events import ItemAnswered
    from quorate.records.material import Items, Material, SystemOutputs
    from quorate.records.scores import NO_SECOND, Scores
    from quorate.study import verify
    from quorate.testing.material import make_material

    def metric(study: Study) -> None:
        system, item = np.nonzero(study.index.fingerprints)
        where = {"item": item, "first": system, "second": np.full(len(item), NO_SECOND)}
        study.owner.add_scores(Scores(name="late", about="outputs", values=np.cos(item + 2.0 * system), **where))

    def system(study: Study) -> None:
        texts = tuple(f"neu {item}" for item in range(len(study.index.items)))
        study.owner.add_system(SystemOutputs(name="late", texts=texts))

    def items(study: Study) -> None:
        names = ("one", "two", "three")
        given = [
            SystemOutputs(name=name, texts=tuple(f"{name} {one}" for one in names)) for name in study.index.systems
        ]
        study.owner.add_items(Material(items=Items(names=names), systems=tuple(given)))

    def answers(study: Study) -> None:
        event = ItemAnswered(time=study.ledger.now(), item=1, values=(1.0,), seen=study.history.position)
        study.ledger.write(lambda: [event])

    ways = {"metric added half-way": [metric], "system joined": [system], "items added": [items]}
    ways |= {"answers returned": [answers], "all of these": [metric, system, items, answers]}
    rating = {"kind": "rating", "policy": "uniform", "selector": "neyman"}
    designs = {
        "certified comparisons": {},
        "ratings by neyman": rating,
        "ratings by active": {**rating, "selector": "active"},
    }
    found = {}
    for what, joins in ways.items():
        for which, options in designs.items():
            study = Study.define("grows", make_material(4, 60, metrics=False), design=Design(**options, seed=SEED))
            for turn in range(120):
                if turn >= 40 and turn % 20 == 0 and (turn - 40) // 20 < len(joins):
                    joins[(turn - 40) // 20](study)
                if question := study.ask(f"annotator {turn % 6}"):
                    answer = "left" if not options else 1 + turn % 5
                    study.tell(question.number, answer, annotator=f"annotator {turn % 6}")
            verified = verify(study)
            found[f"{what}, {which}"] = (verified.questions, len(verified.problems))
    return found


def fill(address: str, judgments: str) -> dict:
    """A log of so many judgments."""
    import thread

    thread.fill(address, "serving", int(judgments), 1000)
    return {}


def serve_cpu(address: str, calls: str) -> dict[str, float]:
    """CPU of opening and folding, of an ask and of a tell."""
    from quorate import Study

    began = time.process_time()
    study = Study.open("serving", address)
    study.ask("annotator-1")
    opened = time.process_time() - began
    asks, tells = [], []
    for call in range(int(calls)):
        annotator = f"annotator-{2 + call % 199}"
        began = time.process_time()
        question = study.ask(annotator)
        middle = time.process_time()
        study.tell(question.number, "left", annotator=annotator, seconds=3.0)
        asks.append(middle - began)
        tells.append(time.process_time() - middle)
    return {"open": opened, "ask": float(np.median(asks) * 1000), "tell": float(np.median(tells) * 1000)}


def _uniform():  # noqa: ANN202 - a design
    from quorate.records.design import Design

    return Design(policy="uniform", seed=SEED)


def _rating():  # noqa: ANN202 - a design
    return replace(_uniform(), kind="rating", show=())


if __name__ == "__main__":
    print(json.dumps(globals()[sys.argv[1]](*sys.argv[2:])))
