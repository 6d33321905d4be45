"""Studies of sets from rows to numbers, by command, in Python and by REST; what is odd is whole-scale and in words."""

import json
import math

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner

from quorate.cli import app
from quorate.errors import InputError, StudyError
from quorate.records.material import Items, Material, SystemOutputs
from quorate.stores import open_store
from quorate.web.application import create_application
from quorate.web.invitations import ensure_codes, invite
from quorate.workflows import add_system, define, split_outputs

ITEMS = 6
DOCUMENTS = [
    {"item": f"d{n}", "document": f"Document {n} is old. It is number {n}.", "domain": "ab"[n % 2]}
    for n in range(ITEMS)
]
RIGHT = ("Document {} is old", "It is number {}")
WRONG = ("Document {} is new", "It is no number {}")


def rows(system, right=2, wrong=1):
    said = (*RIGHT[:right], *WRONG[:wrong])
    return [
        {"item": f"d{n}", "system": system, "statement": one.format(n), "type": one[:2]}
        for n in range(ITEMS)
        for one in said
    ]


def begun(*stated, **options):
    given = [row for one in (stated or (rows("alpha"), rows("beta", 1, 2))) for row in one]
    return define("facts", [given, DOCUMENTS], kind="statement", evidence=False, seed=3, **options)


def is_right(text):
    return "new" not in text and "no number" not in text


def answer(study, verdict=None):
    while question := study.ask("ada"):
        said = verdict or ("right" if is_right(question.outputs[0]) else "wrong")
        study.tell(question.number, said, annotator="ada")
    return study


def numbers(study, quantity="precision"):
    findings = study.findings()
    table = next(one for one in (findings.ranking, *findings.criteria) if one.quantity == quantity)
    return {one.subject[0]: (one.value, one.interval.low, one.interval.high) for one in table.estimates}


def test_everything_judged_gives_the_truth_without_width():
    study = answer(begun(width=0))
    assert numbers(study) == {"alpha": pytest.approx((2 / 3,) * 3), "beta": pytest.approx((1 / 3,) * 3)}
    by = {table.where: table for table in study.findings(slices=("type", "domain")).slices}
    assert by["type = It"].of("alpha").value == pytest.approx(1.0)
    assert by["domain = a"].of("beta").value == pytest.approx(1 / 3)
    assert by["type counts evenly"].of("alpha").value == pytest.approx((0.5 + 1.0) / 2)


def test_without_a_judgment_intervals_are_the_whole_scale():
    for value, low, high in numbers(begun()).values():
        assert (value, low, high) == (0.5, 0.0, 1.0)


@pytest.mark.parametrize("verdict", ["wrong", "right", "cannot tell"])
def test_one_and_the_same_answer_everywhere_is_no_number_that_is_none(verdict):
    study = answer(begun(width=0.3), verdict)
    findings = study.findings(slices=("type",))
    for table in (findings.ranking, *findings.criteria, *findings.slices):
        for one in table.estimates:
            assert all(map(math.isfinite, (one.value, one.interval.low, one.interval.high)))
            assert one.interval.low <= one.interval.high
    if verdict == "wrong":  # nothing is right: of nothing every share may be found
        assert {row[1:] for row in numbers(study, "recall, of what any system finds").values()} == {(0.0, 1.0)}


def test_a_system_that_says_nothing_and_one_that_says_everything():
    everything = rows("all", 2, 2)
    study = answer(begun(rows("alpha"), everything, [{"item": "d0", "system": "mute", "statement": ""}], width=0))
    found = numbers(study)
    assert found["mute"] == (0.5, 0.0, 1.0)
    assert found["all"] == pytest.approx((0.5,) * 3)
    assert "mute states nothing" in study.findings().ranking.notes[-1]


def test_a_study_where_nobody_states_anything_is_refused_in_words():
    with pytest.raises(InputError, match="no system states anything"):
        begun([{"item": "d0", "system": "mute", "statement": ""}])


@pytest.mark.parametrize("right", [1, 2])
def test_a_system_that_joins_late_scores_as_if_it_had_been_there(right):
    late = answer(begun(width=0.3))
    asked = late.history.count
    rest = [{name: row[name] for name in ("item", "statement", "type")} for row in rows("gamma", right, 0)]
    add_system(late, rest, system="gamma")
    answer(late)
    at_once = answer(begun(rows("alpha"), rows("beta", 1, 2), rows("gamma", right, 0), width=0.3))
    assert late.history.count == at_once.history.count >= asked
    for quantity in ("precision", "recall, of what any system finds", "precision, from own draws alone"):
        assert numbers(late, quantity) == numbers(at_once, quantity)


def test_recall_comes_from_a_study_that_lists():
    store = open_store()
    stated = [[*rows("alpha", 2, 1), *rows("beta", 1, 2)], DOCUMENTS]
    lists = define("lists", stated, kind="listing", store=store, seed=1)
    for _ in range(6):
        question = lists.ask("eva")
        number = question.item["document"].split()[1]
        lists.tell(question.number, {"facts": [one.format(number) for one in RIGHT]}, annotator="eva")
    options = {"kind": "statement", "evidence": False, "width": 0, "seed": 3, "store": store}
    study = answer(define("facts", stated, listed_in="lists", **options))
    assert numbers(study, "recall") == {"alpha": pytest.approx((1.0,) * 3), "beta": pytest.approx((0.5,) * 3)}
    assert numbers(lists, "share of what was listed")["alpha"][0] == pytest.approx(1.0)
    with pytest.raises(InputError, match="define it first"):
        define("more", stated, listed_in="nowhere", **options).findings()
    with pytest.raises(InputError, match="asks for statements"):
        define("others", stated, listed_in="facts", **options).findings()


def test_a_system_joins_alike_by_command_in_python_and_by_rest(tmp_path):
    place = str(tmp_path / "s.db")
    begun(store=place).store.close()
    new = [{"item": "d0", "statement": "Document 0 is old."}, {"item": "d0", "statement": "It is grey."}]
    words = str(add_system("facts", new, system="gamma", store=place))
    assert words.startswith("gamma joined facts with 2 statements, 1 of them new; about")
    (tmp_path / "delta.jsonl").write_text("\n".join(map(json.dumps, new)), encoding="utf-8")
    ran = CliRunner().invoke(app, ["add-system", "facts", str(tmp_path / "delta.jsonl"), "--store", place, "--json"])
    assert json.loads(ran.stdout)["unknown"] == 0
    store = open_store(place)
    ensure_codes(store, "facts")
    token = invite(store, "facts", "submitter")[0].token
    with TestClient(create_application(store), headers={"Authorization": f"Bearer {token}"}) as client:
        base = "/api/v1/studies/facts/systems"
        body = {"name": "epsilon", "outputs": {"d0": "Document 0 is old.\nIt is grey."}}
        joined = client.post(base, json=body).json()
        assert (joined["statements"], joined["unknown"]) == (2, 0)
        twice = client.post(base, json={"name": "zeta", "outputs": {"d0": "It is grey.\nIt is grey"}})
        assert "twice" in twice.json()["error"]["words"]
        file = b'{"item": "d0", "statement": "x"}\n{"item": "d9", "statement": "y"}'
        refused = client.post(f"{base}/file?name=eta&file=eta.jsonl", content=file)
        assert refused.json()["error"]["words"].startswith("eta.jsonl, line 2: there is no item 'd9'")
        checked = client.post(f"{base}/file?name=eta&file=eta.jsonl&check=true", content=file.splitlines()[0])
        assert (checked.status_code, checked.json()["statements"]) == (201, 1)
    with pytest.raises(InputError, match="no column 'statement'"):
        add_system("facts", [{"item": "d0", "output": "text"}], system="theta", store=store)
    store.close()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"selector": "given"}, "'alpha' has none: give its statements a column 'p'"),
        ({"selector": "entity"}, "no column 'entity' of statements"),
        ({"context": "passage"}, "no text 'passage' to check statements against. Texts: document"),
        ({"listed_in": "facts"}, "cannot be listed in itself"),
        ({"listed_in": "nowhere"}, "no study 'nowhere' here"),
        ({"policy": "certified"}, "no policy 'certified'"),
    ],
)
def test_what_could_never_be_asked_or_scored_is_refused_when_a_study_is_defined(options, words):
    with pytest.raises(InputError, match=words):
        begun(**options)


def test_a_system_joins_a_study_that_draws_by_weights_with_weights_of_its_own():
    weighed = [row | {"weight": 1 + place % 3} for place, row in enumerate(rows("alpha"))]
    study = begun(weighed, selector="given")
    with pytest.raises(InputError, match="'gamma' has none"):
        add_system(study, [{"item": "d0", "statement": "Document 0 is old"}], system="gamma")
    add_system(study, [{"item": "d0", "statement": "Document 0 is old", "weight": 2}], system="gamma")


def test_items_do_not_join_once_it_is_asked():
    study = begun()
    study.ask("ada")
    systems = tuple(SystemOutputs(name=name, texts=("",)) for name in study.index.systems)
    with pytest.raises(StudyError, match="how its questions are drawn"):
        study.owner.add_items(Material(items=Items(names=("d9",)), systems=systems))


def test_outputs_are_split_by_rules_into_what_define_reads():
    text = "Found:\n\n- **Graz** lies on the Mur. It has 300,000 people.\n"
    text += "2. Dr. Falk was born in 1901, e.g. in Linz.\n\n# Notes\nIs it?"
    split = split_outputs([{"item": "d0", "system": "a", "output": text}, {"item": "d1", "system": "a", "output": ""}])
    assert [row["statement"] for row in split.rows] == [
        "Graz lies on the Mur.",
        "It has 300,000 people.",
        "Dr. Falk was born in 1901, e.g. in Linz.",
        "",
    ]
    assert split.headline == "2 outputs split into 3 statements by rules."
    define("split", [list(split.rows), DOCUMENTS], kind="statement")


def test_what_announces_a_list_is_no_statement_and_what_stands_before_it_is():
    text = "Ada was born in Graz. She wrote:\n\n- two novels\n- a play\n\nFacts:\nIs it so? It is. In short: she wrote."
    split = split_outputs([{"item": "d0", "system": "a", "output": text}])
    said = ["Ada was born in Graz.", "two novels", "a play", "It is.", "In short: she wrote."]
    assert [row["statement"] for row in split.rows] == said
