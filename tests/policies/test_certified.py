"""The certified policies: in simulation and served, their claims, scopes and errors."""

import numpy as np
import pytest
from scipy.stats import binom

from quorate.errors import InputError
from quorate.kernels.rng import seed_rng
from quorate.policies.duels.certified import pool, ranking, winner
from quorate.policies.duels.certified.closeness import differing_shares
from quorate.policies.duels.certified.ranking import above
from quorate.policies.duels.machine.state import TOLD, record
from quorate.policies.duels.served import ServedPolicy
from quorate.records.design import Design
from quorate.reports.text import text_report
from quorate.simulation import Strengths, VirtualClock, crowd, simulate
from quorate.simulation.pools import Pool
from quorate.study import Study, verify
from quorate.testing.material import make_material


def bradley_terry(*strengths, tie=0.2):
    theta = np.array(strengths)
    win = (1 - tie) / (1 + np.exp(theta[None, :] - theta[:, None]))
    return Pool.from_preferences(win, tie, size=10_000).counts


def play(module, parameters, counts, run, *, replace=True, horizon=50_000, delay=0):
    state = module.POLICY.new_state(counts.sum(axis=2))
    looks, named = np.array([horizon]), np.empty(1, dtype=np.int64)
    trace = np.empty((0, 2), dtype=np.int64)
    told, end, last = module.POLICY.play(
        state,
        type(module.POLICY.parameters)(*parameters),
        counts.copy(),
        replace,
        5,
        run,
        horizon,
        delay,
        looks,
        named,
        trace,
    )
    return state, told, end, last


@pytest.mark.parametrize("delay", [0, 7])
@pytest.mark.slow
def test_the_winner_of_easy_matrices_is_found_in_every_run(delay):
    counts = bradley_terry(1.0, 0.0, -0.2, -0.5, -0.7)
    for run in range(50):
        for module, replace in ((winner, True), (pool, False)):
            _, told, end, last = play(module, (0.025,), counts, run, replace=replace, delay=delay)
            assert (end, last) == (1, 0)
            assert told < 2000


@pytest.mark.parametrize("k", [2, 3])
def test_few_systems(k):
    counts = bradley_terry(*np.linspace(1, 0, k))
    _, _, end, last = play(winner, (0.025,), counts, 0)
    assert (end, last) == (1, 0)


def test_bets_won_by_chance_before_do_not_keep_the_last_one_from_being_settled():
    counts = bradley_terry(0.5, 0.0, -0.2)
    state, _, end, last = play(winner, (0.025,), counts, 0)
    assert (end, last) == (1, 0)
    log_e = state.memory.bets.log_e
    log_e[0] = 0.02  # gained before: with a posterior this sure nobody bets any more, and it would stay for ever
    beliefs = state.memory.beliefs
    for sure, settled in ((2.0, False), (4.0, True)):
        beliefs.mean[0, 1:], beliefs.variance[0, 1:] = 1.0, 1.0 / sure**2
        beliefs.mean[1:, 0], beliefs.variance[1:, 0] = -1.0, 1.0 / sure**2
        assert winner.is_settled(state) == settled


def refuters(leads, deviations, told, strengths=(0.0, 0.0, 0.0), error=0.9):
    """Who is compared with the last system, in 300 draws; the first is the other likely winner, and races are over."""
    state = winner.POLICY.new_state(np.full((3, 3), 100))
    beliefs = state.memory.beliefs
    beliefs.stretch[:] = 1.0
    beliefs.own[:] = 1.0
    beliefs.scales[:] = 0.25, 0.0001
    beliefs.theta[:] = strengths
    beliefs.mean[:2, 2] = leads
    beliefs.variance[:2, 2] = np.square(deviations)
    state.clock[TOLD] = state.memory.marks.decisive = told
    state.plays[:] = told
    chances = [np.uint64(seed_rng(1, 0, draw, 1)) for draw in range(300)]
    chosen = [winner._refuter(state, beliefs, error, 0, 2, chance) for chance in chances]
    return np.bincount(chosen, minlength=3) / 300


def test_two_likely_winners_are_compared_only_while_either_may_lose():
    assert refuters((0.10, 0.12), (0.10, 0.01), told=1_000_000)[0] > 0.5
    assert refuters((0.10, 0.12), (0.01, 0.01), told=1_000_000)[1] > 0.7


def test_opponents_against_the_order_are_looked_for_where_little_is_gained():
    behind = (0.0, -0.1, 0.0)  # the second is believed to lose to the last
    looked = refuters((0.02, -0.1), (0.005, 0.01), told=1_000_000, strengths=behind)[1]
    assert 0.05 < looked < 0.5
    assert refuters((1.0, -0.1), (0.005, 0.01), told=1_000_000, strengths=behind)[1] < 0.01


def test_who_looks_where_little_is_gained_leaves_out_the_best_opponent():
    level = (0.3, 0.3, 0.0)  # whoever is looked at is drawn ahead of the last
    assert refuters((0.01, 0.02), (0.003, 0.001), told=1_000_000, strengths=level)[0] > 0.9
    assert refuters((0.02, 0.01), (0.001, 0.003), told=1_000_000, strengths=level)[1] > 0.9


def race(systems, chances, affordable, *, seed=0):
    """Whom the last system meets, in order, when each opponent beats it with its chance."""
    state = winner.POLICY.new_state(np.full((systems, systems), 100))
    rng, met, b = np.random.default_rng(seed), [], systems - 1
    while (j := winner._racer(state, b, affordable)) >= 0:
        record(state, j, b, float(rng.random() < chances[j]))
        met.append(j)
    return np.bincount(met, minlength=systems)[:-1]


def test_everybody_races_and_the_better_half_goes_on():
    first = winner.FIRST
    met = race(9, np.repeat([1.0, 0.0], 4), affordable=first * 8)
    assert (met >= first).all()
    assert sorted(met) == [first] * 4 + [2 * first] * 2 + [4 * first] * 2, "the last two decide it, and one is left"
    assert set(np.flatnonzero(met == 4 * first)) == {0, 1}


def test_a_refuter_is_found_whatever_strengths_say():
    """Of twenty, one wins .57 of its comparisons and the others .2 to .45: with four laps it is met most in the end."""
    chances = np.append(np.linspace(0.2, 0.45, 19), 0.57)
    met = [race(21, chances, affordable=8 * winner.FIRST * 20, seed=seed) for seed in range(50)]
    assert sum(one[19] == one.max() for one in met) >= 40


def test_no_race_where_it_costs_more_than_it_may_save():
    assert race(9, np.full(8, 0.5), affordable=winner.FIRST * 8 - 1).sum() == 0


def test_pairs_that_contradict_strengths_are_believed_sooner_where_a_system_takes_long():
    """The second leads by strengths, the first by the comparisons themselves."""
    state = winner.POLICY.new_state(np.full((3, 3), 100))
    beliefs = state.memory.beliefs
    beliefs.stretch[:], beliefs.own[:] = 1.0, 0.5
    beliefs.scales[:] = 0.25, 0.0001
    beliefs.theta[:] = -0.2, 0.2, 0.0
    beliefs.mean[:2, 2] = 0.1, 0.2
    beliefs.variance[:2, 2] = 0.0001
    beliefs.weight[:2, 2] = 400.0
    beliefs.shift[:2, 2] = 0.25, 0.1
    state.clock[TOLD] = state.memory.marks.decisive = 1_000_000
    state.plays[:] = 1_000_000
    chances = [np.uint64(seed_rng(1, 0, draw, 1)) for draw in range(300)]
    slow, fast = (
        np.mean([winner._refuter(state, beliefs, error, 1, 2, chance) == 0 for chance in chances])
        for error in (1e-6, 0.99)
    )
    assert fast < 0.1
    assert slow > 0.9


def test_nobody_races_before_a_race_is_cheap_beside_what_was_spent():
    """A tenth of 300 judgments does not pay for twice 16 comparisons, a tenth of 400 does; the first was never met."""
    state = winner.POLICY.new_state(np.full((3, 3), 100))
    winner.begin(state, winner.POLICY.changed(), 0, 0)
    beliefs = state.memory.beliefs
    beliefs.mean[1, 2], beliefs.mean[2, 1] = 0.001, -0.001
    beliefs.variance[:] = 0.0001
    state.plays[1, 2] = state.plays[2, 1] = 1_000_000
    for told, races in ((300, False), (400, True)):
        state.clock[TOLD] = state.memory.marks.decisive = told
        chances = [np.uint64(seed_rng(1, 0, draw, 1)) for draw in range(100)]
        met = np.mean([winner._refuter(state, beliefs, 0.025, 1, 2, chance) == 0 for chance in chances])
        assert (met == 1.0) == races


def test_all_ties_go_on_to_the_horizon_without_a_claim():
    counts = Pool.from_preferences(np.zeros((3, 3)), 1.0, size=100).counts
    state, told, end, _ = play(winner, (0.025,), counts, 0, horizon=500)
    assert (told, end) == (500, 0)
    assert state.memory.marks.left == 3


@pytest.mark.slow
def test_equal_systems_are_rarely_told_apart():
    """2,000 studies of 500 judgments, looked at after every one: δ′ = δ/2 keeps false winners under 5 %."""
    counts = bradley_terry(0.0, 0.0)
    false = sum(play(winner, (0.025,), counts, run, horizon=500)[2] == 1 for run in range(2000))
    assert false <= binom.isf(1e-6, 2000, 0.05)
    loose = sum(play(winner, (0.3,), counts, run, horizon=500)[2] == 1 for run in range(2000))
    assert loose > binom.isf(1e-6, 2000, 0.05), "an error that is not the promised one is found"


@pytest.mark.slow
def test_racing_drops_nobody_who_loses_to_nobody_more_often_than_promised():
    """Nine equal systems, where everybody needs many judgments and races: each may be dropped in 5 % of the studies."""
    counts = bradley_terry(*np.zeros(9))
    dropped, raced = np.zeros(9), 0
    for run in range(200):
        state, *_ = play(winner, (0.05,), counts, run, horizon=2000)
        dropped += state.memory.alive == 0
        raced += (state.plays + np.diag(np.full(9, winner.FIRST)) >= winner.FIRST).all(axis=1).any()
    assert raced > 150, "somebody has met everybody"
    assert (dropped <= binom.isf(1e-6 / 9, 200, 0.05)).all()


def test_a_pool_is_settled_by_what_is_left_of_it():
    """Every judgment of the pool is a win of the first system: more than half of each pair decides it for sure."""
    counts = np.zeros((2, 2, 3), dtype=np.int64)
    counts[0, 1], counts[1, 0] = (40, 0, 0), (0, 0, 40)
    _, told, end, last = play(pool, (1e-30,), counts, 0, replace=False)
    assert (end, last, told) == (1, 0, 21)


@pytest.mark.slow
def test_pools_without_replacement_err_rarely():
    rng = np.random.default_rng(0)
    wrong = 0
    for run in range(300):
        counts = np.zeros((3, 3, 3), dtype=np.int64)
        for i, j in ((0, 1), (0, 2), (1, 2)):
            drawn = rng.multinomial(60, [0.42, 0.2, 0.38])
            drawn = drawn if drawn[0] > drawn[2] else drawn + np.array([drawn[2] - drawn[0] + 1, 0, 0])
            counts[i, j], counts[j, i] = drawn, drawn[::-1]
        wrong += play(pool, (0.05,), counts, run, replace=False)[3] != 0
    assert wrong <= binom.isf(1e-6, 300, 0.05)


@pytest.mark.slow
def test_rankings_and_tops():
    counts = bradley_terry(1.5, 0.7, 0.0, -0.8)
    for run in range(10):
        state, _, end, _ = play(ranking, (0.05, 0.0, 0.0, 0.0), counts, run)
        assert end == 1
        assert np.array_equal(above(state), np.triu(np.ones((4, 4), dtype=bool), 1))
        state, told, end, _ = play(ranking, (0.05, 2.0, 0.0, 0.0), counts, run)
        assert end == 1
        assert above(state)[:2, 2:].all()
        assert told < play(ranking, (0.05, 2.0, 1.0, 0.0), counts, run)[1] * 1.5


def study_of(design, seed=0, budget=2000, systems=4, items=150):
    clock = VirtualClock(1e9)
    material = make_material(systems=systems, items=items, seed=seed)
    names = [system.name for system in material.systems]
    study = Study.define("served", material, design=design, clock=clock)
    strengths = Strengths(dict(zip(names, np.linspace(1.2, -0.8, systems), strict=True)))
    simulate(study, crowd(12, seed=seed, leaving=0.01), strengths, judgments=budget, clock=clock, seed=seed)
    return study, names


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"claim": "beats every other"},
        {"claim": "best if there is a winner", "evidence": "arrived"},
        {"claim": "best if there is a winner", "evidence": "arrived", "strict": True},
        {"copies": 2},
        {"scope": "judgments"},
        {"scope": "population"},
        {"target": "top", "top": 2},
        {"target": "ranking", "stopping": {"budget": 400}},
    ],
    ids=str,
)
@pytest.mark.slow
def test_served_studies_end_with_a_certificate_and_verify(options):
    study, names = study_of(Design(policy="certified", lease=600.0, **options))
    assert verify(study).holds
    answer = study.findings().answer
    assert "error ≤ 5 % at every look" in answer.words
    assert answer.scope == options.get("scope", "items")
    if options.get("scope") != "population" and options.get("target") != "ranking":
        assert answer.claim in {"near best", "beats every other", "best if there is a winner", "top"}
        assert answer.claim == study.design.claim or options.get("target") == "top"
        assert answer.subject[0] == names[0]
        assert study.ask("somebody new").reason == "enough"


def test_the_scope_decides_what_is_asked_twice():
    study, _ = study_of(Design(policy="certified", scope="judgments", stopping={"budget": 150}, lease=600.0), items=20)
    history = study.history
    live = history.counts
    pairs = np.sort(np.column_stack([history["first"], history["second"]])[live], axis=1)
    keys = [(*pair, item) for pair, item in zip(pairs.tolist(), history["item"][live].tolist(), strict=True)]
    assert len(set(keys)) == len(keys), "one judgment for each pair and item"
    study, _ = study_of(Design(policy="certified", scope="population", lease=600.0), items=30)
    history = study.history
    for system in range(4):
        mine = history.counts & ((history["first"] == system) | (history["second"] == system))
        assert len(set(history["item"][mine].tolist())) == mine.sum(), "every item new to the system"
    assert "not enough items" in study.ask("somebody new").words


def test_corrections_void_the_certificate_and_new_systems_join():
    study, names = study_of(Design(policy="certified", lease=600.0), budget=60)
    study.owner.retract(int(study.history["number"][study.history.counts][0]), "pressed the wrong key")
    assert "void" in study.findings().answer.words
    assert study.findings().answer.claim == "void"
    assert verify(study).holds
    material = make_material(systems=5, items=150)
    study.owner.add_system(type(material.systems[0])(name="late", texts=material.systems[4].texts))
    assert study.ask("somebody new")
    assert verify(study).holds
    assert names


def cycle_of_three():
    win = np.array([[0.0, 0.7, 0.3], [0.3, 0.0, 0.7], [0.7, 0.3, 0.0]])
    return Pool.from_preferences(win, np.zeros((3, 3)), size=10_000).counts


def test_where_nobody_wins_it_says_so():
    said = [play(winner, (0.025,), cycle_of_three(), run) for run in range(50)]
    assert all(end == 1 for _, _, end, _ in said)
    assert sum(state.memory.marks.left == 0 for state, *_ in said) >= 40, "few take the last one left for the best"


def serve(design, win, judgments):
    """A study whose answers are drawn from chances to win."""
    rng = np.random.default_rng(0)
    study = Study.define("given", make_material(systems=3, items=200), design=design, clock=VirtualClock(1e9))
    for number in range(judgments):
        who = f"annotator {number % 40}"
        question = study.ask(who)
        if not question:
            return study, question
        first, second = study.history.systems_of(question.number)
        study.tell(question.number, "left" if rng.random() < win[first][second] else "right", annotator=who)
    return study, study.ask("somebody new")


def test_a_cycle_served_ends_with_copeland_and_borda():
    win = np.array([[0.5, 0.85, 0.15], [0.15, 0.5, 0.85], [0.85, 0.15, 0.5]])
    design = Design(policy="certified", lease=600.0, claim="beats every other")
    study, rest = serve(design, win, 2000)
    found = study.findings()
    assert (rest.reason, found.answer.claim) == ("enough", "no winner")
    assert found.answer.brief.endswith("if annotators are alike"), "the headline keeps the condition"
    assert [one.claim for one in found.alternatives] == ["copeland", "borda"]
    assert len(found.alternatives[0].subject) == 3, "each beats one other"
    assert "Copeland" in text_report(study.findings())


def test_a_margin_ends_a_study_of_near_equals():
    win = np.full((3, 3), 0.5)
    study, rest = serve(Design(policy="certified", margin=0.2, lease=600.0), win, 3000)
    answer = study.findings().answer
    assert (rest.reason, answer.claim) == ("enough", "near best")
    assert "loses to nobody by more than 20 points of win rate" in answer.words
    assert study.findings().redraw is None
    assert verify(study).holds


def test_the_pool_is_redrawn_beside_its_winner():
    study, names = study_of(Design(policy="certified", scope="judgments", lease=600.0))
    found = study.findings().redraw
    assert found.system == names[0]
    assert 0 < found.share <= 1
    assert "judged the same items once each" in text_report(study.findings())


def test_an_annotator_who_takes_an_answer_back_does_not_void_the_certificate():
    study, _ = study_of(Design(policy="certified", lease=600.0), budget=60)
    who = study.store.annotators(study.name)[int(study.history["annotator"][study.history.counts][-1])]
    study.undo(who)
    assert study.findings().answer.claim != "void"
    assert verify(study).holds


def test_targets_that_make_no_sense_are_refused():
    with pytest.raises(InputError, match="certifies a winner"):
        study_of(Design(policy="certified", target="ranking", scope="judgments"))
    with pytest.raises(InputError, match="at least one"):
        Design(target="top", top=0)
    with pytest.raises(InputError, match="winner, top, ranking"):
        Design(target="best")
    with pytest.raises(InputError, match="fewer systems"):
        study_of(Design(policy="certified", target="top", top=4))


def test_the_served_policy_knows_how_many_outputs_differ():
    study = Study.define("study", make_material(systems=3, items=60, identical=0.5, missing=0.0))
    shares = differing_shares(study.index, 3)
    state = ServedPolicy(winner.POLICY).state_at(study.history, study.index)
    stretch = state.memory.beliefs.stretch
    pairs = np.triu_indices(3, 1)
    assert np.ptp(shares[pairs]) > 0
    assert (stretch * shares)[pairs] == pytest.approx(np.full(3, (stretch * shares)[0, 1]))
