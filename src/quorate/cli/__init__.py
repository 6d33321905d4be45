"""The command line: one file for each verb. Whatever is heavy is imported when a verb runs."""

from quorate.cli.application import app


def main() -> None:
    """Run the command `quorate`."""
    app(prog_name="quorate")


__all__ = ["app", "main"]
