"""What every result can do: become rows, a frame, plain data, words, and a picture in a notebook.

How a result looks is written in `reports`, above whatever computes it. So a result does not know it: `LOOKS` names the
function that does, and the front door (`quorate/__init__.py`) fills it in.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from quorate.errors import InputError

FRAMES = {"pandas": "DataFrame", "polars": "DataFrame", "pyarrow": "table"}  # package → what makes a frame of columns
LOOKS: dict[str, str] = {}  # name of a class → module:function that makes words and HTML of its objects


class Result(ABC):
    """What a workflow hands back."""

    @abstractmethod
    def to_rows(self) -> Iterator[dict[str, Any]]:
        """One row for each number, as a table of files and frames."""

    @abstractmethod
    def to_json(self) -> Any:  # noqa: ANN401 - JSON is what it is
        """Everything as plain JSON values."""

    @property
    @abstractmethod
    def headline(self) -> str:
        """What it says, in a sentence."""

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, as in `to_json`."""
        found: dict[str, Any] = self.to_json()
        return found

    def to_frame(self, library: str = "") -> Any:  # noqa: ANN401 - of whichever package there is
        """The rows as a frame.

        Args:
            library: `pandas`, `polars` or `pyarrow`; without it the first of these that is installed.

        Raises:
            InputError: None is installed, or no such package makes frames.
        """
        if library not in {"", *FRAMES}:
            raise InputError(f"No frames are made by {library!r}. There are: {', '.join(FRAMES)}.")
        rows = list(self.to_rows())
        names = dict.fromkeys(name for row in rows for name in row)
        columns = {name: [row.get(name) for row in rows] for name in names}
        for package in [library] if library else FRAMES:
            try:
                module = import_module(package)
            except ModuleNotFoundError:
                continue
            return getattr(module, FRAMES[package])(columns)
        wanted = library or "pandas, polars or pyarrow"
        raise InputError(
            f"A frame needs {wanted}, which is not installed: pip install {library or 'pandas'}. Without it, to_rows() "
            "gives dicts."
        )

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.headline}>"

    def __str__(self) -> str:
        return self._look("text") or self.headline

    def _repr_html_(self) -> str | None:
        """What a notebook shows."""
        return self._look("html") or None

    def _look(self, form: str) -> str:
        for kind in type(self).__mro__:
            if kind.__name__ in LOOKS:
                module, _, name = LOOKS[kind.__name__].partition(":")
                words: str = getattr(import_module(module), name)(self, form)
                return words
        return ""
