"""The pages of the command line, made from the commands: `python -m quorate.cli.reference docs/cli`."""

import sys
from pathlib import Path
from typing import Any

from typer.main import get_command

from quorate.cli.application import VERBS, app, flowing

HEAD = """\
# The command line

These pages are made from the commands (`make docs`); a test keeps them up to date. `quorate VERB --help` says the same.

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


# File of a group → its title and its verbs.
GROUPS = {
    "preparing": (
        "Before a study",
        ("demo", "plan", "score", "split", "judge", "trust", "comparer", "select", "distill"),
    ),
    "studies": (
        "Studies and stores",
        (
            *("define", "delete", "add-system", "add-items", "add-outputs", "add-scores", "add-predictions"),
            *("remove-system", "studies", "copy", "backup"),
        ),
    ),
    "people": (
        "People",
        ("serve", "invite", "links", "exclude", "readmit", "erase", "pause", "resume", "close"),
    ),
    "answering": ("Questions and answers", ("ask", "tell", "answer", "release", "retract")),
    "labelling": ("Labels on the job", ("label",)),
    "results": (
        "Results",
        ("estimate", "rate", "report", "export", "variance", "log", "verify", "simulate", "replay"),
    ),
}


def reference() -> dict[str, str]:
    """File name → page: one for each group of verbs, and an index."""
    commands = _commands()
    pages = {}
    index = [HEAD]
    for file, (title, names) in GROUPS.items():
        pages[f"{file}.md"] = "\n".join([f"# {title}", *(_section(name, *commands[name]) for name in names)]) + "\n"
        index += [f"## {title}", "", "| verb | what it does |", "|---|---|"]
        index += [f"| [`{name}`]({file}.md#quorate-{name}) | {_paragraphs(commands[name][0])[0]} |" for name in names]
        index.append("")
    return {"README.md": "\n".join(index), **pages}


def _commands() -> dict[str, tuple[Any, Any]]:
    """Name → the function and the command typer makes of it."""
    made = get_command(app)
    verbs = {verb.__name__.replace("_", "-"): verb for verb in VERBS}
    return {name: (verb, made.commands[name]) for name, verb in verbs.items()}  # type: ignore[attr-defined]


def _section(name: str, verb: Any, command: Any) -> str:  # noqa: ANN401 - a function and its command
    arguments = [parameter for parameter in command.params if parameter.param_type_name == "argument"]
    options = [parameter for parameter in command.params if parameter.name != "help" and parameter not in arguments]
    usage = " ".join(f"{argument.metavar}{'...' if argument.nargs == -1 else ''}" for argument in arguments)
    words = [paragraph for paragraph in _paragraphs(verb) if not paragraph.startswith("\b")]
    lines = ["", f"## quorate {name}", "", "\n\n".join(words), "", "```console", *_examples(verb), "```", ""]
    lines += [f"`quorate {name}{' ' * bool(usage)}{usage} [OPTIONS]`", "", "| | | default |", "|---|---|---|"]
    lines += [f"| `{argument.metavar}` | {_cell(argument.help)} | needed |" for argument in arguments]
    lines += [f"| {_spelling(option)} | {_cell(option.help)} | {_default(option)} |" for option in options]
    return "\n".join(lines)


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
    for name, page in reference().items():
        (Path(sys.argv[1]) / name).write_text(page, encoding="utf-8")
