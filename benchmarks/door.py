"""What people bring, through `quorate define --preview` and `quorate estimate`: files of other tools, and made ones.

Real files are those under `formats/` of the data folder; made ones are in the same shapes and in those that people make
themselves. What must be understood was read off the files by a person: how many systems and items, and what is shown.
A file of votes, scores or figures alone must be refused as outputs, in one line that says why, and outputs as votes.
Then ten things that people come for, each one command or twelve lines.
"""

import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import door_tasks
import fresh_shapes
import last_shapes
import later_shapes
import mended_shapes
import reading
import stranger_outputs
import stranger_ratings
import stranger_votes
import unseen_shapes
from door_estimates import estimate_files
from frame import Results, parse_arguments
from in_process import command
from made_tool_shapes import SHAPES
from rich.console import Console
from rich.table import Table


@dataclass(frozen=True, kw_only=True)
class Case:
    """Files, and what must be understood of them.

    Attributes:
        name: What they are.
        files: The files as the command names them.
        systems: How many systems they hold; 0 where they hold no outputs.
        items: How many items.
        shown: What is shown of an item.
        more: Other options of the command.
        words: What a refusal must say.
        is_real: Whether another tool wrote them.
    """

    name: str
    files: tuple[str, ...]
    systems: int = 0
    items: int = 0
    shown: tuple[str, ...] = ("source",)
    more: tuple[str, ...] = ()
    words: str = ""
    is_real: bool = True


RATED = ("--kind", "rating")
REAL = (
    ("alpaca-eval/model_outputs-*.json", 2, 6, ("instruction",), ()),
    ("alpaca-eval/annotations.json", 2, 3, ("instruction",), ()),
    ("alpaca-eval/annotations-weighted.json", 2, 2, ("instruction",), ()),
    ("alpaca-eval", 2, 6, ("instruction",), ()),
    ("helm/narrative_qa", 1, 3, ("source",), RATED),
    ("huggingface/rows-imdb.json", 1, 3, (), RATED),
    ("inspect/log.json", 1, 1, ("source",), RATED),
    ("inspect/log.eval", 1, 1, ("source",), RATED),
    ("inspect/log-images.json", 1, 1, ("source",), RATED),
    ("inspect/mmlu-choices.eval", 1, 1, ("source",), RATED),
    ("label-studio/pairwise-task.json", 2, 1, (), ()),
    ("label-studio/pairwise-annotation.json", 2, 1, (), ()),
    ("label-studio/llm-ranker-task.json", 12, 1, ("prompt",), ()),
    ("langfuse/trace-claude-agent.json", 1, 1, ("source",), RATED),
    ("langfuse/trace-pydantic-ai-gemini.json", 1, 1, ("source",), RATED),
    ("langsmith/run-openai.json", 1, 1, ("source",), RATED),
    ("langsmith/run-openai-reasoning.json", 1, 1, ("source",), RATED),
    ("lm-eval", 1, 4, ("source",), RATED),
    ("mt-bench", 2, 4, ("source",), ()),
    ("promptfoo/output-v1.json", 2, 2, ("source",), ()),
    ("promptfoo/output.csv", 2, 4, ("source",), ()),
    ("promptfoo/output-cli.json", 2, 4, ("source",), ()),
    ("promptfoo/output-llama4.json", 2, 5, ("source",), ()),
    ("promptfoo/eval-v3.json", 2, 4, ("source",), ()),
    ("promptfoo/eval-v4.json", 2, 4, ("source",), ()),
    ("wmt/generaltest2022.en-de.*", 2, 20, ("source",), ()),
)
REFUSED = (
    ("inspect/log-llm-scoring.json", "no samples"),
    ("inspect/log-tool-call-error.json", "no item that a system has an output for"),
    ("huggingface/rows-images.json", "hold no texts"),
    ("label-studio/ranker-annotation.json", "annotations without what was annotated"),
    ("label-studio/previous-export.json", "no column 'output'"),
    ("lm-eval/results.json", "results without samples"),
    ("mt-bench/question.jsonl", "questions without answers"),
    ("mt-bench/gpt-4_pair.jsonl", "verdicts, not answers"),
    ("chatbot-arena/votes.jsonl", "verdicts, not answers"),
    ("wmt/en-de.mqm.seg.score", "no outputs are known to look like this"),
    ("wmt/esa-wave2-en-cs.csv", "holds values, not names of columns"),
)


def real(data: Path) -> Iterator[Case]:
    """The cases whose files are in the data folder."""
    root = data / "formats"
    for pattern, systems, items, shown, more in REAL:
        found = tuple(map(str, sorted(root.glob(pattern))))
        if found:
            yield Case(name=pattern, files=found, systems=systems, items=items, shown=shown, more=more)
    for pattern, words in REFUSED:
        if (root / pattern).is_file():
            yield Case(name=pattern, files=(str(root / pattern),), words=words, more=RATED)


def made(folder: Path) -> Iterator[Case]:
    """A case of every shape."""
    for name, make in SHAPES.items():
        place = folder / name.replace(" ", "-")
        place.mkdir()
        one = make(place)
        files = tuple(map(str, one.paths))
        yield Case(name=name, files=files, systems=len(one.systems), items=4, shown=one.shown, is_real=False)


def run(case: Case) -> dict[str, object]:
    """What the command understood, whether that is right, and how long it took."""
    before = time.perf_counter()
    done = command("define", "door", *case.files, *case.more, "--preview", "--json")
    taken = round(time.perf_counter() - before, 2)
    if done.code:
        is_one_line = done.err.startswith("Error: ") and done.err.count("\n") == 1
        is_right = is_one_line and not case.systems and case.words in done.err
        said = done.err.strip().replace(case.files[0], Path(case.files[0]).name)[:200]
        return {"case": case.name, "format": "refused", "said": said, "right": is_right, "guesses": 0, "seconds": taken}
    read = json.loads(done.out)["read"]
    formats = ", ".join(part["format"] for part in read["formats"])
    is_right = (len(read["systems"]), read["items"], tuple(read["shown"])) == (case.systems, case.items, case.shown)
    said = f"{len(read['systems'])} systems, {read['items']} items, shows {', '.join(read['shown']) or 'nothing'}"
    more = {"right": is_right, "guesses": len(read["guesses"]), "guessed": read["guesses"], "seconds": taken}
    return {"case": case.name, "format": formats, "said": said, **more}


def _estimates(results: Results, root: Path) -> None:
    """Files of votes and ratings, and what is refused as such."""
    found = estimate_files(root)
    wrong = [one for one in found if not one.is_right]
    for one in wrong:
        print(f"wrong: {one.name}: {one.said}")
    results.at_most("estimated wrongly", "files of other tools", len(wrong), "cases", 2)
    results.at_least("estimated rightly", "files of other tools", len(found) - len(wrong), "cases", len(found) - 2)
    results.extra |= {"estimates": [asdict(one) for one in found]}


LOTS = (
    *(mended_shapes, unseen_shapes, fresh_shapes, stranger_outputs, stranger_votes, stranger_ratings, later_shapes),
    last_shapes,
)


def _shapes(results: Results) -> None:
    """Six lots of shapes, of which nobody knew the later ones when the readers of the earlier ones were written."""
    counts: Counter[str] = Counter()
    said = []
    for lot in LOTS:
        makers = [(reading.judge_outputs, "OUTPUTS"), (reading.judge_votes, "VOTES")]
        makers += [(reading.judge_ratings, "RATINGS")]
        for judge, kind in makers:
            for make in getattr(lot, kind, ()):
                with tempfile.TemporaryDirectory() as folder:
                    expected = make(Path(folder))
                    verdict, words = judge(expected)
                known = "asked" if verdict == "refused" and expected.asks else verdict
                counts[known] += 1
                bare = words.replace(f"{folder}/", "")
                said.append({"shape": make.__name__, "verdict": known, "said": bare[:200]})
    whole = counts.total()
    where = f"{whole} shapes of outputs, votes and ratings"
    results.at_least("read rightly", where, counts["right"], "cases", whole * 6 // 10)
    known = whole - counts["wrong"] - counts["refused"]
    results.at_least("read rightly, or asked where nobody can know", where, known, "cases", whole * 19 // 20)
    results.at_most("read as something else", where, counts["wrong"], "cases", 2)
    results.extra |= {"shapes": said}


def _tasks(results: Results, *, quick: bool) -> None:
    """What people come for."""
    tasks = door_tasks.TASKS[::3] if quick else door_tasks.TASKS
    with tempfile.TemporaryDirectory() as folder:
        door_tasks.prepare(Path(folder))
        found = {task.name: door_tasks.done(task, Path(folder)) for task in tasks}
    for name, (is_done, why) in found.items():
        print(f"{name}: {'done' if is_done else why}")
    count = sum(is_done for is_done, _ in found.values())
    results.at_least("tasks done", "one command or at most 12 lines each", count, "tasks", len(tasks))
    results.extra |= {"tasks": {task.name: task.command.strip() for task in tasks}}


def main() -> int:
    """Run every case, print the table, and save the figures."""
    arguments = parse_arguments(__doc__)
    results = Results(benchmark="door", seeds=[], runs={"quick": int(arguments.quick)})
    table = Table(title="What was understood", title_justify="left")
    for column in ("file", "as", "understood", "right"):
        table.add_column(column, overflow="fold")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        cases = [*(real(arguments.data) if arguments.data else ()), *made(Path(folder))]
        chosen = cases[::4] if arguments.quick else cases
        for case in chosen:
            row = run(case) | {"real": case.is_real, "asked": asdict(case)["systems"]}
            rows.append(row)
            table.add_row(case.name, str(row["format"]), str(row["said"]), "yes" if row["right"] else "NO")
    Console(width=160).print(table)
    if arguments.data:
        _estimates(results, arguments.data / "formats")
    _shapes(results)
    _tasks(results, quick=arguments.quick)
    for what, is_real in (("files of other tools", True), ("made files", False)):
        some = [row for row in rows if row["real"] is is_real]
        if some:
            results.at_least("understood rightly", what, sum(bool(row["right"]) for row in some), "cases", len(some))
            results.at_most("understood wrongly", what, sum(not row["right"] for row in some), "cases", 2)
    results.extra |= {"cases": rows}
    return results.finish(arguments.json)


if __name__ == "__main__":
    sys.exit(main())
