"""What is said about judges: planted habits, chance, flips and replacement."""

from dataclasses import replace

import numpy as np
import pytest

from quorate.data.verdicts import Verdicts, read_verdict
from quorate.errors import InputError
from quorate.estimators.trust.judges import trust_judges, unheard_judges
from quorate.estimators.trust.replacement import hold_against

NAN = float("nan")


@pytest.mark.parametrize(
    ("said", "order", "read"),
    [
        (1, None, 1), (0.5, None, 0.5), ("0", None, 0), ("A", None, 1), ("[[B]]", None, 0), ("tie.", None, 0.5),
        ("After thought, [[A]] is better.", None, 1), ("first", True, 1), ("first", False, 0), ("second", True, 0),
        ("first", None, NAN), ("[[A]] or [[B]]", None, NAN), ("both", None, NAN), ("", None, NAN), (None, None, NAN),
        ("Antwort A ist besser", None, NAN), (2, None, NAN), (NAN, None, NAN), (True, None, NAN),
        ("x" * 10_000, None, NAN),
    ],
)  # fmt: skip
def test_verdicts_are_read_strictly(said, order, read):
    assert read_verdict(said, first_is_a=order) == pytest.approx(read, nan_ok=True)


def planted(position: float = 0.0, skill: float = 2.0, items: int = 250, seed: int = 0) -> Verdicts:
    """Two orders of three pairs of systems on each item, three annotators, and one judge with these habits."""
    random = np.random.default_rng(seed)
    pairs = [(0, 1), (0, 2), (1, 2)]
    item = np.repeat(np.arange(items), 3)
    first, second = np.tile([pair[0] for pair in pairs], items), np.tile([pair[1] for pair in pairs], items)
    gap = random.normal(size=3 * items)

    def answer(eta):
        return (random.random(len(eta)) < 1 / (1 + np.exp(-eta))).astype(float)

    shown = np.repeat([1, -1], 3 * items)
    verdict = answer(np.tile(skill * gap, 2) + position * shown)
    outcome = np.concatenate([answer(3 * gap) for _ in range(3)])
    return Verdicts(
        items=tuple(map(str, range(items))), systems=("ada", "ben", "cyd"), judges=("ben/short",),
        annotators=("p", "q", "r"), item=np.tile(item, 2), first=np.tile(first, 2), second=np.tile(second, 2),
        judge=np.zeros(6 * items, dtype=int), shown=shown, verdict=verdict,
        probability=np.tile(1 / (1 + np.exp(-3 * gap)), 2), people_item=np.tile(item, 3),
        people_first=np.tile(first, 3), people_second=np.tile(second, 3),
        annotator=np.repeat([0, 1, 2], 3 * items), outcome=outcome,
        letters=np.random.default_rng(1).integers(50, 200, size=(3, items)).astype(float),
    )  # fmt: skip


def test_a_good_judge_is_believed_and_its_habits_are_found():
    (found,) = trust_judges(planted(position=1.0, skill=3.0))
    assert not found.is_refused
    assert found.is_among
    habits = {habit.name: habit for habit in found.habits}
    assert set(habits) == {"position", "length", "self", "people"}
    assert habits["position"].low > 0.3
    assert habits["length"].low < 0 < habits["length"].high
    assert habits["self"].low < 0 < habits["self"].high
    assert habits["people"].low > 0
    assert found.flips.value > 0.1
    assert found.calibration < 0.1
    assert found.replacement.annotators == 3
    assert len(found.by_pair) == 3


def test_a_judge_that_knows_nothing_is_refused():
    (found,) = trust_judges(planted(skill=0.0))
    assert found.is_refused
    assert found.saving < 1.05
    assert not found.replacement.passes


def test_a_judge_that_always_takes_the_first_flips_and_is_refused():
    (found,) = trust_judges(planted(position=50.0))
    assert found.flips.value == 1
    assert found.right.value == 0.5
    assert found.is_refused


def test_agreement_is_that_of_a_slow_twin():
    data = planted()
    (found,) = trust_judges(data)
    right, decided, people = [], [], []
    for item in range(250):
        for pair in ((0, 1), (0, 2), (1, 2)):
            mine = (data.item == item) & (data.first == pair[0]) & (data.second == pair[1])
            theirs = (data.people_item == item) & (data.people_first == pair[0]) & (data.people_second == pair[1])
            verdict = data.verdict[mine][0] if np.ptp(data.verdict[mine]) == 0 else 0.5
            votes = data.outcome[theirs]
            right += [verdict == vote for vote in votes]
            decided += [verdict == vote for vote in votes if verdict != 0.5]
            people += [votes[a] == votes[b] for a, b in ((0, 1), (0, 2), (1, 2))]
    assert found.agreement.value == pytest.approx(np.mean(right))
    assert found.decided.value == pytest.approx(np.mean(decided))
    assert found.people.value == pytest.approx(np.mean(people))


def test_unread_verdicts_are_counted_and_too_few_are_refused():
    data = planted(items=30)
    data.verdict[::4] = np.nan
    (found,) = trust_judges(data)
    assert found.unread == 45
    data.verdict[:] = np.nan
    with pytest.raises(InputError, match=r"share 0 pairs.*180 of them could not be read"):
        trust_judges(data)


def test_a_judge_that_says_nothing_keeps_no_other_from_being_heard():
    data = planted(items=30)
    (alone,) = trust_judges(data)
    rows = ("item", "first", "second", "shown", "probability")
    both = replace(
        data,
        judges=(*data.judges, "mute"),
        judge=np.append(data.judge, data.judge + 1),
        verdict=np.append(data.verdict, np.full(len(data.verdict), np.nan)),
        **{name: np.tile(getattr(data, name), 2) for name in rows},
    )
    assert [one.judge for one in trust_judges(both)] == [alone.judge]
    assert trust_judges(both)[0].right == alone.right
    assert list(unheard_judges(both)) == ["mute"]
    assert not unheard_judges(data)


def test_the_alternative_annotator_test_by_hand():
    random = np.random.default_rng(0)
    unit, annotator = np.repeat(np.arange(60), 4), np.tile(np.arange(4), 60)
    truth = random.integers(0, 2, size=60).astype(float)
    votes = np.where(random.random(240) < 0.7, truth[unit], 1 - truth[unit])
    good = hold_against(unit, annotator, votes, truth[unit])
    bad = hold_against(unit, annotator, votes, 1 - truth[unit])
    assert good.annotators == bad.annotators == 4
    assert good.passes
    assert good.winning == 1
    assert bad.winning == 0
    few = hold_against(unit[:80], annotator[:80], votes[:80], truth[unit][:80])
    assert np.isnan(few.winning)
