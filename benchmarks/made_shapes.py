"""Made files in the shapes that people make themselves, with what must be understood of them."""

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


def lines_of(path: Path, rows: Iterable[Mapping[str, Any]]) -> Path:
    """A file of JSON lines."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def value_of(path: Path, value: object) -> Path:
    """A file of one JSON value."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, indent=1), encoding="utf-8")
    return path


def table_of(path: Path, rows: Iterable[Sequence[object]], mark: str = ",") -> Path:
    """A file of columns between marks."""
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
    return Made(
        paths=(lines_of(folder / "long.jsonl", rows),), reader="table", shown=("source",), hidden=("reference",)
    )


def others_words(folder: Path) -> Made:
    """A row for each output, in the words of many."""
    rows = [("model", "prompt", "response", "timestamp"), *((s, a, o, f"2024-01-0{n + 1} {s}") for s, n, a, o in ROWS)]
    return Made(paths=(table_of(folder / "words.csv", rows),), reader="table", shown=("prompt",))


def wide_csv(folder: Path) -> Made:
    """A column for each system."""
    return Made(paths=(table_of(folder / "wide.csv", _wide()),), reader="table", shown=("source",))


def wide_semicolons(folder: Path) -> Made:
    """A column for each system, as spreadsheets in many countries write it."""
    head, *rows = _wide()
    table = [
        ["id", head[0], "reference", *head[1:]],
        *([f"q{n}", row[0], KNOWN[n], *row[1:]] for n, row in enumerate(rows)),
    ]
    path = table_of(folder / "semicolons.csv", table, ";")
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
    return Made(paths=(lines_of(folder / "nested.jsonl", rows),), reader="table", shown=("question",))


def listed(folder: Path) -> Made:
    """An array whose entries list their outputs."""
    rows = [
        {"prompt": asked, "responses": [{"model": one, "text": SAID[one][n]} for one in SAID]}
        for n, asked in enumerate(ASKED)
    ]
    return Made(paths=(value_of(folder / "listed.json", rows),), reader="table", shown=("prompt",))


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
    return Made(paths=(lines_of(folder / "pairs.jsonl", [*rows, rows[0]]),), reader="table", shown=("prompt",))


def file_each(folder: Path) -> Made:
    """An array for each system, without names of items."""
    paths = [
        value_of(folder / f"{s}.json", [{"instruction": a, "completion": o} for t, _, a, o in ROWS if t == s])
        for s in SAID
    ]
    return Made(paths=tuple(paths), reader="table", shown=("instruction",))


def sheets(folder: Path) -> Made:
    """An Excel sheet for each system."""
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.active)
    for one in SAID:
        sheet = book.create_sheet(one)
        sheet.append(["id", "question", "answer"])
        for n, asked in enumerate(ASKED):
            sheet.append([n, asked, SAID[one][n]])
    book.save(folder / "sheets.xlsx")
    return Made(paths=(folder / "sheets.xlsx",), reader="table", shown=("question",))


def by_item(folder: Path) -> Made:
    """One JSON object with an object for each item."""
    rows = {f"q{n}": {"prompt": asked, **{s: SAID[s][n] for s in SAID}} for n, asked in enumerate(ASKED)}
    return Made(paths=(value_of(folder / "items.json", rows),), reader="table", shown=("prompt",))


def by_system(folder: Path) -> Made:
    """One JSON object with an object for each system."""
    rows = {s: {f"q{n}": said for n, said in enumerate(SAID[s])} for s in SAID}
    return Made(paths=(value_of(folder / "systems.json", rows),), reader="table", shown=(), asked=False)


def answers_named(folder: Path) -> Made:
    """Answers of a server, each with a name of its own and a list of outputs."""
    paths = []
    for s in SAID:
        rows = [
            {"request_id": f"{s}{n}", "prompt": a, "outputs": [{"text": o}], "model": s}
            for t, n, a, o in ROWS
            if t == s
        ]
        paths.append(lines_of(folder / f"served_{s}.jsonl", rows))
    return Made(paths=tuple(paths), reader="table", shown=("prompt",))


def folder_each(folder: Path) -> Made:
    """A folder of texts for each system and one of prompts, a file for each item."""
    for name, some in {"prompts": ASKED, **SAID}.items():
        (folder / "texts" / name).mkdir(parents=True)
        for n, text in enumerate(some):
            (folder / "texts" / name / f"{n}.txt").write_text(text + "\n", encoding="utf-8")
    return Made(paths=(folder / "texts",), reader="text", shown=("source",), systems=("claude", "gpt-4o"))


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

    paths = [lines_of(folder / f"{s}.jsonl", [{"messages": talk(a, o)} for t, _, a, o in ROWS if t == s]) for s in SAID]
    return Made(paths=tuple(paths), reader="messages", shown=("messages",))


def message_arrays(folder: Path) -> Made:
    """One array of conversations for each system."""
    paths = []
    for s in SAID:
        talks = [[{"role": "user", "content": a}, {"role": "assistant", "content": o}] for t, _, a, o in ROWS if t == s]
        paths.append(value_of(folder / f"{s}.json", talks))
    return Made(paths=tuple(paths), reader="messages", shown=("messages",))


def batches(folder: Path) -> Made:
    """Answers of a batch of an API, which do not hold what was asked."""
    paths = []
    for s in SAID:
        answers = [
            {"model": s, "choices": [{"message": {"role": "assistant", "content": o}}]} for t, _, _, o in ROWS if t == s
        ]
        rows = [{"id": f"{s}{n}", "custom_id": f"q{n}", "response": {"body": body}} for n, body in enumerate(answers)]
        paths.append(lines_of(folder / f"batch_{s}.jsonl", rows))
    return Made(paths=tuple(paths), reader="messages", shown=(), asked=False)


OWN: tuple[Callable[[Path], Made], ...] = (
    *(long_table, others_words, wide_csv, wide_semicolons, workbook, sheets, nested, listed, pairs, file_each),
    *(by_item, by_system, answers_named, texts, folder_each, messages, message_arrays, batches),
)
