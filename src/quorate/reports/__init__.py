"""Findings as pages, text and tables. Reports lay out; they never compute.

jinja2 is imported when the first page is made, not when this module is.
"""

import os
from collections.abc import Callable
from pathlib import Path

from pydantic_core import to_json

from quorate.estimators.findings import Findings
from quorate.reports.export import stacked, write_as
from quorate.reports.latex import latex_table
from quorate.reports.methods import study_methods
from quorate.reports.page import html_report
from quorate.reports.text import text_report

__all__ = ["html_report", "json_report", "latex_table", "study_figure", "text_report", "write_report"]


def json_report(findings: Findings) -> str:
    """The findings as JSON; a bound that is infinite becomes null."""
    return to_json(findings.to_json(), indent=2, inf_nan_mode="null").decode() + "\n"


_FORMS: dict[str, Callable[[Findings], str]] = {
    ".html": html_report,
    ".txt": text_report,
    ".tex": latex_table,
    ".json": json_report,
    ".md": study_methods,
}


def write_report(findings: Findings, path: str | os.PathLike[str]) -> Path:
    """Write a report in the form its file name asks for: .html, .txt, .tex, .json, or the figure as .svg, .pdf, .png.

    A file that ends in .md holds the methods section of a paper about the study, with references.

    The file appears whole or not at all: it is written beside its place and then moved there.

    Args:
        findings: What the report says.
        path: Where it goes.

    Returns:
        Where it went.

    Raises:
        InputError: The file name asks for another form, or the file cannot be written.
    """
    return write_as(findings, Path(path), _FORMS, study_figure)


def study_figure(findings: Findings) -> str:
    """The ranking with its intervals and, where outputs are compared, the win matrix below it, as one SVG."""
    from quorate.reports.figures import matrix_figure, ranking_figure

    return stacked([ranking_figure(findings), *([matrix_figure(findings)] if findings.matrix else [])])
