"""Identity on open links: who comes first keeps a name; joins are limited, and the owner says how many there may be."""

import json
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from threading import Event
from types import SimpleNamespace

from benches import ORIGIN, TestClient
from lines import live

from quorate.errors import ErasedError, JoinError, UnknownError
from quorate.stores import Token
from quorate.testing.access import begin
from quorate.web.access import cookie_name
from quorate.web.invitations import invite
from quorate.web.joins import Joins
from quorate.web.settings import Settings
from quorate.web.studies import Studies

VICTIM = "PROLIFIC_PID=5f3a9c"


def visitor(bench) -> TestClient:
    return TestClient(bench.client.app, base_url=ORIGIN, headers={"Origin": ORIGIN})


def join(bench, who: TestClient, query: str = ""):
    return who.get(f"/join/{bench.tokens['open']}?{query}", follow_redirects=False)


def ask(who: TestClient):
    return who.post("/api/v1/studies/fall/ask", json={}).json()


def test_a_platform_id_cannot_be_taken_over_by_whoever_knows_it(serve):
    bench = serve()
    victim, thief = visitor(bench), visitor(bench)
    assert join(bench, victim, f"{VICTIM}&SESSION_ID=aa11").status_code == 303
    number = ask(victim)["questions"][0]["number"]
    victim.post("/api/v1/studies/fall/tell", json={"number": number, "answer": "left"})
    for guess in ("", "&SESSION_ID=bb22", "&SESSION_ID=", "&assignmentId=x"):
        refused = join(bench, thief, VICTIM + guess)
        assert refused.status_code == 403
        assert "joined with this id already" in refused.text
        assert cookie_name("annotator", "fall") not in thief.cookies
    assert thief.post("/api/v1/studies/fall/retract", json={"number": number}).status_code == 401
    assert join(bench, victim, VICTIM).status_code == 303  # their own browser needs no session
    assert ask(victim)["progress"]["told"] == 1
    elsewhere = visitor(bench)
    assert join(bench, elsewhere, f"{VICTIM}&SESSION_ID=aa11").status_code == 303  # another device, same session
    assert ask(elsewhere)["progress"]["told"] == 1
    assert len(bench.study.store.annotators("fall")) == 1


def test_an_id_without_a_session_stays_with_its_browser_and_the_owner_can_let_them_in(serve):
    bench = serve()
    first, other = visitor(bench), visitor(bench)
    join(bench, first, "workerId=A1")
    ask(first)
    assert join(bench, other, "workerId=A1").status_code == 403
    links = bench.post("/invitations", {"names": ["mturk:A1"]}, who="owner", status=201)
    other.post("/api/v1/session", json={"token": links[0]["link"].rpartition("#")[2]})
    assert ask(other)["questions"] == ask(first)["questions"]


def test_somebody_whose_link_was_taken_back_does_not_join_again(serve):
    bench = serve()
    person = visitor(bench)
    join(bench, person, f"{VICTIM}&SESSION_ID=aa11")
    mine = next(one for one in bench.get("/invitations", who="owner") if one["annotator"] == "prolific:5f3a9c")
    bench.post(f"/invitations/{mine['id']}/revoke", who="owner")
    assert join(bench, person, f"{VICTIM}&SESSION_ID=aa11").status_code == 403
    assert join(bench, person).status_code == 401


def test_joins_are_limited_and_the_owners_maximum_holds(serve):
    bench = serve(settings=Settings(joins_per_minute=5))
    bench.client.put("/api/v1/studies/fall/settings", json={"most_joins": "3"}, headers=bench.header("owner"))
    people = [visitor(bench) for _ in range(6)]
    statuses = [join(bench, one, f"annotator=p{place}").status_code for place, one in enumerate(people)]
    assert statuses == [303, 303, 303, 403, 403, 429]
    assert join(bench, people[0], "annotator=p0").status_code == 303  # who is in stays in
    bench.client.put("/api/v1/studies/fall/settings", json={"most_joins": ""}, headers=bench.header("owner"))
    wrong = bench.client.put("/api/v1/studies/fall/settings", json={"most_joins": "-1"}, headers=bench.header("owner"))
    assert wrong.status_code == 422
    assert bench.post("/ask")["questions"]  # personal links are no joins


def token(digest: str, name: str = "a", session: str = "") -> Token:
    return Token(digest=digest, role="annotator", annotator=name, made=1.0, expires=1e12, session=session)


def test_stores_bind_a_name_to_who_comes_first(store):
    begin(store)
    assert store.join("study", [token("1", session="s")]) == {}
    assert store.join("study", [token("2", session="s")]) == {}
    for other in (token("3"), token("4", session="t")):
        refused = store.join("study", [other])
        assert isinstance(refused[other.digest], JoinError)
        assert "already" in str(refused[other.digest])
    assert store.join("study", [token("5", "b")], most=2) == {}
    assert "places" in str(store.join("study", [token("6", "c")], most=2)["6"])
    assert store.join("study", [token("7", session="s")], most=2) == {}
    assert {one.digest for one in store.tokens("study") if one.annotator == "a"} == {"1", "2", "7"}
    who = store.introduce("study", ["a"], tokens={"a": "1"})["a"]
    store.erase("study", who)
    assert isinstance(store.join("study", [token("8", session="s")])["8"], ErasedError)
    assert store.introduce("study", ["a", "b"], tokens={"a": "1", "b": "5"}) == {"b": 2}
    assert "a" not in store.annotators("study").values()


def test_many_who_join_in_one_transaction_are_taken_as_if_they_came_one_after_the_other(store):
    begin(store)
    store.join("study", [token("0", "gone")])
    store.erase("study", store.introduce("study", ["gone"])["gone"])
    lot = [token("1", "a", "s"), token("2", "b"), token("3", "a"), token("4", "a", "s"), token("5", "gone")]
    lot += [token("6", "b", "t"), token("7", "c"), token("8", "d"), token("9", "c", "s"), token("a", "a", "s")]
    refused = store.join("study", lot, most=3)
    why = {digest: (type(error), str(error).split()[0]) for digest, error in refused.items()}
    taken, full = (JoinError, "Somebody"), (JoinError, "All")
    assert why == {"3": taken, "5": (ErasedError, "This"), "6": taken, "8": full, "9": taken}
    kept = {one.digest: one for one in store.tokens("study") if one.digest != "0"}
    assert sorted(kept) == ["1", "2", "4", "7", "a"]
    assert [kept[one.digest] for one in lot if one.digest in kept] == [one for one in lot if one.digest not in refused]


def test_two_who_come_at_once_with_one_name_do_not_both_get_it(store):
    begin(store)

    def attempt(place):
        return not store.join("study", [token(f"{place}", f"name {place // 8}")], most=3)

    with ThreadPoolExecutor(8) as pool:
        joined = list(pool.map(attempt, range(40)))
    assert sum(joined) == 3
    assert sum(joined[:8]) == 1


def test_people_who_join_at_once_share_a_transaction_and_are_not_looked_up_again(serve, monkeypatch):
    store = serve().study.store
    store.change_settings("fall", {"most_joins": "8"})
    link = invite(store, "fall", is_open=True)[0].token
    write, find = store.join, store.find_tokens
    opened, sizes, came, lookups = Event(), [], [], []

    def slow_write(study, given, **options):
        sizes.append(len(given))
        assert opened.wait(20)
        return write(study, given, **options)

    async def noted(self, study, token):
        came.append(int(token.annotator.rpartition("p")[2]))
        await add(self, study, token)

    add = Joins.add
    monkeypatch.setattr(Joins, "add", noted)
    monkeypatch.setattr(store, "join", slow_write)
    monkeypatch.setattr(store, "find_tokens", lambda digests: lookups.extend(digests) or find(digests))
    with live(store, Settings(joins_per_minute=100)) as port:
        people = [HTTPConnection("127.0.0.1", port, timeout=20) for _ in range(11)]

        def asks(person, response):
            response.read()
            cookie = response.headers["Set-Cookie"].partition(";")[0]
            said = {"Cookie": cookie, "Origin": f"http://127.0.0.1:{port}", "Content-Type": "application/json"}
            person.request("POST", "/api/v1/studies/fall/ask", b"{}", said)
            return json.load(person.getresponse())["questions"]

        opened.set()
        people[10].request("GET", f"/join/{link}?annotator=p10")
        assert asks(people[10], people[10].getresponse())  # the study is open in the server from here on
        opened.clear()
        for place, person in enumerate(people[:10]):
            person.request("GET", f"/join/{link}?annotator=p{place}")
            if not place:
                wait_for(lambda: len(sizes) == 2)
        wait_for(lambda: len(came) == 11)
        opened.set()
        joined = [person.getresponse() for person in people[:10]]
        assert sizes == [1, 1, 9]
        assert [joined[place].status for place in came[1:]] == [303] * 7 + [403] * 3  # whoever came first
        lookups.clear()
        assert all(asks(*one) for one in zip(people, joined, strict=False) if one[1].status == 303)
        for person in people:
            person.close()
    assert lookups == []


def wait_for(happened) -> None:
    end = time.monotonic() + 20
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.005)


def test_who_is_erased_or_taken_back_just_after_joining_is_out(serve):
    bench = serve()
    person, other = visitor(bench), visitor(bench)
    join(bench, person, "annotator=a")
    join(bench, other, "annotator=b")
    ask(person)
    number = next(number for number, name in bench.study.store.annotators("fall").items() if name == "annotator:a")
    bench.study.store.erase("fall", number)  # by another process
    mine = next(one for one in bench.study.store.tokens("fall") if one.annotator == "annotator:b")
    bench.study.store.revoke_token("fall", mine.digest, 1.0)
    for one in (person, other):
        assert one.post("/api/v1/studies/fall/ask", json={}).status_code == 401


def test_a_store_that_fails_for_one_study_lets_the_people_of_another_in(store):
    begin(store)
    token_cache = SimpleNamespace(believe=lambda *_: None)
    joins = Joins(Studies(store), token_cache)
    lot = [("nowhere", token("1")), ("study", token("2")), ("study", token("3"))]
    refused = joins._write(lot)
    assert {(study, kept.digest): type(error) for (study, kept), error in refused.items()} == {
        ("nowhere", "1"): UnknownError,
        ("study", "3"): JoinError,
    }
    assert [one.digest for one in store.tokens("study")] == ["2"]
