"""Paths, dicts, columns, frames and datasets are the same to every workflow, and so are their faults."""

import ast
import inspect
from datetime import date
from decimal import Decimal

import pandas as pd
import pyarrow as pa
import pytest

import quorate
from quorate.errors import InputError, UnknownError
from quorate.io.held import as_file, columns_held
from quorate.workflows import plan, prepare_study
from quorate.workflows.options import PlanOptions, StudyOptions

ROWS = [
    {"item": f"i{item}", "system": system, "output": f"{system} says {item}", "bleu": 10.0 * item}
    for item in range(8)
    for system in ("a", "b", "c")
]
COLUMNS = {name: [row[name] for row in ROWS] for name in ROWS[0]}


class Dataset:
    """What a dataset of Hugging Face offers: names of columns, and columns that are iterated over."""

    column_names = tuple(COLUMNS)

    def __getitem__(self, name):
        return iter(COLUMNS[name])


class Polars:
    """What a frame of Polars offers, as far as it is used."""

    columns = tuple(COLUMNS)

    def __getitem__(self, name):
        return type("Series", (), {"to_list": lambda _: COLUMNS[name], "__iter__": lambda _: iter(COLUMNS[name])})()


class Stream:
    """Nothing but rows in Arrow's memory."""

    def __arrow_c_stream__(self, requested_schema=None):
        return pa.table(COLUMNS).__arrow_c_stream__(requested_schema)


HELD = {
    "dicts": ROWS,
    "columns": COLUMNS,
    "pandas": pd.DataFrame(ROWS),
    "arrow": pa.table(COLUMNS),
    "dataset": Dataset(),
    "polars": Polars(),
    "stream": Stream(),
    "generator": None,
}


def source(name: str) -> object:
    return iter(ROWS) if name == "generator" else HELD[name]


@pytest.mark.parametrize("name", HELD)
def test_outputs_in_memory_are_read_like_a_file(name, tmp_path):
    path = tmp_path / "outputs.csv"
    pd.DataFrame(ROWS).to_csv(path, index=False)
    from_file = prepare_study("fall", path, seed=1)
    held = prepare_study("fall", source(name), seed=1)
    assert held.design == from_file.design
    assert held.understood.material.items.names == from_file.understood.material.items.names
    for one, other in zip(held.understood.material.systems, from_file.understood.material.systems, strict=True):
        assert (one.name, one.texts) == (other.name, other.texts)
        assert one.metrics["bleu"].tolist() == other.metrics["bleu"].tolist()
    assert [str(path) for part in held.understood.parts for path in part.paths] == ["the rows given"]


def test_several_sources_of_either_kind_are_one_material(tmp_path):
    path = tmp_path / "more.jsonl"
    path.write_text('{"item": "i0", "system": "d", "output": "d"}\n')
    made = prepare_study("fall", [path, pd.DataFrame(ROWS)])
    assert {system.name for system in made.understood.material.systems} == {"a", "b", "c", "d"}


@pytest.mark.parametrize("name", ["dicts", "pandas", "arrow"])
def test_items_are_selected_from_rows_in_memory(name, tmp_path):
    made = quorate.select(source(name), budget="50%", seed=3)
    assert len(made.items) == len(made.to_frame()) == 4
    assert made.to_frame("pyarrow").column_names[:2] == ["rank", "item"]
    assert repr(made).startswith("<ItemChoice: 4 of 8 items")
    made.write(tmp_path / "items.csv")
    for selection in (made.selection, tmp_path / "items.csv"):
        study = quorate.define("few", source(name), selection=selection, seed=1)
        assert study.design.chosen.label.startswith("4 of 8")


def test_metrics_may_be_in_memory_too():
    rows = [{"item": f"i{item}", "system": system, "chrf": float(item)} for item in range(8) for system in "abc"]
    made = prepare_study("fall", ROWS, metrics=rows)
    assert set(made.understood.material.systems[0].metrics) == {"bleu", "chrf"}


def test_a_study_is_verified_by_its_name_as_well(tmp_path):
    store = str(tmp_path / "studies.db")
    study = quorate.define("fall", ROWS, store=store, policy="uniform", seed=1)
    study.tell(study.ask("ada").number, "left", annotator="ada")
    study.store.close()
    assert quorate.verify("fall", store=store).questions == 1


def test_looking_for_a_study_never_makes_a_store(tmp_path):
    place = tmp_path / "nowhere.db"
    for look in (lambda: quorate.verify("fall", store=str(place)), lambda: quorate.Study.open("fall", str(place))):
        with pytest.raises(UnknownError, match=r"There is no store at .*nowhere.db"):
            look()
    assert not place.exists()


def test_values_of_frames_become_what_files_can_hold():
    when = pd.Timestamp("2026-01-05")
    row = {"a": None, "b": float("nan"), "c": Decimal("1.5"), "d": date(2026, 1, 5), "e": [1, {"f": pd.NA}], "g": when}
    with as_file([row]) as path:
        assert path.read_text() == (
            '{"a": null, "b": null, "c": 1.5, "d": "2026-01-05", "e": [1, {"f": null}], "g": "2026-01-05T00:00:00"}\n'
        )
    frame = pd.DataFrame({"n": pd.array([1, None], dtype="Int64"), "flag": [True, False]})
    with as_file(frame) as path:
        assert path.read_text() == '{"n": 1, "flag": true}\n{"n": null, "flag": false}\n'


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ([], "not a single row was given. Known are a path"),
        ({"item": [1, 2], "output": [1]}, "different lengths: item 2, output 1"),
        ([{"item": 1}, "two"], "Row 2 is str, not an object"),
        ({"item": "abc"}, "The column 'item' is 'abc', not a list of values"),
        (None, "Row 1 is NoneType"),
        (7, "Row 1 is int"),
        ({"train": Dataset(), "test": Dataset()}, r"several tables: train, test. Give one: data\['train'\]"),
        ([{"item": object()}], "the rows given, row 1: 'item' is object, which no file can hold"),
    ],
)
def test_what_holds_no_rows_is_refused_in_one_line(given, words):
    with pytest.raises(InputError, match=words) as found, as_file(given):
        pass
    assert "\n" not in str(found.value)


def test_a_fault_in_memory_is_told_by_its_row():
    rows = [*ROWS, {"item": "i0", "system": "a", "output": "again"}]
    with pytest.raises(InputError, match=r"^the rows given, row 25: .* the first is in the rows given, row 1\."):
        quorate.define("fall", rows)


def test_columns_of_votes_need_no_file():
    assert columns_held(pd.DataFrame({"a": [1, 2]}), each="vote") == {"a": [1, 2]}


def annotations_in(function: object) -> dict[str, str]:
    """Name → annotation as it is written."""
    (tree,) = ast.parse(inspect.getsource(inspect.unwrap(function))).body
    if isinstance(tree, ast.ClassDef):
        return {one.target.id: ast.unparse(one.annotation) for one in tree.body if isinstance(one, ast.AnnAssign)}
    return {one.arg: ast.unparse(one.annotation).strip("'") for one in tree.args.kwonlyargs}


@pytest.mark.parametrize(("options", "function"), [(StudyOptions, prepare_study), (PlanOptions, plan)])
def test_options_for_type_checkers_are_those_of_the_function(options, function):
    taken = {name: said.replace("Source", "Any") for name, said in annotations_in(function).items()}
    assert annotations_in(options) == {name: said for name, said in taken.items() if name != "money"}  # says which plan
