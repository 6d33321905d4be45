"""Answers of simulated annotators, as each kind of question takes them."""

import re
from collections.abc import Sequence

from quorate.errors import InputError
from quorate.kernels.streams import Stream
from quorate.questions import Check, Comparison, Criterion, Edit, Kind, Listing, Spans, StatementKind
from quorate.questions.check import split_paragraphs
from quorate.questions.statement import text_of
from quorate.simulation.annotators import SimulatedAnnotator
from quorate.study import Question

BIAS_DRAW, TIE_DRAW, CARE_DRAW, COIN_DRAW = range(3, 7)
MIDDLE = 0.5  # between wrong and right
SCORE_DRAW = 100  # and on, two for each criterion


def prefer(annotator: SimulatedAnnotator, kind: Kind, value: float, stream: Stream) -> object:
    """Answer a comparison where the truth prefers the left with this value: 1, ½ or 0."""
    ties = not isinstance(kind, Comparison) or kind.ties
    if stream.uniform(BIAS_DRAW) < abs(annotator.side_bias):
        return "left" if annotator.side_bias > 0 else "right"
    unsure = value == 0.5 or stream.uniform(TIE_DRAW) < annotator.tie_rate
    if unsure and ties:
        return "tie"
    if unsure or stream.uniform(CARE_DRAW) >= annotator.accuracy:
        return "left" if stream.uniform(COIN_DRAW) < 0.5 else "right"
    return "left" if value > 0.5 else "right"


def judge(
    annotator: SimulatedAnnotator, kind: Kind, quality: float, stream: Stream, question: Question | None
) -> object:
    """Judge one output of this quality, from 0 to 1; the question is needed where an answer speaks of its texts."""
    if isinstance(kind, Listing):
        raise InputError("Listings are not simulated: what stands in a text is not known beforehand.")
    if isinstance(kind, StatementKind) and question is not None:
        return kind.completed(_statement(kind, question, quality, stream), item=question.item, outputs=question.outputs)
    scores = _scores(annotator, kind.criteria, quality, stream)
    if question is None or not isinstance(kind, Edit | Check | Spans):
        return scores
    answer: object
    if isinstance(kind, Edit):
        answer = {"text": _replace_words(question.outputs[0], 1 - scores["kept"])}
    elif isinstance(kind, Check):
        answer = _check(kind, question, "correct" if stream.uniform(COIN_DRAW) < scores["correct"] else "incorrect")
    else:
        answer = {"score": scores["score"], "spans": _mark_words(question.outputs[0], 1 - scores["score"] / 100)}
    return kind.completed(answer, item=question.item, outputs=question.outputs)


def _scores(
    annotator: SimulatedAnnotator, criteria: Sequence[Criterion], quality: float, stream: Stream
) -> dict[str, float]:
    scores: dict[str, float] = {}
    for place, criterion in enumerate(criteria):
        care = stream.uniform(SCORE_DRAW + 2 * place) < annotator.accuracy
        share = quality if care else stream.uniform(SCORE_DRAW + 2 * place + 1)
        value = criterion.low + share * (criterion.high - criterion.low)
        step = criterion.step or min(1.0, (criterion.high - criterion.low) / 100)
        scores[criterion.name] = min(criterion.low + step * round((value - criterion.low) / step), criterion.high)
    return scores


def _replace_words(text: str, share: float) -> str:
    """Another word in place of the first ones, so many as the share says."""
    count = round(share * len(text.split()))
    return re.sub(r"\S+", "…", text, count=count) if count else text


def _check(kind: Check, question: Question, verdict: str) -> object:
    """A verdict with the first paragraph as its evidence."""
    paragraphs = split_paragraphs(question.item.get(kind.context, ""))
    stance = "supports" if verdict == "correct" else "contradicts"
    evidence = [{"paragraph": 0, "start": 0, "end": len(paragraphs[0]), "stance": stance}] if paragraphs else []
    return {"verdict": verdict, "plausible": True, "evidence": evidence, "confirmed": True}


def _statement(kind: StatementKind, question: Question, quality: float, stream: Stream) -> object:
    """Right as often as the quality says, and so is each link; with the first paragraph as evidence."""

    def verdict(draw: int) -> str:
        return "right" if stream.uniform(draw) < quality else "wrong"

    paragraphs = split_paragraphs(text_of(question.item, kind.context))
    evidence = [{"paragraph": 0, "start": 0, "end": len(paragraphs[0]), "stance": "supports"}] if paragraphs else []
    links = {link: verdict(SCORE_DRAW + place) for place, link in enumerate(kind.links)}
    said = verdict(COIN_DRAW)
    return {"verdict": said, "links": links, "evidence": evidence if said == "right" else []}


def repeat_verdict(kind: StatementKind, question: Question, value: float) -> object:
    """What was once said of a statement and so of each link, with the first paragraph as evidence."""
    said = "cannot tell" if value == MIDDLE else "right" if value > MIDDLE else "wrong"
    paragraphs = split_paragraphs(text_of(question.item, kind.context))
    span = {"paragraph": 0, "start": 0, "end": len(paragraphs[0]) if paragraphs else 0, "stance": "supports"}
    evidence = [span] if said == "right" and paragraphs else []
    answer = {"verdict": said, "links": dict.fromkeys(kind.links, said), "evidence": evidence}
    return kind.completed(answer, item=question.item, outputs=question.outputs)


def _mark_words(text: str, share: float) -> list[dict[str, object]]:
    """Minor errors in the first words, at most ten of them."""
    places = [match.span() for match in re.finditer(r"\S+", text)][: round(10 * share)]
    return [{"start": start, "end": end, "weight": "minor"} for start, end in places]
