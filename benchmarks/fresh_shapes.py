"""Made files in shapes of a third lot: what evaluation libraries, annotation tools and forms of other fields write.

Written down when the readers and two lots of shapes were finished; each says what must be understood of it, or that
nobody can know without asking; see `reading.py`.
"""

import itertools
from collections.abc import Callable
from pathlib import Path

from made_shapes import lines_of, table_of, value_of
from reading import Expected, ExpectedRatings, ExpectedVotes

ASKED = (
    "Translate: Der Zug fährt heute nicht.",
    "Translate: Wir haben uns lange nicht gesehen.",
    "Translate: Das Licht im Flur ist kaputt.",
    "Translate: Bitte bringen Sie einen Ausweis mit.",
    "Translate: Er hat den Bus knapp verpasst.",
)
SAID = {
    "nmt-base": (
        "The train is not going today.",
        "We have not seen us long.",
        "The light in the hall is broken.",
        "Please bring an identity card.",
        "He has missed the bus narrowly.",
    ),
    "nmt-big": (
        "The train isn't running today, so take another one.",
        "It has been a long time since we last saw each other.",
        "The light in the corridor doesn't work.",
        "Please bring some identification with you when you come.",
        "He only just missed the bus.",
    ),
    "human-2": (
        "No train today.",
        "Long time no see!",
        "The hallway light is out.",
        "Please remember to bring your ID.",
        "He missed the bus by a hair's breadth.",
    ),
}
KNOWN = tuple(f"Reference {number}: as in the book." for number in range(5))
N, NAMES = range(5), tuple(SAID)
TRUTH = {system: dict(zip(ASKED, said, strict=True)) for system, said in SAID.items()}


def deepeval(folder: Path) -> Expected:
    """Test runs of a testing library, one for each system: input, actual output, expected output, contexts."""
    paths = tuple(
        value_of(
            folder / f"{s}.json",
            {
                "testCases": [
                    {
                        "name": f"test_case_{n}",
                        "input": ASKED[n],
                        "actualOutput": SAID[s][n],
                        "expectedOutput": KNOWN[n],
                        "success": True,
                        "metricsData": [{"name": "Relevancy", "score": 0.5}],
                    }
                    for n in N
                ],
                "metricsScores": [],
                "testPassed": 5,
            },
        )
        for s in NAMES
    )
    return Expected(paths=paths, truth=TRUTH, hidden=KNOWN)


def ragas(folder: Path) -> Expected:
    """Rows of a library for retrieval: user input, response, retrieved contexts, reference."""
    rows = {
        s: [
            {
                "user_input": ASKED[n],
                "retrieved_contexts": [f"Grammar note {n}.", f"Word list {n}."],
                "response": SAID[s][n],
                "reference": KNOWN[n],
                "faithfulness": 0.25 * n,
            }
            for n in N
        ]
        for s in NAMES
    }
    return Expected(paths=tuple(lines_of(folder / f"{s}.jsonl", rows[s]) for s in NAMES), truth=TRUTH, hidden=KNOWN)


def table_artifact(folder: Path) -> Expected:
    """A table as loggers keep it: names of columns, and lists of values."""
    columns = ["step", "prompt", "model", "generated text"]
    data = [[n, ASKED[n], s, SAID[s][n]] for s in NAMES for n in N]
    return Expected(paths=(value_of(folder / "artifact.table.json", {"columns": columns, "data": data}),), truth=TRUTH)


def frame_by_columns(folder: Path) -> Expected:
    """A data frame saved as JSON by columns: name → row number → value."""
    columns = {
        "source": {str(n): ASKED[n] for n in N},
        **{s: {str(n): SAID[s][n] for n in N} for s in NAMES},
    }
    return Expected(paths=(value_of(folder / "df.json", columns),), truth=TRUTH)


def two_header_rows(folder: Path) -> Expected:
    """A sheet with two rows of names: systems above, what their columns hold below."""
    above = ["", *(name for s in NAMES for name in (s, ""))]
    below = ["Source text", *(name for _ in NAMES for name in ("Translation", "Seconds"))]
    rows = [[ASKED[n], *(value for s in NAMES for value in (SAID[s][n], n + 1))] for n in N]
    return Expected(paths=(table_of(folder / "sheet.csv", [above, below, *rows], ";"),), truth=TRUTH, may_ask=True)


def chosen_and_rejected(folder: Path) -> Expected:
    """Pairs of a reward model, of systems that nobody names."""
    rows = [{"prompt": ASKED[n], "chosen": SAID["nmt-big"][n], "rejected": SAID["nmt-base"][n]} for n in N]
    truth = {"chosen": TRUTH["nmt-big"], "rejected": TRUTH["nmt-base"]}
    return Expected(paths=(lines_of(folder / "dpo.jsonl", rows),), truth=truth, may_ask=True)


PAIRS = tuple(itertools.combinations(NAMES, 2))
CAST = tuple(
    (PAIRS[i % 3][:: 1 if i % 2 else -1], (1.0, 0.0, 0.5, 1.0)[i % 4], f"seg-{i % 8}", f"tr{(i // 3) % 4}")
    for i in range(24)
)
FOUND = [(*pair, value) for pair, value, _, _ in CAST]


def chess_points(folder: Path) -> ExpectedVotes:
    """Games with points as in chess, which say whose they are by being called after the first."""
    rows = [("segment", "player_1", "player_2", "score_1", "score_2", "referee")]
    rows += [(i, *p, v, 1 - v, w) for p, v, i, w in CAST]  # type: ignore[arg-type]
    return ExpectedVotes(path=table_of(folder / "games.csv", rows), truth=FOUND, items=8, may_ask=True)


def prodigy(folder: Path) -> ExpectedVotes:
    """A choice in an annotation tool: options with names, and which were accepted."""
    rows = [
        {
            "text": f"{i}: {ASKED[k % 5]}",
            "options": [{"id": p[0], "text": SAID[p[0]][k % 5]}, {"id": p[1], "text": SAID[p[1]][k % 5]}],
            "accept": {1.0: [p[0]], 0.0: [p[1]], 0.5: []}[v],
            "answer": "accept",
            "_annotator_id": w,
            "_timestamp": 1_700_000_000 + k,
        }
        for k, (p, v, i, w) in enumerate(CAST)
    ]
    return ExpectedVotes(path=lines_of(folder / "choices.jsonl", rows), truth=FOUND, may_ask=True)


def german_form(folder: Path) -> ExpectedVotes:
    """A form in German, with semicolons."""
    words = {1.0: "System A", 0.0: "System B", 0.5: "unentschieden"}
    rows = [("Satz", "System A", "System B", "Bessere Übersetzung", "Bewerter")]
    rows += [(i, *p, words[v], w) for p, v, i, w in CAST]  # type: ignore[list-item]
    path = table_of(folder / "bewertung.csv", rows, ";")
    return ExpectedVotes(path=path, truth=FOUND, items=8, annotators=4)


def best_and_worst(folder: Path) -> ExpectedVotes:
    """Best and worst of three: three comparisons of each row."""
    rows: list[tuple[object, ...]] = [("segment_id", "annotator", "best", "worst", "others")]
    truth = []
    for k in range(12):
        best, middle, worst = (NAMES[(k + j) % 3] for j in range(3))
        rows.append((f"s{k % 6}", f"tr{k % 3}", best, worst, middle))
        truth += [(best, middle, 1.0), (best, worst, 1.0), (middle, worst, 1.0)]
    return ExpectedVotes(path=table_of(folder / "bws.csv", rows), truth=truth, may_ask=True)


def places_named(folder: Path) -> ExpectedVotes:
    """A column for each place, with the system that got it."""
    rows: list[tuple[object, ...]] = [("sentence", "evaluator", "1st", "2nd", "3rd")]
    truth = []
    for k in range(12):
        order = tuple(NAMES[(k + j) % 3] for j in range(3))
        rows.append((f"s{k % 6}", f"tr{k % 3}", *order))
        truth += [(a, b, 1.0) for a, b in itertools.combinations(order, 2)]
    path = table_of(folder / "places.csv", rows)
    return ExpectedVotes(path=path, truth=truth, items=6, annotators=3, may_ask=True)


RATED = tuple(
    (s, n, f"tr{k}", 1 + (n + k + len(s)) % 5, 10 * ((n * k + len(s)) % 11)) for s in NAMES for n in N for k in range(2)
)
FLUENT = [(s, str(n), w, float(a)) for s, n, w, a, _ in RATED]


def mturk_ratings(folder: Path) -> ExpectedRatings:
    """A batch of a crowd platform, whose last two columns are named and never written."""
    head = (
        "HITId",
        "WorkerId",
        "WorkTimeInSeconds",
        "Input.segment_id",
        "Input.model",
        "Answer.Fluency",
        "Approve",
        "Reject",
    )
    rows = [head, *((f"H{n}{s}", w, 30 + n, n, s, a) for s, n, w, a, _ in RATED)]
    return ExpectedRatings(path=table_of(folder / "Batch_1.csv", rows), truth=FLUENT)


def objects_of_ratings(folder: Path) -> ExpectedRatings:
    """Each annotation with an object of scores."""
    rows = [
        {"item": str(n), "model": s, "annotator": {"id": w, "country": "NL"}, "ratings": {"fluency": a, "adequacy": b}}
        for s, n, w, a, b in RATED
    ]
    return ExpectedRatings(path=value_of(folder / "annotations.json", {"annotations": rows}), truth=FLUENT, criteria=2)


def system_and_criterion(folder: Path) -> ExpectedRatings:
    """A column for each system and criterion."""
    head = ["segment_id", "rater", *(f"{s}_{what}" for s in NAMES for what in ("fluency", "adequacy"))]
    by = {(s, n, w): (a, b) for s, n, w, a, b in RATED}
    rows = [[n, w, *(v for s in NAMES for v in by[s, n, w])] for n in N for w in ("tr0", "tr1")]
    return ExpectedRatings(path=table_of(folder / "wide.csv", [head, *rows]), truth=FLUENT, criteria=2, may_ask=True)


def likert_words(folder: Path) -> ExpectedRatings:
    """Scores with their words, as forms write them."""
    words = {1: "1 - Very poor", 2: "2 - Poor", 3: "3 - Fair", 4: "4 - Good", 5: "5 - Excellent"}
    rows = [
        ("Timestamp", "Email", "Sentence", "System", "Fluency"),
        *((f"2026-01-{n + 1:02}", w, n, s, words[a]) for s, n, w, a, _ in RATED),
    ]
    return ExpectedRatings(path=table_of(folder / "form.csv", rows), truth=FLUENT, may_ask=True)


def survey_headers(folder: Path) -> ExpectedRatings:
    """A survey's export: below the names stand the questions in full, and an object."""
    head = ("ResponseId", "Duration (in seconds)", "rater", "segment_id", "system", "Q1")
    full = ("Response ID", "Duration (in seconds)", "Who are you?", "Segment", "System", "How fluent is it?")
    ids = tuple(f'{{"ImportId":"{name}"}}' for name in head)
    rows = [(f"R_{k}", 20 + k, w, n, s, a) for k, (s, n, w, a, _) in enumerate(RATED)]
    path = table_of(folder / "survey.csv", [head, full, ids, *rows])  # type: ignore[list-item]
    return ExpectedRatings(path=path, truth=FLUENT, may_ask=True)


OUTPUTS: tuple[Callable[[Path], Expected], ...] = (
    *(deepeval, ragas, table_artifact, frame_by_columns, two_header_rows, chosen_and_rejected),
)
VOTES: tuple[Callable[[Path], ExpectedVotes], ...] = (chess_points, prodigy, german_form, best_and_worst, places_named)
RATINGS: tuple[Callable[[Path], ExpectedRatings], ...] = (
    *(mturk_ratings, objects_of_ratings, system_and_criterion, likert_words, survey_headers),
)
