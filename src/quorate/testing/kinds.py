"""What every kind of question must do. Subclass `KindContract`, say which answers are valid, and pytest runs it.

    class TestRating(KindContract):
        design = Design(kind="rating", question={"criteria": {"fluency": "likert5"}})
        answers = st.fixed_dictionaries({"fluency": st.integers(1, 5)})

Answers are drawn at random and completed with the texts of the suite.
"""
# ruff: noqa: D102 - a check is named by the behaviour it checks

import json
import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quorate.errors import AnswerError, InputError
from quorate.questions import Family, Kind, kind_of
from quorate.records.design import Design

_EXAMPLES = settings(deadline=None, suppress_health_check=[HealthCheck.differing_executors])
_junk = st.none() | st.booleans() | st.lists(st.integers(), max_size=2) | st.dictionaries(st.text(), st.text())


class KindContract:
    """The checks.

    Attributes:
        design: Names the kind and its options.
        answers: Valid answers to a question about the texts below, as an annotator may give them.
        item: What is shown of the item, by field.
        outputs: The outputs in display order; as many as the kind shows are taken.
    """

    design: ClassVar[Design]
    answers: ClassVar[st.SearchStrategy[Any]]
    item: ClassVar[Mapping[str, str]] = {
        "source": "Wer baute die Brücke?",
        "context": "The bridge was built by Ada.\n\nIt stands in Rome. 🌉",
    }
    outputs: ClassVar[tuple[str, ...]] = ("Ada built it — in 1901.", "Nobody did.")

    @property
    def kind(self) -> Kind:
        """The kind of the design."""
        return kind_of(self.design)

    def complete(self, answer: object) -> object:
        """The answer with what it means for the texts."""
        return self.kind.completed(answer, item=self.item, outputs=self.outputs[: self.kind.arity])

    @_EXAMPLES
    @given(data=st.data())
    def test_an_answer_comes_back_through_json(self, data: st.DataObject) -> None:
        answer = self.complete(data.draw(self.answers))
        values, detail = self.kind.numbers(answer)
        back = self.kind.answer(values, json.loads(json.dumps(detail)))
        assert self.kind.numbers(back) == (values, detail)
        assert self.complete(back) == back

    @_EXAMPLES
    @given(data=st.data())
    def test_numbers_are_on_their_scales(self, data: st.DataObject) -> None:
        values, _ = self.kind.numbers(self.complete(data.draw(self.answers)))
        for criterion, value in zip(self.kind.criteria, values, strict=True):
            assert criterion.check(value) == value

    @_EXAMPLES
    @given(answer=_junk)
    def test_junk_is_refused_in_words(self, answer: object) -> None:
        with pytest.raises(AnswerError, match=r"\w"):
            self.kind.numbers(answer)

    def test_scales_are_finite_and_their_names_differ(self) -> None:
        criteria = self.kind.criteria
        assert criteria
        assert len({criterion.name for criterion in criteria}) == len(criteria)
        assert all(-math.inf < criterion.low < criterion.high < math.inf for criterion in criteria)

    def test_its_family_goes_with_what_it_shows(self) -> None:
        assert isinstance(self.kind.family, Family)
        assert (self.kind.family is Family.PAIR) == (self.kind.arity == 2)
        assert self.kind.arity in {0, 1, 2}

    def test_options_are_plain_json_and_unknown_ones_are_refused(self) -> None:
        assert json.loads(json.dumps(self.kind.options)) == self.kind.options
        assert self.kind.words
        with pytest.raises(InputError, match="has no option 'colour'"):
            kind_of(replace(self.design, question={"colour": "red"}))
