"""A comparer plays: systems until their order rests, single outputs for points or ratings."""

import numpy as np
import pytest

from quorate import rate, train_comparer
from quorate.errors import InputError
from quorate.estimators.skills.findings import rate_games
from quorate.estimators.skills.playing import play_common, play_outputs, play_systems

LEVELS = {"bad": 0.2, "fair": 0.5, "good": 0.8}
WORDS = {True: ("fine", "clear", "apt"), False: ("um", "er", "hm")}


def make_rows(items: range, seed: int = 0) -> list[dict[str, str]]:
    """Outputs of systems that say clear words more or less often."""
    random = np.random.default_rng([seed, items.start])
    return [
        {
            "item": f"i{item}",
            "system": system,
            "output": " ".join(str(random.choice(WORDS[bool(random.random() < level)])) for _ in range(8)),
        }
        for item in items
        for system, level in LEVELS.items()
    ]


def quality(text: str) -> int:
    return sum(word in WORDS[True] for word in text.split())


@pytest.fixture(scope="module")
def comparer():
    rows = make_rows(range(150))
    votes = []
    for begin in range(0, len(rows), 3):
        one, other = rows[begin : begin + 3 : 2] if begin % 2 else rows[begin : begin + 2]
        gap = quality(one["output"]) - quality(other["output"])
        said = "tie" if gap == 0 else "left" if gap > 0 else "right"
        votes.append({"item": one["item"], "system_a": one["system"], "system_b": other["system"], "winner": said})
    return train_comparer(rows, votes)


def test_systems_play_until_their_order_rests_and_the_best_stands_first(comparer, tmp_path):
    new = make_rows(range(500, 540))
    found = rate(comparer, outputs=new, seed=1)
    assert [one.contestant for one in found.contestants] == ["good", "fair", "bad"]
    assert found.is_settled
    assert "decided by a comparer (light" in found.understood[0]
    comparer.save(tmp_path / "comparer")
    assert rate(tmp_path / "comparer", outputs=new, seed=1).to_json()["contestants"] == found.to_json()["contestants"]


def test_outputs_are_scored_by_points_against_the_same_fifty_and_by_ratings(comparer):
    new = make_rows(range(500, 540))
    truth = {f"{row['system']} on {row['item']}": quality(row["output"]) for row in new}
    for options, games in (({"method": "points"}, None), ({"method": "elo", "settings": {"step": 32}}, 10_000)):
        found = rate(comparer, outputs=new, of="outputs", replays=0, **options)
        assert games in (None, found.games)
        assert len(found.contestants) == len(new)
        scores = [(one.rating, truth[one.contestant]) for one in found.contestants]
        assert np.corrcoef(np.array(scores).T)[0, 1] > 0.8
    assert min(one[0] for one in scores) >= 0


def test_who_plays_outputs_that_it_learned_from_is_told(comparer):
    said = rate(comparer, outputs=make_rows(range(150)), plays=600).understood
    assert "of these 450 outputs" in said[1]


def test_points_are_what_games_bring():
    rng = np.random.default_rng(0)
    values = rng.normal(size=80)

    def decide(first, second):
        gap = values[first] - values[second]
        return np.where(np.abs(gap) < 0.3, 0.5, (gap > 0).astype(float))

    names = tuple(f"o{number}" for number in range(80))
    games = play_common(names, decide, against=50, seed=3)
    both = np.concatenate([games.first, games.second])
    assert set(np.bincount(both)) == {50, 79}  # those that all play have a game with each other one
    pairs = np.sort(np.stack([games.first, games.second]), axis=0)
    assert len(np.unique(pairs, axis=1).T) == len(games)
    found = {one.contestant: one for one in rate_games(games, "points").contestants}
    for row in (0, 17):
        rivals = np.concatenate([games.second[games.first == row], games.first[games.second == row]])
        said = decide(np.full(len(rivals), row), rivals)
        points = np.mean(np.where(said == 1, 3, np.where(said == 0.5, 1, 0)))
        assert found[f"o{row}"].rating == pytest.approx(points)
        assert found[f"o{row}"].low < points < found[f"o{row}"].high


def test_games_of_systems_take_items_that_both_have():
    rows = np.array([[0, 1, -1], [-1, 2, 3], [-1, -1, 4]])

    def decide(first, second):
        pairs = {tuple(sorted(pair)) for pair in zip(first.tolist(), second.tolist(), strict=True)}
        assert pairs <= {(1, 2), (3, 4)}
        return np.ones(len(first))

    games = play_systems(("a", "b", "c"), rows, decide, most=700)
    assert len(games) <= 700
    assert play_outputs(("x", "y"), lambda first, _: np.ones(len(first)), plays=7).outcome.sum() == 7


def test_refusals_say_what_to_do(comparer):
    with pytest.raises(InputError, match="name them"):
        rate(comparer)
    with pytest.raises(InputError, match="1 or more, not 0"):
        rate(comparer, outputs=make_rows(range(3)), plays=0)
    with pytest.raises(InputError, match="played by a comparer"):
        rate([{"model_a": "a", "model_b": "b", "winner": "model_a"}], plays=3)
    with pytest.raises(InputError, match="No two systems"):
        rate(comparer, outputs=[row for row in make_rows(range(4)) if row["system"] == "bad"])
