"""Made files of a fifth lot, written down when what the fourth had shown was mended: whether rules carry over.

What a person expects of each was written down before any of them was read, and is not changed since; see `reading.py`.
Some hide what would turn a ranking round or count votes wrongly if it went unread: sides that were exchanged, ties in a
column of their own, rows that stand for several votes.
"""

import itertools
from collections.abc import Callable
from pathlib import Path

from made_shapes import lines_of, table_of, value_of
from openpyxl import Workbook
from reading import Expected, ExpectedRatings, ExpectedVotes

ASKED = (
    "Explain why the sky is blue to a child.",
    "Write a polite refusal to a wedding invitation.",
    "What should I pack for three days in Bergen?",
    "Give me a title for a talk about bees.",
)
SAID = {
    "falcon": (
        "Because air scatters blue light most.",
        "I am sorry that I cannot come.",
        "Rain clothes, and then more rain clothes.",
        "The Hum of Us All",
    ),
    "qwen": (
        "Sunlight has all colours, and air throws the blue one around.",
        "Thank you so much; sadly we shall be away.",
        "An umbrella, good shoes, a warm jumper.",
        "Bees: A Talk with a Sting in Its Tail",
    ),
}
KNOWN = tuple(f"An editor wrote answer number {n} here." for n in range(4))
N, NAMES = range(4), tuple(SAID)
TRUTH = {system: dict(zip(ASKED, said, strict=True)) for system, said in SAID.items()}
LONG = [(s, n) for s in NAMES for n in N]
TRIO = ("falcon", "qwen", "yi-34b")
PAIRS = tuple(itertools.combinations(TRIO, 2))
CAST = tuple((PAIRS[k % 3], (1.0, 0.0, 0.5, 0.0)[k % 4], f"p{k % 7}", f"Person {(k // 3) % 5}") for k in range(28))
FOUND = [(*pair, value) for pair, value, _, _ in CAST]
SCORED = tuple(
    (s, f"p{n}", f"r{k}", 1 + (n + 2 * k + len(s)) % 5, 1 + (n * 3 + k) % 5) for s in TRIO for n in N for k in (1, 2)
)
FIRST = [(s, n, w, float(a)) for s, n, w, a, _ in SCORED]


def old_line_ends(folder: Path) -> Expected:
    """Lines that end as they did on old Macintoshes."""
    rows = ["Prompt;LLM;Reply", *(f"{ASKED[n]};{s};{SAID[s][n].replace(';', ',')}" for s, n in LONG)]
    (folder / "replies.csv").write_bytes("\r".join(rows).encode())
    found = {s: {a: t.replace(";", ",") for a, t in said.items()} for s, said in TRUTH.items()}
    return Expected(paths=(folder / "replies.csv",), truth=found)


def french_workbook(folder: Path) -> Expected:
    """A workbook in French, whose first column and first rows are empty."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append([])
    sheet.append([None, "N°", "Consigne", *(f"Réponse {s}" for s in NAMES), "Commentaire"])
    for n in N:
        sheet.append([None, n + 1, ASKED[n], *(SAID[s][n] for s in NAMES), "à revoir" if n == 1 else None])
    book.save(folder / "évaluation.xlsx")
    return Expected(paths=(folder / "évaluation.xlsx",), truth=TRUTH)


def hypotheses_by_system(folder: Path) -> Expected:
    """An object of hypotheses, each with its text and a metric."""
    rows = [
        {
            "id": n,
            "source": ASKED[n],
            "target": KNOWN[n],
            "hypotheses": {s: {"text": SAID[s][n], "bleu": 10.5 + n} for s in NAMES},
        }
        for n in N
    ]
    return Expected(paths=(lines_of(folder / "hyps.jsonl", rows),), truth=TRUTH, hidden=KNOWN)


def inputs_and_systems(folder: Path) -> Expected:
    """Inputs once, and an object of systems with their outputs in the same order."""
    value = {
        "name": "spring",
        "inputs": list(ASKED),
        "systems": {s: {"version": "2", "outputs": list(SAID[s])} for s in NAMES},
    }
    return Expected(paths=(value_of(folder / "all.json", value),), truth=TRUTH, may_ask=True)


def generated_with_tokens(folder: Path) -> Expected:
    """What a server of models writes: a prompt, and a list of one output with its tokens."""
    rows = [
        {
            "request_id": f"r{s}{n}",
            "model": s,
            "prompt": ASKED[n],
            "outputs": [{"text": SAID[s][n], "token_ids": [1, 2, n], "finish_reason": "stop"}],
        }
        for s, n in LONG
    ]
    return Expected(paths=(lines_of(folder / "generated.jsonl", rows),), truth=TRUTH)


def translation_scores(folder: Path) -> Expected:
    """A collection for training metrics: languages, source, translation, reference, score, year."""
    head = ("lp", "src", "mt", "ref", "score", "system", "domain", "year")
    rows = [("en-de", ASKED[n], SAID[s][n], KNOWN[n], 50.5 + n, s, "news", 2022) for s, n in LONG]
    return Expected(paths=(table_of(folder / "da.csv", [head, *rows]),), truth=TRUTH, hidden=KNOWN)


def one_table_each(folder: Path) -> Expected:
    """A table for each system with capital names and nothing else."""
    paths = tuple(
        table_of(folder / f"{s}.tsv", [("SRC", "HYP"), *((ASKED[n], SAID[s][n]) for n in N)], "\t") for s in NAMES
    )
    return Expected(paths=paths, truth=TRUTH)


def events_of_a_run(folder: Path) -> Expected:
    """A log of events: the specification first, then what was sampled, with scores between."""
    paths = []
    for s in NAMES:
        rows: list[dict[str, object]] = [
            {"spec": {"completion_fns": [s], "eval_name": "chat.dev", "run_id": f"run{s}"}}
        ]
        for n in N:
            rows.append(
                {
                    "run_id": f"run{s}",
                    "event_id": 2 * n,
                    "sample_id": f"dev.{n}",
                    "type": "sampling",
                    "data": {"prompt": [{"role": "user", "content": ASKED[n]}], "sampled": [SAID[s][n]]},
                }
            )
            rows.append(
                {
                    "run_id": f"run{s}",
                    "event_id": 2 * n + 1,
                    "sample_id": f"dev.{n}",
                    "type": "match",
                    "data": {"correct": True},
                }
            )
        rows.append({"final_report": {"accuracy": 1.0}})
        paths.append(lines_of(folder / f"{s}.jsonl", rows))
    return Expected(paths=tuple(paths), truth=TRUTH, may_ask=True)


def user_turns(folder: Path) -> Expected:
    """Replies of two bots beside what a user wrote."""
    head = ("conversation_id", "turn", "user_message", *(f"{s}_reply" for s in NAMES), "created_at")
    rows = [(f"c{n}", 1, ASKED[n], *(SAID[s][n] for s in NAMES), "2026-02-01") for n in N]
    return Expected(paths=(table_of(folder / "turns.csv", [head, *rows]),), truth=TRUTH)


def remark_above(folder: Path) -> Expected:
    """A remark above the header, and a separator at the end of each row."""
    rows = ["# exported 2026-02-01", "question,model,answer,"]
    rows += [f'"{ASKED[n]}",{s},"{SAID[s][n]}",' for s, n in LONG]
    (folder / "export.csv").write_text("\n".join(rows) + "\n", "utf-8")
    return Expected(paths=(folder / "export.csv",), truth=TRUTH)


def versus(folder: Path) -> ExpectedVotes:
    """Both systems in one cell, and who won."""
    rows: list[tuple[object, ...]] = [("prompt", "pair", "winner", "judge")]
    rows += [(i, f"{p[0]} vs {p[1]}", {1.0: p[0], 0.0: p[1], 0.5: "tie"}[v], w) for p, v, i, w in CAST]
    return ExpectedVotes(path=table_of(folder / "versus.csv", rows), truth=FOUND, items=7, annotators=5, may_ask=True)


def sides_exchanged(folder: Path) -> ExpectedVotes:
    """Left and right, and whether the two were exchanged: then left is the second."""
    rows: list[tuple[object, ...]] = [("item", "model_a", "model_b", "swapped", "answer", "user")]
    for k, (p, v, i, w) in enumerate(CAST):
        shown = v if k % 2 else 1 - v
        rows.append((i, *p, not k % 2, {1.0: "left", 0.0: "right", 0.5: "tie"}[shown], w))
    return ExpectedVotes(path=table_of(folder / "swapped.csv", rows), truth=FOUND, items=7, annotators=5, may_ask=True)


def ties_apart(folder: Path) -> ExpectedVotes:
    """A winner and a loser in every row, and a column that says that it was a tie."""
    rows: list[tuple[object, ...]] = [("item", "winner", "loser", "is_tie", "user")]
    rows += [(i, *(p[::-1] if v == 0 else p), v == 0.5, w) for p, v, i, w in CAST]
    return ExpectedVotes(path=table_of(folder / "ties.csv", rows), truth=FOUND, items=7, annotators=5, may_ask=True)


def rows_that_count(folder: Path) -> ExpectedVotes:
    """A row for each outcome of each pair, and how many votes it stands for."""
    rows: list[tuple[object, ...]] = [("model_a", "model_b", "winner", "count")]
    truth: list[tuple[str, str, float]] = []
    for k, p in enumerate(PAIRS):
        for value, word, count in ((1.0, "model_a", 9 + k), (0.0, "model_b", 4), (0.5, "tie", 2)):
            rows.append((*p, word, count))
            truth += [(*p, value)] * count
    return ExpectedVotes(path=table_of(folder / "counts.csv", rows), truth=truth, may_ask=True)


def letters_with_signs(folder: Path) -> ExpectedVotes:
    """A letter, with a sign where it is much better."""
    rows: list[tuple[object, ...]] = [("item", "System A", "System B", "Judgement", "Assessor")]
    strong = itertools.cycle(("", "+"))
    rows += [(i, *p, {1.0: "A", 0.0: "B"}[v] + next(strong) if v != 0.5 else "A=B", w) for p, v, i, w in CAST]
    return ExpectedVotes(path=table_of(folder / "signs.csv", rows), truth=FOUND, items=7, annotators=5, may_ask=True)


def skipped(folder: Path) -> ExpectedVotes:
    """Some rows were skipped: they are no ties, and no wins."""
    rows: list[tuple[object, ...]] = [("item", "model_a", "model_b", "winner", "user")]
    rows += [(i, *p, {1.0: "model_a", 0.0: "model_b", 0.5: "skipped"}[v], w) for p, v, i, w in CAST]
    return ExpectedVotes(path=table_of(folder / "skips.csv", rows), truth=[], asks=True)


def better_of_candidates(folder: Path) -> ExpectedVotes:
    """Objects for the two candidates and the number of the better one, counted from one."""
    rows = [
        {
            "task": i,
            "evaluator": w,
            "candidates": [{"system": p[0], "text": f"{p[0]} says"}, {"system": p[1], "text": f"{p[1]} says"}],
            "preferred": {1.0: 1, 0.0: 2, 0.5: 0}[v],
        }
        for p, v, i, w in CAST
    ]
    return ExpectedVotes(
        path=lines_of(folder / "candidates.jsonl", rows), truth=FOUND, items=7, annotators=5, may_ask=True
    )


def criterion_by_system(folder: Path) -> ExpectedRatings:
    """A row for each criterion, a column for each system."""
    by = {(s, n, w): (a, b) for s, n, w, a, b in SCORED}
    rows: list[tuple[object, ...]] = [("prompt_id", "criterion", "evaluator", *TRIO)]
    for n, w in dict.fromkeys((n, w) for _, n, w, _, _ in SCORED):
        rows += [(n, name, w, *(by[s, n, w][k] for s in TRIO)) for k, name in enumerate(("tone", "facts"))]
    return ExpectedRatings(path=table_of(folder / "criteria.csv", rows), truth=FIRST, criteria=2)


def people_in_headers(folder: Path) -> ExpectedRatings:
    """A column for each person, by first name: they could be criteria as well, so asking is as good."""
    by = {(s, n, w): a for s, n, w, a, _ in SCORED}
    rows: list[tuple[object, ...]] = [("item", "system", "Anna", "Ben")]
    rows += [(n, s, by[s, n, "r1"], by[s, n, "r2"]) for s, n in dict.fromkeys((s, n) for s, n, _, _, _ in SCORED)]
    truth = [(s, n, {"r1": "Anna", "r2": "Ben"}[w], a) for s, n, w, a in FIRST]
    return ExpectedRatings(path=table_of(folder / "people.csv", rows), truth=truth, may_ask=True)


def explained_headers(folder: Path) -> ExpectedRatings:
    """Headers that explain their scale, Windows line ends, a byte order mark, empty cells."""
    rows: list[tuple[object, ...]] = [
        ("Item ID", "System name", "Assessor", "Fluency (1 = bad, 5 = good)", "Facts (1 = wrong, 5 = right)")
    ]
    rows += [(n, s, w, a, b if k % 5 else "") for k, (s, n, w, a, b) in enumerate(SCORED)]
    path = table_of(folder / "explained.csv", rows, ";")
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    return ExpectedRatings(path=path, truth=FIRST, criteria=2)


def scores_inside(folder: Path) -> ExpectedRatings:
    """A list of ratings in an object, each with an object of scores and an id of its output."""
    rows = [
        {"rating_id": f"x{k}", "output": {"item": n, "system": s}, "rater": w, "scores": {"tone": a, "facts": b}}
        for k, (s, n, w, a, b) in enumerate(SCORED)
    ]
    return ExpectedRatings(
        path=value_of(folder / "ratings.json", {"project": "p", "ratings": rows}), truth=FIRST, criteria=2
    )


def scores_of_two(folder: Path) -> ExpectedRatings:
    """A sheet with a title row of system names above the criteria."""
    above = ["", "", *(cell for s in TRIO for cell in (s, ""))]
    below = ["Item", "Rater", *(name for _ in TRIO for name in ("Tone", "Facts"))]
    by = {(s, n, w): (a, b) for s, n, w, a, b in SCORED}
    rows = [
        [n, w, *(v for s in TRIO for v in by[s, n, w])] for n, w in dict.fromkeys((n, w) for _, n, w, _, _ in SCORED)
    ]
    return ExpectedRatings(
        path=table_of(folder / "grid.csv", [above, below, *rows]), truth=FIRST, criteria=2, may_ask=True
    )


OUTPUTS: tuple[Callable[[Path], Expected], ...] = (
    *(old_line_ends, french_workbook, hypotheses_by_system, inputs_and_systems, generated_with_tokens),
    *(translation_scores, one_table_each, events_of_a_run, user_turns, remark_above),
)
VOTES: tuple[Callable[[Path], ExpectedVotes], ...] = (
    *(versus, sides_exchanged, ties_apart, rows_that_count, letters_with_signs, skipped, better_of_candidates),
)
RATINGS: tuple[Callable[[Path], ExpectedRatings], ...] = (
    *(criterion_by_system, people_in_headers, explained_headers, scores_inside, scores_of_two),
)
