"""The outputs of a system as a JSON object, read piece by piece.

A general reader builds all of a body before anybody looks at it, which takes seconds for one made to be slow, while
every other thread waits. This one knows what may come, `{"name": text, "outputs": {item: text}}`, and stops at the
first thing that may not.
"""

import re
from collections.abc import Callable, Container, Iterator
from json import JSONDecodeError, decoder
from typing import NoReturn

from quorate.errors import InputError

_scan: Callable[[str, int, bool], tuple[str, int]] = decoder.scanstring  # type: ignore[attr-defined]
_SPACE = re.compile(r"[ \t\n\r]*")
_SHAPE = 'Send {"name": "…", "outputs": {item: output}}.'


def read_submission(content: bytes, items: Container[str]) -> tuple[str, dict[str, str]]:
    """The name of a system, and item → output.

    Raises:
        InputError: The body is not of that shape, or has an item that the study does not know, or one twice.
    """
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        raise InputError("The body of the request is not JSON in UTF-8.") from error
    reader = _Reader(text)
    name: str | None = None
    outputs: dict[str, str] | None = None
    for key in reader.names():
        if key == "name" and name is None:
            name = reader.string("name")
        elif key == "outputs" and outputs is None:
            outputs = {}
            for item in reader.names():
                if item not in items:
                    raise InputError(f"The study has no item {item[:200]!r}.")
                if item in outputs:
                    raise InputError(f"The item {item!r} comes twice.")
                outputs[item] = reader.string(f"outputs.{item}")
        else:
            raise InputError(f"Nothing called {key[:100]!r} is expected here, or not twice. {_SHAPE}")
    reader.end()
    if name is None or outputs is None:
        raise InputError(f"The name or the outputs are missing. {_SHAPE}")
    if not 1 <= len(name) <= 200:
        raise InputError("name: between 1 and 200 characters are expected.")
    return name, outputs


class _Reader:
    """Goes through a text once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def names(self) -> Iterator[str]:
        """The keys of an object; whoever gets one reads its value before the next."""
        self._take("{")
        if self._sees("}"):
            return
        while True:
            key = self.string("a key")
            self._take(":")
            yield key
            if self._sees("}"):
                return
            self._take(",")

    def string(self, what: str) -> str:
        """A text."""
        if not self._sees('"'):
            raise InputError(f"{what}: Input should be a valid string. {_SHAPE}")
        try:
            text, self._at = _scan(self._text, self._at, True)
        except JSONDecodeError as error:
            raise InputError(f"The body of the request is not JSON: {error}.") from error
        return text

    def end(self) -> None:
        """Make sure that nothing follows."""
        self._skip()
        if self._at != len(self._text):
            self._fail()

    def _take(self, mark: str) -> None:
        if not self._sees(mark):
            self._fail()

    def _sees(self, mark: str) -> bool:
        self._skip()
        if self._text.startswith(mark, self._at):
            self._at += 1
            return True
        return False

    def _skip(self) -> None:
        space = _SPACE.match(self._text, self._at)
        self._at = space.end() if space is not None else self._at

    def _fail(self) -> NoReturn:
        raise InputError(f"The body of the request is not what is expected at character {self._at + 1}. {_SHAPE}")
