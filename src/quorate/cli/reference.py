"""The page docs/cli.md, made from the commands: `python -m quorate.cli.reference docs/cli.md`."""

import sys
from pathlib import Path
from typing import Any

from typer.main import get_command

from quorate.cli.application import VERBS, app, flowing

HEAD = """\
# The command line

This page is made from the commands (`make docs`); a test keeps it up to date. `quorate VERB --help` says the same.

- Studies live in a store: an SQLite file or a PostgreSQL database, named by `--store`, else by the environment variable
  `QUORATE_STORE`, else `quorate.db` in the current folder. Only `define`, `copy` and `demo` make one that is not there.
- With `--json` stdout holds one JSON value (`log`: one on each line); progress and everything else goes to stderr.
- What goes wrong is one line on stderr, `Error: …`, and nothing is half written. `QUORATE_DEBUG=1` shows the traceback.

| exit code | meaning |
|---|---|
| 0 | done; also when `ask` finds that the study rests |
| 1 | the study or its store does not allow this now, or `verify` found that the log does not hold |
| 2 | a file, an option, an answer or a name is wrong |
| 130 | interrupted (Ctrl-C) |
| 141 | whoever read the output went away |
"""


def reference() -> str:
    """The whole page."""
    commands = _commands()
    lines = [HEAD, "| verb | what it does |", "|---|---|"]
    lines += [f"| [`{name}`](#quorate-{name}) | {_paragraphs(verb)[0]} |" for name, (verb, _) in commands.items()]
    for name, (verb, command) in commands.items():
        lines += ["", *_section(name, verb, command)]
    return "\n".join(lines) + "\n"


def _commands() -> dict[str, tuple[Any, Any]]:
    """Name → the function and the command typer makes of it."""
    made = get_command(app)
    verbs = {verb.__name__.replace("_", "-"): verb for verb in VERBS}
    return {name: (verb, made.commands[name]) for name, verb in verbs.items()}  # type: ignore[attr-defined]


def _section(name: str, verb: Any, command: Any) -> list[str]:  # noqa: ANN401 - a function and its command
    arguments = [parameter for parameter in command.params if parameter.param_type_name == "argument"]
    options = [parameter for parameter in command.params if parameter.name != "help" and parameter not in arguments]
    usage = " ".join(f"{argument.metavar}{'...' if argument.nargs == -1 else ''}" for argument in arguments)
    words = [paragraph for paragraph in _paragraphs(verb) if not paragraph.startswith("\b")]
    lines = [f"## quorate {name}", "", "\n\n".join(words), "", "```console", *_examples(verb), "```", ""]
    lines += [f"`quorate {name}{' ' * bool(usage)}{usage} [OPTIONS]`", "", "| | | default |", "|---|---|---|"]
    lines += [f"| `{argument.metavar}` | {_cell(argument.help)} | needed |" for argument in arguments]
    lines += [f"| {_spelling(option)} | {_cell(option.help)} | {_default(option)} |" for option in options]
    return lines


def _paragraphs(verb: Any) -> list[str]:  # noqa: ANN401
    return flowing(verb.__doc__).split("\n\n")


def _examples(verb: Any) -> list[str]:  # noqa: ANN401
    """The commands of the example, each with a prompt."""
    (block,) = (paragraph for paragraph in _paragraphs(verb) if paragraph.startswith("\b"))
    commands = [line.removeprefix("  ") for line in block.splitlines()[2:]]
    return [f"$ {line}" if line.startswith("quorate") else line for line in commands]


def _spelling(option: Any) -> str:  # noqa: ANN401
    names = ", ".join(f"`{name}`" for name in option.opts)
    return names if option.is_flag else f"{names} `{option.metavar}`"


def _default(option: Any) -> str:  # noqa: ANN401
    if option.required:
        return "needed"
    if option.is_flag or option.default in (None, "", [], ()):
        return ""
    return f"`{option.default}`" + (f", or `{option.envvar}`" if option.envvar else "")


def _cell(words: str | None) -> str:
    return (words or "").replace("|", "\\|")


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(reference(), encoding="utf-8")
