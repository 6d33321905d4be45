"""Hypothesis strategies for every record: designs, events, and logs that hold together."""

from typing import Any

from hypothesis import strategies as st

from quorate.records.events import (
    AnnotatorAway,
    AnnotatorExcluded,
    AnnotatorReadmitted,
    Event,
    ItemAnswered,
    JudgmentRecorded,
    JudgmentRetracted,
    QuestionAsked,
    QuestionReleased,
    StudyPaused,
    StudyResumed,
)

texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=20)
names = texts.filter(bool)
times = st.floats(min_value=0, max_value=4e9)
probabilities = st.floats(min_value=0, max_value=1, exclude_min=True)
unknown_probabilities = st.none() | probabilities
counts = st.integers(1, 10**9)
seconds = st.none() | st.floats(min_value=0, max_value=1e6)
json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
details = st.dictionaries(texts, json_values, max_size=3)


def asked(number: st.SearchStrategy[int] = counts) -> st.SearchStrategy[QuestionAsked]:
    """Questions that show outputs of two systems, of one or of none, about a part or not."""
    return st.builds(
        QuestionAsked,
        time=times,
        number=number,
        annotator=counts,
        kind=names,
        role=st.sampled_from(["question", "practice", "check"]),
        item=st.integers(0, 10**9),
        part=st.just(-1) | st.integers(0, 2**40),
        systems=st.lists(st.integers(0, 1000), max_size=2, unique=True).map(tuple),
        copy_of=number,
        pair_probability=unknown_probabilities,
        item_probability=unknown_probabilities,
        side_probability=probabilities,
        pair_choices=counts,
        item_choices=counts,
        policy=texts,
        seen=counts,
    )


def judged(number: st.SearchStrategy[int] = counts, criteria: int = 1) -> st.SearchStrategy[JudgmentRecorded]:
    """Judgments with so many numbers each."""
    value = st.floats(min_value=-1e6, max_value=1e6)
    return st.builds(
        JudgmentRecorded,
        time=times,
        number=number,
        values=st.tuples(*[value] * criteria),
        detail=st.just({}) | details,
        seconds=seconds,
        revision=st.integers(0, 100),
    )


def rare(number: st.SearchStrategy[int] = counts) -> st.SearchStrategy[Event]:
    """Events that a running study has few of, without retractions and without the end."""
    return st.one_of(
        st.builds(
            QuestionReleased,
            time=times,
            number=number,
            reason=st.sampled_from(["expired", "skipped", "withdrawn", "unseen"]),
            words=texts,
        ),
        st.builds(AnnotatorExcluded, time=times, annotator=counts, reason=texts),
        st.builds(AnnotatorReadmitted, time=times, annotator=counts, reason=texts),
        st.builds(AnnotatorAway, time=times, annotator=counts, reason=texts),
        st.builds(
            ItemAnswered,
            time=times,
            item=st.integers(0, 10**9),
            values=st.lists(st.floats(-1e6, 1e6), max_size=3).map(tuple),
            seen=counts,
            detail=details,
        ),
        st.builds(StudyPaused, time=times, reason=texts),
        st.builds(StudyResumed, time=times),
    )


@st.composite
def logs(draw: st.DrawFn, criteria: int = 1, most: int = 30) -> list[Event]:
    """What follows the beginning of a log: questions numbered from 1, each judged at most once a revision."""
    log: list[Event] = []
    count = 0
    revisions: dict[int, int] = {}
    for what in draw(st.lists(st.sampled_from(["ask", "judge", "retract", "rare"]), max_size=most)):
        number = draw(st.integers(1, count)) if count else 0
        if what == "ask" or not count:
            count += 1
            log.append(draw(asked(st.just(count))))
        elif what == "judge":
            revision = revisions.get(number, 0)
            if revision % 2 == 0:
                event = draw(judged(st.just(number), criteria))
                log.append(_at_revision(event, revision // 2))
                revisions[number] = revision + 1
        elif what == "retract":
            revision = revisions.get(number, 0)
            if revision % 2 == 1:
                log.append(
                    JudgmentRetracted(time=draw(times), number=number, reason=draw(names), revision=revision // 2)
                )
                revisions[number] = revision + 1
        else:
            log.append(draw(rare(st.just(number))))
    return log


def _at_revision(event: JudgmentRecorded, revision: int) -> JudgmentRecorded:
    return JudgmentRecorded(
        time=event.time,
        number=event.number,
        values=event.values,
        detail=event.detail,
        seconds=event.seconds,
        revision=revision,
    )
