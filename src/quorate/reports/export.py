"""Figures as files: SVG as they are drawn, PDF for a paper, PNG for a slide."""

import os
import re
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from quorate.errors import InputError

FIGURES = (".svg", ".pdf", ".png")
T = TypeVar("T")
_ZOOM = 3  # dots of a PNG for each pixel of a figure


def figure_as(svg: str, ending: str) -> bytes:
    """A figure in the form that the ending of a file asks for.

    Raises:
        InputError: A PDF has letters that no font here has, or what draws PNG is not installed.
    """
    if ending == ".pdf":
        from quorate.reports.pdf import pdf_of

        return pdf_of(svg)
    return _png(svg) if ending == ".png" else svg.encode()


def _png(svg: str) -> bytes:
    try:
        from resvg_py import svg_to_bytes
    except ModuleNotFoundError as error:
        raise InputError("PNG needs an extra: pip install 'quorate[png]'. Without it: .svg or .pdf.") from error
    return bytes(svg_to_bytes(svg_string=svg, zoom=_ZOOM))


def stacked(figures: Sequence[str]) -> str:
    """Figures one below the other, as one drawing."""
    if len(figures) == 1:
        return figures[0] + "\n"
    sizes = [tuple(int(re.search(rf'{side}="(\d+)"', one)[1]) for side in ("width", "height")) for one in figures]  # type: ignore[index]
    width, height = max(size[0] for size in sizes), sum(size[1] for size in sizes)
    parts, top = [], 0
    for one, size in zip(figures, sizes, strict=True):
        parts.append(one.replace("<svg ", f'<svg y="{top}" ', 1) if top else one)
        top += size[1]
    inner = "\n".join(parts)
    sides = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {sides}>\n{inner}\n</svg>\n'


def write_as(found: T, path: Path, forms: Mapping[str, Callable[[T], str]], figure: Callable[[T], str]) -> Path:
    """Write what was found in the form that a file's name asks for: the file appears whole or not at all.

    Args:
        found: What the report says.
        path: Where it goes.
        forms: Makers of text by ending.
        figure: What makes the SVG of the figure.

    Raises:
        InputError: The file name asks for another form, or the file cannot be written.
    """
    ending = ending_of(path, forms)
    content = figure_as(figure(found), ending) if ending in FIGURES else forms[ending](found).encode(errors="replace")
    write_whole(path, content)
    return path


def ending_of(path: Path, forms: Iterable[str], what: str = "A report") -> str:
    """The ending of a file.

    Raises:
        InputError: It is none of these, or of those of figures.
    """
    known = list(dict.fromkeys([*forms, *FIGURES]))
    if path.suffix.lower() not in known:
        ending = f"{path.suffix!r} is none of them" if path.suffix else "it has no ending"
        raise InputError(f"{what} ends in {', '.join(known)}, but {path.name!r} does not ({ending}).")
    return path.suffix.lower()


def write_whole(path: Path, content: bytes) -> None:
    """Write a file beside its place and move it there.

    Raises:
        InputError: It cannot be written.
    """
    target = Path(os.path.realpath(path))
    draft = target.with_name(f".quorate-{secrets.token_hex(8)}.tmp")
    try:
        draft.write_bytes(content)
        draft.replace(target)
    except OSError as error:
        raise InputError(
            f"The report cannot be written to {path}: {error.strerror}. Name a file in a folder that exists and "
            "that you may write to."
        ) from error
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
