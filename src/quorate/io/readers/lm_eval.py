"""Sample logs of lm-evaluation-harness: `samples_TASK_TIME.jsonl`, in a folder for each model.

An item is called `TASK/ID`, its `domain` is the task, and the harness' own scores become metrics.
"""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from quorate.errors import FileError
from quorate.io.fields import METRIC, as_text
from quorate.io.json_tables import iterate_rows
from quorate.io.readers.reader import Glimpse, Reader, Reading, Sign, Wanted, table_of
from quorate.io.table import Table, stack

SAMPLES = re.compile(r"samples_(?P<task>.+?)(_\d{4}-\d{2}-\d{2}T[\d.:-]+)?\.jsonl?", re.IGNORECASE)
KEPT_BY_HARNESS = {"doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics"}


def _recognise(file: Glimpse) -> Sign | None:
    if file.first and "doc_id" in file.first[0] and {"resps", "filtered_resps"} & file.first[0].keys():
        return Sign(sureness=1, why="'doc_id' and 'resps'")
    if isinstance(file.document, dict) and {"results", "configs", "n-shot"} <= file.document.keys():
        return Sign(sureness=1, why="'results', 'configs' and 'n-shot'")
    return None


def _read(files: Sequence[Glimpse], wanted: Wanted) -> Reading:
    samples = [file for file in files if file.document is None]
    if not samples:
        remedy = "Run with --log_samples and name the samples_….jsonl too."
        raise FileError(files[0].path, "these are results without samples: no outputs.", remedy=remedy)
    others = tuple(f"{file.path.name}: results without outputs" for file in files if file.document is not None)
    return Reading(table=stack([read_lm_eval(file.path, wanted.system) for file in samples]), left_out=others)


def read_lm_eval(path: str | Path, system: str | None = None) -> Table:
    """Read a sample log of lm-evaluation-harness (`samples_*.jsonl`).

    The output is the first response as it was generated; in multiple choice the choice of highest likelihood. Where
    the log scores several filters, the metrics are called `METRIC,FILTER`.

    Args:
        path: The log.
        system: What to call the system; otherwise the name of the folder, which the harness calls like the model.

    Raises:
        FileError: A line is not a sample, or samples have no texts.
    """
    path = Path(path)
    name = SAMPLES.fullmatch(path.name)
    task = name["task"] if name else path.stem
    rows: dict[str, dict[str, Any]] = {}
    places: list[int] = []
    scores: dict[tuple[str, str], dict[str, float]] = {}
    for line, sample in iterate_rows(path):
        if "doc_id" not in sample or not ("resps" in sample or "filtered_resps" in sample):
            problem = "no 'doc_id' or no 'resps': not a sample of lm-evaluation-harness."
            raise FileError(path, problem, line=line, remedy="Write the log with --log_samples.")
        item = f"{task}/{sample['doc_id']}"
        key = item, str(sample.get("filter", ""))
        if key in scores:
            problem = f"{item!r} is here a second time."
            raise FileError(path, problem, line=line, remedy="Keep one line for each doc_id and filter.")
        scores[key] = _harness_scores(sample)
        if item not in rows:
            texts = _checked_texts(path, line, sample)
            rows[item] = {"item": item, "system": system or path.absolute().parent.name, **texts, "domain": task}
            places.append(line)
    filters = {chosen for _, chosen in scores}
    for (item, chosen), numbers in scores.items():
        suffix = f",{chosen}" if len(filters) > 1 else ""
        rows[item].update({f"{METRIC}{metric}{suffix}": number for metric, number in numbers.items()})
    return table_of(path, list(rows.values()), places)


def _harness_scores(sample: Mapping[str, Any]) -> dict[str, float]:
    named = sample.get("metrics")
    names = named if isinstance(named, list) else set(sample) - KEPT_BY_HARNESS
    return {name: sample[name] for name in sample if name in names and isinstance(sample.get(name), int | float)}


def _checked_texts(path: Path, line: int, sample: Mapping[str, Any]) -> dict[str, str | None]:
    try:
        return _texts(sample)
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        problem = f"the sample has no text that a person could judge: {error}."
        remedy = "Use a task that generates, or a multiple choice task, and log it with --log_samples."
        raise FileError(path, problem, line=line, remedy=remedy) from error


def _texts(sample: Mapping[str, Any]) -> dict[str, str | None]:
    responses = [_first(response) for response in sample.get("resps") or sample.get("filtered_resps") or []]
    requests = _requests(sample.get("arguments"))
    source = _prompt(requests[0][0]) if requests else None
    reference = _reference(sample.get("target"))
    if not responses or isinstance(responses[0], str | None):
        return {"output": responses[0] if responses else None, "source": source, "reference": reference}
    if len(responses) < 2 or len(requests) != len(responses):
        raise ValueError("it holds likelihoods only")
    best = max(range(len(responses)), key=lambda choice: float(_first(responses[choice])))
    contexts = [_prompt(context) or "" for context, _ in requests]
    choices = [as_text(choice) for _, choice in requests]
    if len(set(contexts)) > 1:
        source, choices = None, [context + choice for context, choice in zip(contexts, choices, strict=True)]
    if reference is not None and reference.isdecimal() and int(reference) < len(choices):
        reference = choices[int(reference)].strip()
    return {"output": choices[best].strip(), "source": source, "reference": reference}


def _first(value: Any) -> Any:  # noqa: ANN401 - whatever the harness wrote
    return (value[0] if value else None) if isinstance(value, list) else value


def _requests(arguments: object) -> list[tuple[Any, Any]]:
    """Context and continuation of each request, from the newer form (an object) or the older one (a list)."""
    if isinstance(arguments, Mapping):
        return [(request.get("arg_0"), request.get("arg_1")) for request in arguments.values()]
    if isinstance(arguments, list):
        return [(request[0], request[1] if len(request) > 1 else None) for request in arguments if request]
    return []


def _prompt(context: Any) -> str | None:  # noqa: ANN401
    """A prompt as a text; a chat that was written as JSON becomes its messages."""
    context = _first(context)
    if isinstance(context, str) and context.startswith("[{"):
        try:
            messages = json.loads(context)
            texts = [(message["role"], as_text(message["content"])) for message in messages]
        except (ValueError, KeyError, TypeError):
            return context
        return texts[0][1] if len(texts) == 1 else "\n\n".join(f"{role}: {text}" for role, text in texts)
    return None if context is None else as_text(context)


def _reference(target: object) -> str | None:
    if isinstance(target, list):
        return "\n".join(as_text(part) for part in target)
    return None if target is None else as_text(target)


READER = Reader(name="lm-eval", title="samples of lm-evaluation-harness", recognise=_recognise, read=_read)
