"""Made files in shapes that were written down after the readers, which were then mended where they failed.

Each says what must be understood of it, or that nobody can know without asking; see `reading.py`.
"""

import itertools
from collections.abc import Callable, Sequence
from pathlib import Path

from made_shapes import lines_of, table_of, value_of
from reading import Expected, ExpectedVotes

ASKED = (
    "Can I take ibuprofen together with aspirin?",
    "How long does a cold usually last?",
    "What does a high ferritin level mean?",
    "Is it safe to exercise with a fever?",
    "Which foods are rich in magnesium?",
    "How often should blood pressure be checked at home?",
)
SAID = {
    "medbot": (
        "Better not without asking a doctor; both can irritate the stomach.",
        "Seven to ten days.",
        "It may point to inflammation, liver disease or too much iron, so it should be looked at with other values.",
        "No, rest until the fever is gone for a day.",
        "Nuts, seeds, whole grains and leafy greens.",
        "Twice in the morning and twice in the evening for a week, then as agreed.",
    ),
    "careline-2": (
        "Yes.",
        "About a week, though a cough may stay for three.",
        "Too much iron.",
        "Light walking is fine for most people, but hard training with a fever is a bad idea.",
        "Spinach, almonds, pumpkin seeds, black beans.",
        "Once a day.",
    ),
    "triage-xl": (
        "Only if a physician said so.",
        "A cold lasts 7–10 days in adults.",
        "Ask for a transferrin saturation as well; ferritin alone says little.",
        "Do not exercise with a fever.",
        "Pumpkin seeds have the most: 150 mg in 28 g.",
        "Daily, at the same time.",
    ),
}
KEY = tuple(f"Guideline {number}: see the leaflet." for number in range(6))
N, NAMES = range(6), tuple(SAID)


def truth(*systems: str) -> dict[str, dict[str, str]]:
    """Outputs by what was asked, of these systems or of all."""
    return {system: dict(zip(ASKED, SAID[system], strict=True)) for system in systems or NAMES}


def answer_sheet(folder: Path) -> Expected:
    """A spreadsheet with letters instead of names, and a key that nobody gave."""
    rows = [("Case", "Patient question", "Answer X", "Answer Y", "Guideline answer", "Remarks")]
    rows += [(n + 1, ASKED[n], SAID["medbot"][n], SAID["triage-xl"][n], KEY[n], "") for n in N]
    found = {"X": truth()["medbot"], "Y": truth()["triage-xl"]}
    named = {"Answer X": found["X"], "Answer Y": found["Y"]}
    return Expected(paths=(table_of(folder / "sheet.csv", rows),), truth=named, hidden=KEY)


def rows_of_turns(folder: Path) -> Expected:
    """A log with a row for each turn: nobody can know which turn is judged."""
    rows: list[Sequence[object]] = [("conversation", "turn", "speaker", "utterance")]
    for n in N:
        rows += [(f"c{n}", 1, "patient", ASKED[n]), (f"c{n}", 2, "medbot", SAID["medbot"][n])]
    return Expected(paths=(table_of(folder / "turns.csv", rows),), truth={}, asks=True)


def keyed_twice(folder: Path) -> Expected:
    """Items by name, each with its question and an object of answers."""
    rows = {f"case-{n}": {"question": ASKED[n], "answers": {s: SAID[s][n] for s in NAMES}} for n in N}
    return Expected(paths=(value_of(folder / "cases.json", rows),), truth=truth())


def runs_in_one(folder: Path) -> Expected:
    """A list of runs, each with its model and its list of results."""
    runs = [
        {"model": s, "date": "2026-01-01", "results": [{"prompt": ASKED[n], "output": SAID[s][n]} for n in N]}
        for s in NAMES
    ]
    return Expected(paths=(value_of(folder / "runs.json", runs),), truth=truth())


def items_then_systems(folder: Path) -> Expected:
    """A folder for each item, a text for each system in it."""
    for n in N:
        for name, text in (("question", ASKED[n]), *((s, SAID[s][n]) for s in NAMES)):
            place = folder / "cases" / f"case_{n}" / f"{name}.txt"
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(f"{text}\n", encoding="utf-8")
    return Expected(paths=(folder / "cases",), truth=truth())


def sheet_with_summary(folder: Path) -> Expected:
    """A workbook that begins with a table of figures."""
    from openpyxl import Workbook

    book = Workbook()
    book.active.title = "Summary"
    for row in (("Model", "Mean score"), *((s, 3.5) for s in NAMES)):
        book.active.append(row)
    sheet = book.create_sheet("Raw data")
    sheet.append(("Q#", "Question text", "Model name", "Model response", "Tokens"))
    for s, n in itertools.product(NAMES, N):
        sheet.append((n + 1, ASKED[n], s, SAID[s][n], 31))
    book.save(folder / "study.xlsx")
    return Expected(paths=(folder / "study.xlsx",), truth=truth())


def langchain(folder: Path) -> Expected:
    """Messages with types, the answer apart, the model in `llm_output`."""
    rows = [
        {
            "input": {"messages": [{"type": "human", "content": ASKED[n]}]},
            "output": {"type": "ai", "content": SAID[s][n]},
            "llm": s,
        }
        for s, n in itertools.product(NAMES, N)
    ]
    return Expected(paths=(lines_of(folder / "chain.jsonl", rows),), truth=truth())


def anthropic(folder: Path) -> Expected:
    """Answers of an API whose content is a list of parts, with what was sent beside them."""
    rows = [
        {
            "request": {"messages": [{"role": "user", "content": ASKED[n]}], "max_tokens": 512},
            "response": {"model": s, "role": "assistant", "content": [{"type": "text", "text": SAID[s][n]}]},
        }
        for s, n in itertools.product(NAMES, N)
    ]
    return Expected(paths=(lines_of(folder / "sent.jsonl", rows),), truth=truth())


def prompts_aside(folder: Path) -> Expected:
    """Prompts in a table of their own, answers as a text for each system, line by line."""
    table_of(folder / "prompts.csv", [("id", "prompt"), *((n + 1, ASKED[n]) for n in N)])
    for s in NAMES:
        (folder / f"{s}.txt").write_text("\n".join(SAID[s]) + "\n", encoding="utf-8")
    return Expected(paths=(folder,), truth=truth(), may_ask=True)


def columns_named_alike(folder: Path) -> Expected:
    """Several columns for each system: its answer, its tokens, its finish reason."""
    head = ["query", *(f"{s} {what}" for s in NAMES for what in ("response", "tokens", "finish reason"))]
    rows = [[ASKED[n], *(cell for s in NAMES for cell in (SAID[s][n], 20 + n, "stop"))] for n in N]
    return Expected(paths=(table_of(folder / "apart.csv", [head, *rows]),), truth=truth())


def samples_unnamed(folder: Path) -> Expected:
    """Several answers in each row, and no word about whose they are."""
    rows = [{"prompt": ASKED[n], "responses": [SAID[s][n] for s in NAMES]} for n in N]
    return Expected(paths=(lines_of(folder / "samples.jsonl", rows),), truth={}, asks=True)


def with_comment_lines(folder: Path) -> Expected:
    """A table below lines of comments."""
    path = table_of(
        folder / "table.tsv",
        [("qid", "question", *NAMES), *((n, ASKED[n], *(SAID[s][n] for s in NAMES)) for n in N)],
        "\t",
    )
    path.write_text(f"# exported 2026-02-01\n# six questions\n{path.read_text(encoding='utf-8')}", encoding="utf-8")
    return Expected(paths=(path,), truth=truth())


def multiline_cells(folder: Path) -> Expected:
    """Cells of several lines, quoted, with separators in them."""
    long = {s: tuple(f'{text}\n\n- first; second\n- "third", fourth' for text in SAID[s]) for s in NAMES}
    rows = [("Instruction", *(f"output_{s}" for s in NAMES)), *((ASKED[n], *(long[s][n] for s in NAMES)) for n in N)]
    found = {s: dict(zip(ASKED, long[s], strict=True)) for s in NAMES}
    return Expected(paths=(table_of(folder / "long.csv", rows, ";"),), truth=found)


def file_each_wrapped(folder: Path) -> Expected:
    """A file for each system: settings, and the generations as an object by item."""
    paths = [
        value_of(
            folder / f"results_{s}_20260201.json",
            {
                "config": {"temperature": 0},
                "generations": {f"q{n}": {"input": ASKED[n], "output": SAID[s][n]} for n in N},
            },
        )
        for s in NAMES
    ]
    return Expected(paths=tuple(paths), truth=truth(), may_ask=True)


PAIRS = tuple(itertools.combinations(NAMES, 2))
CAST = tuple(
    (*(PAIRS[i % 3][:: 1 if i % 2 else -1]), (1.0, 0.0, 0.0, 0.5)[i % 4], f"case{i % 6}", f"nurse{(i + i // 6) % 4}")
    for i in range(18)
)


def _voted(path: Path, head: Sequence[str], words: dict[float, str], mark: str = ",") -> ExpectedVotes:
    rows = [head, *((item, a, b, words[value], who) for a, b, value, item, who in CAST)]
    return ExpectedVotes(path=table_of(path, rows, mark), truth=[vote[:3] for vote in CAST], annotators=4, items=6)


def spanish(folder: Path) -> ExpectedVotes:
    """Headers and answers in Spanish."""
    head = ("pregunta", "sistema A", "sistema B", "preferencia", "anotador")
    return _voted(folder / "votos.csv", head, {1.0: "A es mejor", 0.0: "B es mejor", 0.5: "empate"}, ";")


def strong_words(folder: Path) -> ExpectedVotes:
    """Degrees in words, upside down: who is worse."""
    head = ("case_id", "bot_1", "bot_2", "verdict", "reviewer")
    words = {1.0: "Bot 2 is clearly worse", 0.0: "Bot 1 is slightly worse", 0.5: "No difference"}
    return _voted(folder / "verdicts.csv", head, words)


def capitals(folder: Path) -> ExpectedVotes:
    """Names in capitals with spaces, answers as `SYSTEM A WINS`."""
    head = ("CASE NUMBER", "SYSTEM A", "SYSTEM B", "RESULT", "EVALUATOR ID")
    return _voted(folder / "capitals.csv", head, {1.0: "SYSTEM A WINS", 0.0: "SYSTEM B WINS", 0.5: "DRAW"})


def by_index(folder: Path) -> ExpectedVotes:
    """The winner as 0 or 1: the first side or the first winning? Nobody knows."""
    rows = [{"id": item, "systems": [a, b], "winner": int(value), "rater": who} for a, b, value, item, who in CAST]
    return ExpectedVotes(path=lines_of(folder / "index.jsonl", rows), truth=[], asks=True)


def seven_steps(folder: Path) -> ExpectedVotes:
    """Numbers from 1 to 7, of which only who asked knows the direction."""
    rows = [
        ("case", "model_a", "model_b", "preference", "rater"),
        *((i, a, b, k % 7 + 1, w) for k, (a, b, _, i, w) in enumerate(CAST)),
    ]
    return ExpectedVotes(path=table_of(folder / "seven.csv", rows), truth=[], asks=True)


def nested_sides(folder: Path) -> ExpectedVotes:
    """Each side an object with its system."""
    rows = [
        {
            "case": i,
            "left": {"system": a, "text": "…"},
            "right": {"system": b, "text": "…"},
            "choice": {1.0: "left", 0.0: "right", 0.5: "tie"}[v],
            "rater": w,
        }
        for a, b, v, i, w in CAST
    ]
    return ExpectedVotes(
        path=lines_of(folder / "sides.jsonl", rows),
        truth=[vote[:3] for vote in CAST],
        annotators=4,
        items=6,
        may_ask=True,
    )


def ranks_beside(folder: Path) -> ExpectedVotes:
    """A column of ranks for each system, in words of places."""
    rows = [
        (f"case{i}", f"nurse{i % 3}", *order)
        for i, order in enumerate([(1, 2, 3), (3, 1, 2), (1, 3, 2), (2, 2, 1)] * 2)
    ]
    found = [
        (a, b, 1.0 if ranks[a] < ranks[b] else 0.5 if ranks[a] == ranks[b] else 0.0)
        for _, _, *order in rows
        for ranks in [dict(zip(NAMES, order, strict=True))]
        for a, b in PAIRS
    ]
    path = table_of(folder / "places.csv", [("case", "nurse", *(f"{s} (rank)" for s in NAMES)), *rows])
    return ExpectedVotes(path=path, truth=found, items=8)


def confident(folder: Path) -> ExpectedVotes:
    """Probabilities of a judge model."""
    rows = [
        {"question_id": i, "model_1": a, "model_2": b, "outcome": round(0.05 + k / 20, 2), "judge": "judge-model"}
        for k, (a, b, _, i, _) in enumerate(CAST)
    ]
    found = [(a, b, round(0.05 + k / 20, 2)) for k, (a, b, *_) in enumerate(CAST)]
    return ExpectedVotes(path=lines_of(folder / "soft.jsonl", rows), truth=found, items=6)


def survey(folder: Path) -> ExpectedVotes:
    """An export of a form, a question in each column: who wrote what is not in it."""
    head = ("Submitted at", "Token", "Case 1: which answer is better?", "Case 2: which answer is better?")
    rows = [head, *((f"2026-02-0{i + 1}", f"x{i}", "The first one", "They are equal") for i in range(5))]
    return ExpectedVotes(path=table_of(folder / "form.csv", rows), truth=[], asks=True)


def vote_sheet(folder: Path) -> ExpectedVotes:
    """A workbook with a title, blank rows and a remark below the header row's right."""
    from openpyxl import Workbook

    book = Workbook()
    for row in (
        ("Blind test of the triage bots",),
        (),
        ("Case", "Left bot", "Right bot", "Better bot", "Nurse", "Remarks"),
    ):
        book.active.append(row)
    for a, b, value, item, who in CAST:
        book.active.append((item, a, b, {1.0: a, 0.0: b, 0.5: "both the same"}[value], who, None))
    book.save(folder / "votes.xlsx")
    return ExpectedVotes(path=folder / "votes.xlsx", truth=[vote[:3] for vote in CAST], items=6)


OUTPUTS: tuple[Callable[[Path], Expected], ...] = (
    *(
        answer_sheet,
        rows_of_turns,
        keyed_twice,
        runs_in_one,
        items_then_systems,
        sheet_with_summary,
        langchain,
        anthropic,
    ),
    *(prompts_aside, columns_named_alike, samples_unnamed, with_comment_lines, multiline_cells, file_each_wrapped),
)
VOTES: tuple[Callable[[Path], ExpectedVotes], ...] = (
    *(
        spanish,
        strong_words,
        capitals,
        by_index,
        seven_steps,
        nested_sides,
        ranks_beside,
        confident,
        survey,
        vote_sheet,
    ),
)
