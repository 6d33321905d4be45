"""Votes in a file or in memory become a ranking, whatever they are called, and mistakes in them are said."""

import json

import numpy as np
import pytest

from quorate.errors import InputError
from quorate.estimators.vote_counts import count_votes
from quorate.io.votes import read_votes
from quorate.kernels import plain_strengths
from quorate.workflows import estimate

ARENA = {"tie": "tie", "a": "model_a", "b": "model_b", "bad": "tie (bothbad)"}


def simulated(votes=600, systems=4, annotators=20, items=60, *, seed=0, taste=0.5, active=None):
    """Rows as the arena has them; annotators differ in whom they like."""
    rng = np.random.default_rng(seed)
    strength = np.linspace(0.8, -0.8, systems)
    own = strength + taste * rng.normal(size=(annotators, systems))
    judge = rng.integers(annotators, size=votes) if active is None else rng.choice(annotators, size=votes, p=active)
    a = rng.integers(systems, size=votes)
    b = (a + rng.integers(1, systems, size=votes)) % systems
    won = rng.random(votes) < 1 / (1 + np.exp(own[judge, b] - own[judge, a]))
    said = np.where(rng.random(votes) < 0.1, "tie", np.where(won, "model_a", "model_b"))
    item = rng.integers(items, size=votes)
    columns = (a.tolist(), b.tolist(), said.tolist(), judge.tolist(), item.tolist())
    return [
        {"model_a": f"m{i}", "model_b": f"m{j}", "winner": w, "judge": f"p{k}", "question_id": q, "tstamp": n}
        for n, (i, j, w, k, q) in enumerate(zip(*columns, strict=True))
    ]


def test_a_file_and_its_rows_and_columns_say_the_same(tmp_path):
    rows = simulated()
    path = tmp_path / "votes.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    semicolons = tmp_path / "votes.csv"
    lines = [";".join(rows[0]), *(";".join(map(str, row.values())) for row in rows)]
    semicolons.write_text("\n".join(lines) + "\n")
    listed = estimate(rows, name="v").to_json()
    for other in (path, semicolons, {name: [row[name] for row in rows] for name in rows[0]}):
        assert estimate(other, name="v").to_json() == listed


def test_frames_of_pandas_and_arrow_and_parquet_say_the_same(tmp_path):
    pandas, arrow = pytest.importorskip("pandas"), pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = simulated(100)
    listed = estimate(rows, name="v").to_json()
    table = arrow.Table.from_pylist(rows)
    parquet.write_table(table, tmp_path / "votes.parquet")
    for other in (pandas.DataFrame(rows), table, tmp_path / "votes.parquet"):
        assert estimate(other, name="v").to_json() == listed


def test_tasks_of_label_studio_are_read(tmp_path):
    def task(number, side):
        result = {"type": "pairwise", "value": {"selected": side}}
        about = {"id": number, "data": {"text1": "one", "text2": "two"}}
        return about | {"annotations": [{"completed_by": 7, "result": [result]}]}

    path = tmp_path / "tasks.json"
    path.write_text(json.dumps([task(1, "left"), task(2, "right")]))
    votes = read_votes(path).judgments
    assert (votes.systems, votes.value.tolist(), votes.annotators) == (("text1", "text2"), [1, 0], ("7",))
    path.write_text(json.dumps(task(1, "left")))
    assert read_votes(path).judgments.value.tolist() == [1]


def test_scores_side_by_side_are_read(tmp_path):
    path = tmp_path / "pearmut.jsonl"
    screens = [{"x": {"score": 90}, "y": {"score": 40}}, {"y": {"score": 7}, "x": {"score": 7}}]
    path.write_text(json.dumps({"annotation": screens, "user_id": "u"}) + "\n")
    votes = read_votes(path).judgments
    assert (votes.systems, votes.value.tolist(), votes.ranking.tolist()) == (("x", "y"), [1, 0.5], [0, 1])


@pytest.mark.parametrize(
    ("names", "values"),
    [
        (("model_a", "model_b", "winner"), ("model_a", "model_b", "both_bad")),
        (("item", "system_a", "system_b", "outcome"), (1, 0, 0.5)),
        (("left", "right", "preference"), ("left", "right", "tie")),
        (("Model A", "Model B", "Winner"), ("A", "B", "tie (bothbad)")),
        (("generator_1", "generator_2", "preference"), (1.0, 2.0, 1.5)),
        (("system1", "system2", "choice"), ("x", "y", "equal")),
    ],
)
def test_columns_and_answers_are_understood_and_said(names, values):
    first, second = names[-3:-1]
    rows = [{first: "x", second: "y", names[-1]: values[n % 3], "item": n} for n in range(9)]
    votes = read_votes(rows)
    assert votes.judgments.value.tolist() == [1.0, 0.0, 0.5] * 3
    assert f"system_a = {first!r}" in votes.understood[0]
    assert "--column" in votes.understood[0]


def test_columns_and_answers_that_are_given_win_over_guesses():
    rows = [{"p": "x", "q": "y", "model_a": "no", "model_b": "never", "winner": "1"}] * 3
    votes = read_votes(rows, {"system_a": "p", "system_b": "q"}, {"1": "right"})
    assert votes.judgments.systems == ("x", "y")
    assert votes.judgments.value.tolist() == [0, 0, 0]


def test_sides_exchanged_winners_and_losers_and_judges_in_lists():
    games = [{"model_1": "x", "model_2": "y", "g1_winner": "model_1", "g2_winner": "tie", "judge": ["g", "v2"]}]
    votes = read_votes(games).judgments
    assert (votes.value.tolist(), votes.annotators, votes.ranking.tolist()) == ([1, 0.5], ("g / v2",), [0, 0])
    assert read_votes([{"winner": "x", "loser": "y"}]).judgments.value.tolist() == [1]


def test_rankings_and_score_sheets_are_comparisons_of_one_sheet():
    for ranking in ("x > y = z", ["x", ["y", "z"]], {"x": 1, "y": 2, "z": 2}):
        votes = read_votes([{"ranking": ranking, "item": "i"}, {"ranking": ranking, "item": "j"}]).judgments
        assert votes.value.tolist() == [1, 1, 0.5] * 2
        assert votes.ranking.tolist() == [0, 0, 0, 1, 1, 1]
    long = [{"item": "i", "rater": r, "system": s, "score": n} for r in "pq" for n, s in enumerate("xyz")]
    votes = read_votes(long).judgments
    assert votes.value.tolist() == [0] * 6
    assert len(set(votes.ranking.tolist())) == 2
    wide = [{"system1Id": "x", "system2Id": "y", "system1rank": 2, "system2rank": 1}]
    assert read_votes(wide).judgments.value.tolist() == [0]


def test_one_sheet_says_nothing():
    found = estimate([{"ranking": ["a", "b", "c", "d"]}])
    assert all((one.interval.low, one.interval.high) == (0, 1) for one in found.ranking.estimates)
    assert not found.told_apart


def test_where_all_agree_the_annotators_count_and_not_their_votes():
    few = estimate([{"ranking": "a > b", "item": n, "annotator": n % 5} for n in range(200)])
    many = estimate([{"ranking": "a > b", "item": n, "annotator": n % 50} for n in range(200)])
    assert not few.told_apart
    assert many.told_apart
    assert few.ranking.of("a").interval.low < 0.5 < many.ranking.of("a").interval.low


def test_one_vote_says_nothing():
    found = estimate([{"model_a": "x", "model_b": "y", "winner": "model_a"}])
    assert [(one.interval.low, one.interval.high) for one in found.ranking.estimates] == [(0, 1), (0, 1)]
    assert "none of" in found.answer


@pytest.mark.parametrize(
    ("column", "value", "words"),
    [
        ("winner", "", "'winner' is empty"),
        ("winner", None, "'winner' is empty"),
        ("winner", "perhaps", "'winner' is 'perhaps'"),
        ("model_b", "m0", "'m0' is compared with itself"),
        ("model_a", "", "'model_a' is empty"),
    ],
)
def test_bad_rows_are_refused_together_and_five_are_named(column, value, words):
    rows = [{"model_a": "m0", "model_b": "m1", "winner": "model_a"} for _ in range(20)]
    for n in range(3, 13):
        rows[n][column] = value
    with pytest.raises(InputError, match="row 4") as caught:
        estimate(rows)
    said = str(caught.value)
    assert words in said
    assert "(also rows 5, 6, 7, 8 and 5 more)" in said
    assert "\n" not in said


def test_a_table_without_outcome_is_refused_with_what_to_type():
    with pytest.raises(InputError, match=r"no column says which was better.*--column ROLE=NAME"):
        estimate([{"model_a": "x", "model_b": "y", "when": 1}])


def test_zeros_and_ones_of_a_winner_are_not_guessed():
    rows = [{"model_a": "x", "model_b": "y", "winner": n % 2} for n in range(4)]
    with pytest.raises(InputError, match="--answer"):
        estimate(rows)
    assert read_votes(rows, None, {"0": "left", "1": "right"}).judgments.value.tolist() == [1, 0, 1, 0]


def test_copies_of_a_row_count_once_and_are_said():
    rows = simulated(200)
    doubled = [*rows, *rows[:50]]
    once, twice = estimate(rows), estimate(doubled)
    assert [one.value for one in once.ranking.estimates] == [one.value for one in twice.ranking.estimates]
    assert any("50 rows repeat an earlier one" in words for words in twice.warnings)


def test_copies_without_names_count_and_are_said():
    rows = [{"model_a": "x", "model_b": "y", "winner": "model_a"}] * 10
    found = estimate(rows)
    assert found.votes == 10
    assert any("nobody can tell copies" in words for words in found.warnings)


def test_one_system_named_two_ways_is_said():
    rows = [{"model_a": "GPT-4", "model_b": "gpt 4 ", "winner": "tie"}] * 3
    assert any("counted as 2 systems" in words for words in estimate(rows).warnings)


def test_somebody_who_answers_ten_times_as_much_widens_the_interval():
    shares = np.full(20, 1.0)
    even = estimate(simulated(1000, active=shares / shares.sum()))
    shares[0] = 40
    uneven = estimate(simulated(1000, active=shares / shares.sum()))
    assert any("times as many" in words for words in uneven.warnings)
    assert uneven.ranking.estimates[0].interval.width > even.ranking.estimates[0].interval.width


def test_parts_that_never_met_are_not_compared():
    rows = [
        {"model_a": a, "model_b": b, "winner": "model_a", "judge": n}
        for n in range(60)
        for a, b in (("x", "y"), ("u", "v"))
    ]
    found = estimate(rows)
    assert len(found.parts) == 2
    assert "nothing is said across them" in found.answer
    assert all({better, worse} in ({"x", "y"}, {"u", "v"}) for better, worse, _ in found.told_apart)


def test_a_system_that_stands_on_a_sheet_alone_is_not_ranked():
    sheets = [{"item": n, "system": s, "rank": r} for n in range(20) for r, s in enumerate("xy", 1)]
    found = estimate([*sheets, {"item": 99, "system": "alone", "rank": 1}])
    assert found.unjudged == ("alone",)
    assert "alone" not in found.ranks
    assert "Nothing was asked about alone" in found.answer


@pytest.mark.parametrize("seed", range(5))
def test_every_pair_is_told_apart_or_in_a_group(seed):
    found = estimate(simulated(400, systems=7, seed=seed))
    told = {frozenset(pair[:2]) for pair in found.told_apart}
    grouped = {frozenset((a, b)) for group in found.groups for a in group for b in group if a != b}
    assert not told & grouped
    assert len(told | grouped) == 21


def test_nothing_is_certified_and_the_reason_is_said():
    found = estimate(simulated())
    assert all(one.anytime is None for one in found.ranking.estimates)
    assert any("A file has no probabilities" in words for words in found.assumptions)
    json.dumps(found.to_json(), allow_nan=False)


def test_mirroring_every_vote_changes_nothing():
    rows = simulated()
    other = {"model_a": "model_b", "model_b": "model_a", "tie": "tie"}
    mirrored = [
        {**row, "model_a": row["model_b"], "model_b": row["model_a"], "winner": other[row["winner"]]} for row in rows
    ]
    one, two = estimate(rows), estimate(mirrored)
    for left, right in zip(one.ranking.estimates, two.ranking.estimates, strict=True):
        assert left.subject == right.subject
        assert left.interval.low == pytest.approx(right.interval.low, abs=1e-12)


def test_strengths_are_those_of_choix_and_evalica():
    choix, evalica = pytest.importorskip("choix"), pytest.importorskip("evalica")
    rows = simulated(2000, systems=8)
    counts = count_votes(read_votes(rows).judgments)
    ours = plain_strengths.fit(counts.points).values
    n = len(ours)
    pairs = [
        (i, j) for i in range(n) for j in range(n) for _ in range(round(2 * counts.points[i, j]))
    ]  # a tie is one win and one loss where everything counts double
    theirs = choix.opt_pairwise(n, pairs, alpha=0.0, method="Newton-CG", tol=1e-13)
    np.testing.assert_allclose(ours, theirs - theirs.mean(), atol=1e-6)
    winner = {"model_a": evalica.Winner.X, "model_b": evalica.Winner.Y, "tie": evalica.Winner.Draw}
    columns = [[row[name] for row in rows] for name in ("model_a", "model_b")]
    fitted = evalica.bradley_terry(*columns, [winner[row["winner"]] for row in rows], tolerance=1e-14, limit=100_000)
    logs = np.log(fitted.scores)
    names = read_votes(rows).judgments.systems
    np.testing.assert_allclose(ours, (logs - logs.mean())[list(names)].to_numpy(), atol=1e-6)


def test_a_study_is_estimated_as_it_finds_itself():
    from quorate import define

    rows = [{"item": n, "system": name, "output": f"{name} {n}"} for n in range(4) for name in ("a", "b")]
    study = define("small", rows, seed=1)
    assert estimate(study).signature == study.findings().signature
    with pytest.raises(InputError, match="which has the like in its definition"):
        estimate(study, level=0.9)
