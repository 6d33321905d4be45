"""A command of Quorate without a process of its own: what it printed, what it complained of, and how it ended."""

from dataclasses import dataclass

from typer.testing import CliRunner

from quorate.cli.application import app


@dataclass(frozen=True, kw_only=True)
class Ran:
    """How a command ended.

    Attributes:
        code: Its exit status.
        out: What it printed.
        err: What it complained of.
    """

    code: int
    out: str
    err: str


def command(*words: str) -> Ran:
    """Run a command."""
    found = CliRunner().invoke(app, list(words))
    return Ran(code=found.exit_code, out=found.stdout, err=found.stderr)
