"""Answers of MT-bench (FastChat): `model_answer/MODEL.jsonl`, with `question.jsonl`."""

from collections.abc import Sequence
from typing import Any

from quorate.errors import FileError
from quorate.io.json_tables import iterate_objects
from quorate.io.readers.reader import Glimpse, Reader, Reading, Sign, Wanted, table_of
from quorate.io.table import stack


def _recognise(file: Glimpse) -> Sign | None:
    if file.every_has("question_id", "model_id", "choices"):
        return Sign(sureness=1, why="'question_id', 'model_id' and 'choices'")
    if file.every_has("question_id", "turns"):
        return Sign(sureness=1, why="'question_id' and 'turns'")
    if file.every_has("question_id", "judge", "turn"):
        return Sign(sureness=0.7, why="'question_id' and 'judge'")
    return None


def _read(files: Sequence[Glimpse], wanted: Wanted) -> Reading:
    about: dict[str, dict[str, Any]] = {}
    answers, left_out = [], []
    for file in files:
        if "turns" in file.first[0]:
            for _, row in iterate_objects(file.path):
                about[str(row["question_id"])] = {
                    "source": _turns(row["turns"]),
                    "reference": _turns(row.get("reference")),
                    "domain": row.get("category"),
                }
        elif "choices" in file.first[0]:
            answers.append(file)
        else:
            left_out.append(f"{file.path.name}: verdicts, no outputs")
    if not answers:
        what = "verdicts, not answers" if left_out else "questions without answers"
        raise FileError(files[0].path, f"these are {what}.", remedy="Name the files of model_answer/ too.")
    tables = []
    for file in answers:
        rows, places = [], []
        for line, row in iterate_objects(file.path):
            item = str(row.get("question_id"))
            try:
                text = _turns(row["choices"][0]["turns"])
            except (IndexError, KeyError, TypeError) as error:
                raise FileError(
                    file.path, "the answer has no choices with turns.", line=line, remedy="Write it again."
                ) from error
            rows.append(
                {"item": item, "system": wanted.system or row.get("model_id"), "output": text, **about.get(item, {})}
            )
            places.append(line)
        tables.append(table_of(file.path, rows, places))
    guesses = () if about else ("no question.jsonl was given: the questions are not shown",)
    return Reading(table=stack(tables), guesses=guesses, left_out=tuple(left_out))


def _turns(turns: object) -> str | None:
    """One turn as it is, several below each other with their numbers."""
    if not isinstance(turns, list) or not turns:
        return None
    texts = [str(turn) for turn in turns]
    return (
        texts[0] if len(texts) == 1 else "\n\n".join(f"Turn {number}: {text}" for number, text in enumerate(texts, 1))
    )


READER = Reader(name="mt-bench", title="answers of MT-bench", recognise=_recognise, read=_read)
