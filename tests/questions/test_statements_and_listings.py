"""Statements and listings: which answers there are, what they mean for the texts."""

import pytest

from quorate.errors import AnswerError, InputError
from quorate.questions import Listing, StatementKind, kind_of
from quorate.questions.check import by_paragraph
from quorate.records.design import Design

TEXT = {"document": "Ada built it.\n\nIt stands in Rome."}


def test_right_needs_a_place_that_supports_it_where_evidence_is_wanted():
    kind = StatementKind()
    with pytest.raises(AnswerError, match="Mark at least one place"):
        kind.completed("right", item=TEXT, outputs=("It stands in Rome.",))
    span = {"paragraph": 1, "start": 0, "end": 5, "stance": "supports"}
    assert kind.completed({"verdict": "right", "evidence": [span]}, item=TEXT, outputs=("x",))
    assert kind.completed("wrong", item=TEXT, outputs=("x",)) == "wrong"
    assert StatementKind(evidence=False).completed("right", item=TEXT, outputs=("x",)) == "right"


@pytest.mark.parametrize(
    ("span", "words"),
    [
        ({"paragraph": 2, "start": 0, "end": 1, "stance": "supports"}, "no paragraph 2"),
        ({"paragraph": 0, "start": 0, "end": 99, "stance": "supports"}, "only 13"),
    ],
)
def test_evidence_lies_in_the_text(span, words):
    with pytest.raises(AnswerError, match=words):
        StatementKind().completed({"verdict": "right", "evidence": [span]}, item=TEXT, outputs=("x",))


def test_one_answer_judges_the_statement_and_every_link():
    kind = kind_of(Design(kind="statement", question={"links": ["subject", "source"]}))
    answer = {"verdict": "right", "links": {"subject": "wrong", "source": "cannot tell"}}
    values, detail = kind.numbers(answer)
    assert values == (1.0, 0.0, 0.5)
    assert kind.answer(values, detail) == answer
    with pytest.raises(AnswerError, match="subject, source"):
        kind.numbers({"verdict": "right", "links": {"subject": "right"}})
    with pytest.raises(AnswerError, match="The link 'source'"):
        kind.numbers({"verdict": "right", "links": {"subject": "right", "source": "maybe"}})


def test_verdicts_by_paragraph_follow_from_the_evidence():
    def said(*stances):
        return {"evidence": [{"paragraph": place, "start": 0, "end": 1, "stance": stance} for place, stance in stances]}

    assert by_paragraph({}) is None
    assert by_paragraph(said((0, "supports"))) == (1.0, 1.0)
    assert by_paragraph(said((0, "supports"), (1, "contradicts"))) == (1.0, 0.5)
    assert by_paragraph(said((0, "contradicts"), (1, "contradicts"))) == (0.0, 0.0)


@pytest.mark.parametrize(("kind", "good"), [("statement", "right"), ("check", "correct")])
def test_paragraphs_give_two_more_numbers_where_they_are_wanted(kind, good):
    asked = kind_of(Design(kind=kind, question={"paragraphs": True}))
    assert [one.name for one in asked.criteria][1:] == ["any paragraph", "paragraphs"]
    spans = [{"paragraph": n, "start": 0, "end": 1, "stance": s} for n, s in enumerate(("supports", "contradicts"))]
    answer = {"verdict": good, "evidence": spans, **({"confirmed": True} if kind == "check" else {})}
    values, detail = asked.numbers(answer)
    assert values == (1.0, 1.0, 0.5)
    assert asked.answer(values, detail) == answer
    assert all(one.check(value) == value for one, value in zip(asked.criteria, values, strict=True))
    bare = {**answer, "verdict": "cannot tell", "evidence": []}
    assert asked.numbers(bare)[0] == (0.5, 0.5, 0.5)
    assert len(kind_of(Design(kind=kind)).criteria) == 1


def test_marks_and_links_become_statements_in_words():
    kind = Listing(types=("person", "place"), relations=("lives in",), counts="links")
    marks = [{"start": 0, "end": 3, "type": "person"}, {"start": 28, "end": 32, "type": "place"}]
    answer = {"marks": marks, "links": [{"from": 0, "to": 1, "relation": "lives in"}], "facts": [" It is old. "]}
    done = kind.completed(answer, item=TEXT, outputs=())
    assert done["listed"] == ["Ada — lives in — Rome", "It is old."]
    assert kind.numbers(done)[0] == (2.0,)
    assert (
        Listing(types=("person", "place")).completed({"marks": marks}, item=TEXT, outputs=())["listed"][0]
        == "Ada — person"
    )


def test_words_that_came_with_a_listing_are_not_believed():
    done = Listing().completed({"marks": [], "listed": ["Something else."]}, item=TEXT, outputs=())
    assert done["listed"] == []


@pytest.mark.parametrize(
    "answer",
    [
        {"marks": [{"start": 0, "end": 99}]},
        {"marks": [{"start": 0, "end": 3, "type": "ship"}]},
        {"marks": [], "links": [{"from": 0, "to": 1, "relation": "lives in"}]},
        {"facts": ["  "]},
        {"facts": "It is old."},
        {"colour": "red"},
    ],
)
def test_a_listing_that_does_not_fit_is_refused(answer):
    with pytest.raises(AnswerError, match=r"\w"):
        Listing(relations=("lives in",)).completed(answer, item=TEXT, outputs=())


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("statement", {"links": ["a", "a"]}),
        ("statement", {"links": ["right"]}),
        ("statement", {"links": ["paragraphs"]}),
        ("statement", {"links": [3]}),
        ("statement", {"evidence": "yes"}),
        ("listing", {"types": ["a", "a"]}),
        ("listing", {"counts": "words"}),
        ("listing", {"counts": "links"}),
    ],
)
def test_options_of_sets_that_make_no_sense_are_refused(kind, options):
    with pytest.raises(InputError, match=r"\w"):
        kind_of(Design(kind=kind, question=options))
