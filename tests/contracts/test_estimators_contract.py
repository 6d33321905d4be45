"""Every estimator keeps the contract: those of comparisons and ratings, and every method of scores."""

from dataclasses import replace

import pytest

from quorate.estimators.bradley_terry import bradley_terry, strength_win_rate
from quorate.estimators.mean_score import mean_score
from quorate.estimators.scores import METHODS, contribute
from quorate.estimators.scores.reading import from_history
from quorate.estimators.scores.tables import tabulate
from quorate.estimators.win_rate import win_matrix, win_rate
from quorate.records.design import Design
from quorate.testing.estimators import EstimatorContract

RATING = Design(kind="rating", question={"criteria": {"fluency": "likert5"}})


class TestWinRate(EstimatorContract):
    design = Design()

    def estimate(self, evidence):
        return win_rate(evidence)


class TestWinMatrix(EstimatorContract):
    design = Design()

    def estimate(self, evidence):
        return win_matrix(evidence)


class TestStrengths(EstimatorContract):
    design = Design()
    knows_copies = False  # strengths are fitted to all judgments alike

    def estimate(self, evidence):
        return bradley_terry(evidence)


class TestStrengthWinRate(EstimatorContract):
    design = Design()
    knows_copies = False

    def estimate(self, evidence):
        return strength_win_rate(evidence)


class TestMeanScore(EstimatorContract):
    design = RATING

    def estimate(self, evidence):
        return mean_score(evidence)


class ScoreContract(EstimatorContract):
    design = RATING
    method = ""

    def estimate(self, evidence):
        given = contribute(self.method, from_history(evidence))
        return tabulate(
            given, level=evidence.design.level, interval="recommended", estimator=self.method, quantity="score"
        )


for _name, _method in METHODS.items():
    _more = {
        "uses_time": _name == "sequential",
        "knows_copies": _name not in ("sequential", "annotator-effects"),  # they learn from each judgment
        "shares_items": _method.requires.shared_items or _name == "annotator-effects",
    }
    _suite = type(f"Test_{_name.replace('-', '_')}", (ScoreContract,), {"method": _name, **_more})
    globals()[_suite.__name__] = _suite


class Partial(EstimatorContract):
    """Kind to whoever is first."""

    design = RATING

    def estimate(self, evidence):
        table = mean_score(evidence)
        first, *others = table.estimates
        return replace(table, estimates=(replace(first, value=first.value + 0.1), *others))


def test_the_contract_notices_an_estimator_that_looks_at_the_order_of_systems():
    with pytest.raises(AssertionError):
        Partial().test_renaming_systems_renames_results()
