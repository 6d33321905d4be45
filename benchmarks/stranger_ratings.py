"""Made files of ratings of a fourth lot: by somebody who had read the page about formats, and none of the readers.

What a person expects of each was written down before any of them was read, and is not changed since; see `reading.py`.
"""

from collections.abc import Callable
from pathlib import Path

from made_shapes import lines_of, table_of, value_of
from openpyxl import Workbook
from reading import ExpectedRatings

NAMES = ("llama-70b", "mixtral", "gemma-9b")
RATED = tuple(
    (s, f"q{n}", f"cook{k}", 1 + (2 * n + k + len(s)) % 5, 1 + (n * k + len(s)) % 5)
    for s in NAMES
    for n in range(5)
    for k in range(2)
)
FLUENT = [(s, n, w, float(a)) for s, n, w, a, _ in RATED]


def german_halves(folder: Path) -> ExpectedRatings:
    """Semicolons, German words, a decimal comma."""
    rows = [("Frage", "Modell", "Bewertung", "Bewerter"), *((n, s, f"{a},5", w) for s, n, w, a, _ in RATED)]
    return ExpectedRatings(
        path=table_of(folder / "noten.csv", rows, ";"), truth=[(s, n, w, a + 0.5) for s, n, w, a in FLUENT]
    )


def columns_of_raters(folder: Path) -> ExpectedRatings:
    """A column for each rater: they are people, no criteria."""
    by = {(s, n, w): a for s, n, w, a, _ in RATED}
    rows = [
        ("question_id", "model", "rater_1", "rater_2"),
        *((n, s, by[s, n, "cook0"], by[s, n, "cook1"]) for s in NAMES for n in dict.fromkeys(r[1] for r in RATED)),
    ]
    truth = [(s, n, {"cook0": "rater_1", "cook1": "rater_2"}[w], a) for s, n, w, a in FLUENT]
    return ExpectedRatings(path=table_of(folder / "raters.csv", rows), truth=truth, may_ask=True)


def not_applicable(folder: Path) -> ExpectedRatings:
    """A workbook with a title, in which n/a was not judged."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["Ratings, round 2", None, None, None])
    sheet.append(["Question", "System", "Rater", "Score"])
    for k, (s, n, w, a, _) in enumerate(RATED):
        sheet.append([n, s, w, "n/a" if k % 7 == 3 else a])
    book.save(folder / "ratings.xlsx")
    truth = [one for k, one in enumerate(FLUENT) if k % 7 != 3]
    return ExpectedRatings(path=folder / "ratings.xlsx", truth=truth, may_ask=True)


def dimensions(folder: Path) -> ExpectedRatings:
    """A row for each dimension."""
    rows: list[tuple[object, ...]] = [("task_id", "model_name", "evaluator", "dimension", "value")]
    rows += [(n, s, w, name, v) for s, n, w, a, b in RATED for name, v in (("fluency", a), ("adequacy", b))]
    return ExpectedRatings(path=table_of(folder / "long.csv", rows), truth=FLUENT, criteria=2)


def stars(folder: Path) -> ExpectedRatings:
    """Stars, drawn."""
    rows = [
        ("question", "model", "reviewer", "rating"),
        *((n, s, w, "★" * a + "☆" * (5 - a)) for s, n, w, a, _ in RATED),
    ]
    return ExpectedRatings(path=table_of(folder / "stars.csv", rows), truth=FLUENT, may_ask=True)


def out_of_five(folder: Path) -> ExpectedRatings:
    """Points out of five, written so."""
    rows = [("question", "model", "reviewer", "rating"), *((n, s, w, f"{a}/5") for s, n, w, a, _ in RATED)]
    return ExpectedRatings(path=table_of(folder / "five.csv", rows), truth=FLUENT, may_ask=True)


def percent(folder: Path) -> ExpectedRatings:
    """Percent, with their sign."""
    rows = [("question", "model", "reviewer", "score"), *((n, s, w, f"{20 * a}%") for s, n, w, a, _ in RATED)]
    return ExpectedRatings(
        path=table_of(folder / "percent.csv", rows), truth=[(s, n, w, 20 * a) for s, n, w, a in FLUENT], may_ask=True
    )


def right_or_wrong(folder: Path) -> ExpectedRatings:
    """Whether an answer is correct: TRUE or FALSE, as spreadsheets write it."""
    rows = [
        ("question_id", "model", "annotator", "correct"),
        *((n, s, w, "TRUE" if a > 2 else "FALSE") for s, n, w, a, _ in RATED),
    ]
    return ExpectedRatings(
        path=table_of(folder / "correct.csv", rows), truth=[(s, n, w, float(a > 2)) for s, n, w, a in FLUENT]
    )


def raw_and_standard(folder: Path) -> ExpectedRatings:
    """Direct assessment: raw scores and standardised ones."""
    rows: list[tuple[object, ...]] = [("SYS", "SEGID", "ANNOTATOR", "RAW", "Z")]
    rows += [(s, n, w, 10 * a, round((a - 3) / 1.4, 3)) for s, n, w, a, _ in RATED]
    truth = [(s, n, w, 10 * a) for s, n, w, a in FLUENT]
    return ExpectedRatings(path=table_of(folder / "da.tsv", rows, "\t"), truth=truth, criteria=2)


def small_export(folder: Path) -> ExpectedRatings:
    """The small JSON export of a labelling tool: ids, times and lead times beside the one rating."""
    rows = [
        {
            "id": k,
            "prompt": n,
            "model": s,
            "quality": a,
            "annotator": int(w[-1]),
            "annotation_id": 100 + k,
            "created_at": "2026-03-01T10:00:00Z",
            "updated_at": "2026-03-01T10:00:09Z",
            "lead_time": 8.25 + k,
        }
        for k, (s, n, w, a, _) in enumerate(RATED)
    ]
    truth = [(s, n, w[-1], a) for s, n, w, a in FLUENT]
    return ExpectedRatings(path=value_of(folder / "project-7.json", rows), truth=truth)


def answers_beside_users(folder: Path) -> ExpectedRatings:
    """Records with lists: what was answered, and by whom."""
    rows = []
    for s in NAMES:
        for n in dict.fromkeys(r[1] for r in RATED):
            mine = [(w, a) for t, m, w, a, _ in RATED if (t, m) == (s, n)]
            rows.append(
                {
                    "id": f"{s}-{n}",
                    "status": "completed",
                    "question": n,
                    "model": s,
                    "quality.responses": [a for _, a in mine],
                    "quality.responses.users": [w for w, _ in mine],
                    "quality.responses.status": ["submitted" for _ in mine],
                }
            )
    return ExpectedRatings(path=lines_of(folder / "records.jsonl", rows), truth=FLUENT, may_ask=True)


def average_below(folder: Path) -> ExpectedRatings:
    """A last row with the average: no item."""
    rows: list[tuple[object, ...]] = [
        ("question", "model", "rater", "score"),
        *((n, s, w, a) for s, n, w, a, _ in RATED),
    ]
    rows += [("Average", "", "", 3.1)]
    return ExpectedRatings(path=table_of(folder / "sheet.csv", rows), truth=FLUENT, may_ask=True)


def traces_scored(folder: Path) -> ExpectedRatings:
    """Scores of traces: whose answers these were is not in the file."""
    rows = [
        ("id", "timestamp", "traceId", "name", "value", "source", "authorUserId"),
        *(
            (f"sc{k}", "2026-03-01", f"t{k % 9}", "helpful", a, "ANNOTATION", w)
            for k, (_, _, w, a, _) in enumerate(RATED)
        ),
    ]
    return ExpectedRatings(path=table_of(folder / "scores.csv", rows), truth=[], asks=True)


RATINGS: tuple[Callable[[Path], ExpectedRatings], ...] = (
    *(german_halves, columns_of_raters, not_applicable, dimensions, stars, out_of_five, percent, right_or_wrong),
    *(raw_and_standard, small_export, answers_beside_users, average_below, traces_scored),
)
