"""Templates of pages, all set up alike: nothing undefined passes, and what cannot be printed is shown as such."""

from functools import cache
from typing import TYPE_CHECKING

from quorate.reports.canvas import printable
from quorate.reports.numbers import counted, sentence

if TYPE_CHECKING:
    from jinja2 import Template


@cache
def load_template(name: str) -> "Template":
    """The template with this name."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("quorate.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=lambda value: printable(value) if type(value) is str else value,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["counted"] = counted
    environment.filters["sentence"] = sentence
    return environment.get_template(name)
