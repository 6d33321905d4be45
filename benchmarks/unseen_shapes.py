"""Made files in shapes that were written down when the readers were finished: nothing was mended for them afterwards.

Each says what must be understood of it, or that nobody can know without asking; see `reading.py`.
"""

import itertools
from collections.abc import Callable, Sequence
from pathlib import Path

from made_shapes import lines_of, table_of, value_of
from reading import Expected, ExpectedVotes

ASKED = (
    "Summarise: the river rose two metres overnight and three villages were cut off.",
    "Summarise: the council voted nine to four for the new tram line.",
    "Summarise: researchers found that bees remember faces for two days.",
    "Summarise: the bakery on Mill Street closes after ninety years.",
    "Summarise: a rare comet will be seen in October without a telescope.",
)
SAID = {
    "pegasus-large": (
        "A flood cut off three villages.",
        "Tram line approved, 9–4.",
        "Bees know faces.",
        "Bakery closes.",
        "Comet in October.",
    ),
    "T0pp": (
        "Three villages were isolated when the river went up by two metres in one night.",
        "The council said yes to the tram.",
        "Researchers say that bees can remember a face for as long as two days.",
        "After ninety years the Mill Street bakery shuts its doors for good.",
        "In October people will see a rare comet with the naked eye.",
    ),
}
N, NAMES = range(5), tuple(SAID)
TRUTH = {system: dict(zip(ASKED, said, strict=True)) for system, said in SAID.items()}


def grouped_rows(folder: Path) -> Expected:
    """A table grouped by system: its name stands once, in a line of its own."""
    rows: list[Sequence[object]] = [("Article", "Summary")]
    for system in NAMES:
        rows += [(system, ""), *((ASKED[n], SAID[system][n]) for n in N)]
    return Expected(paths=(table_of(folder / "grouped.csv", rows),), truth={}, asks=True)


def arrays_of_pairs(folder: Path) -> Expected:
    """A list of [question, answer] for each system."""
    path = value_of(folder / "pairs.json", {s: [[ASKED[n], SAID[s][n]] for n in N] for s in NAMES})
    return Expected(paths=(path,), truth=TRUTH, may_ask=True)


def camel_case(folder: Path) -> Expected:
    """Rows in the words of a web application."""
    rows = [
        {"sampleId": f"a-{n}", "modelName": s, "inputText": ASKED[n], "generatedSummary": SAID[s][n], "createdAt": n}
        for s, n in itertools.product(NAMES, N)
    ]
    return Expected(paths=(value_of(folder / "export.json", {"items": rows, "total": len(rows)}),), truth=TRUTH)


def wide_with_hashes(folder: Path) -> Expected:
    """A column for each checkpoint, called by its path."""
    head = ("article", "models/pegasus-large@3f2a", "models/T0pp@9b1c", "article_len")
    rows = [head, *((ASKED[n], *(SAID[s][n] for s in NAMES), 80 + n) for n in N)]
    found = dict(zip(head[1:3], TRUTH.values(), strict=True))
    return Expected(paths=(table_of(folder / "wide.tsv", rows, "\t"),), truth=found)


def index_and_quotes(folder: Path) -> Expected:
    """As data frames are written: an index without a name, `id` as a number with a point."""
    rows = [
        ("", "id", "article", "system", "summary"),
        *((k, f"{n}.0", ASKED[n], s, SAID[s][n]) for k, (s, n) in enumerate(itertools.product(NAMES, N))),
    ]
    return Expected(paths=(table_of(folder / "frame.csv", rows),), truth=TRUTH)


def zipped_lists(folder: Path) -> Expected:
    """An object of lists of different lengths: the prompts once, the outputs system after system."""
    value = {
        "articles": list(ASKED),
        "summaries": [SAID[s][n] for s in NAMES for n in N],
        "system": [s for s in NAMES for _ in N],
    }
    return Expected(paths=(value_of(folder / "lists.json", value),), truth={}, asks=True)


def chat_completions_folder(folder: Path) -> Expected:
    """One answer of an API in each file, and what was asked in the same file."""
    for s, n in itertools.product(NAMES, N):
        answer = {
            "model": s,
            "choices": [{"message": {"role": "assistant", "content": SAID[s][n]}, "finish_reason": "stop"}],
        }
        value_of(
            folder / "calls" / f"{s}_{n}.json",
            {"messages": [{"role": "user", "content": ASKED[n]}], "response": answer},
        )
    return Expected(paths=(folder / "calls",), truth=TRUTH)


def one_empty(folder: Path) -> Expected:
    """A sheet of which one cell is empty: a system that did not answer."""
    rows = [
        ("ID", "Input", *NAMES),
        *((n, ASKED[n], SAID["pegasus-large"][n], "" if n == 2 else SAID["T0pp"][n]) for n in N),
    ]
    found = {**TRUTH, "T0pp": {**TRUTH["T0pp"], ASKED[2]: ""}}
    return Expected(paths=(table_of(folder / "gaps.csv", rows, "|"),), truth=found)


def two_files_other_words(folder: Path) -> Expected:
    """A table for each system, which two people wrote in words of their own."""
    one = table_of(
        folder / "pegasus-large.csv",
        [("number", "article", "summary"), *((n, ASKED[n], SAID["pegasus-large"][n]) for n in N)],
    )
    two = lines_of(folder / "T0pp.jsonl", [{"idx": n, "article": ASKED[n], "prediction": SAID["T0pp"][n]} for n in N])
    return Expected(paths=(one, two), truth=TRUTH)


def reference_as_system(folder: Path) -> Expected:
    """A long table in which what people wrote is one of the systems."""
    human = tuple(f"By hand: {text}" for text in SAID["T0pp"])
    said = {**SAID, "human": human}
    rows = [("doc", "article", "system_id", "text"), *((f"d{n}", ASKED[n], s, said[s][n]) for s in said for n in N)]
    found = {**TRUTH, "human": dict(zip(ASKED, human, strict=True))}
    return Expected(paths=(table_of(folder / "long.csv", rows),), truth=found)


def instruction_and_input(folder: Path) -> Expected:
    """An instruction that is the same everywhere, an input, and outputs by system."""
    rows = [{"instruction": "Be short.", "input": ASKED[n], "outputs": {s: [SAID[s][n]] for s in NAMES}} for n in N]
    return Expected(paths=(lines_of(folder / "tasks.jsonl", rows),), truth=TRUTH, may_ask=True)


def markdown_table(folder: Path) -> Expected:
    """A table out of a README."""
    rows = [f"| {ASKED[n]} | {SAID['pegasus-large'][n]} | {SAID['T0pp'][n]} |" for n in N]
    (folder / "table.md").write_text(
        "\n".join(["| Article | pegasus-large | T0pp |", "|---|---|---|", *rows]) + "\n", encoding="utf-8"
    )
    return Expected(paths=(folder / "table.md",), truth=TRUTH, may_ask=True)


CAST = tuple(
    ((NAMES, NAMES[::-1])[i % 2], (1.0, 0.5, 0.0, 1.0, 0.0)[i % 5], f"article-{i % 7}", f"reader {(i + i // 7) % 3}")
    for i in range(21)
)
FOUND = [(*pair, value) for pair, value, _, _ in CAST]


def _votes(
    path: Path, head: Sequence[str], words: dict[float, object], *, items: int = 7, annotators: int = 3
) -> ExpectedVotes:
    rows = [head, *((item, *pair, words[value], who) for pair, value, item, who in CAST)]
    return ExpectedVotes(path=table_of(path, rows), truth=FOUND, items=items, annotators=annotators)


def thumbs(folder: Path) -> ExpectedVotes:
    """Hands for answers."""
    found = _votes(folder / "v.csv", ("article", "left", "right", "vote", "reader"), {1.0: "👈", 0.0: "👉", 0.5: "🤝"})
    return ExpectedVotes(path=found.path, truth=[], asks=True)


def numbered_answers(folder: Path) -> ExpectedVotes:
    """Numbered options as a form writes them."""
    words: dict[float, object] = {
        1.0: "1 - Summary A is better",
        0.0: "3 - Summary B is better",
        0.5: "2 - Both are equal",
    }
    found = _votes(folder / "v.csv", ("article_id", "summary_a_system", "summary_b_system", "answer", "rater"), words)
    return ExpectedVotes(path=found.path, truth=FOUND, items=7, annotators=3, may_ask=True)


def battles(folder: Path) -> ExpectedVotes:
    """A log of battles with names that are nowhere else."""
    rows = [
        {"battle": k, "red": p[0], "blue": p[1], "won": {1.0: "red", 0.0: "blue", 0.5: "draw"}[v]}
        for k, (p, v, _, _) in enumerate(CAST)
    ]
    return ExpectedVotes(path=lines_of(folder / "battles.jsonl", rows), truth=[], asks=True)


def beats(folder: Path) -> ExpectedVotes:
    """One column that says it all."""
    rows = [
        ("article", "judgement", "annotator"),
        *(
            (i, f"{p[0]} > {p[1]}" if v == 1 else f"{p[1]} > {p[0]}" if v == 0 else f"{p[0]} = {p[1]}", w)
            for p, v, i, w in CAST
        ),
    ]
    return ExpectedVotes(path=table_of(folder / "beats.csv", rows), truth=FOUND, items=7, may_ask=True)


def booleans(folder: Path) -> ExpectedVotes:
    """Whether the first is better, as true and false."""
    rows = [
        ("item", "model_a", "model_b", "a_is_better", "annotator"),
        *((i, *p, str(v == 1.0), w) for p, v, i, w in CAST if v != 0.5),
    ]
    return ExpectedVotes(
        path=table_of(folder / "v.csv", rows), truth=[vote for vote in FOUND if vote[2] != 0.5], items=7, may_ask=True
    )


def worst_named(folder: Path) -> ExpectedVotes:
    """Which is worse, by name: taking it for the winner would turn the ranking round."""
    rows = [
        ("item", "model_a", "model_b", "worse model", "annotator"),
        *((i, *p, p[1] if v == 1.0 else p[0], w) for p, v, i, w in CAST if v != 0.5),
    ]
    return ExpectedVotes(
        path=table_of(folder / "v.csv", rows), truth=[vote for vote in FOUND if vote[2] != 0.5], items=7, may_ask=True
    )


def plain_arena(folder: Path) -> ExpectedVotes:
    """An arena's rows with objects for conversations and for who judged."""
    rows = [
        {
            "question_id": i,
            "model_a": p[0],
            "model_b": p[1],
            "winner": {1.0: "model_a", 0.0: "model_b", 0.5: "tie (bothbad)"}[v],
            "judge": {"id": w, "country": "x"},
            "conversation_a": [{"role": "user", "content": "?"}],
            "turn": 1,
        }
        for p, v, i, w in CAST
    ]
    return ExpectedVotes(path=lines_of(folder / "arena.jsonl", rows), truth=FOUND, items=7, annotators=3)


def sentences(folder: Path) -> ExpectedVotes:
    """Answers in sentences with a reason: nobody can read them all."""
    words: dict[float, object] = {1.0: "A, because it is shorter", 0.0: "I liked B's style", 0.5: "hard to say"}
    found = _votes(folder / "v.csv", ("article", "system_a", "system_b", "preference", "rater"), words)
    return ExpectedVotes(path=found.path, truth=[], asks=True)


OUTPUTS: tuple[Callable[[Path], Expected], ...] = (
    *(
        grouped_rows,
        arrays_of_pairs,
        camel_case,
        wide_with_hashes,
        index_and_quotes,
        zipped_lists,
        chat_completions_folder,
    ),
    *(one_empty, two_files_other_words, reference_as_system, instruction_and_input, markdown_table),
)
VOTES: tuple[Callable[[Path], ExpectedVotes], ...] = (
    *(thumbs, numbered_answers, battles, beats, booleans, worst_named, plain_arena, sentences),
)
