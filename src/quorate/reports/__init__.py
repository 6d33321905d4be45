"""Findings as pages, text and tables. Reports lay out; they never compute.

jinja2 is imported when the first page is made, not when this module is.
"""

import json
import math
import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from quorate.errors import InputError
from quorate.estimators.findings import Findings
from quorate.reports.latex import latex_table
from quorate.reports.page import html_report
from quorate.reports.text import text_report

__all__ = ["html_report", "json_report", "latex_table", "text_report", "write_report"]


def json_report(findings: Findings) -> str:
    """The findings as JSON; a bound that is infinite becomes null."""
    return json.dumps(_finite(findings.to_json()), ensure_ascii=False, indent=2, allow_nan=False) + "\n"


_FORMS: dict[str, Callable[[Findings], str]] = {
    ".html": html_report,
    ".txt": text_report,
    ".tex": latex_table,
    ".json": json_report,
}


def write_report(findings: Findings, path: str | os.PathLike[str]) -> Path:
    """Write a report in the form its file name asks for: .html, .txt, .tex or .json.

    The file appears whole or not at all: it is written beside its place and then moved there.

    Args:
        findings: What the report says.
        path: Where it goes.

    Returns:
        Where it went.

    Raises:
        InputError: The file name asks for another form, or the file cannot be written.
    """
    place = Path(path)
    form = _FORMS.get(place.suffix.lower())
    if form is None:
        ending = f"{place.suffix!r} is none of them" if place.suffix else "it has no ending"
        raise InputError(f"A report ends in {', '.join(_FORMS)}, but {place.name!r} does not ({ending}).")
    content = form(findings).encode("utf-8", errors="replace")
    target = Path(os.path.realpath(place))
    draft = target.with_name(f".quorate-{secrets.token_hex(8)}.tmp")
    try:
        draft.write_bytes(content)
        draft.replace(target)
    except OSError as error:
        raise InputError(
            f"The report cannot be written to {place}: {error.strerror}. Name a file in a folder that exists and "
            "that you may write to."
        ) from error
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
    return place


def _finite(data: Any) -> Any:  # noqa: ANN401 - JSON is what it is
    if isinstance(data, dict):
        return {key: _finite(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_finite(value) for value in data]
    return None if isinstance(data, float) and not math.isfinite(data) else data
