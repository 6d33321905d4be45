"""Submitters: how many systems, how large, under which names; and what leaves in tables and over the wire."""

import csv
import gzip
import io
import json
import threading
from functools import partial

import pytest

from quorate.errors import InputError, StudyError
from quorate.io.spreadsheets import harmless
from quorate.stores import open_store
from quorate.study import Study, verify
from quorate.study.removal import remove_system
from quorate.testing.material import make_material
from quorate.web.naming import check_distinct, proper_name
from quorate.web.settings import Settings
from quorate.web.submissions import read_submission


def hand_in(bench, name, text="hello", *, who="submitter", status=201):
    outputs = {item: f"{text} {place}" for place, item in enumerate(bench.study.index.items)}
    return bench.post("/systems", {"name": name, "outputs": outputs}, who=who, status=status)


def test_a_submitter_brings_so_many_systems_and_no_more(serve):
    bench = serve(settings=Settings(systems_per_link=3))
    for place in range(3):
        hand_in(bench, f"new {place}")
    refused = hand_in(bench, "one more", status=409)
    assert "3 systems came through this link" in refused["error"]["words"]
    file = b'{"item": "%s", "output": "x"}' % bench.study.index.items[0].encode()
    for check in ("true", "false"):
        place = f"/api/v1/studies/fall/systems/file?name=more&file=a.jsonl&check={check}"
        assert bench.client.post(place, content=file, headers=bench.header("submitter")).status_code == 409
    hand_in(bench, "mine", who="owner")  # it is their study
    assert not [name for name in bench.get("/settings", who="owner") if name.startswith("submitted")]


def withdraw(bench, name, who):
    place = f"/api/v1/studies/fall/systems?name={name}"
    return bench.client.request("DELETE", place, headers=bench.header(who)).status_code


@pytest.mark.parametrize("in_file", [False, True])
def test_a_system_is_taken_back_before_the_first_question_and_not_after(serve, tmp_path, in_file):
    store = open_store(str(tmp_path / "studies.db")) if in_file else None
    bench = serve(settings=Settings(systems_per_link=1), store=store)
    known = bench.study.index.systems
    hand_in(bench, "mistaken")
    assert withdraw(bench, known[0], "submitter") == 403  # not theirs
    assert withdraw(bench, "nobody", "owner") == 404
    assert withdraw(bench, "mistaken", "submitter") == 204
    hand_in(bench, "right")  # there is room for another
    assert withdraw(bench, known[0], "owner") == 204
    turn = bench.post("/ask")
    bench.answer(turn)
    study = Study.open("fall", bench.study.store)
    assert [event.name for event in study.history.systems] == [*known[1:], "right"]
    assert verify(study).holds
    assert withdraw(bench, "right", "submitter") == 409
    assert withdraw(bench, known[1], "owner") == 409
    bench.study.store.close()


def test_a_study_keeps_the_systems_it_needs():
    store = open_store()
    Study.define("two", make_material(2, 5), store=store)
    with pytest.raises(StudyError, match="needs as many"):
        remove_system(store, "two", store.index("two").systems[0])


def test_other_servers_of_a_store_hear_that_a_system_is_gone(tmp_path, serve, monkeypatch):
    file = str(tmp_path / "studies.db")
    bench = serve(store=open_store(file))
    hand_in(bench, "mistaken", who="owner")
    elsewhere = open_store(file)
    remove_system(elsewhere, "fall", "mistaken")
    elsewhere.close()
    monkeypatch.setattr("quorate.web.studies._BELIEF", 0.0)
    turn = bench.post("/ask")  # by the process that still had the old study open
    assert turn["questions"]
    bench.answer(turn)
    assert verify(Study.open("fall", open_store(file))).holds


def test_outputs_that_pages_cannot_show_are_refused(serve):
    bench = serve(settings=Settings(output_limit=50))
    refused = hand_in(bench, "long", "x" * 60, status=422)
    assert "at most 50 are taken" in refused["error"]["words"]
    hand_in(bench, "long", "x" * 60, who="owner")


@pytest.mark.parametrize("name", [" ", "", "a\u200bb", "a\x07", "a\u202eb", "-", "a" * 101, "\U000e0041a"])
def test_names_that_cannot_be_read_are_refused(name):
    with pytest.raises(InputError, match="name"):
        proper_name(name)


@pytest.mark.parametrize(
    ("given", "written"),
    [
        (" al\npha ", "al pha"),
        ("ﬁne", "fine"),
        ("e\u0301", "é"),
        ("Ａ１", "A1"),
        ("系统 一", "系统 一"),
        ("a\u00a0b", "a b"),
    ],
)
def test_names_are_written_in_one_way(given, written):
    assert proper_name(given) == written


@pytest.mark.parametrize(
    "name", ["alpha", "Alpha", "alphа", "ΑLPHA", "a l-p h a", "álpha", "aIpha", "a1pha", "ａｌｐｈａ"]
)
def test_a_name_that_can_be_taken_for_another_is_refused(serve, name):
    with pytest.raises(InputError, match=r"in the study"):
        check_distinct(proper_name(name), ("alpha", "beta"))
    bench = serve()
    known = bench.study.index.systems[0]
    words = hand_in(bench, known.upper(), status=422)["error"]["words"]
    assert "can be taken for" in words
    assert known not in words


@pytest.mark.parametrize("name", ["alpha 2", "alpaca", "v1.5", "гамма", "αβγ"])
def test_names_of_their_own_pass(name):
    check_distinct(proper_name(name), ("alpha", "beta", "v15"))


def test_a_large_object_of_outputs_does_not_hold_up_others(serve, monkeypatch):
    """The body is read in a thread, and refused at its first wrong value: it took seconds in the loop of all."""
    bench = serve(settings=Settings(burst=10_000, requests_per_second=1e6))
    body = b'{"name": "x", "outputs": [' + b"[[[[[[[]]]]]]]," * 600_000 + b"[]]}"
    is_reading, is_answered = threading.Event(), threading.Event()

    def read(*given):
        is_reading.set()
        assert is_answered.wait(60), "nobody was answered while the body was read"
        return read_submission(*given)

    def look():
        assert is_reading.wait(60)
        bench.client.get("/enter")
        is_answered.set()

    monkeypatch.setattr("quorate.web.api.systems.read_submission", read)
    thread = threading.Thread(target=look)
    thread.start()
    response = bench.client.post("/api/v1/studies/fall/systems", content=body, headers=bench.header("submitter"))
    thread.join()
    assert response.status_code in (400, 422)
    assert f"expected at character {body.index(b'[') + 1}." in response.json()["error"]["words"]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b'{"name": "x", "outputs": {"ITEM": "a"}, "more": 1}', "Nothing called 'more'"),
        (b'{"name": "x", "name": "y", "outputs": {"ITEM": "a"}}', "Nothing called 'name'"),
        (b'{"name": "x", "outputs": {"ITEM": "a", "ITEM": "b"}}', "comes twice"),
        (b'{"name": "x", "outputs": {"ITEM": 1}}', "should be a valid string"),
        (b'{"name": "x", "outputs": {"nowhere": "a"}}', "no item 'nowhere'"),
        (b'{"name": "x", "outputs": {"ITEM": "a"}, "metrics": {"m": {"ITEM": "a"}}}', "should be a finite number"),
        (b'{"name": "x", "outputs": {"ITEM": "a"}, "metrics": {"m": {"ITEM": 1e999}}}', "should be a finite number"),
        (b'{"name": "x", "outputs": {"ITEM": "a"}, "metrics": {"m": {"ITEM": NaN}}}', "should be a finite number"),
        (b'{"name": "x", "outputs": {"ITEM": "a"}, "metrics": {"m": {"no": 1}}}', "two scores of 'm', or"),
        (b'{"name": "x", "outputs": {"ITEM": "a"}, "metrics": {"m": {}, "m": {}}}', "comes twice"),
        (b'{"name": "x", "outputs": {}, "metrics": {"m": {"ITEM": 1}}}', "and there is none"),
        (b'{"name": "x"}', "missing"),
        (b'{"name": "", "outputs": {"ITEM": "a"}}', "between 1 and 200"),
        (b'{"name": "x", "outputs": {"ITEM": "a"}} {}', "not what is expected at character"),
        (b'{"name": "x", "outputs": {"ITEM": "a" "b"}}', "not what is expected at character"),
        (b'{"name": "x', "not JSON"),
        (b'{"name": "\\ud', "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b"[]", "not what is expected at character 1"),
        (b"", "not what is expected"),
    ],
)
def test_a_wrong_object_of_outputs_is_refused_in_words(serve, body, words):
    bench = serve()
    item = bench.study.index.items[0].encode()
    send = partial(bench.client.post, "/api/v1/studies/fall/systems", headers=bench.header("submitter"))
    response = send(content=body.replace(b"ITEM", item))
    assert response.status_code == 422, response.text
    assert words in response.json()["error"]["words"]
    response = send(content=b' {"outputs" : { "ITEM":"a\\u00e9" } ,\n"name":"x" } '.replace(b"ITEM", item))
    assert response.json() == {"system": "x", "outputs": 1, "missing": len(bench.study.index.items) - 1}
    scored = b'{"name": "y", "outputs": {"ITEM": "b"}, "metrics": {"m": {"ITEM": -0.25e1}}}'
    assert send(content=scored.replace(b"ITEM", item)).status_code == 201
    bench.study.ledger.read_on()
    assert bench.study.ledger.whole_index.metrics["m"][-1, 0] == -2.5


def test_a_line_that_no_output_can_fill_is_not_read(serve):
    bench = serve(settings=Settings(output_limit=1000))
    place = "/api/v1/studies/fall/systems/file?name=more&file=a.jsonl"
    response = bench.client.post(place, content=b"[" * 9000, headers=bench.header("submitter"))
    assert response.status_code == 422
    assert "a line is longer" in response.text


def test_a_reason_is_as_long_as_the_page_lets_it_be(serve):
    bench = serve()
    number = bench.post("/ask")["questions"][0]["number"]
    answer = {"preference": "left", "reason": "x" * 5001}
    refused = bench.post("/tell", {"number": number, "answer": answer}, status=422)
    assert "at most 5,000 characters" in refused["error"]["words"]
    answer["reason"] = "x" * 5000
    bench.post("/tell", {"number": number, "answer": answer})


FORMULAS = ("=cmd|' /C calc'!A0", "@SUM(1)", "+1", "-1", "=HYPERLINK(1)", "\t=1", " =1", "＝1")


@pytest.mark.parametrize("text", FORMULAS)
def test_no_text_is_a_formula_in_a_spreadsheet(text):
    row = {"system": text, "score": -1.5, "count": -3, "fine": "1-1=0"}
    assert list(harmless([row], "a.csv")) == [{**row, "system": f"'{text}"}]
    assert list(harmless([row], "a.TSV")) == [{**row, "system": f"'{text}"}]
    assert list(harmless([row], "a.jsonl")) == list(harmless([row], "a.parquet")) == [row]


def test_an_export_is_safe_in_spreadsheets(serve):
    bench = serve()
    number = bench.post("/ask")["questions"][0]["number"]
    bench.post("/tell", {"number": number, "answer": {"preference": "left", "reason": "=HYPERLINK(1)"}})
    table = bench.client.get("/api/v1/studies/fall/export?format=csv", headers=bench.header("owner")).text
    (row,) = csv.DictReader(io.StringIO(table))
    assert row["reason"] == "'=HYPERLINK(1)"
    lines = bench.client.get("/api/v1/studies/fall/export?format=jsonl", headers=bench.header("owner")).text
    assert json.loads(lines)["reason"] == "=HYPERLINK(1)"


def test_large_answers_are_compressed(serve):
    bench = serve()
    hand_in(bench, "long", "many words " * 500, who="owner")
    for _ in range(30):
        bench.answer(bench.post("/ask"))
    headers = bench.header("owner")
    plain = bench.client.get("/api/v1/studies/fall/events", headers=headers | {"Accept-Encoding": "identity"})
    with bench.client.stream("GET", "/api/v1/studies/fall/events", headers=headers) as packed:
        raw = b"".join(packed.iter_raw())
    assert packed.headers["content-encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["vary"]
    assert int(packed.headers["content-length"]) == len(raw) < len(plain.content) / 4
    assert gzip.decompress(raw) == plain.content
    assert "content-encoding" not in plain.headers
    small = bench.send("GET", "/guide", who="annotator")
    assert "content-encoding" not in small.headers


def test_nobody_learns_from_the_leaderboard_which_studies_there_are(serve):
    bench = serve()
    there, nowhere = (bench.client.get(f"/api/v1/studies/{name}/leaderboard") for name in ("fall", "winter"))
    assert (there.status_code, there.json()) == (nowhere.status_code, nowhere.json())
