"""Erased means erased: in every process, open tab and cache, within one request, with the real cache times."""

from contextlib import ExitStack

import pytest
from benches import ORIGIN, TestClient

from quorate.records.design import Design
from quorate.records.guide import Guide
from quorate.stores import open_store
from quorate.study import Study
from quorate.testing.material import make_material
from quorate.web.application import create_application
from quorate.web.invitations import invite

pytestmark = pytest.mark.slow

API = "/api/v1/studies/fall"
NAME = "Ann Unmistakable"


@pytest.fixture
def servers(address):
    """Two processes, as it were, over one store: each with caches of its own and the usual settings."""
    with ExitStack() as stack:
        stores = [open_store()] * 2 if address == "memory:" else [open_store(address) for _ in range(2)]
        design = Design(policy="uniform", draws="secret", guide=Guide(consent="We keep answers."))
        Study.define("fall", make_material(4, 12), design=design, store=stores[0])
        yield [stack.enter_context(TestClient(create_application(one), base_url=ORIGIN)) for one in stores], stores[0]
        for one in stores:
            one.close()


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def begin(server, token):
    """Consent, ask and tell: every cache knows this person afterwards."""
    server.post(f"{API}/consent", json={}, headers=bearer(token))
    turn = server.post(f"{API}/ask", json={}, headers=bearer(token)).json()
    number = turn["questions"][0]["number"]
    told = server.post(f"{API}/tell", json={"number": number, "answer": "left"}, headers=bearer(token))
    assert told.status_code == 200, told.text
    return told.json()["questions"][0]["number"]


REQUESTS = [
    ("POST", f"{API}/ask", {}),
    ("POST", f"{API}/tell", {"number": 2, "answer": "left"}),
    ("POST", f"{API}/retract", {"number": 1}),
    ("POST", f"{API}/skip", {"number": 2}),
    ("POST", f"{API}/consent", {}),
    ("GET", f"{API}/progress", None),
    ("GET", f"{API}/guide", None),
    ("GET", "/studies/fall", None),
]


@pytest.mark.parametrize(("method", "path", "body"), REQUESTS)
@pytest.mark.parametrize("where", [0, 1])
def test_the_very_next_request_of_an_erased_person_is_refused(servers, method, path, body, where):
    (first, second), store = servers
    (token,) = (one.token for one in invite(store, "fall", names=[NAME]))
    (other,) = (one.token for one in invite(store, "fall", names=["ben"]))
    owner = invite(store, "fall", "owner")[0].token
    for server in (first, second):
        begin(server, token)
        begin(server, other)
    position = store.position("fall")
    assert first.post(f"{API}/annotators/1/erase", json={}, headers=bearer(owner)).status_code == 200
    refused = (first, second)[where].request(method, path, json=body, headers=bearer(token))
    assert refused.status_code == 401
    assert "This link has ended" in refused.text
    assert store.annotators("fall") == {1: None, 2: "ben"}
    assert store.position("fall") == position
    for server in (first, second):
        assert server.post(f"{API}/ask", json={}, headers=bearer(other)).status_code == 200
    assert store.annotators("fall") == {1: None, 2: "ben"}


def test_a_revoked_link_ends_everywhere_at_once_whatever_else_its_bearer_has(servers):
    (first, second), store = servers
    made = [invite(store, "fall", names=[NAME])[0] for _ in range(2)]
    owner = invite(store, "fall", "owner")[0].token
    for server in (first, second):
        begin(server, made[0].token)
        server.post(f"{API}/ask", json={}, headers=bearer(made[1].token))
    assert first.post(f"{API}/invitations/{made[0].id}/revoke", json={}, headers=bearer(owner)).status_code == 200
    for server in (first, second):
        good = server.post(f"{API}/ask", json={}, headers=bearer(made[1].token))
        assert good.status_code == 200  # their other link, which makes them known again
        ended = server.post(f"{API}/ask", json={}, headers=bearer(made[0].token))
        assert ended.status_code == 401
        assert "was taken back" in ended.text


def test_the_same_link_does_not_come_back_through_any_process(servers):
    (first, second), store = servers
    opened = invite(store, "fall", is_open=True)[0].token
    owner = invite(store, "fall", "owner")[0].token
    link = f"/join/{opened}?PROLIFIC_PID=5f3a&SESSION_ID=s1"
    headers = {"Origin": ORIGIN}
    for server in (first, second):
        assert server.get(link, follow_redirects=False).status_code == 303
        server.post(f"{API}/consent", json={}, headers=headers)
    assert store.annotators("fall") == {1: "prolific:5f3a"}
    first.post(f"{API}/annotators/1/erase", json={}, headers=bearer(owner))
    for server in (second, first):
        assert server.get(link, follow_redirects=False).status_code == 401
        assert server.get(f"/join/{opened}", follow_redirects=False).status_code == 401  # nor with the old cookie
        assert server.post(f"{API}/ask", json={}, headers=headers).status_code == 401
        server.cookies.clear()
        assert server.get(link, follow_redirects=False).status_code == 401
    assert store.annotators("fall") == {1: None}


def test_no_byte_of_the_name_is_left_in_the_file(tmp_path):
    store = open_store(str(tmp_path / "studies.db"))
    study = Study.define("fall", make_material(4, 12), store=store)
    invite(store, "fall", names=[NAME])
    study.tell(study.ask(NAME).number, "left", annotator=NAME)
    everything = [*tmp_path.glob("studies.db*")]
    assert any(NAME.encode() in path.read_bytes() for path in everything)
    study.owner.erase(NAME)
    assert not any(NAME.encode() in path.read_bytes() for path in tmp_path.glob("studies.db*"))
    assert store.is_erased("fall", NAME)
    store.close()
