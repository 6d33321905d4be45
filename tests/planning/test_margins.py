"""The margin fitted to the material: just as far as needed, never beyond 10 points, and what would help."""

import math
from dataclasses import replace

import numpy as np
import pytest

from quorate.kernels.level import is_settled
from quorate.planning.margins import Sizes, settle_margin, total_room
from quorate.records.design import Design
from quorate.records.guide import Guide
from quorate.testing.histories import make_index


def settled(systems, items, people, **design):
    return settle_margin(Design(**design), Sizes.full(systems, items), people=people)


def test_five_points_where_the_material_is_large_enough():
    found = settled(3, 500, 10)
    assert (found.margin, found.settles, found.words, found.remedies) == (0.05, True, "", ())


@pytest.mark.parametrize(("systems", "items", "people"), [(2, 50, 10), (5, 100, 10), (12, 20, 30), (3, 12, 30)])
def test_raised_just_as_far_as_needed(systems, items, people):
    found = settled(systems, items, people)
    threshold = math.log((systems if systems > 2 else 1) / 0.05)
    assert 0.05 < found.margin <= 0.1
    assert is_settled(people * items, threshold, found.margin)
    assert not is_settled(people * items, threshold, found.margin - 0.001)
    assert f"{100 * found.margin:g} points, raised from 5" in found.words
    assert found.needed <= found.room == people * items


def test_never_above_ten_points_and_what_would_decide_does():
    found = settled(5, 12, 3)
    assert found.margin == 0.1
    assert not found.settles
    assert found.words.startswith("this material cannot decide between systems that are alike: 3 annotators")
    assert "A clear winner may still be found." in found.words
    items, people = (int(words.split()[0].replace(",", "")) for words in found.remedies)
    for enough, less in (((5, items, 3), (5, items - 1, 3)), ((5, 12, people), (5, 12, people - 1))):
        assert settled(*enough).settles
        assert not settled(*less).settles


def test_fewer_systems_are_advised_where_that_is_enough():
    found = settled(30, 33, 10)
    assert not found.settles
    fewer = int(next(words for words in found.remedies if words.endswith("systems")).split()[0])
    assert settled(fewer, 33, 10).settles
    assert not settled(fewer + 1, 33, 10).settles


def test_how_many_people_is_said_to_be_assumed_where_nobody_says():
    found = settled(2, 30, 0)
    assert (found.people, found.is_assumed) == (10, True)
    assert "10 annotators (assumed)" in found.words
    assert found.margin == settled(2, 30, 10).margin


def test_a_margin_that_was_given_stays_and_is_judged():
    sizes = Sizes.full(2, 20)
    kept = settle_margin(Design(margin=0.02), sizes, people=10, given=True)
    assert kept.margin == 0.02
    assert not kept.settles
    assert "2 points of win rate take" in kept.words


def test_copies_caps_and_seen_items_leave_less_room():
    plain = settled(3, 100, 10)
    assert settled(3, 100, 10, copies=2).room == plain.room // 2
    assert settled(3, 100, 10, guide=Guide(cap=50)).room == 10 * 50 // 2
    assert settled(3, 100, 10, guide=Guide(again="item")).room == plain.room // 2
    assert settled(3, 400, 10, scope="population").room == 200


def test_identical_outputs_take_room_and_widen_the_margin_over_the_others():
    index = make_index(2, 60)
    same = np.array(index.fingerprints)
    same[1, :30] = same[0, :30]
    halved = Sizes.of(replace(index, fingerprints=same))
    assert halved.askable.tolist() == [30]
    assert halved.shares.tolist() == [0.5]
    # Half of the items, but twice the margin over them: four times as much from a judgment.
    assert settle_margin(Design(), halved, people=10).margin < settled(2, 60, 10).margin


def test_other_studies_need_no_margin():
    sizes = Sizes.full(3, 10)
    for design in (Design(policy="uniform"), Design(claim="beats every other"), Design(target="ranking")):
        assert settle_margin(design, sizes, people=3) is None


def test_all_that_people_and_material_can_give():
    sizes = Sizes.full(4, 50)
    assert total_room(Design(), sizes, 3) == 3 * 6 * 50
    assert total_room(Design(guide=Guide(cap=20)), sizes, 3) == 60
    assert total_room(Design(guide=Guide(again="item")), sizes, 3) == 150
    assert total_room(Design(scope="population"), sizes, 3) == 100
