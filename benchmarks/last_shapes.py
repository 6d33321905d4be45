"""Made files of a sixth lot, written down when the fifth had been mended: once more, whether rules carry over.

What a person expects of each was written down before any of them was read, and is not changed since; see `reading.py`.
"""

import itertools
from collections.abc import Callable
from pathlib import Path

from made_shapes import lines_of, table_of, value_of
from openpyxl import Workbook
from reading import Expected, ExpectedRatings, ExpectedVotes

ASKED = (
    "Summarise the minutes of the parish council.",
    "Suggest a name for a bicycle shop in Utrecht.",
    "Rewrite this sentence so that a child understands it: Inflation erodes savings.",
    "What is the difference between a fugue and a canon?",
)
SAID = {
    "command-r": (
        "The council met and agreed on the bench.",
        "Spoke & Canal",
        "When prices go up, your saved coins buy less.",
        "A canon repeats exactly, a fugue develops its subject.",
    ),
    "phi-4": (
        "They approved a new bench, the budget, and the summer fair.",
        "De Dikke Band",
        "Money in your piggy bank buys fewer sweets every year.",
        "Both imitate; a fugue is freer.",
    ),
}
N, NAMES = range(4), tuple(SAID)
TRUTH = {system: dict(zip(ASKED, said, strict=True)) for system, said in SAID.items()}
LONG = [(s, n) for s in NAMES for n in N]
TRIO = ("command-r", "phi-4", "olmo")
PAIRS = tuple(itertools.combinations(TRIO, 2))
CAST = tuple((PAIRS[k % 3], (0.0, 1.0, 1.0, 0.5, 0.0)[k % 5], f"t{k % 8}", f"p{(k // 2) % 6}@uni") for k in range(36))
FOUND = [(*pair, value) for pair, value, _, _ in CAST]
SCORED = tuple((s, f"t{n}", f"w{k}", 1 + (3 * n + k + len(s)) % 5) for s in TRIO for n in range(5) for k in range(2))
GIVEN = [(s, n, w, float(a)) for s, n, w, a in SCORED]


def names_in_brackets(folder: Path) -> Expected:
    """A sheet whose columns name their system in brackets, with remarks."""
    head = ("Prompt", *(f"Response ({s})" for s in NAMES), "Notes")
    rows = [(ASKED[n], *(SAID[s][n] for s in NAMES), "check" if n == 2 else "") for n in N]
    return Expected(paths=(table_of(folder / "Sheet1.csv", [head, *rows]),), truth=TRUTH)


def two_objects(folder: Path) -> Expected:
    """Two objects in each row, each with its model and its text."""
    rows = [
        {"prompt": ASKED[n], **{side: {"model": s, "text": SAID[s][n]} for side, s in zip("ab", NAMES, strict=True)}}
        for n in N
    ]
    return Expected(paths=(lines_of(folder / "duel.jsonl", rows),), truth=TRUTH, may_ask=True)


def turned_sheet(folder: Path) -> Expected:
    """A sheet with a row for each model and a column for each prompt."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["Model", *ASKED])
    for s in NAMES:
        sheet.append([s, *SAID[s]])
    book.save(folder / "turned.xlsx")
    return Expected(paths=(folder / "turned.xlsx",), truth=TRUTH, may_ask=True)


def batch_with_inputs(folder: Path) -> Expected:
    """What was sent to a batch of an API, and what came back, for each model."""
    paths = []
    for k, s in enumerate(NAMES):
        sent = [
            {
                "custom_id": f"{n}",
                "method": "POST",
                "body": {"model": s, "messages": [{"role": "user", "content": ASKED[n]}]},
            }
            for n in N
        ]
        back = [
            {
                "custom_id": f"{n}",
                "response": {
                    "body": {"model": s, "choices": [{"message": {"role": "assistant", "content": SAID[s][n]}}]}
                },
            }
            for n in N
        ]
        paths += [lines_of(folder / f"batch{k}_input.jsonl", sent), lines_of(folder / f"batch{k}_output.jsonl", back)]
    return Expected(paths=tuple(paths), truth=TRUTH, may_ask=True)


def empty_ratings(folder: Path) -> Expected:
    """A sheet for raters before they have rated: an empty column, texts and models."""
    rows = [("input_text", "model", "output_text", "rating"), *((ASKED[n], s, SAID[s][n], "") for s, n in LONG)]
    return Expected(paths=(table_of(folder / "to_rate.csv", rows),), truth=TRUTH)


def outputs_of_providers(folder: Path) -> Expected:
    """Results that list the outputs of providers."""
    rows = [
        {"input": ASKED[n], "outputs": [{"provider": s, "output": SAID[s][n], "ms": 5 * n} for s in NAMES]} for n in N
    ]
    return Expected(paths=(value_of(folder / "results.json", {"date": "2026-01-01", "results": rows}),), truth=TRUTH)


def turns_in_pairs(folder: Path) -> Expected:
    """Conversations as pairs of what the user and the assistant said."""
    rows = [{"model": s, "turns": [{"user": ASKED[n], "assistant": SAID[s][n]}]} for s, n in LONG]
    return Expected(paths=(value_of(folder / "talks.json", rows),), truth=TRUTH, may_ask=True)


def form_of_pairs(folder: Path) -> ExpectedVotes:
    """A form with the two models, the choice, and an address."""
    head = ("Timestamp", "Email Address", "Prompt", "Response A model", "Response B model", "Which response is better?")
    words = {1.0: "A", 0.0: "B", 0.5: "Tie"}
    rows = [(f"2026-01-02 10:{k:02}", w, i, *p, words[v]) for k, (p, v, i, w) in enumerate(CAST)]
    return ExpectedVotes(path=table_of(folder / "form.csv", [head, *rows]), truth=FOUND, items=8, annotators=6)


def candidate_wins(folder: Path) -> ExpectedVotes:
    """A baseline and a candidate, of which the verdict speaks."""
    rows: list[tuple[object, ...]] = [("id", "baseline", "candidate", "verdict")]
    rows += [(k, p[1], p[0], {1.0: "win", 0.0: "loss", 0.5: "draw"}[v]) for k, (p, v, _, _) in enumerate(CAST)]
    return ExpectedVotes(path=table_of(folder / "gsb.csv", rows), truth=FOUND)


def minus_one_to_one(folder: Path) -> ExpectedVotes:
    """−1, 0 and 1: which end is whose, nobody can know."""
    rows: list[tuple[object, ...]] = [("query", "system1", "system2", "preference")]
    rows += [(i, *p, int(2 * v - 1)) for p, v, i, _ in CAST]
    return ExpectedVotes(path=table_of(folder / "signs.tsv", rows, "\t"), truth=[], asks=True)


def votes_by_person(folder: Path) -> ExpectedVotes:
    """An object with the votes of each person."""
    people: dict[str, list[dict[str, str]]] = {}
    for p, v, i, w in CAST:
        people.setdefault(w, []).append(
            {"item": i, "a": p[0], "b": p[1], "preference": {1.0: "a", 0.0: "b", 0.5: "tie"}[v]}
        )
    return ExpectedVotes(
        path=value_of(folder / "people.json", people), truth=FOUND, items=8, annotators=6, may_ask=True
    )


def percent_scale(folder: Path) -> ExpectedRatings:
    """A slider from 0 to 100, explained in its header, with semicolons."""
    rows = [("Task", "Model", "Annotator", "Overall (0-100)"), *((n, s, w, 20 * a) for s, n, w, a in SCORED)]
    truth = [(s, n, w, 20 * a) for s, n, w, a in GIVEN]
    return ExpectedRatings(path=table_of(folder / "slider.csv", rows, ";"), truth=truth)


def questions_as_columns(folder: Path) -> ExpectedRatings:
    """A row for each annotator and system, a column for each item: they could be criteria as well."""
    by = {(s, n, w): a for s, n, w, a in SCORED}
    rows: list[tuple[object, ...]] = [("annotator", "system", *(f"t{n}" for n in range(5)))]
    rows += [(w, s, *(by[s, f"t{n}", w] for n in range(5))) for s in TRIO for w in ("w0", "w1")]
    return ExpectedRatings(path=table_of(folder / "survey.csv", rows), truth=GIVEN, may_ask=True)


def opinion_scores(folder: Path) -> ExpectedRatings:
    """Opinion scores of recordings."""
    rows = [("filename", "system", "listener", "mos"), *((n, s, w, a) for s, n, w, a in SCORED)]
    return ExpectedRatings(path=table_of(folder / "mos.tsv", rows, "\t"), truth=GIVEN)


def agreement_words(folder: Path) -> ExpectedRatings:
    """Agreement in words alone: their order is plain to people, their numbers are not."""
    words = {1: "Strongly disagree", 2: "Disagree", 3: "Neutral", 4: "Agree", 5: "Strongly agree"}
    rows = [("item", "model", "rater", "helpful"), *((n, s, w, words[a]) for s, n, w, a in SCORED)]
    return ExpectedRatings(path=table_of(folder / "likert.csv", rows), truth=GIVEN, may_ask=True)


OUTPUTS: tuple[Callable[[Path], Expected], ...] = (
    *(names_in_brackets, two_objects, turned_sheet, batch_with_inputs, empty_ratings, outputs_of_providers),
    turns_in_pairs,
)
VOTES: tuple[Callable[[Path], ExpectedVotes], ...] = (form_of_pairs, candidate_wins, minus_one_to_one, votes_by_person)
RATINGS: tuple[Callable[[Path], ExpectedRatings], ...] = (
    *(percent_scale, questions_as_columns, opinion_scores, agreement_words),
)
