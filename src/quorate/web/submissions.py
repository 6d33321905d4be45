"""The outputs of a system as a JSON object, read piece by piece.

A general reader builds all of a body before anybody looks at it, which takes seconds for one made to be slow, while
every other thread waits. This one knows what may come, `{"name": text, "outputs": {item: text}}` and perhaps
`"metrics": {metric: {item: number}}`, and stops at the first thing that may not.
"""

import math
import re
from collections.abc import Callable, Container, Iterator
from json import JSONDecodeError, decoder
from typing import NamedTuple, NoReturn

from quorate.errors import InputError

_scan: Callable[[str, int, bool], tuple[str, int]] = decoder.scanstring  # type: ignore[attr-defined]
_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,300})(?:\.\d{1,300})?(?:[eE][+-]?\d{1,3})?(?=[\s,}])")
_MOST_METRICS = 100
_SHAPE = 'Send {"name": "…", "outputs": {item: output}}, and perhaps "metrics": {metric: {item: number}}.'


class Submitted(NamedTuple):
    """What came: the name of a system, item → output, and metric → item → score."""

    name: str
    outputs: dict[str, str]
    metrics: dict[str, dict[str, float]]


def read_submission(content: bytes, items: Container[str]) -> Submitted:
    """A system with its outputs.

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
    metrics: dict[str, dict[str, float]] | None = None
    for key in reader.names():
        if key == "name" and name is None:
            name = reader.string("name")
        elif key == "outputs" and outputs is None:
            outputs = _outputs(reader, items)
        elif key == "metrics" and metrics is None:
            metrics = _metrics(reader, items)
        else:
            raise InputError(f"Nothing called {key[:100]!r} is expected here, or not twice. {_SHAPE}")
    reader.end()
    if name is None or outputs is None:
        raise InputError(f"The name or the outputs are missing. {_SHAPE}")
    if not 1 <= len(name) <= 200:
        raise InputError("name: between 1 and 200 characters are expected.")
    return Submitted(name, outputs, metrics or {})


def _outputs(reader: "_Reader", items: Container[str]) -> dict[str, str]:
    outputs: dict[str, str] = {}
    for item in reader.names():
        if item not in items:
            raise InputError(f"The study has no item {item[:200]!r}.")
        if item in outputs:
            raise InputError(f"The item {item!r} comes twice.")
        outputs[item] = reader.string(f"outputs.{item}")
    return outputs


def _metrics(reader: "_Reader", items: Container[str]) -> dict[str, dict[str, float]]:
    metrics: dict[str, dict[str, float]] = {}
    for metric in reader.names():
        if metric in metrics or not 1 <= len(metric) <= 200 or len(metrics) == _MOST_METRICS:
            raise InputError(
                f"The metric {metric[:100]!r} comes twice, has no name or a long one, or is one of more than "
                f"{_MOST_METRICS}."
            )
        mine: dict[str, float] = {}
        metrics[metric] = mine
        for item in reader.names():
            if item not in items or item in mine:
                raise InputError(
                    f"The item {item[:200]!r} has two scores of {metric!r}, or the study has no such item."
                )
            mine[item] = reader.number(f"metrics.{metric}.{item}")
    return metrics


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

    def number(self, what: str) -> float:
        """A finite number."""
        self._skip()
        found = _NUMBER.match(self._text, self._at)
        if found is None or not math.isfinite(float(found.group())):
            raise InputError(f"{what}: Input should be a finite number. {_SHAPE}")
        self._at = found.end()
        return float(found.group())

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
