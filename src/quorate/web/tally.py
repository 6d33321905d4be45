"""What a server counts, for Prometheus. All processes count in memory they share, so any of them can say the sums."""

import mmap
import os
import time
from bisect import bisect_left
from itertools import product
from pathlib import Path

ANSWERING = ("ask", "tell", "retract", "skip", "consent", "progress", "guide")
KINDS = (*ANSWERING, "reading", "session", "join", "page", "static", "operation", "other")
OUTCOMES = ("2xx", "3xx", "4xx", "429", "5xx")
BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
WAITING = ("answering", "other")
GAUGES = {
    "quorate_connections": "Connections that are open.",
    "quorate_strangers": "Of them those that never showed a good token.",
    "quorate_store_failing": "Processes that find the store not answering.",
    "process_resident_memory_bytes": "Memory of all processes.",
    "process_cpu_seconds_total": "Processor time of all processes since they were started.",
    "quorate_processes": "Processes that serve.",
}
_COUNTED = {
    "quorate_judgments_total": "Answers that were taken.",
    "quorate_store_failures_total": "Requests refused because the store did not answer.",
    "quorate_connections_ended_total": "Connections ended because they said nothing, or only half of it, in time.",
}


class Tally:
    """Counts of one process, in a row of memory that all processes share.

    Args:
        processes: How many rows there are.
    """

    def __init__(self, processes: int = 1) -> None:
        self._places: dict[tuple[str, ...], int] = {}
        for name in (*GAUGES, *_COUNTED):
            self._add(name)
        for kind, outcome in product(KINDS, OUTCOMES):
            self._add("requests", kind, outcome)
        for who, bound in product(WAITING, (*map(str, BOUNDS), "+Inf", "sum")):
            self._add("seconds", who, bound)
        self._width = len(self._places)
        self._processes = processes
        self._memory = memoryview(mmap.mmap(-1, 8 * self._width * processes)).cast("d")
        self._row = 0

    def _add(self, *name: str) -> None:
        self._places[name] = len(self._places)

    def take_row(self, row: int) -> None:
        """Count in this row from now on: this process was forked, or takes another's place."""
        self._row = row * self._width
        for name in GAUGES:
            self.put(name, 0.0)

    def count(self, *name: str, amount: float = 1.0) -> None:
        """Count something."""
        self._memory[self._row + self._places[name]] += amount

    def put(self, name: str, value: float) -> None:
        """Say how much of something there is now."""
        self._memory[self._row + self._places[name,]] = value

    def request(self, kind: str, status: int, seconds: float) -> None:
        """Count a request that was answered."""
        outcome = "429" if status == 429 else f"{status // 100}xx"
        if ("requests", kind, outcome) in self._places:
            self.count("requests", kind, outcome)
        who = "answering" if kind in ANSWERING else "other"
        place = bisect_left(BOUNDS, seconds)
        self.count("seconds", who, str(BOUNDS[place]) if place < len(BOUNDS) else "+Inf")
        self.count("seconds", who, "sum", amount=seconds)
        if kind == "tell" and status == 200:
            self.count("quorate_judgments_total")

    def measure(self) -> None:
        """Say how much memory and processor time this process takes."""
        self.put("process_cpu_seconds_total", time.process_time())
        self.put("quorate_processes", 1.0)
        status = Path("/proc/self/statm")
        if status.exists():
            pages = int(status.read_text(encoding="ascii").split()[1])
            self.put("process_resident_memory_bytes", float(pages * os.sysconf("SC_PAGE_SIZE")))

    def total(self, *name: str) -> float:
        """The sum over all processes."""
        place = self._places[name]
        return sum(self._memory[row * self._width + place] for row in range(self._processes))

    def text(self) -> str:
        """Everything, as Prometheus reads it."""
        lines: list[str] = []
        for name, words in {**GAUGES, **_COUNTED}.items():
            lines += _head(name, words, "counter" if name.endswith("_total") else "gauge")
            lines.append(f"{name} {_number(self.total(name))}")
        lines += _head("quorate_requests_total", "Requests by what they were for and how they ended.", "counter")
        for kind, outcome in product(KINDS, OUTCOMES):
            value = _number(self.total("requests", kind, outcome))
            lines.append(f'quorate_requests_total{{for="{kind}",status="{outcome}"}} {value}')
        lines += _head("quorate_request_seconds", "Time from the head of a request to its answer.", "histogram")
        for who in WAITING:
            so_far = 0.0
            for bound in (*map(str, BOUNDS), "+Inf"):
                so_far += self.total("seconds", who, bound)
                lines.append(f'quorate_request_seconds_bucket{{for="{who}",le="{bound}"}} {_number(so_far)}')
            lines.append(f'quorate_request_seconds_sum{{for="{who}"}} {_number(self.total("seconds", who, "sum"))}')
            lines.append(f'quorate_request_seconds_count{{for="{who}"}} {_number(so_far)}')
        return "\n".join(lines) + "\n"


def kind_of(path: str) -> str:
    """What a request is for, told by its path."""
    parts = path.split("/")
    if path.startswith("/api/v1/studies/"):
        verb = parts[5] if len(parts) > 5 else ""
        return verb if verb in ANSWERING else "session" if verb == "session" else "reading"
    found = {"static": "static", "studies": "page", "join": "join", "health": "operation", "metrics": "operation"}
    return (
        "session" if path in ("/api/v1/session", "/enter") else found.get(parts[1] if len(parts) > 1 else "", "other")
    )


def _head(name: str, words: str, kind: str) -> list[str]:
    return [f"# HELP {name} {words}", f"# TYPE {name} {kind}"]


def _number(value: float) -> str:
    return str(int(value)) if value.is_integer() else repr(value)
