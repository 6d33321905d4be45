"""The service: how many judgments a second, how long does one take, and is anything lost when things break?

The generator (`service_crowd.py`), the server's processes and PostgreSQL run on the same machine and share its
processors. Answers are drawn at random, so that the default policy never reaches its certificate and has to work all
the time. Latency is the time from sending an answer to holding the next question, as the annotator's client sees it.
Processor time is that of the server's processes, of PostgreSQL and of the generator. In the faults run the server is
killed with SIGKILL and started again, PostgreSQL is restarted, and connections are cut; afterwards every acknowledged
judgment must be in the log once, and the log must verify. `before` runs this version and an earlier one by turns.
`--sections a,b` runs only some sections and leaves the figures of the others as they were.
"""

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median

from frame import Results, parse_arguments
from parts import Parts, join_parts, read_parts
from service_harness import SEED, Server, check_log, judged, load, percentile, postgres, prepare, report, restart

EARLIER = "66127f8"  # the version that throughput is held against
STRANGERS = Path(__file__).with_name("service_strangers.py")


def on_postgres(results: Results, scratch: Path, *, quick: bool) -> None:
    """Uniform and default policy, without and with thinking, short and long logs."""
    warm = 4.0 if quick else 10.0  # a long log is read first
    seconds = warm + (8.0 if quick else 60.0)
    cases = [
        (policy, systems, told) for policy in ("uniform", "") for systems, told in ((10, 0), (30, 0), (30, 100_000))
    ]
    with postgres(str(scratch / "postgres")) as database:
        address = database.get_uri()
        made = {}
        for policy, systems, told in cases:
            name = f"{policy or 'default'}-{systems}-{told}"
            made[name] = prepare(
                address, name, policy=policy, systems=systems, judgments=told, annotators=500, folder=scratch
            )
        server = Server(address, 2)
        results.at_most("start to first page", "2 processes", server.start(), "s", 3.0)
        rates: dict[str, float] = {}
        try:
            for name, tokens in made.items():
                found = load(server, name, tokens, annotators=16, seconds=seconds, warm=warm)
                is_small = name.split("-")[1] == "10"
                bars = {"rate": 150.0, "latency": 300.0} if is_small else {"rate": None, "latency": None}
                rates[name] = report(results, f"{name}, 16 connections", found, **bars)
                told = judged(address, name, tokens)
                lost = sum(not told[place].get(number) for place, number, _ in found["acknowledged"])
                results.at_most("acknowledged judgments lost", f"{name}, 16 connections", lost, "", 0)
            for policy in ("uniform", "default"):
                slower = 1 - rates[f"{policy}-30-100000"] / rates[f"{policy}-30-0"]
                results.at_most("slower with 100,000 judgments", f"{policy}-30", 100 * slower, "%", 20)
                name, crowd = f"{policy}-10-0", 100 if quick else 500
                waiting = {"annotators": crowd, "seconds": seconds + 5, "warm": warm + 5, "think": 5.0}
                found = load(server, name, made[name], **waiting)
                report(results, f"{name}, {crowd} annotators who think 5 s", found, rate=None, latency=200)
        finally:
            server.kill()


def on_sqlite(results: Results, scratch: Path, *, quick: bool) -> None:
    """One process on an SQLite file."""
    warm = 4.0 if quick else 10.0
    seconds = warm + (8.0 if quick else 60.0)
    store = str(scratch / "studies.db")
    for policy in ("uniform", ""):
        name = f"{policy or 'default'}-10-0"
        tokens = prepare(store, name, policy=policy, systems=10, annotators=16, folder=scratch)
        server = Server(store, 1)
        server.start()
        try:
            found = load(server, name, tokens, annotators=16, seconds=seconds, warm=warm)
            report(results, f"SQLite, {name}, 16 connections", found, rate=80, latency=None)
        finally:
            server.kill()


def strangers(results: Results, scratch: Path, *, quick: bool) -> None:
    """Annotators while strangers send large bodies, bodies without end and half heads; memory of the server."""
    store = str(scratch / "studies.db")
    tokens = prepare(store, "plain", policy="uniform", systems=10, annotators=100, folder=scratch)
    people = {"annotators": 100, "seconds": 14 if quick else 34, "warm": 4, "think": 2.0}
    server = Server(store, 1)
    server.start()
    stop = scratch / "stop"
    try:
        calm = percentile(load(server, "plain", tokens, **people)["latencies"], 99)
        results.at_most("latency p99", "100 annotators who think 2 s, undisturbed", calm, "ms")
        command = [sys.executable, str(STRANGERS), "--address", f"127.0.0.1:{server.port}", "--stop", str(stop)]
        intruders = subprocess.Popen(command)
        time.sleep(2)
        found = load(server, "plain", tokens, **people)
        stop.touch()
        intruders.wait(timeout=90)
        case = "the same, with 8 bodies of 30 MB, 40 unfinished bodies, 1,500 half heads"
        results.at_most("latency p99", case, percentile(found["latencies"], 99), "ms", max(2 * calm, 200.0))
        results.at_most("peak memory", case, server.peak_memory(), "MB", 400)
        results.at_most("refused or failed", case, sum(found["failures"].values()), "", 0)
    finally:
        stop.touch()
        server.kill()


def joining(results: Results, scratch: Path, *, quick: bool) -> None:
    """Many come through an open link within ten seconds, and think."""
    crowd = 100 if quick else 500
    people = {"annotators": crowd, "seconds": 30, "warm": 0, "think": 5.0, "join": 10.0}
    store = str(scratch / "studies.db")
    for where, processes in (("SQLite", 1), ("PostgreSQL", 2)):
        case = f"{where}, {crowd} join within 10 s and think 5 s"
        if where == "SQLite":
            _joining(results, case, store, processes, scratch / "sqlite", people)
        else:
            with postgres(str(scratch / "postgres")) as database:
                _joining(results, case, database.get_uri(), processes, scratch / "tokens", people)


def _joining(results: Results, case: str, store: str, processes: int, folder: Path, people: dict[str, float]) -> None:
    folder.mkdir(exist_ok=True)
    tokens = prepare(store, "open", policy="uniform", systems=10, annotators=1, folder=folder, is_open=True)
    server = Server(store, processes)
    server.start()
    try:
        found = load(server, "open", tokens, **people)
        results.at_most("joining p99", case, percentile(found["joining"], 99), "ms", 500)
        results.at_most("latency p99", case, percentile(found["latencies"], 99), "ms", 500)
        results.at_most("refused or failed", case, sum(found["failures"].values()), "", 0)
    finally:
        server.kill()


def before(results: Results, scratch: Path, *, quick: bool) -> None:
    """This version and an earlier one by turns, on the same machine in the same minutes."""
    archive = scratch / "earlier"
    archive.mkdir()
    packed = subprocess.run(["git", "archive", EARLIER, "src"], check=True, stdout=subprocess.PIPE)
    subprocess.run(["tar", "-x", "-C", str(archive)], check=True, input=packed.stdout)
    sources = {"earlier": archive / "src", "now": None}
    rates: dict[str, list[float]] = {"earlier": [], "now": []}
    costs: dict[str, list[float]] = {"earlier": [], "now": []}
    for turn in range(2 if quick else 5):
        for version in ("earlier", "now") if turn % 2 else ("now", "earlier"):
            folder = scratch / f"{version}-{turn}"
            folder.mkdir()
            store, source = str(folder / "studies.db"), sources[version]
            tokens = prepare(store, "plain", policy="uniform", systems=10, annotators=16, folder=folder, source=source)
            server = Server(store, 1, source)
            server.start()
            try:
                load(server, "plain", tokens, annotators=16, seconds=2, warm=0)
                found = load(server, "plain", tokens, annotators=16, seconds=10, warm=0)
            finally:
                server.kill()
            rates[version].append(len(found["acknowledged"]) / 10)
            costs[version].append(found["cpu_server"])
    case = f"SQLite, uniform-10-0, 16 connections, beside {EARLIER}"
    for version, found_rates in rates.items():
        results.at_least(f"judgments per second, {version}", case, median(found_rates), "1/s")
        results.at_most(f"processor time per judgment, {version}", case, median(costs[version]), "ms")
    ratio = median(now / then for now, then in zip(rates["now"], rates["earlier"], strict=True))
    dearer = median(now / then for now, then in zip(costs["now"], costs["earlier"], strict=True))
    results.at_least("judgments per second, now over earlier", case, ratio, "", 0.95)
    results.at_most("processor time per judgment, now over earlier", case, dearer, "", 1.05)


def faults(results: Results, scratch: Path, *, quick: bool) -> None:
    """Kill servers, stop them, restart the database, cut connections; then look for what was lost."""
    kills, stops, restarts = (4, 2, 1) if quick else (20, 5, 3)
    store = str(scratch / "studies.db")
    tokens = prepare(store, "faults", policy="uniform", systems=10, annotators=16, folder=scratch)
    server = Server(store, 1)
    server.start()
    copies: list[tuple[int, int]] = []

    def harm_file() -> None:
        for _ in range(kills):
            time.sleep(0.7)
            server.kill()
            server.start()
        for place in range(stops):
            time.sleep(1.5)
            if server.stop() != 0:
                raise SystemExit("The server did not stop well.")
            copies.append(_copied(Path(store), scratch / f"copy-{place}.db"))
            server.start()
        time.sleep(1)

    case = f"SQLite, {kills} kills, {stops} stops, 5 % of connections cut"
    try:
        found = _under_harm(server, tokens, harm_file)
        check_log(results, case, store, "faults", tokens, found)
    finally:
        server.kill()
    whole = sum(events == position for events, position in copies)
    results.at_least("copies of the file alone that verify with all events", case, whole, "", stops)
    with postgres(str(scratch / "postgres")) as database:
        folder = scratch / "database"
        folder.mkdir()
        address = database.get_uri()
        tokens = prepare(address, "faults", policy="", systems=10, annotators=16, folder=folder)
        server = Server(address, 2)
        server.start()

        def harm_database() -> None:
            for _ in range(restarts):
                time.sleep(4)
                restart(database)
            time.sleep(4)
            server.kill()
            server.start()
            time.sleep(2)

        case = f"PostgreSQL, restarted {restarts} times, 1 kill, 5 % of connections cut"
        try:
            found = _under_harm(server, tokens, harm_database)
            check_log(results, case, address, "faults", tokens, found)
        finally:
            server.kill()


def _under_harm(server: Server, tokens: Path, harm: Callable[[], None]) -> dict[str, object]:
    done = tokens.with_suffix(".done")

    def harming() -> None:
        try:
            harm()
        finally:
            done.touch()

    with ThreadPoolExecutor(1) as pool:
        harmed = pool.submit(harming)
        found = load(server, "faults", tokens, annotators=16, seconds=600, warm=0, cut=0.05, stop=done)
        harmed.result()
    return found


def _copied(store: Path, copy: Path) -> tuple[int, int]:
    """Copy the file without what lies beside it; how many events verify, and how many the store has."""
    from quorate.stores import open_store
    from quorate.study import Study, verify

    shutil.copy(store, copy)
    opened, there = open_store(str(copy)), open_store(str(store))
    found = verify(Study.open("faults", opened))
    position = there.position("faults")
    opened.close()
    there.close()
    return (found.events if found.holds else -1), position


SECTIONS = {
    "postgres": on_postgres,
    "sqlite": on_sqlite,
    "strangers": strangers,
    "joining": joining,
    "before": before,
    "faults": faults,
}


def main() -> int:
    """Run the sections that were asked for."""
    arguments = parse_arguments(__doc__, sections=tuple(SECTIONS))
    parts, runs = read_parts(arguments.json)
    for name in arguments.sections:
        results = Results(benchmark="service", seeds=[SEED], runs=runs)
        scratch = Path(tempfile.mkdtemp(prefix="quorate-service-"))
        try:
            SECTIONS[name](results, scratch, quick=arguments.quick)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
        parts[name] = results.figures
        runs = {**runs, "seconds": 12 if arguments.quick else 70}
        _joined(parts, runs).save(arguments.json)
    return _joined(parts, runs).finish(arguments.json)


def _joined(parts: Parts, runs: dict[str, int]) -> Results:
    words = {name: (section.__doc__ or "").strip() for name, section in SECTIONS.items()}
    return join_parts("service", SEED, tuple(SECTIONS), parts, runs, words=words)


if __name__ == "__main__":
    sys.exit(main())
