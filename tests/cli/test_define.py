# ruff: noqa: ARG001 - a fixture is asked for by its name
import json

import pytest
from commands import done, run


def test_says_what_was_defined(folder):
    said = done("define signs outputs.jsonl --budget 60 --seed 7").out
    assert "3: fluent, literal, terse" in said
    assert "34 comparisons possible" in said
    assert "2 pairs of outputs look the same" in said
    assert "budget 60" in said


def test_json_holds_design_and_counts(folder):
    data = done("define signs outputs.jsonl --width 0.2 --copies 2 --lease 15m --margin 0.1 --level 0.9 --json").json
    assert data["questions"] == 34
    assert data["identical"] == 2
    assert [system["name"] for system in data["systems"]] == ["fluent", "literal", "terse"]
    design = data["design"]
    assert design["stopping"] == {"width": 0.2}
    assert (design["copies"], design["lease"], design["margin"], design["level"]) == (2, 900, 0.1, 0.9)


def test_questions_are_drawn_from_a_secret_unless_a_seed_is_given(folder):
    said = done("define blind outputs.jsonl")
    assert "drawn from a secret, revealed when the study is closed" in said.out
    assert "SHA-256" in done("log blind").out
    seeded = done("define seeded outputs.jsonl --seed 7")
    assert "the seed 7: not blind to whoever knows it" in seeded.out
    designs = {name: done(f"log {name} --json").out.splitlines()[0] for name in ("blind", "seeded")}
    assert '"draws": "secret"' in designs["blind"]
    assert '"draws": "seed"' in designs["seeded"]


def test_a_copy_or_export_before_the_close_says_when_its_choices_can_be_verified(folder):
    done("define blind outputs.jsonl --policy uniform --budget 9")
    done("simulate blind --annotators 3 --strength fluent=4")
    done("verify blind")  # the owner's store knows the secret
    for command in ("copy blind --to copy.db", "export blind -o judgments.csv"):
        assert "can be verified only after the close" in done(command).out
        assert done(f"{command} --json").json["verifiable"] is False
    failed = run("verify blind --store copy.db")
    assert failed.code == 1
    assert "only after the study is closed" in failed.out
    assert done("copy blind --to moved.db --with-secret --json").json["verifiable"]
    done("verify blind --store moved.db")
    done("close blind")
    assert "the secret was" in done("log blind").out
    for command in ("copy blind --to copy.db", "export blind -o judgments.csv"):
        assert "verified only" not in done(command).out
    done("verify blind --store copy.db")


def test_the_margin_is_raised_where_the_material_is_small_and_the_design_keeps_it(folder):
    data = done("define signs outputs.jsonl --people 30 --json").json
    assert data["design"]["margin"] == data["expect"]["settling"]["margin"] == 0.084
    said = done("define same outputs.jsonl --people 30 --seconds 20 --price 0.15").out
    assert "loses to nobody by more than 8.4 points" in said
    assert "8.4 points, raised from 5 so that the study ends" in said
    assert "hours of work, cost" in said
    assert "30 annotators can give 1,020 at most" in said
    assert done("define given outputs.jsonl --people 30 --margin 0.05 --json").json["design"]["margin"] == 0.05


def test_material_that_cannot_decide_is_said_with_what_would(folder):
    said = done("define signs outputs.jsonl").out
    assert "this material cannot decide between systems that are alike: 10 annotators (assumed)" in said
    assert "What would: 26 items, or 21 annotators." in said
    assert "more than they can give" in done("define few outputs.jsonl --people 2").out


def test_draws_a_seed_and_records_it(folder):
    seeds = {done(f"define {name} outputs.jsonl --json").json["design"]["seed"] for name in ("one", "two")}
    assert len(seeds) == 2
    assert str(seeds.pop()) in done("log one --json").out + done("log two --json").out


def test_rating_with_criteria(tone):
    question = done("ask tone -a me --json").json
    assert [criterion["name"] for criterion in question["criteria"]] == ["fluency", "tone"]


def test_names_missing_outputs(folder):
    lines = (folder / "outputs.jsonl").read_text(encoding="utf-8").splitlines()
    (folder / "some.jsonl").write_text("\n".join(lines[:-1]), encoding="utf-8")
    assert "terse has no output for 1 item" in done("define signs some.jsonl").out


def test_reads_several_files_and_metrics(folder):
    for system in ("fluent", "literal"):
        rows = [f"sign-{number},{system} {number}" for number in range(3)]
        (folder / f"{system}.csv").write_text("item,output\n" + "\n".join(rows), encoding="utf-8")
    (folder / "metrics.csv").write_text("item,system,chrf\nsign-1,fluent,61.5\n", encoding="utf-8")
    data = done("define signs fluent.csv literal.csv --metrics metrics.csv --json").json
    assert data["metrics"] == ["chrf"]
    assert data["items"] == 3


def test_a_taken_name_is_refused(signs):
    ran = run("define signs outputs.jsonl")
    assert ran.code == 1
    assert ran.err.startswith("Error: A study called 'signs' exists already.")
    assert done("studies --json").json[0]["judgments"] == 0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--kind essay", "No kind of question is called 'essay'"),
        ("--policy luck", "luck"),
        ("--selector luck", "luck"),
        ("--cluster moon", "cluster by copy, item, document, annotator"),
        ("--cluster document", "no column 'document'"),
        ("--level 95", "between 0 and 1"),
        ("--lease soon", "'soon' is no time"),
        ("--copies 0", "at least one annotator"),
        ("--budget 0", "budget"),
        ("--width -1", "width"),
        ("--difference 0.2", "'difference' is for ratings"),
        ("--selector active", "'active' is for ratings"),
        ("--policy blocks", "'blocks' is for ratings"),
        ("--criterion fluency", "name=value"),
        ("--kind rating --criterion fluency=stars", "no scale 'stars'"),
        ("--kind rating --no-ties", "no option 'ties'"),
        ("--show picture", "no text 'picture'"),
        ("--seed -4", "seed"),
    ],
)
def test_wrong_options_leave_nothing_behind(folder, options, words):
    ran = run(f"define signs outputs.jsonl {options}")
    assert ran.code == 2
    assert words in ran.err
    assert ran.err.count("\n") == 1
    assert not list(folder.glob("*.db*")) or not done("studies --json").json


def row(item: object, system: str, output: object, **more: object) -> str:
    return json.dumps({"item": item, "system": system, "output": output, **more})


PAIR = [row("a", "one", "x"), row("a", "two", "y")]
BAD_FILES = {
    "missing column": (json.dumps({"item": "a", "system": "one"}).encode(), "output", None),
    "duplicate": ("\n".join([*PAIR, row("a", "one", "z")]).encode(), "a second time", 3),
    "empty": (b"", "empty", None),
    "not UTF-8": (PAIR[0].encode() + b"\n\xff\xfe" + PAIR[1].encode(), "UTF-8", 2),
    "not JSON": (PAIR[0].encode() + b"\n{", "JSON", 2),
    "NaN score": ((PAIR[0] + "\n" + row("a", "two", "y", bleu=float("nan"))).encode(), "not a finite number", 2),
    "one system": (PAIR[0].encode(), "at least two", None),
    "zero items": (b"\n\n", "empty", None),
    "nothing in common": ("\n".join([row("a", "one", "x"), row("b", "two", "y")]).encode(), "no item that two", None),
    "all identical": ("\n".join([PAIR[0], row("a", "two", "x")]).encode(), "No question can be asked", None),
}


@pytest.mark.parametrize("fault", BAD_FILES)
def test_a_bad_file_is_one_clear_error_and_no_study(folder, fault):
    content, words, line = BAD_FILES[fault]
    (folder / "bad.jsonl").write_bytes(content)
    check_refused(folder, run("define signs bad.jsonl"), "" if fault == "all identical" else "bad.jsonl", words, line)


def test_a_table_with_a_header_alone_is_refused(folder):
    (folder / "bad.csv").write_text("item,system,output\n", encoding="utf-8")
    check_refused(folder, run("define signs bad.csv"), "bad.csv", "row", None)


def test_a_file_that_is_not_there_is_refused(folder):
    check_refused(folder, run("define signs nowhere.jsonl"), "nowhere.jsonl", "no such file", None)


def test_a_line_of_100_megabytes_is_refused(folder):
    with (folder / "bad.jsonl").open("wb") as handle:
        handle.write(PAIR[0].encode() + b'\n{"item": "')
        for _ in range(100):
            handle.write(b"x" * 1_000_000)
    check_refused(folder, run("define signs bad.jsonl"), "bad.jsonl", "64 MB", 2)


def test_an_unknown_system_in_the_metrics_is_refused(folder):
    (folder / "metrics.csv").write_text("item,system,chrf\nsign-01,nobody,1\n", encoding="utf-8")
    ran = run("define signs outputs.jsonl --metrics metrics.csv")
    check_refused(folder, ran, "metrics.csv", "'nobody' is unknown", 2)


def check_refused(folder, ran, file: str, words: str, line: int | None) -> None:
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith(f"Error: {file}")
    assert words in ran.err
    assert ran.err.count("\n") == 1
    if line is not None:
        assert f"line {line}" in ran.err
    assert not list(folder.glob("*.db*")) or done("studies --json").json == []


def test_a_guide_that_says_left_or_right_is_pointed_out(folder):
    (folder / "guide.toml").write_text(
        'instructions = "Choose A or B."\n[[checks]]\nitem = { source = "Please choose the right side here." }\n'
        'outputs = ["not this", "this"]\nanswer = "right"\n',
        encoding="utf-8",
    )
    said = done("define sides outputs.jsonl --guide guide.toml").out
    assert "check 1 says left or right; on a telephone A stands above B" in said
    assert "left or right" not in done("define none outputs.jsonl").out


@pytest.mark.parametrize(
    ("kind", "words"),
    [("spans", "36 markings possible"), ("edit", "36 edits possible"), ("rating", "36 ratings possible")],
)
def test_questions_are_counted_in_words(folder, kind, words):
    assert words in done(f"define counted outputs.jsonl --kind {kind}").out


def test_a_study_without_judgments_is_replaced_or_deleted(folder):
    done("define signs outputs.jsonl --seed 1")
    ran = run("define signs outputs.jsonl --seed 2")
    assert ran.code == 1
    assert "--replace" in ran.err
    assert done("define signs outputs.jsonl --seed 2 --replace --json").json["design"]["seed"] == 2
    assert run("delete signs", typed="n\n").code == 1
    assert done("studies --json").json[0]["study"] == "signs"
    done("define other outputs.jsonl --replace")
    assert done("delete other --yes --json").json == {"study": "other", "deleted": True}
    done("ask signs -a me")
    done("tell signs 1 left -a me")
    for command in ("delete signs --yes", "define signs outputs.jsonl --replace"):
        ran = run(command)
        assert ran.code == 1
        assert "1 judgment was recorded in 'signs': it stays" in ran.err
    assert run("delete nobody --yes").code == 2


def test_an_open_crowd_is_asked_unless_somebody_is_named(folder):
    said = done("define open outputs.jsonl")
    assert "everybody who is there, counted alike" in said.out
    design = done("define again outputs.jsonl --json").json["design"]
    assert (design["frame"], design["lease"]) == ("open crowd", 600)
    assert done("define own outputs.jsonl --lease 2h --json").json["design"]["lease"] == 7200
    for options in ("--frame as-they-came", "--policy uniform", "--copies 2", "--target ranking"):
        defined = done(f"define {options.split()[-1]} outputs.jsonl {options} --json").json["design"]
        assert (defined["frame"], defined["lease"]) == ("as they came", 3600)


def test_a_panel_is_named_and_nobody_else_is_let_in(folder):
    said = done("define ours outputs.jsonl --annotator ada --annotator ben --annotator eva").out
    assert "these annotators, each counted alike, on these items" in said
    assert "102 judgments at the most, 34 each: then all have judged everything" in said
    assert done("invite ours --annotators 3 --json").json["links"][0]["annotator"] == "ada"
    for wrong in ("--annotator mallory", "--open"):
        refused = run(f"invite ours {wrong}")
        assert refused.code == 2
        assert "a panel, ada, ben and eva, and nobody else" in refused.err
    assert "Which output is better?" in done("ask ours --annotator eva").out
    assert "panel of 3" in run("ask ours --annotator mallory").out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--frame panel", "give --annotator NAME"),
        ("--frame everybody", "--frame is open-crowd or as-they-came"),
        ("--annotator ada --frame open-crowd", "--annotator names a panel"),
        ("--annotator ada --annotator ada", "twice"),
        ("--annotator ada --copies 2", "one copy of each question"),
        ("--frame open-crowd --policy uniform", "one copy of each question"),
    ],
)
def test_frames_that_cannot_be_are_said_in_words(folder, options, words):
    refused = run(f"define wrong outputs.jsonl {options}")
    assert refused.code == 2
    assert words in refused.err


def test_a_short_prompt_is_shown_and_what_is_not_shown_is_said(folder):
    rows = [
        row(n, name, f"{name} {n}", prompt=f"Say {n}.", reference=str(n), topic="t") for n in range(4) for name in "ab"
    ]
    (folder / "asked.jsonl").write_text("\n".join(rows), encoding="utf-8")
    said = done("define asked asked.jsonl").out
    assert "shows prompt; does not show reference; groups by topic" in said
    assert done("ask asked -a me --json").json["item"]["prompt"].startswith("Say")


def test_a_preview_shows_the_first_question_and_writes_nothing(folder):
    rows = ["Customer question,bot A,bot B", "How are you?,Fine.,Good.", "Where?,Here.,There."]
    (folder / "sheet.csv").write_text("\n".join(rows), encoding="utf-8")
    said = done("define sheet sheet.csv --preview").out
    assert "Read sheet.csv as a table" in said
    assert "2 systems, 2 items; guessed: a column for each system: 'bot A', 'bot B'" in said
    assert "shows Customer question" in said
    assert "How are you?" in said
    assert "A (left)" in said
    assert not list(folder.glob("*.db"))
    data = done("define sheet sheet.csv --column system=bot\\ B --column system=bot\\ A --preview --json").json
    assert data["question"]["outputs"] == ["Good.", "Fine."]
    labelled = "define sheet sheet.csv --label 'Customer question=They ask' --json"
    assert done(labelled).json["read"]["shown"] == ["They ask"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--column output", "not of the form OURS=THEIRS"),
        ("--column sorce=source", "none of ours is called 'sorce'"),
        ("--column output=reply", "no column 'reply'"),
        ("--format sheet", "No format is called 'sheet'"),
        ("--label sorce=Question", "no text 'sorce' to label"),
    ],
)
def test_wrong_corrections_are_one_line(folder, options, words):
    ran = run(f"define signs outputs.jsonl {options}")
    assert ran.code == 2
    assert words in ran.err
    assert ran.err.count("\n") == 1
