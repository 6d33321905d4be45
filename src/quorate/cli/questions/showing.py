"""A question as an annotator sees it in a terminal."""

import json
import os
import shlex
from typing import TYPE_CHECKING, Any

from quorate.cli.opening import place
from quorate.cli.options import DEFAULT_STORE
from quorate.cli.output import clean

if TYPE_CHECKING:
    from rich.console import RenderableType

    from quorate.study import Question


def show_question(question: "Question", *, is_chat: bool = False) -> "RenderableType":
    """The question, what is shown of the item, and the outputs side by side; chats as turns, where there are any."""
    from rich import box
    from rich.console import Group
    from rich.panel import Panel
    from rich.table import Table
    from rich.text import Text

    from quorate.study.chats import as_text, turns_of

    def said(text: str) -> str:
        turns = turns_of(text) if is_chat else None
        return clean(text if turns is None else as_text(turns))

    parts: list[RenderableType] = [Text(f"{question.number}. {clean(question.words)}", style="bold")]
    parts += [Panel(Text(said(text)), title=field, title_align="left") for field, text in question.item.items()]
    if not question.outputs:
        return Group(*parts)
    alone = "statement" if question.kind == "statement" else "output"
    titles = ("A (left)", "B (right)") if len(question.outputs) == 2 else (alone,)
    side_by_side = Table(box=box.ROUNDED, expand=True, border_style="cyan", header_style="bold cyan")
    for title in titles:
        side_by_side.add_column(title, ratio=1, overflow="fold")
    side_by_side.add_row(*(Text(said(output) or "(empty)") for output in question.outputs))
    return Group(*parts, side_by_side)


def ways_to_answer(question: "Question", *, study: str, annotator: str, store: str) -> "RenderableType":
    """How to tell the answer, and until when the question is reserved."""
    from datetime import UTC, datetime

    from rich.text import Text

    until = datetime.fromtimestamp(question.expires, UTC)
    words = ["quorate", "tell", study, str(question.number), "ANSWER", "--annotator", annotator]
    words += ["--store", place(store)] if store != os.environ.get("QUORATE_STORE", DEFAULT_STORE) else []
    return Text(
        f"ANSWER: {answers(question)}. Reserved until {until:%Y-%m-%d %H:%M} UTC.\n{shlex.join(words)}", style="dim"
    )


def answers(question: "Question") -> str:
    """Which answers there are, in words."""
    if question.kind == "comparison":
        return "left, right or tie" if question.criteria[0]["step"] == 0.5 else "left or right"
    if question.kind == "statement":
        return _of_statement(question)
    if question.kind in _SHAPES:
        return _SHAPES[question.kind]
    if len(question.criteria) == 1:
        return _numbers(question.criteria[0])
    example = {criterion["name"]: criterion["high"] for criterion in question.criteria}
    each = "; ".join(f"{criterion['name']} {_numbers(criterion)}" for criterion in question.criteria)
    return f"'{json.dumps(example)}' ({each})"


def _of_statement(question: "Question") -> str:
    links = dict.fromkeys(question.options["links"], "right")
    if not (links or question.options["evidence"]):
        return "right, wrong or 'cannot tell'"
    example: dict[str, Any] = {"verdict": "right"} | ({"links": links} if links else {})
    if question.options["evidence"]:
        example["evidence"] = [{"paragraph": 0, "start": 4, "end": 9, "stance": "supports"}]
    return f"'{json.dumps(example)}' (or wrong, cannot tell)"


_SHAPES = {
    "listing": """'{"marks": [{"start": 4, "end": 9}], "links": [{"from": 0, "to": 1, "relation": "…"}], """
    """"facts": ["…"]}' (whatever of it there is)""",
    "edit": "the edited text",
    "check": """'{"verdict": "correct", "confirmed": true, "evidence": [{"paragraph": 0, "start": 4, "end": 9, """
    """"stance": "supports"}]}' (or incorrect, contradicts; or cannot tell, without evidence)""",
    "spans": """'{"score": 80, "spans": [{"start": 4, "end": 9, "weight": "minor"}]}' (or major)""",
}


def _numbers(criterion: Any) -> str:  # noqa: ANN401 - a criterion as JSON
    steps = f" in steps of {criterion['step']:g}" if criterion["step"] not in (0, 1) else ""
    whole = "a whole number" if criterion["step"] == 1 else "a number"
    return f"{whole} from {criterion['low']:g} to {criterion['high']:g}{steps}"
