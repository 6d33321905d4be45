"""Made files of votes of a fourth lot: by somebody who had read the page about formats, and none of the readers.

What a person expects of each was written down before any of them was read, and is not changed since; see `reading.py`.
"""

import itertools
from collections.abc import Callable, Sequence
from pathlib import Path

from made_shapes import lines_of, table_of, value_of
from openpyxl import Workbook
from reading import ExpectedVotes
from stranger_outputs import ASKED

NAMES = ("llama-70b", "mixtral", "gemma-9b")
PAIRS = tuple(itertools.combinations(NAMES, 2))
CAST = tuple(
    (PAIRS[k % 3][:: 1 if k % 4 < 2 else -1], (1.0, 0.0, 0.5, 1.0, 0.0)[k % 5], f"q{k % 6}", f"cook {(k // 2) % 4}")
    for k in range(30)
)
FOUND = [(*pair, value) for pair, value, _, _ in CAST]


def _votes(path: Path, head: Sequence[str], words: dict[float, object], mark: str = ",") -> ExpectedVotes:
    rows = [head, *((i, *p, words[v], w) for p, v, i, w in CAST)]
    return ExpectedVotes(path=table_of(path, rows, mark), truth=FOUND, items=6, annotators=4)


def ties_in_words(folder: Path) -> ExpectedVotes:
    """Ties in three spellings, of which none is *tie*."""
    rows: list[tuple[object, ...]] = [("prompt_id", "Model 1", "Model 2", "Preference", "Evaluator")]
    same = itertools.cycle(("Neither", "About the same", "Equally good"))
    rows += [(i, *p, {1.0: "Model 1", 0.0: "Model 2"}.get(v) or next(same), w) for p, v, i, w in CAST]
    return ExpectedVotes(path=table_of(folder / "v.csv", rows), truth=FOUND, items=6, annotators=4)


def one_letter_sides(folder: Path) -> ExpectedVotes:
    """Sides by a letter, ties by a sign."""
    words: dict[float, object] = {1.0: "L", 0.0: "R", 0.5: "="}
    return _votes(folder / "v.csv", ("item", "left_system", "right_system", "chosen_side", "user"), words)


def chosen_model(folder: Path) -> ExpectedVotes:
    """Which model was chosen and which rejected; no ties."""
    found = [(p if v == 1 else p[::-1], i, w) for p, v, i, w in CAST if v != 0.5]
    rows = [("prompt", "chosen_model", "rejected_model", "annotator_id"), *((i, *p, w) for p, i, w in found)]
    path = table_of(folder / "prefs.csv", rows)
    return ExpectedVotes(path=path, truth=[(*p, 1.0) for p, _, _ in found], items=6, annotators=4)


def chosen_text(folder: Path) -> ExpectedVotes:
    """The text that was preferred, in full."""
    rows: list[tuple[object, ...]] = [("question", "model_a", "model_b", "answer_a", "answer_b", "preferred")]
    for k, (p, v, _, _) in enumerate(CAST):
        texts = [f"{name} says {k} of it." for name in p]
        rows.append((ASKED[k % 5], *p, *texts, {1.0: texts[0], 0.0: texts[1], 0.5: "tie"}[v]))
    return ExpectedVotes(path=table_of(folder / "texts.csv", rows), truth=FOUND, items=5, may_ask=True)


def decimal_commas(folder: Path) -> ExpectedVotes:
    """A result from 0 to 1, as numbers are written in German."""
    words: dict[float, object] = {1.0: "1,0", 0.0: "0,0", 0.5: "0,5"}
    return _votes(folder / "v.csv", ("Frage", "System A", "System B", "Ergebnis", "Bewerter"), words, ";")


def signed_strength(folder: Path) -> ExpectedVotes:
    """From −3 to 3: which end is whose, nobody can know."""
    words: dict[float, object] = {1.0: 3, 0.0: -2, 0.5: 0}
    found = _votes(folder / "v.csv", ("item", "model_a", "model_b", "preference", "judge"), words)
    return ExpectedVotes(path=found.path, truth=[], asks=True)


def flags(folder: Path) -> ExpectedVotes:
    """A column of noughts and ones for each outcome, as competitions hand it out."""
    rows: list[tuple[object, ...]] = [("id", "model_a", "model_b", "winner_model_a", "winner_model_b", "winner_tie")]
    rows += [(k, *p, int(v == 1), int(v == 0), int(v == 0.5)) for k, (p, v, _, _) in enumerate(CAST)]
    return ExpectedVotes(path=table_of(folder / "train.csv", rows), truth=FOUND)


def chess(folder: Path) -> ExpectedVotes:
    """Results as in chess."""
    rows: list[tuple[object, ...]] = [("round", "white", "black", "result")]
    rows += [(k, *p, {1.0: "1-0", 0.0: "0-1", 0.5: "1/2-1/2"}[v]) for k, (p, v, _, _) in enumerate(CAST)]
    return ExpectedVotes(path=table_of(folder / "games.csv", rows), truth=FOUND, may_ask=True)


def ranked_workbook(folder: Path) -> ExpectedVotes:
    """A workbook with a title: who put which system where, with shared places."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["Tasting of answers, March"])
    sheet.append([])
    sheet.append(["Evaluator", "Question", "Model", "Rank"])
    truth = []
    for k in range(10):
        ranks = [(k + j) % 3 + 1 for j in range(3)] if k % 4 else [1, 1, 3]
        for name, rank in zip(NAMES, ranks, strict=True):
            sheet.append([f"cook {k % 2}", f"q{k // 2}", name, rank])
        truth += [
            (NAMES[a], NAMES[b], 0.5 + ((ranks[a] < ranks[b]) - (ranks[a] > ranks[b])) / 2)
            for a, b in ((0, 1), (0, 2), (1, 2))
        ]
    book.save(folder / "ranks.xlsx")
    return ExpectedVotes(path=folder / "ranks.xlsx", truth=truth, items=5, annotators=2)


def rank_columns(folder: Path) -> ExpectedVotes:
    """A column for the rank of each system."""
    rows: list[tuple[object, ...]] = [("question", "rater", *(f"rank_{name}" for name in NAMES))]
    truth = []
    for k in range(9):
        ranks = [(k + j) % 3 + 1 for j in range(3)]
        rows.append((f"q{k // 3}", f"cook {k % 3}", *ranks))
        truth += [(NAMES[a], NAMES[b], float(ranks[a] < ranks[b])) for a, b in ((0, 1), (0, 2), (1, 2))]
    return ExpectedVotes(path=table_of(folder / "ranks.csv", rows), truth=truth, items=3, annotators=3)


def letters_ranked(folder: Path) -> ExpectedVotes:
    """A ranking of letters, and columns that say which system each letter was."""
    rows: list[tuple[object, ...]] = [("question", "A", "B", "C", "ranking")]
    truth = []
    for k in range(9):
        order = tuple(NAMES[(k + j) % 3] for j in range(3))
        rows.append((f"q{k}", *order, "B > A = C"))
        truth += [(order[1], order[0], 1.0), (order[1], order[2], 1.0), (order[0], order[2], 0.5)]
    return ExpectedVotes(path=table_of(folder / "letters.csv", rows), truth=truth, items=9, may_ask=True)


def arena_export(folder: Path) -> ExpectedVotes:
    """An arena's rows of today: sessions, conversations, tags, and four outcomes."""
    words = {1.0: "model_a", 0.0: "model_b"}
    bad = itertools.cycle(("tie", "both_bad", "tie (bothbad)"))
    rows = [
        {
            "id": f"u{k}",
            "model_a": p[0],
            "model_b": p[1],
            "winner": words.get(v) or next(bad),
            "evaluation_session_id": f"s{k // 2}",
            "evaluation_order": k % 2 + 1,
            "conversation_a": [
                {"role": "user", "content": ASKED[k % 5]},
                {"role": "assistant", "content": f"{p[0]} {k}"},
            ],
            "conversation_b": [
                {"role": "user", "content": ASKED[k % 5]},
                {"role": "assistant", "content": f"{p[1]} {k}"},
            ],
            "category_tag": {"math": False},
            "language": "en",
            "timestamp": 1_760_000_000.5 + k,
            "is_code": False,
        }
        for k, (p, v, _, _) in enumerate(CAST)
    ]
    return ExpectedVotes(path=value_of(folder / "arena.json", rows), truth=FOUND)


def crowd_batch(folder: Path) -> ExpectedVotes:
    """A batch of a crowd platform with what went in and what came back."""
    head = ("HITId", "AssignmentId", "WorkerId", "AssignmentStatus", "WorkTimeInSeconds")
    head += ("Input.segment", "Input.system_left", "Input.system_right", "Answer.preference")
    words = {1.0: "left", 0.0: "right", 0.5: "same"}
    rows = [(f"H{k}", f"A{k}", w, "Approved", 30, i, *p, words[v]) for k, (p, v, i, w) in enumerate(CAST)]
    path = table_of(folder / "Batch_77.csv", [head, *rows])  # type: ignore[list-item]
    return ExpectedVotes(path=path, truth=FOUND, items=6, annotators=4)


def columns_of_questions(folder: Path) -> ExpectedVotes:
    """A form with a column for each question: nothing says which systems were compared."""
    rows = [
        ("Timestamp", "Who are you?", *ASKED),
        *((f"2026-03-0{k + 1}", f"cook {k}", *("A" if (k + n) % 2 else "B" for n in range(5))) for k in range(4)),
    ]
    return ExpectedVotes(path=table_of(folder / "form.csv", rows), truth=[], asks=True)


def gaps_among_answers(folder: Path) -> ExpectedVotes:
    """Answers of which some are missing: refused whole, with the lines."""
    words: dict[float, object] = {1.0: "model_a", 0.0: "model_b", 0.5: "NaN"}
    found = _votes(folder / "v.csv", ("item", "model_a", "model_b", "winner", "judge"), words)
    return ExpectedVotes(path=found.path, truth=[], asks=True)


def points_of_both(folder: Path) -> ExpectedVotes:
    """A score of each of two: the higher is better, people think; but are errors counted?"""
    rows: list[tuple[object, ...]] = [("question", "model_a", "model_b", "score_a", "score_b", "rater")]
    rows += [(i, *p, *{1.0: (5, 3), 0.0: (2, 4), 0.5: (4, 4)}[v], w) for p, v, i, w in CAST]
    return ExpectedVotes(path=table_of(folder / "points.csv", rows), truth=FOUND, items=6, annotators=4, may_ask=True)


def untidy(folder: Path) -> ExpectedVotes:
    """A byte order mark, Windows line ends, spaces around names and values, empty lines at the end."""
    found = _votes(
        folder / "v.csv",
        (" item ", " model_a", "model_b ", " winner ", "annotator"),
        {1.0: " model_a", 0.0: "model_b ", 0.5: "Tie "},
    )
    text = found.path.read_text("utf-8").replace("\n", "\r\n") + "\r\n\r\n"
    found.path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    return found


def counted(folder: Path) -> ExpectedVotes:
    """How often each won: no single vote is there."""
    rows = [("model_a", "model_b", "wins_a", "wins_b", "ties"), *((*p, 7, 4, 2) for p in PAIRS)]
    truth = [(*p, v) for p in PAIRS for v in [1.0] * 7 + [0.0] * 4 + [0.5] * 2]
    return ExpectedVotes(path=table_of(folder / "counts.csv", rows), truth=truth, may_ask=True)


def nested_answer(folder: Path) -> ExpectedVotes:
    """A judgment as an object: who was better, how sure, why."""
    rows = [
        {
            "question_id": i,
            "systems": {"a": p[0], "b": p[1]},
            "annotation": {
                "annotator": w,
                "better": {1.0: "a", 0.0: "b", 0.5: "tie"}[v],
                "comment": "No remark, all in all.",
            },
        }
        for p, v, i, w in CAST
    ]
    return ExpectedVotes(path=lines_of(folder / "nested.jsonl", rows), truth=FOUND, items=6, annotators=4, may_ask=True)


VOTES: tuple[Callable[[Path], ExpectedVotes], ...] = (
    *(ties_in_words, one_letter_sides, chosen_model, chosen_text, decimal_commas, signed_strength, flags, chess),
    *(ranked_workbook, rank_columns, letters_ranked, arena_export, crowd_batch, columns_of_questions),
    *(gaps_among_answers, points_of_both, untidy, counted, nested_answer),
)
