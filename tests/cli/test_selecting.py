# ruff: noqa: ARG001 - a fixture is asked for by its name
"""`quorate select`, and `estimate` and `define` with what it chose, as a user types them."""

import csv
import json

import numpy as np
import pytest
from commands import done, run

SYSTEMS = ("plain", "better", "best")


def write(path, header, rows):
    with path.open("w", newline="") as handle:
        csv.writer(handle).writerows([header, *rows])


def read(path):
    with path.open(newline="") as handle:
        return list(csv.DictReader(handle))


@pytest.fixture
def texts(folder):
    """Outputs of three systems for 60 items in 15 documents and two domains, and their metrics."""
    rng = np.random.default_rng(2)
    outputs, metrics = [], []
    for item in range(60):
        source, hard = "word " * int(rng.integers(3, 50)), rng.normal()
        for number, system in enumerate(SYSTEMS):
            domain = "news" if item // 4 % 3 else "chat"
            outputs.append(
                [f"i{item}", system, f"{system} {item}", source.strip(), domain, f"d{item // 4}", 2 + item % 5]
            )
            metrics.append([f"i{item}", system, hard + 0.4 * number + rng.normal(0, 0.5), -hard - rng.normal(0, 1)])
    write(folder / "texts.csv", ["item", "system", "output", "source", "domain", "document", "price"], outputs)
    write(folder / "metrics.csv", ["item", "system", "close", "errors"], metrics)
    return folder


@pytest.fixture
def times(texts):
    rng = np.random.default_rng(3)
    rows = [
        [
            f"i{item}",
            system,
            f"a{who}",
            1 + item % 5,
            round(float(5 + 2 * who + 0.5 * (item % 40) + rng.exponential(3)), 2),
            item % 40,
        ]
        for item in range(60)
        for system in SYSTEMS[:2]
        for who in range(2)
    ]
    write(texts / "times.csv", ["item", "system", "annotator", "score", "seconds", "length"], rows)
    return texts


def judge(folder, chosen):
    """Scores of the chosen items by two annotators, in a file."""
    rng = np.random.default_rng(5)
    rows = [
        [row["item"], system, f"a{who}", round(float(np.clip(2 + 0.6 * number + rng.normal(0, 0.5), 1, 5)), 1)]
        for row in chosen
        for number, system in enumerate(SYSTEMS)
        for who in range(2)
    ]
    write(folder / "ratings.csv", ["item", "system", "annotator", "score"], rows)


def long_metrics(folder):
    rows = [
        [row["item"], row["system"], name, row[name]] for row in read(folder / "metrics.csv") for name in ("close",)
    ]
    write(folder / "long.csv", ["item", "system", "metric", "score"], rows)


def test_the_default_is_a_balanced_sample(texts):
    ran = done("select texts.csv --metrics metrics.csv --budget 20 -o items.csv")
    assert ran.out == ""
    assert "20 of 60 items: random, design balanced" in ran.err
    assert "measured, not proved" in ran.err
    rows = read(texts / "items.csv")
    assert [row["rank"] for row in rows] == [str(place) for place in range(1, 21)]
    assert [float(row["probability"]) for row in rows] == pytest.approx([1 / 3] * 20)
    assert {(row["method"], row["design"], row["population"]) for row in rows} == {("random", "balanced", "60")}
    assert rows[0]["source"].startswith("word")


def test_the_published_way_is_called_ranks_only(texts):
    ran = done("select texts.csv --metrics metrics.csv --metric close --method metric-variance --budget 20 --json")
    assert "Ranks only" in ran.err
    assert "--design cube" in ran.err
    rows = ran.json
    assert [row["utility"] for row in rows] == sorted((row["utility"] for row in rows), reverse=True)
    assert {row["probability"] for row in rows} == {None}


def test_the_same_seed_chooses_the_same(texts):
    command = "select texts.csv --metrics metrics.csv --budget 10"
    assert done(command).out == done(command, "--seed", "0").out != done(command, "--seed", "1").out
    assert done(command).out.startswith("rank,item,utility,cost,probability,")


def test_hours_by_the_published_line(texts):
    ran = done(
        "select texts.csv --metrics metrics.csv --budget 0.5h --cost length --method metric-variance -o items.jsonl"
    )
    assert "the published line; one judgment for each output" in ran.err
    assert "ratio greedy reaches" in ran.err
    rows = [json.loads(line) for line in (texts / "items.jsonl").read_text().splitlines()]
    words = len(rows[0]["source"].split())
    assert rows[0]["cost"] == pytest.approx(3 * (0.15 * words + 33.7))
    assert sum(row["cost"] for row in rows) <= 1800
    more = done(
        "select texts.csv --metrics metrics.csv --budget 30min --cost length --method metric-variance --judgments 1"
    )
    assert len(more.out.splitlines()) > len(rows)


def test_a_column_of_costs_is_no_metric(texts):
    ran = done("select texts.csv --metrics metrics.csv --budget 60 --cost price --method metric-variance --json")
    assert sum(row["cost"] for row in ran.json) <= 60
    assert {row["cost"] for row in ran.json} <= {2, 3, 4, 5, 6}
    assert "price" not in next(line for line in ran.err.splitlines() if line.startswith("Metrics"))


def test_costs_fitted_to_recorded_seconds(times):
    ran = done("select texts.csv --metrics metrics.csv --budget 20% --cost times.csv --method metric-variance")
    assert "fitted to 240 recorded times of 2 annotators" in ran.err
    slope = float(ran.err.split("Costs: ")[1].split(" s for each word")[0])
    assert 0.4 < slope < 0.6
    few = run("select texts.csv --metrics metrics.csv --budget 20% --cost few.csv")
    assert (few.code, "no such file" in few.err.lower() or "cannot" in few.err or "there is no" in few.err) == (2, True)


def test_costs_from_a_study(times):
    done("define past texts.csv --kind rating --criterion q=slider --seed 1")
    done("simulate past --annotators 3 --judgments 150")
    ran = done("select texts.csv --budget 10min --cost study:past -o items.csv")
    assert "fitted to 150 recorded times of 3 annotators" in ran.err
    assert "which cost" in ran.err
    missing = run("select texts.csv --budget 1h --cost study:nobody")
    assert missing.code == 2
    assert "nobody" in missing.err


def test_documents_domains_and_lists(texts):
    (texts / "in.txt").write_text("i5\n")
    (texts / "out.csv").write_text("item\ni9\n")
    ran = done(
        "select texts.csv --metrics metrics.csv --budget 24 --by document --balance domain --include in.txt "
        "--exclude out.csv --method metric-variance -o items.parquet --json"
    )
    names = {row["item"] for row in ran.json}
    assert {"i4", "i5", "i6", "i7"} <= names
    assert not names & {"i8", "i9", "i10", "i11"}
    assert {row["unit"] for row in ran.json} <= names
    assert len({row["unit"] for row in ran.json}) == 6
    assert {row["population"] for row in ran.json} == {56}
    assert "By domain: chat 12, news 12." in ran.err
    assert "in 6 documents" in ran.err


def test_sources_alone(texts):
    ran = done("select texts.csv --source-only --budget 10 --json")
    assert len(ran.json) == 10
    refused = run("select texts.csv --source-only --budget 10 --method metric-variance")
    assert refused.code == 2
    assert "metric" in refused.err


def test_a_sample_is_estimated_for_all_items(texts):
    done("select texts.csv --metrics metrics.csv --method metric-variance --design cube --budget 24 -o items.csv")
    judge(texts, read(texts / "items.csv"))
    long_metrics(texts)
    wide = done("estimate ratings.csv --metrics metrics.csv --selection items.csv --scale 1,5 --json").json
    assert wide["chosen"] == "calibrated"
    assert "|metrics:2|" in wide["signature"]
    said = done("estimate ratings.csv --metrics long.csv --selection items.csv --scale 1,5").out
    assert "24 of 60 items were drawn (metric-variance, cube)." in said
    assert "calibrated" in said
    assert "Order: best > better > plain" in said
    found = done("estimate ratings.csv --metrics long.csv --selection items.csv --scale 1,5 --json").json
    assert found["chosen"] == "calibrated"
    assert found["wilcoxon"] is None
    assert found["order"] == ["best", "better", "plain"]
    without = done("estimate ratings.csv --selection items.csv --scale 1,5").out
    assert "drawn among 60 items and 24 are known here" in without
    done("estimate ratings.csv --metrics long.csv --selection items.csv --scale 1,5 -o scores.html")
    assert "were drawn (metric-variance, cube)" in (texts / "scores.html").read_text()


def test_documents_are_the_independent_pieces(texts):
    done("select texts.csv --metrics metrics.csv --budget 24 --by document -o items.csv")
    judge(texts, read(texts / "items.csv"))
    found = done("estimate ratings.csv --selection items.csv --scale 1,5 --json").json
    assert {row["clusters"] for row in found["tables"]["mean"]["estimates"]} == {6}
    assert "groups, which are the independent pieces" in found["selection"]


def test_picked_items_give_ranks_only(texts):
    done("select texts.csv --metrics metrics.csv --method metric-variance --budget 24 -o items.csv")
    judge(texts, read(texts / "items.csv"))
    ran = done("estimate ratings.csv --selection items.csv --scale 1,5")
    assert ran.out.startswith("Ranks only. 24 of 60 items were picked")
    assert ran.out.index("best") < ran.out.index("plain")
    assert "–" not in ran.out.split("rank")[1], "no intervals"
    found = done("estimate ratings.csv --selection items.csv --scale 1,5 --json").json
    assert found["label"] == "ranks only"
    assert found["order"] == ["best", "better", "plain"]
    done("estimate ratings.csv --selection items.csv --scale 1,5 -o ranks.html")
    assert "<h1>Ranks only</h1>" in (texts / "ranks.html").read_text()


def test_ranks_only_name_who_was_not_judged_what_was_repeated_and_who_is_equal(texts):
    done("select texts.csv --metrics metrics.csv --method metric-variance --budget 24 -o items.csv")
    names = [row["item"] for row in read(texts / "items.csv")]
    rows = [f"{name},{system},{2 + number % 3}" for system in ("best", "plain") for number, name in enumerate(names)]
    (texts / "ratings.csv").write_text("\n".join(["item,system,score", *rows, rows[0]]) + "\n")
    ran = done("estimate ratings.csv --metrics metrics.csv --selection items.csv --scale 1,5 --estimator mean")
    assert "1=    best" in ran.out
    assert "1=    plain" in ran.out
    assert "Nobody judged better: no score, no rank and no difference." in ran.out
    assert "1 rating repeats an output without saying who judged" in ran.out
    assert "Ranks need no estimate: --estimator changed nothing." in ran.out
    done("estimate ratings.csv --metrics metrics.csv --selection items.csv --scale 1,5 -o ranks.html")
    assert "best = plain" in (texts / "ranks.html").read_text()


def test_straight_into_a_study(texts):
    ran = done("select texts.csv --metrics metrics.csv --budget 8 --study few --criterion quality=likert5 --seed 2")
    assert "Study few is defined" in ran.err
    assert "8 of 60 (random, design balanced): a sample" in ran.err
    done("simulate few --annotators 2")
    assert "on all 60 items" in done("estimate few").out
    assert "reproduces itself" in done("verify few").out
    done("select texts.csv --metrics metrics.csv --budget 8 --method metric-variance -o items.csv")
    told = done("define picked texts.csv --kind rating --selection items.csv --json")
    assert told.json["items"] == 8
    assert told.json["questions"] == 24


def test_a_page_shows_how_like_all_items_the_chosen_are(texts):
    ran = done("select texts.csv --metrics metrics.csv --budget 20 -o items.csv --page items.html")
    assert "The page is in items.html." in ran.err
    page = (texts / "items.html").read_text()
    assert "Chosen items: a sample" in page
    assert "how far systems differ" in page
    refused = run("select texts.csv --budget 20 -o items.csv --page items.pdf")
    assert (refused.code, "ends in .html" in refused.err) == (2, True)


BAD = {
    "select texts.csv --budget 0": "A budget is more than 0",
    "select texts.csv --budget 61": "more than everything costs (60)",
    "select texts.csv --budget 120%": "up to 100 %",
    "select texts.csv --budget soon": "'soon' is no budget",
    "select texts.csv --budget 2.5": "A number of items is whole",
    "select texts.csv --budget 3h": "--cost length",
    "select texts.csv --budget 300 --cost length": "Write 300s",
    "select texts.csv --budget 300h --cost length": "more than everything costs",
    "select texts.csv --budget 1s --cost length": "does not pay for one item or document",
    "select texts.csv --budget 3 --by document": "does not pay for one item or document: one costs 4",
    "select texts.csv --budget 5 --method nonsense": "no utility 'nonsense'. Utilities: random, metric-average,",
    "select texts.csv --budget 5 --design nonsense": "Designs: top, random",
    "select texts.csv --metrics metrics.csv --budget 5 --metric nonsense": "no metric 'nonsense'. Metrics: close,",
    "select texts.csv --budget 5 --cost nonsense": "Columns: document, domain, price",
    "select texts.csv --budget 5 --cost domain": "'chat' for item 'i0', which is no cost",
    "select texts.csv --budget 5 --by chapter": "no column 'chapter'",
    "select texts.csv --budget 5 --include in.txt": "no item 'i99'",
    "select bare.csv --budget 1 --method metric-variance": "no metric is given",
    "select alone.csv --budget 1 --method metric-variance": "there is one system",
    "select gaps.csv --budget 1 --method metric-variance": "1 item of 2 have no output of some system, such as 'b'",
    "select negative.csv --budget 1 --cost price": "1 are negative, such as -3",
    "select unknown.csv --budget 1 --cost price": "has no cost for item 'b'",
    "select texts.csv --budget 5 --source-only --metrics metrics.csv": "--source-only says that there are none",
    "select texts.csv --budget 5 --design cube --method metric-variance --metrics metrics.csv --floor 0": "floor of 0",
    "select texts.csv --budget 5 --method metric-variance --design random --metrics metrics.csv": "same chance",
}


@pytest.mark.parametrize("command", BAD)
def test_bad_input_is_said_in_clear_words(texts, command):
    (texts / "in.txt").write_text("i99\n")
    head = ["item", "system", "output", "price"]
    write(texts / "bare.csv", head[:3], [["a", "x", "1"], ["a", "y", "2"], ["b", "x", "3"], ["b", "y", "4"]])
    write(texts / "alone.csv", [*head[:3], "bleu"], [["a", "x", "1", 0.5], ["b", "x", "3", 0.2]])
    write(texts / "gaps.csv", [*head[:3], "bleu"], [["a", "x", "1", 1], ["a", "y", "2", 2], ["b", "x", "3", 3]])
    write(texts / "negative.csv", head, [["a", "x", "1", 2], ["b", "x", "3", -3]])
    write(texts / "unknown.csv", head, [["a", "x", "1", 2], ["b", "x", "3", ""]])
    ran = run(command)
    assert ran.code == 2, ran
    assert BAD[command] in ran.err
    assert "Traceback" not in ran.err
    assert ran.out == ""


def test_items_without_outputs_can_be_kept_or_left_out(texts):
    rows = [["a", "x", "1", 1], ["a", "y", "2", 2], ["b", "x", "3", 3], ["c", "x", "3", 3], ["c", "y", "3", 9]]
    write(texts / "gaps.csv", ["item", "system", "output", "bleu"], rows)
    kept = done("select gaps.csv --budget 2 --method metric-variance --incomplete keep --json")
    assert {row["population"] for row in kept.json} == {3}
    left = done("select gaps.csv --budget 2 --method metric-variance --incomplete leave-out --json")
    assert {row["item"] for row in left.json} == {"a", "c"}
    assert {row["population"] for row in left.json} == {2}


def test_a_selection_that_does_not_match_is_said(texts):
    done("select texts.csv --budget 20 -o items.csv")
    done("select texts.csv --budget 20 --seed 5 -o others.csv")
    judge(texts, read(texts / "others.csv"))
    ran = run("estimate ratings.csv --selection items.csv --scale 1,5")
    assert ran.code == 2
    assert "does not match the ratings" in ran.err
    write(texts / "far.csv", ["item", "method", "design", "population"], [["elsewhere", "random", "top", 9]])
    ran = run("estimate ratings.csv --selection far.csv --scale 1,5")
    assert (ran.code, "none of the 1 chosen items is among the 20" in ran.err) == (2, True)
    ran = run("define few texts.csv --kind rating --selection far.csv")
    assert (ran.code, "'elsewhere' is not among the 60 items" in ran.err) == (2, True)
    ran = run("estimate ratings.csv --selection ratings.csv --scale 1,5")
    assert (ran.code, "there is no column 'method'" in ran.err) == (2, True)


def test_hours_of_a_plan_follow_from_lengths(times):
    short = done("plan scores --pilot times.csv --width 0.2 --json").json["assumed"]["seconds"]
    longer = [["x", "word " * 200]]
    write(times / "long.csv", ["item", "source"], longer)
    long = done("plan scores --pilot times.csv --items long.csv --width 0.2 --json").json["assumed"]["seconds"]
    assert short < 40
    assert 80 < long < 140
    ran = run("plan scores --gamma 1 --rho 0.5 --items long.csv")
    assert (ran.code, "only a pilot" in ran.err) == (2, True)
