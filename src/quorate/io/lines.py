"""A file of lines, looked through in small pieces before anything is parsed.

A parser that meets a line of 100 MB, or bytes that are no text, takes gigabytes or says something obscure. One quick
pass over the bytes finds both, with the number of the line and a few megabytes of memory.
"""

import codecs
import os
from pathlib import Path

from quorate.errors import FileError

CHUNK = 1 << 22
LONGEST_LINE = 64 << 20


def check_file(path: Path) -> None:
    """Make sure that there is such a file and that it may be read.

    Raises:
        FileError: There is none, it is a folder, or it may not be read.
    """
    if path.is_dir():
        raise FileError(path, "this is a folder, not a file.", remedy="Name a file in it.")
    if not path.is_file():
        raise FileError(path, "there is no such file.", remedy="Check the name and the folder.")
    if not os.access(path, os.R_OK):
        raise FileError(path, "the file may not be read.", remedy="Check its permissions.")


def check_lines(path: Path) -> None:
    """Make sure that a file exists, holds something, is UTF-8 and has no line that is too long.

    Raises:
        FileError: With the first line where one of these is not so.
    """
    check_file(path)
    decoder = codecs.getincrementaldecoder("utf-8")()
    finished = length = 0
    is_empty = True
    with path.open("rb") as handle:
        while True:
            chunk = handle.read(CHUNK)
            first = chunk.find(b"\n")
            length += len(chunk) if first < 0 else first
            if length > LONGEST_LINE:
                raise _too_long(path, finished + 1)
            try:
                decoder.decode(chunk, final=not chunk)
            except UnicodeDecodeError as error:
                raise _not_utf8(path, finished + 1 + error.object[: error.start].count(b"\n")) from error
            if not chunk:
                break
            is_empty = is_empty and not chunk.strip()
            finished += chunk.count(b"\n")
            if first >= 0:
                length = len(chunk) - chunk.rfind(b"\n") - 1
    if is_empty:
        raise FileError(path, "the file is empty.", remedy="Add the names of the columns and at least one row.")


def _too_long(path: Path, line: int) -> FileError:
    size = LONGEST_LINE >> 20
    return FileError(
        path,
        f"line {line} is over {size} MB; a line holds one row.",
        line=line,
        remedy="Check the line ends: one row on each line. Longer texts can be given as Parquet.",
    )


def _not_utf8(path: Path, line: int) -> FileError:
    return FileError(path, "this is not UTF-8.", line=line, remedy="Save the file in the encoding UTF-8.")
