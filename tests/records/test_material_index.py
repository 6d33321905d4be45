"""What a process knows about the material: who has what, what looks the same, and fingerprints of all of it."""

import unicodedata
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quorate.errors import InputError, UnknownError
from quorate.records.looks import fingerprint
from quorate.records.material import Items, Material, MaterialIndex, SystemOutputs
from quorate.testing.material import make_material


def small(*outputs, **items):
    count = len(outputs[0])
    return Material(
        items=Items(names=tuple(f"i{number}" for number in range(count)), **items),
        systems=tuple(SystemOutputs(name=f"s{number}", texts=tuple(texts)) for number, texts in enumerate(outputs)),
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("é", "e\u0301"),
        ("a", "a  \n"),
        ("a", " \ta"),
        ("a\r\nb", "a\nb"),
        ("a\rb", "a\nb"),
        ("a\r\n", "a"),
        ("한", unicodedata.normalize("NFD", "한")),
        ("", "  "),
    ],
)
def test_texts_that_look_the_same(one, other):
    assert fingerprint(one) == fingerprint(other) != 0


@pytest.mark.parametrize(("one", "other"), [("a", "A"), ("a b", "a  b"), ("a\nb", "a b"), ("", "."), ("fi", "ﬁ")])
def test_texts_that_look_different(one, other):
    assert fingerprint(one) != fingerprint(other)


def test_no_text_looks_like_nothing():
    assert fingerprint(None) == 0
    assert fingerprint("") != 0


@given(st.text(), st.text())
def test_only_equal_texts_look_the_same(one, other):
    plain = [
        unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n").strip() for text in (one, other)
    ]
    assert (fingerprint(one) == fingerprint(other)) == (plain[0] == plain[1])


def test_only_items_both_have_and_that_differ_can_be_asked():
    index = MaterialIndex.of(small(["a", "b", None, "e\u0301", "x"], ["a ", "c", "d", "é", None]))
    assert index.askable((0, 1)).tolist() == [False, True, False, False, False]
    assert index.askable((1, 0)).tolist() == [False, True, False, False, False]
    assert index.askable((0,)).tolist() == [True, True, False, True, True]
    assert index.askable_counts.tolist() == [[4, 1], [1, 4]]
    assert index.identical_counts.tolist() == [[0, 2], [2, 0]]


def test_counts_are_those_of_a_slow_count():
    index = MaterialIndex.of(make_material(systems=5, items=30, identical=0.3, missing=0.3))
    for one in range(5):
        assert index.askable_counts[one, one] == index.askable((one,)).sum()
        for other in range(5):
            if one != other:
                assert index.askable_counts[one, other] == index.askable((one, other)).sum()
                both = (index.fingerprints[one] != 0) & (index.fingerprints[other] != 0)
                assert index.identical_counts[one, other] == (both & ~index.askable((one, other))).sum()


def test_names_are_numbers():
    index = MaterialIndex.of(make_material())
    assert [index.system(name) for name in index.systems] == [0, 1, 2]
    assert [index.item(name) for name in index.items] == list(range(20))
    with pytest.raises(UnknownError, match="alpha"):
        index.system("nobody")
    with pytest.raises(UnknownError, match="20 items"):
        index.item("nothing")


def test_items_are_grouped_by_a_column():
    index = MaterialIndex.of(
        small(["a"] * 4, ["b"] * 4, columns={"domain": ("x", None, "y", "x"), "all": tuple("aaaa")})
    )
    codes, names = index.groups("domain")
    assert [names[code] for code in codes] == ["x", "(none)", "y", "x"]
    assert index.groups("all")[1] == ("a",)
    with pytest.raises(UnknownError, match="all, domain"):
        index.groups("colour")


def test_metrics_are_aligned():
    material = small(["a", "b"], ["c", "d"])
    one = replace(material.systems[0], metrics={"m": np.array([1.0, np.nan])})
    index = MaterialIndex.of(replace(material, systems=(one, material.systems[1])))
    assert np.array_equal(index.metrics["m"], [[1.0, np.nan], [np.nan, np.nan]], equal_nan=True)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Items(names=("a", "a")),
        lambda: Items(names=("a", "b"), texts={"source": ("x",)}),
        lambda: Items(names=("a",), columns={"domain": ("x", "y")}),
        lambda: Items(names=("a\x00",)),
        lambda: Items(names=("a",), texts={"source": ("\ud800",)}),
        lambda: SystemOutputs(name="", texts=("a",)),
        lambda: SystemOutputs(name="s", texts=("a\x00b",)),
        lambda: SystemOutputs(name="s", texts=("ß\udfff",)),
        lambda: SystemOutputs(name="s", texts=("a",), metrics={"m": np.zeros(2)}),
        lambda: small(["a"], ["b", "c"]),
        lambda: Material(
            items=Items(names=("a",)),
            systems=(SystemOutputs(name="s", texts=("a",)), SystemOutputs(name="s", texts=("b",))),
        ),
    ],
)
def test_material_that_makes_no_sense_is_refused(make):
    with pytest.raises(InputError):
        make()


def test_a_field_without_any_value_is_no_field():
    items = Items(names=("a", "b"), texts={"source": (None, None)}, columns={"domain": (None, None), "x": ("1", None)})
    assert items.texts == {}
    assert items.columns == {"x": ("1", None)}
    assert items.digest == Items(names=("a", "b"), columns={"x": ("1", None)}).digest


ITEMS = Items(names=("a", "b"), texts={"source": ("x", "y")}, columns={"domain": ("p", "q")})


@pytest.mark.parametrize(
    "other",
    [
        replace(ITEMS, names=("a", "c")),
        replace(ITEMS, names=("b", "a")),
        replace(ITEMS, texts={"source": ("x", "z")}),
        replace(ITEMS, texts={"source": ("xy", "")}),
        replace(ITEMS, texts={"source": ("x", None)}),
        replace(ITEMS, texts={"reference": ("x", "y")}),
        replace(ITEMS, texts={}),
        replace(ITEMS, columns={"domain": ("p", "r")}),
        replace(ITEMS, columns={"domains": ("p", "q")}),
        replace(ITEMS, texts={}, columns={"source": ("x", "y"), "domain": ("p", "q")}),
        replace(ITEMS, texts={"source": ("x", "y"), "domain": ("p", "q")}, columns={}),
    ],
)
def test_the_digest_of_items_changes_with_anything(other):
    assert other.digest != ITEMS.digest


def test_the_digest_of_items_does_not_depend_on_the_order_of_fields():
    one = Items(names=("a",), texts={"x": ("1",), "y": ("2",)})
    assert Items(names=("a",), texts={"y": ("2",), "x": ("1",)}).digest == one.digest


OUTPUTS = SystemOutputs(name="s", texts=("x", "y", None), metrics={"m": np.array([1.0, 2.0, np.nan])})


@pytest.mark.parametrize(
    "other",
    [
        replace(OUTPUTS, name="t"),
        replace(OUTPUTS, texts=("x", "y ", None)),
        replace(OUTPUTS, texts=("x", "y", "")),
        replace(OUTPUTS, texts=("xy", "", None)),
        replace(OUTPUTS, texts=("y", "x", None)),
        replace(OUTPUTS, metrics={}),
        replace(OUTPUTS, metrics={"n": np.array([1.0, 2.0, np.nan])}),
        replace(OUTPUTS, metrics={"m": np.array([1.0, 2.0, 0.0])}),
        replace(OUTPUTS, metrics={"m": np.array([1.0, np.nextafter(2.0, 3.0), np.nan])}),
        replace(OUTPUTS, metrics={"m": OUTPUTS.metrics["m"], "n": np.zeros(3)}),
    ],
)
def test_the_digest_of_outputs_changes_with_anything(other):
    assert other.digest != OUTPUTS.digest


def test_made_material_is_the_same_again_and_hides_names():
    one, again, other = make_material(seed=1), make_material(seed=1), make_material(seed=2)
    assert one.items.digest == again.items.digest
    assert [s.digest for s in one.systems] == [s.digest for s in again.systems]
    assert one.systems[0].digest != other.systems[0].digest
    index = MaterialIndex.of(make_material(systems=4, items=100))
    assert index.identical_counts.sum() > 0
    assert (index.fingerprints == 0).any()
    assert not any(system.name in (text or "") for system in one.systems for s in one.systems for text in s.texts)
