"""Run folders of HELM: `scenario_state.json`, with `per_instance_stats.json` and `run_spec.json` beside it."""

from collections.abc import Mapping, Sequence
from typing import Any

from quorate.errors import FileError
from quorate.io.fields import METRIC
from quorate.io.readers.reader import Glimpse, Reader, Reading, Sign, Wanted, table_of
from quorate.io.table import stack

_OTHERS = ("scenario.json", "stats.json", "instances.json", "display_requests.json", "display_predictions.json")
_NO_METRICS = (
    "num_",
    "training_",
    "inference_",
    "finish_reason_",
    "batch_size",
    "prompt_truncated",
    "max_prob",
    "logprob",
)


def _recognise(file: Glimpse) -> Sign | None:
    about = file.document
    if isinstance(about, dict) and {"adapter_spec", "request_states"} <= about.keys():
        return Sign(sureness=1, why="'adapter_spec' and 'request_states'")
    if isinstance(about, dict) and {"adapter_spec", "scenario_spec"} <= about.keys():
        return Sign(sureness=1, why="'adapter_spec' and 'scenario_spec'")
    if isinstance(about, list) and file.every_has("instance_id", "stats"):
        return Sign(sureness=1, why="'instance_id' and 'stats'")
    if file.path.name in _OTHERS and (file.path.parent / "scenario_state.json").is_file():
        return Sign(sureness=0.9, why="its place in a run folder")
    return None


def _read(files: Sequence[Glimpse], wanted: Wanted) -> Reading:
    tables = []
    for file in files:
        if isinstance(file.document, dict) and "request_states" in file.document:
            beside = [other.document for other in files if other.path.parent == file.path.parent]
            tables.append(_run(file, wanted, beside))
    if not tables:
        remedy = "Name scenario_state.json of the run, or its folder."
        raise FileError(files[0].path, "these are figures of a run of HELM, without its outputs.", remedy=remedy)
    return Reading(table=stack(tables))


def _run(file: Glimpse, wanted: Wanted, beside: Sequence[Any]) -> Any:  # noqa: ANN401 - a table
    state = file.document
    run = next(
        (str(one["name"]) for one in beside if isinstance(one, dict) and "scenario_spec" in one), file.path.parent.name
    )
    task = run.partition(":")[0]
    scores: dict[tuple[str, int], dict[str, float]] = {}
    for one in next((one for one in beside if isinstance(one, list) and one and "stats" in one[0]), []):
        scores.setdefault((str(one["instance_id"]), int(one.get("train_trial_index") or 0)), {}).update(
            _means(one["stats"])
        )
    rows = []
    try:
        for one in state["request_states"]:
            attempt = int(one.get("train_trial_index") or 0)
            rows.append(
                {
                    **_row(one, state["adapter_spec"], task, attempt, wanted),
                    **scores.get((str(one["instance"]["id"]), attempt), {}),
                }
            )
    except (AttributeError, IndexError, KeyError, TypeError) as error:
        problem = f"request {len(rows) + 1} does not have the form that HELM gives it: {error!r}."
        raise FileError(file.path, problem, remedy="Check that HELM wrote this file.") from error
    return table_of(file.path, rows, range(1, len(rows) + 1), "request")


def _row(one: Mapping[str, Any], adapter: Mapping[str, Any], task: str, attempt: int, wanted: Wanted) -> dict[str, Any]:
    instance = one["instance"]
    changed = (instance.get("perturbation") or {}).get("name")
    correct = [
        part["output"]["text"] for part in instance.get("references") or [] if "correct" in (part.get("tags") or ())
    ]
    completions = (one.get("result") or {}).get("completions") or []
    text = completions[0]["text"].strip() if completions else None
    text = (one.get("output_mapping") or {}).get(text, text)
    item = f"{task}/{instance['id']}" + (f"/{changed}" if changed else "")
    return {
        "item": item if attempt == 0 else f"{item}#{attempt + 1}",
        "system": wanted.system or str(adapter.get("model") or one["request"].get("model")),
        "output": text or None,
        "source": _asked(instance, adapter),
        "reference": "\n".join(correct) or None,
        "domain": task,
        "document": item,
    }


def _asked(instance: Mapping[str, Any], adapter: Mapping[str, Any]) -> str:
    """The input, with the choices it gives."""
    text = str(instance["input"]["text"])
    if not str(adapter.get("method") or "").startswith("multiple_choice"):
        return text
    choices = [part["output"]["text"] for part in instance.get("references") or []]
    return "\n".join([text, "", *(f"{chr(ord('A') + number)}) {choice}" for number, choice in enumerate(choices))])


def _means(stats: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    return {
        METRIC + stat["name"]["name"]: stat["mean"]
        for stat in stats
        if isinstance(stat.get("mean"), int | float)
        and not stat["name"]["name"].startswith(_NO_METRICS)
        and not stat["name"].get("perturbation")
    }


READER = Reader(name="helm", title="a run of HELM", recognise=_recognise, read=_read)
