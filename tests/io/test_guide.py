"""Guides from files."""

import json
from dataclasses import replace

import pytest

from quorate.errors import FileError
from quorate.io import read_guide
from quorate.records.codec import from_json, to_json
from quorate.records.design import Design
from quorate.records.guide import Exercise, Guide

TOML = """
title = "Notices"
instructions_file = "instructions.md"
consent = "We keep **answers**."
pass_mark = 0.5
cap = 4
keys = { left = "a" }
[[practice]]
item = { source = "Sonne" }
outputs = ["Sun.", "Snu."]
answer = "left"
why = "The right one is misspelt."
[[checks]]
outputs = ["No", "Yes"]
answer = { preference = "right", strength = 2 }
tolerance = 1
"""
GUIDE = Guide(
    title="Notices",
    instructions="Read both.\n",
    consent="We keep **answers**.",
    pass_mark=0.5,
    cap=4,
    keys={"left": "a"},
    practice=(
        Exercise(item={"source": "Sonne"}, outputs=("Sun.", "Snu."), answer="left", why="The right one is misspelt."),
    ),
    checks=(Exercise(outputs=("No", "Yes"), answer={"preference": "right", "strength": 2}, tolerance=1.0),),
)


def test_toml_and_json_say_the_same(tmp_path):
    (tmp_path / "instructions.md").write_text("Read both.\n", encoding="utf-8")
    (tmp_path / "guide.toml").write_text(TOML, encoding="utf-8")
    written = {name: value for name, value in to_json(GUIDE).items() if name != "hides_checks"}
    (tmp_path / "guide.json").write_text(json.dumps(written), encoding="utf-8")
    assert read_guide(tmp_path / "guide.toml") == read_guide(tmp_path / "guide.json") == GUIDE


def test_a_design_with_a_guide_comes_back_from_json():
    design = Design(guide=GUIDE)
    assert from_json(Design, json.loads(json.dumps(to_json(design)))) == design
    older = {name: value for name, value in to_json(Design()).items() if name != "guide"}
    before = replace(Design(), guide=Guide(hides_checks=False))
    assert from_json(Design, older) == before  # a log from before there were guides


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("guide.toml", "title = ", "is not TOML"),
        ("guide.json", "[1]", "no table"),
        ("guide.json", "{", "is not JSON"),
        ("guide.toml", "colour = 'red'", "no field 'colour'"),
        ("guide.toml", "cap = 'many'", "must be of type int"),
        ("guide.toml", "cap = -1", "no limit"),
        ("guide.toml", "instructions_file = 'nowhere.md'", "cannot be read"),
        ("guide.toml", "instructions_file = 3", "named by a text"),
        ("guide.toml", "[[practice]]\nanswer = 'left'", "lacks the field 'outputs'"),
        ("guide.toml", "[[practice]]\nanswer = 'left'\noutputs = ['a', 3]", "must be of type str"),
    ],
)
def test_a_file_that_makes_no_sense_is_refused(tmp_path, name, text, words):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FileError, match=words) as caught:
        read_guide(path)
    assert str(path) in str(caught.value)


def test_a_file_that_is_not_there_is_said(tmp_path):
    with pytest.raises(FileError, match="cannot be read"):
        read_guide(tmp_path / "guide.toml")
