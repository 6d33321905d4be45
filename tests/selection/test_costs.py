"""What judging an item costs."""

import numpy as np
import pytest

from quorate.errors import InputError
from quorate.selection.costs import PUBLISHED, count_words, fit_cost, source_lengths


def make_times(seed=0, items=80, annotators=6, slope=0.4, share_away=0.03):
    rng = np.random.default_rng(seed)
    item, annotator = (grid.ravel() for grid in np.meshgrid(np.arange(items), np.arange(annotators), indexing="ij"))
    length = np.round(rng.lognormal(3, 0.6, items))[item]
    seconds = 12 + rng.normal(0, 4, annotators)[annotator] + slope * length + rng.exponential(5, len(item))
    away = rng.random(len(item)) < share_away
    return np.where(away, 20000.0, np.maximum(seconds, 0.5)), length, annotator, item


def test_the_published_line():
    assert PUBLISHED.seconds(np.array([0.0, 100.0])).tolist() == pytest.approx([33.7, 48.7])
    assert "published" in PUBLISHED.words


@pytest.mark.parametrize(
    ("text", "words"),
    [("", 0), ("one", 1), (" two  words\n", 2), ("今天天气很好", 3), ("我喜欢 Python 3", 3.5), ("l'été — là", 3)],
)
def test_words_are_counted_in_any_script(text, words):
    assert count_words(text) == words


def test_a_line_is_recovered_in_spite_of_people_who_went_away():
    seconds, length, annotator, item = make_times()
    line = fit_cost(seconds, length, annotator, item)
    assert line.low < 0.4 < line.high
    assert line.slope == pytest.approx(0.4, abs=0.06)
    assert np.polyfit(length, seconds, 1)[0] > 0.6 or np.polyfit(length, seconds, 1)[0] < 0.2
    paid = np.minimum(seconds, 300.0)
    assert line.seconds(length).mean() == pytest.approx(paid.mean(), rel=0.01), "sums of hours come out right"
    assert line.error < line.plain_error
    assert line.correlation > 0.6
    assert (line.judgments, line.annotators) == (480, 6)
    assert "480 recorded times of 6 annotators" in line.words


def test_annotators_do_not_have_to_have_judged_the_same():
    """Slow people who got the long items do not make length look expensive."""
    seconds, length, annotator, item = make_times(slope=0.0, share_away=0.0)
    slow = annotator >= 3
    kept = slow == (length > np.median(length))
    seconds = seconds + 60.0 * slow
    line = fit_cost(seconds[kept], length[kept], annotator[kept], item[kept])
    assert line.slope < 0.15
    assert np.polyfit(length[kept], seconds[kept], 1)[0] > 0.5


def test_times_without_a_trend_cost_the_same():
    seconds, length, annotator, item = make_times(slope=-0.2, share_away=0.0)
    line = fit_cost(seconds, length, annotator, item)
    assert line.slope == 0.0
    assert np.ptp(line.seconds(length)) == 0


def test_what_cannot_be_fitted_is_said():
    seconds, length, annotator, item = make_times()
    with pytest.raises(InputError, match=r"at least 30 recorded times.*there are 10"):
        fit_cost(seconds[:10], length[:10], annotator[:10], item[:10])
    with pytest.raises(InputError, match="different lengths"):
        fit_cost(seconds, np.full(len(length), 7.0), annotator, item)
    with pytest.raises(InputError, match="there are 0"):
        fit_cost(np.full(len(length), np.nan), length, annotator, item)
    with pytest.raises(InputError, match="not negative"):
        fit_cost(-seconds, length, annotator, item)


def test_unknown_times_and_annotators_do_not_count():
    seconds, length, annotator, item = make_times()
    more = np.append(seconds, np.nan), np.append(length, 5.0), np.append(annotator, -1), np.append(item, 0)
    assert fit_cost(*more) == fit_cost(seconds, length, annotator, item)
    unknown = fit_cost(seconds, length, np.full(len(item), -1), item)
    assert unknown.annotators == 1


def test_an_item_without_a_source_has_no_length():
    assert source_lengths(("a b", "c"), ("x", "y")).tolist() == [2, 1]
    with pytest.raises(InputError, match="1 of 2 items have no source text, such as 'y'"):
        source_lengths(("a b", None), ("x", "y"))
    with pytest.raises(InputError, match="2 of 2 items"):
        source_lengths((), ("x", "y"))
