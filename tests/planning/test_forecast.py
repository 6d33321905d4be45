"""How many more judgments: bounded, repeatable, in the right order, and said in one sentence."""

import numpy as np
import pytest

from quorate.data.from_history import Evidence
from quorate.errors import InputError
from quorate.estimators.gathering import gather
from quorate.estimators.likely import counts_of
from quorate.planning.costs import Price, cost_of, pace_of
from quorate.planning.forecast import Forecast, forecast
from quorate.planning.status import about, summarise_status
from quorate.policies import policy_of
from quorate.records.claims import Claim, Progress, StateName
from quorate.records.design import Design
from quorate.reports.outline import asked_sentences
from quorate.testing.histories import make_history, make_index
from quorate.wording.certificates import Certificate
from quorate.wording.sentence import quoted
from quorate.wording.states import StudyState
from support.timing import least_seconds


def made(gap=0.4, count=200, systems=4, seed=1, **design):
    """Comparisons of random pairs, systems getting worse by `gap`."""
    rng = np.random.default_rng(seed)
    strength = -gap * np.arange(systems)
    first = rng.integers(0, systems, count)
    second = (first + rng.integers(1, systems, count)) % systems
    won = rng.random(count) < 1 / (1 + np.exp(strength[second] - strength[first]))
    value = np.where(rng.random(count) < 0.1, 0.5, won.astype(float))
    chosen, index = Design(**design), make_index(systems, 300)
    history = make_history(chosen, index, first=first, second=second, item=rng.integers(0, 300, count), values=value)
    return chosen, index, history, policy_of(chosen)


def rated(gap, count=200, seed=1):
    rng = np.random.default_rng(seed)
    design, index = Design(kind="rating"), make_index(2, 300)
    system = np.tile([0, 1], count // 2)
    score = np.clip(np.rint(3.5 - gap * system + rng.normal(0, 0.8, count)), 1, 5)
    history = make_history(design, index, first=system, second=-1, item=np.arange(count) // 2, values=score)
    return design, index, history, policy_of(design)


def test_nothing_to_go_by():
    assert forecast(*made(count=0)) is None


@pytest.mark.parametrize("policy", ["certified", "uniform", "rucb"])
def test_a_clear_lead_needs_fewer_judgments_than_a_close_race(policy):
    clear, close = (forecast(*made(gap, policy=policy)) for gap in (1.0, 0.15))
    assert clear.median is not None
    assert clear.low <= clear.median <= clear.high
    assert close.median is None or close.median > 2 * clear.median


def test_the_same_history_gives_the_same_forecast():
    assert forecast(*made()) == forecast(*made())


def test_ratings_have_a_closed_form():
    clear, close = forecast(*rated(0.6)), forecast(*rated(0.05))
    assert clear.low <= clear.median <= clear.high
    assert clear.runs == clear.horizon == 0
    assert close.high is None
    assert close.median is None or close.median > clear.median


def test_copies_of_a_question_are_one_piece_of_evidence():
    rng = np.random.default_rng(2)
    count = 60
    first, item = np.zeros(2 * count, dtype=int), np.repeat(np.arange(count), 2)
    value = np.repeat((rng.random(count) < 0.7).astype(float), 2)
    number = np.arange(1, 2 * count + 1)
    index = make_index(2, 300)
    counts = {}
    for copies, copy_of in ((1, number), (2, np.repeat(number[::2], 2))):
        design = Design(policy="uniform", copies=copies)
        history = make_history(design, index, first=first, second=first + 1, item=item, values=value, copy_of=copy_of)
        counts[copies] = counts_of(history).plays[0, 1]
    assert counts == {1: 2 * count, 2: count}


def test_copies_multiply_the_judgments():
    design, index, history, _ = made(0.6)
    one = forecast(design, index, history, policy_of(design))
    double = Design(copies=2)
    history.definition = type(history.definition)(**{**history.definition.__dict__, "design": double})
    two = forecast(double, index, history, policy_of(Design(policy="uniform")))
    assert one.median is not None
    assert two.median is None or two.median % 2 == 0


def test_budget():
    found = forecast(*made(0.6, stopping={"budget": 1000}))
    assert found.budget_left == 800
    assert 0 <= found.in_budget <= 1


@pytest.mark.parametrize(("systems", "policy"), [(2, "certified"), (30, "certified"), (10, "uniform"), (30, "rucb")])
def test_a_forecast_takes_at_most_about_a_second(systems, policy):
    study = made(0.05, count=300, systems=systems, policy=policy)
    assert least_seconds(lambda: forecast(*study)) < 1.5


def sentence(found, **changes):
    design, index, history, policy = made(0.6)
    findings = gather(Evidence(design, index, history, floor=policy.floor), **changes)
    return summarise_status(findings, found)


def test_one_sentence():
    usual = Forecast(median=287, low=120, high=911, horizon=5000, runs=80, in_budget=None, budget_left=None)
    said = sentence(usual)
    assert said.words == "A leads; about 290 more judgments until certain."
    assert "120 to 910" in said.beside
    far = Forecast(median=None, low=3000, high=None, horizon=5000, runs=80, in_budget=0.25, budget_left=400)
    said = sentence(far)
    assert said.words == "A leads; more than 5,000 more judgments until certain."
    assert "3,000 at the least and may take more than 5,000" in said.beside
    assert "about 25 %" in said.beside
    assert sentence(None).words == "A leads."


def test_the_sentence_and_the_answer_name_the_same_leader():
    design, index, history, policy = made(0.1, count=40)
    claim = Certificate(
        claim=Claim.NONE, subject=("A", "B"), error=0.05, scope="items", progress=Progress.CHANCE, leader="C"
    )
    findings = gather(Evidence(design, index, history, floor=policy.floor), claim=claim)
    assert summarise_status(findings, None).words == "C leads."


def test_done_is_said_with_the_error():
    design, index, history, _ = made(1.5, count=900, policy="uniform")
    said = summarise_status(gather(Evidence(design, index, history)), None)
    assert said.stage == "done"
    assert said.words == "Done: A beats every other system, error ≤ 5 %."


def test_nothing_and_closed():
    over = StudyState(name=StateName.CLOSED, why=quoted("over"))
    design, index, history, _ = made(count=0)
    assert summarise_status(gather(Evidence(design, index, history, floor=0.0)), None).stage == "nothing"
    assert (
        "Closed without"
        in summarise_status(gather(Evidence(design, index, history, floor=0.0), state=over), None).words
    )
    design, index, history, _ = made(0.1, count=30)
    said = summarise_status(gather(Evidence(design, index, history, floor=0.0), state=over), None)
    assert said.stage == "closed"


def small(policy="certified", items=20, people=2, count=30, **design):
    """Two systems that are alike, few items, few people."""
    rng = np.random.default_rng(5)
    chosen, index = Design(policy=policy, **design), make_index(2, items)
    had = rng.permutation(people * items)[:count]
    history = make_history(
        chosen,
        index,
        first=np.zeros(count, dtype=int),
        second=1,
        item=had % items,
        annotator=1 + had // items,
        values=rng.integers(0, 2, count).astype(float),
    )
    return chosen, index, history, policy_of(chosen)


@pytest.mark.parametrize("policy", ["certified", "uniform"])
def test_no_more_answers_are_promised_than_people_can_give(policy):
    study = small(policy)
    bound, free = forecast(*study), forecast(*study, newcomers=5000)
    assert (bound.room, bound.people) == (10, 2)
    assert bound.is_short
    assert bound.median is None
    assert bound.needed == free.needed
    assert free.room == 10 + 5000 * 20
    assert not free.is_short
    assert free.median is None or free.median > bound.room
    for newcomers in (0, 5, 20, 50):
        found = forecast(*study, newcomers=newcomers)
        assert all(end is None or end <= found.room for end in (found.low, found.median, found.high))


def test_a_pair_that_is_used_up_counts_even_where_others_have_room():
    design, index, history, policy = made(0.0, count=300, systems=3)
    many = forecast(design, index, history, policy, newcomers=1000)
    few = forecast(design, index, history, policy)
    assert few.needed < few.room
    assert few.in_room < 0.5 < many.in_room == 1
    findings = gather(Evidence(design, index, history, floor=0.0), claim=policy.claim(design, index, history))
    assert "too few about the systems that are close" in summarise_status(findings, few).words


def test_ratings_promise_no_more_either():
    design, index, history, policy = rated(0.1)
    found = forecast(design, index, history, policy)
    assert found.room == 400
    assert all(end is None or end <= 400 for end in (found.low, found.median, found.high))
    assert found.needed is None or found.needed > 400
    assert forecast(design, index, history, policy, newcomers=1000).median == found.needed


def test_when_nobody_is_left_that_and_what_would_help_are_said():
    study = small(count=40)
    found = forecast(*study)
    assert (found.room, found.in_room) == (0, 0.0)
    findings = gather(Evidence(*study[:3], floor=0.0), claim=study[3].claim(*study[:3]))
    said = summarise_status(findings, found)
    assert "nobody is left to ask: the 2 annotators so far have been asked everything." in said.words
    assert "More annotators would help, or another study with more items" in said.beside
    assert any("Nobody is left to ask" in words for words in asked_sentences(findings))
    rest = small(count=30)
    findings = gather(Evidence(*rest[:3], floor=0.0), claim=rest[3].claim(*rest[:3]))
    said = summarise_status(findings, forecast(*rest))
    assert "the 2 annotators so far can give 10 more answers, which will probably not do." in said.words
    assert "It would take" in said.beside
    assert not any("Nobody is left" in words for words in asked_sentences(findings))


@pytest.mark.parametrize(("number", "said"), [(7, 7), (19, 19), (287, 290), (1234, 1200), (99999, 100000)])
def test_forecasts_say_two_digits(number, said):
    assert about(number) == said


def test_costs():
    _, _, history, _ = made(count=90)  # ten seconds each
    found = Forecast(median=100, low=50, high=None, horizon=500, runs=80, in_budget=None, budget_left=None)
    cost = cost_of(history, Price(judgment=0.1, hour=36.0, currency="€"), found)
    assert cost.each == pytest.approx(0.2)
    assert cost.spent == pytest.approx(18)
    assert (cost.low, cost.median, cost.high) == (pytest.approx(10), pytest.approx(20), None)
    assert not Price().is_known
    with pytest.raises(InputError, match="price of one judgment"):
        Price(judgment=float("nan"))


def test_pace():
    _, _, history, _ = made(count=90)  # one a second
    pace = pace_of(history)
    assert pace.counts.sum() == pace.per_hour == 90
    assert len(pace.counts) <= 48
    assert pace_of(made(count=0)[2]) is None
