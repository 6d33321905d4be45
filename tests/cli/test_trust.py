"""`quorate trust`: pages about metrics and judges from files."""

import json

import numpy as np
import pytest
from commands import done, run


@pytest.fixture
def ratings(folder):
    random = np.random.default_rng(0)
    scores, metrics = ["item,system,score"], ["item,system,good,noise,errors"]
    for item in range(80):
        for system in "abc":
            quality = random.normal()
            scores.append(f"i{item},{system},{quality + 0.3 * random.normal():.3f}")
            good = quality + 0.5 * random.normal()
            metrics.append(f"i{item},{system},{good:.3f},{random.normal():.3f},{-good:.3f}")
    (folder / "ratings.csv").write_text("\n".join(scores))
    (folder / "metrics.csv").write_text("\n".join(metrics))


@pytest.fixture
def verdicts(folder):
    random = np.random.default_rng(1)
    said, people = ["item,system_a,system_b,judge,order,verdict,kind"], ["item,system_a,system_b,annotator,outcome"]
    for item in range(120):
        better = random.integers(2)
        for judge, skill in (("sharp", 0.9), ("coin", 0.5)):
            for order in ("ab", "ba"):
                right = better if random.random() < skill else 1 - better
                said.append(f"i{item},x,y,{judge},{order},{'A' if right else 'b'},{'long' if item % 2 else 'short'}")
        votes = [1 - better if random.random() < 0.85 else better for _ in "pq"]
        people += [f"i{item},y,x,{person},{vote}" for person, vote in zip("pq", votes, strict=True)]
    said.append("i0,x,y,sharp,ab,I like both,short")
    (folder / "verdicts.csv").write_text("\n".join(said))
    (folder / "people.csv").write_text("\n".join(people))


@pytest.mark.usefixtures("ratings")
def test_metrics_on_one_page(folder):
    said = done("trust metrics ratings.csv --metrics metrics.csv").out
    assert "With care: good agrees best" in said
    assert "noise is near chance: do not rely on it." in said
    assert "is lower better? Say --lower-is-better errors" in said
    turned = done("trust metrics ratings.csv --metrics metrics.csv --lower-is-better errors --json").json
    assert turned["verdicts"] == {"good": "yes", "errors": "yes", "noise": "no"}
    done("trust metrics ratings.csv --metrics metrics.csv -o page.html")
    page = (folder / "page.html").read_text()
    assert "<svg" in page
    assert "Where they disagree" in page


@pytest.mark.usefixtures("ratings")
def test_more_metrics_than_items_are_said_to_be_best_by_luck(folder):
    random = np.random.default_rng(2)
    rows = [f"item,system,{','.join(f'm{metric}' for metric in range(40))}"]
    rows += [
        f"i{item},{name}," + ",".join(f"{one:.3f}" for one in random.normal(size=40))
        for item in range(6)
        for name in "abc"
    ]
    (folder / "many.csv").write_text("\n".join(rows))
    few = (folder / "ratings.csv").read_text().splitlines()[:19]
    (folder / "few.csv").write_text("\n".join(few))
    said = done("trust metrics few.csv --metrics many.csv").out
    assert "of 40 metrics, do not rely on them: m" in said, "one sentence, not one for each"
    assert "Of 40 metrics that know nothing, about 1.0 would seem better than chance, and there are only " in said
    assert "partly by luck" not in done("trust metrics ratings.csv --metrics metrics.csv").out


@pytest.mark.usefixtures("verdicts")
def test_judges_on_one_page(folder):
    said = done("trust judge verdicts.csv --judgments people.csv --by kind").out
    assert "With care: sharp is right in" in said
    assert "1 judge is no better than chance and refused" in said
    assert "coin is refused: it is right in" in said
    with (folder / "verdicts.csv").open("a") as file:
        file.write("".join(f"\ni{item},x,y,mute,ab,I cannot say,short" for item in range(30)))
    more = done("trust judge verdicts.csv --judgments people.csv").out
    assert "Left out: mute and people share 0 pairs of outputs" in more
    assert "With care: sharp is right in" in more
    notes = done("trust judge verdicts.csv --judgments people.csv --json").json["notes"]
    assert any(note.startswith("Left out: mute") for note in notes)
    assert "1 of 481 verdicts say none of a, b and tie" in said
    assert "'I like both'" in said
    assert "By group of items" in said
    done("trust judge verdicts.csv --judgments people.csv -o judge.json")
    told = json.loads((folder / "judge.json").read_text())
    assert [one["is_refused"] for one in told["judges"]] == [False, True]


@pytest.mark.usefixtures("ratings", "verdicts")
@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("trust metrics ratings.csv", "name a file with --metrics"),
        ("trust metrics ratings.csv --metrics metrics.csv --criterion taste", "no criterion 'taste'"),
        ("trust metrics ratings.csv --metrics metrics.csv --lower-is-better ter", "There is no 'ter'"),
        ("trust metrics ratings.csv --metrics metrics.csv -o page.pdf", "ends in .html, .txt or .json"),
        ("trust judge verdicts.csv", "Name them with --judgments FILE"),
        ("trust judge people.csv --judgments people.csv", "no column 'verdict'"),
        ("trust judge verdicts.csv --judgments people.csv --by mood", "no column 'mood'"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(command, words):
    ran = run(command)
    assert ran.code == 2
    assert words in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.usefixtures("ratings")
def test_scored_outputs_are_metrics_as_they_are_written(folder):
    rows = (folder / "metrics.csv").read_text().splitlines()
    head, *rest = rows
    texts = [f"{row},output {place},question" for place, row in enumerate(rest)]
    (folder / "scored.csv").write_text("\n".join([f"{head},output,source", *texts]))
    said = done("trust metrics ratings.csv --metrics scored.csv").out
    assert "With care: good agrees best" in said


def test_annotators_who_follow_the_judge_are_shown_to_the_owner(folder):
    random = np.random.default_rng(3)
    said, people = ["item,system_a,system_b,order,verdict"], ["item,system_a,system_b,annotator,outcome"]
    for item in range(400):
        truth, verdict = random.integers(2), 0
        verdict = truth if random.random() < 0.65 else 1 - truth
        said += [f"i{item},x,y,{order},{'a' if verdict else 'b'}" for order in ("ab", "ba")]
        for person in random.choice(["p", "q", "r", "s"], 2, replace=False).tolist():
            own = truth if random.random() < 0.85 else 1 - truth
            people.append(f"i{item},x,y,{person},{verdict if person == 's' else own}")
    (folder / "verdicts.csv").write_text("\n".join(said))
    (folder / "people.csv").write_text("\n".join(people))
    page = done("trust judge verdicts.csv --judgments people.csv").out
    assert "Look at s: 1 annotator answers like judge more than like people" in page
    assert "Nothing was left out for it." in page
