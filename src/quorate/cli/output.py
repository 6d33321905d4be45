"""What a verb says: words for people or one JSON value for scripts, both on stdout."""

import json
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console, RenderableType


AFTER_THE_CLOSE = (
    "The study is open: its choices can be verified only after the close, when the secret that they are drawn from is "
    "revealed."
)


def say(words: str, data: Any, *, as_json: bool) -> None:  # noqa: ANN401 - JSON is what it is
    """Print the words, or the data as JSON."""
    typer.echo(json_text(data) if as_json else words)


def json_text(data: Any, *, indent: int | None = 2) -> str:  # noqa: ANN401
    """One JSON value as text."""
    return json.dumps(data, ensure_ascii=False, indent=indent, allow_nan=False)


def draw(thing: "RenderableType") -> None:
    """Print a table or a panel at the width of the terminal."""
    stdout_console().print(thing)


def stdout_console() -> "Console":
    """A console that writes words as they are: nothing in them is markup or an emoji."""
    from rich.console import Console

    return Console(markup=False, emoji=False, highlight=False)


def clean(text: str) -> str:
    """A text that cannot steer the terminal: control characters other than line ends and tabs are replaced."""
    return "".join(letter if letter.isprintable() or letter in "\n\t" else "\ufffd" for letter in text)
