"""The annotator's page: welcome, practice, questions and thanks."""

import hashlib

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from quorate.web.access import Annotator
from quorate.web.rendering import markdown, render
from quorate.web.studies import slug_of
from quorate.web.translation import catalogue, known_language, strings, translate

router = APIRouter()
# The words that the modules of the page use, for every kind of question and for each.
WORDS = tuple(
    """loading progress progress_of practice_progress question_shown undo undone undo_nothing skip skip_unsure skip_broken
    skip_language skip_harmful skip_other reason reason_needed pause instructions field_source field_reference
    field_context field_prompt field_question empty turn_user turn_assistant turn_system right wrong expected too_fast
    offline online elsewhere failure session_over rest_paused rest_waiting thanks_none thanks_told thanks_failed copied
    agree_needed send""".split()
)
_MARKING = ("marking_how", "marking_first", "marks_none", "mark_remove")
WORDS_OF_KIND = {
    "comparison": tuple("side_left side_right better_left better_right tie differences differences_many".split()),
    "rating": ("scale", "rate_all"),
    "edit": tuple("edit_yours edit_changes edit_counts edit_reset edit_same edit_done differences_many".split()),
    "check": (
        *_MARKING,
        *"""check_claim check_paragraph check_plausible check_mark supports contradicts correct incorrect cannot_tell yes no
        need_supports need_contradicts confirm_words""".split(),
    ),
    "spans": (*_MARKING, *"output minor major category category_none score score_needed".split()),
}
SHEETS = {"rating": ("scales",), "edit": ("changes",), "check": ("marks",), "spans": ("marks", "scales")}


@router.get("/studies/{study}")
def annotate(request: Request, access: Annotator, language: str = "") -> HTMLResponse:
    """The page. Its words are in the language asked for in the address, else in that of the guide."""
    study, guide = access.study, access.study.design.guide
    spoken = known_language(language, guide.language)
    person = hashlib.sha256(f"{study.name}\n{access.annotator}".encode("utf-8", "surrogatepass")).hexdigest()[:12]
    page = {
        "study": slug_of(study.name),
        "person": person,  # whose answers wait in this browser: two people may share it
        "kind": study.design.kind,
        "words": None if "words" in study.design.question else translate(spoken)(f"words_{study.design.kind}"),
        "format": guide.format,
        "reason": guide.reason,
        "keys": dict(guide.keys),
        "minimum_seconds": guide.minimum_seconds,
        "strings": strings(spoken, *WORDS, *WORDS_OF_KIND[study.design.kind]),
    }
    return render(
        request,
        "annotator.html",
        language=spoken,
        page=page,
        t=translate(spoken),
        title=guide.title or "Quorate",
        kind=study.design.kind,
        sheets=SHEETS.get(study.design.kind, ()),
        reason=guide.reason,
        practice=len(guide.practice),
        instructions=markdown(guide.instructions) if guide.instructions else "",
        consent=markdown(guide.consent) if guide.consent else "",
        thanks=markdown(guide.thanks) if guide.thanks else "",
        languages=[(code, words["language_name"]) for code, words in catalogue().items()],
    )
