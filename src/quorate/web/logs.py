"""What the operator reads: one line for each thing that happened, as text or as JSON, on the standard error stream.

A line has a kind (`start`, `stop`, `failure`, `store`, `lockout`, `process`), words, and fields that programs can go
by. No token, text or name of an annotator is ever in it; the address of somebody who is locked out is.
"""

import json
import logging
import os
import re
import sys
from datetime import UTC, datetime

_log = logging.getLogger("quorate.web")
_TOKEN = re.compile(r"q_[\w-]{8,}")


def tell(
    kind: str, words: str, *, level: int = logging.INFO, error: BaseException | None = None, **fields: object
) -> None:
    """Write a line.

    Args:
        kind: What kind of thing happened.
        words: What happened.
        level: How much it matters.
        error: Something nobody foresaw: its traceback is written too.
        **fields: More about it.
    """
    _log.log(level, _TOKEN.sub("q_…", words), exc_info=error, extra={"kind": kind, "fields": fields})


def set_up(form: str = "text") -> None:
    """Send what this process and the server in it have to say to the standard error stream."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    for name, level in (("quorate", logging.INFO), ("uvicorn", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(level)


class TextLines(logging.Formatter):
    """Time, level, words, and fields behind them."""

    def format(self, record: logging.LogRecord) -> str:
        """The line; a traceback follows where there is one."""
        fields = " ".join(f"{name}={value}" for name, value in getattr(record, "fields", {}).items())
        line = f"{_moment(record)} {record.levelname.lower():7} {record.getMessage()}"
        line += f" [{fields}]" if fields else ""
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


class JsonLines(logging.Formatter):
    """One JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        said: dict[str, object] = {
            "time": _moment(record),
            "level": record.levelname.lower(),
            "kind": getattr(record, "kind", record.name),
            "words": record.getMessage(),
            "process": os.getpid(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            said["traceback"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False, default=str)


def _moment(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
