"""Commands run in this process."""

import json
import shlex
from dataclasses import dataclass
from typing import Any

from typer.testing import CliRunner

from quorate.cli import app


@dataclass(frozen=True)
class Ran:
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def run(command: str, *more: str, typed: str | None = None) -> Ran:
    """Run `quorate COMMAND`, without a shell. A bug is raised, not hidden in an exit code."""
    outcome = CliRunner().invoke(app, [*shlex.split(command), *more], prog_name="quorate", input=typed)
    if outcome.exception is not None and not isinstance(outcome.exception, SystemExit):
        raise outcome.exception
    return Ran(outcome.exit_code, outcome.stdout, outcome.stderr)


def done(command: str, *more: str, typed: str | None = None) -> Ran:
    """Run a command that must succeed."""
    ran = run(command, *more, typed=typed)
    assert ran.code == 0, ran
    return ran
