import re
import threading
import xml.etree.ElementTree as ET
from dataclasses import replace

import numpy as np
import pytest
from findings_examples import HOSTILE, comparison_study, examples, rating_study

from quorate.reports import canvas
from quorate.reports.figures import asked_figure, matrix_figure, nice_ticks, pace_figure, ranking_figure
from quorate.reports.heatmaps import diverging, readable_on, sequential
from quorate.reports.numbers import count, decimal, duration, percent, plain_percent, rank_range, span

SVG = "{http://www.w3.org/2000/svg}"
EXAMPLES = examples()
FIGURES = (ranking_figure, matrix_figure, pace_figure, asked_figure)


def narrow(findings):
    return ranking_figure(findings, is_narrow=True)


def words_of(svg):
    return ["".join(text.itertext()) for text in ET.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("figure", [*FIGURES, narrow])
def test_every_figure_of_every_study_is_valid_described_and_small(figure, name):
    svg = figure(EXAMPLES[name])
    root = ET.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert len(root.get("aria-label")) > 10
    assert root.find(f"{SVG}title").text
    assert len(svg) < (150_000 if name == "thirty" else 60_000)
    assert "<style" not in svg
    assert "<script" not in svg
    assert "nan" not in re.sub(r">[^<]*<", "><", svg).lower()
    assert set(re.findall(r"https?://[^\"]*", svg)) == {"http://www.w3.org/2000/svg"}


@pytest.mark.parametrize("figure", FIGURES)
def test_the_same_findings_give_the_same_bytes(figure):
    assert figure(comparison_study()) == figure(comparison_study())


def test_figures_made_at_once_in_several_threads_are_the_same():
    findings = EXAMPLES["six"]
    expected = ranking_figure(findings)
    made = []
    threads = [threading.Thread(target=lambda: made.append(ranking_figure(findings))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == [expected] * 4


def test_figures_of_one_page_have_no_ids_that_could_meet_and_classes_of_their_own():
    figures = [figure(EXAMPLES["six"]) for figure in (*FIGURES, narrow)]
    assert not any(re.search(r"\bid=", svg) for svg in figures)
    assert len({re.search(r'class="([^"]*)"', svg)[1] for svg in figures}) == len(figures)


def test_the_ranking_shows_every_system_in_order_with_value_and_rank():
    findings = EXAMPLES["six"]
    words = words_of(ranking_figure(findings))
    names = [estimate.subject[0] for estimate in findings.ranking.estimates]
    assert [word for word in words if word in names] == names
    for estimate in findings.ranking.estimates:
        assert percent(estimate.value) in words
        assert rank_range(findings.ranks[estimate.subject[0]]) in words


def test_a_long_name_is_elided_and_kept_whole_as_a_title():
    svg = ranking_figure(EXAMPLES["hostile"])
    assert f"<title>{'x' * 200}</title>" in svg
    assert f"{'x' * 27}…</text>" in svg


def test_no_name_becomes_markup_or_mathematics():
    for figure in FIGURES:
        svg = figure(EXAMPLES["hostile"])
        root = ET.fromstring(svg)
        assert not list(root.iter(f"{SVG}script"))
        assert not list(root.iter(f"{SVG}img"))
    assert canvas.printable(HOSTILE[2]) in "".join(ET.fromstring(ranking_figure(EXAMPLES["hostile"])).itertext())


def test_the_matrix_marks_what_is_certified_and_what_is_not_judged_beside_colour():
    decided = matrix_figure(EXAMPLES["six"])
    undecided = matrix_figure(replace(EXAMPLES["six"], relations=()))
    assert decided.count("font-weight: 700") == len(EXAMPLES["six"].relations)
    assert undecided.count("font-weight: 700") == 0
    assert undecided.count("<circle") == 0
    assert decided.count("<circle") == len(EXAMPLES["six"].relations) + 1  # the legend has one as well
    assert "not judged" in matrix_figure(EXAMPLES["zero"])
    assert "not judged" not in decided


def test_thirty_systems_show_colour_without_numbers():
    assert len([word for word in words_of(matrix_figure(EXAMPLES["thirty"])) if word.isdigit()]) == 0
    assert len([word for word in words_of(matrix_figure(EXAMPLES["six"])) if word.isdigit()]) == 30


def test_a_hundred_thousand_judgments_make_a_small_pace_figure():
    findings = EXAMPLES["six"]
    times = 1.7e9 + np.sort(np.random.default_rng(0).uniform(0, 1e6, 100_000))
    svg = pace_figure(replace(findings, asked=replace(findings.asked, times=times, judgments=100_000)))
    assert len(svg) < 40_000
    assert "100\u202f000 judgments" in words_of(svg)


def test_judgments_of_one_moment_and_one_judgment_have_a_pace():
    findings = EXAMPLES["six"]
    for times in (np.full(5, 1.7e9), np.array([0.0])):
        words = words_of(pace_figure(replace(findings, asked=replace(findings.asked, times=times))))
        assert any("since the first judgment" in word for word in words)


def test_asked_shows_pairs_for_comparisons_and_systems_for_ratings():
    assert "Borealis-13b · Cirrus" in words_of(asked_figure(EXAMPLES["two"]))
    assert words_of(asked_figure(rating_study())).count("60") == 5


def test_words_on_every_cell_have_contrast():
    def luminance(colour):
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for cell in [diverging(k / 40) for k in range(41)] + [sequential(k / 40) for k in range(41)]:
        light, dark = sorted((luminance(cell), luminance(readable_on(cell))), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, cell


def test_ticks_are_round_and_inside():
    assert nice_ticks(0.13, 0.84, 6) == [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]
    assert nice_ticks(1, 1, 5) == [1]
    assert nice_ticks(0, 1000, 4) == [0, 200, 400, 600, 800, 1000]


def test_numbers_are_written_one_way():
    assert percent(0.5312) == "53.1\u202f%"
    assert percent(float("nan")) == "–"
    assert plain_percent(0.999) == "99.9\u202f%"
    assert count(1234567) == "1\u202f234\u202f567"
    assert decimal(-0.004) == "0.00"
    assert decimal(-1.5) == "−1.50"
    assert decimal(float("inf")) == "∞"
    assert span("1", "2") == "1–2"
    assert span("−1", "2") == "−1 to 2"
    assert rank_range((1, 1)) == "1"
    assert duration(3600) == "60\u202fmin"
    assert duration(0.4) == "0.4\u202fs"


def test_the_label_of_the_axis_is_never_cut():
    for findings in EXAMPLES.values():
        said = " ".join(words_of(ranking_figure(findings)))
        assert findings.ranking.quantity in said, "whole, on as many lines as it takes"
    wide = replace(EXAMPLES["six"], ranking=replace(EXAMPLES["six"].ranking, quantity="win rate " * 30))
    root = ET.fromstring(ranking_figure(wide))
    lines = [line for line in words_of(ranking_figure(wide)) if line.startswith("win rate win")]
    assert len(lines) > 1
    assert all(canvas.text_width(line, 12) <= float(root.get("viewBox").split()[2]) for line in lines)


def test_an_empty_win_matrix_has_no_certified_dots():
    empty = comparison_study(("north", "south"), judgments=0)
    assert not empty.relations
    svg = matrix_figure(empty)
    assert "certified" not in words_of(svg)
    assert "Nothing is certified yet." in svg
    assert "not judged" in words_of(svg)
    assert "certified" in words_of(matrix_figure(EXAMPLES["six"]))
