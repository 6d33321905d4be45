"""A file of lines, looked through in small pieces before anything is parsed.

Files are UTF-8; with a mark at their beginning UTF-16; and Windows-1252, which spreadsheets of Western Europe
write, where nothing else is possible. A parser that meets a line of 100 MB, or bytes that are no text, takes gigabytes
or says something obscure. One quick pass over the bytes finds both, with the number of the line and a few megabytes of
memory.
"""

import codecs
import os
from functools import lru_cache
from pathlib import Path

from quorate.errors import FileError

CHUNK = 1 << 22
LONGEST_LINE = 64 << 20
UTF8, WESTERN = "utf-8-sig", "cp1252"
_MARKS = {codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_PUNCTUATION = frozenset("‘’“”„‚–—…€£§°«»©®™·¿¡\u00a0•´½¼¾±²³µ×")
_MOST_ACCENTS = 0.25  # of the letters: more than any language of Western Europe has


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


def check_lines(path: Path) -> str:
    """Make sure that a file exists, holds something, is text and has no line that is too long.

    Returns:
        Its encoding, as `open` takes it.

    Raises:
        FileError: With the first line where one of these is not so.
    """
    check_file(path)
    about = path.stat()
    return _checked(path, about.st_size, about.st_mtime_ns)


def encoding_words(path: Path) -> str:
    """What to say about the encoding of a file; nothing where there is no doubt."""
    return f"{path.name} is not UTF-8: read as Windows-1252" if check_lines(path) == WESTERN else ""


@lru_cache(maxsize=512)
def _checked(path: Path, size: int, changed: int) -> str:  # noqa: ARG001 - a file that changed is another
    with path.open("rb") as handle:
        encoding = _MARKS.get(handle.read(2), UTF8)
    decoder = codecs.getincrementaldecoder("utf-8" if encoding == UTF8 else encoding)()
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
                was_cut = error.end == len(error.object) and not handle.read(1)
                if encoding == UTF8 and not was_cut and _is_western(error.object):
                    return WESTERN
                raise _not_utf8(path, finished + 1 + error.object[: error.start].count(b"\n")) from error
            if not chunk:
                break
            is_empty = is_empty and not chunk.strip()
            finished += chunk.count(b"\n")
            if first >= 0:
                length = len(chunk) - chunk.rfind(b"\n") - 1
    if is_empty:
        raise FileError(path, "the file is empty.", remedy="Add the names of the columns and at least one row.")
    return encoding


def _is_western(chunk: bytes) -> bool:
    """Whether bytes that are not UTF-8 read as Windows-1252: letters with accents, here and there among others."""
    try:
        text = chunk.decode(WESTERN)
    except UnicodeDecodeError:
        return False
    letters = sum(letter.isalpha() for letter in text)
    others = [letter for letter in text if ord(letter) > 127 and letter not in _PUNCTUATION]
    is_text = all(letter.isalpha() and letter not in "ÿþðÞÐ" for letter in others) and not any(
        ord(letter) < 9 for letter in text
    )
    return is_text and len(others) <= _MOST_ACCENTS * letters


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
