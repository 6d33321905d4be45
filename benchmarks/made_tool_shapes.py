"""Made files in the shapes of other tools, with what must be understood of them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from made_shapes import ASKED, KNOWN, OWN, ROWS, SAID, Made, lines_of, table_of, value_of


def lm_eval(folder: Path) -> Made:
    """A folder of sample logs of lm-evaluation-harness, with results beside them."""
    for s in SAID:
        rows = [
            {
                "doc_id": n,
                "target": KNOWN[n],
                "arguments": {"gen_args_0": {"arg_0": a}},
                "resps": [[o]],
                "filtered_resps": [o],
                "acc": 1.0,
            }
            for t, n, a, o in ROWS
            if t == s
        ]
        lines_of(folder / "logs" / s / "samples_qa_2026-01-21T03-44-18.458309.jsonl", rows)
        value_of(folder / "logs" / s / "results_2026.json", {"results": {}, "configs": {}, "n-shot": {}})
    return Made(
        paths=(folder / "logs",),
        reader="lm-eval",
        shown=("source",),
        hidden=("reference",),
        systems=("claude", "gpt-4o"),
    )


def _inspected(system: str) -> dict[str, Any]:
    samples = [
        {
            "id": n,
            "epoch": 1,
            "input": [{"role": "user", "content": a}],
            "target": KNOWN[n],
            "output": {"choices": [{"message": {"role": "assistant", "content": o}}]},
            "scores": {"match": {"value": "C"}},
        }
        for s, n, a, o in ROWS
        if s == system
    ]
    return {"version": 2, "status": "success", "eval": {"task": "qa", "model": system}, "plan": {}, "samples": samples}


def inspect_json(folder: Path) -> Made:
    """Logs of Inspect as JSON."""
    paths = tuple(value_of(folder / f"{n}.json", _inspected(s)) for n, s in enumerate(SAID))
    return Made(paths=paths, reader="inspect", shown=("source",), hidden=("reference",))


def inspect_zstandard(folder: Path) -> Made:
    """Logs of Inspect as it writes them today: packed with Zstandard."""
    from quorate.io.readers.inspect_log import zips

    zipped, _ = zips()
    for s in SAID:
        log = _inspected(s)
        samples = log.pop("samples")
        with zipped.ZipFile(folder / f"{s}.eval", "w", zipped.ZIP_ZSTANDARD) as archive:
            archive.writestr("header.json", json.dumps(log))
            for one in samples:
                archive.writestr(f"samples/{one['id']}_epoch_1.json", json.dumps(one))
    return Made(
        paths=tuple(folder / f"{s}.eval" for s in SAID), reader="inspect", shown=("source",), hidden=("reference",)
    )


def helm(folder: Path) -> Made:
    """A folder with a run of HELM for each model."""
    for s in SAID:
        adapter = {"method": "generation", "model": s}
        states = [
            {
                "instance": {
                    "id": f"id{n}",
                    "input": {"text": a},
                    "references": [{"output": {"text": KNOWN[n]}, "tags": ["correct"]}],
                },
                "train_trial_index": 0,
                "request": {"model": s, "prompt": f"Passage: {a}"},
                "result": {"success": True, "completions": [{"text": f" {o}"}]},
            }
            for t, n, a, o in ROWS
            if t == s
        ]
        stat = {"name": {"name": "f1_score", "split": "test"}, "mean": 0.5}
        run = folder / "runs" / f"qa:model={s}"
        value_of(run / "scenario_state.json", {"adapter_spec": adapter, "request_states": states})
        value_of(
            run / "per_instance_stats.json",
            [{"instance_id": f"id{n}", "train_trial_index": 0, "stats": [stat]} for n in range(4)],
        )
        value_of(run / "run_spec.json", {"name": f"qa:model={s}", "scenario_spec": {}, "adapter_spec": adapter})
        value_of(run / "scenario.json", {"name": "qa", "tags": []})
    return Made(
        paths=(folder / "runs",), reader="helm", shown=("source",), hidden=("reference",), systems=("claude", "gpt-4o")
    )


def promptfoo(folder: Path) -> Made:
    """Results of promptfoo, of version 3."""
    results = [
        {
            "provider": {"id": s},
            "prompt": {"raw": f"Answer: {a}", "label": "Answer: {{question}}"},
            "vars": {"question": a},
            "response": {"output": o},
            "score": 1,
        }
        for s, _, a, o in ROWS
    ]
    path = value_of(folder / "eval.json", {"evalId": "e", "results": {"version": 3, "results": results}})
    return Made(paths=(path,), reader="promptfoo", shown=("source",))


def promptfoo_csv(folder: Path) -> Made:
    """The table of promptfoo, a column for each prompt."""
    head = ["question", *(f"[{s}] Answer: {{{{question}}}}" for s in SAID)]
    rows = [
        [a, *(f"[PASS] (1.00)\n\n{SAID[s][n]}\n\nPass Reason: No assertions" for s in SAID)]
        for n, a in enumerate(ASKED)
    ]
    return Made(paths=(table_of(folder / "output.csv", [head, *rows]),), reader="promptfoo", shown=("source",))


def alpaca_eval(folder: Path) -> Made:
    """Model outputs of AlpacaEval."""
    paths = [
        value_of(
            folder / s / "model_outputs.json",
            [{"dataset": "d", "instruction": a, "output": o, "generator": s} for t, _, a, o in ROWS if t == s],
        )
        for s in SAID
    ]
    return Made(paths=tuple(paths), reader="alpaca-eval", shown=("instruction",))


def mt_bench(folder: Path) -> Made:
    """A folder of MT-bench: questions, answers and verdicts."""
    lines_of(
        folder / "mt" / "question.jsonl",
        [{"question_id": 81 + n, "category": "qa", "turns": [a, "Why?"]} for n, a in enumerate(ASKED)],
    )
    for s in SAID:
        rows = [
            {"question_id": 81 + n, "model_id": s, "choices": [{"index": 0, "turns": [o, "So."]}]}
            for t, n, _, o in ROWS
            if t == s
        ]
        lines_of(folder / "mt" / "model_answer" / f"{s}.jsonl", rows)
    lines_of(
        folder / "mt" / "pair.jsonl",
        [{"question_id": 81, "model_1": "a", "model_2": "b", "g1_winner": "tie", "judge": ["j"], "turn": 1}],
    )
    return Made(paths=(folder / "mt",), reader="mt-bench", shown=("source",), systems=("claude", "gpt-4o"))


def label_studio(folder: Path) -> Made:
    """Tasks of Label Studio."""
    tasks = [{"id": n, "data": {"prompt": a, **{s: SAID[s][n] for s in SAID}}} for n, a in enumerate(ASKED)]
    return Made(paths=(value_of(folder / "tasks.json", tasks),), reader="label-studio", shown=("prompt",))


def label_studio_ranker(folder: Path) -> Made:
    """Tasks of Label Studio that list the outputs."""
    tasks = [
        {"data": {"prompt": a, "items": [{"id": s, "title": s, "body": SAID[s][n]} for s in SAID]}}
        for n, a in enumerate(ASKED)
    ]
    return Made(paths=(value_of(folder / "ranker.json", tasks),), reader="label-studio", shown=("prompt",))


def hugging_face(folder: Path) -> Made:
    """Rows of a data set of Hugging Face, as its server gives them."""
    features = [
        {"feature_idx": n, "name": name, "type": {"dtype": "string", "_type": "Value"}}
        for n, name in enumerate(["prompt", *SAID])
    ]
    rows = [{"row_idx": n, "row": {"prompt": a, **{s: SAID[s][n] for s in SAID}}} for n, a in enumerate(ASKED)]
    return Made(
        paths=(value_of(folder / "rows.json", {"features": features, "rows": rows}),),
        reader="huggingface",
        shown=("prompt",),
    )


def langfuse(folder: Path) -> Made:
    """Traces of Langfuse, one file each."""
    for s, n, a, o in ROWS:
        inside = {"type": "GENERATION", "model": s, "startTime": "2026"}
        trace = {
            "input": json.dumps([{"role": "user", "content": a}]),
            "output": json.dumps({"role": "assistant", "content": o}),
            "scores": [{"name": "ok", "value": 1}],
        }
        value_of(folder / "traces" / f"{s}-{n}.json", {"trace": trace, "observations": [inside]})
    return Made(paths=(folder / "traces",), reader="langfuse", shown=("source",), systems=("claude", "gpt-4o"))


def langfuse_list(folder: Path) -> Made:
    """Traces of Langfuse as its export lists them."""
    rows = [
        {
            "id": f"{s}{n}",
            "projectId": "p",
            "model": s,
            "input": {"messages": [{"role": "user", "content": a}]},
            "output": o,
        }
        for s, n, a, o in ROWS
    ]
    return Made(paths=(lines_of(folder / "export.jsonl", rows),), reader="langfuse", shown=("source",))


def langsmith(folder: Path) -> Made:
    """Runs as they are sent to LangSmith."""
    post = [
        {
            "id": f"{s}{n}",
            "run_type": "llm",
            "inputs": {"messages": [{"role": "user", "content": a}]},
            "extra": {"metadata": {"ls_model_name": s}},
        }
        for s, n, a, _ in ROWS
    ]
    patch = [
        {"id": f"{s}{n}", "outputs": {"choices": [{"message": {"role": "assistant", "content": o}}]}}
        for s, n, _, o in ROWS
    ]
    return Made(
        paths=(value_of(folder / "runs.json", {"post": post, "patch": patch}),), reader="langsmith", shown=("source",)
    )


def argilla(folder: Path) -> Made:
    """Records of Argilla."""
    rows = [
        {
            "id": f"r{n}",
            "fields": {"prompt": a, **{s: SAID[s][n] for s in SAID}},
            "metadata": {"domain": "qa"},
            "responses": {},
        }
        for n, a in enumerate(ASKED)
    ]
    return Made(paths=(value_of(folder / "records.json", rows),), reader="argilla", shown=("prompt",))


def phoenix(folder: Path) -> Made:
    """Spans of Phoenix."""
    rows = [
        (
            "context.span_id",
            "span_kind",
            "parent_id",
            "attributes.llm.model_name",
            "attributes.input.value",
            "attributes.output.value",
        )
    ]
    rows += [
        (f"{s}{n}", "LLM", "", s, json.dumps({"messages": [{"role": "user", "content": a}]}), o) for s, n, a, o in ROWS
    ]
    return Made(paths=(table_of(folder / "spans.csv", rows),), reader="phoenix", shown=("source",))


TOOLS: tuple[Callable[[Path], Made], ...] = (
    *(lm_eval, inspect_json, inspect_zstandard, helm, promptfoo, promptfoo_csv, alpaca_eval, mt_bench, label_studio),
    *(label_studio_ranker, hugging_face, langfuse, langfuse_list, langsmith, argilla, phoenix),
)
SHAPES = {made.__name__.replace("_", " "): made for made in (*OWN, *TOOLS)}
