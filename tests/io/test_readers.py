import json
import sys
import zipfile

import pytest
from made_shapes import ASKED, SAID
from made_tool_shapes import SHAPES

from quorate.errors import FileError, InputError
from quorate.io import read_material, read_system, understand
from quorate.io.readers import Glimpse, readers
from quorate.plugins import brought_along
from quorate.records.showing import shown_by_default


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_is_understood(tmp_path, shape):
    made = SHAPES[shape](tmp_path)
    understood = understand(*made.paths)
    material = understood.material
    assert [part.reader.name for part in understood.parts] == [made.reader]
    assert tuple(system.name for system in material.systems) == made.systems
    for system in material.systems:
        assert [text.removeprefix("Turn 1: ").split("\n")[0] for text in system.texts] == list(SAID[system.name])
    assert shown_by_default(material.items) == made.shown
    assert tuple(field for field in material.items.texts if field not in made.shown) == made.hidden
    if made.asked:
        (field,) = made.shown
        for number, text in enumerate(material.items.texts[field]):
            assert ASKED[number] in text


@pytest.mark.parametrize("shape", ["wide csv", "messages", "alpaca eval", "texts", "others words"])
def test_a_system_joins_in_any_shape_with_the_same_items(tmp_path, shape):
    made = SHAPES[shape](tmp_path)
    material = read_material(*made.paths)
    paths = [path for path in made.paths if "src" not in path.name and "ref" not in path.name]
    alone = paths[-1] if len(paths) > 1 else made.paths[0]
    joined = read_system(alone, material.items.names, material.systems[-1].name)
    assert joined.texts == material.systems[-1].texts


def test_another_package_adds_a_reader_by_an_entry_point(tmp_path, monkeypatch):
    (tmp_path / "theirs.py").write_text(
        "from quorate.io.readers import Reader, Reading, Sign\n"
        "from quorate.io.readers.reader import table_of\n"
        "def recognise(file):\n"
        "    return Sign(sureness=1, why='the extension .odd') if file.extension == '.odd' else None\n"
        "def read(files, wanted):\n"
        "    rows = [{'item': '1', 'system': name, 'output': name * 2} for name in 'ab']\n"
        "    return Reading(table=table_of(files[0].path, rows, [1, 2]))\n"
        "READER = Reader(name='odd', title='an odd log', recognise=recognise, read=read)\n"
    )
    about = tmp_path / "theirs-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: theirs\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[quorate.readers]\nodd = theirs:READER\n")
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "a.odd").write_text("x")
    readers.cache_clear()
    brought_along.cache_clear()
    try:
        understood = understand(tmp_path / "a.odd")
    finally:
        readers.cache_clear()
        brought_along.cache_clear()
        sys.modules.pop("theirs", None)
    assert understood.parts[0].reader.title == "an odd log"
    assert [system.texts for system in understood.material.systems] == [("aa",), ("bb",)]


def test_a_log_of_a_run_that_failed_says_so(tmp_path):
    header = {"status": "error", "eval": {"task": "qa", "model": "m"}, "plan": {}}
    with zipfile.ZipFile(tmp_path / "bad.eval", "w") as archive:
        archive.writestr("header.json", json.dumps(header))
    with pytest.raises(FileError, match=r"the run failed \(status error\), the log has no samples"):
        read_material(tmp_path / "bad.eval")
    made = SHAPES["inspect zstandard"](tmp_path)
    understood = understand(*made.paths, tmp_path / "bad.eval")
    assert understood.left_out == ("bad.eval: the run failed (status error), the log has no samples",)
    assert len(understood.material.systems) == 2


def test_columns_and_shape_correct_what_was_guessed(tmp_path):
    (path,) = SHAPES["wide csv"](tmp_path).paths
    only = understand(path, columns={"system": ("claude", "gpt-4o")})
    assert [system.name for system in only.material.systems] == ["claude", "gpt-4o"]
    assert list(only.material.items.texts) == ["source"]
    rated = understand(path, columns={"output": "claude", "item": "source"})
    assert [system.name for system in rated.material.systems] == ["wide"]
    assert rated.material.items.names == ASKED
    as_text = understand(path, shape="text").material
    assert len(as_text.items.names) == 5
    with pytest.raises(InputError, match="No format is called 'sheet'"):
        understand(path, shape="sheet")


def test_texts_with_different_numbers_of_lines_are_refused(tmp_path):
    made = SHAPES["texts"](tmp_path)
    made.paths[0].write_text("one\ntwo\n")
    with pytest.raises(FileError, match=r"2 lines, and newstest\.hyp\.|4 lines, and newstest\.hyp"):
        read_material(*made.paths)


def test_a_folder_says_what_it_left_out(tmp_path):
    made = SHAPES["wide csv"](tmp_path)
    (tmp_path / "README.md").write_text("About")
    (tmp_path / ".hidden").write_text("x")
    understood = understand(tmp_path)
    assert understood.left_out == ("README.md (no outputs)",)
    assert understood.parts[0].paths == made.paths
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(FileError, match="the folder holds no file"):
        understand(empty)
    with pytest.raises(FileError, match=r"no outputs are known to look like this.*--format"):
        understand(tmp_path / "README.md")


def test_a_first_line_of_values_is_no_header(tmp_path):
    (tmp_path / "a.csv").write_text("12,some words,other words,3\n13,more words,and other,4\n")
    with pytest.raises(FileError, match="line 1: the first line holds values"):
        read_material(tmp_path / "a.csv")


def test_rows_without_names_must_agree_between_files(tmp_path):
    (tmp_path / "a.jsonl").write_text('{"output": "x"}\n{"output": "y"}\n')
    (tmp_path / "b.jsonl").write_text('{"output": "z"}\n')
    with pytest.raises(FileError, match=r"different numbers of rows: a\.jsonl 2, b\.jsonl 1.*--column item=NAME"):
        read_material(tmp_path / "a.jsonl", tmp_path / "b.jsonl")
    (tmp_path / "b.jsonl").write_text('{"output": "z"}\n{"output": "w"}\n')
    assert understand(tmp_path / "a.jsonl", tmp_path / "b.jsonl").guesses == (
        "items are numbered as the rows stand",
        "a system is called as its file",
    )


def test_the_same_prompt_answered_again_is_another_item(tmp_path):
    rows = [{"model": name, "prompt": "p", "response": f"{name}{number}"} for name in "ab" for number in range(2)]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert read_material(tmp_path / "a.jsonl").items.names == ("p", "p#2")


def test_choices_and_pictures_that_a_log_asks_about_are_shown(tmp_path):
    asked = [{"role": "user", "content": [{"type": "text", "text": "Which is it?"}, {"type": "image", "image": "x"}]}]
    sample = {"id": 1, "epoch": 1, "input": asked, "choices": ["A cat.", "A dog."], "target": "A", "output": {}}
    log = {"status": "success", "plan": {}, "eval": {"task": "t", "model": "m"}, "samples": [sample]}
    (tmp_path / "log.json").write_text(json.dumps(log))
    (shown,) = read_material(tmp_path / "log.json").items.texts["source"]
    assert shown == "Which is it?\n[image]\n\nA) A cat.\nB) A dog."


def test_a_title_above_the_header_is_passed_over_and_said(tmp_path):
    (tmp_path / "a.csv").write_text("Our bots,,\nquestion,bot A,bot B\nWho?,Me.,You.\nWhy?,So.,No.\n")
    understood = understand(tmp_path / "a.csv")
    assert understood.guesses[0] == "above the header stands 'Our bots', which is not read"
    assert [system.name for system in understood.material.systems] == ["bot A", "bot B"]


def test_a_sheet_that_holds_something_else_is_said(tmp_path):
    from openpyxl import load_workbook

    (path,) = SHAPES["workbook"](tmp_path).paths
    book = load_workbook(path)
    other = book.create_sheet("people")
    for row in (("name", "hours"), ("ada", 3)):
        other.append(row)
    book.save(path)
    assert "sheet 'people' (another table)" in understand(path).left_out


def test_sentences_are_shown_whatever_their_column_is_called(tmp_path):
    rows = ["customer wrote;topic;bot A;bot B", "My parcel is late.;post;Sorry.;Oh.", "I want a refund.;post;Sure.;No."]
    (tmp_path / "a.csv").write_text("\n".join(rows))
    items = understand(tmp_path / "a.csv", columns={"system": ("bot A", "bot B")}).material.items
    assert shown_by_default(items) == ("customer wrote",)
    assert list(items.columns) == ["topic"]


def test_an_array_says_once_which_system_wrote_it(tmp_path):
    for name in "ab":
        rows = [{"id": 1, "input": "Who?", "output": name}]
        (tmp_path / f"run_{name}.json").write_text(json.dumps({"model": name, "results": rows}))
    material = read_material(tmp_path / "run_a.json", tmp_path / "run_b.json")
    assert [system.name for system in material.systems] == ["a", "b"]


def test_a_text_is_a_table_only_where_its_first_line_names_columns(tmp_path):
    (tmp_path / "empty.txt").write_text("")
    (tmp_path / "broken.txt").write_bytes(b"\xff\x00\x81")
    (tmp_path / "hyp.txt").write_text("It rained.\tOften.\nHe came.\tLate.\n")
    (tmp_path / "table.txt").write_text("prompt\tmodel\tanswer\nWhy?\ta\tSo.\nWhy?\tb\tThus.\n")
    kinds = {}
    for path in tmp_path.iterdir():
        sign = readers()["table"].recognise(Glimpse(path=path))
        kinds[path.stem] = sign is not None
    assert kinds == {"empty": False, "broken": False, "hyp": False, "table": True}
    assert [one.name for one in read_material(tmp_path / "table.txt").systems] == ["a", "b"]
