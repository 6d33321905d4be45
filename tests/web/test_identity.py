"""Identity on open links: who comes first keeps a name; joins are limited, and the owner says how many there may be."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from benches import ORIGIN, TestClient

from quorate.errors import ErasedError, JoinError
from quorate.stores import Token
from quorate.testing.access import begin
from quorate.web.access import cookie_name
from quorate.web.settings import Settings

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
    store.join("study", token("1", session="s"))
    store.join("study", token("2", session="s"))
    for other in (token("3"), token("4", session="t")):
        with pytest.raises(JoinError, match="already"):
            store.join("study", other)
    store.join("study", token("5", "b"), most=2)
    with pytest.raises(JoinError, match="taken"):
        store.join("study", token("6", "c"), most=2)
    store.join("study", token("7", session="s"), most=2)
    assert {one.digest for one in store.tokens_of("study", "a")} == {"1", "2", "7"}
    who = store.introduce("study", ["a"], tokens={"a": "1"})["a"]
    store.erase("study", who)
    with pytest.raises(ErasedError):
        store.join("study", token("8", session="s"))
    assert store.introduce("study", ["a", "b"], tokens={"a": "1", "b": "5"}) == {"b": 2}
    assert "a" not in store.annotators("study").values()


def test_two_who_come_at_once_with_one_name_do_not_both_get_it(store):
    begin(store)

    def attempt(place):
        try:
            store.join("study", token(f"{place}", f"name {place // 8}"), most=3)
        except JoinError:
            return 0
        return 1

    with ThreadPoolExecutor(8) as pool:
        joined = list(pool.map(attempt, range(40)))
    assert sum(joined) == 3
    assert sum(joined[:8]) == 1
