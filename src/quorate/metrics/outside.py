"""Metrics that live in an environment of their own, behind a pipe: COMET, BLEURT, MetricX.

Their packages ask for versions that exclude ours, so they run in a child process of another Python, which reads texts
as JSON lines and answers with scores. The child loads its weights once and stays until this process ends.
"""

import atexit
import json
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path

from quorate.errors import InputError
from quorate.metrics.metric import PARTS, Metric, MetricSettings

CHILD = Path(__file__).with_name("child.py")
INSTALLS = {
    "comet": "pip install unbabel-comet",
    "bleurt": "pip install git+https://github.com/google-research/bleurt",
    "metricx": "clone github.com/google-research/metricx and put it on PYTHONPATH",
}


class Child:
    """A metric in another process.

    Args:
        name: One of `INSTALLS`.
        python: The interpreter that has its package.
        checkpoint: Its weights; empty for the package's own choice.

    Raises:
        InputError: There is no such interpreter, or it cannot load the metric.
    """

    def __init__(self, name: str, python: str, checkpoint: str) -> None:
        self.name = name
        if shutil.which(python) is None:
            raise InputError(f"There is no Python at {python!r}: --python names the interpreter that has {name}.")
        self._process = subprocess.Popen(  # noqa: S603 - the interpreter that the user names
            [python, str(CHILD)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        atexit.register(self.stop)
        self._tell({"metric": name, "checkpoint": checkpoint})
        self._hear(f"It must be installed there: {INSTALLS[name]}.")

    def score(self, rows: list[list[str | None]]) -> list[float]:
        """One number for each output, reference and source.

        Raises:
            InputError: The child failed or went away.
        """
        self._tell(rows)
        scores: list[float] = self._hear("Texts scored so far are kept: say it again to go on.")["scores"]
        return scores

    def stop(self) -> None:
        """End the child."""
        self._process.terminate()
        self._process.communicate()

    def _tell(self, what: object) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(what) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # it has said why, or its going away is heard next

    def _hear(self, remedy: str) -> dict[str, list[float]]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            code = self._process.wait()
            raise InputError(f"The process of {self.name} ended without an answer (exit code {code}). {remedy}")
        answer: dict[str, list[float]] = json.loads(line)
        if "failed" in answer:
            raise InputError(f"{self.name} failed in its own environment: {answer['failed']}. {remedy}")
        return answer


@cache
def _child(name: str, python: str, checkpoint: str) -> Child:
    return Child(name, python, checkpoint)


def score_outside(
    outputs: Sequence[str],
    references: Sequence[str],
    sources: Sequence[str | None],
    *,
    name: str,
    python: str,
    checkpoint: str,
) -> list[float]:
    """Scores by a child, started at the first call."""
    rows = [list(row) for row in zip(outputs, references, sources, strict=True)]
    return _child(name, python, checkpoint).score(rows)


def score_without_source(outputs: Sequence[str], references: Sequence[str], **more: str) -> list[float]:
    """The same for a metric that reads no source."""
    return score_outside(outputs, references, [None] * len(outputs), **more)


def make_outside(settings: MetricSettings, *, name: str) -> Metric:
    """A metric behind a pipe.

    Raises:
        InputError: Nobody said which Python has it.
    """
    if settings.python is None:
        raise InputError(
            f"{name} runs in an environment of its own, because its packages exclude ours: make one ({INSTALLS[name]}) "
            "and name its interpreter with --python PATH."
        )
    checkpoint = settings.checkpoint or ""
    score = score_outside if name == "comet" else score_without_source
    return Metric(
        name=name,
        score=partial(score, name=name, python=settings.python, checkpoint=checkpoint),
        needs=PARTS if name == "comet" else PARTS[:2],
        words=f"{name}, in an environment of its own",
        version=f"checkpoint {checkpoint or 'default'}",
        batch=64,
        is_parallel=False,
        lower_is_better=name == "metricx",
    )
