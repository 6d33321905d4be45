"""Reports of studies of sets: parts with recall, F1, differences, what was asked, methods; none of comparisons."""

import pytest

from quorate.errors import InputError, UnknownError
from quorate.reports.latex import latex_table
from quorate.reports.methods import study_methods
from quorate.reports.page import html_report
from quorate.reports.text import text_report
from quorate.stores import open_store
from quorate.workflows import define

ITEMS = 6
DOCUMENTS = [{"item": f"d{n}", "document": f"Document {n}.", "domain": "ab"[n % 2]} for n in range(ITEMS)]
SAID = {"alpha": "abcx", "beta": "abxy", "gamma": "axyz"}  # a, b, c and d are right; "d" nobody states


def rows():
    return [
        {"item": f"d{n}", "system": system, "statement": f"{letter} {n}", "type": "early" if letter < "c" else "late"}
        for system, letters in SAID.items()
        for n in range(ITEMS)
        for letter in letters
    ]


def judged(most=10**6, stated=None, **options):
    study = define("facts", [stated or rows(), DOCUMENTS], kind="statement", evidence=False, seed=2, **options)
    while most and (question := study.ask("ada")):
        verdict = "right" if question.outputs[0][0] < "x" else "wrong"
        study.tell(question.number, verdict, annotator="ada")
        most -= 1
    return study


def by_part(findings, quantity):
    return {table.where: table for table in findings.slices if table.quantity == quantity}


def values(table):
    return {one.subject[0]: (one.value, one.interval.low, one.interval.high) for one in table.estimates}


def same(number):
    return pytest.approx((number,) * 3)


def test_every_part_has_precision_recall_and_f1_and_all_parts_count_alike():
    findings = judged(width=0).findings(slices=("type",))
    precision, recall, f1 = (
        by_part(findings, name)
        for name in ("precision", "recall, of what any system finds", "F1, with recall, of what any system finds")
    )
    assert values(precision["type = early"]) == {"alpha": same(1), "beta": same(1), "gamma": same(1)}
    assert values(recall["type = early"]) == {"alpha": same(1), "beta": same(1), "gamma": same(0.5)}
    assert values(f1["type = early"])["gamma"] == same(2 / 3)
    assert values(recall["type = late"]) == {"alpha": same(1), "beta": same(0), "gamma": same(0)}
    assert values(precision["type counts evenly"])["beta"] == same(0.5)
    assert values(recall["type counts evenly"]) == {"alpha": same(1), "beta": same(0.5), "gamma": same(0.25)}
    assert values(f1["type counts evenly"])["beta"] == same(0.5)


def test_recall_of_a_part_of_the_items_is_that_of_what_was_listed_in_it():
    store = open_store()
    stated = [rows(), DOCUMENTS]
    lists = define("lists", stated, kind="listing", store=store, seed=1)
    for _ in range(ITEMS):
        question = lists.ask("eva")
        number = question.item["document"].rstrip(".").split()[1]
        more = ["d"] if int(number) % 2 else []  # of the domain b there is more to find
        found = {"facts": [f"{letter} {number}" for letter in ["a", "b", "c", *more]]}
        lists.tell(question.number, found, annotator="eva")
    findings = judged(width=0, listed_in="lists", store=store).findings(slices=("domain", "type"))
    recall = by_part(findings, "recall")
    assert values(recall["domain = a"])["alpha"] == same(1)
    assert values(recall["domain = b"])["alpha"] == same(3 / 4)
    assert values(recall["domain counts evenly"])["alpha"] == same((1 + 3 / 4) / 2)
    assert not any(where.startswith("type") for where in recall)  # what nobody states has no type
    assert "type = late" in by_part(findings, "recall, of what any system finds")
    alone = by_part(lists.findings(slices=("domain",)), "share of what was listed")
    assert values(alone["domain = b"])["alpha"] == same(3 / 4)


def test_numbers_beside_are_of_what_was_judged_for_them():
    study = judged(30)
    findings = study.findings(slices=("type",))
    early, late = (by_part(findings, "precision")[f"type = {name}"] for name in ("early", "late"))
    for one in findings.ranking.estimates:
        name = one.subject[0]
        assert early.of(name).judgments + late.of(name).judgments == one.judgments
    own = next(table for table in findings.criteria if table.estimator == "simple")
    assert all(one.judgments <= findings.ranking.of(one.subject[0]).judgments for one in own.estimates)
    assert sum(one.judgments for one in own.estimates) < sum(one.judgments for one in findings.ranking.estimates)


def test_a_column_with_many_values_is_not_shown_value_by_value():
    many = [row | {"entity": f"{row['system']} {place}"} for place, row in enumerate(rows())]
    findings = judged(width=0, stated=many).findings(slices=("entity",))
    assert {table.where for table in findings.slices} == {"entity counts evenly"}
    assert any("too many to show" in note for note in findings.slices[0].notes)
    assert len({table.where for table in judged(width=0).findings(slices=("item",)).slices}) == ITEMS + 1
    with pytest.raises(UnknownError, match="have a column 'nothing'"):
        judged(3).findings(slices=("nothing",))


def test_every_two_systems_have_a_difference_and_the_better_comes_first():
    findings = judged(width=0).findings()
    assert findings.differences is not None
    assert findings.differences.of("alpha", "beta").value == pytest.approx(1 / 4)
    text = text_report(findings)
    assert "alpha − gamma  50.0    50.0–50.0  alpha" in text
    pairs = [row for row in findings.to_rows() if row["against"]]
    assert {(row["system"], row["against"]) for row in pairs} == {
        ("alpha", "beta"),
        ("alpha", "gamma"),
        ("beta", "gamma"),
    }
    assert {one["subject"][0] for one in findings.to_json()["differences"]["estimates"]} == {"alpha", "beta"}


def test_of_many_systems_each_is_shown_with_the_first_and_the_next():
    many = [
        {"item": "d0", "system": f"s{n}", "statement": f"{'a' if k < n else 'x'} {k}"}
        for n in range(9)
        for k in range(9)
    ]
    text = text_report(judged(width=0, stated=many).findings())
    assert "s8 − s0" in text
    assert "s3 − s2" in text
    assert "s3 − s1" not in text
    assert "all 36 pairs are in JSON and CSV" in " ".join(text.split())


def test_reports_say_nothing_of_comparisons_ranks_and_certificates():
    findings = judged(30).findings(slices=("type",))
    for words in (text_report(findings), html_report(findings), latex_table(findings), study_methods(findings)):
        said = " ".join(words.split()).lower()
        for wrong in (
            "ties by construction",
            "certified to beat",
            "what is certified",
            "certified relations",
            "betting",
        ):
            assert wrong not in said
    assert "rank  system" not in text_report(findings)
    assert ">rank<" not in html_report(findings)
    assert "Which pair next" not in html_report(findings)


def test_methods_say_how_statements_were_drawn_and_what_was_done():
    words = study_methods(judged(30, width=0.2).findings())
    assert "saw one statement of an output at a time" in words
    assert "for an interval of 20 % at the most" in words
    assert "Sequential Poisson sampling" in words
    assert "Scores are means" not in words


def test_before_any_judgment_nothing_is_known():
    findings = judged(0).findings(slices=("type",))
    text = text_report(findings)
    assert "Nothing is known about differences yet" in text
    for table in (findings.ranking, *findings.criteria, *findings.slices):
        assert {row[1:] for row in values(table).values()} == {(0.0, 1.0)}


def test_who_leads_is_said_shortly_and_of_listed_items_as_what_it_is():
    store = open_store()
    lists = define("lists", [rows(), DOCUMENTS], kind="listing", store=store, seed=1)
    question = lists.ask("eva")
    number = question.item["document"].rstrip(".").split()[1]
    lists.tell(question.number, {"facts": [f"a {number}", f"b {number}"]}, annotator="eva")
    assert lists.findings().headline == "lists: alpha finds most of what was listed so far"
    assert "1 listings" not in lists.findings().answer.words
    assert judged(30).findings().headline == "facts: alpha has the highest precision so far"


def test_paragraphs_are_scored_beside_the_verdict_and_count_for_no_link():
    said = [row for row in rows() if row["system"] == "alpha"]
    text = [{"item": f"d{n}", "document": "One says it.\n\nAnother denies it."} for n in range(ITEMS)]
    study = define("facts", [said, text], kind="statement", paragraphs=True, links=["source"], width=0, seed=2)
    spans = [{"paragraph": n, "start": 0, "end": 3, "stance": s} for n, s in enumerate(("supports", "contradicts"))]
    while question := study.ask("ada"):
        verdict = "wrong" if question.outputs[0][0] == "x" else "right"
        evidence = [] if verdict == "wrong" else spans if question.outputs[0][0] == "a" else spans[:1]
        study.tell(
            question.number, {"verdict": verdict, "links": {"source": "right"}, "evidence": evidence}, annotator="ada"
        )
    found = {table.quantity: values(table)["alpha"] for table in study.findings().criteria}
    assert values(study.findings().ranking)["alpha"] == same(3 / 4)
    assert found["precision, any marked paragraph supports it"] == same(3 / 4)
    assert found["precision, share of marked paragraphs that support it"] == same((1 / 2 + 1 + 1) / 4)


@pytest.mark.parametrize(("merge", "found"), [("mean", 2 / 3), ("majority", 1.0), ("", 2 / 3)])
def test_copies_are_merged_by_mean_or_majority(merge, found):
    said = [{"item": "d0", "system": "alpha", "statement": f"fact {n}"} for n in range(4)]
    study = define("facts", [said, DOCUMENTS], kind="statement", evidence=False, width=0, copies=3, merge=merge, seed=1)
    for person, verdict in (("ada", "right"), ("ben", "right"), ("eva", "wrong")):
        while question := study.ask(person):
            study.tell(question.number, verdict, annotator=person)
    assert values(study.findings().ranking)["alpha"] == same(found)


def test_other_ways_to_merge_are_refused():
    with pytest.raises(InputError, match="cannot be merged by 'median'"):
        judged(0, merge="median")
