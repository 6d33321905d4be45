"""Plans: the papers' formulas, pilots made of known numbers, and bad input in clear words."""

import math

import numpy as np
import pytest

from quorate.errors import InputError
from quorate.planning import Assumed, Pilot, assume, plan_scores
from quorate.planning.scores import contour, kept_by_strata
from quorate.reports.plan_figures import contour_figure
from quorate.reports.plan_page import plan_page


def by_name(rows):
    return {row.name: row for row in rows}


def test_data_efficiency_and_its_caps_are_the_papers():
    gamma, rho = 1.0, 0.5
    plan = plan_scores(Assumed(signal=0.5, noise=0.5, rho=rho), width=0.1, judgment_cost=0.15)
    rows, levers = by_name(plan.rows), by_name(plan.levers)
    assert rows["mean"].judgments == math.ceil((2 * 1.959964 / 0.1) ** 2)
    assert rows["mean"].cost == pytest.approx(0.15 * rows["mean"].judgments)
    assert rows["control variates"].efficiency == pytest.approx((1 + gamma) / (1 - rho**2 + gamma))
    assert levers["perfect metric (cap)"].efficiency == pytest.approx((1 + gamma) / gamma)
    assert levers["noiseless annotators (cap)"].efficiency == pytest.approx((1 + gamma) / (1 - rho**2))
    assert rows["control variates"].hours is None


def test_the_lever_is_the_larger_part_of_what_is_left():
    assert plan_scores(Assumed(signal=1, noise=0.1, rho=0.3), width=0.1).lever == "metric"
    assert plan_scores(Assumed(signal=1, noise=2.0, rho=0.3), width=0.1).lever == "question"
    plan = plan_scores(Assumed(signal=1, noise=2.0, rho=0.3), width=0.1)
    levers = by_name(plan.levers)
    assert levers["better question: half of γ"].judgments < levers["better metric: half of 1 − ρ²"].judgments
    assert "better question" in plan.words[1]


def test_a_finite_number_of_outputs_needs_fewer_judgments():
    endless = plan_scores(Assumed(signal=1, noise=0.2, rho=0.5), width=0.2)
    finite = plan_scores(Assumed(signal=1, noise=0.2, rho=0.5, outputs=500), width=0.2)
    assert finite.rows[0].judgments < endless.rows[0].judgments
    n, wanted = finite.rows[0].judgments, (0.2 / (2 * 1.959964)) ** 2
    assert (1 - n / 500) / n + 0.2 / n <= wanted < (1 - (n - 1) / 500) / (n - 1) + 0.2 / (n - 1)


def test_hours_and_systems_multiply():
    plan = plan_scores(Assumed(signal=1, noise=1, rho=0, systems=4, seconds=36), width=0.5)
    row = plan.rows[0]
    assert row.total == 4 * row.judgments
    assert row.hours == pytest.approx(row.total / 100)


def test_contours_are_where_the_share_is():
    gammas = np.geomspace(0.05, 20, 50)
    for share in (0.9, 0.5, 0.2):
        points = contour(share, gammas)
        assert all((1 - rho**2 + gamma) / (1 + gamma) == pytest.approx(share) for gamma, rho in points)
        assert points[-1][1] <= 1.0
    assert contour(0.01, gammas) == []


def test_strata_keep_nearly_everything():
    z = np.random.default_rng(1).normal(size=400_000)
    edges = np.quantile(z, np.arange(1, 5) / 5)
    means = np.array([z[np.digitize(z, edges) == h].mean() for h in range(5)])
    assert kept_by_strata(5) == pytest.approx(np.mean(means**2), abs=0.005)
    assert kept_by_strata(1) == 0.0


def pilot(rng, *, items=400, signal=1.0, noise=0.5, rho=0.6, shared=0.5, systems=3):
    common = rng.normal(0, 1, items)
    own = rng.normal(0, 1, (systems, items))
    f = np.sqrt(signal) * (np.sqrt(shared) * common + np.sqrt(1 - shared) * own) + np.arange(systems)[:, None]
    g = rho * (f - np.arange(systems)[:, None]) / np.sqrt(signal) + np.sqrt(1 - rho**2) * rng.normal(0, 1, f.shape)
    system, item = (np.tile(part.ravel(), 2) for part in np.indices(f.shape))
    score = f[system, item] + rng.normal(0, np.sqrt(noise), system.size)
    junk = rng.normal(0, 1, f.shape)
    return Pilot(
        system=system, item=item, score=score, seconds=np.full(system.size, 20.0), metrics={"g": g, "junk": junk}
    )


def test_a_pilot_gives_back_what_it_was_made_of():
    found = assume(pilot(np.random.default_rng(2)))
    assert found.signal == pytest.approx(1.0, rel=0.12)
    assert found.noise == pytest.approx(0.5, rel=0.12)
    assert found.rho == pytest.approx(0.6, abs=0.05)
    assert found.multiple == pytest.approx(0.6, abs=0.05)
    assert found.shared == pytest.approx(0.5, abs=0.08)
    assert found.active_gain == pytest.approx(1.0, abs=0.05)  # residuals of a normal pilot are equally large everywhere
    assert (found.systems, found.outputs, found.seconds) == (3, 400, 20.0)
    assert found.notes == ()
    names = [row.name for row in plan_scores(found, width=0.2).rows]
    assert names == ["mean", "stratified", "control variates", "several metrics", "active"]


def test_active_sampling_gains_where_errors_differ_in_size():
    made = pilot(np.random.default_rng(3))
    g = made.metrics["g"][made.system, made.item]
    noisy = made.score + np.random.default_rng(4).normal(0, 1, g.size) * np.maximum(g, 0) * 2
    found = assume(Pilot(system=made.system, item=made.item, score=noisy, seconds=made.seconds, metrics=made.metrics))
    assert found.active_gain > 1.2


def test_useless_and_missing_metrics_promise_nothing():
    made = pilot(np.random.default_rng(5), rho=0.0)
    assert assume(made).rho < 0.1
    constant = {"flat": np.ones((3, 400)), "nothing": np.full((3, 400), np.nan)}
    bare = Pilot(system=made.system, item=made.item, score=made.score, seconds=made.seconds, metrics=constant)
    assert assume(bare).rho == 0.0
    assert assume(bare).multiple is None


def test_a_pilot_without_repeats_says_what_it_cannot_know():
    made = pilot(np.random.default_rng(6))
    half = slice(0, len(made.score) // 2)
    once = Pilot(
        system=made.system[half], item=made.item[half], score=made.score[half], seconds=made.seconds[half] * np.nan
    )
    found = assume(once)
    assert found.noise == 0.0
    assert "judged twice" in found.notes[0]
    assert found.seconds is None
    assert found.outputs is None
    assert "perfect metric (cap)" not in by_name(plan_scores(found, width=0.2).levers)


def test_bad_input_in_clear_words():
    nothing = np.zeros(3, dtype=np.int64)
    with pytest.raises(InputError, match="says too little"):
        assume(Pilot(system=nothing, item=nothing, score=np.zeros(3), seconds=np.zeros(3)))
    same = np.zeros(20, dtype=np.int64)
    with pytest.raises(InputError, match="All judgments of each system are equal"):
        assume(Pilot(system=same, item=np.arange(20), score=np.ones(20), seconds=np.zeros(20)))
    with pytest.raises(InputError, match="lies between −1 and 1"):
        Assumed(signal=1, noise=1, rho=1.5)
    with pytest.raises(InputError, match="must differ"):
        Assumed(signal=0, noise=1, rho=0.5)
    with pytest.raises(InputError, match="no judgments at all"):
        Assumed(signal=1, noise=0, rho=1)
    with pytest.raises(InputError, match="must be positive"):
        plan_scores(Assumed(signal=1, noise=1, rho=0.5), width=0)


def test_the_figure_and_the_page_say_where_the_plan_stands():
    plan = plan_scores(assume(pilot(np.random.default_rng(7))), width=0.2, judgment_cost=0.4)
    figure, page = contour_figure(plan), plan_page(plan)
    assert figure.startswith("<svg")
    assert "here: γ" in figure
    assert contour_figure(plan) == figure, "the same plan gives the same bytes"
    assert page.startswith("<!doctype html>")
    assert plan.words[0] in page
    assert "http" not in page.replace("http://www.w3.org", "").replace("http-equiv", "")
