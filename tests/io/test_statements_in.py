"""Statements from files: what is understood, and what is refused with its line."""

import json

import numpy as np
import pytest

from quorate.errors import FileError
from quorate.estimators.stated import stated_of
from quorate.io import read_stated_system, understand_statements
from quorate.records.material import MaterialIndex

DOCUMENTS = [{"item": "d1", "document": "Ada lived in Rome.", "domain": "news"}, {"item": "d2", "document": "Nothing."}]
FIRST = {"item": "d1", "system": "a", "statement": "Ada lived in Rome.", "start": 0, "end": 18, "type": "life"}
STATED = [
    {**FIRST, "confidence": 1},
    {"item": "d1", "system": "b", "statement": "Ada  lived in Rome", "type": "life", "confidence": 0.5},
    {"item": "d2", "system": "b", "statement": "Ada died.", "type": "death", "confidence": 0.25},
]


def write(folder, rows, name="statements.jsonl"):
    path = folder / name
    text = "\n".join(json.dumps(row) for row in rows) if isinstance(rows, list) else rows
    path.write_text(text + "\n", encoding="utf-8")
    return path


def understood(folder, rows, documents=DOCUMENTS, **more):
    paths = [write(folder, rows)] + ([write(folder, documents, "documents.jsonl")] if documents else [])
    return understand_statements(*paths, **more)


def test_equal_statements_of_two_systems_are_one(tmp_path):
    found = understood(tmp_path, STATED)
    made = stated_of(MaterialIndex.of(found.material)).statements
    assert made.systems == ("a", "b")
    assert made.count == 2
    assert made.makers.tolist() == [2, 1]
    assert made.columns["type"][0] == ("death", "life")
    assert made.columns["domain"][0] == ("news", "(none)")
    assert made.confidence.tolist() == [1.0, 0.5, 0.25]
    assert found.material.items.texts["document"][0] == "Ada lived in Rome."
    assert found.material.systems[0].parts.places == ("[[0, 18]]",)


def test_relations_are_statements_in_words_with_type_and_entity(tmp_path):
    rows = [{"doc": "d1", "model": "a", "subject": "Ada", "relation": "lived in", "object": "Rome"}]
    found = understood(tmp_path, rows)
    assert found.material.systems[0].parts.texts == ("Ada — lived in — Rome",)
    made = stated_of(MaterialIndex.of(found.material)).statements
    assert {name: values[0] for name, values in made.columns.items() if name != "domain"} == {
        "entity": ("Ada",),
        "type": ("lived in",),
    }
    assert any("'doc'" in guess for guess in found.guesses)


def test_a_trec_run_states_documents_of_topics(tmp_path):
    run = "301 Q0 d9 1 12.5 bm25\n301 Q0 d3 2 11.0 bm25\n302 Q0 d9 1 4 bm25"
    found = understand_statements(write(tmp_path, run, "input.bm25"))
    assert found.material.items.names == ("301", "302")
    (system,) = found.material.systems
    assert (system.name, system.parts.texts) == ("bm25", ("d9", "d3", "d9"))
    assert system.parts.metrics["confidence"].tolist() == [12.5, 11.0, 4.0]
    with pytest.raises(FileError, match="qrels"):
        understand_statements(write(tmp_path, "301 0 d9 1\n", "qrels.txt"))


def test_a_line_of_a_run_that_is_none_is_named(tmp_path):
    with pytest.raises(FileError, match="line 2: '301 Q0 d3 bm25' is no line of a TREC run"):
        understand_statements(write(tmp_path, "301 Q0 d9 1 12.5 bm25\n301 Q0 d3 bm25", "input.bm25"))


def test_a_system_that_says_nothing_is_there(tmp_path):
    found = understood(tmp_path, [*STATED, {"item": "d1", "system": "mute", "statement": ""}])
    made = stated_of(MaterialIndex.of(found.material)).statements
    assert made.systems[2] == "mute"
    assert made.sizes.tolist() == [1, 2, 0]


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (
            [STATED[0], {**STATED[0], "statement": "Ada lived  in Rome"}],
            r"line 2: .*second time; .* line 1",
        ),
        ([STATED[0], {**STATED[0], "item": "d9"}], r"line 2: there is no item 'd9'"),
        ([{**STATED[0], "item": None}], r"line 1: 'item' is empty"),
        ([{**STATED[0], "confidence": "high"}], r"line 1: 'confidence' is 'high'"),
        ([{**STATED[0], "start": 9, "end": 3}], r"line 1: where it stands"),
        ([{**STATED[0], "weight": -1}], r"line 1: 'weight' is -1"),
        ([{**STATED[0], "p": -1}], r"line 1: 'p' is -1"),
        ([{**STATED[0], "start": 3, "end": 9999}], r"line 1: it stands up to character 9,999"),
        (
            [{"item": "d1", "system": "a", "subject": "Ada", "relation": "in", "object": None}],
            r"line 1: a subject",
        ),
        ([{"item": "d1", "system": "a", "output": "text"}], r"no column 'statement'"),
        ([{**STATED[0], "p": 0.5}, {**STATED[2], "system": "a", "p": 0.6}], r"the p of 'a' add up to 1\.1, not to 1"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path, rows, words):
    with pytest.raises(FileError, match=words):
        understood(tmp_path, rows)


def test_chances_that_add_up_are_what_statements_are_drawn_by(tmp_path):
    rows = [{**STATED[0], "p": 0.75}, {**STATED[2], "system": "a", "p": 0.25}]
    made = stated_of(MaterialIndex.of(understood(tmp_path, rows).material), "given").statements
    assert made.chance.tolist() == [0.75, 0.25]


def test_columns_with_many_values_are_kept_as_numbers_that_tell_them_apart(tmp_path):
    rows = [{"item": "d1", "system": "a", "statement": f"s {n}", "entity": f"e {n // 2}"} for n in range(120)]
    names, codes = stated_of(MaterialIndex.of(understood(tmp_path, rows).material)).statements.columns["entity"]
    assert len(names) == 60
    assert np.bincount(codes).tolist() == [2] * 60


def test_a_system_that_joins_is_read_for_the_items_there_are(tmp_path):
    system = read_stated_system(write(tmp_path, [{"item": "d2", "statement": "It rains."}], "late.jsonl"), ("d1", "d2"))
    assert (system.name, system.parts.item.tolist(), system.parts.texts) == ("late", [1], ("It rains",))
    with pytest.raises(FileError, match="line 1: there is no item 'd2'"):
        read_stated_system(tmp_path / "late.jsonl", ("d1",))
    with pytest.raises(FileError, match="2 systems: a, b"):
        read_stated_system(write(tmp_path, STATED), ("d1", "d2"), "c")
