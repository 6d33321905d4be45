"""A panel is named beforehand: these people, each counted alike, on these items, and always an answer."""

import numpy as np
import pytest
from helpers_of_studies import ask, holds, rest
from panels import play_panel

from quorate.errors import InputError
from quorate.policies import Rest
from quorate.records.design import Design
from quorate.records.guide import Guide
from quorate.stores.memory import MemoryStore
from quorate.study import Study
from quorate.testing.material import make_material
from quorate.testing.walks import Clock, answer_of

PEOPLE = ("ada", "ben", "eva")


def panel_study(*, systems=3, items=4, claim="near best", clock=None, **design):
    return Study.define(
        "panel",
        make_material(systems=systems, items=items, identical=0.0, missing=0.0),
        design=Design(frame="panel", people=len(PEOPLE), claim=claim, **design),
        store=MemoryStore(),
        clock=clock or Clock(),
        annotators=PEOPLE,
    )


def test_nobody_else_is_asked():
    study = panel_study()
    assert rest(study, "mallory") == "excluded"
    assert "panel of 3" in study.ask("mallory").words
    assert ask(study, "ada")


def test_the_names_must_be_as_many_as_the_design_says():
    for names in (("ada",), ("ada", "ada", "ben"), ()):
        with pytest.raises(InputError, match="panel of 3"):
            Study.define(
                "panel", make_material(), design=Design(frame="panel", people=3), store=MemoryStore(), annotators=names
            )


@pytest.mark.parametrize(
    "wrong",
    [
        {"people": 0},
        {"people": 3, "copies": 2},
        {"people": 3, "scope": "population"},
        {"people": 3, "policy": "uniform"},
        {"people": 3, "guide": Guide(again="item")},
    ],
)
def test_what_cannot_be_a_panel_is_said_in_words(wrong):
    with pytest.raises(InputError, match=r"panel|frame"):
        Design(frame="panel", **wrong)


@pytest.mark.parametrize("claim", ["near best", "beats every other"])
@pytest.mark.parametrize("seed", range(6))
def test_every_study_has_an_answer_and_it_is_right_when_all_is_counted(claim, seed):
    rng = np.random.default_rng(seed)
    study = panel_study(claim=claim, seed=seed)
    table = rng.integers(0, 3, size=(3, 3, 3, 4)) / 2
    played = play_panel(study, PEOPLE, table, rng)
    assert played.rest == "enough", played
    answer = study.findings().answer
    assert answer.claim in {claim, "no winner"}
    assert "for this panel of 3 annotators, each counted alike" in answer.words
    if study.history.count == 3 * 3 * 4:  # all of it: then nothing is left to chance
        winners = played.near(0.05) if claim == "near best" else played.winners
        names = list(study.index.systems)
        assert (answer.claim == claim) == bool(winners)
        assert answer.claim == "no winner" or names.index(answer.subject[0]) in winners
    assert holds(study)


def test_a_circle_is_no_winner():
    table = np.full((3, 3, 3, 4), 0.5)
    table[:, 0, 1], table[:, 1, 2], table[:, 0, 2] = 1.0, 1.0, 0.0  # 0 beats 1 beats 2 beats 0
    study = panel_study()
    play_panel(study, PEOPLE, table, np.random.default_rng(0))
    answer = study.findings().answer
    assert (answer.claim, answer.brief) == ("no winner", "no winner in this census")
    assert "every system loses to another by more than 5 points" in answer.words
    assert "counted, not estimated" in answer.words


def test_a_clear_winner_is_found_before_everything_is_judged():
    study = panel_study(systems=4, items=12)
    table = np.full((3, 4, 4, 12), 0.5)
    table[:, 0, 1:] = 1.0
    play_panel(study, PEOPLE, table, np.random.default_rng(0))
    assert study.findings().answer.subject == (study.index.systems[0],)
    assert study.history.count < 0.35 * 3 * 6 * 12


def test_whoever_is_fast_goes_on_while_it_helps_and_rests_when_others_must_answer():
    study = panel_study(systems=2, items=30)
    while not isinstance(question := study.ask("ada"), Rest):
        study.tell(question.number, answer_of(study, 0), annotator="ada")
    assert question.reason == "waiting"
    assert 2 < study.history.count < 30, "a lead is allowed"
    assert study.findings().answer.claim == "none", "the others have not been heard"
    assert "when everybody has judged everything" in study.findings().answer.words
    assert ask(study, "ben")


def test_a_skipped_question_is_left_out_and_that_is_said():
    study = panel_study(systems=2, items=6)
    question = ask(study, "eva")
    study.skip(question.number, annotator="eva")
    play_panel(study, PEOPLE, np.ones((3, 2, 2, 6)), np.random.default_rng(0))
    answer = study.findings().answer
    assert answer.subject == (study.index.systems[0],)
    assert "assuming that the one unanswered question is like the others" in answer.words
    assert holds(study)


def test_no_winner_is_not_called_counted_where_something_is_unanswered():
    table = np.full((3, 3, 3, 4), 0.5)
    table[:, 0, 1], table[:, 1, 2], table[:, 0, 2] = 1.0, 1.0, 0.0
    study = panel_study()
    study.skip(ask(study, "eva").number, annotator="eva")
    play_panel(study, PEOPLE, table, np.random.default_rng(0))
    answer = study.findings().answer
    assert answer.claim == "no winner"
    assert "assuming that the one unanswered question is like the others" in answer.words
    assert "counted, not estimated" not in answer.words
