"""Every kind of question keeps the contract."""

from hypothesis import strategies as st

from quorate.questions import KINDS
from quorate.records.design import Design
from quorate.testing.kinds import KindContract


def span(text, **more):
    return st.tuples(st.integers(0, len(text) - 1), st.integers(1, len(text))).map(
        lambda ends: {"start": min(ends[0], ends[1] - 1), "end": ends[1], **more}
    )


class TestComparison(KindContract):
    design = Design(kind="comparison")
    answers = st.sampled_from(["left", "right", "tie"])


class TestRating(KindContract):
    design = Design(kind="rating", question={"criteria": {"fluency": "likert3", "tone": "likert7", "worth": "slider"}})
    answers = st.fixed_dictionaries(
        {"fluency": st.integers(1, 3), "tone": st.integers(1, 7), "worth": st.floats(0, 100)},
        optional={"reason": st.text()},
    )


class TestEdit(KindContract):
    design = Design(kind="edit", question={"words": "Make it good."})
    answers = st.text(
        st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=60
    ) | st.sampled_from(KindContract.outputs)


class TestCheck(KindContract):
    design = Design(kind="check")
    answers = st.fixed_dictionaries(
        {
            "verdict": st.just("cannot tell"),
            "confirmed": st.just(True),
            "evidence": st.lists(
                st.tuples(
                    span(KindContract.item["context"][:28], paragraph=0), st.sampled_from(["supports", "contradicts"])
                ),
                max_size=3,
            ).map(lambda pairs: [{**place, "stance": word} for place, word in pairs]),
        },
        optional={"plausible": st.just(True), "reason": st.text()},
    )


class TestSpans(KindContract):
    design = Design(kind="spans", question={"categories": ["accuracy", "fluency"]})
    answers = st.fixed_dictionaries(
        {
            "score": st.integers(0, 100),
            "spans": st.lists(span(KindContract.outputs[0], weight="major"), max_size=4),
        }
    )


class TestStatement(KindContract):
    design = Design(kind="statement", question={"links": ["subject"], "context": "context"})
    answers = st.fixed_dictionaries(
        {
            "verdict": st.sampled_from(["wrong", "cannot tell"]),
            "links": st.fixed_dictionaries({"subject": st.sampled_from(["right", "wrong", "cannot tell"])}),
            "evidence": st.lists(
                span(KindContract.item["context"][:28], paragraph=0).map(lambda place: {**place, "stance": "supports"}),
                max_size=3,
            ),
        },
        optional={"reason": st.text()},
    )


class TestListing(KindContract):
    design = Design(kind="listing", question={"types": ["person"], "relations": ["built"], "context": "context"})
    answers = st.fixed_dictionaries(
        {
            "marks": st.lists(span(KindContract.item["context"], type="person"), min_size=2, max_size=4),
            "links": st.just([{"from": 0, "to": 1, "relation": "built"}]),
            "facts": st.lists(st.text(min_size=1).filter(lambda text: bool(text.strip())), max_size=2),
        }
    )


class TestTag(KindContract):
    design = Design(kind="tag", question={"labels": ["bill", "login", "other"]})
    answers = st.sampled_from(["bill", "login", "other"]) | st.fixed_dictionaries(
        {"label": st.sampled_from(["bill", "login"])}, optional={"reason": st.text()}
    )


def test_every_kind_is_in_a_contract():
    assert {suite.design.kind for suite in KindContract.__subclasses__()} == set(KINDS)
