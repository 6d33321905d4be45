# ruff: noqa: ARG001 - a fixture is asked for by its name
import json

import pytest
from commands import done, run


def test_ask_shows_outputs_side_by_side_and_names_no_system(signs):
    said = done("ask signs -a me").out
    assert "1. Which output is better?" in said
    assert "left" in said
    assert "right" in said
    assert "quorate tell signs 1 ANSWER --annotator me" in said
    assert not any(system in said for system in ("fluent", "literal", "terse"))


def test_ask_gives_the_same_question_until_it_is_told(signs):
    first, again = done("ask signs -a me --json").json, done("ask signs -a me --json").json
    assert first == again
    done("tell signs 1 tie -a me")
    assert done("ask signs -a me --json").json["number"] == 2


def test_tell_is_idempotent_and_refuses_another_answer(signs):
    done("ask signs -a me")
    first = done("tell signs 1 left -a me --seconds 9 --json").json
    assert first["answer"] == "left"
    assert done("tell signs 1 left -a me --json").json == first
    ran = run("tell signs 1 right -a me")
    assert (ran.code, ran.out) == (1, "")
    assert "another answer" in ran.err


def test_tell_takes_a_reason(signs):
    done("ask signs -a me")
    answer = done("tell signs 1 left -a me --reason 'says more' --json").json["answer"]
    assert answer == {"preference": "left", "reason": "says more"}
    assert "says more" in done("log signs").out


def test_tell_several_criteria_as_an_object(tone):
    done("ask tone -a me")
    ran = done('tell tone 1 \'{"fluency": 4, "tone": 80.5}\' -a me --json')
    assert ran.json["answer"] == {"fluency": 4, "tone": 80.5}


def test_tell_one_criterion_as_a_number_with_a_reason(folder):
    done("define tone outputs.jsonl --kind rating")
    done("ask tone -a me")
    assert done("tell tone 1 4 -a me --reason short --json").json["answer"] == {"quality": 4, "reason": "short"}


@pytest.mark.parametrize(
    ("command", "code", "words"),
    [
        ("tell signs 1 perhaps -a me", 2, "left, tie or right"),
        ("tell signs 9 left -a me", 2, "no question 9"),
        ("tell signs 1 left -a somebody", 1, "somebody else"),
        ("tell signs 1 left -a me --seconds -3", 2, "seconds"),
        ("tell signs one left -a me", 2, ""),
        ("ask nowhere -a me", 2, "No study is called 'nowhere'"),
        ("ask signs -a ''", 2, "name"),
        ("ask signs", 2, "--annotator"),
        ("ask signs -a me --store elsewhere.db", 2, "no store at elsewhere.db"),
    ],
)
def test_what_is_wrong_is_said_with_its_exit_code(signs, folder, command, code, words):
    done("ask signs -a me")
    ran = run(command)
    assert (ran.code, ran.out) == (code, "")
    assert words in ran.err
    assert not (folder / "elsewhere.db").exists()


def test_without_ties_a_tie_is_refused(folder):
    done("define signs outputs.jsonl --no-ties --question 'Which is clearer?'")
    said = done("ask signs -a me").out
    assert "Which is clearer?" in said
    assert "left or right." in said
    assert run("tell signs 1 tie -a me").code == 2


def test_rest_is_said_with_its_reason_and_no_error(folder):
    done("define signs outputs.jsonl --budget 1")
    done("ask signs -a me")
    done("tell signs 1 left -a me")
    assert done("ask signs -a me --json").json["rest"] == "enough"
    assert "budget of 1" in done("ask signs -a me").out


def test_outputs_cannot_steer_the_terminal(folder):
    rows = [json.dumps({"item": "a", "system": name, "output": f"{name} [bold]\x1b[2J"}) for name in "xy"]
    (folder / "odd.jsonl").write_text("\n".join(rows), encoding="utf-8")
    done("define odd odd.jsonl")
    said = done("ask odd -a me").out
    assert "\x1b[2J" not in said
    assert "[bold]" in said


def test_answer_takes_one_key_after_the_other(signs):
    said = done("answer signs -a me", typed="l\nr\n?\nt\ns\nq\n").out
    assert "3 judgments told" in said
    log = done("log signs").out
    assert log.count("judged") == 3
    assert "released (skipped)" in log


def test_answer_takes_numbers_and_asks_again_after_a_wrong_one(tone):
    said = done("answer tone -a me", typed="9\n50\n4\n50\nq\n").out
    assert "Once more" in said
    assert "1 judgment told" in said


def test_answer_ends_when_nothing_is_left(folder):
    done("define signs outputs.jsonl --budget 1")
    assert "budget of 1" in done("answer signs -a me", typed="l\n").out


def test_the_store_may_be_named_by_the_environment(folder, monkeypatch):
    monkeypatch.setenv("QUORATE_STORE", "other.db")
    done("define signs outputs.jsonl")
    assert (folder / "other.db").exists()
    assert not (folder / "quorate.db").exists()
    assert "--store" not in done("ask signs -a me").out


def test_answer_takes_edited_texts(folder):
    done("define drafts outputs.jsonl --kind edit --seed 1")
    said = done("answer drafts -a me", typed="k\ne\nAnother text altogether.\ns\nq\n").out
    assert "2 judgments told" in said
    assert '"text": "Another text altogether."' in done("log drafts").out
    assert "criterion:kept" in done("estimate drafts --json").out


def test_answer_takes_verdicts_with_their_evidence(folder):
    rows = [
        {"item": "a", "system": name, "output": f"{name} was it.", "context": "It was Ada.\n\nIn Rome."}
        for name in "xy"
    ]
    (folder / "facts.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    done("define facts facts.jsonl --kind check --seed 1")
    said = done("answer facts -a me", typed="c\nMars\nRome\n\ny\nc\n\ny\ni\nIt was\n\nn\nt\ny\n").out
    assert "This does not stand there" in said
    assert "at least one place that supports it" in said
    assert "last confirmation" in said
    assert "2 judgments told" in said
    evidence = [{"paragraph": 1, "start": 3, "end": 7, "stance": "supports"}]
    assert json.dumps({"verdict": "correct", "confirmed": True, "evidence": evidence}) in done("log facts").out


def test_answer_takes_marked_errors(folder):
    done("define errors outputs.jsonl --kind spans --category grammar --seed 1")
    first = done("ask errors -a me --json").json["outputs"][0].split()[0]
    said = done("answer errors -a me", typed=f"{first}\nm\ngrammar\n\n70\nq\n" + "\nq\n").out
    assert "1 judgment told" in said
    spans = [{"start": 0, "end": len(first), "weight": "minor", "category": "grammar"}]
    assert json.dumps({"score": 70.0, "spans": spans}) in done("log errors").out


def test_tell_counts_the_edits(folder):
    done("define drafts outputs.jsonl --kind edit --seed 1")
    output = done("ask drafts -a me --json").json["outputs"][0]
    assert done("tell drafts 1 --annotator me --json", f"{output} More.").json["answer"]["insertions"] == 2
    assert "the edited text" in done("ask drafts -a me").out


def test_a_chat_is_read_as_turns_in_the_terminal(folder):
    rows = [
        {
            "item": "a",
            "system": name,
            "output": json.dumps([{"role": "assistant", "content": [{"text": f"Hi {name}"}]}]),
        }
        for name in ("one", "two")
    ]
    (folder / "chats.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    (folder / "guide.toml").write_text('format = "chat"', encoding="utf-8")
    done("define talk chats.jsonl --guide guide.toml")
    said = done("ask talk -a me").out
    assert "Assistant: Hi one" in said
    assert "role" not in said
