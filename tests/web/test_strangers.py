"""Strangers cost nothing: what comes without a good token is small, short and locks nobody out."""

import json
import time

import pytest
from lines import answer, dial, is_ended, live, request, say

from quorate.errors import InputError
from quorate.web.proxies import Proxies, believed
from quorate.web.settings import Settings

SYSTEMS = "/api/v1/studies/fall/systems"
QUICK = Settings(head_seconds=1.0, body_seconds=1.0)


def bearer(token: str) -> str:
    return f"Bearer {token}"


@pytest.mark.parametrize("path", [SYSTEMS, SYSTEMS + "/file?name=a&file=a.csv", "/api/v1/studies/fall/tell"])
@pytest.mark.parametrize("token", ["Bearer x", "Bearer q_" + "x" * 43, None])
def test_a_token_is_looked_at_before_the_body(serve, path, token):
    bench = serve()
    headers = {"Authorization": token} if token else {"Origin": "http://here"}
    with live(bench.study.store) as port, dial(port) as line:
        line.sendall(request("POST", path, **{**headers, "Content_Length": str(30_000_000)}))
        status, _, body = answer(line)  # not a byte of the body was sent
        assert status == 401
        assert json.loads(body)["error"]["kind"] == "token"


def test_only_who_may_submit_may_send_much(serve):
    bench = serve()
    outputs = dict.fromkeys(bench.study.index.items, "x" * 60_000)
    with live(bench.study.store) as port:
        for who, status in (("annotator", 413), ("other", 413), ("open", 413), ("submitter", 201)):
            with dial(port) as line:
                sent = request(
                    "POST", SYSTEMS, {"name": "new", "outputs": outputs}, Authorization=bearer(bench.tokens[who])
                )
                head, _, body = sent.partition(b"\r\n\r\n")
                line.sendall(head + b"\r\n\r\n")
                if status == 201:
                    line.sendall(body)
                assert answer(line)[0] == status, who
        assert say(port, "POST", "/api/v1/session", {"token": "x" * 9000}, Origin="http://here")[0] == 413
    assert "new" in bench.study.index.systems or "new" in [one.name for one in bench.study.history.systems]


def test_a_large_body_counts_as_many_requests(serve):
    bench = serve(settings=Settings(requests_per_second=1, burst=40))
    statuses = [
        bench.send("POST", "/ask", {"annotator": "x" * 400_000}).status_code for _ in range(4)
    ]  # 25 requests each
    assert statuses == [422, 422, 429, 429]


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: he",
        request("POST", "/api/v1/session", Origin="http://here", Content_Length="100") + b'{"tok',
        request("POST", SYSTEMS, Authorization="Bearer x", Content_Length="100000") + b"x" * 50_000,
        b"\r\n\r\n\r\n",
        request("GET", "/"),
    ],
)
def test_half_a_request_ends_in_time(serve, sent):
    bench = serve()
    with live(bench.study.store, QUICK) as port, dial(port) as line:
        line.sendall(sent)
        if (sent.endswith(b"\r\n\r\n") and sent.strip()) or SYSTEMS.encode() in sent:
            answer(line)
            line.sendall(b"\r\n")
        assert is_ended(line, within=8)  # without these settings it takes ten seconds


def test_a_body_that_trickles_ends_in_time_and_who_has_a_token_may_take_longer(serve):
    bench = serve()
    slow = Settings(head_seconds=1.0, body_seconds=1.0, slowest_upload=10.0)
    with live(bench.study.store, slow) as port, dial(port) as line:
        sent = request("POST", "/api/v1/studies/fall/ask", {}, Authorization=bearer(bench.tokens["annotator"]))
        line.sendall(sent.replace(b"Content-Length: 2", b"Content-Length: 60")[:-2])
        for _ in range(12):
            line.sendall(b"     ")
            time.sleep(0.25)
        assert answer(line)[0] in (400, 422)  # three seconds on its way, taken, and no JSON


def test_a_head_without_end_is_not_kept(serve):
    bench = serve()
    with live(bench.study.store, Settings(head_limit=20_000)) as port, dial(port) as line:
        line.sendall(b"GET / HTTP/1.1\r\n" + b"X-More: and more\r\n" * 3000)
        assert is_ended(line, within=8)


def test_the_oldest_stranger_makes_room_and_those_with_a_token_stay(serve):
    bench = serve()
    few = Settings(strangers=5)
    with live(bench.study.store, few) as port:
        known = dial(port)
        ask = request("POST", "/api/v1/studies/fall/ask", {}, Authorization=bearer(bench.tokens["annotator"]))
        known.sendall(ask)
        assert answer(known)[0] == 200
        strangers = [dial(port) for _ in range(8)]
        for line in strangers:
            line.sendall(b"GET / HTTP/1.1\r\nHo")
        assert all(is_ended(line, within=20) for line in strangers[:3])
        assert not is_ended(strangers[-1], within=0.2)
        known.sendall(ask)
        assert answer(known)[0] == 200
        assert say(port, "GET", "/")[0] == 200
        for line in (known, *strangers):
            line.close()


def test_a_sender_of_wrong_tokens_locks_nobody_else_out(serve):
    bench = serve(settings=Settings(wrong_tokens_per_minute=3))
    statuses = []
    for place in range(8):
        header = {"Authorization": f"Bearer q_{place:043d}"}
        statuses.append(bench.client.post("/api/v1/studies/fall/ask", json={}, headers=header).status_code)
    assert statuses == [401] * 3 + [429] * 5
    assert bench.send("POST", "/ask", {}, who="annotator").status_code == 200  # the first request of a newcomer
    entered = bench.client.post(
        "/api/v1/session", json={"token": bench.tokens["other"]}, headers={"Origin": "http://testserver"}
    )
    assert entered.status_code == 200
    joined = bench.client.get(f"/join/{bench.tokens['open']}", follow_redirects=False)
    assert joined.status_code == 303


def test_a_wrong_token_is_looked_up_once(serve, monkeypatch):
    bench = serve()
    looked: list[list[str]] = []
    find = bench.study.store.find_tokens
    monkeypatch.setattr(
        bench.client.app.state.token_cache._lookups, "_find", lambda digests: looked.append(digests) or find(digests)
    )
    for _ in range(5):
        assert (
            bench.client.get("/api/v1/studies/fall/guide", headers={"Authorization": "Bearer q_x"}).status_code == 401
        )
    assert len(looked) == 1


def test_joins_are_limited_by_address_and_by_link(serve):
    bench = serve()
    limits = Settings(joins_per_minute=3, link_joins_per_minute=5)
    link = f"/join/{bench.tokens['open']}"
    with live(bench.study.store, limits, proxies="127.0.0.1") as port:
        near = [say(port, "GET", link, X_Forwarded_For="192.0.2.1") for _ in range(5)]
        assert [status for status, _, _ in near] == [303, 303, 303, 429, 429]
        assert near[-1][1]["retry-after"] == near[-1][1]["refresh"] == "5"  # the page tries again
        assert b"Many people are joining" in near[-1][2]
        far = [say(port, "GET", link, X_Forwarded_For=f"192.0.2.{place}")[0] for place in (2, 3, 4)]
        assert far == [303, 303, 429]


def test_who_is_in_already_needs_no_place(serve):
    bench = serve(settings=Settings(joins_per_minute=1))
    link = f"/join/{bench.tokens['open']}"
    assert [bench.client.get(link, follow_redirects=False).status_code for _ in range(3)] == [303, 303, 303]


def test_behind_a_proxy_the_address_is_the_clients(serve):
    bench = serve()
    limits = Settings(wrong_tokens_per_minute=2)

    def tries(port, address):
        found = []
        for place in range(3):
            token = f"Bearer q_{address}{place}"
            found.append(
                say(port, "GET", "/api/v1/studies/fall/guide", Authorization=token, X_Forwarded_For=address)[0]
            )
        return found

    with live(bench.study.store, limits, proxies="10.9.9.9, 127.0.0.0/8") as port:
        assert tries(port, "1.2.3.4") == [401, 401, 429]
        assert tries(port, "5.6.7.8") == [401, 401, 429]
    with live(bench.study.store, limits) as port:  # nobody is believed: a stranger may write what they like there
        assert tries(port, "1.2.3.4") == [401, 401, 429]
        assert tries(port, "5.6.7.8") == [429, 429, 429]


def test_which_proxies_are_believed(monkeypatch):
    monkeypatch.delenv("FORWARDED_ALLOW_IPS", raising=False)
    assert "127.0.0.1" in believed("https://here")
    assert "127.0.0.1" not in believed("")
    assert "172.18.0.3" not in believed("https://here")
    assert "172.18.0.3" in believed("https://here", "172.16.0.0/12")
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "172.18.0.3,2001:db8::1")
    assert "172.18.0.3" in believed("https://here")
    assert "2001:db8::1" in believed("https://here")
    assert "127.0.0.1" not in believed("https://here")
    assert "anything" in Proxies("*")
    with pytest.raises(InputError, match="address or a network"):
        Proxies("proxy.example")
