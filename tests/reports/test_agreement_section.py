"""Whether annotators agree, in the forms of a report."""

import json
from dataclasses import replace

import pytest
from findings_examples import comparison_study

from quorate.annotators.agreement import Agreement
from quorate.reports import html_report, json_report, text_report


def coefficient(name="alpha", scale="ordinal", *, value=0.42, criterion="preference", words="Annotators agree well."):
    low, high = (value - 0.1, value + 0.2) if value is not None else (None, None)
    return Agreement(
        coefficient=name,
        scale=scale,
        criterion=criterion,
        value=value,
        low=low,
        high=high,
        level=0.95,
        units=120,
        judgments=250,
        words=words,
    )


def reports(*agreement):
    findings = replace(comparison_study(), agreement=agreement)
    return html_report(findings), text_report(findings)


@pytest.mark.parametrize("place", [0, 1], ids=["page", "text"])
def test_coefficients_stand_with_interval_and_units(place):
    said = reports(coefficient(), coefficient("kappa", "nominal", value=0.4))[place]
    for words in (
        "Krippendorff’s alpha, ordinal",
        "Fleiss’ kappa",
        "0.42",
        "0.32–0.62",
        "120",
        "Annotators agree well.",
    ):
        assert words in said, words
    assert said.count("Annotators agree well.") == 1


@pytest.mark.parametrize("place", [0, 1], ids=["page", "text"])
def test_words_stand_where_there_is_no_number(place):
    said = reports(coefficient(value=None, words="No two annotators have judged the same outputs."))[place]
    assert "No two annotators have judged the same outputs." in said
    assert "Krippendorff" not in said
    assert "nan" not in said.lower().replace("annotator", "")


@pytest.mark.parametrize("place", [0, 1], ids=["page", "text"])
def test_several_criteria_are_named(place):
    said = reports(coefficient(criterion="fluency"), coefficient(criterion="adequacy", words="They hardly agree."))[
        place
    ]
    assert "fluency: Krippendorff’s alpha, ordinal" in said
    assert "Adequacy: They hardly agree." in said


def test_a_report_without_agreement_does_not_mention_it():
    page, text = reports()
    assert "Krippendorff" not in page + text
    assert "Do annotators agree?" not in text


def test_json_has_every_coefficient():
    findings = replace(comparison_study(), agreement=(coefficient(value=None),))
    assert json.loads(json_report(findings))["agreement"][0]["value"] is None
