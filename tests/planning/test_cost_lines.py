"""Times of a study's own log become a line in the length of the source, for items to come."""

import numpy as np
import pytest

from quorate.errors import InputError
from quorate.planning.costs import cost_line_of, seconds_for
from quorate.records.design import Design
from quorate.records.material import Items, Material, SystemOutputs
from quorate.stores.memory import MemoryStore
from quorate.study import Study
from quorate.testing.walks import Clock

LENGTHS = (3, 10, 20, 30, 45, 60)


def answered(judgments, sources=True):
    texts = {"source": tuple(" ".join(["word"] * length) for length in LENGTHS)} if sources else {}
    names = tuple(f"i{number}" for number in range(len(LENGTHS)))
    systems = tuple(SystemOutputs(name=s, texts=tuple(f"{s} {n}" for n in names)) for s in ("alpha", "beta", "gamma"))
    design = Design(kind="rating", question={"criteria": {"q": "likert5"}}, seed=1)
    material = Material(items=Items(names=names, texts=texts), systems=systems)
    study = Study.define("past", material, design=design, store=MemoryStore(), clock=Clock())
    rng = np.random.default_rng(0)
    told = 0
    for who in ("slow", "quick", "steady"):
        while told < judgments and (question := study.ask(who)):
            length = LENGTHS[study.history.cell("item", question.number)]
            seconds = {"slow": 30, "quick": 5, "steady": 12}[who] + 0.5 * length + rng.exponential(2)
            study.tell(question.number, 3, annotator=who, seconds=seconds)
            told += 1
    return study


def test_a_study_says_how_long_other_items_take():
    study = answered(54)
    items = study.store.material("past").items
    line = cost_line_of(study.history, items)
    assert (line.judgments, line.annotators) == (54, 3)
    assert line.slope == pytest.approx(0.5, abs=0.08)
    told = study.history["seconds"]
    assert seconds_for(line, items) == pytest.approx(float(told.mean()), rel=0.02)
    longer = Items(names=("x",), texts={"source": ("word " * 200,)})
    assert seconds_for(line, longer) == pytest.approx(line.base + 200 * line.slope)


def test_too_little_or_no_sources_is_said():
    study = answered(20)
    with pytest.raises(InputError, match="there are 20"):
        cost_line_of(study.history, study.store.material("past").items)
    study = answered(54, sources=False)
    with pytest.raises(InputError, match="there are 0"):
        cost_line_of(study.history, study.store.material("past").items)
