"""Ratings in one line of Python: the same as by the command line, whatever holds them."""

import numpy as np
import pytest

import quorate
from quorate.errors import InputError
from quorate.estimators.scores.several import RatingFindings
from quorate.estimators.vote_findings import VoteFindings
from quorate.workflows import estimate, estimate_ratings

RNG = np.random.default_rng(5)
ROWS = [
    {"prompt": f"p{item}", "model": model, "fluency": float(3 + number + RNG.integers(-1, 2)),
     "adequacy": float(RNG.integers(1, 6)), "domain": ("news", "chat")[item % 2]}
    for item in range(30) for number, model in enumerate(("alpha", "beta"))
]  # fmt: skip


def test_whatever_holds_ratings_says_the_same(tmp_path):
    path = tmp_path / "ratings.csv"
    path.write_text(";".join(ROWS[0]) + "\n" + "\n".join(";".join(map(str, row.values())) for row in ROWS))
    columns = {name: [row[name] for row in ROWS] for name in ROWS[0]}
    found = [estimate(source, by=["domain"], scale=(1, 5), name="r") for source in (path, str(path), ROWS, columns)]
    assert all(isinstance(one, RatingFindings) for one in found)
    for other in found[1:]:
        assert other.to_dict() == found[0].to_dict()
    assert list(found[0].criteria) == ["fluency", "adequacy"]
    assert found[0].answer.startswith("By fluency: beta has the highest score")
    assert len(found[0].slices) == 4
    assert quorate.estimate is estimate


def test_scores_are_means_unless_they_are_to_be_compared():
    rows = [{"item": row["prompt"], "system": row["model"], "score": row["fluency"]} for row in ROWS]
    assert isinstance(estimate(rows), RatingFindings)
    assert isinstance(estimate(rows, compare=True), VoteFindings)


def test_metrics_may_be_rows_too():
    rows = [{"item": row["prompt"], "system": row["model"], "score": row["fluency"]} for row in ROWS[:40]]
    metrics = [{"item": row["prompt"], "system": row["model"], "m": row["adequacy"]} for row in ROWS]
    found = estimate_ratings(rows, metrics=metrics, scale=(1, 5))
    assert found.first.chosen == "calibrated"
    plainly = estimate_ratings(rows, metrics=metrics, scale=(1, 5), estimators=["mean"])
    assert plainly.first.chosen == "mean"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"level": 2}, "The level lies between 0 and 1"),
        ({"by": "domain"}, r"by is a list of names, such as \['domain'\]"),
        ({"by": ["topic"]}, "there is no column 'topic'"),
        ({"criteria": ["tone"]}, "There is no criterion 'tone'"),
        ({"columns": {"player": "model"}}, "no role 'player'"),
        ({"without": ["gamma"]}, "no system 'gamma'"),
        ({"estimators": ["magic"]}, "no estimator of scores 'magic'"),
        ({"answers": {"1": "left"}, "by": ["domain"]}, "Answers are for votes"),
        ({"cluster": ["item", "annotator"]}, "one kind of cluster, not 2"),
        ({"cluster": "sheet"}, "by item, document or annotator, not by .sheet."),
        ({"past": "nowhere"}, "nowhere"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(options, said):
    with pytest.raises(InputError, match=said) as refused:
        estimate(ROWS, **options)
    assert "\n" not in str(refused.value)
    assert "Traceback" not in str(refused.value)


def test_a_half_readable_table_in_memory_names_its_rows():
    rows = [{"item": n, "model": "a", "rating": "x" if n in (3, 5) else n} for n in range(9)]
    with pytest.raises(InputError, match=r"the rows given, row 4: 'rating' is 'x', not a finite number \(also"):
        estimate(rows)
