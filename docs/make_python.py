"""The Python reference, made from signatures, docstrings and the examples that a test runs: `python docs/make_python.py`."""

import ast
import inspect
import re
import sys
import textwrap
from pathlib import Path

import quorate
from quorate.workflows import plan, prepare_study

ROOT = Path(__file__).parents[1]
HEAD = """\
# Python

These pages are made from the code (`make docs`); tests keep them up to date and run every example, in a folder with [outputs.jsonl](../../examples/outputs.jsonl).

```python
import quorate
```

The names below are all there is to know of the package: each is `quorate.NAME`, imported when it is first used, and known to type checkers (the package is typed).

## What holds from version to version
- **Public** is what these pages name, with its arguments and attributes, and the commands with their options and JSON. Everything else (modules, functions found in them) may change in any version without notice, but what
  [extending](../extending.md) names: it changes like public names.
- A public name is **deprecated** before it goes: for at least one minor version it works as before and says once, as a `DeprecationWarning` and in the [changes](../../CHANGELOG.md), what to use instead.
- Until 1.0 a minor version (0.2, 0.3) may change public names that way; a patch version (0.1.1) changes none.
- **Numbers** change only where the changes say so, under *Numbers*, first. A study that was defined goes on as it was defined, and stores and logs of every earlier version open, verify and report.
- **Messages** are for people, and are no interface; types of errors and exit codes are.

## What is taken
Outputs, votes, ratings, metrics and judgments may be a path (a file or folder in [any known shape](../formats.md)), a list of dicts, a dict of columns, a frame of pandas, Polars or Arrow, or a dataset of Hugging Face. Defaults, checks and errors are
those of the [command line](../cli/README.md), for both call the same functions.

## What comes back
Results have `to_frame()` (pandas, Polars or Arrow, the first that is installed, or the one you name), `to_rows()` (dicts), `to_dict()` (everything as plain values), a sentence as their `repr`, a report as their `str` where there is one, and in a
notebook a picture and a table.
"""
GROUPS = {
    "verbs": ("In one line", ["define", "estimate", "rate", "select", "plan", "replay", "score", "variance", "verify"]),
    "studies": (
        "Studies and their parts",
        [
            "Study",
            "Design",
            "Guide",
            "Material",
            "Question",
            "Judgment",
            "Rest",
            "QuorateError",
            "InputError",
            "read_material",
            "read_judgments",
            "copy_study",
            "crowd",
            "Strengths",
            "simulate",
            "write_report",
        ],
    ),
    "growing": (
        "Studies that grow",
        ["add_system", "add_items", "add_outputs", "add_scores", "add_predictions", "Added"],
    ),
    "labelling": (
        "Labels on the job",
        ["Labeller", "LabelledInput"],
    ),
    "training": (
        "Comparers, and while a model trains",
        ["train_comparer", "read_comparer", "TrainedComparer", "EarlyStopping", "pick_best", "PickedRun"],
    ),
    "results": (
        "Results",
        [
            "Findings",
            "VoteFindings",
            "SkillFindings",
            "ItemChoice",
            "PlannedScores",
            "PlannedWinner",
            "PlannedSplit",
            "Replays",
            "ScoredOutputs",
            "Verification",
        ],
    ),
}
OPTIONS = {"define": prepare_study, "plan": plan}  # whose options are those of another function
FROM = {
    "PlannedScores": "plan",
    "PlannedWinner": "plan",
    "PlannedSplit": "plan",
    "Replays": "replay",
    "ScoredOutputs": "score",
    "Added": "add_items",
}


def pages() -> dict[str, str]:
    """File name → page: one for each group of names, and an index."""
    examples = read_examples()
    made, index = {}, [HEAD]
    for file, (title, names) in GROUPS.items():
        made[f"{file}.md"] = "\n".join(
            [f"# {title}", *(section(name, examples[FROM.get(name, name)]) for name in names)]
        )
        index += [f"## {title}", "", "| name | what it is |", "|---|---|"]
        index += [f"| [`{name}`]({file}.md#{name.lower()}) | {first_sentence(name)} |" for name in names]
        index.append("")
    return {"README.md": "\n".join(index), **made}


def read_examples() -> dict[str, str]:
    """Name → the body of its example."""
    text = (ROOT / "examples" / "names.py").read_text(encoding="utf-8")
    lines = text.splitlines()
    return {
        node.name: textwrap.dedent("\n".join(lines[node.body[0].lineno - 1 : node.end_lineno]))
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef)
    }


def first_sentence(name: str) -> str:
    """What a name is."""
    return inspect.getdoc(getattr(quorate, name)).partition("\n\n")[0].replace("\n", " ").replace("|", "\\|")


def section(name: str, example: str) -> str:
    """Signature, words, arguments or attributes, errors, methods, and the example."""
    thing = getattr(quorate, name)
    words, parts = split(inspect.getdoc(thing))
    lines = ["", f"## {name}", "", words, "", "```python", example, "```", ""]
    if inspect.isclass(thing):
        methods = public_methods(thing)
        if "Attributes" in parts:
            lines += ["| attribute | |", "|---|---|", *table(parts["Attributes"]), ""]
        if methods:
            lines += ["| method | |", "|---|---|"]
            lines += [
                f"| `{one}{shown(function)}` | {split(inspect.getdoc(function))[0].splitlines()[0]} |"
                for one, function in methods
            ]
            lines.append("")
        return "\n".join(lines)
    lines += [f"`{name}{shown(thing)}`".replace("**options", "**OPTIONS"), ""]
    arguments = parts.get("Args", "")
    if name in OPTIONS:
        arguments += "\n" + split(inspect.getdoc(OPTIONS[name]))[1]["Args"]
    defaults = defaults_of(OPTIONS.get(name, thing)) | defaults_of(thing)
    rows = dict.fromkeys(row for row in table(arguments, defaults) if not row.startswith("| `options`"))
    lines += ["| argument | | default |", "|---|---|---|", *unique(rows), ""]
    if "Raises" in parts:
        lines += [f"Raises `{error}`: {why}" + "\n" for error, why in entries(parts["Raises"])]
    return "\n".join(lines)


def unique(rows: dict[str, None]) -> list[str]:
    """One row for each argument, the first that says it."""
    seen: dict[str, str] = {}
    for row in rows:
        seen.setdefault(row.split("`")[1], row)
    return list(seen.values())


def split(doc: str) -> tuple[str, dict[str, str]]:
    """The words of a docstring, and its parts by their headings."""
    pieces = re.split(r"^(Args|Attributes|Raises|Returns|Example|Examples):\n", doc, flags=re.MULTILINE)
    return pieces[0].strip(), dict(zip(pieces[1::2], map(textwrap.dedent, pieces[2::2]), strict=True))


def entries(part: str) -> list[tuple[str, str]]:
    """Names and what is said of each, of a part of a docstring."""
    found = re.findall(r"^([\w, ]+): ((?:.*\n?)(?:^[ ]+.*\n?)*)", part, flags=re.MULTILINE)
    return [(name, " ".join(words.split())) for name, words in found]


def table(part: str, defaults: dict[str, str] | None = None) -> list[str]:
    """The same as rows; with defaults where there are some."""
    return [
        f"| `{name}` | {words.replace('|', chr(92) + '|')} |"
        + (f" {(defaults or {}).get(name, '')} |" if defaults is not None else "")
        for name, words in entries(part)
    ]


def defaults_of(function: object) -> dict[str, str]:
    """Argument → its default as it is written."""
    return {
        name: "needed" if one.default is one.empty else f"`{spelled(one.default)}`"
        for name, one in inspect.signature(function).parameters.items()
    }


def spelled(value: object) -> str:
    """A default as people type it."""
    return f"{value.__name__}" if callable(value) else repr(value)


def shown(function: object) -> str:
    """The arguments of a function, without types."""
    said = []
    for name, one in inspect.signature(function).parameters.items():
        if name in {"self", "cls"} or name.startswith("_"):
            continue
        stars = {one.VAR_POSITIONAL: "*", one.VAR_KEYWORD: "**"}.get(one.kind, "")
        if one.kind is one.KEYWORD_ONLY and "*" not in said and not any(part.startswith("*") for part in said):
            said.append("*")
        said.append(f"{stars}{name}" + ("" if one.default is one.empty else f"={spelled(one.default)}"))
    return f"({', '.join(said)})"


def public_methods(thing: type) -> list[tuple[str, object]]:
    """Methods that a class or its parents in this package define."""
    return [
        (name, function)
        for name, function in inspect.getmembers(thing, lambda one: inspect.isfunction(one) or inspect.ismethod(one))
        if not name.startswith("_") and function.__module__.startswith("quorate") and inspect.getdoc(function)
    ]


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "python"
    target.mkdir(exist_ok=True)
    for name, page in pages().items():
        (target / name).write_text(page.rstrip() + "\n", encoding="utf-8")
