"""Results of promptfoo: JSON of versions 1 to 4, or its CSV.

A system is a provider, a prompt, or both, whatever differs.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from quorate.errors import FileError
from quorate.io.fields import METRIC, as_text
from quorate.io.formats import read_table
from quorate.io.readers.messages import text_of
from quorate.io.readers.naming import counted_names, name_of
from quorate.io.readers.reader import Glimpse, Reader, Reading, Sign, Wanted, scores_of, table_of
from quorate.io.table import Table, stack

_CELL = re.compile(
    r"\[(PASS|FAIL|ERROR)\](?: \(([\d.]+)\))?\s*(.*?)(?:\s*Pass Reason: .*|\s*Fail Reason: .*)?", re.DOTALL
)
_FROM_FILE = re.compile(r"\S+\.(txt|json|jsonl|md|ya?ml|csv|j2|py|js|ts): ")
_HEAD = re.compile(r"\[(.+?)\] (.+)", re.DOTALL)


def _results(document: Any) -> Sequence[Mapping[str, Any]]:  # noqa: ANN401 - JSON is what it is
    """The list of results, wherever this version keeps it."""
    while isinstance(document, dict):
        document = document.get("results", document.get("data"))
    return document if isinstance(document, list) else []


def _recognise(file: Glimpse) -> Sign | None:
    results = _results(file.document) if isinstance(file.document, dict) else []
    if (
        results
        and isinstance(results[0], dict)
        and "prompt" in results[0]
        and {"vars", "testCase", "testIdx"} & results[0].keys()
    ):
        return Sign(sureness=1, why="results with 'prompt' and 'vars'")
    if sum(bool(_HEAD.fullmatch(name)) for name in file.header) and not file.is_json:
        return Sign(sureness=0.8, why="columns called [provider] prompt")
    return None


def _read(files: Sequence[Glimpse], wanted: Wanted) -> Reading:
    del wanted
    readings = [_cells(file) if file.document is None else _runs(file) for file in files]
    guesses = tuple(dict.fromkeys(guess for reading in readings for guess in reading.guesses))
    tables = [reading.table for reading in readings]
    pairs = [set(zip(table.columns["item"], table.columns["system"], strict=True)) for table in tables]
    if sum(map(len, pairs)) > len(set().union(*pairs)):  # the same prompts run again: a run is a system
        guesses = (*guesses, "runs with the same prompts are told apart by their files")
        tables = [_named(table, file.path.stem) for table, file in zip(tables, files, strict=True)]
    return Reading(table=stack(tables), guesses=guesses)


def _named(table: Table, run: str) -> Table:
    systems = [f"{run}: {system}" for system in table.columns["system"]]
    return Table(columns={**table.columns, "system": systems}, files=table.files)


def _runs(file: Glimpse) -> Reading:
    results = _results(file.document)
    try:
        prompts = [
            str(one["prompt"].get("label") or one["prompt"].get("display") or one["prompt"]["raw"]) for one in results
        ]
        providers = [_provider(one.get("provider")) for one in results]
        variables = [one.get("vars") or (one.get("testCase") or {}).get("vars") or {} for one in results]
        asked = [text_of(one["prompt"].get("raw")) for one in results]
        said = [text_of((one.get("response") or one.get("providerResponse") or {}).get("output")) for one in results]
    except (AttributeError, KeyError, TypeError) as error:
        problem = f"a result does not have the form that promptfoo gives it: {error!r}."
        raise FileError(file.path, problem, remedy="Export it again: promptfoo eval -o results.json.") from error
    rows = _rows(providers, prompts, variables, asked, said)
    for one, row in zip(results, rows, strict=True):
        row.update(scores_of({"score": one.get("score"), **(one.get("namedScores") or {})}))
    table = table_of(file.path, rows, range(1, len(rows) + 1), "result")
    return Reading(table=table, guesses=(_what(providers, prompts),))


def _cells(file: Glimpse) -> Reading:
    table = read_table(file.path, is_text=lambda _: True)
    heads = {name: found for name in table.columns if (found := _HEAD.fullmatch(name))}
    names = [name for name in table.columns if name not in heads and name not in ("Description", "__expected")]
    providers, prompts, said, scores, places = [], [], [], [], []
    variables: list[Mapping[str, Any]] = []
    for row in range(len(table)):
        for name, found in heads.items():
            cell = _CELL.fullmatch(table.columns[name][row] or "")
            providers.append(found[1])
            prompts.append(found[2])
            variables.append({one: table.columns[one][row] for one in names})
            said.append(cell[3] if cell else table.columns[name][row])
            scores.append(float(cell[2]) if cell and cell[2] else None)
            places.append(table.files[0].places[row])
    rows = _rows(providers, prompts, variables, [None] * len(said), said)
    for row_of, score in zip(rows, scores, strict=True):
        row_of[METRIC + "score"] = score
    made: Table = table_of(file.path, rows, places)
    return Reading(table=made, guesses=(_what(providers, prompts),))


def _rows(
    providers: list[str],
    prompts: list[str],
    variables: list[Mapping[str, Any]],
    asked: Sequence[str | None],
    said: Sequence[str | None],
) -> list[dict[str, Any]]:
    many, kinds = len(set(providers)) > 1, len(set(prompts)) > 1
    bare = {prompt: _FROM_FILE.sub("", " ".join(prompt.split())) for prompt in prompts}
    short = {prompt: words if len(words) <= 60 else words[:59] + "…" for prompt, words in bare.items()}
    if len(set(short.values())) < len(set(prompts)):
        short = {prompt: f"prompt {number}" for number, prompt in enumerate(dict.fromkeys(prompts), 1)}
    systems = [
        " · ".join(filter(None, [provider if many or not kinds else "", short[prompt] if kinds else ""])) or "promptfoo"
        for provider, prompt in zip(providers, prompts, strict=True)
    ]
    sources = [_listed(one) or ask or "" for one, ask in zip(variables, asked, strict=True)]
    if not kinds:  # what was really asked, where all systems were asked the same
        sources = [ask or source for ask, source in zip(asked, sources, strict=True)]
    names = counted_names([name_of(source) for source in sources], systems)
    return [
        {"item": name, "system": system, "output": text, "source": source or None}
        for name, system, text, source in zip(names, systems, said, sources, strict=True)
    ]


def _listed(variables: Mapping[str, Any]) -> str:
    texts = {name: text_of(value) or as_text(value) for name, value in variables.items() if value is not None}
    return (
        next(iter(texts.values())) if len(texts) == 1 else "\n".join(f"{name}: {text}" for name, text in texts.items())
    )


def _provider(given: object) -> str:
    if isinstance(given, Mapping):
        return str(given.get("label") or given.get("id") or "")
    return str(given or "")


def _what(providers: list[str], prompts: list[str]) -> str:
    differs = [word for word, values in (("provider", providers), ("prompt", prompts)) if len(set(values)) > 1]
    return f"a system is a {' with a '.join(differs) or 'provider'}"


READER = Reader(name="promptfoo", title="results of promptfoo", recognise=_recognise, read=_read)
