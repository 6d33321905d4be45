"""The operator sees: failures with their cause, the state of the store, lock-outs, counts."""

import json
import logging
import re
import sqlite3
import subprocess
import time

import pytest
from lines import live, say
from test_serving import fetch, here, serving, store_file  # noqa: F401 - a fixture

from quorate.errors import StoreError, StuckError
from quorate.stores import open_store
from quorate.web.logs import JsonLines, TextLines, tell
from quorate.web.settings import Settings
from quorate.web.tally import Tally, kind_of

pytestmark = pytest.mark.slow


@pytest.fixture
def told():
    """What was told, as (kind, words, fields, has a traceback)."""
    seen = []

    class Ear(logging.Handler):
        def emit(self, record):
            seen.append((record.kind, record.getMessage(), record.fields, record.exc_info is not None))

    logger, ear = logging.getLogger("quorate.web"), Ear()
    level = logger.level
    logger.setLevel(logging.INFO)
    logger.addHandler(ear)
    yield seen
    logger.removeHandler(ear)
    logger.setLevel(level)


def away(*_given, **_more):
    raise StoreError("The store postgresql://here does not answer: gone")


def test_a_failure_is_told_once_with_its_cause_and_the_id_that_was_answered(serve, told, monkeypatch):
    bench = serve()
    bench.post("/ask")
    with monkeypatch.context() as broken:
        broken.setattr(bench.client.app.state.studies.store, "hold", away)
        for _ in range(3):
            response = bench.send("POST", "/ask", {})
            assert response.status_code == 503
            failure = response.json()["error"]
            assert "postgresql" not in response.text
            assert failure["request"] == response.headers["x-request-id"]
            assert [entry[2]["request"] for entry in told if entry[0] == "failure"].count(failure["request"]) == 1
    failures = [entry for entry in told if entry[0] == "failure"]
    assert len(failures) == 3
    assert failures[0][1] == "503 POST /api/v1/studies/fall/ask: The store postgresql://here does not answer: gone"
    assert not failures[0][3]  # foreseen: no traceback
    bench.post("/ask")
    began, ended = [entry for entry in told if entry[0] == "store"]
    assert began[1].startswith("The store fails from now on: The store postgresql://here")
    assert re.fullmatch(r"The store works again after [\d.]+ s\.", ended[1])
    assert ended[2]["refused"] == 3


def test_what_nobody_foresaw_is_told_with_its_traceback(serve, told, monkeypatch):
    bench = serve()
    monkeypatch.setattr(bench.client.app.state.studies.store, "tokens", lambda _study: 1 / 0)
    response = bench.send("GET", "/invitations", who="owner")
    assert response.status_code == 500
    assert "Content-Security-Policy" in response.headers
    assert response.json()["error"]["request"] == response.headers["x-request-id"]
    ((kind, words, fields, has_traceback),) = told
    assert (kind, has_traceback, fields["status"]) == ("failure", True, 500)
    assert "division by zero" in words
    told.clear()
    monkeypatch.setattr(bench.client.app.state.studies.store, "hold", lambda _study: 1 / 0)
    assert bench.send("POST", "/ask", {}).status_code == 503  # a client tries again
    assert [(kind, has) for kind, _, _, has in told] == [("store", False), ("failure", True)]


def test_annotators_are_told_what_is_true(serve, monkeypatch):
    bench = serve()

    def damaged(*_given):
        raise StuckError("The store x does not answer: the file is damaged. Restore a backup (malformed).")

    monkeypatch.setattr(bench.client.app.state.studies.store, "hold", away)
    words = bench.send("POST", "/ask", {}).json()["error"]["words"]
    assert "this was not: try again" in words
    monkeypatch.setattr(bench.client.app.state.studies.store, "hold", damaged)
    response = bench.send("POST", "/ask", {})
    assert "its owner has to mend that" in response.json()["error"]["words"]
    assert "Nothing is lost" not in response.text
    assert response.headers["retry-after"] == "30"


def test_health_tells_reading_and_writing_apart(tmp_path, serve, told):
    file = tmp_path / "studies.db"
    bench = serve(store=open_store(str(file)))
    assert bench.client.get("/health").json() == {"ok": True, "reading": True, "writing": True}
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")  # another program keeps the store locked
    bench.client.app.state.condition._seen = None
    found = bench.client.get("/health")
    assert (found.status_code, found.json()) == (503, {"ok": False, "reading": True, "writing": False})
    other.execute("ROLLBACK")
    assert bench.client.get("/health").status_code == 503  # seconds old: asking again costs nothing
    bench.client.app.state.condition._seen = None
    assert bench.client.get("/health").status_code == 200
    assert [words.split(" after")[0].split(":")[0] for kind, words, _, _ in told if kind == "store"] == [
        "The store fails from now on",
        "The store works again",
    ]


def test_lock_outs_are_told_once_a_minute(serve, told):
    bench = serve(settings=Settings(wrong_tokens_per_minute=2, joins_per_minute=1))
    for place in range(6):
        bench.client.get("/api/v1/studies/fall/guide", headers={"Authorization": f"Bearer q_{place}"})
    for _ in range(4):
        bench.client.get(f"/join/{bench.tokens['open']}", follow_redirects=False)
        bench.client.cookies.clear()
    lockouts = [(words, fields["address"]) for kind, words, fields, _ in told if kind == "lockout"]
    assert [words.split(":")[0] for words, _ in lockouts] == ["Too many wrong tokens", "Too many join at once"]
    assert {address for _, address in lockouts} == {"testclient"}


def test_metrics_are_for_those_who_may_see_them(serve):
    bench = serve()
    assert bench.client.get("/metrics").status_code == 404
    with live(bench.study.store, proxies="127.0.0.1") as port:
        assert say(port, "GET", "/metrics", X_Forwarded_For="192.0.2.7")[0] == 404
        bearer = {"Authorization": f"Bearer {bench.tokens['annotator']}"}
        turn = json.loads(say(port, "POST", "/api/v1/studies/fall/ask", {}, **bearer)[2])
        number = turn["questions"][0]["number"]
        assert say(port, "POST", "/api/v1/studies/fall/tell", {"number": number, "answer": "left"}, **bearer)[0] == 200
        assert say(port, "GET", "/nowhere")[0] == 404
        status, headers, body = say(port, "GET", "/metrics")
    assert (status, headers["content-type"].split(";")[0]) == (200, "text/plain")
    values = dict(line.rsplit(" ", 1) for line in body.decode().splitlines() if not line.startswith("#"))
    assert values["quorate_judgments_total"] == "1"
    assert values['quorate_requests_total{for="ask",status="2xx"}'] == "1"
    assert values['quorate_requests_total{for="other",status="4xx"}'] == "1"
    assert values['quorate_request_seconds_count{for="answering"}'] == "2"
    assert values['quorate_request_seconds_bucket{for="answering",le="+Inf"}'] == "2"
    assert float(values["process_resident_memory_bytes"]) > 1e7
    assert values["quorate_processes"] == "1"
    for line in body.decode().splitlines():  # the format, as Prometheus reads it
        assert re.fullmatch(
            r"# (HELP|TYPE) \w+ .+|\w+(\{\w+=\"[^\"]*\"(,\w+=\"[^\"]*\")*\})? \d+(\.\d+)?(e-?\d+)?", line
        )


def test_processes_count_together():
    tally = Tally(3)
    for row in range(3):
        tally.take_row(row)
        tally.request("tell", 200, 0.02)
        tally.put("quorate_connections", 5)
    tally.take_row(1)  # a process that takes another's place: gauges begin anew, counts go on
    assert tally.total("quorate_judgments_total") == 3
    assert tally.total("quorate_connections") == 10
    assert 'quorate_request_seconds_bucket{for="answering",le="0.025"} 3' in tally.text()


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/api/v1/studies/fall/tell", "tell"),
        ("/api/v1/studies/fall/questions/3/release", "reading"),
        ("/api/v1/session", "session"),
        ("/join/q_x", "join"),
        ("/static/a.js", "static"),
        ("/studies/fall", "page"),
        ("/health", "operation"),
        ("/", "other"),
        ("", "other"),
    ],
)
def test_what_a_request_is_for(path, kind):
    assert kind_of(path) == kind


def test_lines_for_people_and_for_programs(told):
    record = logging.LogRecord("quorate.web", logging.ERROR, "x", 1, "Something", None, None)
    record.kind, record.fields = "failure", {"request": "ab", "status": 503}
    assert re.fullmatch(r"\S+Z error   Something \[request=ab status=503\]", TextLines().format(record))
    line = json.loads(JsonLines().format(record))
    assert (line["kind"], line["words"], line["request"], line["level"]) == ("failure", "Something", "ab", "error")
    tell("failure", "GET /join/q_" + "x" * 43)
    assert told[-1][1] == "GET /join/q_…"


def lines_until(kind, output):
    """Lines of a log up to the first of this kind."""
    for line in map(json.loads, output):
        yield line
        if line["kind"] == kind:
            return


def test_a_server_tells_its_start_its_stop_and_who_died(store_file):  # noqa: F811
    with serving(store_file, "--log", "json", "--workers", "2") as (process, said):
        fetch(re.search(r"Serving at (\S+)\.", said)[1])
        child = subprocess.run(
            ["pgrep", "-P", str(process.pid)], stdout=subprocess.PIPE, text=True, check=True
        ).stdout.split()[0]
        subprocess.run(["kill", "-9", child], check=True)
        lines = list(lines_until("process", process.stdout))
        process.terminate()
        lines += lines_until("stop", process.stdout)
        assert process.wait(timeout=300) == 0
    assert [line["kind"] for line in lines] == ["start", "process", "stop"]
    assert lines[0]["processes"] == 2
    assert (lines[1]["child"], lines[1]["ended"]) == (int(child), "signal 9")


def test_links_are_printed_once(store_file):  # noqa: F811
    with serving(store_file) as (_, said):
        assert len(re.findall("/(?:enter#|join/)q_", said)) == 2
    with serving(store_file) as (_, said):
        assert "q_" not in said
        assert "another: quorate invite fall --owner" in said
        assert "another: quorate invite fall --open" in said
    store = open_store(store_file)
    owner, anybody = sorted(store.tokens("fall"), key=lambda token: token.is_open)
    store.revoke_token("fall", owner.digest, time.time())
    store.close()
    with serving(store_file) as (_, said):
        assert len(re.findall("/enter#q_", said)) == 1
        assert f"link {anybody.digest[:16]}, printed" in said
    with serving(store_file, "--no-links") as (_, said):
        assert not re.search("owner|annotators|link", said)


def test_links_are_listed_and_taken_back(store_file):  # noqa: F811
    here("invite", "fall", "--owner", "--annotator", "ann", "--open", "--store", store_file)
    listed = json.loads(here("links", "fall", "--store", store_file, "--json").stdout)
    assert [(one["for"], one["who"], one["state"]) for one in sorted(listed, key=lambda one: one["who"])] == [
        ("owner", "", "works"),
        ("annotator", "ann", "works"),
        ("annotator", "anybody", "works"),
    ]
    owner = next(one["id"] for one in listed if one["for"] == "owner")
    done = here("links", "fall", "--revoke", owner[:8], "--store", store_file)
    assert f"The link {owner} is taken back" in done.output
    assert owner not in here("links", "fall", "--store", store_file).stdout
    assert "taken back" in here("links", "fall", "--all", "--store", store_file).stdout
    for wrong in ("abc", "ffffffffffff"):
        refused = here("links", "fall", "--revoke", wrong, "--store", store_file)
        assert refused.exit_code == 2
        assert "has no link" in refused.output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--origin", "http://host/q"), "has a path"),
        (("--origin", "host"), "--origin is an address such as"),
        (("--origin", "https://host", "--proxy", "the proxy"), "A proxy is an address or a network"),
        (("--metrics-for", "everybody"), "an address or a network"),
    ],
)
def test_what_cannot_be_meant_is_refused_in_words(store_file, monkeypatch, arguments, words):  # noqa: F811
    monkeypatch.setattr("quorate.web.logs.set_up", lambda _log: pytest.fail("it goes on to serve"))
    done = here("serve", "fall", "--port", "0", *arguments, "--store", store_file)
    assert done.exit_code == 2
    assert words in " ".join(done.output.split())
