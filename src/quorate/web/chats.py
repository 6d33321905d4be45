"""Chats on the way to a page: as turns that it can show, without what only machines read."""

import json
from typing import Any

from quorate.study.chats import to_plain, turns_of
from quorate.study.question import Question

# Answers to these speak of places in a text: there it must arrive as it is.
_MARKED_OUTPUTS = {"edit", "spans"}


def readable(question: Question) -> dict[str, Any]:
    """What a question shows, each chat as the JSON of its turns; all else as it is."""
    marked = question.options.get("context")  # the field whose paragraphs evidence is marked in
    item = {name: text if name == marked else _shown(text) for name, text in question.item.items()}
    outputs = question.outputs if question.kind in _MARKED_OUTPUTS else tuple(_shown(text) for text in question.outputs)
    return {"item": item, "outputs": outputs}


def _shown(text: str) -> str:
    turns = turns_of(text)
    return text if turns is None else json.dumps(to_plain(turns), ensure_ascii=False, separators=(",", ":"))
