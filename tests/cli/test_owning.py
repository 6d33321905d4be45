# ruff: noqa: ARG001 - a fixture is asked for by its name
"""What the owner of a study does while it runs."""

import json

import pytest
from commands import done, run


@pytest.fixture
def told(signs):
    """A study with one judgment by me and one open question of you."""
    done("ask signs -a me")
    done("tell signs 1 left -a me")
    done("ask signs -a you")
    return signs


def test_release_gives_up_an_open_question(told):
    assert done("release signs 2 --reason skipped --json").json == {"study": "signs", "number": 2, "reason": "skipped"}
    assert run("release signs 2").code == 1
    assert run("release signs 1").code == 1
    assert run("release signs 2 --reason tired").code == 2


def test_retract_opens_the_question_again(told):
    assert "open" in done("retract signs 1 --reason 'wrong key'").out
    assert done("ask signs -a me --json").json["number"] == 1
    done("tell signs 1 right -a me")
    assert done("estimate signs --json").json["asked"]["retracted"] == 1
    assert run("retract signs 2 --reason 'not told yet'").code == 1
    assert run("retract signs 1").code == 2


def test_exclude_by_name_or_number(told):
    done("exclude signs -a me --reason 'too fast'")
    assert done("exclude signs -a 2 --reason 'too slow' --json").json["annotator"] == 2
    assert done("studies --json").json[0]["judgments"] == 0
    assert done("ask signs -a me --json").json["rest"] == "excluded"
    assert run("exclude signs -a nobody --reason x").code == 2


def test_erase_forgets_the_name_and_keeps_the_log(told):
    before = done("log signs --json").out
    assert run("erase signs -a me", typed="n\n").code == 1
    assert done("erase signs -a me", typed="y\n").code == 0
    assert done("log signs --json").out == before
    assert run("erase signs -a me --yes").code == 2
    assert done("erase signs -a 2 --yes --json").json == {"study": "signs", "erased": True}


def test_pause_resume_close(told):
    done("pause signs --reason lunch")
    assert done("ask signs -a me --json").json["rest"] == "paused"
    done("tell signs 2 left -a you")
    done("resume signs")
    assert done("ask signs -a me --json").json["number"] == 3
    assert done("close signs --reason done --json").json["state"] == "closed: done"
    assert run("tell signs 3 left -a me").code == 1
    assert "closed" in done("ask signs -a me").out
    assert run("close signs").code == 1
    said = done("log signs").out
    assert all(word in said for word in ("study paused: lunch", "study resumed", "study closed: done"))


def test_add_system_later(told, folder):
    rows = ["item,output", "sign-01,Stand back please.", "sign-02,The train is off today."]
    (folder / "chatty.csv").write_text("\n".join(rows), encoding="utf-8")
    data = done("add-system signs chatty.csv --json").json
    assert data == {"study": "signs", "system": "chatty", "number": 3, "outputs": 2, "missing": 10}
    assert run("add-system signs chatty.csv").code == 2
    (folder / "wrong.csv").write_text("item,output\nsign-99,?\n", encoding="utf-8")
    ran = run("add-system signs wrong.csv")
    assert ran.code == 2
    assert "wrong.csv, line 2" in ran.err
    assert done("studies --json").json[0]["systems"] == 4
    assert done("estimate signs --json").json["asked"]["missing"] == {"chatty": 10}
    assert done("verify signs").code == 0


def test_studies_of_an_empty_and_of_no_store(folder):
    ran = run("studies")
    assert ran.code == 2
    assert "no store at quorate.db" in ran.err
    done("define signs outputs.jsonl")
    done("define more outputs.jsonl --kind rating")
    assert [row["study"] for row in done("studies --json").json] == ["signs", "more"]
    assert "comparison" in done("studies").out


def test_a_system_goes_before_the_first_question(signs):
    systems = done("studies --json").json[0]["systems"]
    events = [json.loads(line) for line in done("log signs --json").out.splitlines()]
    names = [event["name"] for event in events if event["type"] == "SystemAdded"]
    assert done(f"remove-system signs {names[0]} --json").json == {"study": "signs", "removed": names[0]}
    assert done("studies --json").json[0]["systems"] == systems - 1
    assert run("remove-system signs nobody").code == 2
    assert "needs as many" in run(f"remove-system signs {names[1]}").err


def test_a_system_stays_once_somebody_was_asked(told):
    events = [json.loads(line) for line in done("log signs --json").out.splitlines()]
    refused = run(f"remove-system signs {events[1]['name']}")
    assert refused.code == 1
    assert "has begun" in refused.err
