"""A report says its answer once in full, with a headline above it, and nothing in its figures is cut off."""

import re
from dataclasses import replace

from findings_examples import examples

from quorate.records.claims import StateName
from quorate.reports import html_report, text_report
from quorate.reports.canvas import text_width
from quorate.reports.figures import ranking_figure
from quorate.wording.sentence import Sentence
from quorate.wording.states import StudyState

EXAMPLES = examples()
DECIDED = next(found for found in EXAMPLES.values() if found.answer.brief and found.answer.brief != found.answer.words)


def stopped(why):
    return replace(DECIDED, state=StudyState(name=StateName.AT_REST, why=why))


def test_what_ended_a_study_is_not_said_twice_where_it_is_the_answer():
    found = stopped(DECIDED.answer)
    page, text = html_report(found), text_report(found)
    assert '<span class="badge">at rest</span>' in page
    assert "(at rest): " in text
    assert f'<p class="answer">{DECIDED.answer.brief}</p>' in page


def test_another_reason_stands_beside_the_state():
    why = Sentence("state with reason", {"state": Sentence(StateName.AT_REST), "why": DECIDED.answer})
    assert f'<span class="badge">at rest: {why.words}' in html_report(stopped(why))


def test_no_number_of_an_axis_is_cut_off_on_a_telephone():
    for found in EXAMPLES.values():
        drawn = ranking_figure(found, is_narrow=True)
        width = float(re.search(r'width="(\d+)"', drawn)[1])
        ticks = re.findall(r'<text x="([\d.]+)" y="[\d.]+" style="[^"]*text-anchor: middle[^"]*">([^<]+)<', drawn)
        assert ticks
        for place, words in ticks:
            half = text_width(words, 12) / 2
            assert half - 0.1 <= float(place) <= width - half + 0.1
