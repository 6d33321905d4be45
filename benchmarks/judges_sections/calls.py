"""A judge over HTTP that fails and is killed.

10,000 pairs in both orders against a server on this machine: 5 % of the calls fail (500, 503, no JSON, a broken
connection), calls beyond 400 a second are turned away, answers take 20 ms on average, 16 at once. The program is killed
twice (SIGKILL) at a third and two thirds. What the server counted is held against what was written down.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from frame import Results

AT_ONCE, FAIL, PER_SECOND, DELAY = 16, 0.05, 400, 0.02
KEY = "sk-benchmark-key-that-must-not-appear"


def run(results: Results, data: Path, quick: bool, seed: int) -> None:  # noqa: ARG001 - all sections are called alike
    """Two kills, then the end."""
    items = 300 if quick else 10_000
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        write_outputs(place / "outputs.jsonl", items)
        port = place / "port"
        server = subprocess.Popen([
            sys.executable, str(Path(__file__).parents[1] / "stand_in_judge.py"), str(port), "--fail", str(FAIL),
            "--per-second", str(PER_SECOND), "--delay", str(DELAY),
        ])  # fmt: skip
        try:
            while not port.exists() or not port.read_text():
                time.sleep(0.05)
            _measure(results, place, f"http://127.0.0.1:{port.read_text()}", items)
        finally:
            server.terminate()
            server.wait()


def write_outputs(path: Path, items: int) -> None:
    """Two systems, outputs of some thirty words."""
    with path.open("w", encoding="utf-8") as file:
        for item in range(items):
            for name in ("plain", "polished"):
                text = f"Output {item} of {name}: " + "words that say what was asked for " * 4
                row = {"item": f"item-{item}", "system": name, "output": text, "source": f"Question {item}?"}
                file.write(json.dumps(row) + "\n")


def _measure(results: Results, place: Path, url: str, items: int) -> None:
    words = ["judge", str(place / "outputs.jsonl"), "--model", "m", "--url", f"{url}/v1", "--at-once", str(AT_ONCE)]
    words += ["--price", "1,4", "--budget", "100usd", "--json"]
    program = [sys.executable, "-c", "from quorate.cli import main; main()", *words]
    environment = {**os.environ, "QUORATE_JUDGE_KEY": KEY}
    begin = time.monotonic()
    for part in (1, 2):
        process = subprocess.Popen(program, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while sum(counts(url)["answered"].values()) < part * 2 * items // 3 and process.poll() is None:
            time.sleep(0.2)
        process.send_signal(signal.SIGKILL)
        process.wait()
    done = subprocess.run(program, env=environment, check=True, capture_output=True, text=True)
    calls, seen = json.loads(done.stdout)["calls"], counts(url)
    case = f"{items:,} pairs in both orders, killed twice"
    repeated = sum(times - 1 for times in seen["answered"].values())
    results.at_most("calls without an answer", case, calls["wanted"] - calls["answered"], "calls", 0)
    results.at_most("answers that came and were lost, but for calls under way at a kill", case,
                    max(repeated - calls["again"], 0), "calls", 0)  # fmt: skip
    results.at_most("calls made again because they were under way at a kill, as reported", case,
                    calls["again"], "calls", 2 * AT_ONCE)  # fmt: skip
    results.at_least("calls that failed on the server", case, seen["failed"], "calls")
    results.at_least("calls turned away for being too many", case, seen["turned_away"], "calls")
    rows = [json.loads(line) for line in (place / "outputs.verdicts.jsonl").read_text(encoding="utf-8").splitlines()]
    results.at_most("pairs without both verdicts", case, 2 * items - len(rows), "verdicts", 0)
    written = b"".join(path.read_bytes() for path in place.iterdir() if path.is_file()) + done.stderr.encode()
    results.at_most("times the key stands in what was written", case, written.count(KEY.encode()), "times", 0)
    results.at_most("wall time", f"{case}, the kills included", time.monotonic() - begin, "s")
    results.at_most("spent over the budget", case, max(calls["spent"] - 100, 0.0), "usd", 0)


def counts(url: str) -> dict[str, Any]:
    """What the server counted."""
    with urllib.request.urlopen(f"{url}/counts", timeout=60) as answer:
        found: dict[str, Any] = json.load(answer)
    return found
