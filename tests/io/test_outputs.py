import csv
import json
import resource
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quorate.errors import FileError, InputError
from quorate.io import check_systems, read_material, read_metrics, read_system, understand, write_table
from support.timing import least_seconds

ROWS = [
    {"item": "q1", "system": "alpha", "output": "one", "source": "eins", "domain": "news", "bleu": 0.5},
    {"item": "q1", "system": "beta", "output": "won", "source": "eins", "domain": "news", "bleu": None},
    {"item": "q0", "system": "alpha", "output": "two", "source": "zwei", "domain": "talk", "bleu": 1},
    {"item": "q0", "system": "beta", "output": None, "source": None, "domain": "talk", "bleu": 0},
]
TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=30)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
quick = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def lines(path: Path, *rows: object) -> Path:
    path.write_text("".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows))
    return path


def fails(path: Path, *words: str, line: int | None = None, read=read_material) -> FileError:
    with pytest.raises(FileError) as caught:
        read(path)
    error = caught.value
    assert str(path) in str(error)
    assert error.line == line
    assert line is None or f"line {line}" in str(error)
    assert error.remedy, "says what to do"
    for word in words:
        assert word in str(error)
    return error


def test_a_nul_character_is_refused(tmp_path):
    rows = [{"item": "a", "system": "s", "output": "x"}, {"item": "a", "system": "t", "output": "x\x00y"}]
    fails(lines(tmp_path / "a.jsonl", *rows), "NUL", line=2)


@pytest.mark.parametrize("name", ["outputs.jsonl", "outputs.ndjson", "outputs.csv", "outputs.tsv", "outputs.parquet"])
def test_every_format_gives_the_same_material(tmp_path, name):
    write_table(ROWS, tmp_path / name)
    material = read_material(tmp_path / name)
    assert material.items.names == ("q1", "q0")
    assert material.items.texts == {"source": ("eins", "zwei")}
    assert material.items.columns == {"domain": ("news", "talk")}
    assert [system.name for system in material.systems] == ["alpha", "beta"]
    assert [system.texts for system in material.systems] == [("one", "two"), ("won", None)]
    np.testing.assert_array_equal(material.systems[0].metrics["bleu"], [0.5, 1.0])
    np.testing.assert_array_equal(material.systems[1].metrics["bleu"], [np.nan, 0.0])


def test_whole_numbers_become_names_and_stay_apart_from_metrics(tmp_path):
    row = {"item": 7, "system": 3, "output": "x", "document": 12, "prompt_id": 4, "length": 9, "is_short": True}
    material = read_material(lines(tmp_path / "a.jsonl", row, {**row, "system": 4, "is_short": False}))
    assert material.items.names == ("7",)
    assert [system.name for system in material.systems] == ["3", "4"]
    assert material.items.columns == {"document": ("12",), "prompt_id": ("4",)}
    assert {name: scores.tolist() for name, scores in material.systems[1].metrics.items()} == {
        "length": [9.0],
        "is_short": [0.0],
    }


def test_long_columns_are_texts_and_short_ones_are_for_grouping(tmp_path):
    row = {"item": "1", "system": "a", "output": "x", "dialogue": "y" * 201, "topic": "z" * 200, "tags": ["b", "c"]}
    items = read_material(lines(tmp_path / "a.jsonl", row)).items
    assert list(items.texts) == ["dialogue"]
    assert items.columns == {"topic": ("z" * 200,), "tags": ('["b", "c"]',)}


def test_metrics_can_be_an_object_or_carry_a_prefix(tmp_path):
    row = {"item": "1", "system": "a", "output": "x", "metrics": {"bleu": 3}, "metric:id": 4}
    material = read_material(lines(tmp_path / "a.jsonl", row, {**row, "system": "b", "metrics": None}))
    assert {name: scores.tolist() for name, scores in material.systems[0].metrics.items()} == {"bleu": [3], "id": [4]}
    assert list(material.systems[1].metrics) == ["id"]
    fails(lines(tmp_path / "b.jsonl", {**row, "metrics": 3}), "object", line=1)


def test_one_file_for_each_system_is_called_like_the_system(tmp_path):
    first = lines(tmp_path / "alpha.jsonl", {"item": 1, "output": "x"})
    second = lines(tmp_path / "beta.jsonl", {"item": 2, "output": "y", "source": "s"}, {"item": 1, "output": "z"})
    material = read_material(first, second)
    assert material.items.names == ("1", "2")
    assert [(system.name, system.texts) for system in material.systems] == [
        ("alpha", ("x", None)),
        ("beta", ("z", "y")),
    ]
    assert material.items.texts == {"source": (None, "s")}


def test_columns_can_have_other_names(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("id,answer,output,model\n01,x,raw,m\n")
    material = read_material(path, columns={"item": "id", "output": "answer", "system": "model"})
    assert material.items.names == ("01",)
    assert material.systems[0].texts == ("x",)
    with pytest.raises(FileError, match="no column 'identifier'; columns found: id, answer, output, model"):
        read_material(path, columns={"item": "identifier"})


def test_columns_with_an_underscore_or_without_a_name_are_left_out(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text(",item,system,output,_time\n0,1,a,x,10:00\n1,1,b,y,10:01\n")
    material = read_material(path)
    assert not material.items.columns
    assert not material.systems[0].metrics


def test_byte_order_mark_crlf_quotes_and_line_ends_in_csv(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes(
        b'\xef\xbb\xbfitem,system,output\r\n1,a,"He said ""yes"",\r\nthen no"\r\n\r\n1,b,\xc3\xa9\r\n1,a,x\r\n'
    )
    error = fails(path, "a second time", "line 2", line=6)
    path.write_bytes(path.read_bytes().removesuffix(b"1,a,x\r\n"))
    assert read_material(path).systems[0].texts == ('He said "yes",\r\nthen no',)
    assert "Keep one row" in error.remedy


def test_byte_order_mark_blank_lines_and_crlf_in_json_lines(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"item": 1, "system": "a", "output": "x"}\r\n\r\n{"item": 1, "system": "a"}\r\n')
    fails(path, "a second time", line=3)


@quick
@given(st.lists(st.tuples(TEXTS.filter(bool), TEXTS, TEXTS), min_size=1, max_size=8, unique_by=lambda row: row[0]))
@pytest.mark.parametrize("extension", [".jsonl", ".csv", ".parquet"])
def test_what_is_written_is_read_again(tmp_path, extension, rows):
    path = tmp_path / f"table{extension}"
    table = [{"item": item, "system": "a", "output": output, "source": source} for item, output, source in rows]
    write_table(table, path)
    material = read_material(path)
    is_csv = extension == ".csv"
    assert material.items.names == tuple(item for item, _, _ in rows)
    assert material.systems[0].texts == tuple((output or None) if is_csv else output for _, output, _ in rows)
    sources = tuple((source or None) if is_csv else source for _, _, source in rows)
    assert material.items.texts.get("source", (None,) * len(rows)) == sources


@quick
@given(rows=st.lists(st.lists(TEXTS, min_size=3, max_size=3), min_size=1, max_size=6))
def test_our_csv_is_what_the_standard_library_reads(tmp_path, rows):
    path = tmp_path / "table.csv"
    write_table([dict(zip("abc", row, strict=True)) for row in rows], path)
    with path.open(encoding="utf-8", newline="") as handle:
        assert list(csv.reader(handle, strict=True)) == [["a", "b", "c"], *rows]


@quick
@given(order=st.permutations(range(12)))
def test_numbers_follow_the_first_appearance(tmp_path, order):
    rows = [{"item": f"i{cell % 4}", "system": f"s{cell // 4}", "output": str(cell)} for cell in order]
    material = read_material(lines(tmp_path / "a.jsonl", *rows))
    assert list(material.items.names) == list(dict.fromkeys(row["item"] for row in rows))
    assert [system.name for system in material.systems] == list(dict.fromkeys(row["system"] for row in rows))
    for system in material.systems:
        for item, text in zip(material.items.names, system.texts, strict=True):
            assert {"item": item, "system": system.name, "output": text} in rows


@settings(quick, max_examples=200)
@given(
    rows=st.lists(
        st.dictionaries(st.sampled_from(["item", "system", "output", "source", "metrics", "x"]), ANYTHING, max_size=6),
        min_size=1,
        max_size=3,
    )
)
def test_rows_of_any_form_are_material_or_a_clear_error(tmp_path, rows):
    path = lines(tmp_path / "a.jsonl", *({"item": number, "output": "o", **row} for number, row in enumerate(rows)))
    error = None
    try:
        read_material(path)
    except FileError as raised:
        error = raised
    assert error is None or (str(path) in str(error) and error.remedy)


@settings(quick, max_examples=200)
@given(content=st.binary(max_size=60) | st.text('item,system,output"1\n\r;', max_size=60).map(str.encode))
@pytest.mark.parametrize("name", ["a.jsonl", "a.csv", "a.parquet", "a.eval"])
def test_bytes_of_any_form_are_material_or_a_clear_error(tmp_path, name, content):
    path = tmp_path / name
    path.write_bytes(content)
    error = None
    try:
        read_material(path)
    except FileError as raised:
        error = raised
    assert error is None or (name in str(error) and error.remedy)
    assert error is not None or name.endswith((".csv", ".jsonl"))


def test_missing_file_folder_and_unknown_format(tmp_path):
    fails(tmp_path / "none.jsonl", "no such file")
    fails(tmp_path, "folder")
    fails(lines(tmp_path / "a.docx", "x"), "no outputs are known to look like this", "--format", "table")
    fails(lines(tmp_path / "a.xlsx", "x"), "not an Excel workbook")
    with pytest.raises(InputError, match="No file"):
        read_material()


@pytest.mark.parametrize("name", ["a.jsonl", "a.csv"])
@pytest.mark.parametrize("content", [b"", b" \n\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n"])
def test_empty_file(tmp_path, name, content):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(FileError, match="empty"):
        read_material(path)


def test_tables_without_rows(tmp_path):
    fails(lines(tmp_path / "a.csv", "item,system,output"), "no row", line=1)
    write_table([], tmp_path / "a.parquet")
    fails(tmp_path / "a.parquet", "empty")


def test_missing_column_lists_the_columns(tmp_path):
    row = {"name": 1, "output": "x"}
    rows = [{**row, "system": "a"}, {**row, "system": "b"}]
    fails(lines(tmp_path / "a.jsonl", *rows), "'item'", "found: name, output, system", "--column item=id")
    fails(lines(tmp_path / "a.csv", "item,text", "1,x"), "'output'", "found: item, text", "columns={")


def test_duplicate_names_both_places(tmp_path):
    row = {"item": "1", "system": "a", "output": "x"}
    fails(lines(tmp_path / "a.jsonl", row, {**row, "item": 2}, {**row, "item": 1}), "('1', 'a')", "line 1", line=3)
    write_table([row, row], tmp_path / "a.parquet")
    fails(tmp_path / "a.parquet", "row 2", "row 1")
    other = lines(tmp_path / "b.jsonl", row)
    with pytest.raises(FileError, match=r"b\.jsonl, line 1: \('1', 'a'\) is here a second time; .*a\.jsonl, line 1"):
        read_material(lines(tmp_path / "a.jsonl", row), other)


def test_bytes_that_are_not_utf8(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes(b"item,system,output\n1,a,x\n2,a,\xff\xe9\n3,a,y\n")
    fails(path, "UTF-8", line=3)
    path.write_bytes("item,system,output\n1,a,привет".encode("cp1251"))
    fails(path, "UTF-8", line=2)
    path.write_bytes(b"item,system,output\n" + b"1,a,x\n" * 800_000 + b"\xc3")
    fails(path, "UTF-8", line=800_002)


@pytest.mark.parametrize(
    ("encoding", "said"), [("cp1252", ("a.csv is not UTF-8: read as Windows-1252",)), ("utf-16", ()), ("utf-8-sig", ())]
)
def test_spreadsheets_write_other_encodings(tmp_path, encoding, said):
    rows = "item;system;output\n1;a;Für Öl café\n1;b;“naïve” – 3 €\n"
    (tmp_path / "a.csv").write_bytes(rows.encode(encoding))
    understood = understand(tmp_path / "a.csv")
    assert [system.texts for system in understood.material.systems] == [("Für Öl café",), ("“naïve” – 3 €",)]
    assert understood.guesses == said


@pytest.mark.parametrize("name", ["a.jsonl", "a.csv", "samples_a.jsonl"])
def test_a_line_of_100_megabytes_is_refused_at_once(tmp_path, name):
    path = tmp_path / name
    with path.open("wb") as handle:
        handle.write(b"item,system,output\n")
        handle.truncate(100_000_000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert least_seconds(lambda: fails(path, "line 2 is over 64 MB", line=2)) < 1
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000


def test_invalid_json_and_lines_that_are_no_objects(tmp_path):
    row = {"item": "1", "system": "a", "output": "x"}
    fails(lines(tmp_path / "a.jsonl", row, "{'item': 1}"), "not valid JSON: ", "column 2", line=2)
    fails(lines(tmp_path / "a.jsonl", row, '{"item": "1", "syst'), "not valid JSON", line=2)
    fails(lines(tmp_path / "a.jsonl", "[" * 100_000), "not valid JSON", line=1)
    fails(lines(tmp_path / "a.jsonl", row, [row]), "list", "object", line=2)
    fails(lines(tmp_path / "a.jsonl", "3"), "object", line=1)
    fails(lines(tmp_path / "a.jsonl", row, '{"item": 1, "system": "a", "output": "\\ud800"}'), "\\ud800", line=2)


def test_invalid_csv(tmp_path):
    fails(lines(tmp_path / "a.csv", "item,system,output", "1,a,x", "2,a,x,y"), "4 fields", "header has 3", line=3)
    fails(lines(tmp_path / "a.csv", "item,system,output", '1,a,"x"y'), "not valid CSV", line=2)
    fails(lines(tmp_path / "a.csv", "item,system,output", "1,a,x", '2,a,"x', "3,a,y"), "not valid CSV", line=3)
    fails(lines(tmp_path / "a.csv", "item,output,output", "1,a,x"), "two columns", line=1)


def test_a_file_that_is_not_parquet(tmp_path):
    fails(lines(tmp_path / "a.parquet", "item"), "Parquet")


@pytest.mark.parametrize("value", ["NaN", "Infinity", "-Infinity", "1e999", "1" + "0" * 400])
def test_scores_that_are_not_finite(tmp_path, value):
    row = '{"item": 1, "system": "a", "output": "x", "bleu": %s}'
    fails(lines(tmp_path / "a.jsonl", row % "0.5", row.replace("1,", "2,") % value), "'bleu'", "finite", line=2)


def test_scores_that_are_not_finite_in_csv_and_parquet(tmp_path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    fails(lines(tmp_path / "a.csv", "item,system,output,bleu", "1,a,x,0.5", "2,a,x,nan"), "'bleu'", "nan", line=3)
    table = pa.table({"item": [1], "system": ["a"], "output": ["x"], "bleu": [float("nan")]})
    pq.write_table(table, tmp_path / "a.parquet")
    fails(tmp_path / "a.parquet", "'bleu'", "row 1")


def test_wrong_types(tmp_path):
    row = {"item": "1", "system": "a", "output": "x", "bleu": 0.5}
    fails(lines(tmp_path / "a.jsonl", row, {**row, "item": "2", "output": 5}), "'output' is 5, not a text", line=2)
    fails(lines(tmp_path / "a.jsonl", row, {**row, "item": 1.5}), "'item' is 1.5", line=2)
    fails(lines(tmp_path / "a.jsonl", row, {**row, "item": ""}), "'item' is empty", line=2)
    fails(lines(tmp_path / "a.jsonl", row, {**row, "system": None}), "'system' is missing", line=2)
    fails(lines(tmp_path / "a.jsonl", row, {**row, "item": "2", "bleu": "n/a"}), "'bleu' is 'n/a'", "number", line=2)
    fails(lines(tmp_path / "a.jsonl", {**row, "metric:x": "high"}), "'metric:x' is 'high', not a number", line=1)


def test_a_column_that_differs_between_systems_names_item_and_column(tmp_path):
    row = {"item": "1", "system": "a", "output": "x", "topic": None}
    second = {**row, "system": "b", "topic": "sport"}
    third = {**row, "system": "c", "topic": "art"}
    fails(lines(tmp_path / "a.jsonl", row, second, third), "item '1'", "'topic'", "line 2", "underscore", line=3)
    assert read_material(lines(tmp_path / "a.jsonl", row, second)).items.columns == {"topic": ("sport",)}
    spaced = {**third, "topic": "sport "}
    assert read_material(lines(tmp_path / "a.jsonl", row, second, spaced)).items.columns == {"topic": ("sport",)}


def test_one_system_is_enough_to_rate_but_not_to_compare(tmp_path):
    row = {"item": "1", "system": "a", "output": "x"}
    material = read_material(lines(tmp_path / "a.jsonl", row))
    check_systems(material, 1)
    with pytest.raises(InputError, match="one system: at least two are needed to compare"):
        check_systems(material, 2)
    apart = read_material(lines(tmp_path / "a.jsonl", row, {**row, "system": "b", "item": "2"}))
    with pytest.raises(InputError, match="no item that two systems have an output for"):
        check_systems(apart, 2)
    silent = read_material(lines(tmp_path / "a.jsonl", {**row, "output": None}))
    with pytest.raises(InputError, match="no item that a system has an output for"):
        check_systems(silent, 1)
    check_systems(read_material(lines(tmp_path / "a.jsonl", row, {**row, "system": "b"})), 2)


def test_metrics_join_from_another_file_wide_or_long(tmp_path):
    material = read_material(lines(tmp_path / "a.jsonl", *ROWS))
    wide = lines(tmp_path / "wide.csv", "item,system,comet,metric:bleu", "q0,alpha,0.7,0.9", "q1,beta,,0.1")
    added = read_metrics(wide, material)
    np.testing.assert_array_equal(added.systems[0].metrics["comet"], [np.nan, 0.7])
    np.testing.assert_array_equal(added.systems[0].metrics["bleu"], [0.5, 0.9])
    np.testing.assert_array_equal(added.systems[1].metrics["bleu"], [0.1, 0.0])
    assert "comet" not in added.systems[1].metrics
    long = [{"item": "q0", "system": "beta", "metric": name, "score": 2} for name in ("comet", "chrf")]
    again = read_metrics(lines(tmp_path / "long.jsonl", *long), added)
    assert sorted(again.systems[1].metrics) == ["bleu", "chrf", "comet"]
    assert again.items == material.items


def test_metrics_of_unknown_things_are_refused(tmp_path):
    material = read_material(lines(tmp_path / "a.jsonl", *ROWS))

    def read(path):
        return read_metrics(path, material)

    fails(lines(tmp_path / "m.csv", "item,system,x", "q0,alpha,1", "q9,alpha,1"), "'q9' is unknown", line=3, read=read)
    fails(lines(tmp_path / "m.csv", "item,system,x", "q0,gamma,1"), "'gamma'", "alpha, beta", line=2, read=read)
    fails(lines(tmp_path / "m.csv", "item,system,x", "q0,beta,nan"), "nan", line=2, read=read)
    fails(lines(tmp_path / "m.csv", "item,system,x", "q0,beta,high"), "'high'", line=2, read=read)
    fails(lines(tmp_path / "m.csv", "item,system,x", "q0,beta,1", "q0,beta,2"), "a second time", line=3, read=read)
    fails(lines(tmp_path / "m.csv", "item,system", "q0,beta"), "no metric", read=read)
    fails(lines(tmp_path / "m.csv", "item,x", "q0,1"), "'system'", read=read)


def test_a_system_joins_later(tmp_path):
    path = lines(tmp_path / "gamma.csv", "item,output,bleu", "q0,x,3", "q2,,", "q1,z,4")
    system = read_system(path, ("q1", "q2", "q0", "q3"))
    assert system.name == "gamma"
    assert system.texts == ("z", None, "x", None)
    np.testing.assert_array_equal(system.metrics["bleu"], [4, np.nan, 3, np.nan])
    assert read_system(path, ("q0", "q1", "q2"), "delta").name == "delta"
    many = lines(tmp_path / "many.jsonl", *ROWS)
    assert read_system(many, ("q0", "q1"), "beta").texts == (None, "won")
    fails(many, "2 systems: alpha, beta", read=lambda path: read_system(path, ("q0", "q1")))
    fails(path, "item 'q1' is unknown", line=4, read=lambda path: read_system(path, ("q0", "q2")))
    twice = lines(tmp_path / "twice.csv", "item,output", "q0,x", "q0,y")
    fails(twice, "a second time", line=3, read=lambda path: read_system(path, ("q0",)))


def test_importing_does_not_load_what_is_heavy():
    heavy = ("pyarrow", "openpyxl", "pydantic", "zipfile")
    code = f"import sys, quorate.io; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_json_arrays_are_read_and_faults_in_them_name_their_line(tmp_path):
    rows = [{"item": "1", "system": name, "output": name} for name in "ab"]
    path = tmp_path / "a.json"
    for text in (json.dumps(rows), json.dumps(rows, indent=1), json.dumps({"data": rows, "about": [1]}, indent=1)):
        path.write_text(text)
        assert [system.name for system in read_material(path).systems] == ["a", "b"]
    path.write_text(json.dumps([*rows, {**rows[0], "item": 1.5}], indent=1))
    fails(path, "'item' is 1.5", line=12)
    path.write_text(json.dumps([*rows, 3], indent=1))
    fails(path, "entry 3 of the list is a single value", line=12)
    path.write_text(json.dumps(rows, indent=1)[:-20])
    fails(path, "not valid JSON", line=10)
    path.write_text(json.dumps({"one": rows, "two": rows}))
    fails(path, "('1', 'a') is here a second time", line=1)


def test_semicolons_tabs_and_bars_separate_columns_in_csv(tmp_path):
    for mark in ";\t|,":
        path = tmp_path / "a.csv"
        path.write_text("\n".join(mark.join(row) for row in (("item", "system", "output"), ("1", "a", "x"))))
        assert read_material(path).systems[0].texts == ("x",)


def test_workbooks_are_read(tmp_path):
    from openpyxl import Workbook

    book = Workbook()
    book.active.title = "notes"
    sheet = book.create_sheet("answers")
    for row in (("item", "system", "output", "score"), (1, "a", "x", 0.5), (None,) * 4, (1, "b", "y", None)):
        sheet.append(row)
    book.save(tmp_path / "a.xlsx")
    material = read_material(tmp_path / "a.xlsx")
    assert [system.texts for system in material.systems] == [("x",), ("y",)]
    sheet.append((1, "b", "z"))
    book.save(tmp_path / "a.xlsx")
    fails(tmp_path / "a.xlsx", "row 5", "a second time")
    Workbook().save(tmp_path / "a.xlsx")
    fails(tmp_path / "a.xlsx", "empty")


def test_the_first_five_bad_lines_are_named(tmp_path):
    good = "1,a,x"
    path = lines(tmp_path / "a.csv", "item,system,output", good, *["2,a"] * 7)
    fails(path, "2 fields where the header has 3 (also lines 4, 5, 6, 7 and 2 more)", line=3)
    path = lines(tmp_path / "a.jsonl", {"item": "1", "system": "a", "output": "x"}, "{", "", "}", "{")
    fails(path, "not valid JSON", "(also lines 4, 5)", line=2)
    rows = [{"item": str(number), "system": "a", "output": number or "x"} for number in range(4)]
    fails(lines(tmp_path / "a.jsonl", *rows), "'output' is 1, not a text (also lines 3, 4).", line=2)


def test_parquet_without_pyarrow_names_the_extra(tmp_path, monkeypatch):
    write_table(ROWS, tmp_path / "a.parquet")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    fails(tmp_path / "a.parquet", "pip install 'quorate[parquet]'")
    with pytest.raises(InputError, match="pip install"):
        write_table(ROWS, tmp_path / "b.parquet")


def test_columns_a_and_b_are_two_systems_and_a_beside_q_is_an_answer(tmp_path):
    sheet = lines(tmp_path / "s.csv", "frage;A;B;Punkte", "Wie?;x eins zwei;y eins zwei;3", "Wo?;x drei;y vier;4")
    assert [one.name for one in read_material(sheet).systems] == ["A", "B"]
    for name in ("one", "two"):
        lines(tmp_path / f"{name}.csv", "q,a", f"Why?,Because of {name}.", f"Who?,The {name}.")
    assert [one.name for one in read_material(tmp_path / "one.csv", tmp_path / "two.csv").systems] == ["one", "two"]
