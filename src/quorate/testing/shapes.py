"""Made files of every shape that outputs are known to come in, with what must be understood of them."""

import csv
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ASKED = ("What is the capital of France?", "Who wrote Hamlet?", "How tall is Everest?", "Name a prime above ten.")
SAID = {
    "gpt-4o": ("Paris is the capital.", "Shakespeare wrote it.", "8,849 metres.", "Eleven."),
    "claude": ("It is Paris, on the Seine.", "William Shakespeare.", "About 8.8 km tall.", "13 is a prime."),
}
KNOWN = ("Paris", "Shakespeare", "8,849 m", "11")
ROWS = [(system, number, ASKED[number], SAID[system][number]) for system in SAID for number in range(4)]


@dataclass(frozen=True, kw_only=True)
class Made:
    """Files of one shape.

    Attributes:
        paths: What to name on the command line.
        reader: What must recognise them.
        shown: What annotators must see of an item.
        systems: Names of the systems.
        hidden: Texts that they must not see unless asked for.
        asked: Whether the files hold what was asked.
    """

    paths: tuple[Path, ...]
    reader: str
    shown: tuple[str, ...]
    systems: tuple[str, ...] = tuple(SAID)
    hidden: tuple[str, ...] = ()
    asked: bool = True


def _lines(path: Path, rows: Iterable[Mapping[str, Any]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def _value(path: Path, value: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, indent=1), encoding="utf-8")
    return path


def _table(path: Path, rows: Iterable[Sequence[object]], mark: str = ",") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as handle:
        csv.writer(handle, delimiter=mark).writerows(rows)
    return path


def _wide() -> list[list[Any]]:
    rows: list[list[Any]] = [[asked, *(SAID[one][n] for one in SAID)] for n, asked in enumerate(ASKED)]
    return [["source", *SAID], *rows]


def long_table(folder: Path) -> Made:
    """A row for each output, in our own words."""
    rows = [{"item": n, "system": s, "output": o, "source": a, "reference": KNOWN[n]} for s, n, a, o in ROWS]
    return Made(paths=(_lines(folder / "long.jsonl", rows),), reader="table", shown=("source",), hidden=("reference",))


def others_words(folder: Path) -> Made:
    """A row for each output, in the words of many."""
    rows = [("model", "prompt", "response", "timestamp"), *((s, a, o, f"2024-01-0{n + 1} {s}") for s, n, a, o in ROWS)]
    return Made(paths=(_table(folder / "words.csv", rows),), reader="table", shown=("prompt",))


def wide_csv(folder: Path) -> Made:
    """A column for each system."""
    return Made(paths=(_table(folder / "wide.csv", _wide()),), reader="table", shown=("source",))


def wide_semicolons(folder: Path) -> Made:
    """A column for each system, as spreadsheets in many countries write it."""
    head, *rows = _wide()
    table = [
        ["id", head[0], "reference", *head[1:]],
        *([f"q{n}", row[0], KNOWN[n], *row[1:]] for n, row in enumerate(rows)),
    ]
    path = _table(folder / "semicolons.csv", table, ";")
    return Made(paths=(path,), reader="table", shown=("source",), hidden=("reference",))


def workbook(folder: Path) -> Made:
    """An Excel sheet, a column for each system."""
    from openpyxl import Workbook

    book = Workbook()
    book.active.append(["No", "Customer question", *SAID, "Comment"])
    for n, asked in enumerate(ASKED):
        book.active.append([n + 1, asked, *(SAID[one][n] for one in SAID), None])
    book.save(folder / "sheet.xlsx")
    return Made(paths=(folder / "sheet.xlsx",), reader="table", shown=("Customer question",))


def nested(folder: Path) -> Made:
    """JSON lines with an object of outputs."""
    rows = [
        {"id": n, "input": {"question": asked}, "outputs": {one: SAID[one][n] for one in SAID}}
        for n, asked in enumerate(ASKED)
    ]
    return Made(paths=(_lines(folder / "nested.jsonl", rows),), reader="table", shown=("question",))


def listed(folder: Path) -> Made:
    """An array whose entries list their outputs."""
    rows = [
        {"prompt": asked, "responses": [{"model": one, "text": SAID[one][n]} for one in SAID]}
        for n, asked in enumerate(ASKED)
    ]
    return Made(paths=(_value(folder / "listed.json", rows),), reader="table", shown=("prompt",))


def pairs(folder: Path) -> Made:
    """A row for each pair that was compared."""
    one, two = SAID
    rows = [
        {
            "question_id": n,
            "model_a": one,
            "model_b": two,
            "prompt": asked,
            "response_a": SAID[one][n],
            "response_b": SAID[two][n],
            "winner": "tie",
        }
        for n, asked in enumerate(ASKED)
    ]
    return Made(paths=(_lines(folder / "pairs.jsonl", [*rows, rows[0]]),), reader="table", shown=("prompt",))


def file_each(folder: Path) -> Made:
    """An array for each system, without names of items."""
    paths = [
        _value(folder / f"{s}.json", [{"instruction": a, "completion": o} for t, _, a, o in ROWS if t == s])
        for s in SAID
    ]
    return Made(paths=tuple(paths), reader="table", shown=("instruction",))


def texts(folder: Path) -> Made:
    """A file of text for each system and one of sources, line by line, as in WMT."""
    for name, some in {"src.en": ASKED, "ref.A.de": KNOWN, **{f"hyp.{one}.de": SAID[one] for one in SAID}}.items():
        (folder / f"newstest.{name}").write_text("\n".join(some) + "\n", encoding="utf-8")
    paths = tuple(sorted(folder.glob("newstest.*")))
    return Made(paths=paths, reader="text", shown=("source",), hidden=("reference",), systems=("claude", "gpt-4o"))


def messages(folder: Path) -> Made:
    """Conversations of OpenAI's form, a file for each system."""

    def talk(asked: str, said: str) -> list[dict[str, Any]]:
        parts = [{"type": "text", "text": said}]
        return [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": asked},
            {"role": "assistant", "content": parts},
        ]

    paths = [_lines(folder / f"{s}.jsonl", [{"messages": talk(a, o)} for t, _, a, o in ROWS if t == s]) for s in SAID]
    return Made(paths=tuple(paths), reader="messages", shown=("messages",))


def message_arrays(folder: Path) -> Made:
    """One array of conversations for each system."""
    paths = []
    for s in SAID:
        talks = [[{"role": "user", "content": a}, {"role": "assistant", "content": o}] for t, _, a, o in ROWS if t == s]
        paths.append(_value(folder / f"{s}.json", talks))
    return Made(paths=tuple(paths), reader="messages", shown=("messages",))


def batches(folder: Path) -> Made:
    """Answers of a batch of an API, which do not hold what was asked."""
    paths = []
    for s in SAID:
        answers = [
            {"model": s, "choices": [{"message": {"role": "assistant", "content": o}}]} for t, _, _, o in ROWS if t == s
        ]
        rows = [{"id": f"{s}{n}", "custom_id": f"q{n}", "response": {"body": body}} for n, body in enumerate(answers)]
        paths.append(_lines(folder / f"batch_{s}.jsonl", rows))
    return Made(paths=tuple(paths), reader="messages", shown=(), asked=False)


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
        _lines(folder / "logs" / s / "samples_qa_2026-01-21T03-44-18.458309.jsonl", rows)
        _value(folder / "logs" / s / "results_2026.json", {"results": {}, "configs": {}, "n-shot": {}})
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
    paths = tuple(_value(folder / f"{n}.json", _inspected(s)) for n, s in enumerate(SAID))
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
        _value(run / "scenario_state.json", {"adapter_spec": adapter, "request_states": states})
        _value(
            run / "per_instance_stats.json",
            [{"instance_id": f"id{n}", "train_trial_index": 0, "stats": [stat]} for n in range(4)],
        )
        _value(run / "run_spec.json", {"name": f"qa:model={s}", "scenario_spec": {}, "adapter_spec": adapter})
        _value(run / "scenario.json", {"name": "qa", "tags": []})
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
    path = _value(folder / "eval.json", {"evalId": "e", "results": {"version": 3, "results": results}})
    return Made(paths=(path,), reader="promptfoo", shown=("source",))


def promptfoo_csv(folder: Path) -> Made:
    """The table of promptfoo, a column for each prompt."""
    head = ["question", *(f"[{s}] Answer: {{{{question}}}}" for s in SAID)]
    rows = [
        [a, *(f"[PASS] (1.00)\n\n{SAID[s][n]}\n\nPass Reason: No assertions" for s in SAID)]
        for n, a in enumerate(ASKED)
    ]
    return Made(paths=(_table(folder / "output.csv", [head, *rows]),), reader="promptfoo", shown=("source",))


def alpaca_eval(folder: Path) -> Made:
    """Model outputs of AlpacaEval."""
    paths = [
        _value(
            folder / s / "model_outputs.json",
            [{"dataset": "d", "instruction": a, "output": o, "generator": s} for t, _, a, o in ROWS if t == s],
        )
        for s in SAID
    ]
    return Made(paths=tuple(paths), reader="alpaca-eval", shown=("instruction",))


def mt_bench(folder: Path) -> Made:
    """A folder of MT-bench: questions, answers and verdicts."""
    _lines(
        folder / "mt" / "question.jsonl",
        [{"question_id": 81 + n, "category": "qa", "turns": [a, "Why?"]} for n, a in enumerate(ASKED)],
    )
    for s in SAID:
        rows = [
            {"question_id": 81 + n, "model_id": s, "choices": [{"index": 0, "turns": [o, "So."]}]}
            for t, n, _, o in ROWS
            if t == s
        ]
        _lines(folder / "mt" / "model_answer" / f"{s}.jsonl", rows)
    _lines(
        folder / "mt" / "pair.jsonl",
        [{"question_id": 81, "model_1": "a", "model_2": "b", "g1_winner": "tie", "judge": ["j"], "turn": 1}],
    )
    return Made(paths=(folder / "mt",), reader="mt-bench", shown=("source",), systems=("claude", "gpt-4o"))


def label_studio(folder: Path) -> Made:
    """Tasks of Label Studio."""
    tasks = [{"id": n, "data": {"prompt": a, **{s: SAID[s][n] for s in SAID}}} for n, a in enumerate(ASKED)]
    return Made(paths=(_value(folder / "tasks.json", tasks),), reader="label-studio", shown=("prompt",))


def label_studio_ranker(folder: Path) -> Made:
    """Tasks of Label Studio that list the outputs."""
    tasks = [
        {"data": {"prompt": a, "items": [{"id": s, "title": s, "body": SAID[s][n]} for s in SAID]}}
        for n, a in enumerate(ASKED)
    ]
    return Made(paths=(_value(folder / "ranker.json", tasks),), reader="label-studio", shown=("prompt",))


def hugging_face(folder: Path) -> Made:
    """Rows of a data set of Hugging Face, as its server gives them."""
    features = [
        {"feature_idx": n, "name": name, "type": {"dtype": "string", "_type": "Value"}}
        for n, name in enumerate(["prompt", *SAID])
    ]
    rows = [{"row_idx": n, "row": {"prompt": a, **{s: SAID[s][n] for s in SAID}}} for n, a in enumerate(ASKED)]
    return Made(
        paths=(_value(folder / "rows.json", {"features": features, "rows": rows}),),
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
        _value(folder / "traces" / f"{s}-{n}.json", {"trace": trace, "observations": [inside]})
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
    return Made(paths=(_lines(folder / "export.jsonl", rows),), reader="langfuse", shown=("source",))


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
        paths=(_value(folder / "runs.json", {"post": post, "patch": patch}),), reader="langsmith", shown=("source",)
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
    return Made(paths=(_value(folder / "records.json", rows),), reader="argilla", shown=("prompt",))


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
    return Made(paths=(_table(folder / "spans.csv", rows),), reader="phoenix", shown=("source",))


SHAPES: dict[str, Callable[[Path], Made]] = {
    made.__name__.replace("_", " "): made
    for made in (
        *(
            long_table,
            others_words,
            wide_csv,
            wide_semicolons,
            workbook,
            nested,
            listed,
            pairs,
            file_each,
            texts,
            messages,
        ),
        *(
            message_arrays,
            batches,
            lm_eval,
            inspect_json,
            inspect_zstandard,
            helm,
            promptfoo,
            promptfoo_csv,
            alpaca_eval,
        ),
        *(
            mt_bench,
            label_studio,
            label_studio_ranker,
            hugging_face,
            langfuse,
            langfuse_list,
            langsmith,
            argilla,
            phoenix,
        ),
    )
}
