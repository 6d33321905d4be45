"""Inputs of a stream from a file or from stdin, read as they come."""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any, TextIO
from zlib import crc32

from quorate.errors import InputError

STDIN = "stdin"


@contextmanager
def read_inputs(path: Path | None) -> Iterator[Iterator[Mapping[str, Any]]]:
    """Objects with a `text` and perhaps an `id`: one on each line as JSON, or a text on each line.

    Lines of a file that have no `id` get one of the line and what it says, so that the same file again goes on where it
    stopped.

    Args:
        path: A file; `None` or `-`: stdin.

    Raises:
        InputError: There is no such file, or a line cannot be an input; says which.
    """
    if path is None or str(path) == "-":
        yield _inputs(sys.stdin, STDIN)
        return
    if not path.is_file():
        raise InputError(f"There is no file {path}.")
    with path.open(encoding="utf-8") as file:
        yield _inputs(file, str(path))


def _inputs(lines: TextIO, where: str) -> Iterator[Mapping[str, Any]]:
    for number, line in enumerate(lines, 1):
        text = line.strip().removeprefix("\ufeff")
        if not text:
            continue
        given: object = {"text": text}
        if text.startswith("{"):
            try:
                given = json.loads(text)
            except ValueError as error:
                raise InputError(f"{where}, line {number}: no JSON object ({error}).") from error
        if not isinstance(given, Mapping) or not isinstance(given.get("text"), str) or not given["text"].strip():
            raise InputError(f"{where}, line {number}: an input is a text, or an object with a text that is not empty.")
        yield given if where == STDIN else {"id": f"{Path(where).name}:{number}:{crc32(text.encode()):08x}", **given}


class Feed:
    """Inputs that may come slowly: a thread waits for them, so that nobody else has to."""

    def __init__(self, inputs: Iterable[Mapping[str, Any]], most: int) -> None:
        self.is_over = False
        self._queue: Queue[Mapping[str, Any] | Exception | None] = Queue(maxsize=most)
        Thread(target=self._read, args=(inputs,), daemon=True).start()

    def next(self) -> Mapping[str, Any] | None:
        """The next input, where one is there; an error where the next one is none."""
        if self.is_over:
            return None
        try:
            given = self._queue.get_nowait()
        except Empty:
            return None
        if given is None or isinstance(given, Exception):
            self.is_over = True
        if isinstance(given, Exception):
            raise given
        return given

    def _read(self, inputs: Iterable[Mapping[str, Any]]) -> None:
        try:
            for one in inputs:
                self._queue.put(one)
            self._queue.put(None)
        except Exception as error:  # noqa: BLE001 - it is raised again for whoever reads
            self._queue.put(error)
