"""Made files of outputs of a fourth lot: by somebody who had read the page about formats, and none of the readers.

What a person expects of each was written down before any of them was read, and is not changed since; see `reading.py`.
"""

import gzip
import json
from collections.abc import Callable
from pathlib import Path

from made_shapes import lines_of, table_of, value_of
from openpyxl import Workbook
from reading import Expected

ASKED = (
    "How long do I boil an egg so that the yolk stays soft?",
    "Can I freeze bread dough after it has risen?",
    'What does "blanching" mean?',
    "Why does my Käsekuchen crack on top?",
    "Which oil is best for frying at high heat?",
)
SAID = {
    "llama-70b": (
        "About six minutes, then cold water.",
        "Yes; punch it down first.",
        "A short bath in boiling water, then ice.",
        "It baked too hot, or cooled too fast.",
        "Peanut oil, since it smokes late.",
    ),
    "mixtral": (
        "Six to seven minutes after the water boils, depending on size.",
        "You can, but it will rise less afterwards.",
        'To "blanch" is to cook briefly and stop the cooking in ice water.',
        "Too many eggs or too much heat make the surface tear.",
        "Refined sunflower or peanut oil.",
    ),
}
KNOWN = tuple(f"The cook book says, on page {10 + n}, what holds." for n in range(5))
N, NAMES = range(5), tuple(SAID)
TRUTH = {system: dict(zip(ASKED, said, strict=True)) for system, said in SAID.items()}
LONG = [(s, n) for s in NAMES for n in N]


def titled_workbook(folder: Path) -> Expected:
    """A workbook with a sheet of remarks, a title, an empty row, and German headers that say whose answers follow."""
    book = Workbook()
    first = book.active
    assert first is not None
    first.title = "Hinweise"
    first.append(["Bitte nur das Blatt Daten auswerten."])
    sheet = book.create_sheet("Daten")
    sheet.append(["Auswertung Frühjahr"])
    sheet.append([])
    sheet.append(["Nr.", "Frage", *(f"Antwort {s}" for s in NAMES), "Kategorie"])
    for n in N:
        sheet.append([n + 1, ASKED[n], *(SAID[s][n] for s in NAMES), "Ei" if n < 2 else "Rest"])
    book.save(folder / "Auswertung.xlsx")
    return Expected(paths=(folder / "Auswertung.xlsx",), truth=TRUTH)


def unicode_text(folder: Path) -> Expected:
    """What a spreadsheet saves as Unicode text: UTF-16 with its mark, tabs, Windows line ends."""
    rows = ["Quelle\tSystem\tAusgabe", *(f"{ASKED[n]}\t{s}\t{SAID[s][n]}" for s, n in LONG)]
    (folder / "ausgaben.txt").write_bytes("\r\n".join([*rows, ""]).replace('"', "'").encode("utf-16"))
    found = {s: {a.replace('"', "'"): t.replace('"', "'") for a, t in said.items()} for s, said in TRUTH.items()}
    return Expected(paths=(folder / "ausgaben.txt",), truth=found, may_ask=True)


def western_letters(folder: Path) -> Expected:
    """Semicolons and letters of Windows in western Europe."""
    path = table_of(
        folder / "antworten.csv", [("Frage", *NAMES), *((ASKED[n], *(SAID[s][n] for s in NAMES)) for n in N)], ";"
    )
    path.write_bytes(path.read_text("utf-8").encode("cp1252"))
    return Expected(paths=(path,), truth=TRUTH)


def metrics_eval_folder(folder: Path) -> Expected:
    """The folders of a shared task: sources, references, documents, and a text for each system."""
    root = folder / "wmt"
    (root / "sources").mkdir(parents=True)
    (root / "references").mkdir()
    (root / "system-outputs" / "en-de").mkdir(parents=True)
    (root / "sources" / "en-de.txt").write_text("\n".join(ASKED) + "\n", "utf-8")
    (root / "references" / "en-de.refA.txt").write_text("\n".join(KNOWN) + "\n", "utf-8")
    for s in NAMES:
        (root / "system-outputs" / "en-de" / f"{s}.txt").write_text("\n".join(SAID[s]) + "\n", "utf-8")
    return Expected(paths=(root,), truth=TRUTH, hidden=KNOWN)


def folder_of_logs(folder: Path) -> Expected:
    """A folder for each model, in each the same name of a file."""
    for s in NAMES:
        rows = [{"prompt": ASKED[n], "completion": SAID[s][n], "latency_ms": 100 + n} for n in N]
        lines_of(folder / "runs" / s / "results.jsonl", rows)
    return Expected(paths=(folder / "runs",), truth=TRUTH)


def settings_beside(folder: Path) -> Expected:
    """One object for each model with its settings and a list of its answers."""
    paths = tuple(
        value_of(
            folder / f"run{k}.json",
            {
                "model": s,
                "temperature": 0,
                "date": "2026-03-01",
                "outputs": [{"prompt": ASKED[n], "output": SAID[s][n]} for n in N],
            },
        )
        for k, s in enumerate(NAMES)
    )
    return Expected(paths=paths, truth=TRUTH)


def messages_of_all(folder: Path) -> Expected:
    """Conversations of several models in one file, each with a system prompt."""
    rows = [
        {
            "model": s,
            "messages": [
                {"role": "system", "content": "You are a cook."},
                {"role": "user", "content": ASKED[n]},
                {"role": "assistant", "content": SAID[s][n]},
            ],
        }
        for s, n in LONG
    ]
    return Expected(paths=(lines_of(folder / "chats.jsonl", rows),), truth=TRUTH)


def request_and_response(folder: Path) -> Expected:
    """Calls with their request and a response whose content is a list of blocks."""
    rows = [
        {
            "request": {"model": s, "max_tokens": 300, "messages": [{"role": "user", "content": ASKED[n]}]},
            "response": {
                "id": f"msg_{s}{n}",
                "role": "assistant",
                "model": s,
                "content": [{"type": "text", "text": SAID[s][n]}],
            },
        }
        for s, n in LONG
    ]
    return Expected(paths=(lines_of(folder / "calls.jsonl", rows),), truth=TRUTH)


def output_items(folder: Path) -> Expected:
    """Responses whose output is a list of messages, with the input beside them."""
    rows = [
        {
            "id": f"resp_{s}{n}",
            "object": "response",
            "model": s,
            "input": [{"role": "user", "content": ASKED[n]}],
            "output": [
                {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": SAID[s][n]}]}
            ],
        }
        for s, n in LONG
    ]
    return Expected(paths=(lines_of(folder / "responses.jsonl", rows),), truth=TRUTH)


def contents_and_parts(folder: Path) -> Expected:
    """Contents with parts, where the assistant is called model."""
    rows = [
        {
            "model": s,
            "contents": [
                {"role": "user", "parts": [{"text": ASKED[n]}]},
                {"role": "model", "parts": [{"text": SAID[s][n]}]},
            ],
        }
        for s, n in LONG
    ]
    return Expected(paths=(lines_of(folder / "contents.jsonl", rows),), truth=TRUTH)


def results_by_model(folder: Path) -> Expected:
    """A leaderboard's folder: for each model its outputs under the same name."""
    for s in NAMES:
        rows = [{"instruction": ASKED[n], "output": SAID[s][n], "generator": s, "dataset": "kitchen"} for n in N]
        value_of(folder / "results" / s / "model_outputs.json", rows)
    return Expected(paths=(folder / "results",), truth=TRUTH)


def numbered_pairs(folder: Path) -> Expected:
    """Pairs with numbered columns: the answers and who gave them."""
    head = ("id", "prompt", "answer1", "answer2", "model1", "model2")
    rows = [
        (n, ASKED[n], *(SAID[s][n] for s in NAMES[:: 1 if n % 2 else -1]), *NAMES[:: 1 if n % 2 else -1]) for n in N
    ]
    return Expected(paths=(table_of(folder / "pairs.csv", [head, *rows]),), truth=TRUTH)


def trace_table(folder: Path) -> Expected:
    """Observations as an export writes them into CSV: inputs and outputs as JSON in cells."""
    head = ("id", "traceId", "type", "name", "startTime", "model", "input", "output", "latency")
    rows = [
        (
            f"o{s}{n}",
            f"t{s}{n}",
            "GENERATION",
            "answer",
            f"2026-03-01T10:0{n}:00Z",
            s,
            json.dumps([{"role": "user", "content": ASKED[n]}]),
            json.dumps({"role": "assistant", "content": SAID[s][n]}),
            1.5,
        )
        for s, n in LONG
    ]
    return Expected(paths=(table_of(folder / "observations.csv", [head, *rows]),), truth=TRUTH)


def experiment_tables(folder: Path) -> Expected:
    """A table for each experiment, with inputs, reference outputs and outputs as JSON in cells."""
    head = ("id", "inputs", "reference_outputs", "outputs", "status", "latency")
    paths = tuple(
        table_of(
            folder / f"{s}.csv",
            [head]
            + [
                (
                    f"{s}-{n}",
                    json.dumps({"question": ASKED[n]}),
                    json.dumps({"answer": KNOWN[n]}),
                    json.dumps({"answer": SAID[s][n]}),
                    "success",
                    0.5 + n,
                )  # type: ignore[list-item]
                for n in N
            ],
        )
        for s in NAMES
    )
    return Expected(paths=paths, truth=TRUTH, hidden=KNOWN)


def uploaded_experiments(folder: Path) -> Expected:
    """Experiments as they are uploaded to a tracer: inputs, expected and actual outputs as objects."""
    paths = tuple(
        value_of(
            folder / f"experiment-{k}.json",
            {
                "experiment_name": s,
                "dataset_name": "kitchen",
                "results": [
                    {
                        "row_id": f"r{n}",
                        "inputs": {"question": ASKED[n]},
                        "expected_outputs": {"answer": KNOWN[n]},
                        "actual_outputs": {"answer": SAID[s][n]},
                        "start_time": "2026-03-01T10:00:00Z",
                    }
                    for n in N
                ],
            },
        )
        for k, s in enumerate(NAMES)
    )
    return Expected(paths=paths, truth=TRUTH, hidden=KNOWN)


def spans(folder: Path) -> Expected:
    """Spans as a frame of a tracer is saved."""
    head = (
        "context.span_id",
        "name",
        "span_kind",
        "status_code",
        "attributes.llm.model_name",
        "attributes.input.value",
        "attributes.output.value",
    )
    rows = [(f"s{s}{n}", "ChatCompletion", "LLM", "OK", s, ASKED[n], SAID[s][n]) for s, n in LONG]
    return Expected(paths=(table_of(folder / "spans.csv", [head, *rows]),), truth=TRUTH)


def expected_beside(folder: Path) -> Expected:
    """A table for each experiment: input, output, expected, scores."""
    head = ("id", "input", "output", "expected", "scores.accuracy", "tags")
    paths = tuple(
        table_of(folder / f"{s}.csv", [head, *((f"{s}{n}", ASKED[n], SAID[s][n], KNOWN[n], n / 4, "") for n in N)])
        for s in NAMES
    )
    return Expected(paths=paths, truth=TRUTH, hidden=KNOWN)


def no_number(folder: Path) -> Expected:
    """JSON lines of a data frame, in which a missing output is written NaN."""
    rows = [
        {"question": ASKED[n], "model": s, "answer": float("nan") if (s, n) == ("mixtral", 2) else SAID[s][n]}
        for s, n in LONG
    ]
    found = {**TRUTH, "mixtral": {**TRUTH["mixtral"], ASKED[2]: ""}}
    return Expected(paths=(lines_of(folder / "frame.jsonl", rows),), truth=found)


def bare_quotes(folder: Path) -> Expected:
    """Tabs, and quotes that mean nothing but themselves."""
    rows = ["question\tmodel\tanswer", *(f"{ASKED[n]}\t{s}\t{SAID[s][n]}" for s, n in LONG)]
    rows[-1] = f'{ASKED[4]}\tmixtral\t"Refined" sunflower or peanut oil.'
    (folder / "answers.tsv").write_text("\n".join(rows) + "\n", "utf-8")
    found = {**TRUTH, "mixtral": {**TRUTH["mixtral"], ASKED[4]: '"Refined" sunflower or peanut oil.'}}
    return Expected(paths=(folder / "answers.tsv",), truth=found)


def quoted_rows(folder: Path) -> Expected:
    """Each row in quotes as a whole, as spreadsheets spoil it: one column where there were three."""
    rows = ["question,model,answer", *(f"{ASKED[n]},{s},{SAID[s][n].replace(',', ' –')}" for s, n in LONG)]
    (folder / "one.csv").write_text("".join('"' + row.replace('"', '""') + '"\n' for row in rows), "utf-8")
    found = {s: {a: t.replace(",", " –") for a, t in said.items()} for s, said in TRUTH.items()}
    return Expected(paths=(folder / "one.csv",), truth=found, may_ask=True)


def packed_lines(folder: Path) -> Expected:
    """JSON lines packed with gzip."""
    rows = "".join(json.dumps({"prompt": ASKED[n], "model": s, "response": SAID[s][n]}) + "\n" for s, n in LONG)
    (folder / "outputs.jsonl.gz").write_bytes(gzip.compress(rows.encode()))
    return Expected(paths=(folder / "outputs.jsonl.gz",), truth=TRUTH)


def history_and_candidates(folder: Path) -> Expected:
    """A dialogue as a list of turns, and an object of candidates."""
    rows = [
        {"dialog_history": ["Hello!", "Hi, how can I help?", ASKED[n]], "candidates": {s: SAID[s][n] for s in NAMES}}
        for n in N
    ]
    return Expected(paths=(value_of(folder / "dialogues.json", rows),), truth=TRUTH)


def short_answers(folder: Path) -> Expected:
    """A column for each system, whose answers are numbers."""
    asked = tuple(f"How much is {n} times {n + 3}?" for n in N)
    head = ("question", "gold", *NAMES)
    rows = [(asked[n], n * (n + 3), n * (n + 3), n * (n + 3) + n % 2) for n in N]
    found = {
        NAMES[0]: {asked[n]: str(n * (n + 3)) for n in N},
        NAMES[1]: {asked[n]: str(n * (n + 3) + n % 2) for n in N},
    }
    return Expected(paths=(table_of(folder / "sums.csv", [head, *rows]),), truth=found, may_ask=True)


def summaries(folder: Path) -> Expected:
    """Summaries in the words of a collection: decoded, reference, text, model_id."""
    rows = [
        {"id": f"dm-{n}", "decoded": SAID[s][n], "reference": KNOWN[n], "text": ASKED[n], "model_id": s}
        for s, n in LONG
    ]
    return Expected(paths=(lines_of(folder / "summaries.jsonl", rows),), truth=TRUTH, hidden=KNOWN)


OUTPUTS: tuple[Callable[[Path], Expected], ...] = (
    *(titled_workbook, unicode_text, western_letters, metrics_eval_folder, folder_of_logs, settings_beside),
    *(messages_of_all, request_and_response, output_items, contents_and_parts, results_by_model, numbered_pairs),
    *(trace_table, experiment_tables, uploaded_experiments, spans, expected_beside, no_number, bare_quotes),
    *(quoted_rows, packed_lines, history_and_candidates, short_answers, summaries),
)
