"""Pages from templates. Everything is escaped; scripts and styles come from files of our own alone."""

from functools import cache
from pathlib import Path
from typing import Any

from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup
from starlette.requests import HTTPConnection

from quorate.version import __version__

STATIC = Path(__file__).with_name("static")
RIGHT_TO_LEFT = {"ar", "fa", "he", "ur"}


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("quorate.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["version"] = __version__
    environment.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "separators": (",", ":")}
    return environment


@cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False, "linkify": False}).enable("table")


def load_templates() -> None:
    """Read all templates, so that no page has to."""
    environment = _environment()
    for name in environment.list_templates():
        environment.get_template(name)


def render(
    request: HTTPConnection,
    template: str,
    *,
    status: int = 200,
    language: str = "en",
    **values: Any,  # noqa: ANN401
) -> HTMLResponse:
    """A page.

    Args:
        request: What it answers.
        template: File in `templates/`.
        status: HTTP status.
        language: Language of the page, for `lang` and the direction of writing.
        **values: What the template shows; `page` is what its modules get, as JSON.
    """
    direction = "rtl" if language.partition("-")[0] in RIGHT_TO_LEFT else "ltr"
    text = (
        _environment()
        .get_template(template)
        .render({"page": {}, **values}, path=request.url.path, lang=language, direction=direction)
    )
    return HTMLResponse(text, status_code=status)


def markdown(text: str) -> Markup:
    """An owner's markdown as HTML. Tags in it are shown, not obeyed; links go nowhere but to the web and mail."""
    return Markup(_markdown().render(text))  # noqa: S704 - rendered with HTML switched off
