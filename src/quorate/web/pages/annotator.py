"""The annotator's page: welcome, practice, questions and thanks."""

import hashlib

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from quorate.web.access import Annotator
from quorate.web.rendering import markdown, render
from quorate.web.studies import slug_of
from quorate.web.translation import catalogue, known_language, strings, translate

router = APIRouter()
# What the page of a kind of question loads: groups of words, and styles.
WORDS = {
    "comparison": ("aligned",),
    "rating": ("sending",),
    "edit": ("aligned",),
    "check": ("marking",),
    "spans": ("marking", "sending"),
    "statement": ("marking", "check"),
    "listing": ("marking", "sending"),
    "tag": ("standby",),
}
SHEETS = {
    "comparison": ("panes",),
    "rating": ("scales",),
    "edit": ("panes", "changes"),
    "check": ("marks",),
    "spans": ("marks", "scales"),
    "statement": ("marks", "sets"),
    "listing": ("marks", "sets"),
    "tag": ("marks",),
}
ANY = "rating"  # the form of a kind that another package brings along: its outputs, and a scale for each criterion


@router.get("/studies/{study}")  # noqa: FAST003 - access reads it
def annotate(request: Request, access: Annotator, language: str = "") -> HTMLResponse:
    """The page. Its words are in the language asked for in the address, else in that of the guide."""
    study, guide = access.study, access.study.design.guide
    spoken = known_language(language, guide.language)
    person = hashlib.sha256(f"{study.name}\n{access.annotator}".encode("utf-8", "surrogatepass")).hexdigest()[:12]
    kind = study.design.kind
    form = kind if kind in WORDS else ANY
    has_words = form != kind or "words" in study.design.question
    groups = ["page", form, *WORDS[form], *(["chat"] if guide.format == "chat" else [])]
    page = {
        "study": slug_of(study.name),
        "person": person,  # whose answers wait in this browser: two people may share it
        "kind": form,
        "words": None if has_words else translate(spoken)(f"words_{kind}"),
        "format": guide.format,
        "reason": guide.reason,
        "keys": dict(guide.keys),
        "minimum_seconds": guide.minimum_seconds,
        "strings": strings(spoken, *groups),
    }
    return render(
        request,
        "annotator.html",
        language=spoken,
        page=page,
        t=translate(spoken),
        title=guide.title or "Quorate",
        kind=form,
        sheets=SHEETS[form],
        reason=guide.reason,
        practice=len(guide.practice),
        instructions=markdown(guide.instructions) if guide.instructions else "",
        consent=markdown(guide.consent) if guide.consent else "",
        thanks=markdown(guide.thanks) if guide.thanks else "",
        languages=[(code, translate(code)("language_name")) for code in catalogue()],
    )
