"""Whoever is quick, keen, or slow to call something wrong: scores of a finished study of sets do not hang on it.

Through the real ask and tell: the keen one answers four questions of five, the slow one keeps every question that is
wrong until the end. When all is answered, scores are unbiased and covered; looked at before, while what is wrong still
lies there, they are off, which is the planted fault: the note about unanswered statements says what they assume.
Limits: a mean of 40 runs within 4.9 standard errors, and at least 28 of 40 intervals (binomial, one in a million).
"""

from functools import cache

import numpy as np

from quorate.records.design import Design
from quorate.records.material import Items, Material, SystemOutputs
from quorate.records.statements import Statement, parts_of
from quorate.study import Study

RUNS, ITEMS, FAR, LEAST = 40, 5, 4.9, 28
DRAWN = np.random.default_rng(11)
MADE = {
    name: [[k for k in range(30) if DRAWN.random() < (0.8 if k < 10 else 0.35)] for _ in range(ITEMS)]
    for name in ("alpha", "beta")
}


def is_right(number: int, item: int) -> bool:
    return (number * 3 + item) % 10 < (7 if number < 10 else 4)


TRUTH = np.array([np.mean([is_right(k, item) for item in range(ITEMS) for k in said[item]]) for said in MADE.values()])


def material() -> Material:
    def outputs(name: str) -> SystemOutputs:
        said = [(item, Statement(text=f"{k} {item}")) for item in range(ITEMS) for k in MADE[name][item]]
        return SystemOutputs(name=name, texts=("",) * ITEMS, parts=parts_of(said))

    items = Items(names=tuple(f"item {item}" for item in range(ITEMS)), texts={"document": ("Text.",) * ITEMS})
    return Material(items=items, systems=tuple(map(outputs, MADE)))


def verdict_of(question) -> str:
    return "right" if is_right(*map(int, question.outputs[0].split())) else "wrong"


def estimates(study: Study) -> np.ndarray:
    """Value and both ends for each system."""
    ranking = study.findings().ranking
    return np.array([[(one := ranking.of(name)).value, one.interval.low, one.interval.high] for name in MADE])


@cache
def played() -> tuple[np.ndarray, np.ndarray, str]:
    """Estimates while the slow ones sit on what is wrong, and when all is answered; a note of the first look."""
    early, late = [], []
    for seed in range(RUNS):
        design = Design(kind="statement", stopping={"width": 0.25}, seed=seed, question={"evidence": False})
        study = Study.define("study", material(), design=design, clock=lambda: 0.0)
        rng, kept = np.random.default_rng(seed), []
        while True:
            who = "keen" if rng.random() < 0.7 else f"slow {len(kept)}"
            question = study.ask(who)
            if not question:
                break
            if who != "keen" and verdict_of(question) == "wrong":
                kept.append((question, who))
            else:
                study.tell(question.number, verdict_of(question), annotator=who)
        note = study.findings().ranking.notes[0]
        early.append(estimates(study))
        for question, who in kept:
            study.tell(question.number, verdict_of(question), annotator=who)
        late.append(estimates(study))
    return np.array(early), np.array(late), note


def distance(values: np.ndarray) -> np.ndarray:
    """Of the mean from the truth, in standard errors."""
    errors = values - TRUTH
    far: np.ndarray = np.abs(errors.mean(axis=0)) / (errors.std(axis=0, ddof=1) / np.sqrt(RUNS))
    return far


def test_when_all_is_answered_nobody_weighs_more_for_being_quick():
    _, late, _ = played()
    assert (distance(late[:, :, 0]) < FAR).all()
    assert ((late[:, :, 1] <= TRUTH) & (late[:, :, 2] >= TRUTH)).sum(axis=0).min() >= LEAST


def test_while_what_is_wrong_lies_open_scores_are_off_and_say_what_they_assume():
    early, _, note = played()
    assert (distance(early[:, :, 0]) > FAR).all()
    assert "not answered: taken to be like the rest" in note
