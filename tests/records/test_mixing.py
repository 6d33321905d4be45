"""How a metric decides part of the comparisons: what a design may say, and its words."""

import pytest

from quorate.errors import InputError
from quorate.records.mixing import USES, Mixing


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"metric": ""}, "no name"),
        ({"use": "wish"}, "mix, uncertainty, eliminate, both"),
        ({"doubt": "guess"}, "confidence, std, bald"),
        ({"scale": "cubic"}, "linear"),
        ({"share": 1.2}, "0 to 1"),
        ({"share": float("nan")}, "0 to 1"),
        ({"keep": -0.1}, "share from 0 to 1"),
        ({"reach": float("inf")}, "reach"),
        ({"largest": 0.0}, "same score"),
        ({"temperature": 0.0}, "above 0"),
        ({"lower": 0.6, "upper": 0.5}, "threshold"),
    ],
)
def test_what_makes_no_sense_is_refused(wrong, words):
    with pytest.raises(InputError, match=words):
        Mixing(**{"metric": "chrf", **wrong})


@pytest.mark.parametrize("use", USES)
def test_its_words_name_the_metric_and_say_uncertified(use):
    words = Mixing(metric="chrf", use=use).words
    assert words.startswith("Uncertified")
    assert "chrf decided part of the comparisons" in words
