"""No claim from any table: tables made at random, everything that is said read against how they were made."""

import numpy as np
import pytest
from contradictions import read_table
from made_tables import make_table
from scipy.stats import binom

from quorate.errors import QuorateError
from quorate.estimators.scores import calibrated, clusters, one_look
from quorate.estimators.scores.ratings import Ratings
from quorate.io import benchmark

pytestmark = pytest.mark.slow

TABLES = 300
ERROR = 0.05
ODDS = 1e-6  # a correct method fails a test with at most this probability


def read_tables(folder, count, first=0):
    for seed in range(first, first + count):
        made = make_table(seed, folder)
        yield made, read_table(made)


def test_nothing_is_said_that_the_table_cannot_support(tmp_path):
    wrong, said, clear = 0, 0, 0
    for made, read in read_tables(tmp_path, TABLES):
        assert not read.contradictions, (made.seed, made.kind, read.contradictions)
        wrong += bool(read.false_relations)
        if made.kind == "clear" and len(read.findings.tables["mean"].estimates) > 1 and made.judged[0].sum() >= 20:
            clear += 1
            said += "system A has the highest score" in read.findings.answer and "better than" in read.findings.answer
    assert wrong <= binom.isf(ODDS, TABLES, ERROR)
    assert said >= binom.ppf(ODDS, clear, 0.8)  # never claiming would be no pass


def certain(given, seen, group):  # noqa: ARG001
    """As if a difference without variance were certain."""
    return 0.0, 1.0


def no_floor(given, seen, ends, level):  # noqa: ARG001
    """As if equal scores had no width."""
    return ends


def every_row(table, columns, annotator, numbers):  # noqa: ARG001
    """As if a doubled row were another opinion."""
    return np.arange(len(annotator)), numbers, ()


def everybody(self):
    """As if systems without judgments could stay."""
    return self


def nobody(self):  # noqa: ARG001
    return ()


FAULTS = {
    "equal systems are told apart": [(clusters, "_chances", certain), (one_look, "_finish", no_floor)],
    "systems that nobody judged are kept": [(Ratings, "without_unjudged", everybody)],
    "systems that nobody judged are not named": [(Ratings, "unjudged", property(nobody))],
    "doubled rows are opinions": [(benchmark, "merge_repeats", every_row)],
    "metrics make equal scores sure": [(calibrated, "NOTHING", -1.0)],
    "equal scores are a census": [(one_look, "_is_census", lambda given: given.fitted > -1)],
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault, tmp_path, monkeypatch):
    for place, name, wrong in FAULTS[fault]:
        monkeypatch.setattr(place, name, wrong)
    found = 0
    for seed in range(150):
        made = make_table(seed, tmp_path)
        try:
            found += bool(read_table(made).contradictions)
        except (RuntimeWarning, ValueError, IndexError, QuorateError):
            found += 1
    assert found >= 3
